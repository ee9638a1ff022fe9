// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/symmetry.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/schedule.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::match;

namespace {

constexpr std::string_view kStart =
    "---------------------------OX------XO--------------------------- X";

/// The positions after the openings, or the error.
std::vector<std::string> ends(std::string_view text, int size = 8) {
  const Result<std::vector<GameRecord>> openings = parse_openings(text, size);
  if (!openings) return {"error: " + openings.error().message};
  std::vector<std::string> ends;
  for (const GameRecord& o : *openings) ends.push_back(to_text(o.replay().position()));
  return ends;
}

std::string after(std::string_view moves, int size = 8) {
  return to_text(parse_game(moves, size).value().replay().position());
}

/// Openings "f5", "f5d6" and so on, each of another length.
std::vector<GameRecord> numbered(std::size_t count) {
  const GameRecord game = parse_game("f5d6c3d3c4f4f6f3e6e7d7g6d8c5").value();
  std::vector<GameRecord> openings(count, game);
  for (std::size_t i = 0; i < count; ++i) openings[i].moves.resize(i);
  return openings;
}

std::vector<std::size_t> lap(const Openings& openings, std::size_t count, std::uint64_t number) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i) {
    order.push_back(openings[number * count + i].moves.size());
  }
  return order;
}

}  // namespace

TEST_CASE("openings are read in every form", "[openings]") {
  const std::string start(kStart), f5d6 = after("f5d6");
  const std::vector<std::string> read = ends(
      "\xEF\xBB\xBF# a comment\r\n"
      "f5d6\r\n"
      "   \n"
      "% another\n"
      "  F5 d6  \n"
      "1. f5 d6\n"
      "f5/d6\n" +
      start + "\n" + start + " f5d6\n" +
      "8/8/8/3ox3/3xo3/8/8/8 x\n"
      "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\n"
      "--------/--------/--------/---OX---/---XO---/--------/--------/-------- X\n"
      "startpos");
  const std::vector<std::string> want = {f5d6, f5d6,  f5d6,  f5d6,  start,
                                         f5d6, start, start, start, start};
  CHECK(read == want);
  CHECK(ends("4/1ox1/1xo1/4 x\na2\n", 4) ==
        std::vector<std::string>{to_text(start_position(4)), after("a2", 4)});
}

TEST_CASE("openings keep their moves", "[openings]") {
  const std::vector<GameRecord> read = parse_openings(std::string(kStart) + " f5d6", 8).value();
  REQUIRE(read.size() == 1);
  CHECK(read[0].start == Position{});
  CHECK(read[0].moves.size() == 2);
}

TEST_CASE("errors in files of openings name the line", "[openings]") {
  struct Case {
    std::string text, part;
    int size = 8;
  };
  const std::string full(64, 'X');
  for (const Case& c : {
           Case{"", "error: no openings"},
           Case{"# nothing\n\n", "error: no openings"},
           Case{"f5d6\n\nf5f5\n", "error: line 3: illegal move: 'f5'"},
           Case{"f5d6\nhello", "error: line 2: game: 'hello' is not a move"},
           Case{"8/8/8/3ox3/3xo3/8/8 x", "error: line 1: FEN: "},
           Case{"8/8/8/3ox3/3xo2/8/8/8 x", "error: line 1: FEN: '3xo2' has 7 squares"},
           Case{"8/8/8/3ox3/3xo3/8/8/8", "error: line 1: FEN: "},
           Case{full + " O", "is a finished game"},
           Case{"xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx o",
                "is a finished game"},
           Case{"8/8/8/8/8/8/8/8 x", "is a finished game"},
           Case{"f5d6\n4/1ox1/1xo1/4 x",
                "error: line 2: '4/1ox1/1xo1/4 x' is on a board of size 4"},
           Case{std::string(kStart), "is on a board of size 8, not 6", 6},
       }) {
    CAPTURE(c.text);
    const std::vector<std::string> read = ends(c.text, c.size);
    REQUIRE(read.size() == 1);
    CHECK_THAT(read[0], Catch::Contains(c.part));
  }
}

