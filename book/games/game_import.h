// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_store.h"
#include "engine/formats/game_file.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace sumi::book {

struct ImportReport {
  std::uint64_t files = 0;  ///< Without name files of WTHOR.
  std::uint64_t games = 0;  ///< Each is added, known, merged or similar.
  std::uint64_t added = 0;
  std::uint64_t known = 0;     ///< Already in the database.
  std::uint64_t merged = 0;    ///< Other spellings of known games.
  std::uint64_t similar = 0;   ///< Other spellings, added as separate games.
  std::uint64_t left_out = 0;  ///< Damaged entries, positions, games on other boards, and files.
  std::uint64_t mended = 0;
};

struct ImportNote {
  enum class Kind { kLeftOut, kWarning, kSimilar } kind;
  std::string where;  ///< "games.ggf:12"
  std::string what;
};

struct ImportSetup {
  std::optional<FileFormat> format{};  ///< Detected if missing.
  TextOptions text{};
  std::function<void(const ImportNote&)> tell;
  /// Called after each game with the fraction of the file read.
  std::function<void(std::optional<double>)> progress{};
  std::function<bool()> stop{};  ///< True ends the import between two games.
};

/// Adds all games of a file or standard input ("-"); the caller commits. Reports entries that are
/// not 8x8 games with a move. Throws FatalError as GameImporter does.
void import_file(GameImporter& games, const std::string& path, const ImportSetup& setup,
                 ImportReport& report);

}  // namespace sumi::book
