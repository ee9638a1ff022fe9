// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/levels.h"
#include "protocol/command/options.h"
#include "protocol/report/format.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/records.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

namespace sumi::lab {

using namespace protocol;

namespace {

constexpr int kMaxSearchThreads = 256, kSearchHashMib = 32;

}  // namespace

Options engine_choice_rows(EngineChoice& choice) {
  choice.threads = std::clamp(choice.threads, 1, kMaxSearchThreads);
  Options rows{{"threads,j", number(choice.threads, 1, kMaxSearchThreads),
                "number of parallel searches, {}"},
               {"evaluator", text(choice.evaluator, "NAME"),
                "nnue, mobility, table, s2... (`sumi evaluators`); otherwise that of --weights, "
                "else pattern"}};
  rows.rows.back().value.words.assign(evaluator_names().begin(), evaluator_names().end());
  return rows += engine_rows(choice.engine, kSearchTopics, {"hash-mib", "threads", "evaluator"});
}

Options search_rows(SearchChoice& choice, const std::string& exact_at_help) {
  const auto depth = [](const std::string& text) -> Result<EvalDepth> {
    const auto depths = parse_depths(text);
    if (!depths) return depths.error();
    if (depths->size() == 1 && depths->front().plies > 0) return depths->front();
    return Error{ErrorCode::kBadSyntax, "need one depth of at least 1, such as 8 or 8@73"};
  };
  Options rows{
      {"level", number(choice.level, 0, kMaxLevel), "search as at this playing level, {}"},
      {"depth", parsed(choice.depth, "N", depth),
       "instead of --level: search depth in plies, 1..60, optionally with a selectivity: 8@73"},
      {"exact-at", number(choice.exact_at, 0, 60), exact_at_help}};
  return rows += engine_choice_rows(choice);
}

EngineOptions lab_engine_of(const EngineChoice& choice) {
  EngineOptions options = choice.engine;
  options.hash_mib = kSearchHashMib;
  options.evaluator = !choice.evaluator.empty() ? choice.evaluator
                      : options.weights.empty() ? "pattern"
                                                : kAutoEvaluator;
  const auto chosen = chosen_evaluator(options);
  if (!chosen && chosen.error().code == ErrorCode::kBadFile) {
    throw FatalError(chosen.error().message);
  }
  if (!chosen) throw UsageError(chosen.error().message);
  options = with_chosen_evaluator(options);  // stored settings must not depend on what `auto` means
  const Engine trial(options);
  return options;
}

SearchLimits lab_limits_of(const CommandLine& line, const SearchChoice& choice) {
  if (!choice.depth) return level_limits(choice.level);
  if (line.has("level")) throw UsageError("--level and --depth exclude each other");
  return {.depth = choice.depth->plies, .selectivity = choice.depth->selectivity};
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

FileKind weights_kind() {
  return {"weights", [](std::string_view head) { return head.starts_with("SUMI\x1A"); }};
}

std::vector<OutputLock> claim_outputs(const CommandLine& line, std::span<const OutputPath> outputs,
                                      std::span<const std::string> inputs) {
  namespace fs = std::filesystem;
  for (const OutputPath& output : outputs) {
    std::error_code failure;
    const fs::path folder = fs::path(output.path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, failure)) {
      throw UsageError(fmt::format("{}: no folder {}", output.what, sumi::quoted(folder.string())));
    }
    if (fs::exists(output.path, failure) && !fs::is_regular_file(output.path, failure)) {
      throw UsageError(
          fmt::format("{}: {} is a folder or a device", output.what, sumi::quoted(output.path)));
    }
  }
  // Reading reports unreadable inputs.
  std::vector<std::string> files(inputs.begin(), inputs.end());
  if (const auto found = record_paths(inputs); found) files = *found;
  check_outputs(line, outputs, files);

  std::vector<OutputLock> locks;
  for (const OutputPath& output : outputs) {
    const bool is_file = !output.path.empty() && output.path != "-";
    if (is_file) locks.push_back(OutputLock::of_file(output.path).value());
  }
  return locks;
}

void RateBar::draw(std::uint64_t before, std::uint64_t done, std::uint64_t wanted) {
  const std::uint64_t left = wanted - before;
  const double share = left == 0 ? 1 : static_cast<double>(done) / static_cast<double>(left);
  const std::string what = fmt::format("{}  {}/s", what_, short_rate(done, seconds()));
  bar_.show(progress_text(share, before + done, what, seconds()));
}

void RateBar::draw_all(std::uint64_t all, std::uint64_t wanted) {
  if (!before_) before_ = all;
  draw(*before_, all - *before_, wanted);
}

}  // namespace sumi::lab
