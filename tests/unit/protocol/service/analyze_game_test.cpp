// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/service_json.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/search_memo.h"
#include "tests/support/boards.h"
#include "tests/support/fake_book.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <sstream>
#include <utility>

using namespace sumi;
using namespace sumi::protocol;

namespace {

EngineOptions small_engine(int size = 8) {
  EngineOptions options;
  options.hash_mib = 4;
  options.evaluator = "mobility";
  options.size = size;
  return options;
}

/// For solving more than 20 empties, which takes five times as long by mobility alone.
EngineOptions solving_engine() {
  EngineOptions options = small_engine();
  options.evaluator = "nnue";
  return options;
}

AnalysisSetup exact_setup() {
  AnalysisSetup setup;
  setup.limits.exact_at_empties = 64;
  setup.settings.text = "exact";
  return setup;
}

AnalysisSetup depth_setup(int depth) {
  AnalysisSetup setup;
  setup.limits.depth = depth;
  setup.settings.text = "depth";
  return setup;
}

/// The score of best play, on a board of any size.
int brute_force(const Board& b, int size) {
  const Bitboard moves = rules::legal_moves(b, size);
  if (moves == 0) {
    return rules::game_over(b, size) ? final_score(b, size).discs : -brute_force(b.passed(), size);
  }
  int best = -64;
  for (Bitboard left = moves; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    best = std::max(best, -brute_force(b.played(s, rules::flips(b, s, size)), size));
  }
  return best;
}

Board child(const Position& p, Square s) {
  return p.board.played(s, rules::flips(p.board, s, p.size));
}

/// The last `empties` moves of a random game; fewer if it ends early.
GameRecord random_end(SplitMix64& random, int size, int most_empties) {
  GameRecord record;
  record.start = start_position(size);
  Game game(record.start);
  while (!game.over()) {
    const bool before = empties(game.position().board, size) > most_empties;
    const Bitboard moves = game.legal_moves();
    const Square s = moves == 0 ? Square::kPass : test::random_square(random, moves);
    game.play(s).value();
    if (before) {
      record.start = game.position();
    } else {
      record.moves.push_back(s);
    }
  }
  return record;
}

/// The final score of a line, for the side to move at its start.
int score_of(const Position& p, const Line& line) {
  Game game(p);
  for (const Square s : line) game.play(s).value();
  REQUIRE(game.over());
  const int black = game.black_score().discs;
  return p.to_move == Color::kBlack ? black : -black;
}

void check_exact(const GameAnalysis& analysis) {
  for (const AnalyzedMove& move : analysis.moves) {
    const int size = move.before.size;
    INFO("move " << move.number << " of size " << size);
    CHECK(move.best.exact);
    CHECK(move.after.exact);
    CHECK(move.best.discs == brute_force(move.before.board, size));
    CHECK(move.after.discs == -brute_force(child(move.before, move.played), size));
    CHECK(move.lost == move.best.discs - move.after.discs);
    REQUIRE(!move.best_line.empty());
    CHECK(score_of(move.before, move.best_line) == move.best.discs);
    CHECK(score_of(move.before, move.played_line) == move.after.discs);
    CHECK(move.played_line[0] == move.played);
    CHECK((move.lost > 0 || move.best_line[0] == move.played));
  }
}

Score for_other_side(Score score) {
  score.discs = 0 - score.discs;
  return score;
}

/// Requires one value per position: after the move to it and before the next one, across passes.
void check_one_value(const GameAnalysis& analysis) {
  for (std::size_t i = 0; i + 1 < analysis.moves.size(); ++i) {
    const AnalyzedMove &move = analysis.moves[i], &next = analysis.moves[i + 1];
    INFO("move " << move.number);
    const bool passed = next.before.to_move == move.before.to_move;
    CHECK(move.after == (passed ? next.best : for_other_side(next.best)));
  }
}

/// `surely`: depth of the searches that verify marks.
void check_invariants(const GameAnalysis& analysis, int surely) {
  int black = 0, white = 0;
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    const AnalyzedMove& move = analysis.moves[i];
    INFO("move " << move.number);
    CHECK(move.number == static_cast<int>(i) + 1);
    CHECK(analysis.game.moves[move.index] == move.played);
    CHECK(analysis.game.replay(move.index).position() == move.before);
    CHECK(move.best.discs >= move.after.discs);
    CHECK(std::abs(move.best.discs) <= 64);
    CHECK(move.lost == move.best.discs - move.after.discs);
    CHECK(test::legal_line(move.before.board, move.best_line));
    CHECK(test::legal_line(move.before.board, move.played_line));
    CHECK(move.played_line[0] == move.played);
    if (move.best_line[0] == move.played) CHECK(move.best.discs == move.after.discs);
    if (move.best.exact) CHECK(move.after.exact);
    const bool searched = !move.best.exact && !move.best.book;
    const int left = move.before.board.empties();
    if (searched && move.mark != Mark::kNone) CHECK(move.best.depth >= std::min(surely, left));
    CHECK((move.confidence == 1 || (searched && move.mark != Mark::kNone) || move.best.book));
    if (move.forced) CHECK(move.lost == 0);
    // The move played was searched at least as far into the game as the best one.
    if (searched && move.mark != Mark::kNone) CHECK(move.after.depth >= std::min(surely, left) - 1);
    if (!move.forced) ++(move.before.to_move == Color::kBlack ? black : white);
  }
  check_one_value(analysis);
  CHECK(analysis.of(Color::kBlack).all.moves == black);
  CHECK(analysis.of(Color::kWhite).all.moves == white);
}

