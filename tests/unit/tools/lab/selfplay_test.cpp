// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/records.h"
#include "tools/lab/selfplay.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

using namespace sumi;
using namespace sumi::lab;

namespace {

SelfplaySetup small_setup() {
  SelfplaySetup setup;
  setup.engine.evaluator = "mobility";
  setup.engine.hash_mib = 1;
  setup.limits.depth = 1;
  setup.limits.exact_at_empties = 6;
  return setup;
}

bool never() { return false; }
void quiet(const SelfplayProgress&) {}

std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != kRecordSuffix) continue;
    files[entry.path().filename()] = read_file(entry.path()).value();
  }
  return files;
}

SelfplaySetup with_seed(std::uint64_t seed) {
  SelfplaySetup setup = small_setup();
  setup.seed = seed;
  return setup;
}

}  // namespace

TEST_CASE("selfplay: games are legal, and their positions have the final score") {
  Selfplay selfplay(small_setup());
  int exact = 0, random_starts = 0;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const std::vector<Record> records = selfplay.play(number);
    REQUIRE_FALSE(records.empty());
    CHECK(records[0].board.empties() <= 52);
    random_starts += records[0].board.empties() < 52;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const Record& r = records[i];
      const auto move = static_cast<Square>(r.move);
      REQUIRE(rules::flips(r.board, move) != 0);
      CHECK(r.game == number);
      Board next = r.board.played(move, rules::flips(r.board, move));
      bool passed = false;
      if (rules::must_pass(next)) {
        next = next.passed();
        passed = true;
      }
      if (i + 1 < records.size()) {
        REQUIRE(records[i + 1].board == next);
        // The opponent's score has the opposite sign.
        CHECK(records[i + 1].score.discs == (passed ? r.score.discs : -r.score.discs));
      } else {
        REQUIRE(rules::game_over(next));
        CHECK(r.score.discs == -final_score(next).discs);
      }
      if (r.board.empties() <= 6) CHECK(r.source == ScoreSource::kExact);
      if (r.source == ScoreSource::kExact && r.board.empties() <= 6) {
        CHECK(test::BruteForce().solve(r.board) == r.score.discs);
        ++exact;
      }
    }
  }
  CHECK(exact > 100);
  CHECK(random_starts > 10);
}

TEST_CASE("selfplay: random openings have any number of plies within the limits") {
  SplitMix64 random(5);
  std::set<int> plies;
  for (int i = 0; i < 200; ++i) plies.insert(60 - random_opening(random, 3, 5).empties());
  CHECK(plies == std::set{3, 4, 5});
}

TEST_CASE("selfplay: an opening is balanced if its search value is within the limit") {
  SelfplaySetup setup = small_setup();
  const int wide = 64, narrow = 2;
  const auto first_values = [&setup](int most) {
    setup.max_imbalance = most;
    Selfplay selfplay(setup);
    std::vector<int> values;
    for (std::uint64_t number = 0; number < 30; ++number) {
      values.push_back(std::abs(selfplay.play(number).at(0).value.value().units));
    }
    return values;
  };
  CHECK(std::ranges::max(first_values(narrow)) <= narrow * Value::kPerDisc);
  CHECK(std::ranges::max(first_values(wide)) > narrow * Value::kPerDisc);

  SelfplaySetup plain = small_setup();
  setup.max_imbalance = wide;
  CHECK(Selfplay(plain).play(7) == Selfplay(setup).play(7));
}

TEST_CASE("selfplay: if no opening is balanced, that is an error") {
  SelfplaySetup setup = small_setup();
  setup.min_random_plies = setup.max_random_plies = 1;
  setup.max_imbalance = 0;
  CHECK_THROWS_WITH(Selfplay(setup).play(0),
                    "balanced: each of the 4 openings of 1-1 random plies is worth more than 0 "
                    "discs for a side; allow more discs or more plies");
}

TEST_CASE("selfplay: records of random moves have the search's value; the solution has none") {
  SelfplaySetup setup = small_setup();
  const std::vector<Record> plain = Selfplay(setup).play(5);
  setup.random_move_percent = 25;
  Selfplay selfplay(setup);
  int random_moves = 0, before = 0;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const std::vector<Record> records = selfplay.play(number);
    if (number == 5) {
      CHECK(records[0].board == plain[0].board);
      CHECK(records != plain);
    }
    bool solved = false;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const Record& r = records[i];
      solved = solved || r.source == ScoreSource::kExact;
      if (solved) {
        CHECK(r.source == ScoreSource::kExact);
        continue;
      }
      ++before;
      if (r.source == ScoreSource::kGame) continue;
      ++random_moves;
      CHECK(r.source == ScoreSource::kNone);
      CHECK(r.move == kNoMove);
      CHECK(r.value);
      REQUIRE(i + 1 < records.size());
      CHECK(records[i + 1].board.empties() == r.board.empties() - 1);
    }
  }
  CHECK(random_moves > before / 5);
  CHECK(random_moves < before * 3 / 10);
}

TEST_CASE("selfplay: a game depends only on its number and the seed") {
  Selfplay one(small_setup()), other(small_setup()), reseeded(with_seed(2));
  const std::vector<Record> third = one.play(3);
  CHECK(other.play(7) != third);
  CHECK(other.play(3) == third);
  CHECK(reseeded.play(3) != third);
}

