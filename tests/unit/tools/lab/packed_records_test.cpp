// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tools/lab/packed_records.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// A game of random moves as self-play records one: values until it is solved, exact scores from
/// then on.
void add_game(SplitMix64& random, std::uint16_t number, std::vector<Record>& records) {
  Board b = test::random_game(random, 40 + random.below(12));
  const int solved_at = random.below(20), score = 2 * random.below(65) - 64;
  int sign = 1, value = 0;
  while (!rules::game_over(b)) {
    if (rules::must_pass(b)) {
      b = b.passed();
      sign = -sign;
      continue;
    }
    Record r;
    r.board = b;
    r.game = number;
    r.score = {sign * score};
    r.source = b.empties() <= solved_at ? ScoreSource::kExact : ScoreSource::kGame;
    value += random.below(800) - 400;
    if (b.empties() >= solved_at) r.value = Value{std::clamp(sign * value, -8192, 8192)};
    r.depth = 4;
    const Square move = test::random_square(random, rules::legal_moves(b));
    r.move = static_cast<std::uint8_t>(index(move));
    records.push_back(r);
    b = b.played(move, rules::flips(b, move));
    sign = -sign;
  }
}

std::vector<Record> games(int count) {
  SplitMix64 random(71);
  std::vector<Record> records;
  for (int i = 0; i < count; ++i) add_game(random, static_cast<std::uint16_t>(65000 + i), records);
  return records;
}

/// Nothing follows from anything, and all fields are at their limits.
std::vector<Record> odd_records() {
  SplitMix64 random(73);
  std::vector<Record> records;
  for (int i = 0; i < 40; ++i) {
    Record r;
    r.board = test::random_fill(random, random.below(129), random.below(129));
    r.game = static_cast<std::uint16_t>(random.below(2) * 65535);
    r.score = {random.below(129) - 64};
    r.source = static_cast<ScoreSource>(random.below(3));
    if (random.below(2) == 0) r.value = Value{random.below(2) == 0 ? 32767 : -32767};
    r.depth = static_cast<std::uint8_t>(random.below(256));
    const int move = random.below(66);
    r.move = static_cast<std::uint8_t>(move == 65 ? 255 : move);
    records.push_back(r);
  }
  return records;
}

}  // namespace

TEST_CASE("packed records: round trip", "[records]") {
  for (const std::vector<Record>& records : {games(40), odd_records(), std::vector<Record>{}}) {
    CHECK(unpack_records(pack_records(records)).value() == records);
    CHECK(parse_records(pack_records(records)).value() == records);
  }
  // A game in any order is still the same records.
  std::vector<Record> mixed = games(3);
  const std::vector<Record> odd = odd_records();
  mixed.insert(mixed.begin() + 20, odd.begin(), odd.end());
  std::reverse(mixed.begin(), mixed.begin() + 10);
  mixed[15].source = ScoreSource::kNone;
  mixed[16].score.discs ^= 2;
  mixed.back().game ^= 1;  // the board follows, the game is another
  CHECK(unpack_records(pack_records(mixed)).value() == mixed);
}

TEST_CASE("packed records: games are small", "[records]") {
  const std::vector<Record> records = games(250);
  // Values jump more here, and moves are wilder, than in games of an engine.
  CHECK(pack_records(records).size() < 2 * records.size());
}

TEST_CASE("packed records: what is damaged is refused", "[records]") {
  const std::string good = pack_records(games(3));
  CHECK_FALSE(unpack_records(good.substr(0, good.size() - 1)));
  CHECK_FALSE(unpack_records(good + '\0'));
  std::string more = good;
  ++more[8];
  CHECK_FALSE(unpack_records(more));
  std::string huge = good;
  huge[15] = '\x7F';
  CHECK_FALSE(unpack_records(huge));
  test::check_bad_input(unpack_records, {good}, "\x01\x02\xFF");
}
