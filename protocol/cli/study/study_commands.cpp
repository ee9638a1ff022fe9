// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/report/output.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace sumi::protocol {
namespace {

constexpr ListedCommand kStudyCommands[]{
    &kStudyAskCommand,      &kStudyAddCommand,     &kStudyListCommand,  &kStudyForgetCommand,
    &kStudyProblemsCommand, &kStudyOpeningCommand, &kStudyLinesCommand, &kStudyHelpCommand};

}  // namespace

const Program kSumiStudy{
    .name = kSumiStudyName,
    .title = "Sumi study",
    .summary = "a trainer",
    .commands = kStudyCommands,
    .no_command = "quiz you on positions of the deck",
    .examples = R"(  sumi study add games.ggf --player Tamenori
  sumi study
  sumi study problems --difficulty 3
  sumi study opening Rose-Bill
  sumi study lines f5d6c3
)",
    .without_command = &kStudyAskCommand,
};

const Command kStudyHelpCommand = help_command<kSumiStudy>(
    kSumiStudyName, "Same as `sumi study --help` and `sumi study COMMAND --help`.\n",
    "  sumi study help add\n");

// Its help is the overview of kSumiStudy.
const Command kStudyCommand{.name = "study",
                            .arguments = "[COMMAND]",
                            .summary = "train with your mistakes, endgames and openings",
                            .run = run_inner,
                            .inner = &kSumiStudy};

Option deck_row(std::optional<std::string>& deck) {
  return {"deck", text(deck, "FILE"),
          "the deck (default: study.jsonl in $XDG_DATA_HOME/sumi or ~/.local/share/sumi)"};
}

std::unique_ptr<StudyDeck> open_deck(const std::optional<std::string>& given, DeckUse use) {
  std::string path = given.value_or("");
  if (given && path.empty()) throw UsageError("--deck: needs the name of a file");
  if (path.empty()) {
    const auto standard = StudyDeck::default_path();
    if (!standard) throw UsageError("no home folder for the deck: name a file with --deck");
    path = *standard;
  }
  std::error_code unknown;
  if (use != DeckUse::kBegin && !std::filesystem::exists(path, unknown)) {
    throw FatalError(
        fmt::format("there is no deck {}; `sumi study add GAMES` creates it", clean(path)));
  }
  auto deck =
      (use == DeckUse::kRead ? StudyDeck::open_to_read(path) : StudyDeck::open(path)).value();
  report_damaged_lines(path, deck->damaged(), false);
  return deck;
}

}  // namespace sumi::protocol
