// SPDX-License-Identifier: MIT
/// Append-only files of JSON lines: a header, then lines that end with a checksum.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"
#include "engine/base/time.h"
#include "protocol/text/json_lines.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// json_line() with a final key "sum", a checksum. Requires: `object` is not empty.
std::string json_line_with_sum(const Json& object);

/// Whether the line (without its line feed) has a correct checksum, or none if `sums_may_lack`.
/// Accepts spaces between keys and values.
bool is_whole_line(std::string_view line, bool sums_may_lack);

inline constexpr std::string_view kResumeOption = "--resume";

/// kBadFile: "--resume: file 'x': " and `what`, with `option` instead of --resume.
Error resume_error(const std::string& path, std::string_view what,
                   std::string_view option = kResumeOption);

/// Lines survive a kill of the process, but a crash of the machine loses the last seconds.
/// Thread-safe.
class LineJournal {
 public:
  /// Including the line feed; longer lines count as damaged.
  static constexpr std::size_t kMaxLine = 1 << 16;

  struct Place {
    std::int64_t offset = 0;
    std::size_t bytes = 0;
  };

  /// Returns whether later lines may lack checksums; fails if the header is not the caller's. A
  /// header without a line feed is incomplete.
  using CheckHeader = std::function<Result<bool>(std::string_view line)>;
  /// Receives each complete line; returns false if it is unusable.
  using Take = std::function<bool(std::string_view line, Place place)>;

  /// Treatment of a last line that lacks only its line feed.
  enum class Unended {
    kCutOff,  ///< Removed; its work is repeated.
    kKept,    ///< Used, and its line feed appended.
  };

  /// Opens the file, or creates it with `header`, and locks it for this process. Removes an
  /// incomplete last line; counts and keeps other damaged lines. Fails with the error of
  /// `check_header`; with kBadFile if another process has the lock, if it is not a regular file, or
  /// on system errors; with kNotFound if the folder is missing. Failures leave the file unchanged.
  /// Errors begin with `option`.
  static Result<std::unique_ptr<LineJournal>> open(const std::string& path, std::string_view header,
                                                   const CheckHeader& check_header,
                                                   const Take& take,
                                                   std::string_view option = kResumeOption,
                                                   Unended unended = Unended::kCutOff);

  /// Opens the file read-only, without a lock, even while another process appends. A last line
  /// without a line feed is damaged unless its checksum is correct. Fails as open() does, and with
  /// kNotFound for a missing file. append() is not allowed.
  static Result<std::unique_ptr<LineJournal>> open_to_read(const std::string& path,
                                                           const CheckHeader& check_header,
                                                           const Take& take,
                                                           std::string_view option = kResumeOption);
  ~LineJournal();
  LineJournal(const LineJournal&) = delete;
  LineJournal& operator=(const LineJournal&) = delete;

  /// Appends a line of json_line_with_sum(). On failure (kBadFile) removes what it wrote. Requires:
  /// at most kMaxLine bytes.
  Result<Place> append(std::string_view line);

  /// std::nullopt if damaged.
  std::optional<std::string> read(Place place) const;

  const std::string& path() const { return path_; }
  int damaged() const { return damaged_; }  ///< Unusable lines at opening.

 private:
  LineJournal(std::string path, HeldFile file, std::string_view option)
      : path_(std::move(path)), option_(option), file_(std::move(file)) {}
  struct Loaded {
    std::int64_t end = 0;     ///< End of the last complete line.
    bool unfinished = false;  ///< More text follows `end`.
    bool lacks_feed = false;  ///< The last line is complete except for its line feed.
  };
  Result<Loaded> load(const CheckHeader& check_header, const Take& take, Unended unended);
  Result<void> mend(const Loaded& loaded, std::string_view header);

  const std::string path_, option_;
  const HeldFile file_;
  int damaged_ = 0;
  bool sums_may_lack_ = false;
  std::mutex writing_;  ///< Guards the following members.
  std::int64_t end_ = 0;
  bool unsynced_ = false;
  StopWatch since_sync_;
};

/// Concatenates journals into `to`, replacing it. Fails with the error of `check_header`, or with
/// kBadFile, naming the file, if one is damaged.
Result<void> merge_line_journals(
    const std::vector<std::string>& from, const std::string& to, std::string_view header,
    const std::function<Result<bool>(const std::string& path, std::string_view line)>&
        check_header);

}  // namespace sumi::protocol
