// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/game/bpfscn_text.h"
#include "engine/game/rules.h"
#include "engine/isa_dispatch.h"
#include "engine/network_file.h"
#include "engine/players/player.h"
#include "engine/quantised_network.h"
#include "engine/table_file.h"
#include "engine/time_manager.h"
#include "engine/weights_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <stop_token>
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
  const bool big_only = kind == EvaluatorKind::kPattern || kind == EvaluatorKind::kBpFsCn;
  if (big_only && options.size != 8) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("evaluator: '{0}' knows the board of 8x8 only, not {1}x{1}; 'auto' "
                             "knows all",
                             options.evaluator, options.size)};
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
    if (const auto met = loaded->prepare_data(*kind, options); !met) return met.error();
    auto core = make_search_core(*kind, options.size, options.isa, loaded->data_);
    if (!core) return core.error();
    loaded->core_ = std::move(*core);
    return loaded;
  }

  /// For all but searching and evaluating.
  SearchCore& bare() const { return *core_; }

  /// Begins to read the weights.
  void prepare() { reading(); }
  void await_prepared() { reading().wait(); }

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
  Result<void> prepare_data(EvaluatorKind kind, const EngineOptions& options) {
    switch (kind) {
      case EvaluatorKind::kMobility:
        return {};
      case EvaluatorKind::kTable:
        // On small boards `auto` is the built-in table, whatever weights the patterns have.
        if (options.weights.empty() || options.evaluator == kAutoEvaluator) return {};
        return read_table_weights(options.weights, options.size);
      case EvaluatorKind::kPattern:
        data_.pattern = &weights_;
        return prepare_pattern_weights(options.weights);
      case EvaluatorKind::kBpFsCn: {
        const auto weights = parse_bpfscn(options.weights);
        if (!weights) return weights.error();
        data_.bpfscn = *weights;
        return {};
      }
      case EvaluatorKind::kMlp:
        return read_network_weights(options.weights);
    }
    return {};
  }

  Result<void> read_table_weights(const std::string& path, int size) {
    const auto file = read_table(path);
    if (!file) return file.error();
    if (file->size != size) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("file {0}: a table for boards of {1}x{1}, not {2}x{2}",
                               sumi::quoted(path), file->size, size)};
    }
    table_ = table_weights(*file);
    data_.table = &table_;
    return {};
  }

  Result<void> read_network_weights(const std::string& path) {
    if (path.empty()) {
      return Error{
          ErrorCode::kNotFound,
          "evaluator: 'mlp' needs a network: name its file (weights/networks has two) with "
          "the option weights, which 'mobility' leaves unread, before"};
    }
    const auto file = read_network(path);
    if (!file) return file.error();
    auto network = QuantisedNetwork::make(*file);
    if (!network) {
      return Error{network.error().code,
                   fmt::format("file {}: {}", sumi::quoted(path), network.error().message)};
    }
    network_.emplace(std::move(*network));
    mlp_ = network_->view();
    data_.mlp = &mlp_;
    return {};
  }

  /// Errors are told here; the shipped weights, which have none, are read later.
  Result<void> prepare_pattern_weights(const std::string& path) {
    shipped_ = path.empty();
    if (shipped_) {
      if (auto used = pattern_weights_in_use(path)) keep(std::move(used));
      return check_shipped_pattern_weights();
    }
    auto file = load_pattern_weights(path);
    if (!file) return file.error();
    keep(std::move(*file));
    return {};
  }

  /// Begins with the first call, on a thread of its own, since it cannot be stopped; without one if
  /// there is nothing to read.
  const std::shared_future<void>& reading() {
    std::call_once(once_, [this] {
      if (shipped_ && !file_) {
        reading_ = std::async(std::launch::async, [this] {
                     keep(load_pattern_weights("").value());
                   }).share();
      } else {
        std::promise<void> done;
        done.set_value();
        reading_ = done.get_future().share();
      }
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
  TableWeights table_;
  std::optional<QuantisedNetwork> network_;
  MlpWeights mlp_;
  EvaluatorData data_;  ///< Points to the above.
  std::unique_ptr<SearchCore> core_;
  std::shared_future<void> reading_;  ///< Last: its end is waited for before the rest goes.
};

/// Keeps the old table if there is no memory for the new one.
Result<void> resize(SearchCore& core, int mib) {
  try {
    core.resize_table(static_cast<std::size_t>(mib));
    return {};
  } catch (const FatalError& e) {
    return Error{ErrorCode::kOutOfRange, fmt::format("hash-mib: {}", e.what())};
  }
}

/// Engine::confine(): whether `wanted` takes no more than `most`.
Result<void> within(const EngineOptions& most, const EngineOptions& wanted) {
  const auto refuse = [](std::string why) { return Error{ErrorCode::kOutOfRange, std::move(why)}; };
  if (wanted.hash_mib > most.hash_mib) {
    return refuse(fmt::format("hash-mib: {} is more than {}, the most that this engine may take",
                              wanted.hash_mib, most.hash_mib));
  }
  if (wanted.weights != most.weights) return refuse("weights: this engine keeps those it has");
  if (wanted.player != most.player) return refuse("player: this engine keeps the one it has");
  if (wanted.ponder && !most.ponder) return refuse("ponder: not allowed to this engine");
  return {};
}

/// The same numbers for the same seed; for seed 0 different ones each time.
SplitMix64 make_random(int seed) {
  return SplitMix64(seed != 0 ? static_cast<std::uint64_t>(seed)
                              : static_cast<std::uint64_t>(std::random_device()()));
}

/// Null if the engine itself chooses moves.
Result<std::unique_ptr<MovePlayer>> player_of(const EngineOptions& options) {
  if (options.player == kSearchPlayer) return std::unique_ptr<MovePlayer>();
  return make_move_player(options.player, options.size);
}

/// Sets a flag after a time, unless it is gone before.
class Alarm {
 public:
  Alarm(std::atomic<bool>& flag, Millis after) {
    if (after == Millis::max()) return;
    thread_ = std::jthread([&flag, after](std::stop_token gone) {
      std::mutex mutex;
      std::condition_variable_any never;
      std::unique_lock lock(mutex);
      never.wait_for(lock, gone, after, [] { return false; });
      if (!gone.stop_requested()) flag = true;
    });
  }

 private:
  std::jthread thread_;
};

/// Watches one search: the stop flag, the time, and what the listener wants to hear.
class Watch final : public SearchMonitor {
 public:
  Watch(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes, const TimeManager& time,
        bool only_move, const SearchListener& listener)
      : stop_(stop), nodes_(nodes), time_(time), only_move_(only_move), listener_(listener) {}

  bool should_stop(std::uint64_t nodes) override {
    nodes_.store(nodes, std::memory_order_relaxed);
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
  std::atomic<std::uint64_t>& nodes_;
  TimeManager time_;
  const bool only_move_;
  const SearchListener& listener_;
  Square best_move_ = Square::kPass;
  StopWatch clock_;
};

}  // namespace

struct Engine::Impl {
  EngineOptions options;
  bool prepares = false;              ///< What is loaded is made ready at once.
  std::optional<EngineOptions> most;  ///< Of what strangers may set.
  std::unique_ptr<LoadedCore> loaded;
  int threads = 1;  ///< Of `loaded`.
  std::atomic<int> thread_limit{std::numeric_limits<int>::max()};
  Board board = kStartBoard;
  Color to_move = Color::kBlack;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false};
  std::atomic<std::uint64_t> nodes{0};  ///< Of the search at work, or the last one.
  std::optional<Board> pondered;        ///< By the last search, if that was pondering.
  Headstart headstart;                  ///< What that found.
  std::thread thread;
  SearchUpdate result;                 ///< Of go().
  SplitMix64 random{0};                ///< For the variety.
  std::unique_ptr<MovePlayer> player;  ///< Of the option; null: none.
  std::uint64_t player_seed = 0;       ///< Of this game, or move.

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
    nodes = 0;
    thread = std::thread(std::move(work));
  }

  /// Plays any of the moves found near enough to the best. A solved game is not given away.
  void vary() {
    if (result.exact || result.others.empty()) return;
    const int pick = random.below(static_cast<int>(result.others.size()) + 1);
    if (pick == 0) return;
    std::swap(static_cast<Candidate&>(result), result.others[static_cast<std::size_t>(pick - 1)]);
  }

  /// That of the option; for 0 another one each time: of games nobody has to tell us.
  void draw_player_seed() {
    if (player) player_seed = make_random(options.seed).next();
  }

  /// Asks `player`, on the engine's own thread: a line of one move, depth 0. Of values it knows
  /// nothing: 0, because managers of games act on what they are told.
  SearchUpdate ask(const SearchLimits& limits) {
    const StopWatch clock;
    SearchUpdate update;
    update.lower = update.upper = Value{0};
    const Bitboard legal = rules::legal_moves(board, options.size);
    if (legal != 0) {
      const TimeManager time(limits, empties(board, options.size),
                             Millis(options.move_overhead_ms));
      const Alarm alarm(stop, time.budget().hard);
      const Square chosen = player->choose({board, to_move, options.size}, player_seed, stop);
      const Bitboard allowed = legal & limits.moves;
      const bool barred = allowed != 0 && (allowed & bit(chosen)) == 0;
      update.line.push_back(barred ? first_square(allowed) : chosen);
    } else if (rules::must_pass(board, options.size)) {
      update.line.push_back(Square::kPass);
    } else {
      update.exact = true;
      update.lower = update.upper = to_value(final_score(board, options.size));
    }
    update.seconds = clock.seconds();
    return update;
  }

  /// On the engine's own thread.
  SearchUpdate search(const Board& b, SearchLimits limits, const SearchListener& listener) {
    if (limits.varies) limits.margin = std::max(limits.margin, to_value({options.variety_discs}));
    const Bitboard moves = rules::legal_moves(b, options.size) & limits.moves;
    const TimeManager time(limits, empties(b, options.size), Millis(options.move_overhead_ms));
    Watch watch(stop, nodes, time, std::popcount(moves) <= 1, listener);
    if (moves != 0 && !loaded->await(stop)) {
      SearchReport unsearched;
      unsearched.line.push_back(first_square(moves));
      return watch.update(unsearched);
    }
    SearchCore& core = loaded->ready();
    const int wanted = std::min(options.threads, thread_limit.load(std::memory_order_relaxed));
    if (std::exchange(threads, wanted) != wanted) core.set_threads(wanted);
    return watch.update(core.search(b, limits, watch));
  }
};

