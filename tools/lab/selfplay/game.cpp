// SPDX-License-Identifier: MIT
#include "engine/game/random_square.h"
#include "engine/game/rules.h"
#include "tools/lab/selfplay/game.h"

#include <utility>

namespace sumi::lab {

Board random_opening(SplitMix64& random, int min_plies, int max_plies) {
  constexpr int kFine = 1 << 20;
  while (true) {
    const double draw = random.below(kFine) / double{kFine};
    const int plies =
        min_plies + static_cast<int>((max_plies - min_plies + 1) * draw * draw * draw);
    Board b = kStartBoard;
    for (int ply = 0; ply < plies && !rules::game_over(b); ++ply) {
      Bitboard moves = rules::legal_moves(b);
      if (moves == 0) {
        b = b.passed();
        moves = rules::legal_moves(b);
      }
      const Square s = random_square(random, moves);
      b = b.played(s, rules::flips(b, s));
    }
    if (rules::must_pass(b)) b = b.passed();
    if (!rules::game_over(b)) return b;
  }
}

void GamePlayer::begin() {
  engine_.clear_table();
  solved_ = false;
  line_.clear();
  next_ = 0;
}

Square GamePlayer::choose(Record& record, const SearchLimits& limits, const std::stop_token& stop) {
  if (!solved_ || next_ == line_.size()) {
    engine_.set_board(record.board);
    engine_.go(limits, {});
    const std::stop_callback on_stop(stop, [this] { engine_.stop(); });
    const SearchUpdate update = engine_.wait();
    solved_ = update.exact;
    line_ = update.line;
    next_ = 0;
    record.value = update.value();
    record.depth = static_cast<std::uint8_t>(update.depth);
  }
  record.source = solved_ ? ScoreSource::kExact : ScoreSource::kGame;
  return line_[next_];
}

void GamePlayer::note(Square move) {
  if (next_ < line_.size() && line_[next_] == move) {
    ++next_;
  } else if (next_ < line_.size()) {
    solved_ = false;  // the other side left the solution
  }
}

std::optional<PlayedGame> play_game(const Board& opening, GamePlayer& first, GamePlayer& second,
                                    const SearchLimits& limits, const std::stop_token& stop,
                                    Strays strays) {
  first.begin();
  if (&second != &first) second.begin();
  PlayedGame game;
  std::vector<bool> first_side;  // whose positions the records are
  Board b = opening;
  bool firsts_turn = true;
  while (!rules::game_over(b)) {
    Square move = Square::kPass;
    if (rules::legal_moves(b) != 0) {
      Record record;
      record.board = b;
      move = (firsts_turn ? first : second).choose(record, limits, stop);
      if (stop.stop_requested()) return {};
      record.move = static_cast<std::uint8_t>(index(move));
      if (record.source == ScoreSource::kGame && strays.random.below(100) < strays.percent) {
        move = random_square(strays.random, rules::legal_moves(b));
        record.move = kNoMove;
        record.source = ScoreSource::kNone;
      }
      game.records.push_back(record);
      first_side.push_back(firsts_turn);
    }
    first.note(move);
    if (&second != &first) second.note(move);
    b = move == Square::kPass ? b.passed() : b.played(move, rules::flips(b, move));
    firsts_turn = !firsts_turn;
  }
  const int score = firsts_turn ? final_score(b).discs : -final_score(b).discs;
  for (std::size_t i = 0; i < game.records.size(); ++i) {
    game.records[i].score = {first_side[i] ? score : -score};
  }
  game.score = {score};
  return game;
}

}  // namespace sumi::lab
