// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"
#include "protocol/report/format.h"
#include "protocol/report/service_json.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/service/study_deck.h"
#include "tests/support/boards.h"
#include "tests/support/flips.h"
#include "tests/support/stop_delay.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::test;
using Catch::Matchers::Contains;

namespace {

Score estimate(double discs) { return {.discs = discs, .depth = 20, .selectivity = 73}; }
Score proven(double discs) { return {.discs = discs, .exact = true, .depth = 20}; }

StudyItem item_after(std::string_view moves, std::string_view best, std::string_view played) {
  StudyItem item;
  item.position = parse_game(moves).value().replay().position();
  item.best_line.push_back(parse_square(best).value());
  item.played = parse_square(played).value();
  item.best = estimate(0.5);
  item.after = estimate(-4);
  item.player = "Me";
  item.game = "Me - You, club evening";
  item.number = 4;
  return item;
}

void fill_deck(StudyDeck& deck, int count) {
  SplitMix64 random(5);
  while (static_cast<int>(deck.items().size()) < count) {
    const Board board = random_game(random, 30);
    const Bitboard legal = rules::legal_moves(board);
    if (std::popcount(legal) < 2) continue;
    StudyItem item;
    item.position = {board};
    item.best_line.push_back(first_square(legal));
    item.played = first_square(legal & (legal - 1));
    item.best = proven(4);
    item.after = proven(0);
    deck.add(item).value();
  }
}

bool same_item(const StudyItem& a, const StudyItem& b) {
  return a.position == b.position && a.played == b.played &&
         std::ranges::equal(a.best_line, b.best_line) && a.best == b.best && a.after == b.after &&
         a.player == b.player && a.game == b.game && a.number == b.number && a.asked == b.asked &&
         a.missed == b.missed && a.rights_since == b.rights_since && a.last_asked == b.last_asked;
}

/// How often each item is drawn.
std::map<std::size_t, int> drawn(const StudyDeck& deck, int times) {
  SplitMix64 random(3);
  std::map<std::size_t, int> counts;
  for (int i = 0; i < times; ++i) ++counts[*deck.choose(random, [](std::size_t) { return true; })];
  return counts;
}

}  // namespace

