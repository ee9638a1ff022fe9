// SPDX-License-Identifier: MIT
/// `sumi study opening`: an opening, move by move.
#include "book/book.h"
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/language_option.h"
#include "protocol/report/folded.h"
#include "protocol/report/format.h"
#include "protocol/report/json_lines.h"
#include "protocol/report/opening_words.h"
#include "protocol/report/output.h"
#include "protocol/study/opening_walk.h"
#include "protocol/study/study_json.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace sumi::protocol {
namespace {

boost::program_options::options_description options_of_study_opening() {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()  //
      ("book", po::value<std::string>()->value_name("FILE")->default_value("default"),
       "the opening book that is asked")                         //
      ("no-book", "names and boards only")                       //
      ("print", "all moves at once, without waiting for Enter")  //
      ("json", "one JSON object, without waiting")               //
      ("no-color", "letters instead of colours");
  add_language_option(options);
  return options;
}

/// Both names, the reader's first.
std::string both_names(const book::OpeningName& name, Language language) {
  const std::string first = opening_text(&name, language);
  const Language other = language == Language::kEnglish ? Language::kJapanese : Language::kEnglish;
  const std::string second = opening_text(&name, other);
  return first == second ? first : fmt::format("{} ({})", first, second);
}

std::string exact_value(const BookMove& move) {
  return move.exact ? signed_score(to_disc_diff(move.value))
                    : fmt::format("{:+.2f}", to_discs(move.value));
}

/// What the book says of a move, against its best.
std::string said_of(const WalkStep& step, Language language) {
  if (step.book.empty()) return std::string(tr(language, "Not in the book."));
  const BookMove& best = step.book.front();
  const BookMove* const known = step.known();
  const std::string move = to_text(step.move), best_text = to_text(best.move);
  if (!known) {
    return tr_format(language, "The book knows {} {}, not {}.", best_text, exact_value(best), move);
  }
  if (known->value.units >= best.value.units) {
    return tr_format(language, "Book: {} {}, the best move.", move, exact_value(*known));
  }
  return tr_format(language, "Book: {} {}, best {} {}.", move, exact_value(*known), best_text,
                   exact_value(best));
}

std::string step_text(const WalkStep& step, const GameRecord& game, const BoardStyle& style,
                      Language language) {
  const std::string_view side =
      tr(language, step.before.to_move == Color::kBlack ? "Black" : "White");
  std::string text = fmt::format("\n{}. {} {}", step.number, side, to_text(step.move));
  if (step.reached) text += ": " + both_names(*step.reached, language);
  text += '\n' + said_of(step, language) + '\n';
  const Game board = game.replay(static_cast<std::size_t>(step.number));
  for (const std::string& row : board_lines(board, style)) {
    text.append(row, 0, row.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string end_of_walk(const OpeningWalk& walk, Language language) {
  constexpr std::size_t kMostMoves = 4;
  constexpr int kHang = 2;
  std::string text;
  if (!walk.next.empty()) {
    std::string moves;
    for (std::size_t i = 0; i < std::min(walk.next.size(), kMostMoves); ++i) {
      moves += fmt::format("{}{} {}", i > 0 ? ", " : "", to_text(walk.next[i].move),
                           exact_value(walk.next[i]));
    }
    text += folded(tr_format(language, "The book goes on with {}.", moves), kHang) + '\n';
  }
  for (const auto* const name : walk.continuations) {
    text += folded(fmt::format("  {}: {}", both_names(*name, language),
                               name->moves.substr(walk.opening->moves.size())),
                   4) +
            '\n';
  }
  return text;
}

/// The one opening that the words mean; null if there is none or there are several, which is told.
const book::OpeningName* opening_of(const CommandLine& line, Language language) {
  std::string text;
  for (const std::string& word : line.words) text += (text.empty() ? "" : " ") + word;
  if (trim(text).empty()) throw UsageError("no opening given: a name such as Rose, or its moves");
  const auto found = find_openings(text);
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    std::string names;
    for (const std::string& name : similar_openings(text)) {
      names += (names.empty() ? "" : ", ") + name;
    }
    tell_error(names.empty()
                   ? fmt::format("no opening is named {}", clean(text))
                   : fmt::format("no opening is named {}; like it are: {}", clean(text), names));
    return nullptr;
  }
  constexpr std::size_t kMostTold = 20;
  tell_error(fmt::format("{} openings are named like {}; name one, or its moves:", found.size(),
                         clean(text)));
  for (std::size_t i = 0; i < std::min(found.size(), kMostTold); ++i) {
    tell_error(fmt::format("{}: {}", both_names(*found[i], language), found[i]->moves));
  }
  return nullptr;
}

/// Waits for a line before each move but the first. Returns the exit status.
int walk_through(const OpeningWalk& walk, const GameRecord& game, const BoardStyle& style,
                 bool waits, Language language, Output& out) {
  PlayTerminal terminal(out);
  const auto write = [&out](const std::string& text) { out.write(text); };
  write(folded(fmt::format("{}: {}", both_names(*walk.opening, language), walk.opening->moves)) +
        '\n');
  if (waits) {
    write(
        std::string(tr(language, "Enter shows the next move, back the one before, quit leaves.")) +
        '\n');
  }
  watch_interrupts();
  for (std::size_t i = 0; i < walk.steps.size();) {
    write(step_text(walk.steps[i], game, style, language));
    if (i + 1 == walk.steps.size()) write(end_of_walk(walk, language));
    if (!waits) {
      ++i;
      continue;
    }
    const auto typed = terminal.read_line();
    if (!typed) return terminal.left_by_interrupt() ? kInterrupted : kDone;
    const std::string word = to_lower(trim(typed->text));
    if (!word.empty() && std::string_view("quit").starts_with(word)) break;
    if (!word.empty() && std::string_view("back").starts_with(word)) {
      i -= i > 0;
    } else {
      ++i;
    }
  }
  return kDone;
}

int run_study_opening(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_study_opening(), args, out);
  if (!line) return kDone;
  const Language language = language_of(*line);
  const auto* const opening = opening_of(*line, language);
  if (!opening) return kFailed;
  std::shared_ptr<OpeningBook> book;
  if (!line->has("no-book")) {
    auto opened = book::open_opening_book(text_value(*line, "book"), false);
    if (!opened) throw FatalError(opened.error().message);
    book = std::move(*opened);
  }
  const OpeningWalk walk = walk_opening(*opening, book.get());
  if (line->has("json")) {
    out.write(json_line(walk_json(walk)));
    return kDone;
  }
  GameRecord game;
  for (const WalkStep& step : walk.steps) game.moves.push_back(step.move);
  return walk_through(walk, game, board_style(!line->has("no-color")), !line->has("print"),
                      language, out);
}

}  // namespace

const Command kStudyOpeningCommand{
    "opening",
    "NAME|MOVES [--book FILE] [--print|--json]",
    "walk through an opening: names, boards, what the book says",
    "NAME is English or Japanese; its beginning or a part of it is enough, and blanks, hyphens "
    "and\n"
    "apostrophes do not count. Or it is the moves of a named opening, as the list shows that\n"
    "several names give. Each move comes with the name that the game has from it on, with what "
    "the\n"
    "book says of it and of the best move, and with the board; Enter shows the next one, back the\n"
    "one before, quit leaves. At the end stand the moves of the book and the named openings "
    "behind.\n"
    "JSON: {\"opening\", \"steps\": [{\"number\", \"side\", \"move\", \"position\" (after it), "
    "\"opening\"\n"
    "(null: as before), \"book\": [{\"move\", \"score\", \"exact\", \"depth\"}]}], \"next\", "
    "\"continuations\"}.\n",
    "  sumi study opening Rose-Bill\n"
    "  sumi study opening 酉定石 --lang ja\n"
    "  sumi study opening f5d6c3d3c4f4c5b3c2 --print\n",
    run_study_opening,
    kSumiStudyName};

}  // namespace sumi::protocol
