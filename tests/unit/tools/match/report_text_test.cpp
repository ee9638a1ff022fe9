// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tests/support/markup.h"
#include "tests/support/results.h"
#include "tests/support/tournament.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using nlohmann::json;
using test::match_summary;
using test::random_results;
using test::tournament_of;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  for (const std::string& line : lines_of(text)) longest = std::max(longest, line.size());
  return longest;
}

Summary tournament_summary(const MatchConfig& config, int games) {
  Summary summary;
  const std::size_t count = config.engines.size();
  summary.games = games * static_cast<int>(count * (count - 1) / 2);
  summary.cross_table.assign(count, std::vector<Score>(count));
  for (std::size_t i = 0; i < count; ++i) {
    EngineSummary engine;
    engine.engine = static_cast<int>(count - 1 - i);  // the last one is the best
    engine.score = {games * 10, 1, games * 9};
    engine.as_black = engine.as_white = {1234, 123, 1234};
    engine.rating = {-1234, 1234};
    engine.discs = {-12.5, 12.5};
    engine.moves = 10;
    engine.seconds = engine.slowest_seconds = 12.3;
    summary.engines.push_back(engine);
    for (std::size_t k = 0; k < count; ++k) {
      if (i != k) summary.cross_table[i][k] = {games / 2, 0, games - games / 2};
    }
  }
  return summary;
}

}  // namespace

TEST_CASE("the summary of a match", "[report]") {
  MatchConfig config = tournament_of({"sumi", "rhino"});
  Summary summary = match_summary();
  CHECK(summary_text(config, summary) ==
        "results of sumi against rhino\n"
        "\n"
        "Games       10: 6 won, 1 drawn, 3 lost, 65.0 %\n"
        "Elo         +107.5 +- 160.5, likelihood of superiority 95.1 %\n"
        "Pairs       0: 1, 1/2: 0, 1: 1, 1 1/2: 1, 2 points: 2\n"
        "Discs       +4.25 +- 6.50 a game\n"
        "Faults      rhino: 2 x time loss, 1 x crash\n"
        "CPU         sumi: 150.0 ms a move\n"
        "Duplicates  3 games equal an earlier one\n"
        "Overhead    0.062 ms a move\n"
        "\n"
        "engine       as black       as white  faults  ms/move  slowest\n"
        "sumi            4-0-1          2-1-2       0    100.0    250.4\n"
        "rhino           2-1-2          1-0-4       3        –        –\n");

  config.sprt = SprtSetup{};
  summary.sprt = SprtState{1.234, -2.94, 2.94, SprtVerdict::kUndecided};
  CHECK_THAT(
      summary_text(config, summary),
      Catch::Contains("\nSPRT        LLR 1.23 (-2.94, 2.94): +5 Elo rather than +0: undecided\n"));
  summary.sprt->verdict = SprtVerdict::kAccepted;
  CHECK_THAT(summary_text(config, summary), Catch::Contains("than +0: accepted\n"));
  summary.sprt->verdict = SprtVerdict::kRejected;
  CHECK_THAT(summary_text(config, summary), Catch::Contains("than +0: rejected\n"));

  summary.meetings[0].elo = {kInfinite, 120.25, kInfinite, 1};
  CHECK_THAT(summary_text(config, summary),
             Catch::Contains("Elo         – (above +120.2), likelihood of superiority 100.0 %\n"));

  Summary none;
  none.engines = {EngineSummary{}, EngineSummary{}};
  none.engines[1].engine = 1;
  CHECK(summary_text(tournament_of({"a", "b"}), none) ==
        "results of a against b\n\nno games yet\n");
}

