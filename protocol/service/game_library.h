// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_import.h"
#include "book/games/game_store.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sumi::protocol {

/// A database of games shared by a server's sessions; reopened after a change. Thread-safe: queries
/// run one at a time, but in parallel with imports. Throws FatalError as GameStore and GameImporter
/// do.
class GameLibrary {
 public:
  /// `path` may be missing; it is empty if the user has no home folder.
  explicit GameLibrary(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  /// Calls `look` with the current database, or null if the file is missing.
  void look(const std::function<void(const book::GameStore*)>& look);

  struct Imported {
    book::ImportReport report;
    std::uint64_t all = 0;  ///< Games in the database.
  };
  /// Adds the games of the files; creates a missing database.
  Imported import(const std::vector<std::string>& files, const book::ImportSetup& setup);

 private:
  using Stamp = std::array<std::int64_t, 4>;
  Stamp stamp() const;
  void check_place() const;

  const std::string path_;
  std::mutex mutex_;
  std::unique_ptr<book::GameStore> store_;
  Stamp stamp_{};  ///< Of the file at opening.
};

}  // namespace sumi::protocol
