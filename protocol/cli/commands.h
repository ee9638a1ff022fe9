// SPDX-License-Identifier: MIT
#pragma once

#include "engine/limits.h"
#include "protocol/command/command.h"
#include "protocol/command/program.h"

#include <optional>
#include <string>

namespace sumi::protocol {

extern const Command kAnalysisCommand, kAnalyzeCommand, kBenchCommand, kBoardCommand, kBookCommand,
    kCompletionCommand, kConvertCommand, kEngineCommand, kEvaluatorsCommand, kGamesCommand,
    kGgsCommand, kGtpCommand, kHelpCommand, kHintCommand, kLevelsCommand, kPerftCommand,
    kPlayCommand, kPlayersCommand, kServeCommand, kSolveCommand, kStatusCommand, kStudyCommand,
    kVersionCommand, kWebCommand;

/// In the order of help, by groups.
// clang-format off
inline constexpr ListedCommand kSumiCommands[] = {
    {&kPlayCommand, "Play"},
    &kWebCommand,
    {&kHintCommand, "Analyse"},
    &kAnalyzeCommand,
    &kSolveCommand,
    &kBoardCommand,
    {&kBookCommand, "Books, games and study"},
    &kGamesCommand,
    &kConvertCommand,
    &kStudyCommand,
    {&kEngineCommand, "Protocols"},
    &kGtpCommand,
    &kServeCommand,
    &kGgsCommand,
    {&kAnalysisCommand, "Run at scale"},
    &kStatusCommand,
    {&kLevelsCommand, "About"},
    &kEvaluatorsCommand,
    &kPlayersCommand,
    &kPerftCommand,
    &kBenchCommand,
    &kVersionCommand,
    &kCompletionCommand,
    &kHelpCommand,
};
// clang-format on

extern const Program kSumi;

// The search limits --level, --time and --depth.

struct LimitOptions {
  std::optional<int> level{};
  std::optional<Millis> time{};
  std::optional<int> depth{};

  /// Returns the given limit, or `standard`. Throws UsageError for several.
  SearchLimits limits(const SearchLimits& standard) const;
};

/// `standard` describes the default: "2 if nothing else limits the search".
Options limit_rows(LimitOptions& options, const std::string& standard);

}  // namespace sumi::protocol
