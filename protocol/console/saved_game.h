// SPDX-License-Identifier: MIT
/// A game of `sumi play` as a file: comment lines with the settings, the start, the moves. Every
/// reader of positions and moves reads it too, and it reads what they read.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/codecs.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// Which colours the person plays; the engine plays the others.
struct Humans {
  bool black = true, white = false;

  bool any() const { return black || white; }
  bool plays(Color c) const { return c == Color::kBlack ? black : white; }
  friend bool operator==(const Humans&, const Humans&) = default;
};

/// "black", "white", "both" or "none"; parse_humans() reads those in any case.
std::string_view to_text(Humans humans);
Result<Humans> parse_humans(std::string_view text);

/// A level 0..60.
Result<int> parse_level(std::string_view text);

struct SavedGame {
  Game game;
  std::optional<Humans> humans;  ///< Nothing if the text does not say.
  std::optional<int> level;
};

/// Requires: humans and level are given.
std::string to_text(const SavedGame& saved);

/// The text was written by to_text().
bool is_saved_game(std::string_view text);

/// Reads what to_text() wrote, or anything that parse_game() reads; without a board the moves
/// start on a board of `size`.
Result<SavedGame> parse_saved_game(std::string_view text, int size);

struct LoadedGame {
  SavedGame saved;
  std::string where{};  ///< "games.ggf:12", if the file has several games and this is one of them.
};

/// Reads a file as parse_saved_game() does, or the first game of a file in another of the formats
/// that GameFileReader knows. Fails with kNotFound or kBadFile, also for devices: one of them may
/// be our own input.
Result<LoadedGame> load_game(const std::string& path, int size);

}  // namespace sumi::protocol
