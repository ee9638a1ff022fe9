// SPDX-License-Identifier: MIT
#pragma once

#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/player.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace sumi::test {

/// Rows 1 and 3 are -OX-----: the mover, Black, may play a1 or a3.
inline const Position kCornerOrEdge = make_position(0x040004, 0x020002, Color::kBlack);

inline std::unique_ptr<MovePlayer> player(std::string_view text, int size = 8) {
  CAPTURE(text, size);
  auto made = make_move_player(text, size);
  REQUIRE(made);
  return std::move(*made);
}

inline std::string player_error(std::string_view text, int size = 8) {
  const auto made = make_move_player(text, size);
  return made ? "none" : made.error().message;
}

inline Square choice(const MovePlayer& player, const Position& position, std::uint64_t seed = 1) {
  const std::atomic<bool> stop{false};
  return player.choose(position, seed, stop);
}

/// Distinct moves over seeds 1..count: "a1 a3".
inline std::string choices(const MovePlayer& player, const Position& position, int count = 60) {
  std::set<std::string> names;
  for (int seed = 1; seed <= count; ++seed) {
    names.insert(
        to_text(choice(player, position, static_cast<std::uint64_t>(seed)), position.size));
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

/// A position of a random game with `empties` empty squares, in which the mover has a move.
/// Requires: empties >= 1.
inline Position random_position(SplitMix64& random, int size, int empties) {
  while (true) {
    Position p = start_position(size);
    while (sumi::empties(p.board, size) > empties && !rules::game_over(p.board, size)) {
      const Bitboard moves = rules::legal_moves(p.board, size);
      if (moves == 0) {
        p = p.passed();
        continue;
      }
      const Square s = random_square(random, moves);
      p = {p.board.played(s, rules::flips(p.board, s, size)), !p.to_move, size};
    }
    if (rules::must_pass(p.board, size)) p = p.passed();
    if (!rules::game_over(p.board, size)) return p;
  }
}

}  // namespace sumi::test
