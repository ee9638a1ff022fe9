// SPDX-License-Identifier: MIT
/// `sumi book diff`: what two books know differently.
#include "book/book_lines.h"
#include "engine/game/notation.h"
#include "engine/game/position.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/book_work.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

constexpr int kMaxDifferences = 100'000;

Position shown_position(const Board& board) { return {board, Color::kBlack}; }

Json difference_json(const book::ScoreDifference& d) {
  return {{"position", to_text(shown_position(d.board))},
          {"first", json_discs(d.first, false)},
          {"second", json_discs(d.second, false)},
          {"best_first", to_text(d.best_first)},
          {"best_second", to_text(d.best_second)}};
}

Json json_of(const book::BookDifference& d) {
  Json json{{"only_first", d.only_first},
            {"only_second", d.only_second},
            {"both", d.both},
            {"compared", d.compared},
            {"same_score", d.same_score},
            {"other_best", d.other_best},
            {"mean", d.mean},
            {"deviation", d.deviation}};
  json["largest"] = Json::array();
  for (const book::ScoreDifference& one : d.largest)
    json["largest"].push_back(difference_json(one));
  return json;
}

std::string text_of(const book::BookDifference& d) {
  const Language language = default_language();
  std::string text = tr_format(
      language,
      "{} positions in both, {} only in the first, {} only in the second\n"
      "{} have a score in both: {} the same one, {} another best move\n"
      "second less first, for the side to move: mean {:+.2f}, standard deviation {:.2f} discs\n",
      d.both, d.only_first, d.only_second, d.compared, d.same_score, d.other_best, d.mean,
      d.deviation);
  if (d.largest.empty()) return text;
  const Table table({{tr(language, "first"), 6},
                     {tr(language, "best"), 4, Table::Align::kLeft},
                     {tr(language, "second"), 6},
                     {tr(language, "best"), 4, Table::Align::kLeft},
                     {tr(language, "position"), 8, Table::Align::kLeft}});
  text += '\n' + table.header();
  for (const book::ScoreDifference& one : d.largest) {
    const std::string row[] = {fmt::format("{:+.2f}", to_discs(one.first)), to_text(one.best_first),
                               fmt::format("{:+.2f}", to_discs(one.second)),
                               to_text(one.best_second), to_text(shown_position(one.board))};
    text += table.row(row);
  }
  return text;
}

int run_book_diff(const Command& self, const Args& args, Output& out) {
  std::size_t most = 10;
  bool json = false;
  const Options rows{
      {"most", number(most, 0, kMaxDifferences), "so many of the largest differences, {}"},
      {"json", flag(json), "one JSON object instead of text"}};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (line->words.size() != 1) throw UsageError("need two books, BOOK BOOK");
  const auto first = open_to_read(path), second = open_to_read(line->words[0]);
  watch_interrupts();
  ProgressBar bar(true, "positions");
  const auto difference =
      book::compare_books(*first, *second, most, drawn_progress(bar, first->size()));
  bar.erase();
  if (!difference) {
    tell_error("interrupted");
    return kInterrupted;
  }
  out.write(json ? json_line(json_of(*difference)) : text_of(*difference));
  return kDone;
}

}  // namespace

const Command kBookDiffCommand{
    "diff",
    "BOOK BOOK [--most N] [--json]",
    "what two books know differently",
    R"(Positions that only one of them has, and how far the scores of the others
differ. Best moves count as one if they lead to the same position or to one
turned or mirrored. Positions stand as the books keep them, Black to move. JSON:
{"only_first", "only_second", "both", "compared", "same_score", "other_best",
"mean", "deviation", "largest": [{"position", "first", "second", "best_first",
"best_second"}]}.
)",
    R"(  sumi book diff default my.book
  sumi book diff old.book new.book --most 100 --json | jq .mean
)",
    run_book_diff,
    kSumiBookName};

}  // namespace sumi::protocol
