// SPDX-License-Identifier: MIT
/// The file of `sumi solve --resume`: a header, then a JSON line per solution. Version 1 may lack
/// checksums.
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

/// A LineJournal of solutions. Memory has only their places in the file. Thread-safe.
class SolveStore {
 public:
  /// Opens or creates the file and locks it. Fails as LineJournal::open() does, and with kBadFile
  /// for another kind of file.
  static Result<std::unique_ptr<SolveStore>> open(const std::string& path);

  static Result<void> merge(const std::vector<std::string>& from, const std::string& to);

  SolveStore(const SolveStore&) = delete;
  SolveStore& operator=(const SolveStore&) = delete;

  std::optional<Solution> find(const Position& position, SolveMode mode);

  /// Throws FatalError on write failures.
  void add(const Position& position, SolveMode mode, const Solution& solution);

  const std::string& path() const { return file_->path(); }
  std::size_t size() const;
  /// Lines that were unreadable at opening.
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
  static std::string line_of(const Key& key, const Solution& solution);
  /// Nothing for an invalid position, solution or line of play. Ignores the checksum.
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
