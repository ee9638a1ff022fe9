// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "tools/lab/selfplay/selfplay.h"

#include <algorithm>

namespace sumi::lab {
namespace {

/// A position after random moves in which there is a move to play. The number of moves is drawn
/// from the whole range, but more often from its beginning: a late start gives few positions.
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
      for (int skip = random.below(std::popcount(moves)); skip > 0; --skip) moves &= moves - 1;
      const Square s = first_square(moves);
      b = b.played(s, rules::flips(b, s));
    }
    if (rules::must_pass(b)) b = b.passed();
    if (!rules::game_over(b)) return b;
  }
}

}  // namespace

std::vector<Record> Selfplay::play(std::uint64_t number, std::stop_token stop) {
  // The seed is mixed first: streams of neighbouring seeds must not be one stream, shifted.
  SplitMix64 random(SplitMix64(setup_.seed).next() + number);
  Board b = random_opening(random, setup_.min_random_plies, setup_.max_random_plies);
  engine_.clear_table();
  std::vector<Record> records;
  std::vector<bool> first_side;  // whose positions the records are
  bool first = true, exact = false;
  Line line;  // of the solution, still to be played
  std::size_t next = 0;
  while (!rules::game_over(b)) {
    if (rules::legal_moves(b) == 0) {
      b = b.passed();
      first = !first;
      if (exact && next < line.size()) ++next;
      continue;
    }
    Record record;
    record.board = b;
    record.game = static_cast<std::uint16_t>(number);
    if (!exact || next >= line.size()) {
      engine_.set_board(b);
      engine_.go(setup_.limits, {});
      const std::stop_callback on_stop(stop, [this] { engine_.stop(); });
      const SearchUpdate update = engine_.wait();
      if (stop.stop_requested()) return {};
      exact = update.exact;
      line = update.line;
      next = 0;
      record.value = update.value();
      record.depth = static_cast<std::uint8_t>(update.depth);
    }
    const Square move = line[next++];
    record.move = static_cast<std::uint8_t>(index(move));
    record.source = exact ? ScoreSource::kExact : ScoreSource::kGame;
    records.push_back(record);
    first_side.push_back(first);
    b = b.played(move, rules::flips(b, move));
    first = !first;
  }
  const int score = first ? final_score(b).discs : -final_score(b).discs;
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].score = {first_side[i] ? score : -score};
  }
  return records;
}

}  // namespace sumi::lab
