// SPDX-License-Identifier: MIT
/// Files of `sumi play`: settings in comment lines, the start position and moves. Readers of
/// positions and games accept these, and vice versa.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/codecs.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// The colours that humans play; the engine plays the others.
struct Humans {
  bool black = true, white = false;

  bool any() const { return black || white; }
  bool plays(Color c) const { return c == Color::kBlack ? black : white; }
  friend bool operator==(const Humans&, const Humans&) = default;
};

/// "black", "white", "both" or "none"; parse_humans() ignores case.
std::string_view to_text(Humans humans);
Result<Humans> parse_humans(std::string_view text);

Result<int> parse_level(std::string_view text);
Result<int> parse_strength(std::string_view text);

struct SavedGame {
  Game game;
  std::optional<Humans> humans;  ///< Empty if missing in the text.
  std::optional<int> level;
  std::optional<int> strength;
};

/// Requires: humans, level and strength are set.
std::string to_text(const SavedGame& saved);

/// Whether to_text() wrote the text.
bool is_saved_game(std::string_view text);

/// Reads what to_text() writes or parse_game() reads. Moves without a board start on one of `size`.
Result<SavedGame> parse_saved_game(std::string_view text, int size);

struct LoadedGame {
  SavedGame saved;
  std::string where{};  ///< "games.ggf:12" if the file has several games.
};

/// Reads a file with parse_saved_game(), or its first game with GameFileReader. Fails with
/// kNotFound or kBadFile. Rejects devices, because one may be our own input.
Result<LoadedGame> load_game(const std::string& path, int size);

}  // namespace sumi::protocol
