// SPDX-License-Identifier: MIT
/// Files of games into a database.
#pragma once

#include "book/games/game_store.h"
#include "engine/formats/game_file.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace sumi::book {

struct ImportReport {
  std::uint64_t files = 0;     ///< That were read, the files of names beside WTHOR not among them.
  std::uint64_t games = 0;     ///< Read; each is one of the next four.
  std::uint64_t added = 0;     ///< New ones.
  std::uint64_t known = 0;     ///< In the database before.
  std::uint64_t merged = 0;    ///< Other spellings of games that were there.
  std::uint64_t similar = 0;   ///< Such spellings, kept as games of their own.
  std::uint64_t left_out = 0;  ///< Damaged entries, positions, games on other boards; files, too.
  std::uint64_t mended = 0;    ///< Games with a warning.
};

struct ImportNote {
  enum class Kind { kLeftOut, kWarning, kSimilar } kind;
  std::string where;  ///< "games.ggf:12"
  std::string what;
};

struct ImportSetup {
  std::optional<FileFormat> format{};  ///< Else each file shows its own.
  TextOptions text{};
  std::function<void(const ImportNote&)> tell;
  /// Called after each game with the share of the file that is read.
  std::function<void(std::optional<double>)> progress{};
  std::function<bool()> stop{};  ///< True ends the work between two games.
};

/// Adds all games of a file, "-" for standard input; the caller commits. What is no game of the
/// board of 8x8 with a move is left out and told. Throws FatalError as GameImporter does.
void import_file(GameImporter& games, const std::string& path, const ImportSetup& setup,
                 ImportReport& report);

}  // namespace sumi::book
