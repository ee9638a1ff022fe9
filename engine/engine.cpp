// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/game/rules.h"
#include "engine/isa_dispatch.h"
#include "engine/time_manager.h"
#include "engine/weights_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>

namespace sumi {
namespace {

Result<EvaluatorKind> evaluator_kind(const EngineOptions& options) {
  if (options.evaluator == kAutoEvaluator) {
    return options.size == 8 ? EvaluatorKind::kPattern : EvaluatorKind::kTable;
  }
  const auto found = std::ranges::find(kEvaluatorNames, options.evaluator);
  if (found == std::end(kEvaluatorNames)) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("evaluator: {} is not one of {}, {}", sumi::quoted(options.evaluator),
                             kAutoEvaluator, fmt::join(kEvaluatorNames, ", "))};
  }
  const auto kind = static_cast<EvaluatorKind>(found - std::begin(kEvaluatorNames));
  if (kind == EvaluatorKind::kPattern && options.size != 8) {
    return Error{
        ErrorCode::kOutOfRange,
        fmt::format("evaluator: 'pattern' knows the board of 8x8 only, not {0}x{0}; 'auto' "
                    "knows all",
                    options.size)};
  }
  return kind;
}

/// A search core and the weights that it reads.
class LoadedCore {
 public:
  static Result<std::unique_ptr<LoadedCore>> make(const EngineOptions& options) {
    const auto kind = evaluator_kind(options);
    if (!kind) return kind.error();
    auto loaded = std::make_unique<LoadedCore>();
    if (*kind == EvaluatorKind::kPattern) {
      if (const auto met = loaded->prepare_weights(options.weights); !met) return met.error();
    }
    auto core = make_search_core(*kind, options.size, options.isa, &loaded->weights_);
    if (!core) return core.error();
    loaded->core_ = std::move(*core);
    return loaded;
  }

  /// For all but searching and evaluating.
  SearchCore& bare() const { return *core_; }

  /// Begins to read the weights.
  void prepare() { reading(); }

  /// For everything. The first call may take tens of milliseconds. Any thread.
  SearchCore& ready() {
    reading().get();
    return *core_;
  }

  /// Waits until ready() takes no time; false if `stop` comes first. Any thread.
  bool await(const std::atomic<bool>& stop) {
    while (reading().wait_for(Millis(1)) != std::future_status::ready) {
      if (stop.load(std::memory_order_relaxed)) return false;
    }
    return true;
  }

 private:
  /// Errors are told here; the shipped weights, which have none, are read later.
  Result<void> prepare_weights(const std::string& path) {
    shipped_ = path.empty();
    if (shipped_) return check_shipped_pattern_weights();
    auto file = load_pattern_weights(path);
    if (!file) return file.error();
    keep(std::move(*file));
    return {};
  }

  /// Begins with the first call, on a thread of its own, since it cannot be stopped.
  const std::shared_future<void>& reading() {
    std::call_once(once_, [this] {
      reading_ = std::async(std::launch::async, [this] {
                   if (shipped_) keep(load_pattern_weights("").value());
                 }).share();
    });
    return reading_;
  }

  void keep(std::shared_ptr<const PatternWeightsFile> file) {
    file_ = std::move(file);
    weights_ = file_->view();
  }

  bool shipped_ = false;
  std::once_flag once_;
  std::shared_ptr<const PatternWeightsFile> file_;
  PatternWeights weights_;
  std::unique_ptr<SearchCore> core_;
  std::shared_future<void> reading_;  ///< Last: its end is waited for before the rest goes.
};

/// The same numbers for the same seed; for seed 0 different ones each time.
SplitMix64 make_random(int seed) {
  return SplitMix64(seed != 0 ? static_cast<std::uint64_t>(seed)
                              : static_cast<std::uint64_t>(std::random_device()()));
}

/// Watches one search: the stop flag, the time, and what the listener wants to hear.
class Watch final : public SearchMonitor {
 public:
  Watch(const std::atomic<bool>& stop, const TimeManager& time, bool only_move,
        const SearchListener& listener)
      : stop_(stop), time_(time), only_move_(only_move), listener_(listener) {}

  bool should_stop() override {
    return stop_.load(std::memory_order_relaxed) || clock_.elapsed() >= time_.budget().hard;
  }

  bool on_iteration(const SearchReport& report) override {
    if (listener_.on_update) listener_.on_update(update(report));
    const bool changed = report.move() != std::exchange(best_move_, report.move());
    return time_.should_continue(
        {clock_.elapsed(), report.depth, report.value(), changed, only_move_, report.exact});
  }

  SearchUpdate update(const SearchReport& report) const {
    return SearchUpdate{report, clock_.seconds()};
  }

 private:
  const std::atomic<bool>& stop_;
  TimeManager time_;
  const bool only_move_;
  const SearchListener& listener_;
  Square best_move_ = Square::kPass;
  StopWatch clock_;
};

}  // namespace

