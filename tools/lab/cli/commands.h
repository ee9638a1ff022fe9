// SPDX-License-Identifier: MIT
/// The commands of `sumi-lab` and their common options, output checks and progress bar.
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
    kLabelCommand, kNtupleCommand, kProbcutCommand, kQlearnCommand, kReturnsCommand,
    kSelfplayCommand, kStatusCommand, kSweepCommand, kTdCommand, kTrainCommand, kTuneCommand;

extern const protocol::Program kSumiLab;

/// The engine for searches, and the number of threads.
struct EngineChoice {
  int threads = 1;
  std::string evaluator{};  ///< Empty: that of the weights, else `pattern`.
  EngineOptions engine{};   ///< As given on the command line; lab_engine_of() completes it.
};
/// --threads, --evaluator, --weights and --isa.
protocol::Options engine_choice_rows(EngineChoice& choice);

/// Sets a small hash table: searches are small, and each thread has its own engine. Throws
/// UsageError, and FatalError if the engine cannot be constructed.
EngineOptions lab_engine_of(const EngineChoice& choice);

struct SearchChoice : EngineChoice {
  int level = 6;
  std::optional<EvalDepth> depth{};
  std::optional<int> exact_at{};
};
/// --level, --depth, --exact-at and the engine options.
protocol::Options search_rows(SearchChoice& choice, const std::string& exact_at_help);

/// The limits of --level or --depth, without --exact-at. Throws UsageError.
SearchLimits lab_limits_of(const protocol::CommandLine& line, const SearchChoice& choice);

/// MIN-MAX within min..max, or a single number for both.
protocol::OptionValue range(int& least, int& most, int min, int max);

/// Splits at commas and trims.
std::vector<std::string> list_of(std::string_view text);

/// Throws UsageError if one of `options`, which have no effect in `why` ("sweeps"), is given.
void forbid_options(const protocol::CommandLine& line, std::span<const char* const> options,
                    std::string_view why);

/// The command as typed.
std::string command_text(const protocol::Command& self, const protocol::Args& args);

/// "2026-11-21".
std::string today();

/// Weight files of any format version (weights/README.md).
protocol::FileKind weights_kind();

/// protocol::check_outputs(), and checks that each output is writable. `inputs` are position files
/// and folders. Keep the returned locks until all outputs are written. Throws FatalError if another
/// process has locked an output.
[[nodiscard]] std::vector<OutputLock> claim_outputs(const protocol::CommandLine& line,
                                                    std::span<const protocol::OutputPath> outputs,
                                                    std::span<const std::string> inputs = {});

/// Progress bar on standard error, if that is a terminal. Work of earlier runs counts as done, but
/// not for speed and remaining time. Not thread-safe.
class RateBar {
 public:
  explicit RateBar(std::string what) : what_(std::move(what)), bar_(true, what_) {}

  /// `before`: by earlier runs; `done`: by this one.
  void draw(std::uint64_t before, std::uint64_t done, std::uint64_t wanted);
  /// `all`: by both; what the first call gives counts as done by earlier runs.
  void draw_all(std::uint64_t all, std::uint64_t wanted);
  void erase() { bar_.erase(); }

  double seconds() const { return watch_.seconds(); }

 private:
  std::string what_;
  protocol::ProgressBar bar_;
  StopWatch watch_;
  std::optional<std::uint64_t> before_;
};

}  // namespace sumi::lab
