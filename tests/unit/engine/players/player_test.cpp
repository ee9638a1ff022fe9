// SPDX-License-Identifier: MIT
/// Every player makes legal moves, and the same moves for the same seed on any number of threads.
#include "engine/base/time.h"
#include "engine/catalog.h"
#include "engine/players/best_moves.h"
#include "tests/support/players.h"
#include "tests/support/stop_delay.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace sumi;
using namespace sumi::test;
using Catch::Matchers::Contains;

namespace {

constexpr std::string_view kAnySize[] = {"random",
                                         "nhand:2",
                                         "nhandcustom:2",
                                         "nhand:1:ties",
                                         "nleast",
                                         "nleast:2:paper",
                                         "nmost",
                                         "nmost:2:paper",
                                         "montecarlo:5",
                                         "greedy:table",
                                         "greedy:mobility+first",
                                         "greedy:table+noise",
                                         "greedy:table+last"};
constexpr std::string_view kBigOnly[] = {"greedy:bpfscn:2:5:1:paper+noise",
                                         "greedy:bpfscn:0:1:1:b",
                                         "greedy:bpfscn+minimax",
                                         "greedy:pattern",
                                         "s6",
                                         "s6:1,2,-3,+4,5,6,7,8,9"};

std::vector<std::string_view> all_players(int size) {
  std::vector<std::string_view> all(std::begin(kAnySize), std::end(kAnySize));
  if (size == 8) all.insert(all.end(), std::begin(kBigOnly), std::end(kBigOnly));
  if (size == 4) all.push_back("dp");
  return all;
}

}  // namespace

TEST_CASE("players make legal moves on every size, and the same ones for the same seed",
          "[players]") {
  SplitMix64 random(821);
  for (const int size : {4, 6, 8}) {
    for (const std::string_view name : all_players(size)) {
      CAPTURE(name, size);
      const auto made = player(name, size), again = player(name, size);
      for (int i = 0; i < 10; ++i) {
        const Position p = random_position(random, size, 1 + random.below(size * size - 4));
        const std::uint64_t seed = random.next();
        const Square move = choice(*made, p, seed);
        REQUIRE(move != Square::kPass);
        REQUIRE((rules::legal_moves(p.board, size) & bit(move)) != 0);
        REQUIRE(choice(*again, p, seed) == move);
        if (!made->is_random()) REQUIRE(choice(*made, p, seed + 1) == move);
      }
    }
  }
}

TEST_CASE("players give an opinion of each move and choose a best one", "[players]") {
  SplitMix64 random(829);
  const std::atomic<bool> stop{false};
  for (const int size : {4, 8}) {
    for (const std::string_view name : all_players(size)) {
      if (name.find("minimax") != name.npos) continue;  // plays the last move, whatever its value
      CAPTURE(name, size);
      const auto made = player(name, size);
      const bool silent = name == "random" || name.starts_with("s6");
      for (int i = 0; i < 10; ++i) {
        const Position p = random_position(random, size, 1 + random.below(size * size - 4));
        const std::uint64_t seed = random.next();
        const std::vector<MoveOpinion> opinions = made->opinions(p, seed, stop);
        REQUIRE(opinions.empty() == silent);
        if (silent) continue;
        Bitboard squares = 0;
        double best = opinions[0].value;
        for (const MoveOpinion& opinion : opinions) {
          REQUIRE((squares == 0 || bit(opinion.square) > squares));
          squares |= bit(opinion.square);
          best = std::max(best, opinion.value);
        }
        REQUIRE(squares == rules::legal_moves(p.board, size));
        const Square move = choice(*made, p, seed);
        REQUIRE(std::ranges::find(opinions, move, &MoveOpinion::square)->value == best);
      }
    }
  }
}

