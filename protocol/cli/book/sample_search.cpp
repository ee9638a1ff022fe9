// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "protocol/cli/book/sample_search.h"
#include "protocol/command/ordered_pool.h"
#include "protocol/report/watched_search.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stop_token>

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
  const std::vector<Sample> samples = draw_samples(book, setup);
  std::vector<Sample> searched;
  std::size_t next = 0;
  OrderedWork<Sample, Sample> work;
  work.take = [&](const std::stop_token&) {
    return next < samples.size() ? std::optional(samples[next++]) : std::nullopt;
  };
  work.make_work = [&setup]() -> OrderedWork<Sample, Sample>::Work {
    const auto engine = std::make_shared<Engine>(setup.engine);
    return [&setup, engine](Sample sample, const std::stop_token& stop) -> std::optional<Sample> {
      engine->set_board(sample.board);
      const auto stopped = [&stop] { return stop.stop_requested(); };
      sample.searched = watched_search(*engine, setup.limits, {}, stopped).value();
      return stopped() ? std::nullopt : std::optional(sample);
    };
  };
  work.report = [&searched](const Sample& sample) { searched.push_back(sample); };
  work.tick = [] {};
  work.interrupted = [&] { return !progress(searched.size()); };
  run_in_order(setup.jobs, samples.size(), work);
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
