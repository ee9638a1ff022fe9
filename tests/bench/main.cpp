// SPDX-License-Identifier: MIT
/// sumi-kernels: time per call of each kernel on each level that this CPU supports. Accepts the
/// options of Google Benchmark; ends with a table for engine/core/NOTES.md.
#include "engine/isa_dispatch.h"
#include "engine/weights/nnue_file.h"
#include "tests/bench/kernels.h"
#include "tests/support/boards.h"
#include "tests/support/pattern_weights.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi {

// SUMI_ISA_LEVELS_LIST is X(level) for each level in this binary, best first (IsaLevels.cmake).
#define X(isa)          \
  namespace isa {       \
  bench::Level level(); \
  }
SUMI_ISA_LEVELS_LIST
#undef X

namespace bench {

KernelSet::~KernelSet() = default;

namespace {

struct NamedLevel {
  std::string_view name;
  Level (*level)();
};

constexpr NamedLevel kLevels[] = {
#define X(isa) {#isa, isa::level},
    SUMI_ISA_LEVELS_LIST
#undef X
};

/// Positions of random games, too many for a branch predictor to memorize.
class RandomSamples {
 public:
  RandomSamples(const PatternWeights& pattern, const NnueWeights& nnue) {
    SplitMix64 random(2027);
    for (int i = 0; i < kPositions; ++i) {
      const Sample sample = position(random, 2 + i % 55, true);
      for (Bitboard left = sample.legal; left != 0; left &= left - 1) {
        const Square s = first_square(left);
        moves_.push_back({positions_.size(), s, rules::flips(sample.board, s)});
      }
      positions_.push_back(sample);
    }
    samples_.positions = positions_;
    samples_.moves = moves_;
    for (std::size_t empties = 1; empties < endgames_.size(); ++empties) {
      for (int i = 0; i < kPositions; ++i) {
        endgames_[empties].push_back(position(random, static_cast<int>(empties), false));
      }
      samples_.endgames[empties] = endgames_[empties];
    }
    samples_.pattern = &pattern;
    samples_.nnue = &nnue;
  }

  RandomSamples(const RandomSamples&) = delete;
  RandomSamples& operator=(const RandomSamples&) = delete;

  const Samples& view() const { return samples_; }

 private:
  static constexpr int kPositions = 1024;

  static Sample position(SplitMix64& random, int empties, bool with_moves) {
    while (true) {
      const Board b = test::random_game(random, empties);
      const Bitboard legal = rules::legal_moves(b);
      if (b.empties() == empties && (legal != 0 || !with_moves)) return {b, legal};
    }
  }

  std::vector<Sample> positions_;
  std::vector<SampleMove> moves_;
  std::array<std::vector<Sample>, Samples::kMaxEmpties + 1> endgames_;
  Samples samples_;
};

/// Its sum must equal `sum`, which the first run on any level sets.
struct TimedKernel {
  const Kernel& kernel;
  KernelSet& set;
  std::optional<std::uint64_t>& sum;
  bool ready = false;

  /// Runs as often as `state` wants, after one untimed run that builds the tables.
  void run(benchmark::State& state) {
    std::uint64_t calls = 0;
    bool right = ready || check(kernel.run(set));
    ready = true;
    for (auto _ : state) {
      const Tally tally = kernel.run(set);
      calls += tally.calls;
      right = right && check(tally);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(calls));
    if (!right) state.SkipWithError("other results than the first level's or the first run's");
  }

 private:
  bool check(const Tally& tally) {
    if (!sum) sum = tally.sum;
    return tally.sum == *sum;
  }
};

std::string name_of(std::string_view kernel, std::string_view level) {
  return fmt::format("{}/{}", kernel, level);
}

/// Prints each kernel's time during the run, and a table of the minima at the end.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  TableReporter(std::vector<std::string> kernels, std::vector<std::string> levels)
      : kernels_(std::move(kernels)), levels_(std::move(levels)) {}

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const Run& run : runs) {
      if (run.error_occurred) {
        fmt::print(stderr, "{}: {}\n", run.benchmark_name(), run.error_message);
        failed_ = true;
        return;
      }
      if (run.run_type != Run::RT_Iteration) continue;
      const double ns = 1e9 / run.counters.at("items_per_second");
      least = std::min(least, ns);
      most = std::max(most, ns);
    }
    if (most == 0) return;  // aggregates of printed runs
    const std::string name = runs[0].run_name.function_name;
    fmt::print("{:26} {:9.2f} ns to {:.2f} ns\n", name, least, most);
    std::fflush(stdout);
    least_[name] = least;
  }

  void Finalize() override {
    fmt::print("\n| ns a call | {} |\n|---|{}\n", fmt::join(levels_, " | "),
               fmt::join(std::vector<std::string_view>(levels_.size(), "---|"), ""));
    for (const std::string& kernel : kernels_) {
      std::string row = fmt::format("| {} |", kernel);
      bool timed = false;
      for (const std::string& level : levels_) {
        const auto found = least_.find(name_of(kernel, level));
        timed = timed || found != least_.end();
        row += fmt::format(" {} |", found == least_.end() ? "" : rounded(found->second));
      }
      if (timed) fmt::print("{}\n", row);
    }
  }

  bool failed() const { return failed_; }

 private:
  static std::string rounded(double ns) {
    return ns < 10 ? fmt::format("{:.1f}", ns) : fmt::format("{:.0f}", ns);
  }

  const std::vector<std::string> kernels_, levels_;
  std::map<std::string, double> least_;  ///< Keyed by name_of().
  bool failed_ = false;
};

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;

  const auto nnue_file = load_nnue("").value();
  const NnueWeights nnue = nnue_file->view();
  const RandomSamples samples(test::shipped_weights(), nnue);

  struct Entry {
    std::string_view name;
    Level level;
    std::unique_ptr<KernelSet> set;
  };
  std::vector<Entry> entries;
  const auto runnable = runnable_isas();
  for (const NamedLevel& named : kLevels) {
    if (std::ranges::count(runnable, named.name) == 0) continue;
    const Level level = named.level();
    entries.push_back({named.name, level, std::unique_ptr<KernelSet>(level.make(samples.view()))});
  }
  std::ranges::reverse(entries);  // lowest first
  if (entries.empty()) return 1;

  std::vector<std::string> kernels, levels;
  for (const Entry& entry : entries) levels.emplace_back(entry.name);
  for (const Kernel& kernel : entries[0].level.kernels) kernels.emplace_back(kernel.name);
  std::vector<std::optional<std::uint64_t>> sums(kernels.size());
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    for (const Entry& entry : entries) {
      const Kernel& kernel = entry.level.kernels[k];
      benchmark::RegisterBenchmark(name_of(kernel.name, entry.name).c_str(),
                                   [timed = TimedKernel{kernel, *entry.set, sums[k]}](
                                       benchmark::State& state) mutable { timed.run(state); });
    }
  }
  TableReporter reporter(std::move(kernels), std::move(levels));
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return reporter.failed() ? 1 : 0;
}

}  // namespace
}  // namespace bench
}  // namespace sumi

int main(int argc, char** argv) { return sumi::bench::run(argc, argv); }
