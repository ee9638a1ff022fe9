// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "tools/lab/job_pool.h"
#include "tools/lab/probcut/measure.h"
#include "tools/lab/record_files.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace sumi::lab {

void Moments::add(std::int64_t difference) {
  ++count;
  sum += difference;
  squares += difference * difference;
}

void Moments::add(const Moments& other) {
  count += other.count;
  sum += other.sum;
  squares += other.squares;
}

double Moments::mean() const {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

double Moments::mean_square() const {
  return count == 0 ? 0 : static_cast<double>(squares) / static_cast<double>(count);
}

double Moments::deviation() const {
  return std::sqrt(std::max(mean_square() - mean() * mean(), 0.0));
}

Differences differences_of(std::span<const Readings> readings) {
  Differences differences;
  for (const Readings& r : readings) {
    const auto depths = static_cast<int>(r.values.size());
    for (int shallow = 0; shallow < depths; ++shallow) {
      const int low = r.values[static_cast<std::size_t>(shallow)];
      for (int deep = shallow + 1; deep < depths; ++deep) {
        differences[{r.empties, deep, shallow}].add(r.values[static_cast<std::size_t>(deep)] - low);
      }
      if (r.exact) differences[{r.empties, r.empties, shallow}].add(*r.exact - low);
    }
  }
  return differences;
}

bool in_model(const DepthPair& pair) {
  if (pair.to_end()) return pair.shallow % 2 == 0;
  return pair.shallow > 0 && (pair.deep - pair.shallow) % 2 == 0;
}

namespace {

/// A few records of many: those whose boards have the smallest of numbers that look like chance.
class Choice {
 public:
  Choice(std::size_t most, std::uint64_t seed) : most_(most), seed_(seed) {}

  void offer(Record record) {
    record.board = canonical(record.board).board;
    const std::uint64_t number =
        SplitMix64(SplitMix64(record.board.own ^ seed_).next() ^ record.board.opp).next();
    if (chosen_.size() == most_ && number > chosen_.rbegin()->first) return;
    const auto [at, added] = chosen_.try_emplace(number, record);
    if (!added && record.source == ScoreSource::kExact) at->second = record;
    if (chosen_.size() > most_) chosen_.erase(std::prev(chosen_.end()));
  }

  const std::map<std::uint64_t, Record>& chosen() const { return chosen_; }

 private:
  std::size_t most_;
  std::uint64_t seed_;
  std::map<std::uint64_t, Record> chosen_;
};

EngineOptions without_tempo(EngineOptions options) {
  options.parameters.tempo_percent = 0;
  return options;
}

}  // namespace

Result<std::vector<Record>> choose_positions(std::span<const std::string> files,
                                             const MeasureSetup& setup,
                                             const std::function<bool(std::size_t)>& go_on) {
  std::vector<Choice> choices(kMostEmpties + 1,
                              Choice(static_cast<std::size_t>(setup.positions), setup.seed));
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!go_on(i)) return std::vector<Record>();
    const auto records = read_records(files[i]);
    if (!records) return records.error();
    for (const Record& record : *records) {
      const int empties = record.board.empties();
      if (empties < kFewestEmpties || empties > kMostEmpties) continue;
      if (rules::legal_moves(record.board) != 0) {
        choices[static_cast<std::size_t>(empties)].offer(record);
      }
    }
  }
  std::vector<std::pair<std::size_t, Record>> ranked;  // with its place in its own choice
  for (const Choice& choice : choices) {
    std::size_t place = 0;
    for (const auto& numbered : choice.chosen()) ranked.emplace_back(place++, numbered.second);
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, Record>::first);
  std::vector<Record> positions;
  for (const auto& place_and_record : ranked) positions.push_back(place_and_record.second);
  return positions;
}

Reader::Reader(const MeasureSetup& setup) : setup_(setup), engine_(without_tempo(setup.engine)) {}

void Reader::search(const Board& board, const SearchLimits& limits, const SearchListener& listener,
                    const std::stop_token& stop) {
  engine_.clear_table();
  engine_.set_board(board);
  engine_.go(limits, listener);
  const std::stop_callback on_stop(stop, [this] { engine_.stop(); });
  engine_.wait();
}

Readings Reader::read(const Record& record, const std::stop_token& stop) {
  const Board& board = record.board;
  Readings readings;
  readings.empties = board.empties();
  engine_.set_board(board);
  readings.values.push_back(engine_.evaluate().units);

  SearchLimits limits;
  limits.depth = std::min(setup_.max_depth, readings.empties - 1);
  SearchListener listener;
  listener.on_update = [&](const SearchUpdate& update) {
    readings.values.push_back(update.value().units);
  };
  search(board, limits, listener, stop);

  if (record.source == ScoreSource::kExact) {
    readings.exact = to_value(record.score).units;
  } else if (readings.empties <= setup_.exact_at) {
    SearchListener end;
    end.on_done = [&](const SearchUpdate& update) { readings.exact = update.value().units; };
    search(board, {.exact_at_empties = 64}, end, stop);
  }
  return readings;
}

std::optional<Differences> measure(std::span<const Record> positions, const MeasureSetup& setup,
                                   int threads, const std::function<bool()>& interrupted,
                                   const std::function<void(std::size_t)>& tick) {
  std::vector<Readings> readings(positions.size());
  std::atomic<std::size_t> done = 0;
  const auto make_work = [&]() -> Work {
    const auto reader = std::make_shared<Reader>(setup);
    return [&, reader](std::size_t job, const std::stop_token& stop) {
      readings[job] = reader->read(positions[job], stop);
      ++done;
    };
  };
  const bool complete =
      run_jobs(positions.size(), threads, make_work, interrupted, [&] { tick(done.load()); });
  if (!complete) return std::nullopt;
  return differences_of(readings);
}

}  // namespace sumi::lab
