// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/game/rules.h"
#include "engine/game_play.h"
#include "engine/loaded_core.h"
#include "engine/player.h"
#include "engine/time_manager.h"
#include "engine/work_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <condition_variable>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace sumi {
namespace {

/// Fails if the table exceeds the memory. It commits memory as it fills, and would otherwise fail
/// in mid-game.
Result<void> fits_memory(int hash_mib) {
  const std::uint64_t memory = memory_mib();
  const auto wanted = std::bit_floor(static_cast<std::uint64_t>(hash_mib));
  if (memory == 0 || wanted <= memory) return {};
  return Error{ErrorCode::kOutOfRange,
               fmt::format("hash-mib: {} is more than the memory of this machine, {} MiB", hash_mib,
                           memory)};
}

/// Without memory for the new table, keeps the old one and fails.
Result<void> resize(SearchCore& core, int mib) {
  try {
    core.resize_table(static_cast<std::size_t>(mib));
    return {};
  } catch (const FatalError& e) {
    return Error{ErrorCode::kOutOfRange, fmt::format("hash-mib: {}", e.what())};
  }
}

/// Fails if `wanted` exceeds the `limits` of Engine::confine().
Result<void> within(const EngineOptions& limits, const EngineOptions& wanted) {
  const auto refuse = [](std::string why) { return Error{ErrorCode::kOutOfRange, std::move(why)}; };
  if (wanted.hash_mib > limits.hash_mib) {
    return refuse(fmt::format("hash-mib: {} is more than {}, the most that this engine may take",
                              wanted.hash_mib, limits.hash_mib));
  }
  if (wanted.weights != limits.weights) return refuse("weights: this engine keeps those it has");
  if (wanted.evaluator != limits.evaluator && is_evaluator_file(wanted.evaluator)) {
    return refuse("evaluator: this engine takes names, not files");
  }
  if (wanted.player != limits.player) return refuse("player: this engine keeps the one it has");
  if (wanted.book != limits.book) return refuse("book: this engine keeps the one it has");
  if (wanted.ponder && !limits.ponder) return refuse("ponder: not allowed to this engine");
  if (wanted.book_learn && !limits.book_learn) {
    return refuse("book-learn: not allowed to this engine");
  }
  return {};
}

/// Throws FatalError if the options cannot be met.
std::unique_ptr<LoadedCore> make_core(const EngineOptions& options) {
  fits_memory(options.hash_mib).value();
  std::unique_ptr<LoadedCore> made = LoadedCore::make(options).value();
  made->bare().resize_table(static_cast<std::size_t>(options.hash_mib));
  made->bare().set_parameters(options.parameters);
  return made;
}

class Alarm {
 public:
  Alarm(WorkThread& worker, Millis after) {
    if (after == Millis::max()) return;
    const SignalsBlocked blocked;
    thread_ = std::jthread([&worker, after](std::stop_token gone) {
      std::mutex mutex;
      std::condition_variable_any never;
      std::unique_lock lock(mutex);
      never.wait_for(lock, gone, after, [] { return false; });
      if (!gone.stop_requested()) worker.stop();
    });
  }

 private:
  std::jthread thread_;
};

/// Stops one search on request or on time-out, and reports to the listener.
class Watch final : public SearchMonitor {
 public:
  /// `clock` runs since the request; `only_move`: a single move is possible; `measured_empties`: as
  /// in SearchUpdate.
  Watch(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes, const TimeManager& time,
        Millis longest, bool only_move, std::optional<int> measured_empties,
        const SearchListener& listener, const StopWatch& clock)
      : stop_(stop),
        nodes_(nodes),
        time_(time),
        longest_(longest),
        only_move_(only_move),
        measured_empties_(measured_empties),
        listener_(listener),
        clock_(clock) {}

  /// Calls are less than 1 ms apart. A longer gap is a scheduling delay and tightens this search's
  /// limits.
  bool should_stop(std::uint64_t nodes) override {
    nodes_.store(nodes, std::memory_order_relaxed);
    const Millis now = clock_.elapsed();
    const Millis since_last = now - std::exchange(last_look_, now);
    if (since_last > longest_delay_) {
      longest_delay_ = since_last;
      time_.expect_delay(longest_delay_);
    }
    const bool stops =
        stop_.load(std::memory_order_relaxed) || now >= std::min(time_.budget().hard, longest_);
    if (stops && !stopped_) {
      stopped_ = now;
      ended_by_ = stop_.load(std::memory_order_relaxed) ? EndedBy::kStopped : EndedBy::kTime;
    }
    return stops;
  }

  /// Call after the search returned, because helpers waiting for a processor also delay the return.
  Millis longest_delay() const {
    return stopped_ ? std::max(longest_delay_, clock_.elapsed() - *stopped_) : longest_delay_;
  }