TEST_CASE("no text breaks the reader of openings", "[openings]") {
  test::check_bad_input(
      [](std::string_view text) { return parse_openings(text, 8); },
      {"f5d6c3", "8/8/8/3ox3/3xo3/8/8/8 x", std::string(kStart) + " f5", "# x\nf5\nf5d6"},
      "abcdefgh12345678/xoP-XO #%\n");
}

TEST_CASE("random openings have their length and are never over", "[openings]") {
  struct Case {
    int plies, size;
  };
  for (const Case& c : {Case{0, 8}, Case{1, 8}, Case{8, 8}, Case{20, 8}, Case{56, 8}, Case{8, 6},
                        Case{28, 6}, Case{0, 4}, Case{4, 4}, Case{8, 4}}) {
    for (std::uint64_t number = 0; number < 100; ++number) {
      CAPTURE(c.plies, c.size, number);
      const GameRecord opening = random_opening(7, number, c.plies, c.size);
      CHECK(opening.start == start_position(c.size));
      CHECK(std::ranges::count_if(opening.moves, [](Square s) { return s != Square::kPass; }) ==
            c.plies);
      // Legal: reading the text gives the same opening, including passes.
      std::string text;
      for (const Square s : opening.moves) text += to_text(s, c.size) + " ";
      const Result<GameRecord> again = parse_game(text, c.size);
      REQUIRE(again);
      CHECK(again->moves == opening.moves);
      CHECK_FALSE(again->replay().over());
      CHECK(random_opening(7, number, c.plies, c.size).moves == opening.moves);
    }
  }
}

TEST_CASE("random openings have no more plies than a game", "[openings]") {
  const GameRecord opening = random_opening(1, 1, 60, 4);
  CHECK_FALSE(opening.replay().over());
  CHECK(opening.moves.size() >= 8);
}

TEST_CASE("random openings contain passes", "[openings]") {
  int passes = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const GameRecord opening = random_opening(3, number, 8, 4);
    passes += static_cast<int>(std::ranges::count(opening.moves, Square::kPass));
  }
  CHECK(passes > 0);
}

TEST_CASE("random openings differ by number and seed, and first moves are uniform", "[openings]") {
  // By symmetry, each of the four first moves starts a quarter of the openings. Five standard
  // deviations are 87.
  std::map<Square, int> first;
  std::set<std::string> games;
  for (std::uint64_t number = 0; number < 1600; ++number) {
    const GameRecord opening = random_opening(11, number, 10, 8);
    ++first[opening.moves[0]];
    games.insert(to_transcript(opening));
  }
  CHECK(first.size() == 4);
  for (const auto& [square, count] : first) CHECK(std::abs(count - 400) < 87);
  CHECK(games.size() > 1500);
  CHECK(to_transcript(random_opening(1, 0, 10, 8)) != to_transcript(random_opening(2, 0, 10, 8)));
  // Seed and number are not interchangeable.
  CHECK(to_transcript(random_opening(1, 2, 10, 8)) != to_transcript(random_opening(2, 1, 10, 8)));
}

TEST_CASE("the same seed gives the same openings on every machine", "[openings]") {
  CHECK(to_transcript(random_opening(1, 0, 8, 8)) == "e6d6c6d7c7f4c8b8");
  CHECK(lap(Openings(numbered(5), true, 1), 5, 0) == std::vector<std::size_t>{0, 1, 3, 4, 2});
}

TEST_CASE("games of a file are openings", "[openings]") {
  const test::TemporaryFolder folder;
  folder.write("a.ggf",
               "(;GM[Othello]PC[]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- "
               "-------- -------- *]B[F5]W[D6]B[C3];)");
  const std::string text = read_openings(folder.file("a.ggf"), 8).value();
  CHECK(ends(text) == std::vector<std::string>{after("f5d6c3")});
  folder.write("b.txt", "# names\nf5d6\n");
  CHECK(read_openings(folder.file("b.txt"), 8).value() == "# names\nf5d6\n");
  const std::string diagram =
      "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nX to move\n";
  folder.write("d.txt", diagram);
  CHECK(ends(read_openings(folder.file("d.txt"), 8).value()) ==
        std::vector<std::string>{std::string(kStart)});
  folder.write("c.ggf", "(;GM[Othello]BO[8 X]B[F5];)");
  CHECK_FALSE(read_openings(folder.file("c.ggf"), 8));
  CHECK_FALSE(read_openings(folder.file("nothing"), 8));
}

