// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tests/support/engines.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/player.h"
#include "tools/match/referee.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using Catch::Matchers::Contains;

namespace {

using Kind = TimeControl::Kind;

Square first_move(const Position& p) { return first_square(rules::legal_moves(p.board, p.size)); }

/// Plays the first legal move at once unless scripted otherwise, and logs what it is sent.
class ScriptedPlayer final : public Player {
 public:
  using Script = std::function<Outcome<Answer>(const Position&, const TurnClock&)>;

  explicit ScriptedPlayer(Script script = {}) : script_(std::move(script)) {}

  Outcome<void> new_game(const Position& start, Color, const TimeControl& time,
                         std::uint64_t seed) override {
    heard = "start ";
    size_ = start.size;
    control = time;
    this->seed = seed;
    clocks.clear();
    return {};
  }
  Outcome<void> play(Color color, Square square) override {
    note(color, square);
    return {};
  }
  Outcome<void> pass(Color color) override {
    note(color, Square::kPass);
    return {};
  }
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override {
    clocks.push_back(clock.remaining.count());
    if (script_) return script_(position, clock);
    const Answer answer{first_move(position), false, 0, Evaluation{1.5, 2, false, 3}};
    note(position.to_move, answer.square);
    return answer;
  }
  void interrupt() override {}
  void restart() override { ++restarts; }
  std::optional<double> cpu_seconds() const override { return cpu; }
  double pipe_seconds() const override { return 0; }

  std::string heard;  ///< "start black:d3 white:pass ", including its own moves.
  TimeControl control;
  std::uint64_t seed = 0;
  std::vector<long> clocks;  ///< In milliseconds, at each of its moves.
  int restarts = 0;
  std::optional<double> cpu;

 private:
  void note(Color color, Square square) {
    heard += fmt::format("{}:{} ", to_text(color), to_text(square, size_));
  }

  Script script_;
  int size_ = 8;
};

Answer answer_of(std::string_view square, bool resigned = false, double seconds = 0) {
  return {*parse_square(square), resigned, seconds, std::nullopt};
}

ScriptedPlayer::Script always(const Answer& answer) {
  return [answer](const Position&, const TurnClock&) { return answer; };
}

/// Plays the first legal move after `seconds`.
ScriptedPlayer::Script taking(double seconds) {
  return [seconds](const Position& p, const TurnClock&) {
    return Answer{first_move(p), false, seconds, std::nullopt};
  };
}

MatchConfig config_of(const TimeControl& time = {Kind::kMove, Millis(1000), {}}, int size = 8) {
  MatchConfig config;
  config.engines.resize(2);
  config.time = time;
  config.size = size;
  return config;
}

const Fixture kFixture{7, 3, 0, 0, 1, 5};

GameResult play(const MatchConfig& config, Player& black, Player& white,
                const GameRecord& opening = {}) {
  Referee referee(config);
  auto game = referee.play(kFixture, opening, black, white, {});
  REQUIRE(game);
  return std::move(*game);
}

/// The moves as text, including passes. Checks that each is legal and of the right colour, and that
/// the game ends where it should.
std::string line_of(const GameResult& game) {
  Position position = game.start;
  std::string text;
  for (const TimedMove& move : game.moves) {
    CHECK(move.color == position.to_move);
    const Bitboard flipped = rules::flips(position.board, move.square, position.size);
    if (move.square == Square::kPass) {
      REQUIRE(rules::must_pass(position.board, position.size));
      position = position.passed();
    } else {
      REQUIRE(flipped != 0);
      position = {position.board.played(move.square, flipped), !position.to_move, position.size};
    }
    text += to_text(move.square, position.size) + " ";
  }
  if (game.ending == Ending::kPlayedOut) {
    CHECK(rules::game_over(position.board, position.size));
    const int score = final_score(position.board, position.size).discs;
    CHECK(game.black_score->discs == (position.to_move == Color::kBlack ? score : -score));
  }
  return text;
}

bool has_pass(const GameResult& game) {
  return std::ranges::any_of(game.moves,
                             [](const TimedMove& m) { return m.square == Square::kPass; });
}

GameRecord opening(std::string_view text, int size = 8) {
  const auto game = parse_game(text, size);
  REQUIRE(game);
  return *game;
}

/// Openings that mostly lead to passes if both sides play the first legal move.
GameRecord random_start(std::uint64_t seed, int plies, int size = 8) {
  SplitMix64 random(seed);
  GameRecord record;
  record.start = start_position(size);
  Game game(record.start);
  for (int i = 0; i < plies && !game.over(); ++i) {
    const Bitboard moves = game.legal_moves();
    const Square square = moves ? test::random_square(random, moves) : Square::kPass;
    REQUIRE(game.play(square));
    record.moves.push_back(square);
  }
  return record;
}

struct FakeGames : test::IgnoreSigpipe {
  std::unique_ptr<Player> fake(std::string_view modes, Millis hang_after = Millis(5000),
                               PassStyle pass = PassStyle::kAuto) {
    EngineSpec spec = test::fake_spec(modes);
    spec.pass = pass;
    auto player = make_player(spec, {8, hang_after, log.path()});
    REQUIRE(player);
    return std::move(*player);
  }