/// Two tournament games of 1999, from WTHOR.
const std::string kGames[] = {
    "f5d6c4g5f6f4g6e3h5c5d3f3c3e6g4g3e7h4b6d7d2e2f7c6c8b4b3b5c2d1"
    "a3c7c1f2a5a6d8a4a7e1f1g2a2b2a1b1h2h3b7h1g1h7h6g7h8g8f8a8b8e8",
    "f5d6c5f4e3c6f3c3d3c4b3d2b4b5c2a4c1g5h6g4h5e2d1g3d7e7f2e6h4c7"
    "a6b6d8e8a3c8a5h2f7f6g7f1h3f8e1h8h1b1a7b2b7g1a1a2g2a8b8g8h7g6",
};

void same_moves(const std::vector<AnalyzedMove>& a, const std::vector<AnalyzedMove>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].index == b[i].index);
    CHECK(a[i].best == b[i].best);
    CHECK(a[i].after == b[i].after);
    CHECK(a[i].lost == b[i].lost);
    CHECK(a[i].mark == b[i].mark);
    CHECK(a[i].played == b[i].played);
  }
}

}  // namespace

TEST_CASE("endgames are judged as by brute force, on boards of all sizes", "[analysis]") {
  SplitMix64 random(9);
  for (const int size : {4, 6, 8}) {
    Engine engine(small_engine(size));
    for (int i = 0; i < 12; ++i) {
      const GameRecord game = random_end(random, size, 8);
      const GameAnalysis analysis = analyze_game(engine, game, exact_setup(), {}, {});
      CHECK_FALSE(analysis.partial);
      check_exact(analysis);
    }
  }
}

TEST_CASE("a whole 4x4 game is judged exactly", "[analysis]") {
  Engine engine(small_engine(4));
  SplitMix64 random(4);
  const GameRecord game = random_end(random, 4, 12);
  const GameAnalysis analysis = analyze_game(engine, game, exact_setup(), {}, {});
  CHECK(analysis.moves.front().number == 1);
  check_exact(analysis);
}

TEST_CASE("unfinished games and starts with White to move are judged in the same way",
          "[analysis]") {
  SplitMix64 random(10);
  Engine engine(small_engine(6));
  bool white_began = false;
  for (int i = 0; i < 12; ++i) {
    GameRecord game = random_end(random, 6, 7 + i % 2);
    if (game.moves.size() < 4) continue;
    game.moves.resize(game.moves.size() / 2);
    white_began = white_began || game.start.to_move == Color::kWhite;
    check_exact(analyze_game(engine, game, exact_setup(), {}, {}));
  }
  CHECK(white_began);
}