TEST_CASE("a deck survives closing with its positions and answers", "[study][deck]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("deck.jsonl");
  std::vector<StudyItem> before;
  {
    const auto deck = StudyDeck::open(path).value();
    CHECK(deck->add(item_after("f5d6c3", "d3", "g5")).value() == StudyDeck::Added::kNew);
    CHECK(deck->add(item_after("f5f6e6f4", "e3", "g7")).value() == StudyDeck::Added::kNew);
    deck->answered(0, false, 1'700'000'000).value();
    deck->answered(1, true, 1'700'000'001).value();
    deck->answered(0, true, 1'700'000'002).value();
    before = deck->items();
  }
  const auto deck = StudyDeck::open(path).value();
  CHECK(deck->damaged() == 0);
  REQUIRE(deck->items().size() == 2);
  CHECK(same_item(deck->items()[0], before[0]));
  CHECK(same_item(deck->items()[1], before[1]));
  CHECK(deck->items()[0].asked == 2);
  CHECK(deck->items()[0].missed == 1);
  CHECK(deck->items()[0].rights_since == 1);
  CHECK(deck->items()[0].last_asked == 1'700'000'002);
  CHECK(deck->items()[1].missed == 0);
}

TEST_CASE("symmetric positions are one item", "[study][deck]") {
  const TemporaryFile file;
  const auto deck = StudyDeck::open(file.path()).value();
  deck->add(item_after("f5d6c3", "d3", "g5")).value();
  const std::string once = file.contents();
  CHECK(deck->add(item_after("f5d6c3", "d3", "f4")).value() == StudyDeck::Added::kKnown);
  CHECK(deck->add(item_after("c4e3f6", "e6", "b4")).value() == StudyDeck::Added::kKnown);
  CHECK(file.contents() == once);
  CHECK(deck->items().size() == 1);

  // A proven value replaces an estimate and keeps the answers.
  deck->answered(0, false, 5).value();
  deck->answered(0, true, 6).value();
  StudyItem exact = item_after("f5d6c3", "d3", "g5");
  exact.best = proven(2);
  exact.after = proven(-2);
  CHECK(deck->add(exact).value() == StudyDeck::Added::kBetter);
  CHECK(deck->add(exact).value() == StudyDeck::Added::kKnown);
  REQUIRE(deck->items().size() == 1);
  CHECK(deck->items()[0].best == proven(2));
  CHECK(deck->items()[0].missed == 1);
  CHECK(deck->items()[0].rights_since == 1);
}

TEST_CASE("a better estimate replaces a worse one", "[study][deck]") {
  const TemporaryFile file;
  const auto judged = [](double discs, int depth, int selectivity, bool book) {
    StudyItem item = item_after("f5d6c3", "d3", "g5");
    item.best = {.discs = discs, .depth = depth, .selectivity = selectivity, .book = book};
    item.after = item.best;
    return item;
  };
  using Added = StudyDeck::Added;
  {
    const auto deck = StudyDeck::open(file.path()).value();
    CHECK(deck->add(judged(1, 5, 100, false)).value() == Added::kNew);
    deck->answered(0, false, 5).value();
    StudyItem deeper = judged(2, 20, 73, false);
    deeper.best_line.clear();
    deeper.best_line.push_back(parse_square("f4").value());
    CHECK(deck->add(deeper).value() == Added::kBetter);
    CHECK(deck->items()[0].best_move() == deeper.best_move());
    CHECK(deck->add(judged(3, 20, 73, false)).value() == Added::kKnown);
    CHECK(deck->add(judged(4, 12, 100, false)).value() == Added::kKnown);
    CHECK(deck->add(judged(5, 20, 95, false)).value() == Added::kBetter);
    CHECK(deck->add(judged(6, 12, 73, true)).value() == Added::kBetter);
    CHECK(deck->add(judged(7, 30, 100, false)).value() == Added::kKnown);
    StudyItem exact = judged(8, 4, 100, false);
    exact.best.exact = exact.after.exact = true;
    CHECK(deck->add(exact).value() == Added::kBetter);
    CHECK(deck->add(judged(9, 40, 100, true)).value() == Added::kKnown);
  }
  const auto deck = StudyDeck::open(file.path()).value();
  REQUIRE(deck->items().size() == 1);
  CHECK(deck->items()[0].best.discs == 8);
  CHECK(deck->items()[0].missed == 1);
}

TEST_CASE("a forgotten position is removed and may be added again", "[study][deck]") {
  const TemporaryFile file;
  StudyItem again;
  {
    const auto deck = StudyDeck::open(file.path()).value();
    fill_deck(*deck, 4);
    for (std::size_t i = 0; i < 4; ++i) deck->answered(i, false, 7).value();
    again = deck->items()[1];
    deck->forget(1).value();
    REQUIRE(deck->items().size() == 3);
    deck->answered(1, true, 8).value();  // formerly the third
  }
  const auto deck = StudyDeck::open(file.path()).value();
  CHECK(deck->damaged() == 0);
  REQUIRE(deck->items().size() == 3);
  CHECK(deck->items()[0].asked == 1);
  CHECK(deck->items()[1].asked == 2);
  CHECK(deck->add(again).value() == StudyDeck::Added::kNew);
  CHECK(deck->items()[3].asked == 0);
}

TEST_CASE("a deck whose last line lacks its line feed loses nothing", "[study][deck]") {
  const TemporaryFile file;
  {
    const auto deck = StudyDeck::open(file.path()).value();
    fill_deck(*deck, 3);
  }
  const std::string whole = file.contents();
  std::ofstream(file.path(), std::ios::binary) << whole.substr(0, whole.size() - 1);
  {
    const auto read = StudyDeck::open_to_read(file.path()).value();
    CHECK(read->items().size() == 3);
    CHECK(read->damaged() == 0);
  }
  CHECK(file.contents() == whole.substr(0, whole.size() - 1));
  {
    const auto deck = StudyDeck::open(file.path()).value();
    CHECK(deck->items().size() == 3);
    CHECK(deck->damaged() == 0);
    deck->answered(2, false, 1).value();
  }
  CHECK(file.contents().starts_with(whole));
  CHECK(StudyDeck::open(file.path()).value()->items()[2].missed == 1);
}

TEST_CASE("a deck that is in use can be read and is not changed by this", "[study][deck]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("deck.jsonl");
  const auto deck = StudyDeck::open(path).value();
  fill_deck(*deck, 3);
  CHECK(StudyDeck::open_to_read(path).value()->items().size() == 3);
  std::ofstream(path, std::ios::binary | std::ios::app) << "{\"position\":\"cut";
  const auto before = std::filesystem::file_size(path);
  const auto read = StudyDeck::open_to_read(path).value();
  CHECK(read->items().size() == 3);
  CHECK(read->damaged() == 1);
  CHECK(std::filesystem::file_size(path) == before);
  CHECK_FALSE(StudyDeck::open_to_read(folder.file("none.jsonl")).has_value());
  CHECK(folder.files() == 1);
}

TEST_CASE("folders are created for the default deck only", "[study][deck]") {
  const TemporaryFolder folder;
  CHECK_FALSE(StudyDeck::open(folder.file("x/y/deck.jsonl")).has_value());
  CHECK(folder.files() == 0);
}

TEST_CASE("damaged lines of a deck are reported, and other lines stay", "[study][deck]") {
  const TemporaryFile file;
  {
    const auto deck = StudyDeck::open(file.path()).value();
    fill_deck(*deck, 4);
    for (std::size_t i = 0; i < 4; ++i) deck->answered(i, false, 7).value();
  }
  std::string bytes = file.contents();
  const std::size_t header = bytes.find('\n') + 1;
  bytes[bytes.find('\n', header) - 20] ^= 1;  // in the line of the first position
  bytes += "{\"position\":\"cut off";
  std::ofstream(file.path(), std::ios::binary) << bytes;
  const auto deck = StudyDeck::open(file.path()).value();
  CHECK(deck->items().size() == 3);
  CHECK(deck->damaged() == 3);  // the position, its answer, and the truncated line
  for (const StudyItem& item : deck->items()) CHECK(item.missed == 1);
  CHECK(file.contents() == bytes.substr(0, bytes.rfind('\n') + 1));
}

TEST_CASE("a flipped bit in a deck is detected or harmless", "[study][deck][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("deck.jsonl");
  {
    const auto deck = StudyDeck::open(path).value();
    fill_deck(*deck, 3);
    deck->answered(1, false, 7).value();
    deck->answered(1, true, 8).value();
  }
  const auto read = [](const std::string& file) -> std::optional<std::string> {
    const auto deck = StudyDeck::open(file);
    if (!deck || (*deck)->damaged() > 0) return std::nullopt;
    std::string text;
    for (const StudyItem& i : (*deck)->items()) {
      text += fmt::format("{} {} {} {} {} {}\n", to_text(i.position), to_text(i.played),
                          moves_text(i.best_line), i.best.discs, i.asked, i.missed);
    }
    return text;
  };
  check_flips({"deck", read, [&read](const std::string& file) { return !read(file); }}, folder,
              path);
}

TEST_CASE("impossible lines count as damaged", "[study][deck]") {
  const TemporaryFile file;
  StudyItem item = item_after("f5d6c3", "d3", "g5");
  { StudyDeck::open(file.path()).value()->add(item).value(); }
  item = item_after("f5d6c3", "d3", "a1");  // there is no legal move
  const TemporaryFile other;
  { StudyDeck::open(other.path()).value()->add(item).value(); }
  CHECK(StudyDeck::open(file.path()).value()->items().size() == 1);
  const auto deck = StudyDeck::open(other.path()).value();
  CHECK(deck->items().empty());
  CHECK(deck->damaged() == 1);
}

TEST_CASE("a file of another type is refused and unchanged", "[study][deck]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("notes.txt", "my notes\n");
  const auto deck = StudyDeck::open(path);
  REQUIRE_FALSE(deck.has_value());
  CHECK_THAT(deck.error().message, Contains("--deck: ") && Contains("is no deck of `sumi study`"));
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "my notes\n");

  const std::string used = folder.file("used.jsonl");
  const auto first = StudyDeck::open(used).value();
  const auto second = StudyDeck::open(used);
  REQUIRE_FALSE(second.has_value());
  CHECK_THAT(second.error().message, Contains("in use"));
}

TEST_CASE("missed items come first, most often the last one missed", "[study][deck]") {
  const TemporaryFile file;
  const auto deck = StudyDeck::open(file.path()).value();
  SplitMix64 random(1);
  CHECK_FALSE(deck->choose(random, [](std::size_t) { return true; }));
  fill_deck(*deck, 6);

  CHECK(drawn(*deck, 300).size() == 6);

  // Items that were never missed come last.
  deck->answered(5, true, 1).value();
  CHECK_FALSE(drawn(*deck, 300).contains(5));

  // Item 0 was missed later than item 1.
  deck->answered(0, false, 2).value();
  deck->answered(1, false, 3).value();
  deck->answered(1, true, 4).value();
  CHECK(study_weight(deck->items()[0]) == 8);
  CHECK(study_weight(deck->items()[1]) == 4);
  const auto counts = drawn(*deck, 1200);
  CHECK(counts.size() == 2);
  CHECK(counts.at(0) > 740);
  CHECK(counts.at(0) < 860);

  // Four right answers make it learned.
  for (int i = 0; i < kLearned; ++i) deck->answered(0, true, 5 + i).value();
  CHECK(study_weight(deck->items()[0]) == 0);
  CHECK(drawn(*deck, 100).size() == 1);

  const auto chosen = deck->choose(random, [](std::size_t i) { return i == 5; });
  CHECK(chosen == 5u);
  CHECK_FALSE(deck->choose(random, [](std::size_t) { return false; }));
}

TEST_CASE("the hardest items are those with the highest rate of misses", "[study][deck]") {
  const TemporaryFile file;
  const auto deck = StudyDeck::open(file.path()).value();
  fill_deck(*deck, 5);
  const auto answer = [&](std::size_t index, int right, int wrong) {
    for (int i = 0; i < right + wrong; ++i) deck->answered(index, i < right, i + 1).value();
  };
  answer(0, 1, 0);
  answer(1, 2, 3);
  answer(2, 0, 1);
  answer(3, 5, 9);
  const std::vector<StudyItem>& items = deck->items();
  CHECK(items[0].miss_rate() == Approx(1.0 / 3));
  CHECK(items[1].miss_rate() == Approx(4.0 / 7));
  CHECK(items[2].miss_rate() == Approx(2.0 / 3));
  CHECK(items[4].miss_rate() == 0.5);  // never asked
  CHECK(hardest_first(items) == std::vector<std::size_t>{2, 3, 1, 4, 0});
  answer(4, 1, 0);
  CHECK(hardest_first(items) == std::vector<std::size_t>{2, 3, 1, 0, 4});
  CHECK(study_item_json(items[1])["missed"] == 3);
  CHECK(study_item_json(items[1])["miss_rate"] == 0.57);
}

TEST_CASE("a player's moves that are marked as mistakes become items", "[study][deck]") {
  GameAnalysis analysis;
  analysis.game = parse_game("f5d6c3d3c4b3").value();
  analysis.game.black = "Tanaka Ichiro";
  analysis.game.white = "Suzuki";
  analysis.game.event = "Club";
  analysis.moves = moves_to_analyze(analysis.game);
  for (AnalyzedMove& move : analysis.moves) {
    move.best_line.push_back(move.played);
    move.best = move.after = estimate(0);
  }
  AnalyzedMove& black = analysis.moves[4];
  black.best = estimate(3);
  derive_loss(black);
  AnalyzedMove& white = analysis.moves[5];
  white.best = proven(10);
  white.after = proven(0);
  derive_loss(white);

  const auto both = study_items(analysis, {}, "club.ggf:3");
  REQUIRE(both.size() == 2);
  CHECK(both[0].position == black.before);
  CHECK(both[0].played == black.played);
  CHECK(both[0].game == "Tanaka Ichiro - Suzuki, Club, club.ggf:3");
  CHECK(both[0].number == 5);
  CHECK(both[0].lost() == 3);
  CHECK(both[1].player == "Suzuki");
  const auto his = study_items(analysis, {"tanaka"}, "");
  REQUIRE(his.size() == 1);
  CHECK(his[0].player == "Tanaka Ichiro");
  CHECK(study_items(analysis, {"Yamada"}, "").empty());
  const auto whites = study_items(analysis, {"", Color::kWhite}, "");
  REQUIRE(whites.size() == 1);
  CHECK(whites[0].position == white.before);
  CHECK(study_items(analysis, {"tanaka", Color::kWhite}, "").empty());
}

TEST_CASE("an answer is right if it loses less than half a disc", "[study][deck]") {
  // A problem has one winning move; all other moves lose discs.
  Engine engine(problem_engine_options());
  const EndgameProblem problem = make_problem(engine, 3, 4).value();
  const Board& board = problem.position.board;
  StudyItem item;
  item.position = problem.position;
  item.best_line.push_back(problem.solution);
  const Bitboard wrong = rules::legal_moves(board) & ~bit(problem.solution);
  item.played = first_square(wrong);
  item.best = proven(problem.score.discs);
  item.after = proven(problem.second.discs);

  const auto right = judge_answer(engine, item, problem.solution).value();
  CHECK(right.right);
  CHECK_FALSE(right.searched);
  const auto played = judge_answer(engine, item, item.played).value();
  CHECK_FALSE(played.right);
  CHECK(played.lost == problem.score.discs - problem.second.discs);
  CHECK_FALSE(played.searched);
  for (Bitboard left = wrong & ~bit(item.played); left != 0; left &= left - 1) {
    const auto other = judge_answer(engine, item, first_square(left)).value();
    CHECK_FALSE(other.right);
    CHECK(other.searched);
    CHECK(other.after.exact);
    CHECK(other.best.discs == problem.score.discs);
    CHECK(other.lost >= problem.score.discs - problem.second.discs);
    CHECK(other.line[0] == first_square(left));
  }
  const Square other = first_square(wrong & (wrong - 1));
  CHECK_FALSE(judge_answer(engine, item, other, [] { return true; }));
}

TEST_CASE("a move symmetric to the best move is right", "[study][deck]") {
  Engine engine(problem_engine_options());
  StudyItem item = item_after("f5", "d6", "f4");
  item.position = Position{};
  item.best_line.clear();
  item.best_line.push_back(parse_square("f5").value());
  const auto answer = judge_answer(engine, item, parse_square("c4").value()).value();
  CHECK(answer.right);
  CHECK_FALSE(answer.searched);
}

TEST_CASE("an item from a shallow search is corrected by a deeper one", "[study][deck]") {
  Engine engine(problem_engine_options());
  const EndgameProblem problem = make_problem(engine, 3, 4).value();
  const Bitboard wrong = rules::legal_moves(problem.position.board) & ~bit(problem.solution);
  StudyItem item;
  item.position = problem.position;
  item.best_line.push_back(first_square(wrong));
  item.played = first_square(wrong & (wrong - 1));
  item.best = {.discs = -4.5, .depth = 5};
  item.after = {.discs = -8, .depth = 5};
  const auto taught = judge_answer(engine, item, item.best_move()).value();
  CHECK(taught.searched);
  CHECK_FALSE(taught.right);
  const auto corrected = corrected_item(item, taught);
  REQUIRE(corrected);
  CHECK(corrected->best_move() == problem.solution);
  CHECK(corrected->best.discs == problem.score.discs);
  CHECK(corrected->played == item.played);
  // An equally certain value does not correct it.
  CHECK_FALSE(corrected_item(*corrected, judge_answer(engine, *corrected, item.played).value()));
}

TEST_CASE("judging an answer takes a few seconds at most", "[study][deck]") {
  EngineOptions options;
  options.own_book = false;
  Engine engine(options);
  StudyItem item;
  item.position =
      parse_position("-X-X--O--OXX-OX-OOOXXX---OXOXXOX-OOXOOOO-O-XXO-O-OOOOO------XO-- X").value();
  const Bitboard legal = rules::legal_moves(item.position.board);
  item.best_line.push_back(first_square(legal & ~bit(parse_square("a4").value())));
  item.played = item.best_line[0];
  item.best = item.after = proven(2);
  StopWatch watch;
  const auto answer = judge_answer(engine, item, parse_square("a4").value());
  REQUIRE(answer);
  CHECK(answer->searched);
  CHECK(watch.seconds() < kJudgeSeconds + kMaxStopDelay);
}

TEST_CASE("an answer is right if a search finds it as good as the best move", "[study][deck]") {
  Engine engine(problem_engine_options());
  SplitMix64 random(21);
  int equal = 0, worse = 0;
  while (equal < 3 || worse < 3) {
    const Board board = random_game(random, 6);
    std::map<int, std::vector<Square>> moves;  // by score
    for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      moves[-BruteForce{}.solve(board.played(s, rules::flips(board, s)))].push_back(s);
    }
    if (moves.empty() || moves.rbegin()->second.size() < 2) continue;
    const auto& [score, best] = *moves.rbegin();
    StudyItem item;
    item.position = {board};
    item.best_line.push_back(best[0]);
    item.played = best[0];  // not among the requested moves
    item.best = item.after = proven(score);
    const auto same = judge_answer(engine, item, best[1]).value();
    CHECK(same.right);
    CHECK(same.lost == 0);
    ++equal;
    if (moves.size() < 2) continue;
    const auto less = judge_answer(engine, item, moves.begin()->second[0]).value();
    CHECK_FALSE(less.right);
    CHECK(less.lost == score - moves.begin()->first);
    ++worse;
  }
}
