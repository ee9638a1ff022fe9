// SPDX-License-Identifier: MIT
/// Players without the engine's search: opponents, and published systems for comparison
/// (tools/lab/papers/README.md). Implemented in engine/players/.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// The engine's search, as a value of the option `player`.
inline constexpr std::string_view kSearchPlayer = "search";

/// A term with the player's name for it: "BP" and 34.
struct OpinionTerm {
  std::string name;
  double value = 0;
};

struct MoveOpinion {
  Square square = Square::kPass;
  double value = 0;                ///< Higher is better, on the player's own scale.
  std::vector<OpinionTerm> terms;  ///< Parts of the value, or related figures.
};

/// A player whose moves depend only on the position. Thread-safe.
class MovePlayer {
 public:
  virtual ~MovePlayer() = default;

  /// A legal move; the seed determines random choices. Within 50 ms after `stop` is set, returns an
  /// arbitrary move. Requires: the side has a move; the board has the player's size.
  virtual Square choose(const Position& position, std::uint64_t seed,
                        const std::atomic<bool>& stop) const = 0;

  /// Opinions of all legal moves, sorted by square. choose() takes a move of highest value, unless
  /// it reproduces a fault of a paper's program. Returns an empty list soon after `stop` is set,
  /// and always for players that do not compare moves. Requires: as choose().
  virtual std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t seed,
                                            const std::atomic<bool>& stop) const;

  virtual bool is_random() const { return true; }
};

/// "random", "nhand:2", a name of catalog.h such as "s2", or a file with a / in its name, for the
/// player of its evaluator. Requires: is_board_size(size).
Result<std::unique_ptr<MovePlayer>> make_move_player(std::string_view text, int size);

/// A hash of the arguments, uniform in 64 bits. Square::kPass: for the whole position.
std::uint64_t random_number(const Position& position, Square square, std::uint64_t seed);

}  // namespace sumi