TEST_CASE("analyses of real games are consistent", "[analysis]") {
  Engine engine(small_engine());
  for (const std::string& text : kGames) {
    const auto game = parse_game(text);
    REQUIRE(game);
    int told = 0;
    const GameAnalysis analysis =
        analyze_game(engine, *game, depth_setup(4),
                     [&](const AnalyzedMove*, int done, int) { told = done; }, {});
    CHECK(told == static_cast<int>(analysis.moves.size()));
    CHECK(analysis.settings.text == "depth");
    CHECK(analysis.moves.back().after.exact);
    check_invariants(analysis, 4 + kDeeperPlies);
  }
}

/// As the static page divides a game among Workers.
TEST_CASE("an analysis is divided by the moves of its long searches", "[analysis]") {
  GameRecord game = *parse_game(kGames[0]);
  game.start = game.replay(36).position();
  game.moves = {game.moves.begin() + 36, game.moves.begin() + 42};
  REQUIRE(game.start.board.empties() == 24);
  AnalysisSetup setup = depth_setup(4);
  setup.limits.exact_at_empties = 23;
  const auto analyze = [&](SearchMemo& memo) {
    Engine engine(solving_engine());
    setup.memo = &memo;
    return analyze_game(engine, game, setup, {}, {});
  };
  std::vector<std::string> texts;
  const auto learn = [&texts](const SearchMemo& memo) {
    texts.insert(texts.end(), memo.texts().begin(), memo.texts().end());
  };
  GameAnalysis analysis;
  int divided = 0;
  for (int missing = 1; missing > 0;) {
    SearchMemo memo(texts);
    analysis = analyze(memo);
    learn(memo);
    missing = memo.missing;
    CHECK(analysis.partial == (missing > 0));
    if (missing > 0) ++divided;
    const std::vector<std::string> before = texts;
    for (int share = missing; share-- > 0;) {
      SearchMemo part(before);
      part.share = static_cast<std::size_t>(share);
      CHECK(analyze(part).partial);
      CHECK(part.missing == missing);
      CHECK(part.texts().size() == 1);
      learn(part);
    }
  }
  CHECK(divided > 0);
  check_invariants(analysis, 4 + kDeeperPlies);

  // Exact scores are those of an undivided analysis.
  Engine engine(solving_engine());
  setup.memo = nullptr;
  const GameAnalysis whole = analyze_game(engine, game, setup, {}, {});
  REQUIRE(analysis.moves.size() == whole.moves.size());
  int exact = 0;
  for (std::size_t i = 0; i < whole.moves.size(); ++i) {
    const Score &a = analysis.moves[i].best, &b = whole.moves[i].best;
    if (!a.exact || !b.exact) continue;
    CHECK(a.discs == b.discs);
    ++exact;
  }
  CHECK(exact >= 4);

  SearchMemo all(texts);
  CHECK_FALSE(analyze(all).partial);
  CHECK(all.texts().empty());
  for (std::string& text : texts) text += "]";  // damaged
  SearchMemo none(texts);
  CHECK(analyze(none).partial);
}

TEST_CASE("each stage has a third of the board's moves", "[analysis]") {
  const auto moves = moves_to_analyze(*parse_game(kGames[0]));
  REQUIRE(moves.size() == 60);
  CHECK(moves[0].stage == Stage::kOpening);
  CHECK(moves[19].stage == Stage::kOpening);
  CHECK(moves[20].stage == Stage::kMidgame);
  CHECK(moves[39].stage == Stage::kMidgame);
  CHECK(moves[40].stage == Stage::kEndgame);
  CHECK(moves[59].stage == Stage::kEndgame);
}

