// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/descriptor.h"
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "protocol/cli/commands.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/report/service_json.h"
#include "protocol/service/opening_walk.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// Both names, beginning with the one in `language`.
std::string both_names(const book::OpeningName& name, Language language) {
  const std::string first = opening_text(&name, language);
  const Language other = language == Language::kEnglish ? Language::kJapanese : Language::kEnglish;
  const std::string second = opening_text(&name, other);
  return first == second ? first : fmt::format("{} / {}", first, second);
}

/// The name, if any, and the moves.
std::string heading_of(const OpeningWalk& walk, Language language) {
  if (!walk.opening) return walk.moves;
  return fmt::format("{}: {}", both_names(*walk.opening, language), walk.moves);
}

/// The book's scores of the move and the best move, in a line.
std::string said_of(const WalkStep& step, Language language) {
  if (step.book.empty()) return std::string(tr(language, "Not in the opening book."));
  const BookMove& best = step.book.front();
  const BookMove* const known = step.known();
  const std::string move = to_text(step.move), best_text = to_text(best.move);
  const std::string best_score = value_text(best.value, best.exact);
  if (!known) {
    return tr_format(language, "The book knows {} {}, not {}.", best_text, best_score, move);
  }
  const std::string score = value_text(known->value, known->exact);
  if (known->value.units >= best.value.units) {
    return tr_format(language, "Book: {} {}, the best move.", move, score);
  }
  return tr_format(language, "Book: {} {}, best {} {}.", move, score, best_text, best_score);
}

struct WalkView {
  BoardStyle style;
  Language language = Language::kEnglish;
  bool has_book = false;
};