  bool on_iteration(const SearchReport& report) override {
    if (listener_.on_update) listener_.on_update(update(report));
    const bool changed = report.move() != std::exchange(best_move_, report.move());
    const bool continues = clock_.elapsed() < longest_ &&
                           time_.should_continue({clock_.elapsed(), report.depth, report.value(),
                                                  changed, only_move_, report.exact});
    if (!continues) ended_by_ = EndedBy::kTime;
    return continues;
  }

  /// Starts the search time. Call once the weights are loaded.
  void begin() { searching_ = {}; }

  SearchUpdate update(const SearchReport& report) const {
    SearchUpdate update{report, searching_.seconds(), false, clock_.elapsed() >= longest_};
    update.measured_empties = measured_empties_;
    return update;
  }

  /// The last update, with the reason for the end.
  SearchUpdate result(const SearchReport& report, const SearchLimits& limits) const {
    SearchUpdate last = update(report);
    if (report.exact) {
      last.ended_by = EndedBy::kSolved;
    } else if (ended_by_ != EndedBy::kNone) {
      last.ended_by = ended_by_;
    } else if (limits.nodes && report.nodes >= *limits.nodes) {
      last.ended_by = EndedBy::kNodes;
    } else {
      // Of the limits, only those of a level have both.
      last.ended_by = limits.depth && limits.exact_at_empties ? EndedBy::kLevel : EndedBy::kDepth;
    }
    return last;
  }

 private:
  const std::atomic<bool>& stop_;
  std::atomic<std::uint64_t>& nodes_;
  TimeManager time_;
  const Millis longest_;
  const bool only_move_;
  const std::optional<int> measured_empties_;
  const SearchListener& listener_;
  Square best_move_ = Square::kPass;
  const StopWatch clock_;
  StopWatch searching_;
  Millis last_look_ = clock_.elapsed();
  Millis longest_delay_{};
  std::optional<Millis> stopped_;      ///< First true result of should_stop().
  EndedBy ended_by_ = EndedBy::kNone;  ///< Set when this object ended the search.
};

}  // namespace

struct Engine::Impl {
  EngineOptions options;
  bool prepares = false;  ///< prepare() was called: load changed weights and books at once.
  std::optional<EngineOptions> option_limits;  ///< Set by confine().
  Millis longest_search = Millis::max();
  int niceness = 0;  ///< Of search threads; 0: as the caller's.
  std::unique_ptr<LoadedCore> loaded;
  std::optional<Error> pending;  ///< Why `loaded` does not match the options, if it does not.
  int threads = 1;               ///< As set in `loaded`.
  std::atomic<int> thread_limit{std::numeric_limits<int>::max()};
  Board board = kStartBoard;
  Color to_move = Color::kBlack;
  std::atomic<std::uint64_t> nodes{0};  ///< Of the current or last search.
  std::optional<Board> pondered;        ///< Position of the last search, if it was pondering.
  Headstart headstart;                  ///< Its result.
  SearchUpdate result;                  ///< Result of go().
  StopWatch asked;                      ///< Since the call that started the current work.
  DelayMeter delays;                    ///< Of all searches so far.
  GamePlay games;
  WorkThread worker;  ///< Last member: its destructor ends work that uses the others.

  Impl(const EngineOptions& options, BookOpener open_book)
      : options(options),
        loaded(make_core(options)),
        games(this->options, std::move(open_book),
              [this](const Board& b, const SearchLimits& limits, const SearchListener& listener) {
                return search(b, limits, listener);
              }) {}

  Result<void> configure(const EngineOptions& options, bool incremental);

  /// `since` runs since the request. Requires: worker.await_result() was called.
  void start(Work work, std::function<void()> run, const StopWatch& since = {}) {
    asked = since;
    nodes = 0;
    worker.start(work, std::move(run), niceness);
  }

  /// Measures the time of players, which have no monitor.
  SearchUpdate play(const SearchLimits& limits, const SearchListener& listener) {
    if (!games.has_player()) return games.play(board, limits, listener);
    const Millis hard = std::min(timed(board, limits).budget().hard, longest_search);
    const Alarm alarm(worker, hard == Millis::max() ? hard : hard - asked.elapsed());
    SearchUpdate update =
        games.ask_player({board, to_move, options.size}, limits.moves, worker.stop_flag());
    update.seconds = asked.seconds();
    return update;
  }

  TimeManager timed(const Board& b, const SearchLimits& limits) const {
    return {limits, empties(b, options.size), Millis(options.move_overhead_ms), delays.expected()};
  }

  /// Nothing if stopped.
  std::optional<SearchReport> search_to_learn(const Board& b, const SearchLimits& limits) {
    if (worker.stop_flag()) return std::nullopt;
    asked = {};
    const SearchReport found = search(b, limits, {});
    if (worker.stop_flag()) return std::nullopt;
    return found;
  }