TEST_CASE("with a time per move, both the best move and the move played are searched",
          "[analysis]") {
  Engine engine(small_engine());
  GameRecord game = *parse_game(kGames[0]);
  game.moves.resize(20);
  AnalysisSetup setup;
  setup.limits.move_time = Millis(5);
  setup.limits.selectivity = kFastSelectivity;
  const GameAnalysis analysis = analyze_game(engine, game, setup, {}, {});
  CHECK(analysis.moves.size() == 20);
  for (const AnalyzedMove& move : analysis.moves) {
    CHECK(move.best.depth > 0);
    CHECK(move.after.depth > 0);
  }
  check_invariants(analysis, 1 + kDeeperPlies);
}

/// With the shipped weights, selective searches find b5 (20 empties) above 4 and below 5 in turn.
TEST_CASE("searches that contradict each other come to an end", "[analysis]") {
  EngineOptions options;
  options.hash_mib = 4;
  Engine engine(options);
  AnalysisSetup setup;
  setup.limits = level_limits(12);
  GameRecord game = *parse_game(
      "f5d6c5f4e3c6d3f6e6d7g3c4g5c3b3g4g6f3h3h5h6h4e7d2c1c2d1a3f2e2e1g1f7d8e8f8f1b1b4a4b5b6c8");
  game.start = game.replay(36).position();
  game.moves.erase(game.moves.begin(), game.moves.begin() + 36);
  const GameAnalysis analysis = analyze_game(engine, game, setup, {}, {});
  CHECK(analysis.moves[4].after == Score{4, true, 19, 100, false, 0});
}

/// World championship final of 2009: searches of 20 plies give c6 a loss of 3.3 discs.
TEST_CASE("no mark is based on an estimate where the position can be solved", "[analysis]") {
  EngineOptions options;
  options.hash_mib = 64;
  Engine engine(options);
  GameRecord game = *parse_game(
      "f5d6c3d3c4f4f6g5e3f3g4h3e6g3g6f7h5h4h2c5h6e7e2d2c1f1d1c2b1g2b3e1b4a1b6b2c6d7c7g7h1a2b5a3a4");
  game.start = game.replay(36).position();
  game.moves = {*parse_square("c6")};
  AnalysisSetup setup;
  setup.limits = level_limits(20);
  const GameAnalysis analysis = analyze_game(engine, game, setup, {}, {});
  CHECK(analysis.moves[0].best == Score{-14, true, 24, 100, false, 0});
  CHECK(analysis.moves[0].after == Score{-14, true, 23, 100, false, 0});
}

/// A loss of four discs with 26 empties, which level 24 doubts. Solving 28 empties takes minutes.
TEST_CASE("a position that takes long to solve is searched less deeply", "[analysis]") {
  EngineOptions options;
  options.hash_mib = 64;
  Engine engine(options);
  GameRecord game;
  game.start =
      *parse_position("--X-XX---O-XXX--XXOXOOXX---OOOXX--OOOOXX---OOOOX---OXX----O-XXX- X");
  game.moves = {*parse_square("h7")};
  AnalysisSetup setup;
  setup.limits = level_limits(24);
  const AnalyzedMove h7 = analyze_game(engine, game, setup, {}, {}).moves.at(0);
  CHECK(h7.best_line[0] == parse_square("c7").value());
  CHECK(h7.lost >= kInaccuracyDiscs);
  CHECK_FALSE(h7.best.exact);
  CHECK(h7.best.depth == 23);
}

/// Full-width searches 8 plies deeper would take at least half a minute per move.
TEST_CASE("low levels use selective searches, even to verify marks", "[analysis]") {
  Engine engine(small_engine());
  GameRecord game = *parse_game(kGames[0]);
  game.moves.resize(30);
  AnalysisSetup setup;
  setup.limits = level_limits(8);
  const GameAnalysis analysis = analyze_game(engine, game, setup, {}, {});
  for (const AnalyzedMove& move : analysis.moves) {
    CHECK(move.best.depth >= (move.forced ? 1 : 12));
    CHECK(move.best.selectivity == kFastSelectivity);
  }
  check_invariants(analysis, 12 + kDeeperPlies);
}

