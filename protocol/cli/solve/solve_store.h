// SPDX-License-Identifier: MIT
/// What `sumi solve --resume FILE` keeps: a file of JSON lines, one a solved position, behind a
/// line that says what the file is. Files of version 1 have no checksums in their older lines.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "protocol/service/line_journal.h"
#include "protocol/service/solve.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sumi::protocol {

/// A kill loses no solution that was added; a crash of the machine loses those of the last seconds
/// (LineJournal). In memory there are the places of the solutions only. Any thread.
class SolveStore {
 public:
  /// Opens or makes the file and locks it for this process. Fails as LineJournal::open() does, and
  /// with kBadFile if it is anything but such a file.
  static Result<std::unique_ptr<SolveStore>> open(const std::string& path);

  /// Makes one file, `to`, of those of shards: merge_line_journals().
  static Result<void> merge(const std::vector<std::string>& from, const std::string& to);

  SolveStore(const SolveStore&) = delete;
  SolveStore& operator=(const SolveStore&) = delete;

  /// The solution found earlier in the same mode; nothing if the position is new.
  std::optional<Solution> find(const Position& position, SolveMode mode);

  /// Throws FatalError if it cannot be written. What is there already is not written again.
  void add(const Position& position, SolveMode mode, const Solution& solution);

  const std::string& path() const { return file_->path(); }
  std::size_t size() const;  ///< Solutions.
  /// Lines that could not be read when it was opened.
  int damaged() const { return file_->damaged(); }

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

  SolveStore() = default;

  std::unique_ptr<LineJournal> file_;
  mutable std::mutex mutex_;
  std::unordered_map<Key, LineJournal::Place, KeyHash> places_;  ///< Guarded by mutex_.
};

}  // namespace sumi::protocol
