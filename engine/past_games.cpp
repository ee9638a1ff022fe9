// SPDX-License-Identifier: MIT
#include "engine/game/fast_rules.h"
#include "engine/game/symmetry.h"
#include "engine/past_games.h"

#include <algorithm>
#include <utility>

namespace sumi {

BoardKey key_of(const Board& board) {
  const Board key = canonical(board).board;
  return {key.own, key.opp};
}

BoardKey key_after(const Board& board, Square move) {
  return key_of(move == Square::kPass ? board.passed() : fast_rules::play(board, move));
}

void PastGames::end_game() {
  play_out();
  exhaust();
  remember_end();
  line_.clear();
  spent_ = {};
  path_ = 0;
}

BookMoves PastGames::new_lines(BookMoves moves, const Place& place) const {
  std::erase_if(moves,
                [&](const BookMove& move) { return played_out_.contains(step(place, move)); });
  return moves;
}

std::optional<BookMove> PastGames::untried(const BookMoves& moves, const Place& place) const {
  const auto found = std::ranges::find_if(
      moves, [&](const BookMove& move) { return !paths_.contains(turn(place, move)); });
  return found == moves.end() ? std::nullopt : std::optional(*found);
}

std::optional<BookMove> PastGames::sure_way(BookMoves moves, const Place& place) const {
  std::erase_if(moves, [&](const BookMove& move) { return !is_sure(turn(place, move)); });
  return most_promising(moves, place);
}

std::optional<BookMove> PastGames::open_way(BookMoves moves, const Place& place) const {
  std::erase_if(moves,
                [&](const BookMove& move) { return exhausted_.contains(turn(place, move)); });
  return most_promising(moves, place);
}

std::optional<BookMove> PastGames::best_way(const BookMoves& moves, const Place& place) const {
  const auto sure = sure_way(moves, place);
  return sure ? sure : open_way(moves, place);
}

void PastGames::play(const BookMoves& moves, const BookMove& chosen, const Place& place,
                     Kind kind) {
  Choice choice{.path = path_, .chosen = step(place, chosen), .value = chosen.value, .kind = kind};
  for (const BookMove& move : moves) choice.moves.push_back(step(place, move));
  spent_.units = choice.chosen.second;
  path_ = paths_.try_emplace(choice.turn(choice.chosen), paths_.size() + 1).first->second;
  line_.push_back(std::move(choice));
}

PastGames::Turn PastGames::turn(const Place& place, const BookMove& move) const {
  return {path_, key_after(place.board, move.move)};
}

PastGames::Step PastGames::step(const Place& place, const BookMove& move) const {
  const int lost = std::max(0, place.best.units - move.value.units);
  return {key_after(place.board, move.move), spent_.units + lost};
}

bool PastGames::is_sure(const Turn& turn) const {
  return !paths_.contains(turn) || sure_.contains(turn);
}

std::optional<BookMove> PastGames::most_promising(const BookMoves& moves,
                                                  const Place& place) const {
  const auto best = std::ranges::max_element(
      moves, {}, [&](const BookMove& move) { return promise(step(place, move), move); });
  return moves.empty() ? std::nullopt : std::optional(*best);
}

/// What a move promises, in value units: the average result of the games that took the step or, if
/// there were none, the value of the move.
int PastGames::promise(const Step& step, const BookMove& move) const {
  const auto at = results_.find(step);
  if (at == results_.end()) return move.value.units;
  return static_cast<int>(at->second.units / at->second.games);
}

/// The last choice in the book led out of the book, so its move is played out. If all moves of a
/// choice are, the move chosen before it is played out too.
void PastGames::play_out() {
  const auto is_done = [this](const Step& move) { return played_out_.contains(move); };
  for (auto choice = line_.rbegin(); choice != line_.rend(); ++choice) {
    if (!choice->kind.of_book) continue;
    played_out_.insert(choice->chosen);
    if (!std::ranges::all_of(choice->moves, is_done)) break;
  }
}

/// The last choice led to the end of the game, so its move is exhausted. If all moves of a choice
/// are and no search may find more, the move chosen before it is exhausted too.
void PastGames::exhaust() {
  for (auto choice = line_.rbegin(); choice != line_.rend(); ++choice) {
    exhausted_.insert(choice->turn(choice->chosen));
    const auto is_done = [&](const Step& move) { return exhausted_.contains(choice->turn(move)); };
    if (choice->kind.more || !std::ranges::all_of(choice->moves, is_done)) break;
  }
}

/// Notes for each choice of the game how the game ended, and whether a move is known behind it that
/// no game has played.
void PastGames::remember_end() {
  bool sure = false;
  for (auto choice = line_.rbegin(); choice != line_.rend(); ++choice) {
    Results& results = results_[choice->chosen];
    ++results.games;
    results.units += line_.back().value.units;
    if (sure) {
      sure_.insert(choice->turn(choice->chosen));
    } else {
      sure_.erase(choice->turn(choice->chosen));
    }
    sure = std::ranges::any_of(choice->moves,
                               [&](const Step& move) { return is_sure(choice->turn(move)); });
  }
}

}  // namespace sumi