TEST_CASE("openings have at most the given number of moves", "[openings]") {
  const auto moves = [](int plies) {
    return to_transcript(parse_openings("f5d6c3d3", 8, plies).value()[0]);
  };
  CHECK(moves(0) == "f5d6c3d3");
  CHECK(moves(2) == "f5d6");
  CHECK(moves(9) == "f5d6c3d3");
}

TEST_CASE("balanced starts are XOT, or draws on small boards", "[openings]") {
  for (const auto& [size, count, plies] :
       {std::tuple(8, 10'784, 8), std::tuple(6, 31, 10), std::tuple(4, 11, 6)}) {
    CAPTURE(size);
    const std::vector<GameRecord> starts = balanced_starts(size);
    CHECK(static_cast<int>(starts.size()) == count);
    std::set<std::pair<Bitboard, Bitboard>> different;
    for (const GameRecord& start : starts) {
      CHECK(start.start == start_position(size));
      CHECK(static_cast<int>(start.moves.size()) == plies);
      const Board same = canonical(start.replay().position().board).board;
      different.emplace(same.own, same.opp);
    }
    CHECK(different.size() == starts.size());
  }
  EngineOptions options;
  options.size = 4;
  options.hash_mib = 1;
  Engine engine(options);
  for (const GameRecord& start : balanced_starts(4)) {
    engine.set_board(start.replay().position().board);
    SearchLimits limits;
    limits.exact_at_empties = 16;
    CHECK(to_disc_diff(engine.think(limits).value()).discs == 0);
  }
}

TEST_CASE("the configuration names the openings", "[openings]") {
  MatchConfig config;
  config.shuffle = false;
  const auto opening = [&](std::uint64_t number) {
    return to_transcript(Openings::of(config, "f5d6\nf5f4\nf5f6\n").value()[number]);
  };
  CHECK(opening(0) == to_transcript(balanced_starts(8)[0]));
  config.openings = "xot";
  config.first_opening = 3;
  CHECK(opening(1) == to_transcript(balanced_starts(8)[3]));
  config.openings = "file";
  CHECK(opening(0) == "f5f6");
  CHECK(opening(1) == "f5d6");
  config.opening_plies = 1;
  CHECK(opening(0) == "f5");
  config.openings = "random:5";
  CHECK(opening(1) == to_transcript(random_opening(config.seed, 3, 5, 8)));
}

TEST_CASE("an unshuffled file repeats in order", "[openings]") {
  const Openings openings(numbered(3), false, 1);
  for (const std::uint64_t number : {0u, 1u, 1000u}) {
    CHECK(lap(openings, 3, number) == std::vector<std::size_t>{0, 1, 2});
  }
}

TEST_CASE("a shuffled file repeats as a whole, in other orders", "[openings]") {
  constexpr std::size_t kCount = 12;
  const Openings openings(numbered(kCount), true, 1);
  std::set<std::vector<std::size_t>> orders;
  for (const std::uint64_t number : {0ull, 1ull, 2ull, 3ull, 1'000'000'000'000ull}) {
    std::vector<std::size_t> order = lap(openings, kCount, number);
    CHECK(lap(openings, kCount, number) == order);
    orders.insert(order);
    std::ranges::sort(order);
    for (std::size_t i = 0; i < kCount; ++i) CHECK(order[i] == i);
  }
  CHECK(orders.size() == 5);
  CHECK(lap(Openings(numbered(kCount), true, 2), kCount, 0) != lap(openings, kCount, 0));
}

TEST_CASE("every order of a shuffled file is equally frequent", "[openings]") {
  const Openings openings(numbered(3), true, 4);
  std::map<std::vector<std::size_t>, int> count;
  for (std::uint64_t number = 0; number < 1200; ++number) ++count[lap(openings, 3, number)];
  CHECK(count.size() == 6);
  for (const auto& [order, times] : count) CHECK(std::abs(times - 200) < 65);  // five deviations
}

TEST_CASE("a file of one opening gives that opening for every number", "[openings]") {
  const Openings openings(parse_openings("f5d6\n", 8).value(), true, 1);
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12'345}, ~std::uint64_t{0}}) {
    CHECK(to_transcript(openings[number]) == "f5d6");
  }
}

TEST_CASE("without a file, openings are random and depend on their number", "[openings]") {
  const Openings openings(6, 9, 6);
  for (std::uint64_t number = 0; number < 20; ++number) {
    CHECK(openings[number].moves == random_opening(9, number, 6, 6).moves);
    CHECK(openings[number].start == start_position(6));
  }
}

using namespace sumi;

namespace {

MatchConfig config_of(Format format, int engines, int games) {
  MatchConfig config;
  config.format = format;
  config.games = games;
  for (int i = 0; i < engines; ++i) {
    config.engines.emplace_back().name = "engine " + std::to_string(i);
  }
  REQUIRE(check(config));
  return config;
}

std::pair<int, int> meeting_of(const Fixture& f) { return std::minmax(f.black, f.white); }

/// Requires pairs of consecutive games with the same opening and swapped colours, numbered by pair.
void check_pairs(const std::vector<Fixture>& fixtures) {
  REQUIRE(fixtures.size() % 2 == 0);
  for (std::size_t i = 0; i < fixtures.size(); i += 2) {
    const Fixture &a = fixtures[i], &b = fixtures[i + 1];
    const Fixture again{2 * a.pair + 1, a.pair, a.round, a.white, a.black, a.opening};
    if (b == again && a.id == 2 * a.pair && a.black != a.white) continue;
    CAPTURE(i, a.id, a.pair, a.round, a.black, a.white, a.opening);
    CAPTURE(b.id, b.pair, b.round, b.black, b.white, b.opening);
    FAIL_CHECK("no pair of games");
  }
}

/// Games per pair of engines.
std::map<std::pair<int, int>, int> meetings(const std::vector<Fixture>& fixtures) {
  std::map<std::pair<int, int>, int> count;
  for (const Fixture& f : fixtures) ++count[meeting_of(f)];
  return count;
}

void check_ids(const std::vector<Fixture>& fixtures) {
  for (std::size_t i = 0; i < fixtures.size(); ++i) CHECK(fixtures[i].id == static_cast<int>(i));
}

/// Requires openings 0, 1, 2, ... twice each in every meeting, and that meetings take turns.
void check_same_openings(const std::vector<Fixture>& fixtures) {
  std::map<std::pair<int, int>, std::uint64_t> next;
  std::uint64_t latest = 0;
  for (std::size_t i = 0; i < fixtures.size(); i += 2) {
    CHECK(fixtures[i].opening == next[meeting_of(fixtures[i])]++);
    CHECK(fixtures[i].opening >= latest);
    latest = fixtures[i].opening;
  }
}

/// Requires another opening for each pair of games.
void check_openings(const std::vector<Fixture>& fixtures) {
  std::set<std::uint64_t> openings;
  for (const Fixture& f : fixtures) openings.insert(f.opening);
  CHECK(openings.size() == fixtures.size() / 2);
}

GameResult result_of(const Fixture& fixture, int black_discs) {
  GameResult result;
  result.fixture = fixture;
  result.black_score = DiscDiff{black_discs};
  return result;
}

/// Plays a Swiss tournament; `discs` gives Black's score of a game.
template <class Discs>
std::vector<std::vector<Fixture>> play_swiss(const MatchConfig& config, Discs discs) {
  std::vector<std::vector<Fixture>> all;
  std::vector<GameResult> results;
  for (int round = 0; round < rounds(config); ++round) {
    all.push_back(schedule(config, round, results));
    for (const Fixture& f : all.back()) results.push_back(result_of(f, discs(f)));
  }
  return all;
}

/// The fewest rematches of all pairings, by brute force.
int fewest_rematches(std::vector<int> engines, const std::map<std::pair<int, int>, int>& met) {
  if (engines.empty()) return 0;
  const int first = engines.back();
  engines.pop_back();
  int best = 1'000'000;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    std::vector<int> others = engines;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const auto found = met.find(std::minmax(first, int{engines[i]}));
    best = std::min(best, fewest_rematches(others, met) + (found == met.end() ? 0 : found->second));
  }
  return best;
}

}  // namespace

