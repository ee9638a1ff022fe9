// SPDX-License-Identifier: MIT
/// Options that several commands of `sumi-lab` have in common, and what commands note of themselves
/// in the weights they write.
#pragma once

#include "engine/limits.h"
#include "engine/options.h"
#include "protocol/command/command.h"
#include "tools/lab/eval_report.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// The engine that searches, and how many of it.
struct EngineChoice {
  int threads = 1;
  std::string evaluator = "pattern";
  EngineOptions engine{};  ///< As given: engine_of() completes it.
};
/// --threads, --evaluator, --weights and --isa.
protocol::Options engine_choice_rows(EngineChoice& choice);

/// The options of the engine meant, with a small table: a search for a label is small, and there is
/// one engine a thread. Throws UsageError, and FatalError if no engine can be made with them; so
/// faults are told before folders are made.
EngineOptions lab_engine_of(const EngineChoice& choice);

/// How such an engine searches.
struct SearchChoice : EngineChoice {
  int level = 6;
  std::optional<EvalDepth> depth{};
  std::optional<int> exact_at{};
};
/// --level, --depth, --exact-at and the options of the engine.
protocol::Options search_rows(SearchChoice& choice, const std::string& exact_at_help);

/// The limits that --level or --depth set; --exact-at is left to the command. Throws UsageError.
SearchLimits lab_limits_of(const protocol::CommandLine& line, const SearchChoice& choice);

/// MIN-MAX within min..max, or one number that is both.
protocol::OptionValue range(int& least, int& most, int min, int max);

/// The words of a list with commas between, without blanks.
std::vector<std::string> list_of(std::string_view text);

/// Refuses options that were given, but have no effect in `kind`: "sweeps". Throws UsageError.
void forbid_options(const protocol::CommandLine& line, std::span<const char* const> options,
                    std::string_view why);

/// The command as one could type it again.
std::string command_text(const protocol::Command& self, const protocol::Args& args);

/// The date, "2026-11-21".
std::string today();

}  // namespace sumi::lab
