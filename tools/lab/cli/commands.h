// SPDX-License-Identifier: MIT
/// The commands of `sumi-lab`, and what several have in common: options, files that they write, a
/// progress bar.
#pragma once

#include "engine/base/time.h"
#include "engine/limits.h"
#include "engine/options.h"
#include "protocol/command/command.h"
#include "protocol/command/output_paths.h"
#include "protocol/command/program.h"
#include "protocol/report/live_text.h"
#include "tools/lab/eval_report.h"
#include "tools/lab/long_work.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {

extern const protocol::Command kCompletionCommand, kCurvesCommand, kDataCommand, kDpCommand,
    kEvalReportCommand, kExperimentCommand, kGeneticCommand, kHelpCommand, kInspectCommand,
    kLabelCommand, kProbcutCommand, kQlearnCommand, kReturnsCommand, kSelfplayCommand,
    kStatusCommand, kSweepCommand, kTdCommand, kTrainCommand, kTuneCommand;

extern const protocol::Program kSumiLab;

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

/// Weights, see weights/README.md; older ones too.
protocol::FileKind weights_kind();

/// protocol::check_outputs(), and each output can be written: its folder is there, and it is no
/// folder and no device. `inputs` are files and folders of positions. Returns the outputs' locks,
/// to be held until all is written; throws FatalError if another process holds one of them.
[[nodiscard]] std::vector<OutputLock> claim_outputs(const protocol::CommandLine& line,
                                                    std::span<const protocol::OutputPath> outputs,
                                                    std::span<const std::string> inputs = {});

/// Draws on standard error if that is a terminal. What earlier runs did counts as done, but neither
/// for the speed nor for the time left. One thread at a time.
class RateBar {
 public:
  explicit RateBar(std::string what) : what_(std::move(what)), bar_(true, what_) {}

  /// Of `wanted` things in all, earlier runs did `before` and this one `done`.
  void draw(std::uint64_t before, std::uint64_t done, std::uint64_t wanted);
  void erase() { bar_.erase(); }

  double seconds() const { return watch_.seconds(); }

 private:
  std::string what_;
  protocol::ProgressBar bar_;
  StopWatch watch_;
};

}  // namespace sumi::lab
