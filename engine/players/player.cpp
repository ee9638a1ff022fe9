// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "engine/player.h"
#include "engine/players/argument.h"
#include "engine/players/best_moves.h"
#include "engine/players/kinds.h"
#include "engine/players/qtable.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

namespace sumi {
namespace {

constexpr PlayerKind kKinds[] = {
    {"random", "", "a random legal move", make_random},
    {"nhand", "[:PLIES[:ties]]", "the most discs on average after PLIES plies (S5)", make_nhand},
    {"nhandcustom", "[:PLIES[:ties]]", "like nhand, with a value for each square (S5)",
     make_nhand_custom},
    {"nleast", "[:PLIES[:FAULTS]]", "the fewest moves for the opponent (S5)", make_nleast},
    {"nmost", "[:PLIES[:FAULTS]]", "the most moves for itself (S5)", make_nmost},
    {"montecarlo", "[:PLAYOUTS]", "the best average of PLAYOUTS random games after each move",
     make_monte_carlo},
    {"greedy", ":EVALUATOR[:WEIGHTS][+FLAG...]",
     "the best evaluation after one move: bpfscn:2:5:1+noise (S4), mlp:FILE, table:FILE, mobility, "
     "...",
     make_greedy},
    {"s6", "[:[A,B,C,D,E,F,G,H,I|FILE][+FLAG...]]",
     "11 random moves, then searches of 5 plies with two tables; perfect for the last 15 moves "
     "(S6)",
     make_s6},
    {"qtable", ":FILE", "the best move of a learned table (S5)", make_qtable_player},
    {"dp", "", "perfect play on 4x4, from the solved game (S1)", make_dp_player},
};

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

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const PlayerKind& kind : kKinds) names.push_back(kind.name);
  return names;
}

std::string names() {
  std::string text;
  for (const PlayerKind& kind : kKinds) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", kind.name, kind.argument);
  }
  return text;
}

}  // namespace

std::vector<MoveOpinion> MovePlayer::opinions(const Position&, std::uint64_t,
                                              const std::atomic<bool>&) const {
  return {};
}

MadePlayer make_random(std::string_view argument, int) {
  if (const auto none = check_no_argument("random", argument); !none) return none.error();
  return std::make_unique<RandomPlayer>();
}

std::span<const PlayerKind> player_kinds() { return kKinds; }

MadePlayer make_move_player(std::string_view text, int size) {
  assert(is_board_size(size));
  std::string_view argument = text;
  const std::string_view name = take_until(argument, ':');
  const auto kind = std::ranges::find(kKinds, name, &PlayerKind::name);
  if (kind == std::end(kKinds)) {
    return Error{ErrorCode::kNotFound, fmt::format("player: {} is not one of {}{}", quoted(text),
                                                   names(), suggestion(name, kind_names()))};
  }
  return kind->make(argument, size);
}

std::uint64_t random_number(const Position& position, Square square, std::uint64_t seed) {
  return SquareRandom(position, seed).at(square);
}

}  // namespace sumi
