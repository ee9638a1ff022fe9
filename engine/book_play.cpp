// SPDX-License-Identifier: MIT
#include "engine/book_play.h"
#include "engine/game/rules.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <functional>

namespace sumi {
namespace {

/// A game that ends with this many moves remembered (PastGames::size()) makes us forget everything.
constexpr std::size_t kMostMoves = 100'000;

bool is_draw(const BookMove& move) { return std::abs(move.value.units) < Value::kPerDisc / 2; }

/// True if `move` is proven to have the winner of `proven`, or to draw as that does.
bool ends_like(const BookMove& move, const BookMove& proven) {
  return move.exact && (move.value <=> Value{0}) == (proven.value <=> Value{0});
}

/// Drops all moves that are not `wanted`, unless none is wanted.
template <class Wanted>
void prefer(BookMoves& moves, Wanted wanted) {
  const auto end = std::stable_partition(moves.begin(), moves.end(), wanted);
  if (end != moves.begin()) moves.erase(end, moves.end());
}

/// Drops the moves that give away more than `most` against the first, the best.
void keep_within(BookMoves& moves, int most) {
  const int least = moves.front().value.units - most;
  std::erase_if(moves, [least](const BookMove& move) { return move.value.units < least; });
}

/// Draws one of `moves`, none of which gives away more than `most` against the first, the best.
BookMove draw_lot(const BookMoves& moves, int most, SplitMix64& random) {
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

bool has(const BookMoves& moves, const BookMove& move) {
  return std::ranges::find(moves, move.move, &BookMove::move) != moves.end();
}

int most_of(const EngineOptions& options) { return to_value({options.book_max_loss_discs}).units; }

}  // namespace

BookMove BookPlay::choose(std::span<const BookMove> moves, const Board& board,
                          const EngineOptions& options, SplitMix64& random) {
  assert(!moves.empty());
  begin_move(board);
  BookMoves allowed(moves.begin(), moves.end());
  keep_within(allowed, left_of(most_of(options)));
  if (options.book_draws == "seek") prefer(allowed, is_draw);
  if (options.book_draws == "avoid") prefer(allowed, [](const BookMove& m) { return !is_draw(m); });
  const int variety = to_value({options.book_variety_discs}).units;
  BookMoves kept = allowed;
  keep_within(kept, std::min(variety, left_of(most_of(options) / 2)));
  const PastGames::Place place{board, moves.front().value};
  BookMove chosen = kept.front();
  if (variety > 0) {
    const BookMoves lines = past_.new_lines(kept, place);
    std::optional<BookMove> way;
    if (lines.empty()) way = past_.best_way(kept, place);
    if (lines.empty() && !way) way = past_.best_way(allowed, place);
    chosen = way ? *way : draw_lot(lines.empty() ? kept : lines, variety, random);
  }
  past_.play(kept, chosen, place, {});
  return chosen;
}

Bitboard BookPlay::to_search(const Board& board) const {
  Bitboard moves = rules::legal_moves(board);
  const auto at = visited_.find(key_of(board));
  if (at == visited_.end()) return moves;
  if (!at->second.more) return 0;
  for (const BookMove& known : moves_of(at->second, board)) moves &= ~bit(known.move);
  return moves;
}

BookMove BookPlay::choose_behind(std::span<const BookMove> found, const Board& board,
                                 const EngineOptions& options) {
  begin_move(board);
  const auto [at, is_new] = visited_.try_emplace(key_of(board));
  Visited& visited = at->second;
  if (is_new) visited.best = found.front().value;
  for (const BookMove& move : found) {
    visited.found.emplace_back(key_after(board, move.move), move);
  }
  std::ranges::stable_sort(visited.found, std::greater(),
                           [](const auto& move) { return move.second.value; });
  const BookMoves known = moves_of(visited, board);
  assert(!known.empty());
  const BookMove& best = known.front();
  BookMoves allowed = known;
  if (best.exact) {
    std::erase_if(allowed, [&best](const BookMove& move) { return !ends_like(move, best); });
  } else {
    keep_within(allowed, most_of(options));
  }
  // A move that is found later gives away more: if the last one is not allowed, no other will be.
  if (!found.empty()) visited.more = to_search(board) != 0 && has(allowed, found.back());
  BookMoves kept = allowed;
  keep_within(kept, left_of(most_of(options)));
  if (!best.exact) allowed = kept;
  const bool more = visited.more && (found.empty() || has(kept, found.back()));
  BookMoves near = kept;
  // Where scores are proven the variety sets no limit: few places to part are left there, and no
  // result is given away.
  if (!best.exact) keep_within(near, to_value({options.book_variety_discs}).units);
  const PastGames::Place place{board, visited.best};
  std::optional<BookMove> way;
  if (!found.empty() && has(near, found.front())) way = past_.untried(near, place);
  if (!way) way = past_.sure_way(kept, place);
  if (!way) way = past_.sure_way(allowed, place);
  if (!way) way = past_.open_way(kept, place);
  const BookMove chosen = way.value_or(best);
  past_.play(kept, chosen, place, {.of_book = false, .more = more});
  return chosen;
}

void BookPlay::end_game() {
  past_.end_game();
  empties_ = 0;
  if (past_.size() >= kMostMoves) *this = BookPlay();
}

void BookPlay::begin_move(const Board& board) {
  if (board.empties() >= empties_) end_game();
  empties_ = board.empties();
}

/// How much of `most`, all that a game may give away, is left for this one; in value units.
int BookPlay::left_of(int most) const { return std::max(0, most - past_.spent().units); }

/// The found moves as `board` is turned now: every legal move that leads where a found one does.
BookMoves BookPlay::moves_of(const Visited& visited, const Board& board) {
  BookMoves moves;
  for (const auto& [after, found] : visited.found) {
    for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
      const Square square = first_square(left);
      if (key_after(board, square) != after) continue;
      moves.push_back(found);
      moves.back().move = square;
    }
  }
  return moves;
}

}  // namespace sumi