  /// Processes with output in the log.
  std::set<pid_t> pids() const {
    std::set<pid_t> found;
    const std::string text = log.contents();
    for (std::size_t at = text.find("Z "); at != text.npos; at = text.find("Z ", at + 1)) {
      found.insert(std::atoi(text.c_str() + at + 2));
    }
    return found;
  }

  test::TemporaryFile log;
};

}  // namespace

TEST_CASE("a game follows the rules to its end", "[match]") {
  const MatchConfig config = config_of();
  ScriptedPlayer black, white;
  int passes = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GameRecord start = random_start(seed, 8);
    const GameResult game = play(config, black, white, start);
    CHECK(game.fixture == kFixture);
    CHECK(game.start == start.start);
    CHECK(game.opening_moves == 8);
    CHECK(game.ending == Ending::kPlayedOut);
    CHECK(!game.at_fault);
    CHECK(game.detail.empty());
    line_of(game);
    // Each player gets all moves in order, including passes and its own moves.
    std::string all = "start ";
    for (const TimedMove& move : game.moves) {
      all += fmt::format("{}:{} ", to_text(move.color), to_text(move.square));
    }
    CHECK(black.heard == all);
    CHECK(white.heard == all);
    CHECK(black.seed != white.seed);
    passes += has_pass(game);
  }
  CHECK(passes > 5);
  CHECK(black.restarts == 0);
}

TEST_CASE("evaluations are stored for an engine's own moves only", "[match]") {
  const MatchConfig config = config_of();
  ScriptedPlayer black(taking(0.25)), white;
  const GameResult game = play(config, black, white, opening("d3c3c4"));
  REQUIRE(game.opening_moves == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(game.moves[i].seconds == 0);
    CHECK(!game.moves[i].evaluation);
  }
  for (std::size_t i = 3; i < game.moves.size(); ++i) {
    const TimedMove& move = game.moves[i];
    if (move.square == Square::kPass) continue;
    const bool is_white = move.color == Color::kWhite;
    CHECK(move.seconds == (is_white ? 0 : 0.25));
    CHECK(move.evaluation ==
          (is_white ? std::optional(Evaluation{1.5, 2, false, 3}) : std::nullopt));
  }
}

TEST_CASE("a game has a date and its overhead", "[match]") {
  const MatchConfig config = config_of();
  ScriptedPlayer black, white;
  const GameResult game = play(config, black, white);
  REQUIRE(game.date.size() == 20);
  CHECK(game.date.substr(0, 2) == "20");
  CHECK(game.date[10] == 'T');
  CHECK(game.date[19] == 'Z');
  CHECK(game.seconds > 0);
  CHECK(game.seconds < 1);
  CHECK(game.overhead_seconds == game.seconds);  // they claim to use no time

  ScriptedPlayer hasty(taking(1));
  CHECK(play(config, hasty, white).overhead_seconds == 0);  // never negative
}

