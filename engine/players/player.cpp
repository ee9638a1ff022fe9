// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/player.h"
#include "engine/players/argument.h"
#include "engine/players/best_moves.h"
#include "engine/players/kinds.h"

#include <bit>
#include <cassert>

namespace sumi {
namespace {

class RandomPlayer final : public MovePlayer {
 public:
  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>&) const override {
    Bitboard moves = fast_rules::legal_moves(position.board, position.size);
    assert(moves != 0);
    const auto count = static_cast<std::uint64_t>(std::popcount(moves));
    for (auto skip = random_number(position, Square::kPass, seed) % count; skip > 0; --skip) {
      moves &= moves - 1;
    }
    return first_square(moves);
  }
};

}  // namespace

std::vector<MoveOpinion> MovePlayer::opinions(const Position&, std::uint64_t,
                                              const std::atomic<bool>&) const {
  return {};
}

MadePlayer make_random(std::string_view argument, int) {
  if (const auto none = check_no_argument("random", argument); !none) return none.error();
  return std::make_unique<RandomPlayer>();
}

std::uint64_t random_number(const Position& position, Square square, std::uint64_t seed) {
  return SquareRandom(position, seed).at(square);
}

}  // namespace sumi