  SearchUpdate search(const Board& b, SearchLimits limits, const SearchListener& listener) {
    if (limits.varies) limits.margin = std::max(limits.margin, to_value({options.variety_discs}));
    const Bitboard legal = rules::legal_moves(b, options.size), moves = legal & limits.moves;
    // In analysis, a single requested move deserves the whole time unless it is the only legal
    // move.
    const bool only_move = std::popcount(limits.varies ? moves : legal) <= 1;
    const auto measured_empties = loaded->measured() ? std::optional(b.empties()) : std::nullopt;
    Watch watch(worker.stop_flag(), nodes, timed(b, limits), longest_search, only_move,
                measured_empties, listener, asked);
    while (moves != 0 && !loaded->await_for(Millis(1))) {
      if (!watch.should_stop(0)) continue;
      SearchReport unsearched;
      unsearched.line.push_back(first_square(moves));
      return watch.result(unsearched, limits);
    }
    SearchCore& core = loaded->ready();
    const int wanted = std::min(options.threads, thread_limit.load(std::memory_order_relaxed));
    if (std::exchange(threads, wanted) != wanted) core.set_threads(wanted);
    watch.begin();
    const SearchReport found = core.search(b, limits, watch);
    delays.observe(watch.longest_delay());
    return watch.result(found, limits);
  }
};

Engine::Engine(const EngineOptions& options, BookOpener open_book)
    : impl_(std::make_unique<Impl>(options, std::move(open_book))) {}

Engine::~Engine() = default;

void Engine::prepare() {
  impl_->prepares = true;
  impl_->loaded->prepare();
  impl_->games.prepare_book();
}

void Engine::await_prepared() {
  if (!impl_->prepares) return;
  impl_->loaded->await_prepared();
  impl_->games.await_book();
}

Result<void> Engine::configure(const EngineOptions& options) {
  return impl_->configure(options, false);
}

Result<void> Engine::configure_step(const EngineOptions& options) {
  // Weights set while others are missing may be for the next evaluator; those in use are not.
  const bool may_be_next = impl_->pending && options.weights != impl_->loaded->weights();
  if (may_be_next) return impl_->configure(options, true);
  return impl_->configure(without_left_weights(impl_->options, options), true);
}

Result<void> Engine::use_size(int size) {
  EngineOptions options = impl_->options;
  options.size = size;
  return impl_->configure(options, impl_->pending.has_value());
}

const std::optional<Error>& Engine::pending() const { return impl_->pending; }

std::string Engine::description() const {
  const EngineOptions& options = impl_->options;
  const LoadedCore& loaded = *impl_->loaded;
  std::string text = options.player == kSearchPlayer
                         ? ""
                         : fmt::format("player {} in games, ", sumi::quoted(options.player));
  const CatalogEntry* const named = find_entry(options.evaluator);
  if (named != nullptr && !named->file.empty()) {
    text += fmt::format("evaluator {}", named->name);
  } else {
    text += fmt::format("evaluator {}", loaded.evaluator().name);
    if (!loaded.weights().empty()) {
      text += fmt::format(", weights {}", sumi::quoted(loaded.weights()));
    }
  }
  text += fmt::format(", isa {}", isa());
  if (options.level >= 0) text += fmt::format(", level {}", options.level);
  if (options.strength > 0) text += fmt::format(", strength {}", options.strength);
  return text;
}

Result<void> Engine::Impl::configure(const EngineOptions& options, bool incremental) {
  worker.stop();
  worker.await_result();
  EngineOptions& current = this->options;
  if (option_limits) {
    if (const auto allowed = within(*option_limits, options); !allowed) return allowed.error();
  }
  if (options.hash_mib != current.hash_mib) {
    if (const auto fits = fits_memory(options.hash_mib); !fits) return fits.error();
  }
  auto change = games.change_to(options);
  if (!change) return change.error();
  if (pending || options.evaluator != current.evaluator || options.isa != current.isa ||
      options.size != current.size || options.weights != current.weights) {
    auto made = LoadedCore::make(options);
    const bool later = !made && incremental && may_become_valid(current, options, !option_limits);
    if (!made && !later) return made.error();
    if (made) {
      if (const auto met = resize((*made)->bare(), options.hash_mib); !met) return met.error();
      loaded = std::move(*made);
      threads = 1;
      pending.reset();
      if (prepares) loaded->prepare();
    } else {
      if (const auto met = resize(loaded->bare(), options.hash_mib); !met) return met.error();
      pending = made.error();
      pondered.reset();
    }
  } else if (options.hash_mib != current.hash_mib) {
    // Not in the search: freeing gigabytes would delay a stop.
    if (const auto met = resize(loaded->bare(), options.hash_mib); !met) return met.error();
  }
  loaded->bare().set_parameters(options.parameters);
  current = options;
  games.apply(std::move(*change));
  if (prepares) games.prepare_book();
  return {};
}

