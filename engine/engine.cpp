// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/book_play.h"
#include "engine/engine.h"
#include "engine/game/rules.h"
#include "engine/lazy_book.h"
#include "engine/loaded_core.h"
#include "engine/players/player.h"
#include "engine/time_manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <stop_token>
#include <thread>
#include <utility>

namespace sumi {
namespace {

/// A table takes memory as it fills: one that can never be filled would fail in mid-game.
Result<void> fits_memory(int hash_mib) {
  const std::uint64_t memory = memory_mib();
  const auto wanted = std::bit_floor(static_cast<std::uint64_t>(hash_mib));
  if (memory == 0 || wanted <= memory) return {};
  return Error{ErrorCode::kOutOfRange,
               fmt::format("hash-mib: {} is more than the memory of this machine, {} MiB", hash_mib,
                           memory)};
}

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
  if (wanted.book != most.book) return refuse("book: this engine keeps the one it has");
  if (wanted.ponder && !most.ponder) return refuse("ponder: not allowed to this engine");
  if (wanted.book_learn && !most.book_learn) {
    return refuse("book-learn: not allowed to this engine");
  }
  return {};
}

/// Nodes of the search that Engine::Impl::play_new() makes in passing: three milliseconds.
constexpr std::uint64_t kPassingNodes = 50'000;

/// The same seed makes the same numbers; seed 0 makes different ones each time.
SplitMix64 make_random(int seed) {
  return SplitMix64(seed != 0 ? static_cast<std::uint64_t>(seed)
                              : static_cast<std::uint64_t>(std::random_device()()));
}

/// Null if the engine itself chooses moves.
Result<std::unique_ptr<MovePlayer>> player_of(const EngineOptions& options) {
  if (options.player == kSearchPlayer) return std::unique_ptr<MovePlayer>();
  return make_move_player(options.player, options.size);
}

/// Sets a flag after a time, unless the alarm is destroyed before.
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
  /// `clock` has been running since the search was asked for.
  Watch(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes, const TimeManager& time,
        Millis longest, bool only_move, const SearchListener& listener, const StopWatch& clock)
      : stop_(stop),
        nodes_(nodes),
        time_(time),
        longest_(longest),
        only_move_(only_move),
        listener_(listener),
        clock_(clock) {}

  /// Also measures how long we wait for a processor: otherwise less than a millisecond lies between
  /// two calls. A delay that this search meets changes its own bounds at once.
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
    if (stops && !stopped_) stopped_ = now;
    return stops;
  }

  /// To be called when the search has come back, which helpers that wait for a processor delay too.
  Millis longest_delay() const {
    return stopped_ ? std::max(longest_delay_, clock_.elapsed() - *stopped_) : longest_delay_;
  }

  bool on_iteration(const SearchReport& report) override {
    if (listener_.on_update) listener_.on_update(update(report));
    const bool changed = report.move() != std::exchange(best_move_, report.move());
    if (clock_.elapsed() >= longest_) return false;
    return time_.should_continue(
        {clock_.elapsed(), report.depth, report.value(), changed, only_move_, report.exact});
  }

  SearchUpdate update(const SearchReport& report) const {
    return SearchUpdate{report, clock_.seconds(), false, clock_.elapsed() >= longest_};
  }

 private:
  const std::atomic<bool>& stop_;
  std::atomic<std::uint64_t>& nodes_;
  TimeManager time_;
  const Millis longest_;
  const bool only_move_;
  const SearchListener& listener_;
  Square best_move_ = Square::kPass;
  const StopWatch clock_;
  Millis last_look_ = clock_.elapsed();
  Millis longest_delay_{};
  std::optional<Millis> stopped_;  ///< When it was told to stop.
};

}  // namespace

