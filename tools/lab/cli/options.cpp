// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/levels.h"
#include "tools/lab/cli/options.h"
#include "tools/lab/report/eval_report.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace sumi::lab {

namespace po = boost::program_options;

namespace {

constexpr std::string_view kSearchRows[] = {"weights", "isa"};
constexpr int kMaxSearchThreads = 256, kSearchHashMib = 32;

}  // namespace

void add_engine_choice(po::options_description& options, int threads) {
  const auto text = [] { return po::value<std::string>(); };
  options.add_options()(
      "threads,j",
      text()
          ->default_value(std::to_string(std::clamp(threads, 1, kMaxSearchThreads)))
          ->value_name("N"),
      fmt::format("positions searched at the same time, 1..{}", kMaxSearchThreads).c_str())(
      "evaluator", text()->default_value("pattern")->value_name("NAME"),
      "pattern, nnue, mobility, table...");
  protocol::add_engine_options(options, kSearchRows);
}

void add_search_options(po::options_description& options, int level,
                        const std::string& exact_at_help) {
  const auto text = [] { return po::value<std::string>(); };
  options.add_options()(
      "level", text()->default_value(std::to_string(level))->value_name("N"),
      fmt::format("how deep to search, a level of play, 0..{}", kMaxLevel).c_str())(
      "depth", text()->value_name("N"),
      "instead of --level: so many plies, 1..60, at a selectivity if one is given: 8@73")(
      "exact-at", text()->value_name("N"), exact_at_help.c_str());
  add_engine_choice(options);
}

EngineOptions lab_engine_of(const protocol::CommandLine& line) {
  EngineOptions options = protocol::engine_options_of(line, kSearchRows);
  options.hash_mib = kSearchHashMib;
  // The evaluator is kept by its name: were it `auto`, recorded settings could change their
  // meaning.
  options.evaluator = text_value(line, "evaluator");
  if (std::ranges::find(kEvaluatorNames, options.evaluator) == std::end(kEvaluatorNames)) {
    throw protocol::UsageError(fmt::format("--evaluator: {} is not one of {}",
                                           sumi::quoted(options.evaluator),
                                           fmt::join(kEvaluatorNames, ", ")));
  }
  if (!options.weights.empty() && options.evaluator == "mobility") {
    throw protocol::UsageError("--weights: --evaluator mobility has none");
  }
  const Engine trial(options);
  return options;
}

SearchLimits lab_limits_of(const protocol::CommandLine& line) {
  if (!line.has("depth")) return level_limits(protocol::int_value(line, "level", 0, kMaxLevel));
  if (!line.values["level"].defaulted()) {
    throw protocol::UsageError("--level and --depth exclude each other");
  }
  const auto depths = parse_depths(protocol::text_value(line, "depth"));
  if (!depths) throw protocol::UsageError("--depth: " + depths.error().message);
  if (depths->size() != 1 || depths->front().plies == 0) {
    throw protocol::UsageError("--depth: one depth from 1 on is wanted, such as 8 or 8@73");
  }
  SearchLimits limits;
  limits.depth = depths->front().plies;
  limits.selectivity = depths->front().selectivity;
  return limits;
}

int threads_of(const protocol::CommandLine& line) {
  return protocol::int_value(line, "threads", 1, kMaxSearchThreads);
}

std::optional<std::pair<int, int>> two_numbers(std::string_view text, char mark) {
  const std::size_t at = text.find(mark);
  if (at == text.npos) return std::nullopt;
  const std::optional<int> first = parse_int(text.substr(0, at));
  const std::optional<int> second = parse_int(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

std::pair<int, int> range_value(const protocol::CommandLine& line, const std::string& option,
                                int min, int max) {
  const std::string text = text_value(line, option);
  auto range = two_numbers(text, '-');
  if (const std::optional<int> one = parse_int(text)) range = std::pair(*one, *one);
  if (!range || range->first < min || range->second < range->first || range->second > max) {
    throw protocol::UsageError(
        fmt::format("--{}: {} is not MIN-MAX within {}-{}", option, sumi::quoted(text), min, max));
  }
  return *range;
}

std::string command_text(const protocol::Command& self, const protocol::Args& args) {
  std::string text = fmt::format("{} {}", self.program, self.name);
  for (const std::string& arg : args) {
    const bool plain = !arg.empty() && arg.find_first_of(" \t\"'$\\*?;&|<>()") == arg.npos;
    text += plain ? fmt::format(" {}", arg) : fmt::format(" '{}'", arg);
  }
  return text;
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace sumi::lab