TEST_CASE("the summary of a tournament", "[report]") {
  const MatchConfig config = tournament_of({"alpha", "beta", "a name of more than twenty"});
  Summary summary = tournament_summary(config, 4);
  summary.engines[0].faults = {{Ending::kHang, 12}};
  summary.cross_table[2] = {{3, 0, 1}, {1, 2, 1}, {}};
  summary.engines[0].rating = {55.5, 20.25};
  const std::string text = summary_text(config, summary);
  CHECK_THAT(text, Catch::StartsWith("round-robin, 3 engines, 12 games\n\n"));
  CHECK_THAT(text, Catch::Contains("  1  a name of more than~     77     40.5   52.6    +56    20  "
                                   "-12.5  12.5\n"));
  CHECK_THAT(text, Catch::Contains("     engine                    1      2      3\n"
                                   "  1  a name of more than~      .  1-2-1  3-0-1\n"
                                   "  2  beta                  2-0-2      .  2-0-2\n"));
  CHECK_THAT(text, Catch::Contains("Faults      a name of more than~: 12 x hang\n"));
  CHECK_THAT(text, !Catch::Contains("Duplicates"));

  summary.engines[1].rating = {kInfinite, kInfinite};
  summary.engines[2].rating = {-0.4, 5};
  CHECK_THAT(summary_text(config, summary), Catch::Contains("      –     –  -12.5  12.5\n"));
  CHECK_THAT(summary_text(config, summary), Catch::Contains("      0     5  -12.5  12.5\n"));
}

TEST_CASE("what has no games is a dash", "[report]") {
  MatchConfig config = tournament_of({"a", "b", "c"});
  std::vector<GameResult> games(2);
  games[0].fixture = {0, 0, 0, 0, 1, 0};
  games[1].fixture = {1, 0, 0, 1, 0, 0};
  for (GameResult& game : games) game.black_score = DiscDiff{2};
  const Summary summary = summarise(config, games);
  const std::string text = summary_text(config, summary);
  CHECK_THAT(text,
             Catch::Contains("  3  c           0        0      –      –     –      –     –\n"));
  CHECK_THAT(text, Catch::Contains("  1  a           .  1-0-1      –\n"));
  CHECK_THAT(text,
             Catch::Contains("c                   –              –       0        –        –\n"));
  const json object = json::parse(summary_json(config, summary));
  const json& last = object["engines"][2];
  for (const char* const key : {"rating", "elo", "superiority", "discs"}) {
    CAPTURE(key);
    CHECK(last[key].is_null());
    CHECK_FALSE(object["engines"][0][key].is_null());
  }

  // Games that are only forfeits count in points, not in Elo.
  config = tournament_of({"a", "b"});
  for (GameResult& game : games) {
    game.black_score.reset();
    game.ending = Ending::kUnplayed;
    game.at_fault = game.fixture.black == 1 ? Color::kBlack : Color::kWhite;
  }
  config.max_faults = 2;
  const std::string match = summary_text(config, summarise(config, games));
  CHECK_THAT(match, Catch::Contains("2 won, 0 drawn, 0 lost"));
  CHECK_THAT(match, Catch::Contains("Elo         –, likelihood of superiority – %\n"));
  CHECK_THAT(match, Catch::Contains("Out         b: 2 games lost unplayed after 2 faults\n"));
}

TEST_CASE("the summary has the engines' settings and their noise", "[report]") {
  const MatchConfig config = tournament_of({"sumi", "rhino"});
  std::vector<GameResult> games(2);
  games[0].fixture = {0, 0, 0, 0, 1, 0};
  games[1].fixture = {1, 0, 0, 1, 0, 0};
  for (GameResult& game : games) game.black_score = DiscDiff{2};
  games[0].engine_info = {
      EngineInfo{"Sumi 1.0: evaluator mlp, weights 'my/networks/s3.sumi', isa v3, "
                 "level 21",
                 0},
      EngineInfo{"Fake \x1B", 12}};
  games[1].engine_info = {games[0].engine_info[1], games[0].engine_info[0]};
  const Summary summary = summarise(config, games);
  const std::string text = summary_text(config, summary);
  CHECK_THAT(text, Catch::Contains("Noise       rhino: 24 lines skipped that were not answers\n"));
  CHECK_THAT(text, Catch::Contains("sumi: Sumi 1.0: evaluator mlp, weights 'my/networks/s3.sumi', "
                                   "isa\n              v3, level 21\n"));
  CHECK_THAT(text, Catch::Contains("rhino: Fake ?\n"));
  CHECK(longest_line(text) <= 80);
  const json object = json::parse(summary_json(config, summary));
  for (const json& engine : object["engines"]) {
    const bool rhino = engine["name"] == "rhino";
    CHECK(engine.value("noise", 0) == (rhino ? 24 : 0));
    CHECK(engine["plays"].size() == 1);
  }
  const std::string html = report_html(config, summary, games);
  CHECK_THAT(html, Catch::Contains("<h2>What engines said</h2>"));
  CHECK_THAT(html, Catch::Contains("Fake ?"));
}

