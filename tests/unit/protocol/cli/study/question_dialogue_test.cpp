// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/study/question_dialogue.h"
#include "protocol/study/endgame_problem.h"

#include <catch2/catch.hpp>

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

/// A dialogue about problems of difficulty 2.
struct Dialogue {
  explicit Dialogue(int questions, std::function<bool()> interrupted = {})
      : left(questions),
        dialogue(engine,
                 {[this] { return next(); }, [this](bool right) { answers.push_back(right); }},
                 {{}, std::move(interrupted), Language::kEnglish}) {
    dialogue.start("Hello.", sink);
  }

  std::optional<StudyQuestion> next() {
    if (left-- == 0) return std::nullopt;
    problem = make_problem(maker, 2, static_cast<std::uint64_t>(left)).value();
    StudyQuestion question;
    question.item.position = problem.position;
    question.item.best_line = problem.line;
    question.item.played = wrong(0);
    question.item.best = {.discs = static_cast<double>(problem.score.discs), .exact = true};
    question.item.after = {.discs = static_cast<double>(problem.second.discs), .exact = true};
    question.item.number = 50;
    question.title = "A game";
    return question;
  }

  /// A move that does not win; the first of them is said to be the one played.
  Square wrong(int skipped) const {
    Bitboard moves = rules::legal_moves(problem.position.board) & ~bit(problem.solution);
    while (skipped-- > 0) moves &= moves - 1;
    return first_square(moves);
  }

  /// What is said to a line.
  std::string said(std::string_view line, bool cut = false) {
    sink.text.clear();
    dialogue.on_line({std::string(line), cut}, sink);
    return sink.text;
  }

  Engine maker{problem_engine_options()}, engine{problem_engine_options()};
  int left;
  EndgameProblem problem;
  std::vector<bool> answers;
  HeardText sink;
  QuestionDialogue dialogue;
};

}  // namespace

TEST_CASE("questions are asked until there are none", "[study][dialogue]") {
  Dialogue d(3);
  CHECK_THAT(d.sink.text, Contains("Hello.") && Contains("A game") && Contains("to move"));
  const Square best = d.problem.solution;
  CHECK_THAT(d.said(to_text(best)), Contains("Right: " + to_text(best)) && Contains("(proven)") &&
                                        Contains("In the game") && Contains("A game"));
  CHECK(d.answers == std::vector<bool>{true});
  CHECK_THAT(d.said("  " + to_capitals(d.wrong(0)) + " "), Contains("Wrong: "));
  // A move that the question does not tell of is searched.
  CHECK_THAT(d.said(to_text(d.wrong(1))), Contains("Wrong: ") && Contains("no more positions") &&
                                              Contains("1 of 3 answers were right."));
  CHECK(d.answers == std::vector<bool>{true, false, false});
  CHECK(d.dialogue.finished());
  d.sink.text.clear();
  d.dialogue.finish(d.sink);
  CHECK(d.sink.text.empty());
}

TEST_CASE("a right answer after a hint teaches the deck nothing", "[study][dialogue]") {
  Dialogue d(3);
  CHECK_THAT(d.said("h"), Contains("No move and no command"));  // help or hint
  const std::string hint = d.said("HINT");
  CHECK_THAT(hint, Contains(to_text(d.problem.solution)) && Contains(to_text(d.wrong(0))));
  CHECK_THAT(d.said(to_text(d.problem.solution)), Contains("Right: "));
  CHECK(d.answers.empty());
  CHECK(d.dialogue.right() == 1);
  d.said("hint");
  d.said(to_text(d.wrong(0)));
  CHECK(d.answers == std::vector<bool>{false});
  // The hint was for that question alone.
  d.said(to_text(d.problem.solution));
  CHECK(d.answers == std::vector<bool>{false, true});
}

TEST_CASE("skip, answer and quit", "[study][dialogue]") {
  Dialogue d(4);
  CHECK_THAT(d.said("skip"), Contains("A game"));
  CHECK(d.answers.empty());
  const std::string best = to_text(d.problem.solution);
  CHECK_THAT(d.said("a"), Contains("Best: ") && Contains("by " + best));
  CHECK(d.answers == std::vector<bool>{false});
  CHECK_THAT(d.said("board"), Contains("A B C D E F G H"));
  CHECK_THAT(d.said("help"), Contains("hint ") && Contains("quit "));
  CHECK_THAT(d.said("q"), Contains("0 of 1 answers were right."));
  CHECK(d.dialogue.finished());
}

TEST_CASE("what is no answer is told and costs nothing", "[study][dialogue]") {
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

TEST_CASE("an answer whose search is stopped is not judged", "[study][dialogue]") {
  Dialogue d(1, [] { return true; });
  CHECK_THAT(d.said(to_text(d.wrong(1))), Contains("not judged"));
  CHECK(d.answers.empty());
  CHECK_FALSE(d.dialogue.finished());
  CHECK_THAT(d.said(to_text(d.problem.solution)), Contains("Right: "));
}
