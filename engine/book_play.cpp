// SPDX-License-Identifier: MIT
#include "engine/book_play.h"
#include "engine/game/fast_rules.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

namespace sumi {
namespace {

/// Of a session; 300 bytes each. With more, everything is forgotten.
constexpr std::size_t kMostVisited = 100'000;

bool is_draw(const BookMove& move) { return std::abs(move.value.units) < Value::kPerDisc / 2; }

/// It is proven that the same side wins, or none.
bool ends_like(const BookMove& move, const BookMove& proven) {
  return move.exact && (move.value <=> Value{0}) == (proven.value <=> Value{0});
}

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
  begin_move(board);
  Moves kept(moves.begin(), moves.end());
  keep_within(kept, left_to_lose(options));
  if (options.book_draws == "seek") prefer(kept, is_draw);
  if (options.book_draws == "avoid") prefer(kept, [](const BookMove& m) { return !is_draw(m); });
  const int variety = to_value({options.book_variety_discs}).units;
  const int half = to_value({options.book_max_loss_discs}).units / 2;
  keep_within(kept, std::clamp(half - spent_.units, 0, variety));
  const Place place{board, moves.front().value};
  BookMove chosen = kept.front();
  if (variety > 0) {
    const Moves lines = without(played_out_, kept, place);
    const auto way = lines.empty() ? best_way(kept, place) : std::nullopt;
    chosen = way ? *way : draw_lot(lines.empty() ? kept : lines, variety, random);
  }
  play(kept, chosen, place, Choice());
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
  const Moves known = moves_of(visited, board);
  assert(!known.empty());
  const BookMove& best = known.front();
  Moves kept = known;
  if (best.exact) std::erase_if(kept, [&](const BookMove& m) { return !ends_like(m, best); });
  const auto keeps = [&kept](const BookMove& move) {
    return std::ranges::find(kept, move.move, &BookMove::move) != kept.end();
  };
  keep_within(kept, to_value({options.book_max_loss_discs}).units);
  // What is still to be found will be dearer.
  if (!found.empty()) visited.more = to_search(board) != 0 && keeps(found.back());
  keep_within(kept, left_to_lose(options));
  Choice choice{.of_book = false, .more = visited.more && (found.empty() || keeps(found.back()))};
  // Few places are left to part at where scores are proven, and no result is given away there.
  const int variety = best.exact ? kInfinity.units : to_value({options.book_variety_discs}).units;
  const bool parts = !found.empty() && keeps(found.front()) &&
                     found.front().value.units >= best.value.units - variety;
  const Place place{board, visited.best};
  const BookMove chosen = parts ? found.front() : best_way(kept, place).value_or(best);
  play(kept, chosen, place, std::move(choice));
  return chosen;
}

void BookPlay::end_game() {
  play_out(played_out_, true);
  play_out(exhausted_, false);
  remember_end();
  line_.clear();
  spent_ = {};
  empties_ = 0;
  if (visited_.size() < kMostVisited) return;
  *this = BookPlay();
}

/// The last choice led out, of the book or to the end of the game. A choice with no other way left
/// plays out the one before.
void BookPlay::play_out(std::set<Step>& done, bool of_book_only) const {
  const auto is_done = [&done](const Step& step) { return done.contains(step); };
  for (auto choice = line_.rbegin(); choice != line_.rend(); ++choice) {
    if (of_book_only && !choice->of_book) continue;
    done.insert(choice->chosen);
    if (choice->more || !std::ranges::all_of(choice->moves, is_done)) break;
  }
}

/// For each of its choices: how the game ended, and whether behind it a move is known that was
/// never played.
void BookPlay::remember_end() {
  bool sure = false;
  for (auto choice = line_.rbegin(); choice != line_.rend(); ++choice) {
    Results& results = results_[choice->chosen];
    ++results.games;
    results.units += line_.back().value.units;
    if (sure) {
      sure_.insert(choice->chosen);
    } else {
      sure_.erase(choice->chosen);
    }
    sure = std::ranges::any_of(choice->moves, [this](const Step& step) { return is_sure(step); });
  }
}

bool BookPlay::is_sure(const Step& step) const {
  return !results_.contains(step) || sure_.contains(step);
}

void BookPlay::begin_move(const Board& board) {
  if (board.empties() >= empties_) end_game();
  empties_ = board.empties();
}

/// Of the game's maximum, in value units.
int BookPlay::left_to_lose(const EngineOptions& options) const {
  return std::max(0, to_value({options.book_max_loss_discs}).units - spent_.units);
}

BookPlay::Step BookPlay::step(const Place& place, const BookMove& move) const {
  const int lost = std::max(0, place.best.units - move.value.units);
  return {key_after(place.board, move.move), spent_.units + lost};
}

/// Those of `moves` that are no step of `done`.
BookPlay::Moves BookPlay::without(const std::set<Step>& done, Moves moves,
                                  const Place& place) const {
  std::erase_if(moves, [&](const BookMove& move) { return done.contains(step(place, move)); });
  return moves;
}

/// The most promising of `moves` that leads to a new game for sure, else that may.
std::optional<BookMove> BookPlay::best_way(const Moves& moves, const Place& place) const {
  Moves ways = without(exhausted_, moves, place);
  prefer(ways, [&](const BookMove& move) { return is_sure(step(place, move)); });
  const auto best = std::ranges::max_element(
      ways, {}, [&](const BookMove& move) { return promise(step(place, move), move); });
  return ways.empty() ? std::nullopt : std::optional(*best);
}

/// In value units: by games, or if there was none by search.
int BookPlay::promise(const Step& step, const BookMove& move) const {
  const auto at = results_.find(step);
  if (at == results_.end()) return move.value.units;
  return static_cast<int>(at->second.units / at->second.games);
}

/// `chosen`, of `moves`; `choice` says what else is to be known.
void BookPlay::play(const Moves& moves, const BookMove& chosen, const Place& place, Choice choice) {
  for (const BookMove& move : moves) choice.moves.push_back(step(place, move));
  choice.chosen = step(place, chosen);
  choice.value = chosen.value;
  spent_.units = choice.chosen.second;
  line_.push_back(std::move(choice));
}

BookPlay::Key BookPlay::key_of(const Board& board) {
  const Board key = canonical(board).board;
  return {key.own, key.opp};
}

BookPlay::Key BookPlay::key_after(const Board& board, Square move) {
  return key_of(move == Square::kPass ? board.passed() : fast_rules::play(board, move));
}

/// On the board as it is turned now: every legal move that leads where a found one does.
BookPlay::Moves BookPlay::moves_of(const Visited& visited, const Board& board) {
  Moves moves;
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
