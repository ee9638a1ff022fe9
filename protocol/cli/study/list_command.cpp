// SPDX-License-Identifier: MIT
/// `sumi study list`: what is in the deck.
#include "engine/game/notation.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/study_json.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

namespace sumi::protocol {
namespace {

int run_study_list(const Command& self, const Args& args, Output& out) {
  bool json = false;
  std::optional<std::string> deck_file;
  const Options rows{{"json", flag(json), "JSON lines, an object a position"}, deck_row(deck_file)};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const Language language = default_language();
  const auto deck = open_deck(deck_file, DeckUse::kRead);
  if (!deck) return kFailed;
  if (json) {
    for (const StudyItem& item : deck->items()) out.write(json_line(study_item_json(item)));
    return kDone;
  }
  constexpr int kGameColumns = 28;
  const Table table({{tr(language, "No."), 4},
                     {tr(language, "played"), 6},
                     {tr(language, "best"), 5},
                     {tr(language, "lost"), 5},
                     {tr(language, "asked"), 6},
                     {tr(language, "missed"), 6},
                     {tr(language, "move no."), 8},
                     {tr(language, "game"), kGameColumns, Table::Align::kLeft}});
  out.write(table.header());
  int number = 0;
  for (const StudyItem& item : deck->items()) {
    const int size = item.position.size;
    const std::string row[] = {
        std::to_string(++number),        to_text(item.played, size),
        to_text(item.best_move(), size), fmt::format("{:.1f}", item.lost()),
        std::to_string(item.asked),      std::to_string(item.missed),
        std::to_string(item.number),     std::string(fitting(item.game, kGameColumns))};
    out.write(table.row(row));
  }
  return kDone;
}

}  // namespace

const Command kStudyListCommand{
    "list",
    "[--deck FILE] [--json]",
    "show what is in the deck",
    R"(A row for each position: its number, which `sumi study forget` takes, the move
played, the best one, what was lost, how often it was asked and missed, the
number of the move, and the game. The deck is only read, also while another
command has it open. JSON: {"position", "best", "best_score", "exact", "depth",
"best_line", "played", "played_score", "player", "game", "number", "asked",
"missed", "last_asked" (seconds of Unix; null: never)}.
)",
    R"(  sumi study list
  sumi study list --json | jq -r 'select(.missed > 0) | .position'
)",
    run_study_list,
    kSumiStudyName};

}  // namespace sumi::protocol
