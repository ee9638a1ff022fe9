// SPDX-License-Identifier: MIT
#include "engine/game/bpfscn_text.h"
#include "tests/support/results.h"
#include "tools/lab/papers/experiment/s4_paper.h"
#include "tools/lab/papers/systems/weight_sweep.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::lab;
using Catch::Matchers::Contains;

namespace {

WeightSweepSetup small_setup() {
  WeightSweepSetup setup;
  setup.largest = 1;
  setup.games = 10;
  return setup;
}

}  // namespace

TEST_CASE("sweep: plays all triples except 0:0:0, whatever threads and interruptions", "[sweep]") {
  WeightSweep whole(small_setup());
  CHECK(whole.all_steps() == 7);
  CHECK(whole.best() == nullptr);
  whole.advance(100, {});
  REQUIRE(whole.entries().size() == 7);
  CHECK(whole.entries().front().cn == 1);
  CHECK(whole.entries().back().bp == 1);
  for (const SweepEntry& entry : whole.entries()) {
    CHECK(entry.games.as_black.games() == 10);
  }
  WeightSweepSetup threads = small_setup();
  threads.threads = 2;
  WeightSweep parts(threads);
  for (int i = 0; i < 7; ++i) parts.advance(1, {});
  CHECK(parts.save() == whole.save());
  CHECK(parts.settings() == whole.settings());

  WeightSweep loaded(small_setup());
  CHECK(loaded.load(whole.save()));
  CHECK(loaded.save() == whole.save());
  CHECK(loaded.result() == whole.result());
  CHECK(parse_bpfscn(std::string_view(whole.result()).substr(0, whole.result().size() - 1)));
}

TEST_CASE("sweep: damaged states are refused", "[sweep]") {
  WeightSweep sweep(small_setup());
  sweep.advance(2, {});
  const std::string state = sweep.save();
  for (const std::string& junk :
       {std::string(), std::string("{}"), std::string("[1]"), std::string("[[[1,2,3],[1,2,3,4]]]"),
        std::string("[[[-1,2,3,4],[1,2,3,4]]]"), state.substr(0, state.size() / 2)}) {
    CAPTURE(junk);
    WeightSweep fresh(small_setup());
    CHECK_FALSE(fresh.load(junk));
    CHECK(fresh.steps() == 0);
  }
}

TEST_CASE("sweep: a stop leaves only complete steps", "[sweep]") {
  std::stop_source source;
  source.request_stop();
  WeightSweep sweep(small_setup());
  sweep.advance(3, source.get_token());
  CHECK(sweep.steps() == 0);
}

TEST_CASE("sweep: S4's best weights win as often as in the paper, and corrected", "[sweep]") {
  GamesSetup games;
  games.games = 50;
  for (const SweepPlayer& player : {kFaithfulPlayer, kCorrectedPlayer}) {
    const auto pair = measure_weights(player, 1, 3, 0, games, {}).all();
    const auto triple = measure_weights(player, 2, 5, 1, games, {}).all();
    const auto moves = measure_weights(player, 0, 0, 1, games, {}).all();
    CAPTURE(player.faults);
    CHECK(pair.won > 0.9 * pair.games());
    CHECK(triple.won > 0.9 * triple.games());
    CHECK(moves.won < 0.9 * triple.won);
    CHECK(moves.won > 0.5 * moves.games());
  }
  // With fault (f) the weights do not matter: it plays the last move.
  const auto broken = measure_weights({"paper", "+minimax"}, 2, 5, 1, games, {}).all();
  CHECK(broken.won < 0.75 * broken.games());
}

TEST_CASE("sweep: players have names", "[sweep]") {
  CHECK(kFaithfulPlayer.name(2, 5, 1) == "greedy:bpfscn:2:5:1:paper+noise");
  CHECK(check_sweep_player(kFaithfulPlayer));
  CHECK(check_sweep_player({"abcd", "+noise+zeros+last"}));
  CHECK_FALSE(check_sweep_player({"x", ""}));
  CHECK_FALSE(check_sweep_player({"paper", "+loud"}));
}