std::string step_text(const WalkStep& step, const GameRecord& game, const WalkView& view) {
  const Language language = view.language;
  std::string text = fmt::format("\n{}. {} {}", step.number,
                                 side_name(language, step.before.to_move), to_text(step.move));
  if (step.reached) text += ": " + both_names(*step.reached, language);
  text += '\n';
  if (view.has_book) text += said_of(step, language) + '\n';
  const Game board = game.replay(static_cast<std::size_t>(step.number));
  for (const std::string& row : board_lines(board, view.style)) {
    text.append(row, 0, row.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string end_of_walk(const OpeningWalk& walk, Language language) {
  constexpr std::size_t kMaxMoves = 4;
  constexpr int kHang = 2;
  std::string text;
  if (!walk.next.empty()) {
    std::string moves;
    for (std::size_t i = 0; i < std::min(walk.next.size(), kMaxMoves); ++i) {
      const BookMove& next = walk.next[i];
      moves += fmt::format("{}{} {}", i > 0 ? ", " : "", to_text(next.move),
                           value_text(next.value, next.exact));
    }
    text += folded(tr_format(language, "The book continues with {}.", moves), kHang) + '\n';
  }
  for (const auto& [name, moves] : walk.continuations) {
    text += folded(fmt::format("  {}: {}", both_names(*name, language), moves), 4) + '\n';
  }
  return text;
}

/// The game of the moves or the named opening. Prints a message and returns nothing unless exactly
/// one opening matches. Throws UsageError for an illegal move.
std::optional<GameRecord> game_of(const CommandLine& line, Language language) {
  const std::string text = fmt::format("{}", fmt::join(line.words, " "));
  if (trim(text).empty()) throw UsageError("no opening given: a name such as Rose, or its moves");
  if (auto moves = moves_meant(text)) return or_usage_error(std::move(*moves));
  const auto found = find_openings(text);
  if (found.size() == 1) return parse_game(found.front()->moves).value();
  if (found.empty()) {
    print_error(no_such_opening(text));
    return std::nullopt;
  }
  constexpr std::size_t kMaxListed = 20;
  print_error(
      fmt::format("{} openings match {}; name one, or give its moves:", found.size(), clean(text)));
  for (std::size_t i = 0; i < std::min(found.size(), kMaxListed); ++i) {
    print_error(fmt::format("{}: {}", both_names(*found[i], language), found[i]->moves));
  }
  return std::nullopt;
}

/// Waits for a line before each later move. Returns the exit status.
int walk_through(const OpeningWalk& walk, const GameRecord& game, const WalkView& view,
                 Output& out) {
  const Language language = view.language;
  PlayTerminal terminal(out);
  terminal.edit_lines([](std::string_view) { return std::vector<std::string>(); });
  const auto write = [&out](std::string_view text) { out.write(text); };
  const auto print_line = [&](const std::string& text) { write(text + '\n'); };
  const std::string commands(
      tr(language, "Enter shows the next move, back the one before, quit leaves."));
  print_line(folded(heading_of(walk, language)));
  print_line(commands);
  watch_interrupts();
  std::size_t shown = 0;
  const auto show = [&] {
    write(step_text(walk.steps[shown], game, view));
    if (shown + 1 == walk.steps.size()) write(end_of_walk(walk, language));
  };
  show();
  for (;;) {
    const auto typed = terminal.read_line();
    if (!typed) return terminal.left_by_interrupt() ? kInterrupted : kDone;
    std::string plain;
    const std::string word = to_lower(trim(with_ascii_width(typed->text, plain)));
    const auto means = [&word](std::string_view whole) {
      return !word.empty() && whole.starts_with(word);
    };
    if (means("quit")) return kDone;
    if (word.empty() && ++shown == walk.steps.size()) return kDone;
    if (word.empty()) {
      show();
    } else if (means("back") && shown > 0) {
      --shown;
      show();
    } else if (means("back")) {
      print_line(std::string(tr(language, "This is the first move.")));
    } else if (means("help") || word == "?") {
      print_line(commands);
    } else {
      constexpr std::array<std::string_view, 3> kWalkWords{"back", "help", "quit"};
      const std::string_view meant = nearest_name(word, kWalkWords);
      print_line(meant.empty()
                     ? tr_format(language, "Unknown command: {}. Try help.", sumi::quoted(word))
                     : tr_format(language, "Unknown command: {}. Did you mean {}?",
                                 sumi::quoted(word), meant));
    }
  }
}

void print_walk(const OpeningWalk& walk, const GameRecord& game, const WalkView& view,
                Output& out) {
  out.write(folded(heading_of(walk, view.language)) + '\n');
  for (const WalkStep& step : walk.steps) out.write(step_text(step, game, view));
  out.write(end_of_walk(walk, view.language));
}

int run_study_opening(const Command& self, const Args& args, Output& out) {
  std::string book_file(kShippedBook);
  bool asks_book = true, print = false, json = false, color = true;
  OptionValue book_value = text(book_file, "FILE");
  book_value.words = {book_file};
  const Options rows{{"book", std::move(book_value), "opening book to use"},
                     {"no-book", flag(asks_book, false), "show names and boards only"},
                     {"print", flag(print), "print all moves without waiting for Enter"},
                     {"json", flag(json), "print a JSON object"},
                     {"no-color", flag(color, false), "print letters instead of colours"}};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (json && print) throw UsageError("--print and --json exclude each other");
  const Language language = default_language();
  const auto game = game_of(*line, language);
  if (!game) return kFailed;
  std::shared_ptr<OpeningBook> book;
  if (asks_book) book = book::open_opening_book(book_file, false).value();
  const OpeningWalk walk = walk_moves(*game, book.get());
  const WalkView view{board_style(color), language, book != nullptr};
  if (json) {
    out.write(json_line(walk_json(walk)));
  } else if (print || !is_terminal(kStdin)) {
    print_walk(walk, *game, view, out);
  } else {
    return walk_through(walk, *game, view, out);
  }
  return kDone;
}

}  // namespace

const Command kStudyOpeningCommand{
    .name = "opening",
    .arguments = "NAME|MOVES [--book FILE] [--print|--json]",
    .summary = "walk through an opening move by move",
    .details = R"(NAME is an English or Japanese name, its beginning or a whole word of it;
blanks, hyphens and apostrophes do not count. MOVES are any moves from the
start (f5d6c3d3c4).

Shows each move with its board, the name that the opening has from there on,
and the book's scores of the move and of the best move. On a terminal Enter
shows the next move, back the previous one, and quit ends; without a terminal
all moves are printed at once. At the end come the next moves in book and the
named openings that continue this one.
)",
    .examples = R"(  sumi study opening Rose-Bill
  sumi study opening 酉定石 --lang ja
  sumi study opening f5d6c3d3c4f4c5b3c2 --print
)",
    .run = run_study_opening,
    .program = kSumiStudyName,
    .json = R"(  opening               object or null: {english, japanese, moves}
  moves                 string: the moves
  steps[].number        integer: number of the move, from 1
  steps[].side          string: black or white
  steps[].move          string: the move
  steps[].position      string: the position after it
  steps[].opening       object or null: the opening from here on; null: as
                        before
  steps[].book[]        array: moves in book, best first
  steps[].book[].move   string: the move
  steps[].book[].score  number: its score
  steps[].book[].exact  boolean: true if score is exact
  steps[].book[].depth  integer: plies
  next[]                array: moves in book after the last position, as in
                        steps[].book[]
  continuations[]       array: named openings that continue this one: {english,
                        japanese, moves}
)"};

}  // namespace sumi::protocol