struct Engine::Impl {
  EngineOptions options;
  bool prepares = false;              ///< prepare() was called: what is set later is read at once.
  std::optional<EngineOptions> most;  ///< Set by confine(): limits later options.
  Millis longest_search = Millis::max();
  int niceness = 0;  ///< Niceness of search threads; 0: that of whoever starts them.
  std::unique_ptr<LoadedCore> loaded;
  std::optional<Error> pending;  ///< Why `loaded` is not what the options say, if it is not.
  int threads = 1;               ///< The number of threads that `loaded` is set to.
  std::atomic<int> thread_limit{std::numeric_limits<int>::max()};
  Board board = kStartBoard;
  Color to_move = Color::kBlack;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false}, learning{false};  ///< Idle-time work that is running.
  std::atomic<std::uint64_t> nodes{0};                  ///< Of the running search, or the last one.
  std::optional<Board> pondered;  ///< Position of the last search, if that was pondering.
  Headstart headstart;            ///< What that search found.
  std::thread thread;
  std::thread ended;                   ///< The thread before, which may still tell its result.
  std::atomic<bool> at_work{false};    ///< The thread has no result yet.
  SearchUpdate result;                 ///< Result of go().
  SplitMix64 random{0};                ///< Random numbers for the variety.
  std::unique_ptr<MovePlayer> player;  ///< Player that the option names; null: the search.
  std::uint64_t player_seed = 0;       ///< Seed for `player`; with option seed 0 new for each move.
  StopWatch asked;                     ///< Runs since the call that the thread works for.
  DelayMeter delays;                   ///< Delays that the searches so far have met.
  BookOpener open_book;
  LazyBook book;  ///< The book that the options name, to play from or to learn into.
  BookPlay book_play;

  Result<void> configure(const EngineOptions& options, bool more_follow);

  /// True if the file of the option `book` is not there.
  bool book_file_missing() const { return open_book && wants_book(options) && book.is_none(); }

  bool uses_idle_time() const { return pondering || learning; }

  /// Waits until a search has its result, and stops work that has no end. The thread may still be
  /// telling the result, which can take a while on a busy machine: it uses nothing but `result` and
  /// the listener then, and the next thread waits for it.
  void await_result() {
    if (uses_idle_time()) stop = true;
    at_work.wait(true);
  }

  /// As await_result(), and then waits until the thread has ended.
  void join() {
    await_result();
    if (thread.joinable()) thread.join();
  }

  void end_idle_work() {
    if (uses_idle_time()) await_result();
  }

  /// Runs `work`, which calls end_work() before it tells its result, on a thread. `since` has been
  /// running since the engine was asked for it. Requires: await_result() was called.
  template <class Work>
  void start(Work work, const StopWatch& since = {}) {
    asked = since;
    stop = false;
    nodes = 0;
    if (thread.joinable()) ended = std::move(thread);
    at_work = true;
    try {
      thread = std::thread([this, work = std::move(work)] {
        if (ended.joinable()) ended.join();
        if (niceness > 0) lower_thread_priority(niceness);
        work();
      });
    } catch (...) {
      end_work();
      if (ended.joinable()) ended.join();
      throw;
    }
  }

  void end_work() {
    at_work = false;
    at_work.notify_all();
  }

  /// Searches, and with the option variety picks one of the moves near enough to the best by lot. A
  /// solved game is not given away.
  SearchUpdate search_and_vary(const SearchLimits& limits, const SearchListener& listener) {
    SearchUpdate found = search(board, limits, listener);
    if (options.variety_discs == 0 || found.exact || found.others.empty()) return found;
    const int pick = random.below(static_cast<int>(found.others.size()) + 1);
    if (pick == 0) return found;
    std::swap(static_cast<Candidate&>(found), found.others[static_cast<std::size_t>(pick - 1)]);
    return found;
  }

  /// Draws the seed from the option `seed`. If that is 0 each call draws another one, so that
  /// nobody has to tell us when a new game begins.
  void draw_player_seed() {
    if (player) player_seed = make_random(options.seed).next();
  }

  /// Asks `player`, on the engine's own thread: a line of one move, depth 0. The value is 0, since
  /// a player knows none and managers of games act on what they are told.
  SearchUpdate ask(const SearchLimits& limits) {
    SearchUpdate update;
    update.lower = update.upper = Value{0};
    const Bitboard legal = rules::legal_moves(board, options.size);
    if (legal != 0) {
      const TimeManager time(limits, empties(board, options.size), Millis(options.move_overhead_ms),
                             delays.expected());
      const Millis hard = std::min(time.budget().hard, longest_search);
      const Alarm alarm(stop, hard == Millis::max() ? hard : hard - asked.elapsed());
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
    update.seconds = asked.seconds();
    return update;
  }

  LazyBook::Book book_to_play() const { return options.own_book ? book.get() : nullptr; }

  /// A move of a game.
  SearchUpdate play(const SearchLimits& limits, const SearchListener& listener) {
    const StopWatch clock;
    const LazyBook::Book known = book_to_play();
    const Bitboard legal = known ? rules::legal_moves(board) : 0;
    // The book cannot help where some legal moves are excluded or several moves are asked for.
    const bool any = legal != 0 && (legal & ~limits.moves) == 0 && limits.candidates == 1;
    if (!any) return search_and_vary(limits, listener);
    const std::vector<BookMove> moves = known->moves(board);
    if (moves.empty() && options.book_variety_discs > 0) return play_new(limits, listener);
    if (moves.empty()) return search_and_vary(limits, listener);
    const BookMove chosen = book_play.choose(moves, board, options, random);
    SearchUpdate update = unsearched(chosen, clock);
    update.line = line_after(*known, board, chosen.move);
    update.book = true;
    return update;
  }

  /// A move behind the book that goes another way than the games before, if there is one.
  SearchUpdate play_new(SearchLimits limits, const SearchListener& listener) {
    const StopWatch clock;
    const Bitboard fresh = book_play.to_search(board);
    StaticVector<BookMove, 2> found;
    SearchUpdate update;
    if (fresh != 0) {
      if (fresh != rules::legal_moves(board)) {
        limits.moves = fresh;
        limits.headstart = {};
      }
      update = search_and_vary(limits, listener);
      if (update.depth == 0 && !update.exact) return update;  // stopped before there was a value
      found.push_back(book_move_of(update));
      const Bitboard others = fresh & ~bit(update.move());
      if (update.exact && others != 0) {
        // Where that is cheap, find out in passing how a later game can go another way.
        const SearchUpdate other =
            search(board, {.nodes = kPassingNodes, .exact_at_empties = 60, .moves = others}, {});
        if (other.exact) found.push_back(book_move_of(other));
      }
    }
    const BookMove chosen = book_play.choose_behind({found.begin(), found.size()}, board, options);
    if (!found.empty() && found[0].move == chosen.move) return update;
    SearchUpdate known = unsearched(chosen, clock);
    known.nodes = update.nodes;
    return known;
  }

  static BookMove book_move_of(const SearchUpdate& update) {
    return {.move = update.move(),
            .value = update.value(),
            .depth = update.depth,
            .selectivity = update.selectivity,
            .exact = update.exact};
  }

  static SearchUpdate unsearched(const BookMove& move, const StopWatch& clock) {
    SearchUpdate update;
    update.lower = update.upper = move.value;
    update.line.push_back(move.move);
    update.depth = move.depth;
    update.selectivity = move.selectivity;
    update.exact = move.exact;
    update.seconds = clock.seconds();
    return update;
  }

  /// The book whose file games are added to.
  Result<LazyBook::Book> book_to_learn() const {
    if (most && !most->book_learn) {
      return Error{ErrorCode::kOutOfRange, "book-learn: not allowed to this engine"};
    }
    if (!open_book) return Error{ErrorCode::kNotFound, "book: this engine has none"};
    if (options.size != 8) {
      return Error{ErrorCode::kOutOfRange, "book: only for the board of 8x8"};
    }
    const bool is_open = options.book_learn && wants_book(options) && options.book != kShippedBook;
    if (is_open) return book.get();
    return open_named_book(open_book, options, true);
  }

  /// On the engine's own thread. Nothing if it was stopped.
  std::optional<SearchReport> search_to_learn(const Board& b, const SearchLimits& limits) {
    if (stop) return std::nullopt;
    asked = {};
    const SearchReport found = search(b, limits, {});
    if (stop) return std::nullopt;
    return found;
  }

  /// On the engine's own thread.
  SearchUpdate search(const Board& b, SearchLimits limits, const SearchListener& listener) {
    if (limits.varies) limits.margin = std::max(limits.margin, to_value({options.variety_discs}));
    const Bitboard moves = rules::legal_moves(b, options.size) & limits.moves;
    const TimeManager time(limits, empties(b, options.size), Millis(options.move_overhead_ms),
                           delays.expected());
    Watch watch(stop, nodes, time, longest_search, std::popcount(moves) <= 1, listener, asked);
    while (moves != 0 && !loaded->await_for(Millis(1))) {
      if (!watch.should_stop(0)) continue;
      SearchReport unsearched;
      unsearched.line.push_back(first_square(moves));
      return watch.update(unsearched);
    }
    SearchCore& core = loaded->ready();
    const int wanted = std::min(options.threads, thread_limit.load(std::memory_order_relaxed));
    if (std::exchange(threads, wanted) != wanted) core.set_threads(wanted);
    const SearchReport found = core.search(b, limits, watch);
    delays.observe(watch.longest_delay());
    return watch.update(found);
  }
};