TEST_CASE("opinions name the player's own terms", "[players]") {
  const std::atomic<bool> stop{false};
  // The corner move flips b1.
  const auto terms = player("greedy:bpfscn:2:5:1")->opinions(kCornerOrEdge, 1, stop)[0];
  CHECK(terms.square == Square::kA1);
  REQUIRE(terms.terms.size() == 3);
  CHECK(terms.terms[0].name == "BP");
  CHECK(terms.terms[1].name == "FS");
  CHECK(terms.terms[2].name == "CN");
  CHECK(terms.value == 2 * terms.terms[0].value + 5 * terms.terms[1].value + terms.terms[2].value);
  // With best play on 4x4 the second player wins by 10 discs, including the empties.
  for (const MoveOpinion& opinion : player("dp", 4)->opinions(start_position(4), 1, stop)) {
    CHECK(opinion.value == -10);
  }
}

TEST_CASE("a player shared by several threads gives each the same answers", "[players]") {
  SplitMix64 random(823);
  std::vector<Position> positions;
  for (int i = 0; i < 12; ++i) positions.push_back(random_position(random, 8, 18 + 3 * i));
  for (const std::string_view name : {"s6", "greedy:table", "montecarlo:20", "nmost"}) {
    CAPTURE(name);
    const auto made = player(name);
    std::vector<Square> want;
    for (const Position& p : positions) want.push_back(choice(*made, p));
    std::array<std::vector<Square>, 4> got;
    std::vector<std::jthread> threads;
    for (auto& moves : got) {
      threads.emplace_back([&] {
        for (const Position& p : positions) moves.push_back(choice(*made, p));
      });
    }
    threads.clear();
    for (const auto& moves : got) CHECK(moves == want);
  }
}

TEST_CASE("players stop within 50 ms, with a legal move", "[players][stop]") {
  SplitMix64 random(827);
  const Position open = random_position(random, 8, 40), late = random_position(random, 8, 15);
  for (const std::string_view name : {"montecarlo:10000000", "nhand:10", "nmost:10", "s6"}) {
    for (const Position& p : {open, late}) {
      CAPTURE(name);
      const auto made = player(name);
      std::atomic<bool> stop{false};
      Square move = Square::kPass;
      std::jthread thinking([&] { move = made->choose(p, 1, stop); });
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      const StopWatch watch;
      stop = true;
      thinking.join();
      CHECK(watch.seconds() < kMaxStopDelay);
      CHECK((rules::legal_moves(p.board) & bit(move)) != 0);
    }
  }
}

TEST_CASE("the random player plays each move equally often", "[players]") {
  const auto made = player("random");
  std::array<int, 65> counts{};
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    ++counts[static_cast<std::size_t>(index(choice(*made, start_position(8), seed)))];
  }
  for (const char* const move : {"d3", "c4", "f5", "e6"}) {
    const int count = counts[static_cast<std::size_t>(index(parse_square(move).value()))];
    CHECK(std::abs(count - 1000) < 140);  // five standard deviations
  }
}

TEST_CASE("random numbers depend on the position, the square and the seed", "[players]") {
  const Position p = kCornerOrEdge;
  const std::uint64_t number = random_number(p, Square::kA1, 7);
  CHECK(random_number(p, Square::kA1, 7) == number);
  CHECK(SquareRandom(p, 7).at(Square::kA1) == number);
  CHECK(random_number(p, Square::kH8, 7) != number);
  CHECK(random_number(p, Square::kA1, 8) != number);
  CHECK(random_number(p.passed(), Square::kA1, 7) != number);
  CHECK(random_number({p.board, Color::kWhite, 8}, Square::kA1, 7) != number);
  int sum = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) sum += SquareRandom(p, seed).sum(0xFF, 3);
  CHECK(std::abs(sum - 8000) < 370);  // 8000 numbers of 0..2: the standard deviation is 73
}