struct Engine::Impl {
  EngineOptions options;
  std::unique_ptr<LoadedCore> loaded;
  Board board = kStartBoard;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false};
  std::optional<Board> pondered;  ///< By the last search, if that was pondering.
  Headstart headstart;            ///< What that found.
  std::thread thread;
  SearchUpdate result;   ///< Of go().
  SplitMix64 random{0};  ///< For the variety.

  /// Waits for a search; pondering would have no end.
  void join() {
    if (pondering) stop = true;
    if (thread.joinable()) thread.join();
  }

  void end_pondering() {
    if (pondering) join();
  }

  /// Requires: join() was called.
  template <class Work>
  void start(Work work) {
    stop = false;
    thread = std::thread(std::move(work));
  }

  /// Plays any of the moves found near enough to the best. A solved game is not given away.
  void vary() {
    if (options.variety_discs == 0 || result.exact || result.others.empty()) return;
    const int pick = random.below(static_cast<int>(result.others.size()) + 1);
    if (pick == 0) return;
    std::swap(static_cast<Candidate&>(result), result.others[static_cast<std::size_t>(pick - 1)]);
  }

  /// On the engine's own thread.
  SearchUpdate search(const Board& b, SearchLimits limits, const SearchListener& listener) {
    limits.margin = std::max(limits.margin, to_value({options.variety_discs}));
    const Bitboard moves = rules::legal_moves(b, options.size) & limits.moves;
    const TimeManager time(limits, empties(b, options.size), Millis(options.move_overhead_ms));
    Watch watch(stop, time, std::popcount(moves) == 1, listener);
    if (moves != 0 && !loaded->await(stop)) {
      SearchReport unsearched;
      unsearched.line.push_back(first_square(moves));
      return watch.update(unsearched);
    }
    return watch.update(loaded->ready().search(b, limits, watch));
  }
};

Engine::Engine(const EngineOptions& options) : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  impl_->loaded = LoadedCore::make(options).value();
  impl_->loaded->bare().resize_table(static_cast<std::size_t>(options.hash_mib));
  impl_->loaded->bare().set_threads(options.threads);
  impl_->loaded->bare().set_parameters(options.parameters);
  impl_->random = make_random(options.seed);
}

Engine::~Engine() {
  stop();
  impl_->join();
}

void Engine::prepare() { impl_->loaded->prepare(); }

Result<void> Engine::configure(const EngineOptions& options) {
  stop();
  impl_->join();
  EngineOptions& current = impl_->options;
  bool resize = options.hash_mib != current.hash_mib;
  if (options.evaluator != current.evaluator || options.isa != current.isa ||
      options.size != current.size || options.weights != current.weights) {
    auto loaded = LoadedCore::make(options);
    if (!loaded) return loaded.error();
    impl_->loaded = std::move(*loaded);
    resize = true;
  }
  const bool rethread = resize || options.threads != current.threads;
  if (rethread) impl_->loaded->bare().set_threads(options.threads);
  // Not in the search: giving back gigabytes takes longer than a stop may.
  if (resize) impl_->loaded->bare().resize_table(static_cast<std::size_t>(options.hash_mib));
  impl_->loaded->bare().set_parameters(options.parameters);
  if (options.seed != current.seed) impl_->random = make_random(options.seed);
  current = options;
  return {};
}

const EngineOptions& Engine::options() const { return impl_->options; }

std::string_view Engine::isa() const { return impl_->loaded->bare().isa(); }

void Engine::set_board(const Board& board) {
  impl_->join();
  impl_->board = board;
}

void Engine::clear_table() {
  impl_->join();
  impl_->pondered.reset();
  impl_->loaded->bare().clear_table();
}

void Engine::go(const SearchLimits& limits, SearchListener listener) {
  impl_->join();
  SearchLimits own = limits;
  if (std::exchange(impl_->pondered, std::nullopt) == impl_->board) {
    own.headstart = impl_->headstart;
  }
  impl_->start([impl = impl_.get(), own, listener = std::move(listener)] {
    impl->result = impl->search(impl->board, own, listener);
    impl->vary();
    if (listener.on_done) listener.on_done(impl->result);
  });
}

/// At the selectivity of moves under a clock, for their searches to use what is found.
void Engine::ponder(const Board& board, SearchListener listener) {
  impl_->join();
  impl_->pondered = board;
  impl_->pondering = true;
  impl_->start([impl = impl_.get(), board, listener = std::move(listener)] {
    const SearchUpdate found = impl->search(board, {.selectivity = kFastSelectivity}, listener);
    impl->headstart = {found.depth, found.move(), found.value()};
    impl->pondering = false;
    if (listener.on_done) listener.on_done(found);
  });
}

bool Engine::pondering() const { return impl_->pondering; }

void Engine::stop() { impl_->stop.store(true, std::memory_order_relaxed); }

SearchUpdate Engine::wait() {
  impl_->join();
  return impl_->result;
}

SearchUpdate Engine::think(const SearchLimits& limits) {
  go(limits, {});
  return wait();
}

Value Engine::evaluate() const {
  impl_->end_pondering();
  return impl_->loaded->ready().evaluate(impl_->board);
}

std::uint64_t Engine::perft(int depth) const {
  impl_->end_pondering();
  return impl_->loaded->bare().perft(impl_->board, depth);
}

}  // namespace sumi