Engine::Engine(const EngineOptions& options, BookOpener open_book)
    : impl_(std::make_unique<Impl>()) {
  impl_->options = options;
  impl_->open_book = std::move(open_book);
  fits_memory(options.hash_mib).value();
  impl_->loaded = LoadedCore::make(options).value();
  impl_->loaded->bare().resize_table(static_cast<std::size_t>(options.hash_mib));
  impl_->loaded->bare().set_parameters(options.parameters);
  impl_->random = make_random(options.seed);
  impl_->player = player_of(options).value();
  impl_->book = book_of(impl_->open_book, options, false).value();
  impl_->draw_player_seed();
}

Engine::~Engine() {
  stop();
  impl_->join();
}

void Engine::prepare() {
  impl_->prepares = true;
  impl_->loaded->prepare();
  impl_->book.prepare();
}

void Engine::await_prepared() {
  if (!impl_->prepares) return;
  impl_->loaded->await_prepared();
  impl_->book.get();
}

Result<void> Engine::configure(const EngineOptions& options) {
  return impl_->configure(options, false);
}

Result<void> Engine::configure_step(const EngineOptions& options) {
  return impl_->configure(options, true);
}

Result<void> Engine::use_size(int size) {
  EngineOptions options = impl_->options;
  options.size = size;
  return impl_->configure(options, impl_->pending.has_value());
}

