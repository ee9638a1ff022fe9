// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/study/question_dialogue.h"
#include "protocol/service/endgame_problem.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

struct HeardText final : ReplySink {
  void write(std::string_view line) override { (text += line) += '\n'; }
  std::string text;
};

struct Dialogue {
  explicit Dialogue(int questions, std::function<bool()> interrupted = {}, int of_moves = 0,
                    std::function<void(StudyItem&)> changed = {})
      : left(questions),
        moves(of_moves),
        change(std::move(changed)),
        dialogue(engine,
                 {[this] { return next(); },
                  [this](bool right) -> Result<void> {
                    if (disk_full) return Error{ErrorCode::kDiskFull, "the disk is full"};
                    answers.push_back(right);
                    return {};
                  },
                  [this](const StudyItem& item) -> Result<void> {
                    corrected.push_back(item);
                    return {};
                  }},
                 {{}, std::move(interrupted), Language::kEnglish, [this](std::string_view lines) {
                    progress += std::string(lines) + '|';
                  }}) {
    dialogue.start("Hello.", sink);
  }

  std::optional<StudyQuestion> next() {
    if (left-- == 0) return std::nullopt;
    do {
      problem = make_problem(maker, 2, static_cast<std::uint64_t>(seed++)).value();
    } while (moves > 0 && std::popcount(rules::legal_moves(problem.position.board)) != moves);
    StudyQuestion question;
    question.item.position = problem.position;
    question.item.best_line = problem.line;
    question.item.played = wrong(0);
    question.item.best = {.discs = static_cast<double>(problem.score.discs), .exact = true};
    question.item.after = {.discs = static_cast<double>(problem.second.discs), .exact = true};
    question.item.number = 50;
    question.title = "A game";
    if (change) change(question.item);
    return question;
  }

  /// Losing move number `skipped`; number 0 is the move played.
  Square wrong(int skipped) const {
    Bitboard moves = rules::legal_moves(problem.position.board) & ~bit(problem.solution);
    while (skipped-- > 0) moves &= moves - 1;
    return first_square(moves);
  }

  std::string said(std::string_view line, bool cut = false) {
    sink.text.clear();
    dialogue.on_line({std::string(line), cut}, sink);
    return sink.text;
  }

  Engine maker{problem_engine_options()}, engine{problem_engine_options()};
  int left;
  const int moves;                               ///< legal moves per problem; 0: any number
  const std::function<void(StudyItem&)> change;  ///< changes the questions; may be empty
  int seed = 0;
  EndgameProblem problem;
  std::vector<bool> answers;
  std::vector<StudyItem> corrected;
  bool disk_full = false;
  std::string progress;
  HeardText sink;
  QuestionDialogue dialogue;
};

}  // namespace

TEST_CASE("all questions are asked before the score is shown", "[study][dialogue]") {
  Dialogue d(3);
  CHECK_THAT(d.sink.text, Contains("Hello.") && Contains("A game") && Contains("to move"));
  const Square best = d.problem.solution;
  CHECK_THAT(d.said(to_text(best)), Contains("Right: " + to_text(best)) && Contains("(proven)") &&
                                        Contains("In the game") && Contains("A game"));
  CHECK(d.answers == std::vector<bool>{true});
  CHECK_THAT(d.said("  " + to_capitals(d.wrong(0)) + " "), Contains("Wrong: "));
  // A move that the question does not contain is searched.
  CHECK_THAT(d.said(to_text(d.wrong(1))), Contains("Wrong: ") && Contains("no more positions") &&
                                              Contains("1 of 3 answers were right."));
  CHECK(d.answers == std::vector<bool>{true, false, false});
  CHECK(d.dialogue.finished());
  d.sink.text.clear();
  d.dialogue.finish(d.sink);
  CHECK(d.sink.text.empty());
}

TEST_CASE("a right answer after a hint is not recorded", "[study][dialogue]") {
  Dialogue d(3, {}, 4);
  CHECK_THAT(d.said("h"), Contains("No move and no command"));  // ambiguous: help or hint
  const std::string hint = d.said("HINT");
  CHECK_THAT(hint, Contains(to_text(d.problem.solution)) && Contains(to_text(d.wrong(0))));
  CHECK_THAT(d.said(to_text(d.problem.solution)), Contains("Right: "));
  CHECK(d.answers.empty());
  CHECK(d.dialogue.right() == 1);
  d.said("hint");
  d.said(to_text(d.wrong(0)));
  CHECK(d.answers == std::vector<bool>{false});
  d.said(to_text(d.problem.solution));
  CHECK(d.answers == std::vector<bool>{false, true});
}

TEST_CASE("a hint names at most half of the moves", "[study][dialogue]") {
  Dialogue few(1, {}, 3);
  const std::string said = few.said("hint");
  CHECK_THAT(said, Contains("There are 3 moves."));
  CHECK_THAT(said, !Contains(to_text(few.problem.solution)));
  Dialogue four(1, {}, 4), six(1, {}, 6);
  for (Dialogue* const d : {&four, &six}) {
    const std::string hint = d->said("hint");
    int named = 0;
    for (int i = 0; i < d->moves - 1; ++i) named += hint.find(to_text(d->wrong(i))) != hint.npos;
    CHECK(named == d->moves / 2 - 1);
    CHECK_THAT(hint, Contains(to_text(d->problem.solution)));
  }
  // A problem has no move played, so the hint names the move that flips the most.
  Dialogue problem(1, {}, 4, [](StudyItem& item) { item.played = Square::kPass; });
  const Board& board = problem.problem.position.board;
  const std::string trap = problem.said("hint");
  int most = 0, named = 0;
  for (int i = 0; i < 3; ++i) {
    const int turned = std::popcount(rules::flips(board, problem.wrong(i)));
    if (trap.find(to_text(problem.wrong(i))) != trap.npos) named = turned;
    most = std::max(most, turned);
  }
  CHECK(named == most);
}

