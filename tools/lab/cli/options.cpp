// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/levels.h"
#include "protocol/command/option_adapter.h"
#include "tools/lab/cli/options.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace sumi::lab {

using namespace protocol;

namespace {

constexpr std::string_view kSearchRows[] = {"weights", "isa"};
constexpr int kMaxSearchThreads = 256, kSearchHashMib = 32;

}  // namespace

Options engine_choice_rows(EngineChoice& choice) {
  choice.threads = std::clamp(choice.threads, 1, kMaxSearchThreads);
  Options rows{{"threads,j", number(choice.threads, 1, kMaxSearchThreads),
                "positions searched at the same time, {}"},
               {"evaluator", text(choice.evaluator, "NAME"), "pattern, nnue, mobility, table..."}};
  rows.rows.back().value.words.assign(std::begin(kEvaluatorNames), std::end(kEvaluatorNames));
  return rows += engine_rows(choice.engine, kSearchRows);
}

Options search_rows(SearchChoice& choice, const std::string& exact_at_help) {
  const auto depth = [](const std::string& text) -> Result<EvalDepth> {
    const auto depths = parse_depths(text);
    if (!depths) return depths.error();
    if (depths->size() == 1 && depths->front().plies > 0) return depths->front();
    return Error{ErrorCode::kBadSyntax, "one depth from 1 on is wanted, such as 8 or 8@73"};
  };
  Options rows{
      {"level", number(choice.level, 0, kMaxLevel), "how deep to search, a level of play, {}"},
      {"depth", parsed(choice.depth, "N", depth),
       "instead of --level: so many plies, 1..60, at a selectivity if one is given: 8@73"},
      {"exact-at", number(choice.exact_at, 0, 60), exact_at_help}};
  return rows += engine_choice_rows(choice);
}

EngineOptions lab_engine_of(const EngineChoice& choice) {
  EngineOptions options = choice.engine;
  options.hash_mib = kSearchHashMib;
  // The evaluator is kept by its name: were it `auto`, recorded settings could change their
  // meaning.
  options.evaluator = choice.evaluator;
  if (std::ranges::find(kEvaluatorNames, options.evaluator) == std::end(kEvaluatorNames)) {
    throw UsageError(fmt::format("--evaluator: {} is not one of {}",
                                 sumi::quoted(options.evaluator),
                                 fmt::join(kEvaluatorNames, ", ")));
  }
  if (!options.weights.empty() && options.evaluator == "mobility") {
    throw UsageError("--weights: --evaluator mobility has none");
  }
  const Engine trial(options);
  return options;
}

SearchLimits lab_limits_of(const CommandLine& line, const SearchChoice& choice) {
  if (!choice.depth) return level_limits(choice.level);
  if (line.has("level")) throw UsageError("--level and --depth exclude each other");
  SearchLimits limits;
  limits.depth = choice.depth->plies;
  limits.selectivity = choice.depth->selectivity;
  return limits;
}

OptionValue range(int& least, int& most, int min, int max) {
  OptionValue row{.name = "MIN-MAX", .standard = fmt::format("{}-{}", least, most)};
  row.read = [&least, &most, min, max](const std::string& text) -> Result<void> {
    const std::size_t dash = std::min(text.find('-'), text.size());
    const auto first = parse_int(text.substr(0, dash));
    const auto last = dash < text.size() ? parse_int(text.substr(dash + 1)) : first;
    if (!first || !last || *first < min || *last < *first || *last > max) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("{} is not MIN-MAX within {}-{}", sumi::quoted(text), min, max)};
    }
    least = *first;
    most = *last;
    return {};
  };
  return row;
}

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) parts.emplace_back(trim(take_until(text, ',')));
  return parts;
}

void forbid_options(const CommandLine& line, std::span<const char* const> options,
                    std::string_view why) {
  for (const char* const option : options) {
    if (line.has(option)) throw UsageError(fmt::format("--{}{}", option, why));
  }
}

std::string command_text(const Command& self, const Args& args) {
  std::string text = fmt::format("{} {}", self.program, self.name);
  for (const std::string& arg : args) {
    const bool plain = !arg.empty() && arg.find_first_of(" \t\"'$\\*?;&|<>()") == arg.npos;
    text += plain ? fmt::format(" {}", arg) : fmt::format(" '{}'", arg);
  }
  return text;
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace sumi::lab