const EngineOptions& Engine::options() const { return impl_->options; }

void Engine::confine(Millis longest_search) {
  impl_->option_limits = impl_->options;
  impl_->longest_search = longest_search;
}

Millis Engine::longest_search() const { return impl_->longest_search; }

void Engine::set_niceness(int niceness) { impl_->niceness = niceness; }

void Engine::limit_threads(int threads) {
  impl_->thread_limit.store(threads, std::memory_order_relaxed);
}

std::string_view Engine::isa() const { return impl_->loaded->bare().isa(); }

void Engine::set_board(const Board& board, Color to_move) {
  impl_->worker.await_result();
  impl_->board = board;
  impl_->to_move = to_move;
}

void Engine::clear_table() {
  impl_->worker.await_result();
  impl_->pondered.reset();
  impl_->games.end_game();
  impl_->loaded->bare().clear_table();
}

void Engine::go(const SearchLimits& limits, SearchListener listener) {
  const StopWatch since;
  impl_->worker.await_result();
  SearchLimits own = limits;
  if (std::exchange(impl_->pondered, std::nullopt) == impl_->board) {
    own.headstart = impl_->headstart;
  }
  const auto work = [impl = impl_.get(), own, listener = std::move(listener)] {
    if (impl->pending) {
      impl->result = SearchUpdate{};
    } else if (own.varies) {
      impl->result = impl->play(own, listener);
    } else if (own.consults_book) {
      impl->result = impl->games.consult(impl->board, own, listener);
    } else {
      impl->result = impl->search(impl->board, own, listener);
    }
    impl->worker.finish();
    if (listener.on_done) listener.on_done(impl->result);
  };
  impl_->start(Work::kSearch, work, since);
}

/// Searches at the selectivity of timed moves, so that they can use the results.
void Engine::ponder(const Board& board, SearchListener listener) {
  impl_->worker.await_result();
  if ((impl_->option_limits && !impl_->option_limits->ponder) || impl_->games.has_player() ||
      impl_->pending)
    return;
  impl_->pondered = board;
  impl_->start(Work::kPonder, [impl = impl_.get(), board, listener = std::move(listener)] {
    const SearchUpdate found = impl->search(board, {.selectivity = kFastSelectivity}, listener);
    impl->headstart = {found.depth, found.move(), found.value()};
    impl->worker.finish();
    if (listener.on_done) listener.on_done(found);
  });
}

bool Engine::pondering() const { return impl_->worker.work() == Work::kPonder; }

std::shared_ptr<const OpeningBook> Engine::book() const { return impl_->games.book(); }

std::string Engine::book_note() const {
  if (!impl_->games.book_file_missing()) return "";
  return fmt::format("book: there is no file {} yet, learning makes it (book-learn)",
                     sumi::quoted(impl_->options.book));
}

Result<void> Engine::learn(const GameRecord& game) {
  impl_->worker.await_result();
  if (impl_->pending) return *impl_->pending;
  if (impl_->option_limits && !impl_->option_limits->book_learn) {
    return Error{ErrorCode::kOutOfRange, "book-learn: not allowed to this engine"};
  }
  const auto book = impl_->games.book_to_learn();
  if (!book) return book.error();
  if (const auto added = (*book)->add(game); !added) return added.error();
  impl_->pondered.reset();
  impl_->start(Work::kLearn, [impl = impl_.get(), book = *book] {
    book->learn([impl](const Board& board, const SearchLimits& limits) {
      return impl->search_to_learn(board, limits);
    });
    impl->worker.finish();
  });
  return {};
}

bool Engine::learning() const { return impl_->worker.work() == Work::kLearn; }

void Engine::stop() { impl_->worker.stop(); }

SearchUpdate Engine::wait() {
  impl_->worker.await_end();
  return impl_->result;
}

std::uint64_t Engine::nodes() const { return impl_->nodes.load(std::memory_order_relaxed); }

SearchUpdate Engine::think(const SearchLimits& limits) {
  go(limits, {});
  return wait();
}

void Engine::add_knowledge(const Board& board, const SearchReport& known) {
  impl_->worker.await_result();
  if (!impl_->pending) impl_->loaded->ready().add_knowledge(board, known);
}

Value Engine::evaluate() const {
  impl_->worker.end_idle_work();
  return impl_->pending ? Value{} : impl_->loaded->ready().evaluate(impl_->board);
}

std::uint64_t Engine::perft(int depth) const {
  impl_->worker.end_idle_work();
  if (impl_->pending) return rules::perft(impl_->board, depth, impl_->options.size);
  return impl_->loaded->bare().perft(impl_->board, depth);
}

}  // namespace sumi
