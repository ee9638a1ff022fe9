// SPDX-License-Identifier: MIT
#include "book/games/game_past.h"
#include "book/games/game_walk.h"
#include "engine/game/symmetry.h"

#include <algorithm>

namespace sumi::book {
namespace {

std::vector<std::uint32_t> others_at(const GameStore& store, const Board& board,
                                     const std::vector<std::uint32_t>& same) {
  std::vector<std::uint32_t> games;
  for (const Occurrence& occurrence : store.occurrences(board)) {
    if (!std::ranges::binary_search(same, occurrence.game)) games.push_back(occurrence.game);
  }
  return games;
}

}  // namespace

std::optional<NewMove> first_new_move(const GameStore& store, const GameRecord& game) {
  if (game.start.size != 8) return std::nullopt;
  const std::vector<std::uint32_t> same = store.same_games(game);
  std::vector<std::uint32_t> before;
  std::optional<NewMove> found;
  NewMove last;  // the move to this position
  walk_game(game.start, game.moves,
            [&](const Board& board, Color side, std::optional<Square> next) {
              if (found) return;
              std::vector<std::uint32_t> here = others_at(store, board, same);
              if (here.empty() && last.number > 0) {
                found = last;
                found->games = std::move(before);
                return;
              }
              before = std::move(here);
              if (!next || *next == Square::kPass) return;
              last = {last.number + 1, *next, side, board, {}};
            });
  return found;
}

std::optional<Meeting> meeting_at(const GameRecord& game, const Board& board) {
  const Board wanted = canonical(board).board;
  std::optional<Meeting> found;
  int moves = 0;
  walk_game(game.start, game.moves, [&](const Board& here, Color, std::optional<Square> next) {
    if (!found && canonical(here).board == wanted) {
      std::optional<int> turn;
      for (int s = 0; s < kSymmetries; ++s) {
        if (symmetric(here, s) != board) continue;
        const bool same_start = symmetric(game.start.board, s) == game.start.board;
        if (!turn || same_start) turn = s;
        if (same_start) break;
      }
      found = Meeting{game, moves};
      found->game.start.board = symmetric(game.start.board, *turn);
      for (Square& move : found->game.moves) move = symmetric(move, *turn);
    }
    if (next && *next != Square::kPass) ++moves;
  });
  return found;
}

}  // namespace sumi::book