TEST_CASE("tables fit in 80 columns", "[report]") {
  std::vector<std::string> names;
  for (int i = 1; i <= 40; ++i) {
    names.push_back("engine number " + std::to_string(i) + " with a name");
    if (i < 2) continue;
    MatchConfig config;
    for (const std::string& name : names) {
      config.engines.emplace_back();
      config.engines.back().name = name;
    }
    config.format = i == 2 ? Format::kMatch : Format::kSwiss;
    Summary summary = i == 2 ? match_summary() : tournament_summary(config, 1000);
    Progress progress;
    progress.played = 123'456;
    progress.planned = 1'000'000;
    progress.played_this_run = 100;
    progress.seconds = 86'400;
    progress.pipe_ms.assign(static_cast<std::size_t>(i), 0.5);
    const std::string live = live_text(config, summary, progress);
    CAPTURE(i, live);
    CHECK(longest_line(live) <= 80);
    CHECK(lines_of(live).size() <= 20);
    if (i <= 11) CHECK(longest_line(summary_text(config, summary)) <= 80);
  }
}

TEST_CASE("names cannot break a table", "[report]") {
  const MatchConfig config = tournament_of({"a\nb\x1b[31m", "éééééééééééééééééééééé"});
  const std::string text = summary_text(config, match_summary());
  CHECK_THAT(text, Catch::StartsWith("results of a?b?[31m against ééééééééééééééééééé~\n"));
  CHECK(lines_of(text).size() == 14);
}

TEST_CASE("the live display fits the screen", "[report]") {
  const MatchConfig config = tournament_of({"sumi", "rhino"});
  Progress progress;
  progress.played = 10;
  progress.planned = 100;
  progress.played_this_run = 5;
  progress.seconds = 10;
  progress.pipe_ms = {0, 0.054};
  const std::string text = live_text(config, match_summary(), progress);
  CHECK_THAT(text, Catch::StartsWith("results of sumi against rhino\n") &&
                       Catch::Contains("\nPipe delay  rhino 0.05 ms\n") &&
                       Catch::Contains("10%  10 of 100 games  3:00 left\n"));
  CHECK(pipe_text(config, progress) == "Pipe delay  rhino 0.05 ms\n");
  CHECK(pipe_text(config, Progress{}).empty());
  progress.played_this_run = 0;
  CHECK_THAT(live_text(config, match_summary(), progress), Catch::Contains("\n10 of 100 games  "));
  Summary none;
  CHECK_THAT(live_text(config, none, Progress{}), Catch::Contains("no games yet"));
}

