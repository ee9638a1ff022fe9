// SPDX-License-Identifier: MIT
/// The commands of `sumi`, each defined in a file of its own. To add one: its file, its name twice
/// here, CMakeLists.txt, a test, and tests/golden/cli/help.txt.
#pragma once

#include "engine/limits.h"
#include "protocol/command/command.h"
#include "protocol/command/program.h"

#include <optional>
#include <string>

namespace sumi::protocol {

extern const Command kAnalysisCommand, kAnalyzeCommand, kBenchCommand, kBoardCommand, kBookCommand,
    kCompletionCommand, kConvertCommand, kEngineCommand, kGamesCommand, kGgsCommand, kGtpCommand,
    kHelpCommand, kHintCommand, kLevelsCommand, kPerftCommand, kPlayCommand, kPlayersCommand,
    kServeCommand, kSolveCommand, kStatusCommand, kStudyCommand, kVersionCommand, kWebCommand;

/// In the order of help.
inline constexpr const Command* kSumiCommands[] = {
    &kPlayCommand,    &kWebCommand,        &kHintCommand,    &kAnalyzeCommand, &kSolveCommand,
    &kConvertCommand, &kBoardCommand,      &kBookCommand,    &kGamesCommand,   &kStatusCommand,
    &kStudyCommand,   &kEngineCommand,     &kGtpCommand,     &kServeCommand,   &kAnalysisCommand,
    &kGgsCommand,     &kLevelsCommand,     &kPlayersCommand, &kPerftCommand,   &kBenchCommand,
    &kVersionCommand, &kCompletionCommand, &kHelpCommand};

extern const Program kSumi;

// How long to think about a position, as commands say it: --level, --time or --depth.

struct LimitOptions {
  std::optional<int> level{};
  std::optional<Millis> time{};
  std::optional<int> depth{};

  /// The limits that these options set; `standard` if none is given. Throws UsageError if there
  /// are several.
  SearchLimits limits(const SearchLimits& standard) const;
};

/// `standard`: what applies without them, "2 if nothing else limits the search".
Options limit_rows(LimitOptions& options, const std::string& standard);

}  // namespace sumi::protocol
