// SPDX-License-Identifier: MIT
#include "book/book_games.h"
#include "book/store/book_tree.h"
#include "engine/base/checksum.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/symmetry.h"

#include <optional>
#include <utility>

namespace sumi::book {
namespace {

struct Visit {
  Board board;  ///< Canonical.
  Color to_move;
};

struct GamePath {
  std::vector<Visit> visits;  ///< Without duplicates.
  std::optional<Color> winner;
  bool has_result = false;  ///< Without a winner: a draw.
};

void visit(const Position& position, std::vector<Visit>& visits) {
  const std::optional<Board> board = book_position(position.board);
  if (!board) return;
  const Color to_move = *board == position.board ? position.to_move : !position.to_move;
  const Board key = canonical(*board).board;
  // book_position() skips passes.
  if (visits.empty() || visits.back().board != key) visits.push_back({key, to_move});
}

void judge(const Game& end, const GameRecord& game, GamePath& path) {
  if (end.over()) {
    const int black = end.black_score().discs;
    path.has_result = true;
    if (black != 0) path.winner = black > 0 ? Color::kBlack : Color::kWhite;
  } else {
    path.winner = result_winner(game.result);
    path.has_result = path.winner || result_score(game.result) == 0;
  }
}

GamePath path_of(const GameRecord& record, int plies) {
  GamePath path;
  Game game(record.start);
  visit(game.position(), path.visits);
  int played = 0;
  for (const Square move : record.moves) {
    game.play(move).value();
    if (move != Square::kPass) ++played;
    if (played <= plies) visit(game.position(), path.visits);
  }
  judge(game, record, path);
  return path;
}

void count(const GamePath& path, Color to_move, GameCounts& games) {
  if (!path.has_result) return;
  GameCounts one;
  ++(!path.winner ? one.draws : *path.winner == to_move ? one.wins : one.losses);
  games = sum(games, one);
}

}  // namespace

bool begins_as_usual(const GameRecord& game) {
  return game.start.size == 8 && canonical(game.start.board).board == canonical(kStartBoard).board;
}

std::uint64_t identity(const GameRecord& game) {
  Fnv1a hash;
  const auto add = [&hash](std::string_view field) {
    hash.add(field);
    hash.add('\0');
  };
  add(to_text(game.start));
  add(to_transcript(game));
  for (const std::string* field :
       {&game.black, &game.white, &game.date, &game.place, &game.event, &game.round}) {
    add(*field);
  }
  return hash.hash();
}

void GameAdder::survey(const GameRecord& game) {
  if (!begins_as_usual(game) || !surveyed_.insert(identity(game)).second) return;
  for (const Visit& visit : path_of(game, setup_.plies).visits) ++seen_[visit.board];
}

void GameAdder::add(const GameRecord& game, AddReport& report) {
  ++report.games;
  if (!begins_as_usual(game) || game.moves.empty()) {
    ++report.skipped;
    return;
  }
  const std::uint64_t id = identity(game);
  if (book_.has_game(id)) {
    ++report.known;
    return;
  }
  const GamePath path = path_of(game, setup_.plies);
  std::vector<std::pair<Board, BookEntry>> fresh;
  book_.change([&] {
    for (const auto& [board, to_move] : path.visits) {
      const std::optional<BookEntry> known = book_.find(board);
      if (!known && setup_.min_games > 1) {
        const auto seen = seen_.find(board);
        if (seen == seen_.end() || seen->second < setup_.min_games) continue;
      }
      BookEntry entry = known.value_or(BookEntry{});
      count(path, to_move, entry.games);
      // A new position may make leaves stale, but games change no score.
      if (known) {
        book_.put(board, entry);
      } else {
        fresh.emplace_back(board, entry);
      }
    }
    update(book_, fresh);
    book_.remember_game(id);
  });
  for (const auto& [board, entry] : fresh) report.added.push_back(board);
}

}  // namespace sumi::book