Engine::Engine(const EngineOptions& options) : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  impl_->loaded = LoadedCore::make(options).value();
  impl_->loaded->bare().resize_table(static_cast<std::size_t>(options.hash_mib));
  impl_->loaded->bare().set_parameters(options.parameters);
  impl_->random = make_random(options.seed);
  impl_->player = player_of(options).value();
  impl_->draw_player_seed();
}

Engine::~Engine() {
  stop();
  impl_->join();
}

void Engine::prepare() {
  impl_->prepares = true;
  impl_->loaded->prepare();
}

void Engine::await_prepared() {
  if (impl_->prepares) impl_->loaded->await_prepared();
}

Result<void> Engine::configure(const EngineOptions& options) {
  stop();
  impl_->join();
  EngineOptions& current = impl_->options;
  if (impl_->most) {
    if (const auto allowed = within(*impl_->most, options); !allowed) return allowed.error();
  }
  const bool new_player = options.player != current.player || options.size != current.size;
  Result<std::unique_ptr<MovePlayer>> player = std::unique_ptr<MovePlayer>();
  if (new_player) player = player_of(options);
  if (!player) return player.error();
  if (options.evaluator != current.evaluator || options.isa != current.isa ||
      options.size != current.size || options.weights != current.weights) {
    auto loaded = LoadedCore::make(options);
    if (!loaded) return loaded.error();
    if (const auto met = resize((*loaded)->bare(), options.hash_mib); !met) return met.error();
    impl_->loaded = std::move(*loaded);
    impl_->threads = 1;
    if (impl_->prepares) impl_->loaded->prepare();
  } else if (options.hash_mib != current.hash_mib) {
    // Not in the search: giving back gigabytes takes longer than a stop may.
    if (const auto met = resize(impl_->loaded->bare(), options.hash_mib); !met) return met.error();
  }
  impl_->loaded->bare().set_parameters(options.parameters);
  const bool new_seed = options.seed != current.seed;
  if (new_seed) impl_->random = make_random(options.seed);
  current = options;
  if (new_player) impl_->player = std::move(*player);
  if (new_player || new_seed) impl_->draw_player_seed();
  return {};
}