TEST_CASE("the list of players is complete, and errors quote unknown names", "[players]") {
  std::set<std::string_view> names;
  for (const CatalogEntry& entry : catalog()) {
    CHECK(names.insert(entry.name).second);
    CHECK(!entry.summary.empty());
    CHECK((entry.evaluator || entry.is_player()));
    if (entry.is_player()) {
      CHECK_THAT(player_error("oracle"), Contains(std::string(entry.name)));
    }
  }
  struct Case {
    std::string_view text, part;
  };
  for (const Case& c : {
           Case{"", "player: '' is not one of bpfscn"},
           Case{"Random", "player: 'Random' is not one of"},
           Case{"random:1", "player random: '1' is not empty"},
           Case{"nhand:0", "player nhand: '0' is not a number of plies in 1..10"},
           Case{"nhand:11", "'11' is not"},
           Case{"nhand:x", "'x' is not"},
           Case{"nhand:1:unplaced",
                "player nhand: 'unplaced' is not one of ties, stuck, means, truncate, paper"},
           Case{"nmost:2:ties+", "'' is not one of ties, unplaced, recursion, stuck, paper"},
           Case{"nleast:1:recursion", "'recursion' is not one of ties, unplaced, stuck, paper"},
           Case{"montecarlo:0", "player montecarlo: '0' is not a number of playouts"},
           Case{"greedy", "player greedy: evaluator: '' is not one of"},
           Case{"greedy:oracle", "player greedy: evaluator: 'oracle' is not one of"},
           Case{"greedy:mobility+noise", "'mobility+noise' is not EVALUATOR[:WEIGHTS]"},
           Case{"greedy:mlp", "greedy:mlp:FILE"},
           Case{"greedy:mlp:/no/such/file", "/no/such/file"},
           Case{"greedy:table:/no/such/file", "/no/such/file"},
           Case{"greedy:table:/no/such/file+noise", "/no/such/file"},
           Case{"greedy:bpfscn:1:2", "player greedy: bpfscn: '1:2' is not"},
           Case{"greedy:bpfscn:1:2:3:x+noise", "'1:2:3:x' is not"},
           Case{"s6:1,2", "player s6: '1,2' is not"},
           Case{"s6:1,2,3,4,5,6,7,8,9,10", "is not"},
           Case{"s6:1,2,3,4,5,6,7,8,1001", "-1000..1000"},
           Case{"s6:/no/such/file", "/no/such/file"},
           Case{"qtable", "qtable:FILE"},
           Case{"dp", "plays on 4x4 only"},
           Case{"nnue", "player greedy:nnue plays its best move"},
           Case{"s2:1", "player s2: '1' is not empty"},
           Case{"greedy+last", "player: 'greedy+last' is not one of"},
           Case{"/no/such/file", "/no/such/file"},
       }) {
    CAPTURE(c.text);
    CHECK_THAT(player_error(c.text), Contains(std::string(c.part)));
  }
  CHECK_THAT(player_error("s6", 6), Contains("plays on 8x8 only, not on 6x6"));
  CHECK_THAT(player_error("greedy:bpfscn", 4), Contains("plays on 8x8 only, not on 4x4"));
  CHECK_THAT(player_error("greedy:pattern", 6), Contains("'pattern' knows the board of 8x8 only"));
  CHECK_THAT(player_error("s2", 6), Contains("a network for boards of 8x8, not 6x6"));
}

TEST_CASE("a name with a file plays as its file does", "[players]") {
  const std::string weights = shipped_folder();
  REQUIRE(!weights.empty());
  const std::string s2 = weights + "/networks/s2.sumi", s6 = weights + "/tables/s6-evolved.table",
                    s4 = weights + "/tables/s4-bp.table";
  const std::vector<std::string> same[] = {
      {"s2", s2, "greedy:s2", "greedy:mlp:" + s2},
      {"s6-evolved", s6, "s6:" + s6},
      {"s4-table", s4, "greedy:s4-table", "greedy:table:" + s4},
      {"bpfscn:1:3:0:paper+noise", "greedy:bpfscn:1:3:0:paper+noise"},
      {"bpfscn", "greedy:bpfscn:2:5:1"}};
  SplitMix64 random(839);
  for (const std::vector<std::string>& names : same) {
    std::vector<std::unique_ptr<MovePlayer>> players;
    for (const std::string& name : names) players.push_back(player(name));
    for (int i = 0; i < 10; ++i) {
      const Position p = random_position(random, 8, 20 + 3 * i);
      for (const auto& each : players) {
        CAPTURE(names.front());
        CHECK(choice(*each, p, 7) == choice(*players.front(), p, 7));
      }
    }
  }
}
