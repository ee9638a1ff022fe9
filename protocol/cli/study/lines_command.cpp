// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/position_input.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/service_json.h"
#include "protocol/service/lines_to_hold.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace sumi::protocol {
namespace {

constexpr int kMaxLinesLoss = 64;

struct LinesQuery {
  std::optional<std::string> max_loss{}, book{};
  std::optional<HoldGoal::Result> hold{};
  std::optional<Color> side{};  ///< Both if missing.
  bool solve = false, json = false;
  PositionOptions positions{};
  EngineOptions engine{};
  Language language = Language::kEnglish;
  HoldGoal goal{};  ///< For the solver.
};

Options rows_of(LinesQuery& query) {
  using enum HoldGoal::Result;
  OptionValue book = text(query.book, "FILE");
  book.words = {std::string(kShippedBook)};
  Options rows{{"max-loss", text(query.max_loss, "DISCS"),
                "moves that lose at most this many discs (a whole number with --solve) hold the "
                "result (default: 0)"},
               {"hold", choice(query.hold, {{"win", kWin}, {"draw", kDraw}}, "RESULT"),
                "hold any win, or any draw or win, instead of the best score; solver only"},
               {"side", parsed(query.side, "COLOR", parse_color, "", {"black", "white"}),
                "count for black or white only"},
               {"book", std::move(book), "count in this book; `default` is the shipped one"},
               {"solve", flag(query.solve), "count by the solver, to the end of the game"},
               {"json", flag(query.json), "print a JSON object"}};
  rows += position_rows(query.positions);
  return rows += engine_rows(query.engine, kSearchTopics | kBoardTopic, {"evaluator", "weights"});
}

int show_book_lines(const Position& position, const LinesQuery& query, Output& out) {
  if (position.size != 8) throw UsageError("books are for boards of 8x8");
  const auto book = open_to_read(query.book.value_or(std::string(kShippedBook)));
  Value max_loss{};
  if (query.max_loss) {
    or_usage_error(discs_value(max_loss, kMaxLinesLoss).read(*query.max_loss), "--max-loss: ");
  }
  const book::LineCounts counts = book::count_lines(*book, position.board, max_loss);
  Json to_remember = Json::object();
  std::string text;
  for (const Color side : {Color::kBlack, Color::kWhite}) {
    if (query.side && *query.side != side) continue;
    const double lines = counts.to_remember[side == position.to_move ? 0 : 1];
    to_remember[std::string(to_text(side))] = lines_json(lines);
    text += tr_format(query.language, "{} must remember {}.", side_name(query.language, side),
                      lines_text(lines)) +
            '\n';
  }
  if (query.json) {
    out.write(json_line({{"position", to_text(position)},
                         {"source", "book"},
                         {"max_loss", to_discs(max_loss)},
                         {"all", lines_json(counts.all)},
                         {"to_remember", to_remember}}));
  } else if (counts.all == 0) {
    out.write(std::string(tr(query.language, "Not in the opening book.")) + '\n');
  } else {
    const std::string all = lines_text(counts.all);
    out.write(
        (max_loss.units == 0
             ? tr_format(query.language, "Lines of the book of best moves alone: {}.", all)
             : tr_format(query.language, "Lines of the book of moves that lose {:g} or less: {}.",
                         to_discs(max_loss), all)) +
        '\n' + text);
  }
  return counts.all > 0 ? kDone : kFailed;
}

std::string held_text(const LinesToHold& found, Color side, int size, const LinesQuery& query) {
  const std::string_view name = side_name(query.language, side);
  if (found.lines == 0) {
    const bool win = query.goal.result == HoldGoal::Result::kWin;
    return tr_format(query.language, win ? "{} cannot win." : "{} cannot hold a draw.", name) +
           '\n';
  }
  std::string text =
      tr_format(query.language, "{0} holds {1} or better with {2} lines to remember.", name,
                signed_score(found.held), lines_text(found.lines)) +
      '\n';
  for (const HoldingMove& move : found.moves) {
    text += fmt::format("  {}  {}\n", to_text(move.move, size), lines_text(move.lines));
  }
  return text;
}

/// Suggests the other side if it could succeed.
std::string with_other_side(const std::string& refused, Color side, const Position& position,
                            const LinesQuery& query) {
  const bool hopeless = empties(position.board, position.size) > kMaxEmptiesToHold;
  return hopeless || query.side ? refused
                                : fmt::format("{}, or try --side {}", refused, to_text(!side));
}

/// Reads --max-loss for the solver, whose scores are whole discs.
int whole_loss(const std::string& text) {
  const int loss = parse_count(text).value_or(-1);
  if (loss < 0 || loss > kMaxLinesLoss) {
    throw UsageError(
        fmt::format("--max-loss: {} is not a whole number of discs in 0..{}, as the "
                    "solver wants it",
                    sumi::quoted(text), kMaxLinesLoss));
  }
  return loss;
}

int show_solved_lines(const Position& position, LinesQuery query, Output& out) {
  if (query.max_loss) query.goal.max_loss = whole_loss(*query.max_loss);
  if (query.hold) query.goal.result = *query.hold;
  EngineOptions options = query.engine;
  options.own_book = false;
  options.size = position.size;
  Engine engine(options);
  watch_interrupts();
  Json sides = Json::object();
  std::string text, refused;
  for (const Color side : {Color::kBlack, Color::kWhite}) {
    if (query.side && *query.side != side) continue;
    const auto found = lines_to_hold(engine, position, side, query.goal, interrupted);
    if (!found) {
      refused = found.error().message;
      if (text.empty()) throw FatalError(with_other_side(refused, side, position, query));
      break;
    }
    if (!*found) return kInterrupted;
    const bool whole = query.goal.result == HoldGoal::Result::kBest;
    sides[std::string(to_text(side))] = held_json(**found, position.size, whole);
    text += held_text(**found, side, position.size, query);
  }
  if (query.json) {
    text = json_line({{"position", to_text(position)},
                      {"source", "solver"},
                      {"max_loss", query.goal.max_loss},
                      {"hold", !query.hold                             ? Json()
                               : *query.hold == HoldGoal::Result::kWin ? "win"
                                                                       : "draw"},
                      {"sides", sides}});
  }
  out.write(text);
  if (refused.empty()) return kDone;
  out.flush();
  throw FatalError("white: " + refused);
}

int run_study_lines(const Command& self, const Args& args, Output& out) {
  LinesQuery query;
  const auto line = parse(self, rows_of(query), args, out);
  if (!line) return kDone;
  query.language = default_language();
  if (query.hold && query.max_loss) throw UsageError("--hold and --max-loss exclude each other");
  if (query.book && query.solve) throw UsageError("--book and --solve exclude each other");
  if (query.book && query.hold) {
    throw UsageError("--hold is for the solver: a book knows values, not results");
  }
  PositionInput input(line->words, query.positions, query.engine.size);
  const std::optional<InputPosition> found = input.only();
  if (!found) return input.status();
  const Position& position = found->position;
  const bool few = empties(position.board, position.size) <= kSoonHeldEmpties;
  const bool solves = query.solve || query.hold || (few && !query.book);
  return solves ? show_solved_lines(position, query, out) : show_book_lines(position, query, out);
}

}  // namespace