TEST_CASE("a match has its games", "[schedule]") {
  const MatchConfig config = config_of(Format::kMatch, 2, 10);
  CHECK(rounds(config) == 1);
  const std::vector<Fixture> fixtures = schedule(config, 0, {});
  CHECK(fixtures.size() == 10);
  CHECK(fixtures[0] == Fixture{0, 0, 0, 0, 1, 0});
  CHECK(fixtures[1] == Fixture{1, 0, 0, 1, 0, 0});
  CHECK(fixtures[9] == Fixture{9, 4, 0, 1, 0, 4});
  check_pairs(fixtures);
  check_ids(fixtures);
  check_openings(fixtures);
}

TEST_CASE("in a round-robin everyone meets everyone", "[schedule]") {
  for (const int engines : {2, 3, 6, 9}) {
    MatchConfig config = config_of(Format::kRoundRobin, engines, 8);
    const std::vector<Fixture> fixtures = schedule(config, 0, {});
    config.same_openings = true;
    check_same_openings(schedule(config, 0, {}));
    const auto met = meetings(fixtures);
    CHECK(static_cast<int>(met.size()) == engines * (engines - 1) / 2);
    for (const auto& [who, games] : met) CHECK(games == 8);
    check_pairs(fixtures);
    check_ids(fixtures);
    check_openings(fixtures);
    std::map<int, int> colors;
    for (const Fixture& f : fixtures) ++colors[f.black], --colors[f.white];
    for (const auto& [engine, surplus] : colors) CHECK(surplus == 0);
  }
}