TEST_CASE("a better move found by the search of an answer is stored", "[study][dialogue]") {
  // A shallow search gave the question a wrong best move.
  Dialogue d(2, {}, 4, [](StudyItem& item) {
    const Square best = item.best_move();
    item.best_line.clear();
    item.best_line.push_back(item.played);
    item.played =
        first_square(rules::legal_moves(item.position.board) & ~bit(best) & ~bit(item.best_move()));
    item.best = {.discs = -1, .depth = 3};
    item.after = {.discs = -4, .depth = 3};
  });
  // Even the question's best move is searched before it is judged.
  CHECK_THAT(d.said(to_text(d.wrong(0))), Contains("Wrong: "));
  CHECK_THAT(d.progress, Contains("Judging...\n||"));
  CHECK(d.answers == std::vector<bool>{false});
  REQUIRE(d.corrected.size() == 1);
  CHECK(d.corrected[0].best.exact);
  CHECK(d.corrected[0].lost() >= 0);
  d.said(to_text(d.problem.solution));
  REQUIRE(d.corrected.size() == 2);
  CHECK(d.corrected[1].best_move() == d.problem.solution);
}

TEST_CASE("a dialogue that cannot store an answer shows its score and ends", "[study][dialogue]") {
  Dialogue d(3);
  d.said(to_text(d.problem.solution));
  d.disk_full = true;
  CHECK_THAT(d.said(to_text(d.problem.solution)),
             Contains("Right: ") && Contains("2 of 2 answers were right."));
  CHECK(d.dialogue.finished());
  REQUIRE(d.dialogue.failure());
  CHECK(d.dialogue.failure()->message == "the disk is full");
}

TEST_CASE("the move of the game is shown unless it is the answer", "[study][dialogue]") {
  Dialogue d(2);
  CHECK_THAT(d.said(to_text(d.wrong(0))), Contains("Wrong: ") && !Contains("In the game"));
  CHECK_THAT(d.said("answer"), Contains("In the game"));
}

TEST_CASE("a loss that rounds to zero is not shown", "[study][dialogue]") {
  Dialogue d(1, {}, 0, [](StudyItem& item) {
    item.best = {.discs = 4.02, .depth = 60};
    item.after = {.discs = 4, .depth = 60};
  });
  CHECK_THAT(d.said(to_text(d.wrong(0))), Contains("is worth +4.00.") && !Contains("loses"));
}

TEST_CASE("skip, answer and quit may be abbreviated", "[study][dialogue]") {
  Dialogue d(4);
  CHECK_THAT(d.said("skip"), Contains("A game"));
  CHECK(d.answers.empty());
  const std::string best = to_text(d.problem.solution);
  CHECK_THAT(d.said("a"), Contains("No move and no command: 'a'"));  // may be a typo
  CHECK_THAT(d.said("an"), Contains("Best: ") && Contains("by " + best));
  CHECK(d.answers == std::vector<bool>{false});
  CHECK_THAT(d.said("board"), Contains("A B C D E F G H"));
  CHECK_THAT(d.said("help"), Contains("hint ") && Contains("quit "));
  CHECK_THAT(d.said("q"), Contains("0 of 1 answers were right."));
  CHECK(d.dialogue.finished());
}

TEST_CASE("an invalid answer is reported and not counted", "[study][dialogue]") {
  Dialogue d(1);
  CHECK_THAT(d.said(""), Contains("Type the best move"));
  CHECK_THAT(d.said("z9"), Contains("'z9' is not a1..h8"));
  CHECK_THAT(d.said("d4"), Contains("illegal move: 'd4'"));
  CHECK_THAT(d.said("hnit"), Contains("Did you mean hint?"));
  CHECK_THAT(d.said("\x1b[31mred\xff"), Contains("No move and no command") && !Contains("\x1b"));
  CHECK_THAT(d.said("d3", true), Contains("too long"));
  CHECK_THAT(d.said("pass"), Contains("No move and no command"));
  CHECK(d.answers.empty());
  CHECK(d.dialogue.asked() == 0);
}

TEST_CASE("an answer is not judged if its search is stopped", "[study][dialogue]") {
  Dialogue d(1, [] { return true; });
  CHECK_THAT(d.said(to_text(d.wrong(1))), Contains("not judged"));
  CHECK(d.answers.empty());
  CHECK_FALSE(d.dialogue.finished());
  std::string wide;  // as Japanese keyboards type it
  for (const char c : to_capitals(d.problem.solution)) {
    wide += {'\xEF', '\xBC', static_cast<char>(static_cast<unsigned char>(c) + 0x60)};
  }
  CHECK_THAT(d.said(wide), Contains("Right: "));
}
