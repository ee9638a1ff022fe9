// SPDX-License-Identifier: MIT
/// Flat Monte Carlo: plays equally many random games from each move, then the move with the most
/// points.
#include "engine/game/rules.h"
#include "engine/game/score.h"
#include "engine/players/argument.h"
#include "engine/players/best_moves.h"
#include "engine/players/kinds.h"

#include <bit>
#include <cassert>
#include <utility>

namespace sumi {
namespace {

constexpr int kDefaultPlayouts = 1000, kMaxPlayouts = 10'000'000;

/// Plays random moves to the end. Returns twice the points for the side to move of `b`.
int playout(Board b, int size, SplitMix64& random) {
  bool own = true;
  for (int passes = 0; passes < 2; own = !own) {
    const Bitboard moves = fast_rules::legal_moves(b, size);
    passes = moves != 0 ? 0 : passes + 1;
    b = moves != 0 ? fast_rules::play(b, random_square(random, moves)) : b.passed();
  }
  const int difference = std::popcount(b.own) - std::popcount(b.opp);
  const int points = difference > 0 ? 2 : difference == 0 ? 1 : 0;
  return own ? points : 2 - points;
}

class MonteCarloPlayer final : public MovePlayer {
 public:
  MonteCarloPlayer(int playouts, int size) : playouts_(playouts), size_(size) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>& stop) const override {
    const SquareRandom random(position, seed);
    Candidates candidates = candidates_of(position, random);
    assert(!candidates.empty());
    if (candidates.size() > 1) play_from(candidates, stop);
    return best(candidates, random);
  }

  /// Points per game: 0 for a loss, 1 for a win.
  std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t seed,
                                    const std::atomic<bool>& stop) const override {
    Candidates candidates = candidates_of(position, SquareRandom(position, seed));
    play_from(candidates, stop);
    std::vector<MoveOpinion> found;
    if (stop) return found;
    for (const Candidate& c : candidates) {
      found.push_back({c.square, static_cast<double>(c.points) / (2.0 * playouts_), {}});
    }
    return found;
  }

 private:
  struct Candidate {
    Square square = Square::kPass;
    Board child;
    SplitMix64 random{0};
    int latest = 0;           ///< Doubled; of the last game.
    std::int64_t points = 0;  ///< Doubled; of all complete rounds.
  };

  using Candidates = StaticVector<Candidate, kMaxLegalMoves>;

  Candidates candidates_of(const Position& position, const SquareRandom& random) const {
    assert(position.size == size_);
    Candidates candidates;
    Bitboard left = fast_rules::legal_moves(position.board, size_);
    for (; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      candidates.push_back({s, fast_rules::play(position.board, s), random.stream(s), 0, 0});
    }
    return candidates;
  }

  /// Plays rounds of one game per move; incomplete rounds do not count.
  void play_from(Candidates& candidates, const std::atomic<bool>& stop) const {
    for (int i = 0; i < playouts_; ++i) {
      for (Candidate& c : candidates) {
        if (stop.load(std::memory_order_relaxed)) return;
        c.latest = 2 - playout(c.child, size_, c.random);
      }
      for (Candidate& c : candidates) c.points += c.latest;
    }
  }

  static Square best(const Candidates& candidates, const SquareRandom& random) {
    BestMoves moves;
    for (const Candidate& c : candidates) moves.add(c.square, static_cast<double>(c.points));
    return moves.pick(Tie::kRandom, random);
  }

  const int playouts_, size_;
};

}  // namespace

MadePlayer make_monte_carlo(std::string_view argument, int size) {
  const auto playouts = parse_number("montecarlo", "a number of playouts", argument, 1,
                                     kMaxPlayouts, kDefaultPlayouts);
  if (!playouts) return playouts.error();
  return std::make_unique<MonteCarloPlayer>(*playouts, size);
}

}  // namespace sumi