TEST_CASE("the summary is written as JSON", "[report]") {
  MatchConfig config = tournament_of({"sumi", "rh\"ino\xFF"});
  Summary summary = match_summary();
  const std::string text = summary_json(config, summary);
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
  const json object = json::parse(text);
  CHECK(object["games"] == 10);
  CHECK(object["format"] == "match");
  CHECK(object["duplicates"] == 3);
  CHECK(object["overhead_ms_per_move"] == 0.0625);
  CHECK(object["sprt"].is_null());
  const json& first = object["engines"][0];
  CHECK(first["name"] == "sumi");
  CHECK(first["wins"] == 6);
  CHECK(first["draws"] == 1);
  CHECK(first["losses"] == 3);
  CHECK(first["points"] == 6.5);
  CHECK(first["pairs"] == json{1, 0, 1, 1, 2});
  CHECK(first["elo"] == 107.5);
  CHECK(first["elo_lower"] == -20.25);
  CHECK(first["elo_upper"] == 300.75);
  CHECK(first["superiority"] == 0.9512);
  CHECK(first["rating"] == 53.7);
  CHECK(first["rating_error"] == 60.2);
  CHECK(first["discs"] == 4.25);
  CHECK(first["discs_error"] == 6.5);
  CHECK(first["as_black"]["wins"] == 4);
  CHECK(first["as_white"]["losses"] == 2);
  CHECK(first["moves"] == 260);
  CHECK(first["seconds"] == 26.0);
  CHECK(first["slowest_seconds"] == 0.2504);
  CHECK(first["cpu_seconds"] == 30);
  CHECK(first["cpu_moves"] == 200);
  CHECK(first["faults"] == json::object());
  CHECK(object["engines"][1]["name"] == "rh\"ino\xEF\xBF\xBD");
  CHECK(object["engines"][1]["faults"] == json{{"time loss", 2}, {"crash", 1}});
  CHECK(object["meetings"][0]["first"] == "sumi");
  CHECK(object["meetings"][0]["losses"] == 3);
  CHECK(object["meetings"][0]["elo_upper"] == 300.75);

  config.sprt = SprtSetup{-1, 4, 0.1, 0.2};
  summary.sprt = SprtState{1.5, -2, 2.5, SprtVerdict::kRejected};
  summary.meetings[0].elo.upper = kInfinite;
  const json more = json::parse(summary_json(config, summary));
  CHECK(more["sprt"] == json{{"elo0", -1.0},
                             {"elo1", 4.0},
                             {"alpha", 0.1},
                             {"beta", 0.2},
                             {"llr", 1.5},
                             {"lower", -2.0},
                             {"upper", 2.5},
                             {"verdict", "rejected"}});
  CHECK(more["meetings"][0]["elo_upper"].is_null());
}

TEST_CASE("games are written as transcripts", "[report]") {
  const MatchConfig config = tournament_of({"si\nx % y", "rhino"});
  std::vector<GameResult> games = random_results(2, 10, 10);
  games[0].black_score.reset();
  games[0].at_fault = Color::kBlack;
  games[0].ending = Ending::kCrash;
  games[1].black_score = DiscDiff{12};
  games[2].black_score = DiscDiff{-4};
  games[3].black_score = DiscDiff{0};
  const std::vector<std::string> lines = lines_of(transcripts(config, games));
  REQUIRE(lines.size() == games.size());
  CHECK_THAT(lines[0], Catch::EndsWith(" % si?x___y rhino W+fault crash of black"));
  CHECK_THAT(lines[1], Catch::EndsWith(" % rhino si?x___y B+12 played out"));
  CHECK_THAT(lines[2], Catch::EndsWith(" W+4 played out"));
  CHECK_THAT(lines[3], Catch::EndsWith(" 0 played out"));
  for (std::size_t i = 0; i < games.size(); ++i) {
    const GameRecord read = parse_game(lines[i]).value();
    CHECK(read.start == games[i].start);
    REQUIRE(read.moves.size() == games[i].moves.size());
    for (std::size_t k = 0; k < read.moves.size(); ++k) {
      CHECK(read.moves[k] == games[i].moves[k].square);
    }
  }
}

