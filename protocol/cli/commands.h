// SPDX-License-Identifier: MIT
#pragma once

#include "engine/limits.h"
#include "protocol/command/command.h"
#include "protocol/command/program.h"
#include "protocol/service/game_analysis.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace sumi::protocol {

extern const Command kAnalysisCommand, kAnalyzeCommand, kBenchCommand, kBoardCommand, kBookCommand,
    kCompletionCommand, kConvertCommand, kEngineCommand, kEvaluatorsCommand, kGamesCommand,
    kGgsCommand, kGtpCommand, kHelpCommand, kHintCommand, kLevelsCommand, kPerftCommand,
    kPlayCommand, kPlayersCommand, kServeCommand, kSolveCommand, kStatusCommand, kStudyCommand,
    kVersionCommand, kWebCommand;

/// In the order of help, grouped.
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

  /// The given limit, or `standard`. Throws UsageError for several.
  SearchLimits limits(const SearchLimits& standard) const;
};

/// `standard` is the default in the help: "2 if nothing else limits the search".
Options limit_rows(LimitOptions& options, const std::string& standard);

/// --player and --side; the help says that they restrict `what`: "add only moves".
Options mistake_rows(MistakesOf& of, std::string_view what);

/// The error for an unknown name of an opening, with similar names.
std::string no_such_opening(std::string_view name);

/// The games' players, for messages about --player and --side.
class MatchedPlayers {
 public:
  explicit MatchedPlayers(const MistakesOf& of) : of_(of) {}

  void add(const GameRecord& game);

  /// False, with a message, if no game matched; also reports several matching players.
  bool report() const;

 private:
  const MistakesOf& of_;
  int games_ = 0, matched_ = 0;
  std::set<std::string> names_, others_;  ///< Matching names, and the first few others.
  bool more_others_ = false;
};

}  // namespace sumi::protocol