const std::optional<Error>& Engine::pending() const { return impl_->pending; }

std::string Engine::plays() const {
  const EngineOptions& options = impl_->options;
  const std::string_view evaluator = impl_->loaded->evaluator();
  std::string text = options.player == kSearchPlayer
                         ? ""
                         : fmt::format("player {} in games, ", sumi::quoted(options.player));
  text += fmt::format("evaluator {}", evaluator);
  const bool small_auto = options.evaluator == kAutoEvaluator && evaluator != "pattern";
  if (!options.weights.empty() && evaluator != "mobility" && !small_auto) {
    text += fmt::format(", weights {}", sumi::quoted(options.weights));
  }
  text += fmt::format(", isa {}", isa());
  if (options.level >= 0) text += fmt::format(", level {}", options.level);
  return text;
}

Result<void> Engine::Impl::configure(const EngineOptions& options, bool more_follow) {
  stop = true;
  await_result();
  EngineOptions& current = this->options;
  if (most) {
    if (const auto allowed = within(*most, options); !allowed) return allowed.error();
  }
  if (options.hash_mib != current.hash_mib) {
    if (const auto fits = fits_memory(options.hash_mib); !fits) return fits.error();
  }
  const bool new_player = options.player != current.player || options.size != current.size;
  Result<std::unique_ptr<MovePlayer>> new_one = std::unique_ptr<MovePlayer>();
  if (new_player) new_one = player_of(options);
  if (!new_one) return new_one.error();
  const bool new_book = !same_book(options, current) || book_file_missing();
  Result<LazyBook> opened = LazyBook();
  if (new_book) opened = book_of(open_book, options, true);
  if (!opened) return opened.error();
  if (pending || options.evaluator != current.evaluator || options.isa != current.isa ||
      options.size != current.size || options.weights != current.weights) {
    auto made = LoadedCore::make(options);
    const bool later = !made && more_follow && may_fit_later(current, options, !most);
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
    // Not in the search: giving back gigabytes takes longer than a stop may.
    if (const auto met = resize(loaded->bare(), options.hash_mib); !met) return met.error();
  }
  loaded->bare().set_parameters(options.parameters);
  const bool new_seed = options.seed != current.seed;
  if (new_seed) random = make_random(options.seed);
  current = options;
  if (new_player) player = std::move(*new_one);
  if (new_book) book = std::move(*opened);
  if (new_book && prepares) book.prepare();
  if (new_player || new_seed) draw_player_seed();
  return {};
}

