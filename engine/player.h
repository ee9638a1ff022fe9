// SPDX-License-Identifier: MIT
/// Players that are not evaluators: they choose a move otherwise than by the engine's search. For
/// comparisons with the published systems (tools/lab/papers/README.md), and to play against. The
/// engine knows them by this header; engine/players/ implements it, and uses the engine.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// The engine's option `player` when it chooses moves itself.
inline constexpr std::string_view kSearchPlayer = "search";

/// A part of what a player thinks of a move, in its own words: "BP" and 34.
struct OpinionTerm {
  std::string name;
  double value = 0;
};

/// What a player thinks of a move.
struct MoveOpinion {
  Square square = Square::kPass;
  double value = 0;                ///< What it compares, on a scale of its own: more is better.
  std::vector<OpinionTerm> terms;  ///< What the value is made of, or goes with; may be empty.
};

/// A player that knows nothing but the position; the discs tell it how many moves were made. Any
/// thread, several at a time.
class MovePlayer {
 public:
  virtual ~MovePlayer() = default;

  /// A legal move for the side to move, which has one; the same for the same position and seed. A
  /// player that draws lots draws others for another seed. Soon after `stop` is set (50 ms) it
  /// returns any legal move. Requires: a board of the size the player was made for.
  virtual Square choose(const Position& position, std::uint64_t seed,
                        const std::atomic<bool>& stop) const = 0;

  /// What it thinks of each legal move, in rising order of squares: choose() takes one of the
  /// highest value, if no fault of a paper's program makes it do otherwise. Empty if it compares no
  /// moves (it draws lots, or searches), and soon after `stop` is set. Requires: as choose().
  virtual std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t seed,
                                            const std::atomic<bool>& stop) const;

  /// True if another seed may give another move.
  virtual bool draws_lots() const { return true; }
};

/// One row for each kind: all that help, options and tools know of them.
struct PlayerKind {
  std::string_view name;      ///< "nhand"
  std::string_view argument;  ///< Shown behind the name: ":PLIES"; empty if there is none.
  std::string_view help;      ///< One line.
  /// Fails on a bad argument, and if it cannot play on boards of this size.
  Result<std::unique_ptr<MovePlayer>> (*make)(std::string_view argument, int size);
};
std::span<const PlayerKind> player_kinds();  ///< In the order help shows them.

/// A player named by its kind and perhaps an argument: "random", "nhand:2", "qtable:learned.q".
/// Fails with the names there are. Requires: is_board_size(size).
Result<std::unique_ptr<MovePlayer>> make_move_player(std::string_view text, int size);

/// A random number for a player about a square of a position: uniform in 64 bits, the same for the
/// same arguments. Square::kPass stands for the position as a whole.
std::uint64_t draw(const Position& position, Square square, std::uint64_t seed);

}  // namespace sumi