TEST_CASE("CPU time counts from the end of the opening", "[match]") {
  double* used = nullptr;
  ScriptedPlayer black([&](const Position& p, const TurnClock&) {
    *used += 0.25;
    return Answer{first_move(p), false, 0, std::nullopt};
  });
  black.cpu = 7.0;  // for example, from a self-test
  used = &*black.cpu;
  ScriptedPlayer white, other;
  white.cpu = 3.0;
  const GameResult game = play(config_of(), black, white);
  const auto own = std::ranges::count_if(game.moves, [](const TimedMove& move) {
    return move.color == Color::kBlack && move.square != Square::kPass;
  });
  CHECK(game.engine_info[0].cpu_seconds == 0.25 * static_cast<double>(own));
  CHECK(game.engine_info[1].cpu_seconds == 0);
  CHECK(play(config_of(), other, white).engine_info[0].cpu_seconds == 0);  // unknown
}

TEST_CASE("seeds depend on the game and the side", "[match]") {
  MatchConfig config = config_of();
  ScriptedPlayer black, white;
  std::set<std::uint64_t> seeds;
  for (config.seed = 1; config.seed <= 3; ++config.seed) {
    for (int id = 0; id < 10; ++id) {
      REQUIRE(Referee(config).play({id, 0, 0, 0, 1, 0}, {}, black, white, {}));
      seeds.insert({black.seed, white.seed});
    }
  }
  CHECK(seeds.size() == 60);
  config.seed = 1;
  REQUIRE(Referee(config).play({4, 9, 0, 1, 0, 8}, {}, black, white, {}));
  CHECK(seeds.count(black.seed) == 1);
}

TEST_CASE("openings may start from any position and contain passes", "[match]") {
  const MatchConfig config = config_of();
  ScriptedPlayer black, white;
  // Black must pass at once; White's move ends the game.
  const GameRecord stuck = opening("OX------" + std::string(56, '-') + " X");
  GameResult game = play(config, black, white, stuck);
  CHECK(line_of(game) == "pass c1 ");
  CHECK(game.black_score == DiscDiff{-64});
  CHECK(black.heard == "start black:pass white:c1 ");
  CHECK(game.opening_moves == 0);

  GameRecord told = stuck;
  told.moves = {Square::kPass};
  game = play(config, black, white, told);
  CHECK(line_of(game) == "pass c1 ");
  CHECK(game.opening_moves == 1);

  told.moves = {*parse_square("c1")};  // an implied pass
  game = play(config, black, white, told);
  CHECK(line_of(game) == "pass c1 ");
  CHECK(game.opening_moves == 2);
}

TEST_CASE("faults on the board lose the game", "[match]") {
  const MatchConfig config = config_of();
  const Color guilty = GENERATE(Color::kBlack, Color::kWhite);
  const auto lost = [&](const Answer& answer) {
    ScriptedPlayer bad(always(answer)), good;
    const bool black = guilty == Color::kBlack;
    const GameResult game =
        play(config, black ? bad : good, black ? good : bad, opening("d3c3c4e3"));
    CHECK(game.at_fault == guilty);
    CHECK(!game.black_score);
    CHECK(game.moves.size() == (black ? 4 : 5));
    CHECK(bad.restarts == (is_fault(game.ending) ? 1 : 0));
    CHECK(good.restarts == 0);
    return std::pair(game.ending, game.detail);
  };
  const std::string color(to_text(guilty));
  CHECK(lost(answer_of("d4")).first == Ending::kIllegalMove);
  CHECK_THAT(lost(answer_of("h8")).second, Contains("played h8 as " + color + ", in "));
  CHECK(lost(answer_of("pass")).first == Ending::kWrongPass);
  CHECK_THAT(lost(answer_of("pass")).second, Contains("passed as " + color));
  CHECK(lost(answer_of("a1", true)) == std::pair(Ending::kResigned, "resigned as " + color));
  CHECK(lost(answer_of("f6", false, 2)).first == Ending::kTimeLoss);
}