TEST_CASE("in a gauntlet the first meets each of the others", "[schedule]") {
  const MatchConfig config = config_of(Format::kGauntlet, 5, 6);
  const std::vector<Fixture> fixtures = schedule(config, 0, {});
  const auto met = meetings(fixtures);
  CHECK(met.size() == 4);
  for (const auto& [who, games] : met) {
    CHECK(who.first == 0);
    CHECK(games == 6);
  }
  check_pairs(fixtures);
  check_ids(fixtures);
  check_openings(fixtures);
}

TEST_CASE("more games of a tournament do not change earlier ones", "[schedule]") {
  for (const Format format : {Format::kMatch, Format::kRoundRobin, Format::kGauntlet}) {
    const int engines = format == Format::kMatch ? 2 : 4;
    const auto few = schedule(config_of(format, engines, 4), 0, {});
    const auto many = schedule(config_of(format, engines, 12), 0, {});
    CHECK(std::equal(few.begin(), few.end(), many.begin()));
  }
}

TEST_CASE("shards together are the whole, without overlap", "[schedule]") {
  for (const int shards : {1, 2, 3, 4, 7, 50}) {
    MatchConfig config = config_of(Format::kRoundRobin, 4, 6);
    std::vector<Fixture> whole = schedule(config, 0, {}), together;
    for (int i = 1; i <= shards; ++i) {
      config.shard = {i, shards};
      const std::vector<Fixture> part = schedule(config, 0, {});
      check_pairs(part);
      for (const Fixture& f : part) CHECK(f.pair % shards == i - 1);
      together.insert(together.end(), part.begin(), part.end());
    }
    std::ranges::sort(together, {}, &Fixture::id);
    CHECK(together == whole);
  }
}