/// The columns "before" and "after" of the text.
std::vector<std::pair<double, double>> scores_of_text(const GameAnalysis& analysis) {
  std::istringstream text(analysis_text(analysis, Language::kEnglish));
  std::vector<std::pair<double, double>> scores;
  for (std::string line; std::getline(text, line);) {
    std::istringstream row(line);
    std::string side, move;
    double before = 0, after = 0;
    std::size_t number = 0;
    if (row >> number >> side >> move >> before >> after && number == scores.size() + 1) {
      scores.emplace_back(before, after);
    }
  }
  return scores;
}

bool one_value_in_reports(const GameAnalysis& analysis) {
  const Json moves = analysis_json(analysis).at("moves");
  const auto text = scores_of_text(analysis);
  REQUIRE(text.size() == moves.size());
  bool passed = false;
  for (std::size_t i = 0; i + 1 < moves.size(); ++i) {
    INFO("move " << moves[i].at("number"));
    Json after = moves[i].at("after"), before = moves[i + 1].at("before");
    const int sign = moves[i].at("side") == moves[i + 1].at("side") ? 1 : -1;
    passed = passed || sign == 1;
    before["score"] = sign * before.at("score").get<double>();
    after["score"] = after.at("score").get<double>();
    CHECK(after == before);
    CHECK(text[i].second == sign * text[i + 1].first);
  }
  return passed;
}

TEST_CASE("a position has one value in JSON and in text, at all levels", "[analysis]") {
  GameRecord game = *parse_game(kGames[1]);
  game.moves.resize(26);
  for (const int level : {0, 1, 3, 6, 10}) {
    INFO("level " << level);
    Engine engine(solving_engine());
    AnalysisSetup setup;
    setup.limits = level_limits(level);
    one_value_in_reports(analyze_game(engine, game, setup, {}, {}));
  }
}

TEST_CASE("a position has one value before and after a pass", "[analysis]") {
  SplitMix64 random(13);
  int passed = 0;
  for (int i = 0; i < 12; ++i) {
    const GameRecord game = random_end(random, i % 2 == 0 ? 8 : 6, 13);
    Engine engine(small_engine(game.start.size));
    passed += one_value_in_reports(analyze_game(engine, game, depth_setup(1 + i % 4), {}, {}));
  }
  CHECK(passed > 2);
}

TEST_CASE("moves that a deeper search revises are reported again", "[analysis]") {
  Engine engine(small_engine());
  std::map<std::size_t, AnalyzedMove> told;
  int last = 0;
  const GameAnalysis analysis = analyze_game(engine, *parse_game(kGames[1]), depth_setup(3),
                                             [&](const AnalyzedMove* move, int done, int) {
                                               CHECK(done >= last);
                                               last = done;
                                               told[move->index] = *move;
                                             },
                                             {});
  REQUIRE(told.size() == analysis.moves.size());
  for (const AnalyzedMove& move : analysis.moves) {
    CHECK(told.at(move.index).best == move.best);
    CHECK(told.at(move.index).after == move.after);
  }
}

