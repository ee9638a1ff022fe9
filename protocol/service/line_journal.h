// SPDX-License-Identifier: MIT
/// The file of a --resume, or another that grows by what is done: lines of JSON that are only ever
/// added, behind a line that says what the file is. Each but the first ends with a checksum.
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

/// json_line() with one key more at its end, a checksum of the others: "sum". Requires: there are
/// others.
std::string json_line_with_sum(const Json& object);

/// The line, without a newline, has a right checksum; or none, if `sums_may_lack`. It is right also
/// where another program has put spaces between keys and values.
bool is_whole_line(std::string_view line, bool sums_may_lack);

/// The option that names the file, unless a caller says another.
inline constexpr std::string_view kResumeOption = "--resume";

/// kBadFile: "--resume: file 'x': " and behind it `what`. `option`: what names the file.
Error resume_error(const std::string& path, std::string_view what,
                   std::string_view option = kResumeOption);

/// A line goes out in one write and stays if the process is killed right after it; every few
/// seconds, and at the end, the disk is told to keep all, so a crash of the machine loses the lines
/// since then. In memory there is none of the lines: who needs one again notes its place. Any
/// thread.
class LineJournal {
 public:
  /// Line feeds counted in. A longer line counts as damaged.
  static constexpr std::size_t kMaxLine = 1 << 16;

  /// Where a line is in the file, without its line feed.
  struct Place {
    std::int64_t offset = 0;
    std::size_t bytes = 0;
  };

  /// Says of a file's first line whether lines behind it may lack a checksum, or why the file is
  /// none of the caller's. A line without a line feed was cut off as it was written.
  using CheckHeader = std::function<Result<bool>(std::string_view line)>;
  /// Is given each whole line in turn; false if the line says nothing that can be used.
  using Take = std::function<bool(std::string_view line, Place place)>;

  /// What becomes of a last line that lacks only its line feed, as its checksum shows.
  enum class Unended {
    kCutOff,  ///< It is cut off, as one that a kill left unfinished: its work is done again.
    kKept,    ///< It is used, and gets its line feed.
  };

  /// Opens the file, or begins it with `header`, and locks it for this process. A last line that a
  /// kill left unfinished is cut off; other damaged lines are counted and stay. Fails as
  /// `check_header` does; with kBadFile if another process has the file, if it is no regular file,
  /// or on errors of the system; with kNotFound if there is no such folder. Then the file is left
  /// as it was; where it cannot be begun, on a full disk, nothing is left. Errors begin with
  /// `option`, which names the file, here and later.
  static Result<std::unique_ptr<LineJournal>> open(const std::string& path, std::string_view header,
                                                   const CheckHeader& check_header,
                                                   const Take& take,
                                                   std::string_view option = kResumeOption,
                                                   Unended unended = Unended::kCutOff);

  /// Opens a file only to read it, without a lock and without a change of it; another process may
  /// add to it meanwhile. A last line that lacks its line feed is used if its checksum shows that
  /// it is whole, else it counts as damaged. Fails as open() does for files that are no journals of
  /// the caller's, and with kNotFound if there is none. Nothing may be appended.
  static Result<std::unique_ptr<LineJournal>> open_to_read(const std::string& path,
                                                           const CheckHeader& check_header,
                                                           const Take& take,
                                                           std::string_view option = kResumeOption);
  ~LineJournal();
  LineJournal(const LineJournal&) = delete;
  LineJournal& operator=(const LineJournal&) = delete;

  /// Adds a line that json_line_with_sum() has made. Fails with kBadFile, on a full disk for
  /// instance, and takes away again what it has written. Requires: at most kMaxLine bytes.
  Result<Place> append(std::string_view line);

  /// The line at a place that open() or append() has told; nothing if it was damaged since.
  std::optional<std::string> read(Place place) const;

  const std::string& path() const { return path_; }
  int damaged() const { return damaged_; }  ///< Lines that could not be used when it was opened.

 private:
  LineJournal(std::string path, HeldFile file, std::string_view option)
      : path_(std::move(path)), option_(option), file_(std::move(file)) {}
  struct Loaded {
    std::int64_t end = 0;     ///< Where the last line that is used, or damaged but ended, ends.
    bool unfinished = false;  ///< Behind it stands more.
    bool lacks_feed = false;  ///< The last line is whole, but without its line feed.
  };
  Result<Loaded> load(const CheckHeader& check_header, const Take& take, Unended unended);
  Result<void> mend(const Loaded& loaded, std::string_view header);

  const std::string path_, option_;
  const HeldFile file_;
  int damaged_ = 0;
  bool sums_may_lack_ = false;
  std::mutex writing_;    ///< Guards what follows.
  std::int64_t end_ = 0;  ///< Where the last line ends in the file.
  bool unsynced_ = false;
  StopWatch since_sync_;
};

/// Writes one journal `to` that holds the lines of others, in their order, and replaces what is
/// there. Fails with kBadFile, and names the file, if one of the others is damaged, or as
/// `check_header`, which is given its path too.
Result<void> merge_line_journals(
    const std::vector<std::string>& from, const std::string& to, std::string_view header,
    const std::function<Result<bool>(const std::string& path, std::string_view line)>&
        check_header);

}  // namespace sumi::protocol