TEST_CASE("time per move includes the margin", "[match]") {
  MatchConfig config = config_of({Kind::kMove, Millis(100), {}});
  config.time_margin = Millis(20);
  ScriptedPlayer in_time(taking(0.1199)), late(taking(0.1201)), other;
  CHECK(play(config, in_time, other).ending == Ending::kPlayedOut);
  const GameResult game = play(config, other, late);
  CHECK(game.ending == Ending::kTimeLoss);
  CHECK(game.at_fault == Color::kWhite);
  CHECK(game.detail == "took 0.120 s for a move of white with 0.100 s left");
  CHECK(late.clocks == std::vector<long>{100});

  config.time = {};
  CHECK(play(config, late, other).ending == Ending::kPlayedOut);
}

TEST_CASE("a game clock runs down, and increments are added after each move", "[match]") {
  MatchConfig config = config_of({Kind::kGame, Millis(10'000), Millis(500)});
  ScriptedPlayer black(taking(1.25)), white;
  const GameResult game = play(config, black, white);
  CHECK(game.ending == Ending::kTimeLoss);
  CHECK(game.at_fault == Color::kBlack);
  // 10 s less 0.75 s per move. With 1 s left, a move of 1.25 s is too long.
  REQUIRE(black.clocks.size() == 13);
  for (std::size_t i = 0; i < black.clocks.size(); ++i) {
    CHECK(black.clocks[i] == 10'000 - 750 * static_cast<long>(i));
  }
  CHECK(white.clocks[1] == 10'500);  // its own clock
  CHECK(std::ranges::count_if(game.moves, [](const TimedMove& m) {
          return m.color == Color::kBlack && m.square != Square::kPass;
        }) == 12);  // the late move does not count

  // The margin is per clock, not per move.
  config.time = {Kind::kGame, Millis(100), {}};
  config.time_margin = Millis(50);
  ScriptedPlayer overdrawing(taking(0.06));
  CHECK(play(config, overdrawing, white).ending == Ending::kTimeLoss);
  CHECK(overdrawing.clocks == std::vector<long>{100, 40, 0});
}

TEST_CASE("an engine may have its own time control", "[match]") {
  MatchConfig config = config_of({Kind::kMove, Millis(100), {}});
  config.engines[1].time = TimeControl{Kind::kGame, Millis(3000), Millis(0)};
  ScriptedPlayer black, white;
  play(config, black, white);
  CHECK(black.control == config.time);
  CHECK(white.control == *config.engines[1].time);
  CHECK(black.clocks[0] == 100);
  CHECK(white.clocks[0] == 3000);
}

TEST_CASE("a cancelled game has no result", "[match]") {
  const MatchConfig config = config_of();
  ScriptedPlayer black, white;
  Referee referee(config);
  int asked = 0;
  CHECK(!referee.play(kFixture, {}, black, white, [&] { return ++asked == 10; }));
  CHECK(black.clocks.size() + white.clocks.size() == 9);
  CHECK(referee.play(kFixture, {}, black, white, [] { return false; }));
}

TEST_CASE("adjudication gives the result of best play", "[match]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const int size = seed % 3 == 0 ? 6 : 8;
    MatchConfig config = config_of({Kind::kMove, Millis(1000), {}}, size);
    config.adjudicate_empties = 8;
    ScriptedPlayer black, white;
    const GameResult game = play(config, black, white, random_start(seed, 12, size));
    if (game.ending == Ending::kPlayedOut) continue;  // over before adjudication
    REQUIRE(game.ending == Ending::kAdjudicated);
    CHECK(!game.at_fault);
    line_of(game);
    Position last = game.start;
    for (const TimedMove& m : game.moves) {
      last = m.square == Square::kPass
                 ? last.passed()
                 : Position{last.board.played(m.square, rules::flips(last.board, m.square, size)),
                            !last.to_move, size};
    }
    CHECK(empties(last.board, size) == 8);
    CHECK(!rules::must_pass(last.board, size));
    if (size != 8) continue;  // the reference supports only 8x8
    const int best = test::BruteForce().solve(last.board);
    CHECK(game.black_score->discs == (last.to_move == Color::kBlack ? best : -best));
  }
}

TEST_CASE("the resign rule ends games that both engines call lost", "[match]") {
  const auto calling = [](std::optional<double> discs, int from = 0) {
    int moves = 0;
    return [=](const Position& p, const TurnClock&) mutable {
      Answer answer{first_move(p), false, 0, std::nullopt};
      if (discs && moves++ >= from) answer.evaluation = Evaluation{*discs, 1, false, 1};
      return answer;
    };
  };
  MatchConfig config = config_of();
  const auto result = [&](ScriptedPlayer::Script black_calls, ScriptedPlayer::Script white_calls) {
    ScriptedPlayer black(std::move(black_calls)), white(std::move(white_calls));
    const GameResult game = play(config, black, white, opening("f5d6"));
    CHECK(black.restarts + white.restarts == 0);
    return game;
  };
  CHECK(result(calling(-30), calling(30)).ending == Ending::kPlayedOut);  // off by default

  config.resign_rule = ResignRule{2, 20};
  const GameResult game = result(calling(-30), calling(20, 1));
  CHECK(game.ending == Ending::kResignRule);
  CHECK(game.at_fault == Color::kBlack);
  CHECK(!game.black_score);
  CHECK(game.moves.size() == 2 + 6);  // White begins to call it with its second move
  CHECK_THAT(game.detail, Contains("lost by 20 discs or more in 2 moves each"));
  CHECK(result(calling(20), calling(-20)).at_fault == Color::kWhite);
  for (const double other : {19.5, -30.0}) {
    CHECK(result(calling(-30), calling(other)).ending == Ending::kPlayedOut);
  }
  CHECK(result(calling(-30), calling(std::nullopt)).ending == Ending::kPlayedOut);

  // White passes after Black's a7, and Black begins to call it with b7; passes do not count.
  config.resign_rule = ResignRule{1, 20};
  const GameResult passed = result(calling(-30, 22), calling(20));
  CHECK(passed.ending == Ending::kResignRule);
  REQUIRE(passed.moves.size() == 47);
  CHECK(passed.moves[45].square == Square::kPass);
}

TEST_CASE("adjudication on small boards: White wins 4x4 by 10", "[match]") {
  MatchConfig config = config_of({}, 4);
  config.adjudicate_empties = 12;
  ScriptedPlayer black, white;
  GameRecord start;
  start.start = start_position(4);
  const GameResult game = play(config, black, white, start);
  CHECK(game.ending == Ending::kAdjudicated);
  CHECK(game.moves.empty());
  CHECK(game.black_score == DiscDiff{-10});
}

TEST_CASE("games of Sumi against itself are reproducible", "[match]") {
  const int size = GENERATE(4, 8);
  EngineSpec spec;
  spec.name = "sumi";
  spec.options = {{"hash-mib", "1"}};
  if (size == 8) spec.options.emplace_back("depth", "1");
  MatchConfig config = config_of({}, size);
  const auto one = make_player(spec, {size, Millis(1000), ""});
  const auto two = make_player(spec, {size, Millis(1000), ""});
  const GameRecord start = random_start(3, 2, size);
  const GameResult game = play(config, **one, **two, start);
  CHECK(game.ending == Ending::kPlayedOut);
  const std::string line = line_of(game);
  CHECK(line_of(play(config, **one, **two, start)) == line);
  CHECK(line_of(play(config, **two, **one, start)) == line);
}

TEST_CASE_METHOD(FakeGames, "all pass styles lead to the same game", "[match]") {
  const MatchConfig config = config_of({Kind::kMove, Millis(20'000), {}});
  ScriptedPlayer black, white;
  const auto [style, modes] = GENERATE(table<PassStyle, std::string>({
      {PassStyle::kTell, "strict"},
      {PassStyle::kAsk, "strict"},
      {PassStyle::kOmit, "ok"},
      {PassStyle::kOmit, "no-pass upper"},
      {PassStyle::kAuto, "strict crlf"},
      {PassStyle::kAuto, "no-pass"},
  }));
  CAPTURE(static_cast<int>(style), modes);
  const auto one = fake(modes, Millis(5000), style);
  const auto two = fake(modes, Millis(5000), style);
  int passes = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GameRecord start = random_start(seed, 8);
    const GameResult want = play(config, black, white, start);
    if (!has_pass(want)) continue;
    ++passes;
    const GameResult got = play(config, *one, *two, start);
    CHECK(got.detail == "");
    CHECK(line_of(got) == line_of(want));
    CHECK(got.black_score == want.black_score);
  }
  CHECK(passes >= 5);
  CHECK(pids().size() == 2);  // no restarts
}

TEST_CASE_METHOD(FakeGames, "an engine's fault ends only one game", "[match][posix]") {
  const auto [mode, ending] = GENERATE(table<std::string, Ending>({
      {"crash 2", Ending::kCrash},
      {"segv 2", Ending::kCrash},
      {"die-at-start", Ending::kCrash},
      {"hang 2", Ending::kHang},
      {"cheat 2", Ending::kIllegalMove},
      {"pass 2", Ending::kWrongPass},
      {"resign 2", Ending::kResigned},
      {"late 2 120", Ending::kTimeLoss},
      {"flood 2", Ending::kFlood},
      {"floodlines 2", Ending::kFlood},
      {"fail 2", Ending::kBadAnswer},
  }));
  const bool black_is_bad = GENERATE(true, false);
  CAPTURE(mode, black_is_bad);
  MatchConfig config = config_of({Kind::kMove, Millis(80), {}});
  const test::TemporaryFile once;
  {
    const auto bad = fake(fmt::format("{} once {}", mode, once.path()), Millis(200));
    ScriptedPlayer good;
    Player& black = black_is_bad ? *bad : good;
    Player& white = black_is_bad ? good : *bad;
    const StopWatch watch;
    const GameResult game = play(config, black, white);
    CHECK(watch.elapsed() < Millis(1500));  // even a hang costs only its limit
    CHECK(game.ending == ending);
    CHECK(game.at_fault == (black_is_bad ? Color::kBlack : Color::kWhite));
    CHECK(!game.black_score);
    CHECK(!game.detail.empty());
    CHECK(good.restarts == 0);
    const bool restarts = is_fault(ending);
    for (const pid_t pid : pids()) CHECK(test::is_gone(pid) == restarts);

    config.time.main = Millis(10'000);
    const GameResult next = play(config, black, white);
    CHECK(next.ending == Ending::kPlayedOut);
    CHECK(next.detail == "");
    CHECK(pids().size() == (restarts ? 2 : 1));
  }
  for (const pid_t pid : pids()) CHECK(test::is_gone(pid));
}

TEST_CASE_METHOD(FakeGames, "of two faulty engines, the first to fail loses", "[match]") {
  const MatchConfig config = config_of();
  const auto black = fake("crash 2"), white = fake("crash 1");
  CHECK(play(config, *black, *white).at_fault == Color::kWhite);
}

TEST_CASE_METHOD(FakeGames, "an engine that refuses the opponent's move is at fault", "[match]") {
  const MatchConfig config = config_of();
  const auto black = fake("refuse play");
  ScriptedPlayer white;
  const GameResult game = play(config, *black, white);
  CHECK(game.ending == Ending::kBadAnswer);
  CHECK(game.at_fault == Color::kBlack);
  CHECK_THAT(game.detail, Contains("answered '? not today' to 'play white"));
}
