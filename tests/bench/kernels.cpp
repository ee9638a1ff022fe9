// SPDX-License-Identifier: MIT
/// The timed loops. Calls are independent, so the processor overlaps them; only dependent table
/// look-ups wait for the previous call.
#include "engine/core/evaluators/nnue_evaluator.h"
#include "engine/core/evaluators/pattern_evaluator.h"
#include "engine/core/search/solve.h"
#include "tests/bench/kernels.h"

#include <memory>

namespace sumi::SUMI_ISA {

bench::Level level();  // named by main.cpp

namespace {

using bench::Sample;
using bench::SampleMove;
using bench::Samples;
using bench::Tally;

/// Keeps the compiler from vectorizing over calls.
SUMI_INLINE void add(Tally& tally, std::uint64_t result) {
  tally.sum += result;
  asm volatile("" : "+r"(tally.sum));
  ++tally.calls;
}

/// Completes all earlier instructions. Otherwise the processor speculates past the next table
/// look-up without waiting for it.
SUMI_INLINE void fence() {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#elif defined(__aarch64__)
  asm volatile("dsb ld\n\tisb" : : : "memory");
#endif
}

/// Keeps the compiler from optimizing `object` away.
template <class T>
SUMI_INLINE void keep(const T& object) {
  asm volatile("" : : "r"(&object) : "memory");
}

struct Quiet final : SearchMonitor {
  bool should_stop(std::uint64_t) override { return false; }
  bool on_iteration(const SearchReport&) override { return true; }
};

class Set final : public bench::KernelSet {
 public:
  explicit Set(const Samples& samples)
      : samples_(samples),
        eval_(*samples.pattern),
        nnue_(*samples.nnue),
        states_(std::make_unique<PatternEvaluator::State[]>(samples.positions.size())) {
    for (std::size_t i = 0; i < samples.positions.size(); ++i) {
      eval_.reset(samples.positions[i].board, states_[i]);
    }
    local_->clear();
  }

  Tally time_flips() {
    Tally tally;
    for (const SampleMove& move : samples_.moves) {
      add(tally, flips(samples_.positions[move.position].board, move.square));
    }
    return tally;
  }

  Tally time_legal_moves() {
    Tally tally;
    for (const Sample& sample : samples_.positions) add(tally, legal_moves<8>(sample.board));
    return tally;
  }

  Tally time_count_last_flips() {
    Tally tally;
    for (const Sample& sample : samples_.endgames[1]) {
      const Board& b = sample.board;
      add(tally, static_cast<unsigned>(count_last_flips(b.own, first_square(b.empty()))));
    }
    return tally;
  }

  Tally time_stability() {
    Tally tally;
    for (const Sample& sample : samples_.endgames[10]) {
      add(tally, stability_.stable(sample.board.opp, sample.board.own));
    }
    return tally;
  }

  Tally time_hash() {
    Tally tally;
    for (const Sample& sample : samples_.positions) add(tally, hash(sample.board));
    return tally;
  }

  /// The overhead in dependent look-ups.
  Tally time_table_key() {
    Tally tally;
    for (std::uint64_t i = 0; i < kKeys; ++i) {
      add(tally, hash(key(i)));
      fence();
    }
    return tally;
  }

  Tally time_table_hit() { return time_probes(0); }
  Tally time_table_miss() { return time_probes(kKeys); }

  Tally time_table_hit_prefetched() {
    constexpr std::uint64_t kAhead = 16;
    const TranspositionTable& tt = table();
    Tally tally;
    for (std::uint64_t i = 0; i < kKeys; ++i) {
      tt.prefetch(hash(key(i + kAhead)));
      const Board b = key(i);
      add(tally, tt.probe(b, hash(b)).has_value());
    }
    return tally;
  }

  Tally time_table_store() {
    TranspositionTable& tt = table();
    Tally tally;
    for (std::uint64_t i = 0; i < kKeys; ++i) {
      const Board b = key(i);
      tt.store(b, hash(b), kStored);
      add(tally, 1);
    }
    return tally;
  }

  Tally time_local_hit() {
    fill_local();
    return time_local_probes(0);
  }
  Tally time_local_miss() {
    fill_local();
    return time_local_probes(kLocalKeys);
  }