TEST_CASE("Swiss rounds pair neighbours in the standings", "[schedule]") {
  MatchConfig config = config_of(Format::kSwiss, 4, 2);
  config.rounds = 3;
  CHECK(rounds(config) == 3);

  // The lower index wins both games.
  const auto all = play_swiss(config, [](const Fixture& f) { return f.black < f.white ? 2 : -2; });
  using Met = std::map<std::pair<int, int>, int>;
  CHECK(meetings(all[0]) == Met{{{0, 1}, 2}, {{2, 3}, 2}});
  CHECK(meetings(all[1]) == Met{{{0, 2}, 2}, {{1, 3}, 2}});
  // 0 has two wins, 1 and 2 have one each, and 0 has met both.
  CHECK(meetings(all[2]) == Met{{{0, 3}, 2}, {{1, 2}, 2}});

  // Points count, not indices: the higher index has a win and a draw.
  const auto other = play_swiss(config, [](const Fixture& f) { return f.black > f.white ? 2 : 0; });
  CHECK(meetings(other[1]) == Met{{{1, 3}, 2}, {{0, 2}, 2}});
  CHECK(meeting_of(other[1][0]) == std::pair(1, 3));

  // Points as White count, too: 0 has 3 half points, 2 of them as White, against 2, 2 and 1.
  const auto mixed = play_swiss(config, [](const Fixture& f) {
    return f.black == 0 ? 0 : f.white == 0 ? -2 : 2;
  });
  CHECK(mixed[1][0].black == 0);
  CHECK(meetings(mixed[1]) == Met{{{0, 2}, 2}, {{1, 3}, 2}});
}

TEST_CASE("Swiss tournaments follow their rules, whatever the results", "[schedule]") {
  SplitMix64 random(5);
  for (int run = 0; run < 30; ++run) {
    const int engines = 2 + run / 2, games = 2 + run % 2 * 2;  // all numbers of engines and games
    MatchConfig config = config_of(Format::kSwiss, engines, games);
    config.rounds = 1 + random.below(2 * engines);
    config.same_openings = true;
    CAPTURE(engines, games, config.rounds);
    const auto all = play_swiss(config, [&](const Fixture&) { return 2 * random.below(3) - 2; });

    std::set<int> ids;
    std::map<std::pair<int, int>, int> met;
    std::vector<int> byes(static_cast<std::size_t>(engines));
    for (int round = 0; round < config.rounds; ++round) {
      const std::vector<Fixture>& fixtures = all[static_cast<std::size_t>(round)];
      check_pairs(fixtures);
      std::set<int> present;
      std::map<std::pair<int, int>, int> openings;
      for (std::size_t i = 0; i < fixtures.size(); ++i) {
        const Fixture& f = fixtures[i];
        const bool fresh = ids.insert(f.id).second;
        present.insert({f.black, f.white});
        const auto expected = static_cast<std::uint64_t>(met[meeting_of(f)] * games / 2 +
                                                         openings[meeting_of(f)]++ / 2);
        if (fresh && f.round == round && f.opening == expected) continue;
        CAPTURE(round, i, f.id, fresh, f.round, f.opening, expected);
        FAIL_CHECK("a wrong game");
      }
      CHECK(static_cast<int>(present.size()) == engines / 2 * 2);
      const auto meetings_now = meetings(fixtures);
      CHECK(static_cast<int>(meetings_now.size()) == engines / 2);
      int rematches = 0;
      bool all_games = true;
      for (const auto& [who, count] : meetings_now) {
        all_games &= count == games;
        rematches += met[who];
      }
      CAPTURE(round);
      CHECK(all_games);
      // A pairing without rematches exists as long as half of the field is new to everyone (Dirac,
      // 1952).
      if (engines % 2 == 0 && round < engines / 2) CHECK(rematches == 0);
      if (engines <= 8) {
        const std::vector<int> who(present.begin(), present.end());
        const int fewest = fewest_rematches(who, met);
        CHECK(rematches >= fewest);
        if (engines % 2 == 0) CHECK(rematches == fewest);
      }
      for (const auto& [who, count] : meetings_now) ++met[who];
      for (int e = 0; e < engines; ++e) byes[static_cast<std::size_t>(e)] += !present.count(e);
      CHECK(*std::ranges::max_element(byes) - *std::ranges::min_element(byes) <= 1);
    }
    CHECK(static_cast<int>(ids.size()) == config.rounds * (engines / 2) * games);
    CHECK((ids.empty() || *ids.rbegin() == static_cast<int>(ids.size()) - 1));
  }
}

