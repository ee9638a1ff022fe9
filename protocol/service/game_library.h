// SPDX-License-Identifier: MIT
/// A database of games that the sessions of a server share.
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

/// Holds the database open between questions, and opens it again when its file has changed. Any
/// thread; questions wait for each other, imports do not. Functions throw FatalError as GameStore
/// and GameImporter do.
class GameLibrary {
 public:
  /// `path`: of the database, which need not exist; empty if there is no place for one.
  explicit GameLibrary(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  /// Calls `look` with the database as it is now; with null if there is none yet.
  void look(const std::function<void(const book::GameStore*)>& look);

  struct Imported {
    book::ImportReport report;
    std::uint64_t all = 0;  ///< Games in the database.
  };
  /// Adds the games of the files, and makes the database if there is none.
  Imported import(const std::vector<std::string>& files, const book::ImportSetup& setup);

 private:
  using Stamp = std::array<std::int64_t, 4>;
  Stamp stamp() const;
  void check_place() const;

  const std::string path_;
  std::mutex mutex_;
  std::unique_ptr<book::GameStore> store_;
  Stamp stamp_{};  ///< Of the file when it was opened.
};

}  // namespace sumi::protocol
