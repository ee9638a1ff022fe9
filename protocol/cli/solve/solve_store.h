// SPDX-License-Identifier: MIT
/// What `sumi solve --resume FILE` keeps: a file of JSON lines, one a solved position, behind a
/// line that says what the file is. Each ends with a checksum (engine/base/checksum.h); files of
/// version 1 have none in their older lines.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "engine/game/position.h"
#include "protocol/cli/solve/solve_result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace sumi::protocol {

/// A solution goes to the file as it comes, in one write, so a kill loses none that was added;
/// every few seconds the disk is told to keep them, so a crash of the machine loses those since.
/// What a kill has torn, at the end of the file, is dropped when it is opened. In memory there are
/// the places of the solutions only. Any thread.
class SolveStore {
 public:
  /// Opens or makes the file and locks it for this process. Fails with kBadFile if it is anything
  /// but such a file, or another process has it; then it is left as it was. Where it cannot be
  /// begun, on a full disk, nothing is left.
  static Result<std::unique_ptr<SolveStore>> open(const std::string& path);
  ~SolveStore();
  SolveStore(const SolveStore&) = delete;
  SolveStore& operator=(const SolveStore&) = delete;

  /// The solution found earlier in the same mode; nothing if the position is new.
  std::optional<Solution> find(const Position& position, SolveMode mode);

  /// Throws FatalError if it cannot be written. What is there already is not written again.
  void add(const Position& position, SolveMode mode, const Solution& solution);

  const std::string& path() const { return path_; }
  std::size_t size() const;                 ///< Solutions.
  int damaged() const { return damaged_; }  ///< Lines that could not be read when it was opened.

  struct Key {
    Position position;
    SolveMode mode;

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Entry {
    Key key;
    Solution solution;
  };
  /// Makes a line of the file, with its line feed.
  static std::string line_of(const Key& key, const Solution& solution);
  /// Nothing if no position, no solution of it or no legal line is there. The checksum is not
  /// looked at.
  static std::optional<Entry> parse(std::string_view line);

 private:
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Place {
    std::int64_t offset = 0;
    std::size_t bytes = 0;
  };

  SolveStore(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::optional<Entry> parse_whole(std::string_view line) const;
  Result<void> load();
  Result<void> write(std::string_view bytes);
  void keep_on_disk(bool now);

  const std::string path_;
  const int fd_;
  int damaged_ = 0;
  bool sums_may_lack_ = false;
  mutable std::mutex mutex_;  ///< Guards what follows, and the file.
  std::unordered_map<Key, Place, KeyHash> places_;
  std::int64_t end_ = 0;
  bool unsynced_ = false;
  StopWatch since_sync_;
};

}  // namespace sumi::protocol