TEST_CASE("the lowest has the bye, which counts as a win", "[schedule]") {
  MatchConfig config = config_of(Format::kSwiss, 3, 2);
  config.rounds = 3;
  const auto all = play_swiss(config, [](const Fixture& f) { return f.black < f.white ? 2 : -2; });
  using Met = std::map<std::pair<int, int>, int>;
  CHECK(meetings(all[0]) == Met{{{0, 1}, 2}});
  // 2 has its bye's points and is second; 1 has none.
  CHECK(meetings(all[1]) == Met{{{0, 2}, 2}});
  CHECK(meetings(all[2]) == Met{{{1, 2}, 2}});
}

TEST_CASE("a round robin by rounds is balanced", "[schedule]") {
  for (const int engines : {2, 3, 4, 5, 8, 13, 16}) {
    MatchConfig config = config_of(Format::kRoundRobin, engines, 2);
    const int cycle = engines + engines % 2 - 1;
    config.rounds = 2 * cycle;
    config.games = 1;
    REQUIRE(check(config));
    CAPTURE(engines);
    CHECK(planned_games(config) == engines * (engines - 1));
    std::map<std::pair<int, int>, int> games;  // by Black and White
    std::vector<int> surplus(static_cast<std::size_t>(engines));
    std::set<int> ids;
    for (int round = 0; round < config.rounds; ++round) {
      std::set<int> seen;
      for (const Fixture& f : schedule(config, round, {})) {
        CHECK((seen.insert(f.black).second && seen.insert(f.white).second));
        CHECK(ids.insert(f.id).second);
        ++games[{f.black, f.white}];
        ++surplus[static_cast<std::size_t>(f.black)];
        --surplus[static_cast<std::size_t>(f.white)];
      }
      CHECK(static_cast<int>(seen.size()) == engines / 2 * 2);
      if (round + 1 != cycle) continue;
      // After one cycle everyone has met everyone once, with one colour too many at most.
      for (const int colors : surplus) CHECK(std::abs(colors) <= 1);
      CHECK(static_cast<int>(games.size()) == engines * (engines - 1) / 2);
    }
    // After two cycles everyone has had both colours against everyone.
    CHECK(static_cast<int>(games.size()) == engines * (engines - 1));
    for (const auto& [who, count] : games) CHECK(count == 1);
  }
}

TEST_CASE("in a knockout the winners play on", "[schedule]") {
  for (int engines = 2; engines <= 17; ++engines) {
    const MatchConfig config = config_of(Format::kKnockout, engines, 2);
    CAPTURE(engines);
    std::vector<GameResult> results;
    std::set<int> left, ids;
    for (int i = 0; i < engines; ++i) left.insert(i);
    for (int round = 0; round < rounds(config); ++round) {
      for (const Fixture& f : schedule(config, round, results)) {
        CHECK((left.contains(f.black) && left.contains(f.white)));
        CHECK(ids.insert(f.id).second);
        results.push_back(result_of(f, f.black < f.white ? 2 : -2));
      }
      for (const GameResult& game : results) {
        left.erase(std::max(game.fixture.black, game.fixture.white));
      }
      // Without surprises, the best seeds are left, and byes go to the best.
      const int most = 1 << (rounds(config) - round - 1);
      CHECK(static_cast<int>(left.size()) == std::min(most, engines));
      CHECK(*left.rbegin() == static_cast<int>(left.size()) - 1);
    }
    CHECK(static_cast<int>(results.size()) == planned_games(config));
    CHECK(left == std::set<int>{0});
  }
}

TEST_CASE("pairing a big field is fast", "[schedule]") {
  SplitMix64 random(6);
  MatchConfig config = config_of(Format::kSwiss, 101, 2);
  config.rounds = 30;
  const auto all = play_swiss(config, [&](const Fixture&) { return 2 * random.below(3) - 2; });
  std::map<std::pair<int, int>, int> met;
  for (const auto& fixtures : all) {
    for (const auto& [who, count] : meetings(fixtures)) met[who] += count;
  }
  for (const auto& [who, count] : met) CHECK(count == 2);
}