  Tally time_pattern_reset() {
    Tally tally;
    for (const Sample& sample : samples_.positions) {
      PatternEvaluator::State state;
      eval_.reset(sample.board, state);
      keep(state);
      add(tally, state.values[0]);
    }
    return tally;
  }

  Tally time_pattern_advance() {
    Tally tally;
    for (const SampleMove& move : samples_.moves) {
      PatternEvaluator::State child;
      advance(move, child);
      keep(child);
      add(tally, child.values[0]);
    }
    return tally;
  }

  Tally time_pattern_value() {
    Tally tally;
    for (std::size_t i = 0; i < samples_.positions.size(); ++i) {
      add(tally, units(eval_.value(samples_.positions[i].board, states_[i])));
    }
    return tally;
  }

  Tally time_pattern_child() {
    Tally tally;
    for (const SampleMove& move : samples_.moves) {
      PatternEvaluator::State child;
      advance(move, child);
      const Board b = samples_.positions[move.position].board.played(move.square, move.flipped);
      add(tally, units(eval_.value(b, child)));
    }
    return tally;
  }

  Tally time_nnue_value() {
    Tally tally;
    for (std::size_t i = 0; i < samples_.positions.size(); ++i) {
      add(tally, units(nnue_.value(samples_.positions[i].board, states_[i])));
    }
    return tally;
  }

  Tally time_nnue_child() {
    Tally tally;
    for (const SampleMove& move : samples_.moves) {
      NnueEvaluator::State child;
      advance(move, child);
      const Board b = samples_.positions[move.position].board.played(move.square, move.flipped);
      add(tally, units(nnue_.value(b, child)));
    }
    return tally;
  }

  Tally time_list_endgame_moves() {
    const TranspositionTable& tt = table();
    Tally tally;
    for (const Sample& sample : samples_.endgames[11]) {
      MoveList moves;
      generate_endgame_moves<8>(sample.board, sample.legal, {}, &tt, moves);
      add(tally, moves.empty() ? 0 : static_cast<unsigned>(moves[0].score));
    }
    return tally;
  }

  /// Null-window searches, alternately just below and just above the score.
  template <int kEmpties>
  Tally time_solve() {
    const std::span<const Sample> endgames = samples_.endgames[kEmpties];
    const int* const scores = scores_of<kEmpties>();
    local_->clear();
    thread_.nodes = 0;
    Tally tally;
    for (std::size_t i = 0; i < endgames.size(); ++i) {
      const int alpha = scores[i] - static_cast<int>(i % 2);
      const int score = solve<8>(thread_, endgames[i].board, alpha, alpha + 1);
      add(tally, static_cast<unsigned>(score));
    }
    tally.sum += thread_.nodes;
    return tally;
  }

 private:
  /// Far more than the caches can hold.
  static constexpr std::uint64_t kKeys = 1 << 20;
  static constexpr std::size_t kTableMib = 128;
  static constexpr TtData kStored{{-128}, {128}, 10, 100, true, Square::kA1, Square::kH8};
  static constexpr std::uint64_t kLocalKeys = 1 << 12;

  /// The i-th of a series of distinct boards that no game reaches. The table accepts any board, and
  /// loading real ones from memory would take as long as the look-up.
  SUMI_INLINE static Board key(std::uint64_t i) {
    const Bitboard own = (i + 1) * 0x9E3779B97F4A7C15;
    return {own, ~own & (own ^ own >> 31) * 0xBF58476D1CE4E5B9};
  }

  SUMI_INLINE static std::uint64_t units(Value value) {
    return static_cast<std::uint64_t>(value.units);
  }

  SUMI_INLINE void advance(const SampleMove& move, PatternEvaluator::State& child) const {
    eval_.advance(samples_.positions[move.position].board, states_[move.position], move.square,
                  move.flipped, child);
  }

  /// Created at full size, filled on first use.
  TranspositionTable& table() {
    if (table_ == nullptr) {
      table_ = std::make_unique<TranspositionTable>(kTableMib);
      while (table_->used_bytes() < kTableMib << 20) table_->grow(table_->used_bytes());
      time_table_store();
    }
    return *table_;
  }