const Command kStudyLinesCommand{
    .name = "lines",
    .arguments = R"([POSITION|MOVES...|FILE] [--max-loss N|--hold win|draw]
    [--book FILE|--solve] [--side black|white])",
    .summary = "count the lines that you must remember to hold a result",
    .details = R"(Counts the lines that each side must remember to hold its result (in Japanese
the Umigame number). In its own positions the side has one move, the holding
move with the fewest lines after it; the opponent has every reply. With the
solver, replies are all legal moves, to the end of the game; with a book, those
that lose at most --max-loss. Different move orders count as different lines.

The solver counts positions with up to 14 empty squares, a book all others;
--solve (up to 24 empty squares; refuses most positions above 16) and --book
override this. With a book a line ends where the book does. Exit status 1: the
book does not have the position.
)",
    .examples = R"(  sumi study lines f5d6c3 --max-loss 2
  sumi study lines f5f6 --book my.book
  sumi study lines --solve --hold draw --size 4 start
)",
    .run = run_study_lines,
    .program = kSumiStudyName,
    .shared_details = kPositionHelp,
    .json = R"(By the solver:
  position            string: the position
  source              string: solver
  max_loss            number: --max-loss
  hold                string: win, draw, or null: the best score
  sides.black, white  SIDE: for each side, or that of --side

SIDE:
  score          integer or null: score for it; null with --hold
  held           integer: least score that counts as held
  lines          integer or null: lines to remember; null: it cannot hold that
                 score
  moves[]        array: moves that hold it
  moves[].move   string: the move
  moves[].lines  integer: lines to remember after it

By a book:
  position                  string: the position
  source                    string: book
  max_loss                  number: --max-loss
  all                       integer: number of lines in the book
  to_remember.black, white  integer: lines that each side must remember
)"};

}  // namespace sumi::protocol
