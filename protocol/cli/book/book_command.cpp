// SPDX-License-Identifier: MIT
/// `sumi book COMMAND`: a program of several commands, as `sumi` itself is.
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/commands.h"

#include <array>

namespace sumi::protocol {
namespace {

constexpr std::array kCommands{
    &kBookBuildCommand,  &kBookRunCommand,     &kBookLeavesCommand, &kBookSearchCommand,
    &kBookTakeCommand,   &kBookWorkCommand,    &kBookAddCommand,    &kBookLearnCommand,
    &kBookDeepenCommand, &kBookPruneCommand,   &kBookMergeCommand,  &kBookVerifyCommand,
    &kBookShowCommand,   &kBookExplainCommand, &kBookDiffCommand,   &kBookStatsCommand,
    &kBookExportCommand, &kBookImportCommand,  &kBookHelpCommand};

}  // namespace

const Program kSumiBook{
    kSumiBookName,
    "Sumi book",
    "opening books",
    kCommands,
    "",
    R"(  sumi book show default f5d6c3
  sumi book build my.book --plies 8 --max-loss 3 --level 12 -j 2
  sumi book build my.book                (goes on where it was ended)
  sumi book add my.book games.ggf --plies 20
  sumi book verify my.book
)",
    nullptr,
};

const Command kBookHelpCommand{"help",
                               kHelpArguments,
                               "explain a command, or list them all",
                               "The same as `sumi book COMMAND --help` and `sumi book --help`.\n",
                               "  sumi book help build\n",
                               [](const Command& self, const Args& args, Output& out) {
                                 return run_help(kSumiBook, self, args, out);
                               },
                               kSumiBookName};

// The texts of its help are the overview of kSumiBook.
const Command kBookCommand{
    "book",
    "COMMAND BOOK",
    "opening books: build, learn, show, check, convert",
    "",
    "",
    [](const Command&, const Args& args, Output& out) { return run_words(kSumiBook, args, out); },
    "sumi",
    &kSumiBook};

}  // namespace sumi::protocol
