// SPDX-License-Identifier: MIT
#include "engine/book_play.h"
#include "engine/game/fast_rules.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <vector>

namespace sumi {
namespace {

bool is_draw(const BookMove& move) { return std::abs(move.value.units) < Value::kPerDisc / 2; }

/// Drops all that are not `wanted`, unless none is.
template <class Wanted>
void prefer(std::vector<BookMove>& moves, Wanted wanted) {
  const auto end = std::stable_partition(moves.begin(), moves.end(), wanted);
  if (end != moves.begin()) moves.erase(end, moves.end());
}

/// Drops those that give away more than `most` against the first, the best.
void keep_within(std::vector<BookMove>& moves, int most) {
  const int least = moves.front().value.units - most;
  std::erase_if(moves, [least](const BookMove& move) { return move.value.units < least; });
}

/// Any of `moves`, none of which gives away more than `most` against the first, the best.
BookMove draw_lot(const std::vector<BookMove>& moves, int most, SplitMix64& random) {
  if (moves.size() == 1) return moves.front();
  const auto weight = [worst = moves.front().value.units - most - 1](const BookMove& move) {
    return move.value.units - worst;
  };
  int sum = 0;
  for (const BookMove& move : moves) sum += weight(move);
  int lot = random.below(sum);
  std::size_t i = 0;
  while (lot >= weight(moves[i])) lot -= weight(moves[i++]);
  return moves[i];
}

}  // namespace

BookMove BookPlay::choose(std::span<const BookMove> moves, const Board& board,
                          const EngineOptions& options, SplitMix64& random) {
  assert(!moves.empty());
  if (board.empties() >= empties_) end_game();
  empties_ = board.empties();

  std::vector<BookMove> kept(moves.begin(), moves.end());
  keep_within(kept, std::max(0, to_value({options.book_max_loss_discs}).units - spent_.units));
  if (options.book_draws == "seek") prefer(kept, is_draw);
  if (options.book_draws == "avoid") prefer(kept, [](const BookMove& m) { return !is_draw(m); });
  const int variety = to_value({options.book_variety_discs}).units;
  keep_within(kept, variety);
  BookMove chosen = kept.front();
  if (variety > 0) {
    Choice& choice = line_.emplace_back();
    for (const BookMove& move : kept) choice.after.push_back(key_after(board, move.move));
    prefer(kept, [&](const BookMove& move) {
      return !played_out_.contains(key_after(board, move.move));
    });
    chosen = draw_lot(kept, variety, random);
    choice.chosen = key_after(board, chosen.move);
  }
  spent_.units += moves.front().value.units - chosen.value.units;
  return chosen;
}

void BookPlay::end_game() {
  // The last choice led out of the book. A choice with no other way left plays out the one before.
  for (; !line_.empty(); line_.pop_back()) {
    played_out_.insert(line_.back().chosen);
    const auto known = [this](const Key& key) { return played_out_.contains(key); };
    if (!std::ranges::all_of(line_.back().after, known)) break;
  }
  line_.clear();
  spent_ = {};
  empties_ = 0;
}

BookPlay::Key BookPlay::key_after(const Board& board, Square move) {
  const Board after = move == Square::kPass ? board.passed() : fast_rules::play(board, move);
  const Board key = canonical(after).board;
  return {key.own, key.opp};
}

}  // namespace sumi
