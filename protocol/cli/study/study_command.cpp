// SPDX-License-Identifier: MIT
/// `sumi study COMMAND`: a program of several commands, as `sumi` itself is.
#include "protocol/cli/commands.h"
#include "protocol/cli/study/study_commands.h"

#include <array>

namespace sumi::protocol {
namespace {

constexpr std::array kStudyCommands{
    &kStudyAskCommand,      &kStudyAddCommand,     &kStudyListCommand,  &kStudyForgetCommand,
    &kStudyProblemsCommand, &kStudyOpeningCommand, &kStudyLinesCommand, &kStudyHelpCommand};

}  // namespace

const Program kSumiStudy{
    kSumiStudyName,
    "Sumi study",
    "a trainer",
    kStudyCommands,
    "ask positions of the deck",
    "  sumi study add games.ggf --player Tamenori\n"
    "  sumi study\n"
    "  sumi study problems --difficulty 3\n"
    "  sumi study opening Rose-Bill\n"
    "  sumi study lines f5d6c3\n",
    &kStudyAskCommand,
};

const Command kStudyHelpCommand{
    "help",
    kHelpArguments,
    "explain a command, or list them all",
    "The same as `sumi study COMMAND --help` and `sumi study --help`.\n",
    "  sumi study help add\n",
    [](const Command& self, const Args& args, Output& out) {
      return run_help(kSumiStudy, self, args, out);
    },
    kSumiStudyName};

// The texts of its help are the overview of kSumiStudy.
const Command kStudyCommand{
    "study",
    "[COMMAND]",
    "train: mistakes of your games, endgames, openings",
    "",
    "",
    [](const Command&, const Args& args, Output& out) { return run_words(kSumiStudy, args, out); },
    "sumi",
    &kSumiStudy};

}  // namespace sumi::protocol
