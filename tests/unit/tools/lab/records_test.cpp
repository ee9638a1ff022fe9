// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/records.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// All fields, at their limits and in between.
std::vector<Record> samples() {
  SplitMix64 random(1);
  std::vector<Record> records(4);
  for (Record& r : records) r.board = test::random_game(random, 30);
  records[0].value = Value{-64 * 128};
  records[0].score = {-64};
  records[0].source = ScoreSource::kExact;
  records[0].depth = 60;
  records[0].move = 63;
  records[0].game = 65535;
  records[1].value = Value{8191};
  records[1].score = {64};
  records[1].source = ScoreSource::kGame;
  records[2].value = Value{0};
  return records;
}

}  // namespace

TEST_CASE("records: the plain format has the documented bytes") {
  Record r;
  r.board = {0x0102030405060708, 0x8000000000000000};
  r.value = Value{-2};
  r.score = {-3};
  r.source = ScoreSource::kExact;
  r.depth = 7;
  r.move = 64;
  r.game = 0x1234;
  const std::string bytes = write_records(std::vector{r});
  CHECK(bytes == std::string("SUMIPOS\x01\0\0\0\0\0\0\0\0"
                             "\x08\x07\x06\x05\x04\x03\x02\x01\0\0\0\0\0\0\0\x80"
                             "\xFE\xFF\xFD\x02\x07\x40\x34\x12",
                             40));
  CHECK(parse_records(bytes).value() == std::vector{r});
}

TEST_CASE("records: survive writing and reading") {
  CHECK(parse_records(write_records(samples())).value() == samples());
  CHECK(parse_records(write_records({})).value().empty());
}

TEST_CASE("records: junk is refused") {
  const std::string good = write_records(samples());
  CHECK_FALSE(parse_records(good.substr(0, good.size() - 1)));
  CHECK_FALSE(parse_records("SUMIPOS\x02" + good.substr(8)));
  for (const std::size_t at : {19u, 18u, 21u}) {  // invalid source, score and move
    std::string bad = good;
    bad[16 + at] = 100;
    CHECK_FALSE(parse_records(bad));
  }
  test::check_bad_input(parse_records, {good}, "\x01\x02\xFF");
}

TEST_CASE("record files: folders are expanded, and messages name the file") {
  const test::TemporaryFolder folder;
  const std::vector<Record> all = samples();
  const std::vector<Record> first(all.begin(), all.begin() + 1), rest(all.begin() + 1, all.end());
  REQUIRE(write_file(folder.file("b.pos"), write_records(rest)));
  REQUIRE(write_file(folder.file("a.pos"), write_records(first)));
  REQUIRE(write_file(folder.file("note.txt"), "no positions"));
  CHECK(read_all_records(std::vector{folder.path()}).value() == all);
  CHECK(read_all_records(std::vector{folder.file("b.pos")}).value() == rest);

  const auto absent = read_all_records(std::vector{folder.file("absent")});
  REQUIRE_FALSE(absent);
  CHECK(absent.error().code == ErrorCode::kNotFound);
  const auto foreign = read_all_records(std::vector{folder.file("note.txt")});
  REQUIRE_FALSE(foreign);
  CHECK(foreign.error().code == ErrorCode::kBadFile);
  std::filesystem::create_directory(folder.file("empty"));
  CHECK_FALSE(read_all_records(std::vector{folder.file("empty")}));
}

TEST_CASE("record files: a folder keeps its settings") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("new/inside");
  protocol::Json settings, other;
  settings["depth"] = 6;
  other["depth"] = 7;
  REQUIRE(open_output_folder(path, "settings.json", settings));
  CHECK(open_output_folder(path, "settings.json", settings));
  const auto refused = open_output_folder(path, "settings.json", other);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Catch::Contains("depth 6, not 7"));

  std::filesystem::create_directory(folder.file("old"));
  REQUIRE(write_file(folder.file("old/1.pos"), write_records({})));
  CHECK_FALSE(open_output_folder(folder.file("old"), "settings.json", settings));
  REQUIRE(write_file(folder.file("settings.json"), "junk"));
  CHECK_FALSE(open_output_folder(folder.path(), "settings.json", settings));
}

using namespace sumi;

namespace {

/// A random game as self-play records it: values until the game is solved, then exact scores.
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

/// Unrelated records, all fields at their limits.
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

TEST_CASE("packed records: survive writing and reading", "[records]") {
  for (const std::vector<Record>& records : {games(40), odd_records(), std::vector<Record>{}}) {
    CHECK(unpack_records(pack_records(records)).value() == records);
    CHECK(parse_records(pack_records(records)).value() == records);
  }
  // Records of games may be in any order.
  std::vector<Record> mixed = games(3);
  const std::vector<Record> odd = odd_records();
  mixed.insert(mixed.begin() + 20, odd.begin(), odd.end());
  std::reverse(mixed.begin(), mixed.begin() + 10);
  mixed[15].source = ScoreSource::kNone;
  mixed[16].score.discs ^= 2;
  mixed.back().game ^= 1;  // the board follows, but in another game
  CHECK(unpack_records(pack_records(mixed)).value() == mixed);
}

TEST_CASE("packed records: games take less than 2 bytes a record", "[records]") {
  const std::vector<Record> records = games(250);
  // Values and moves vary more here than in an engine's games.
  CHECK(pack_records(records).size() < 2 * records.size());
}

TEST_CASE("packed records: damage is refused", "[records]") {
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