TEST_CASE("moves in the book are judged by the book", "[analysis][book]") {
  GameRecord game = *parse_game(kGames[0]);
  game.moves.resize(6);
  const Board after_f5 = game.replay(1).position().board,
              after_d6 = game.replay(2).position().board;
  test::FakeShelf shelf;
  // d6 loses two discs compared with f6, and c4 is not in the book.
  shelf.shipped->put(kStartBoard, {test::book_move("f5", -3, 21)});
  shelf.shipped->put(after_f5, {test::book_move("f6", 3), test::book_move("d6", 1, 11)});
  shelf.shipped->put(after_d6, {test::book_move("c3", -1, 10)});
  Engine engine(small_engine(), shelf.opener());
  AnalysisSetup setup = depth_setup(4);
  setup.limits.consults_book = true;
  const GameAnalysis analysis = analyze_game(engine, game, setup, {}, {});
  check_invariants(analysis, 4 + kDeeperPlies);

  const AnalyzedMove& f5 = analysis.moves[0];
  CHECK(f5.after == Score{-3, false, 20, 100, true, 0});
  CHECK(f5.lost == 0);
  const AnalyzedMove& d6 = analysis.moves[1];
  CHECK(d6.best == Score{3, false, 20, 100, true, 0});
  CHECK(d6.after == Score{1, false, 10, 100, true, 0});
  CHECK(d6.mark == Mark::kInaccuracy);
  CHECK(d6.best_line[0] == parse_square("f6").value());
  // c4's value is from a search; the value before it is from the book.
  const AnalyzedMove& c4 = analysis.moves[2];
  CHECK(c4.best == Score{-1, false, 10, 100, true, 0});
  CHECK((c4.best_line[0] == parse_square("c3").value() || c4.lost == 0));

  setup.limits.consults_book = false;
  for (const AnalyzedMove& move : analyze_game(engine, game, setup, {}, {}).moves) {
    CHECK_FALSE(move.best.book);
  }
}

TEST_CASE("a proven score is never compared with an estimate of the book", "[analysis][book]") {
  GameRecord game = *parse_game(kGames[0]);
  game.moves.resize(1);
  test::FakeShelf shelf;
  BookMove proven = test::book_move("d3", 2, 60);
  proven.exact = true;
  shelf.shipped->put(kStartBoard, {proven, test::book_move("f5", -1, 12)});
  Engine engine(small_engine(), shelf.opener());
  AnalysisSetup setup = depth_setup(4);
  setup.limits.consults_book = true;
  const AnalyzedMove f5 = analyze_game(engine, game, setup, {}, {}).moves.at(0);
  CHECK_FALSE(f5.best.exact);
  CHECK_FALSE(f5.best.book);
  CHECK(f5.mark == Mark::kNone);  // all first moves are symmetric
}

TEST_CASE("an interrupted analysis has the last moves, and resumes to the same result",
          "[analysis]") {
  Engine engine(small_engine());
  SplitMix64 random(3);
  const GameRecord game = random_end(random, 8, 9);
  const GameAnalysis whole = analyze_game(engine, game, exact_setup(), {}, {});
  REQUIRE(whole.moves.size() > 4);

  engine.clear_table();
  int told = 0;
  const GameAnalysis part = analyze_game(
      engine, game, exact_setup(), [&](const AnalyzedMove*, int done, int) { told = done; },
      [&] { return told == 4; });
  CHECK(part.partial);
  same_moves(part.moves, {whole.moves.end() - 4, whole.moves.end()});

  engine.clear_table();
  int searched = 0;
  const GameAnalysis resumed = analyze_game(
      engine, game, exact_setup(),
      [&](const AnalyzedMove* latest, int, int) { searched += latest != nullptr; }, {}, part.moves);
  CHECK_FALSE(resumed.partial);
  CHECK(searched == static_cast<int>(whole.moves.size()) - 4);
  same_moves(resumed.moves, whole.moves);
  CHECK(resumed.of(Color::kBlack).all.lost == whole.of(Color::kBlack).all.lost);
}

TEST_CASE("a game interrupted at once has no analysed moves", "[analysis]") {
  Engine engine(small_engine());
  const GameAnalysis none =
      analyze_game(engine, *parse_game(kGames[0]), exact_setup(), {}, [] { return true; });
  CHECK(none.partial);
  CHECK(none.moves.empty());
}

TEST_CASE("moves from the analysis of another game are ignored", "[analysis]") {
  Engine engine(small_engine());
  SplitMix64 random(5);
  const GameRecord game = random_end(random, 8, 6), other = random_end(random, 8, 6);
  const GameAnalysis whole = analyze_game(engine, game, exact_setup(), {}, {});
  const GameAnalysis foreign = analyze_game(engine, other, exact_setup(), {}, {});
  same_moves(analyze_game(engine, game, exact_setup(), {}, {}, foreign.moves).moves, whole.moves);
}
