// SPDX-License-Identifier: MIT
/// Shiota's player (S4): plays the move with the best BP/FS/CN after one ply, optionally with the
/// noise and faults of the paper's program.
///
/// The program draws new noise for each board: 0..2 for each disc's value and for each square of
/// FS, 0..1 for the number of moves. Disc noise has the sign of the disc's side. In FS, and in BP
/// if all three terms are used, the noise of both sides is added. The paper's text has other noise:
/// each disc's value times 0..3, 0..3 safe discs and 0..2 moves more.
#include "engine/game/bpfscn_text.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/players/argument.h"
#include "engine/players/kinds.h"

#include <bit>
#include <cassert>

namespace sumi {
namespace {

constexpr int kMoveNoise = 2;  ///< 0..kMoveNoise-1 for the number of moves

class GreedyBpFsCn final : public MovePlayer {
 public:
  GreedyBpFsCn(const BpFsCnWeights& weights, unsigned flags, Tie tie)
      : weights_(weights), flags_(flags), tie_(tie) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>&) const override {
    assert(position.size == 8);
    const int symmetry = mirror();
    const Position seen{symmetric(position.board, symmetry), position.to_move, position.size};
    return symmetric(choose_seen(seen, seed), symmetry);
  }

  /// BP, FS and CN in points before weighting, with noise.
  std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t seed,
                                    const std::atomic<bool>&) const override {
    const int symmetry = mirror();
    const Position seen{symmetric(position.board, symmetry), position.to_move, position.size};
    std::vector<MoveOpinion> found;
    Bitboard left = fast_rules::legal_moves(position.board);
    for (; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const BpFsCnTerms terms = terms_after(reply_to(seen, symmetric(s, symmetry)), seed);
      found.push_back({s,
                       static_cast<double>(bpfscn_sum(weights_, terms)),
                       {{"BP", static_cast<double>(terms.bp)},
                        {"FS", static_cast<double>(terms.fs)},
                        {"CN", static_cast<double>(terms.cn)}}});
    }
    return found;
  }

  bool is_random() const override {
    return !has(kMinimax) &&
           (has(kNoise) || has(kTextNoise) || draws_zeros() || tie_ == Tie::kRandom);
  }

 private:
  bool has(GreedyFlag flag) const { return (flags_ & flag) != 0; }
  int mirror() const { return has(kMirrored) ? 1 : 0; }
  bool draws_zeros() const { return has(kZeros) && weights_.bp == 0 && weights_.cn == 0; }

  Square choose_seen(const Position& position, std::uint64_t seed) const {
    const Bitboard moves = fast_rules::legal_moves(position.board);
    assert(moves != 0);
    if (has(kMinimax)) return static_cast<Square>(63 - std::countl_zero(moves));
    BestMoves best, all;
    int sum = 0;
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const int value = bpfscn_sum(weights_, terms_after(reply_to(position, s), seed));
      sum += value;
      best.add(s, value);
      all.add(s, 0);
    }
    const SquareRandom random(position, seed);
    return sum == 0 && draws_zeros() ? all.pick(Tie::kRandom, random) : best.pick(tie_, random);
  }

  static Position reply_to(const Position& position, Square s) {
    return {fast_rules::play(position.board, s), !position.to_move, position.size};
  }

  BpFsCnTerms terms_after(const Position& reply, std::uint64_t seed) const {
    const Board mine = reply.board.passed();
    BpFsCnTerms terms = bpfscn_terms(mine, std::popcount(fast_rules::legal_moves(mine)),
                                     std::popcount(fast_rules::legal_moves(reply.board)),
                                     weights_.faults, reply.to_move == Color::kWhite);
    if (has(kNoise)) {
      add_noise(mine, SquareRandom(reply, seed), terms);
    } else if (has(kTextNoise)) {
      add_text_noise(mine, SquareRandom(reply, seed), terms);
    }
    return terms;
  }

  /// In whole points, like the program's numbers. Uniform numbers are multiples of 1/kSteps.
  static void add_text_noise(const Board& mine, const SquareRandom& random, BpFsCnTerms& terms) {
    constexpr int kSteps = 1 << 12;
    const auto sum = [&](Bitboard squares) {
      int total = 0;
      for (; squares != 0; squares &= squares - 1) {
        const Square s = first_square(squares);
        total += bp_value(s) * static_cast<int>(random.at(s) % kSteps);
      }
      return total;
    };
    terms.bp = kDiscNoise * (sum(mine.own) - sum(mine.opp)) / kSteps;
    SplitMix64 generator = random.stream(Square::kPass);
    terms.fs += kDiscNoise * detail::kFsPoints * generator.below(kSteps) / kSteps;
    terms.cn += kMoveNoise * detail::kCnPoints * generator.below(kSteps) / kSteps;
  }

  void add_noise(const Board& mine, const SquareRandom& random, BpFsCnTerms& terms) const {
    if (weights_.bp != 0) {
      const bool all_terms = weights_.fs != 0 && weights_.cn != 0;
      const int opponents = random.sum(mine.opp, kDiscNoise);
      terms.bp += random.sum(mine.own, kDiscNoise) + (all_terms ? opponents : -opponents);
    }
    SplitMix64 generator = random.stream(Square::kPass);
    for (int i = 0; i < terms.counted; ++i) terms.fs += generator.below(kDiscNoise);
    terms.cn += detail::kCnPoints * generator.below(kMoveNoise);
  }

  const BpFsCnWeights weights_;
  const unsigned flags_;
  const Tie tie_;
};

}  // namespace

/// `BP:FS:CN:paper` selects faults (a) to (e), the mirrored start and the first of equal moves.
MadePlayer make_greedy_bpfscn(std::string_view argument, int size) {
  if (const auto full = check_full_board("greedy:bpfscn", size); !full) return full.error();
  unsigned flags = take_flags(argument, kGreedyFlags);
  const auto weights = parse_bpfscn(argument);
  if (!weights) return Error{weights.error().code, "player greedy: " + weights.error().message};
  const bool paper = argument.ends_with(":paper");
  if (paper) flags |= kZeros | kMirrored;
  const Tie tie = tie_of(flags, paper ? Tie::kFirst : Tie::kRandom);
  return std::make_unique<GreedyBpFsCn>(*weights, flags, tie);
}

}  // namespace sumi