  Tally time_probes(std::uint64_t first) {
    const TranspositionTable& tt = table();
    Tally tally;
    for (std::uint64_t i = first; i < first + kKeys; ++i) {
      const Board b = key(i);
      add(tally, tt.probe(b, hash(b)).has_value());
      fence();
    }
    return tally;
  }

  void fill_local() {
    for (std::uint64_t i = 0; i < kLocalKeys; ++i) {
      const Board b = key(i);
      local_->store(b, hash(b), -2, 2, Square::kA1);
    }
  }

  Tally time_local_probes(std::uint64_t first) {
    Tally tally;
    for (std::uint64_t i = first; i < first + kLocalKeys; ++i) {
      const Board b = key(i);
      add(tally, local_->probe(b, hash(b)) != nullptr);
      fence();
    }
    return tally;
  }

  template <int kEmpties>
  const int* scores_of() {
    std::unique_ptr<int[]>& scores = scores_[kEmpties];
    if (scores == nullptr) {
      const std::span<const Sample> endgames = samples_.endgames[kEmpties];
      scores = std::make_unique<int[]>(endgames.size());
      for (std::size_t i = 0; i < endgames.size(); ++i) {
        scores[i] = solve<8>(thread_, endgames[i].board, -64, 64);
      }
    }
    return scores.get();
  }

  const Samples& samples_;
  const PatternEvaluator eval_;
  const NnueEvaluator nnue_;                                 ///< Shares states with eval_.
  const std::unique_ptr<PatternEvaluator::State[]> states_;  ///< Per position.
  const StabilityTable stability_;
  std::unique_ptr<TranspositionTable> table_;
  std::array<std::unique_ptr<int[]>, Samples::kMaxEmpties + 1> scores_;

  TranspositionTable small_table_{1};
  const std::unique_ptr<LocalTable> local_ = std::make_unique<LocalTable>();
  SearchShare share_;
  Quiet monitor_;
  SearchThread thread_{small_table_, stability_, *local_, share_, monitor_, ~std::uint64_t{0}};
};

template <Tally (Set::*kRun)()>
constexpr bench::Kernel kernel(const char* name) {
  return {name, [](bench::KernelSet& set) { return (static_cast<Set&>(set).*kRun)(); }};
}

constexpr bench::Kernel kKernels[] = {
    kernel<&Set::time_flips>("flips"),
    kernel<&Set::time_legal_moves>("legal_moves"),
    kernel<&Set::time_count_last_flips>("count_last_flips"),
    kernel<&Set::time_stability>("stability"),
    kernel<&Set::time_hash>("hash"),
    kernel<&Set::time_table_key>("table_key"),
    kernel<&Set::time_table_hit>("table_hit"),
    kernel<&Set::time_table_hit_prefetched>("table_hit_prefetched"),
    kernel<&Set::time_table_miss>("table_miss"),
    kernel<&Set::time_table_store>("table_store"),
    kernel<&Set::time_local_hit>("local_hit"),
    kernel<&Set::time_local_miss>("local_miss"),
    kernel<&Set::time_pattern_reset>("pattern_reset"),
    kernel<&Set::time_pattern_advance>("pattern_advance"),
    kernel<&Set::time_pattern_value>("pattern_value"),
    kernel<&Set::time_pattern_child>("pattern_child"),
    kernel<&Set::time_nnue_value>("nnue_value"),
    kernel<&Set::time_nnue_child>("nnue_child"),
    kernel<&Set::time_list_endgame_moves>("list_endgame_moves_11"),
    kernel<&Set::time_solve<1>>("solve_1"),
    kernel<&Set::time_solve<2>>("solve_2"),
    kernel<&Set::time_solve<3>>("solve_3"),
    kernel<&Set::time_solve<4>>("solve_4"),
    kernel<&Set::time_solve<5>>("solve_5"),
    kernel<&Set::time_solve<8>>("solve_8"),
};

bench::KernelSet* make(const Samples& samples) { return new Set(samples); }

}  // namespace

bench::Level level() { return {kKernels, make}; }

}  // namespace sumi::SUMI_ISA