TEST_CASE("sweep: faults are none, paper or letters, and fault g keeps the turn", "[sweep]") {
  CHECK(player_with_faults("none", "").name(1, 2, 3) == "greedy:bpfscn:1:2:3:corrected");
  CHECK_FALSE(player_with_faults("none", "").keep_turn);
  CHECK(player_with_faults("paper", "+noise").name(2, 5, 1) == kFaithfulPlayer.name(2, 5, 1));
  CHECK(player_with_faults("paper", "").keep_turn);
  CHECK(player_with_faults("agc", "").name(1, 2, 3) == "greedy:bpfscn:1:2:3:ac");
  CHECK(player_with_faults("agc", "").keep_turn);
  CHECK(player_with_faults("g", "").name(1, 2, 3) == "greedy:bpfscn:1:2:3:corrected");
  for (const char* const bad : {"", "gg", "x", "papers", "corrected g"}) {
    CHECK_FALSE(check_sweep_player(player_with_faults(bad, "")));
  }
  // The turn changes who begins, not how often the stronger side wins.
  GamesSetup games;
  games.games = 100;
  const auto kept = measure_weights(player_with_faults("g", "+noise"), 2, 5, 1, games, {});
  const auto reset = measure_weights(kCorrectedPlayer, 2, 5, 1, games, {});
  CHECK(kept.as_black.games() == 100);
  CHECK_FALSE(kept.as_black == reset.as_black);
  CHECK(kept.all().won > 0.9 * kept.all().games());
}

TEST_CASE("sweep: the paper's games add up, and deviations have their probability", "[sweep]") {
  int rows = 0;
  for (const PaperGames& row : kPaperGames) {
    CAPTURE(row.table, row.bp, row.fs, row.cn);
    CHECK(row.first.games() == 1000);
    CHECK(row.second.games() == 1000);
    const int terms = (row.bp > 0) + (row.fs > 0) + (row.cn > 0);
    CHECK(row.table == (terms == 1 ? 1 : terms == 3 ? 5 : row.cn == 0 ? 2 : row.fs == 0 ? 3 : 4));
    ++rows;
  }
  CHECK(rows == 203);
  CHECK(s4_deviation({980, 5, 15}, {980, 5, 15}, &Tally::won) == 0);
  CHECK(s4_deviation({600, 0, 400}, {500, 0, 500}, &Tally::won) == Approx(4.495).margin(0.001));
  CHECK(s4_deviation({600, 0, 400}, {500, 0, 500}, &Tally::lost) == Approx(-4.495).margin(0.001));
  SquaredDeviations squares;
  CHECK(squares.p() == 1);
  squares.add(1.959964);
  CHECK(squares.p() == Approx(0.05).margin(1e-4));
  squares.add(0);
  squares.add(-1);
  CHECK(squares.mean() == Approx((1.959964 * 1.959964 + 1) / 3));
}

TEST_CASE("sweep: a heat map and a table show the triples", "[sweep]") {
  std::vector<SweepEntry> entries(2);
  entries[0] = {0, 1, 0, {{3, 1, 0, 20}, {2, 0, 2, -4}}};
  entries[1] = {1, 1, 1, {{4, 0, 0, 40}, {4, 0, 0, 44}}};
  CHECK_THAT(sweep_csv(entries),
             Contains("\n0,1,0,3,1,0,20,2,0,2,-4,0.68750,") && Contains("\n1,1,1,4,0,0,40,"));
  const std::string svg = sweep_heat_map("Wins", 1, entries);
  CHECK_THAT(svg, Contains(">CN 0<") && Contains(">CN 1<") && Contains(">5<") && Contains(">8<"));
}

TEST_CASE("look-ahead: beats random moves, and matches are mirrored", "[sweep]") {
  GamesSetup games;
  games.games = 10;
  const Measured measured = look_ahead_against_random({"2:5:1", 2}, games, {});
  CHECK(measured.all().games() == 20);
  CHECK(measured.all().won >= 17);
  games.openings = random_openings(4, 8, 1);
  const LookAheadMatch one = look_ahead_match({"2:5:1", 2}, "0:0:1", games, {});
  games.threads = 2;
  const LookAheadMatch other = look_ahead_match({"0:0:1", 2}, "2:5:1", games, {});
  CHECK(one.points.size() == 4);
  CHECK(one.tally.games() == 8);
  CHECK(one.tally.won == other.tally.lost);
  CHECK(one.tally.discs == -other.tally.discs);
}