TEST_CASE("games from other starts are written with their start", "[report]") {
  const MatchConfig config = tournament_of({"a", "b"});
  for (const int size : {4, 6, 8}) {
    GameResult game;
    game.start = start_position(size).passed();
    game.fixture.white = 1;
    Game moves(game.start);
    for (int i = 0; i < 3; ++i) {
      const Square s = first_square(moves.legal_moves());
      game.moves.push_back({moves.position().to_move, s, 0, std::nullopt});
      REQUIRE(moves.play(s));
    }
    game.black_score = DiscDiff{2};
    const std::vector<GameResult> games = {game};
    const GameRecord transcript = parse_game(transcripts(config, games)).value();
    CHECK(transcript.start == game.start);
    CHECK(transcript.moves.size() == 3);
    const GameRecord record = parse_ggf(ggf(config, games)).value();
    CHECK(record.start == game.start);
    CHECK(record.moves == transcript.moves);
    const json object = json::parse(json_lines(config, games));
    CHECK(object["start"] == sumi::to_text(game.start));
    CHECK(object["moves"][0]["move"] == sumi::to_text(game.moves[0].square, size));
  }
}

TEST_CASE("games are written as GGF", "[report]") {
  MatchConfig config = tournament_of({"sumi [1]", "rhino"});
  config.time = {TimeControl::Kind::kGame, Millis(90'000), Millis(0)};
  config.engines[1].time = TimeControl{TimeControl::Kind::kGame, Millis(300'000), Millis(2000)};
  std::vector<GameResult> games = random_results(2, 2, 2);
  games[1].black_score.reset();
  games[1].at_fault = Color::kWhite;
  games[1].ending = Ending::kTimeLoss;
  games[1].detail = "took 1.5 s";
  const std::vector<std::string> lines = lines_of(ggf(config, games));
  REQUIRE(lines.size() == 4);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const GameRecord read = parse_ggf(lines[i]).value();
    REQUIRE(read.moves.size() == games[i].moves.size());
    REQUIRE(read.notes.size() == read.moves.size());
    for (std::size_t k = 0; k < read.moves.size(); ++k) {
      const TimedMove& move = games[i].moves[k];
      CHECK(read.moves[k] == move.square);
      CHECK(read.notes[k].discs.has_value() == move.evaluation.has_value());
      if (move.seconds > 0) CHECK(read.notes[k].seconds == Approx(move.seconds));
      if (k < 8) CHECK_FALSE(read.notes[k].seconds);
    }
  }
  const GameRecord first = parse_ggf(lines[0]).value();
  CHECK(first.black == "sumi [1]");
  CHECK(first.white == "rhino");
  CHECK(first.black_clock == "1:30");
  CHECK(first.white_clock == "5:00/0:02");
  CHECK(first.date == "2026-11-21 12:40:00 GMT");
  CHECK(result_score(first.result) == games[0].black_score->discs);
  CHECK(first.comment.empty());
  const GameRecord lost = parse_ggf(lines[1]).value();
  CHECK(lost.result == "+64.000:t");
  CHECK(lost.comment == "time loss of white: took 1.5 s");

  config.time = {TimeControl::Kind::kMove, Millis(100), Millis(0)};
  games[1].ending = Ending::kResigned;
  games[2].black_score.reset();
  games[2].at_fault = Color::kBlack;
  games[2].ending = Ending::kIllegalMove;
  const std::vector<std::string> other = lines_of(ggf(config, games));
  CHECK(parse_ggf(other[0]).value().black_clock.empty());
  CHECK(parse_ggf(other[1]).value().result == "+64.000:r");
  CHECK(parse_ggf(other[2]).value().result == "-64.000:l");
}

TEST_CASE("games are written as PGN in which White moves first", "[report]") {
  const MatchConfig config = tournament_of({"su\"mi\\", "rhino"});
  std::vector<GameResult> games = random_results(2, 2, 2);
  games[0].black_score = DiscDiff{12};
  games[1].black_score = DiscDiff{0};
  games[2].black_score.reset();
  games[2].at_fault = Color::kBlack;
  games[2].ending = Ending::kCrash;
  games[3].ending = Ending::kUnplayed;
  const std::string text = pgn(config, games);
  CHECK_THAT(text, Catch::StartsWith("[Event \"sumi-match\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n"
                                     "[Round \"1.0\"]\n[White \"su\\\"mi\\\\\"]\n"
                                     "[Black \"rhino\"]\n[Result \"1-0\"]\n"));
  CHECK_THAT(text, Catch::Contains("\n\n1. " + sumi::to_text(games[0].moves[0].square, 8) + " " +
                                   sumi::to_text(games[0].moves[1].square, 8) + " 2. "));
  CHECK(test::count_of(text, "[Result \"1/2-1/2\"]") == 1);
  CHECK_THAT(text, Catch::Contains("[Result \"0-1\"]\n[Variant \"Reversi\"]\n"
                                   "[Termination \"crash of black\"]"));
  CHECK(test::count_of(text, "[Result ") == 3);
  CHECK(test::count_of(text, " 1/2-1/2\n\n") + test::count_of(text, "\n1/2-1/2\n\n") == 1);
}

TEST_CASE("games are written as JSON lines", "[report]") {
  const MatchConfig config = tournament_of({"sumi", "rhino\xFF"});
  std::vector<GameResult> games = random_results(2, 2, 1);
  games[1].fixture.round = 3;
  games[1].black_score.reset();
  games[1].at_fault = Color::kBlack;
  games[1].ending = Ending::kBadAnswer;
  games[1].detail = "said \"?\"";
  games[2].black_score = DiscDiff{12};
  games[2].moves[8].evaluation = Evaluation{-2.5, 12, true, 123456};
  games[2].moves[8].seconds = 0.0123456789;
  const std::vector<std::string> lines = lines_of(json_lines(config, games));
  REQUIRE(lines.size() == 4);

  const json lost = json::parse(lines[1]);
  CHECK(lost["id"] == 1);
  CHECK(lost["pair"] == 0);
  CHECK(lost["round"] == 3);
  CHECK(lost["black"] == "rhino\xEF\xBF\xBD");
  CHECK(lost["white"] == "sumi");
  CHECK(lost["result"] == "W+fault");
  CHECK(lost["score"].is_null());
  CHECK(lost["ending"] == "bad answer");
  CHECK(lost["at_fault"] == "black");
  CHECK(lost["detail"] == "said \"?\"");

  const json won = json::parse(lines[2]);
  CHECK(won["result"] == "B+12");
  CHECK(won["score"] == 12);
  CHECK(won["ending"] == "played out");
  CHECK(won["at_fault"].is_null());
  CHECK_FALSE(won.contains("start"));
  CHECK(won["opening"].get<std::string>().size() == 16);
  CHECK(won["moves"].size() == games[2].moves.size());
  CHECK(won["moves"][0]["move"] == won["opening"].get<std::string>().substr(0, 2));
  CHECK_FALSE(won["moves"][0].contains("score"));
  const json& move = won["moves"][8];
  CHECK(move["score"] == -2.5);
  CHECK(move["depth"] == 12);
  CHECK(move["nodes"] == 123456);
  CHECK(move["exact"] == true);
  CHECK(move["seconds"] == 0.012346);
  CHECK(won["seconds"] == 2.5);
  CHECK(won["date"] == "2026-11-21T12:40:00Z");

  games[1].ending = Ending::kResigned;
  const json resigned = json::parse(lines_of(json_lines(config, games))[1]);
  CHECK(resigned["result"] == "W+resign");
  CHECK(resigned["ending"] == "resigned");
  CHECK(resigned["at_fault"].is_null());
  CHECK_THAT(transcripts(config, games), Catch::Contains(" W+resign black resigned\n"));
  games[1].ending = Ending::kResignRule;
  CHECK(result_text(games[1]) == "W+rule");
  CHECK(ending_text(games[1]) == "resign rule: black lost");
  CHECK_THAT(ggf(config, games), Catch::Contains("RE[-64.000:r]"));
  games[1].ending = Ending::kUnplayed;
  CHECK(result_text(games[1]) == "W+unplayed");
  CHECK(ending_text(games[1]) == "unplayed: black is out");
  games[1].at_fault.reset();
  CHECK(result_text(games[1]) == "none");
  CHECK(ending_text(games[1]) == "unplayed");
}