const EngineOptions& Engine::options() const { return impl_->options; }

void Engine::confine(Millis longest_search) {
  impl_->most = impl_->options;
  impl_->longest_search = longest_search;
}

Millis Engine::longest_search() const { return impl_->longest_search; }

void Engine::set_niceness(int niceness) { impl_->niceness = niceness; }

void Engine::limit_threads(int threads) {
  impl_->thread_limit.store(threads, std::memory_order_relaxed);
}

std::string_view Engine::isa() const { return impl_->loaded->bare().isa(); }

void Engine::set_board(const Board& board, Color to_move) {
  impl_->await_result();
  impl_->board = board;
  impl_->to_move = to_move;
}

void Engine::clear_table() {
  impl_->await_result();
  impl_->pondered.reset();
  impl_->book_play.end_game();
  impl_->loaded->bare().clear_table();
}

void Engine::go(const SearchLimits& limits, SearchListener listener) {
  const StopWatch since;
  impl_->await_result();
  SearchLimits own = limits;
  if (std::exchange(impl_->pondered, std::nullopt) == impl_->board) {
    own.headstart = impl_->headstart;
  }
  const auto work = [impl = impl_.get(), own, listener = std::move(listener)] {
    if (impl->pending) {
      impl->result = SearchUpdate{};
    } else if (impl->player && own.varies) {
      if (impl->options.seed == 0) impl->draw_player_seed();
      impl->result = impl->ask(own);
    } else if (own.varies) {
      impl->result = impl->play(own, listener);
    } else {
      impl->result = impl->search(impl->board, own, listener);
    }
    impl->end_work();
    if (listener.on_done) listener.on_done(impl->result);
  };
  impl_->start(work, since);
}

/// Searches at the selectivity of moves under a clock, so that their searches can use the results.
void Engine::ponder(const Board& board, SearchListener listener) {
  impl_->await_result();
  if ((impl_->most && !impl_->most->ponder) || impl_->player || impl_->pending) return;
  impl_->pondered = board;
  impl_->pondering = true;
  impl_->start([impl = impl_.get(), board, listener = std::move(listener)] {
    const SearchUpdate found = impl->search(board, {.selectivity = kFastSelectivity}, listener);
    impl->headstart = {found.depth, found.move(), found.value()};
    impl->pondering = false;
    impl->end_work();
    if (listener.on_done) listener.on_done(found);
  });
}

bool Engine::pondering() const { return impl_->pondering; }

std::shared_ptr<const OpeningBook> Engine::book() const { return impl_->book_to_play(); }

std::string Engine::book_note() const {
  if (!impl_->book_file_missing()) return "";
  return fmt::format("book: there is no file {} yet, learning makes it (book-learn)",
                     sumi::quoted(impl_->options.book));
}

Result<void> Engine::learn(const GameRecord& game) {
  impl_->await_result();
  if (impl_->pending) return *impl_->pending;
  const auto book = impl_->book_to_learn();
  if (!book) return book.error();
  if (const auto added = (*book)->add(game); !added) return added.error();
  impl_->pondered.reset();
  impl_->learning = true;
  impl_->start([impl = impl_.get(), book = *book] {
    book->learn([impl](const Board& board, const SearchLimits& limits) {
      return impl->search_to_learn(board, limits);
    });
    impl->learning = false;
    impl->end_work();
  });
  return {};
}

bool Engine::learning() const { return impl_->learning; }

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
  impl_->await_result();
  if (!impl_->pending) impl_->loaded->ready().feed(board, known);
}

Value Engine::evaluate() const {
  impl_->end_idle_work();
  return impl_->pending ? Value{} : impl_->loaded->ready().evaluate(impl_->board);
}

std::uint64_t Engine::perft(int depth) const {
  impl_->end_idle_work();
  if (impl_->pending) return rules::perft(impl_->board, depth, impl_->options.size);
  return impl_->loaded->bare().perft(impl_->board, depth);
}

}  // namespace sumi