TEST_CASE("selfplay: files do not depend on threads, interruptions or shards") {
  constexpr std::uint64_t kGames = 600;
  const test::TemporaryFolder plain, parallel, interrupted, sharded;
  SelfplaySetup setup = small_setup();
  setup.min_random_plies = 50;  // short games
  setup.max_random_plies = 56;
  REQUIRE(run_selfplay(plain.path(), setup, kGames, {}, 1, never, quiet));
  const auto files = contents(plain.path());
  REQUIRE(files.size() == 3);
  CHECK(files.contains("1-000002.pos"));

  REQUIRE(run_selfplay(parallel.path(), setup, kGames, {}, 2, never, quiet));
  CHECK(contents(parallel.path()) == files);

  // Interrupt at once; then run for fewer games; then lose a chunk.
  CHECK_FALSE(run_selfplay(
      interrupted.path(), setup, kGames, {}, 2, [] { return true; }, quiet));
  CHECK(contents(interrupted.path()).size() < files.size());
  REQUIRE(run_selfplay(interrupted.path(), setup, 520, {}, 2, never, quiet));
  CHECK(contents(interrupted.path()) != files);
  std::filesystem::remove(chunk_path(interrupted.path(), 1, 0));
  SelfplayProgress last;
  REQUIRE(run_selfplay(interrupted.path(), setup, kGames, {}, 2, never,
                       [&](const SelfplayProgress& now) { last = now; }));
  CHECK(contents(interrupted.path()) == files);
  CHECK(last.found >= 250);
  CHECK(last.found + last.played == kGames);
  CHECK(interrupted.files() == 3);

  // Shares differ by at most one game, and shards play different games.
  const test::TemporaryFolder merged;
  for (const int i : {2, 1, 3}) {
    CHECK_FALSE(merge_selfplay(merged.path(), sharded.path(), setup.seed, kGames, 3));
    REQUIRE(run_selfplay(sharded.path(), setup, kGames, {i, 3}, 1, never,
                         [&](const SelfplayProgress& now) { last = now; }));
    CHECK(last.played == (kGames + 3 - static_cast<std::uint64_t>(i)) / 3);
  }
  REQUIRE(merge_selfplay(merged.path(), sharded.path(), setup.seed, kGames, 3));
  CHECK(contents(merged.path()) == files);
}

TEST_CASE("selfplay: a journal keeps the finished games of a chunk") {
  constexpr std::uint64_t kGames = 260;
  const test::TemporaryFolder whole, parts;
  SelfplaySetup setup = small_setup();
  setup.limits.depth = 3;
  setup.min_random_plies = 20;
  setup.max_random_plies = 40;
  REQUIRE(run_selfplay(whole.path(), setup, kGames, {}, 1, never, quiet));

  // Interrupted after a few games each time; the journal's last entry is torn as after a crash.
  std::uint64_t played = 0, torn = 0;
  for (int runs = 1;; ++runs) {
    REQUIRE(runs <= 2 * static_cast<int>(kGames));  // each plays at least one game
    SelfplayProgress now;
    const bool done = run_selfplay(
        parts.path(), setup, kGames, {}, 1, [&] { return now.played > 0; },
        [&](const SelfplayProgress& progress) { now = progress; });
    played += now.played;
    CHECK(now.found + now.played <= kGames);
    if (done) break;
    for (const std::uint64_t chunk : {0, 1}) {
      const std::string journal = chunk_journal_path(parts.path(), 1, chunk);
      if (runs % 3 != 1 || !std::filesystem::exists(journal)) continue;
      const auto size = std::filesystem::file_size(journal);
      if (size < 40) continue;
      std::filesystem::resize_file(journal, size - 1);
      ++torn;
    }
  }
  CHECK(torn > 0);
  CHECK(played == kGames + torn);
  CHECK(contents(parts.path()) == contents(whole.path()));
  CHECK(parts.files() == whole.files());
}

TEST_CASE("selfplay: a shorter run keeps the journal of a longer one") {
  const test::TemporaryFolder folder;
  const SelfplaySetup setup = small_setup();
  SelfplayProgress now;
  const auto run = [&](std::uint64_t games, std::uint64_t until) {
    return run_selfplay(
        folder.path(), setup, games, {}, 1, [&] { return now.played >= until; },
        [&](const SelfplayProgress& progress) { now = progress; });
  };
  REQUIRE_FALSE(run(250, 2));
  const std::uint64_t first = now.played;
  now = {};
  REQUIRE(run(first - 1, 1000));
  CHECK(now.played == 0);
  now = {};
  REQUIRE_FALSE(run(250, 1));
  CHECK(now.found == first);
}

TEST_CASE("selfplay: a damaged chunk is reported, not replayed") {
  const test::TemporaryFolder folder;
  const SelfplaySetup setup = small_setup();
  REQUIRE(write_file(chunk_path(folder.path(), 1, 0), "junk"));
  CHECK_THROWS_AS(run_selfplay(folder.path(), setup, 1, {}, 1, never, quiet), FatalError);
  CHECK(read_file(chunk_path(folder.path(), 1, 0)).value() == "junk");
}

TEST_CASE("selfplay: settings include all that games depend on") {
  const auto settings = selfplay_settings(small_setup()).value();
  CHECK(selfplay_settings(with_seed(9)).value() == settings);
  SelfplaySetup other = small_setup();
  other.limits.exact_at_empties = 7;
  CHECK(selfplay_settings(other).value() != settings);
  other = small_setup();
  other.limits.depth = 9;
  CHECK(selfplay_settings(other).value() != settings);
  other = small_setup();
  other.limits.selectivity = 95;
  CHECK(selfplay_settings(other).value() != settings);
  other = small_setup();
  other.engine.evaluator = "table";
  CHECK(selfplay_settings(other).value() != settings);
  other = small_setup();
  other.max_random_plies = 58;
  CHECK(selfplay_settings(other).value() != settings);
}
