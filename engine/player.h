// SPDX-License-Identifier: MIT
/// Players that do not use the engine's search: published systems for comparison
/// (tools/lab/papers/README.md) and opponents. Implemented in engine/players/.
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

/// Value of the option `player` for the engine's search.
inline constexpr std::string_view kSearchPlayer = "search";

/// One term of an opinion, as the player names it: "BP" and 34.
struct OpinionTerm {
  std::string name;
  double value = 0;
};

/// A player's opinion of a move.
struct MoveOpinion {
  Square square = Square::kPass;
  double value = 0;                ///< Higher is better; the scale is the player's.
  std::vector<OpinionTerm> terms;  ///< Parts of the value or related figures.
};

/// A player that depends only on the position. Thread-safe.
class MovePlayer {
 public:
  virtual ~MovePlayer() = default;

  /// A legal move. The seed decides random choices. Soon after `stop` is set (50 ms) an arbitrary
  /// move. Requires: the side has a move; the board has the player's size.
  virtual Square choose(const Position& position, std::uint64_t seed,
                        const std::atomic<bool>& stop) const = 0;

  /// Opinions of all legal moves, sorted by square. choose() takes a highest value, except for
  /// reproduced faults of a paper's program. Empty if the player compares no moves, and soon after
  /// `stop`. Requires: as choose().
  virtual std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t seed,
                                            const std::atomic<bool>& stop) const;

  /// True if the move depends on the seed.
  virtual bool is_random() const { return true; }
};

/// One row of the player table.
struct PlayerKind {
  std::string_view name;      ///< "nhand"
  std::string_view argument;  ///< Shown after the name: ":PLIES"; may be empty.
  std::string_view help;      ///< One line.
  /// Fails on an invalid argument or board size.
  Result<std::unique_ptr<MovePlayer>> (*make)(std::string_view argument, int size);
};
std::span<const PlayerKind> player_kinds();  ///< In the order of the help.

/// A player by name and optional argument: "random", "nhand:2", "qtable:learned.q". Requires:
/// is_board_size(size).
Result<std::unique_ptr<MovePlayer>> make_move_player(std::string_view text, int size);

/// A hash of the arguments, uniform in 64 bits, as random number. Square::kPass: the whole
/// position.
std::uint64_t random_number(const Position& position, Square square, std::uint64_t seed);

}  // namespace sumi