const EngineOptions& Engine::options() const { return impl_->options; }

void Engine::confine() { impl_->most = impl_->options; }

void Engine::limit_threads(int threads) {
  impl_->thread_limit.store(threads, std::memory_order_relaxed);
}

std::string_view Engine::isa() const { return impl_->loaded->bare().isa(); }

void Engine::set_board(const Board& board, Color to_move) {
  impl_->join();
  impl_->board = board;
  impl_->to_move = to_move;
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
    if (impl->player && own.varies) {
      if (impl->options.seed == 0) impl->draw_player_seed();
      impl->result = impl->ask(own);
    } else {
      impl->result = impl->search(impl->board, own, listener);
      if (own.varies && impl->options.variety_discs > 0) impl->vary();
    }
    if (listener.on_done) listener.on_done(impl->result);
  });
}

/// At the selectivity of moves under a clock, for their searches to use what is found.
void Engine::ponder(const Board& board, SearchListener listener) {
  impl_->join();
  if ((impl_->most && !impl_->most->ponder) || impl_->player) return;
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

std::uint64_t Engine::nodes() const { return impl_->nodes.load(std::memory_order_relaxed); }

SearchUpdate Engine::think(const SearchLimits& limits) {
  go(limits, {});
  return wait();
}

void Engine::feed(const Board& board, const SearchReport& known) {
  impl_->join();
  impl_->loaded->bare().feed(board, known);
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
