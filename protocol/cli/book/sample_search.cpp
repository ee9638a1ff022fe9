// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "protocol/cli/book/sample_search.h"
#include "protocol/report/watched_search.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace sumi::protocol {
namespace {

/// Each position has the same chance, and the book is read once.
/// Source: J. Vitter, "Random sampling with a reservoir", ACM TOMS 11(1), 1985, algorithm R.
std::vector<Sample> draw_samples(const book::BookReader& book, const SampleSetup& setup) {
  const auto wanted = static_cast<std::size_t>(setup.positions);
  std::vector<Sample> drawn;
  SplitMix64 random(static_cast<std::uint64_t>(setup.seed));
  std::uint64_t seen = 0;
  book.for_each([&](const Board& board, const book::BookEntry& entry) {
    if (!entry.score || kStartBoard.empties() - board.empties() > setup.plies) return true;
    const Sample sample{board, *entry.score, {}};
    ++seen;
    if (drawn.size() < wanted) {
      drawn.push_back(sample);
    } else if (const std::uint64_t place = random.next() % seen; place < wanted) {
      drawn[place] = sample;
    }
    return true;
  });
  return drawn;
}

/// Threads that search samples, each the next one.
class Searchers {
 public:
  Searchers(std::vector<Sample>& samples, const SampleSetup& setup)
      : samples_(samples), setup_(setup), found_(samples.size()) {
    for (int i = 0; i < setup.jobs; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Searchers() {
    stop();
    wait();
  }

  void stop() { stopped_ = true; }
  std::size_t done() const { return done_; }
  bool working() const { return working_ > 0; }

  /// Throws what ended a thread early.
  void join() {
    wait();
    if (const auto failure = std::exchange(failure_, nullptr)) std::rethrow_exception(failure);
  }

  const std::vector<std::optional<Value>>& found() const { return found_; }

 private:
  void wait() {
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

  void work() {
    try {
      search();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
    --working_;
  }

  void search() {
    Engine engine(setup_.engine);
    for (std::size_t i; !stopped_ && (i = next_++) < samples_.size();) {
      engine.set_board(samples_[i].board);
      const auto found =
          watched_search(engine, setup_.limits, {}, [this] { return stopped_.load(); });
      if (stopped_) return;
      found_[i] = found.value();
      ++done_;
    }
  }

  const std::vector<Sample>& samples_;
  const SampleSetup& setup_;
  std::vector<std::optional<Value>> found_;
  std::atomic<std::size_t> next_{0}, done_{0};
  std::atomic<int> working_{setup_.jobs};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

double difference(const Sample& sample) {
  return to_discs(Value{sample.searched.units - sample.book.units});
}

struct Spread {
  double mean = 0, deviation = 0;
  double within[3] = {};  ///< Shares within kWithin discs.
  const Sample* worst = nullptr;
};
constexpr int kWithin[3] = {1, 2, 4};

Spread spread_of(const std::vector<Sample>& samples) {
  Spread spread;
  const auto count = static_cast<double>(samples.size());
  double squares = 0;
  for (const Sample& sample : samples) {
    const double apart = difference(sample);
    spread.mean += apart / count;
    squares += apart * apart / count;
    for (int i = 0; i < 3; ++i) spread.within[i] += (std::abs(apart) <= kWithin[i]) / count;
  }
  spread.deviation = std::sqrt(std::max(0.0, squares - spread.mean * spread.mean));
  spread.worst = &*std::ranges::max_element(
      samples, {}, [](const Sample& sample) { return std::abs(difference(sample)); });
  return spread;
}

}  // namespace

std::vector<Sample> search_samples(const book::BookReader& book, const SampleSetup& setup,
                                   const std::function<bool(std::size_t done)>& progress) {
  constexpr auto kTick = std::chrono::milliseconds(50);
  std::vector<Sample> samples = draw_samples(book, setup);
  Searchers searchers(samples, setup);
  while (searchers.working()) {
    if (!progress(searchers.done())) searchers.stop();
    std::this_thread::sleep_for(kTick);
  }
  searchers.join();
  std::vector<Sample> searched;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!searchers.found()[i]) continue;
    searched.push_back(samples[i]);
    searched.back().searched = *searchers.found()[i];
  }
  return searched;
}

std::string samples_text(const std::vector<Sample>& samples) {
  const Spread spread = spread_of(samples);
  const Sample& worst = *spread.worst;
  return fmt::format(
      "{} positions searched: the search is {:+.2f} discs from the book in the mean, sd {:.2f}\n"
      "within 1 disc {:.1f}%, 2 discs {:.1f}%, 4 discs {:.1f}%\n"
      "worst {:+.2f}: the book {:+.2f}, the search {:+.2f}, {}\n",
      samples.size(), spread.mean, spread.deviation, 100 * spread.within[0], 100 * spread.within[1],
      100 * spread.within[2], difference(worst), to_discs(worst.book), to_discs(worst.searched),
      to_text(Position{worst.board}));
}

Json samples_json(const std::vector<Sample>& samples) {
  const Spread spread = spread_of(samples);
  const auto rounded = [](double x) { return std::round(1000 * x) / 1000; };
  return {{"positions", samples.size()},
          {"mean", rounded(spread.mean)},
          {"deviation", rounded(spread.deviation)},
          {"within_1", rounded(spread.within[0])},
          {"within_2", rounded(spread.within[1])},
          {"within_4", rounded(spread.within[2])},
          {"worst",
           {{"position", to_text(Position{spread.worst->board})},
            {"book", json_discs(spread.worst->book, false)},
            {"searched", json_discs(spread.worst->searched, false)}}}};
}

}  // namespace sumi::protocol
