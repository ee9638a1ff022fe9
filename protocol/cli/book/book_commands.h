// SPDX-License-Identifier: MIT
/// The commands of `sumi book`.
#pragma once

#include "protocol/command/program.h"

namespace sumi::protocol {

extern const Command kBookAddCommand, kBookBuildCommand, kBookDeepenCommand, kBookDiffCommand,
    kBookExplainCommand, kBookExportCommand, kBookHelpCommand, kBookImportCommand,
    kBookLearnCommand, kBookLeavesCommand, kBookMergeCommand, kBookPruneCommand, kBookRunCommand,
    kBookSearchCommand, kBookShowCommand, kBookStatsCommand, kBookTakeCommand, kBookVerifyCommand,
    kBookWorkCommand;

extern const Program kSumiBook;
inline constexpr std::string_view kSumiBookName = "sumi book";

}  // namespace sumi::protocol
