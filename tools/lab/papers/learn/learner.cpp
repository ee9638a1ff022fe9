// SPDX-License-Identifier: MIT
/// The checkpoint is a single file, so that state and history are always consistent: a line of
/// JSON, then the learner's state.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "tools/lab/long_work.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <future>
#include <limits>
#include <optional>

namespace sumi::lab {
namespace {

using protocol::Json;

constexpr std::string_view kStateKind = "sumi-lab learner state 1", kRunKind = "sumi-lab learner 1";
constexpr double kSliceSeconds = 0.2;  ///< Approximate.

/// Random streams of an EpisodeLearner; subclasses have those from 3 on.
enum DrawnFor : std::uint64_t { kLearning = 1, kMeasuring = 2 };

struct Checkpoint {
  Json settings;
  std::uint64_t steps = 0;
  std::vector<LearnRow> rows;
  std::string state;
};

Error damaged(const std::string& path) {
  return {ErrorCode::kBadFile,
          fmt::format("file {} is not a checkpoint of a learner, or a damaged one",
                      sumi::quoted(path))};
}

Json to_json(const Metric& metric) {
  return Json::array({metric.name, metric.value, metric.lower, metric.upper});
}

/// Json writes infinities and NaN as null.
double number_of(const Json& json) {
  return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::optional<LearnRow> row_of(const Json& json) {
  if (!json.is_array() || json.empty() || !json[0].is_number_unsigned()) return {};
  LearnRow row{json[0].get<std::uint64_t>(), {}};
  for (std::size_t i = 1; i < json.size(); ++i) {
    const Json& cell = json[i];
    if (!cell.is_array() || cell.size() != 4 || !cell[0].is_string()) return {};
    row.metrics.push_back(
        {cell[0].get<std::string>(), number_of(cell[1]), number_of(cell[2]), number_of(cell[3])});
  }
  return row;
}

std::string checkpoint_text(const Json& settings, std::uint64_t steps,
                            const std::vector<LearnRow>& rows, std::string_view state) {
  Json head;
  head["file"] = kStateKind;
  head["settings"] = settings;
  head["steps"] = steps;
  head["history"] = Json::array();
  for (const LearnRow& row : rows) {
    Json cells = Json::array({row.steps});
    for (const Metric& metric : row.metrics) cells.push_back(to_json(metric));
    head["history"].push_back(cells);
  }
  return protocol::json_line(head) + std::string(state);
}

Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path) {
  using Found = std::optional<Checkpoint>;
  auto text = read_file(path, std::numeric_limits<std::size_t>::max());
  if (!text && text.error().code == ErrorCode::kNotFound) return Found{};
  if (!text) return text.error();
  const std::size_t end = text->find('\n');
  if (end == text->npos) return damaged(path);
  const Json head =
      Json::parse(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
  if (!head.is_object() || head.value("file", Json()) != kStateKind || !head.contains("settings") ||
      !head["settings"].is_object() || !head.contains("steps") ||
      !head["steps"].is_number_unsigned() || !head.contains("history") ||
      !head["history"].is_array()) {
    return damaged(path);
  }
  Checkpoint checkpoint{
      head["settings"], head["steps"].get<std::uint64_t>(), {}, text->substr(end + 1)};
  for (const Json& json : head["history"]) {
    const auto row = row_of(json);
    if (!row) return damaged(path);
    checkpoint.rows.push_back(*row);
  }
  return Found(std::move(checkpoint));
}

/// history.csv, history.json and the curves.
void write_history(const std::string& folder, std::string_view unit,
                   const std::vector<LearnRow>& rows) {
  write_file(folder + "/history.csv", history_csv(rows)).value();
  write_file(folder + "/history.json", history_json(rows)).value();
  for (const auto& [name, svg] : history_curves(unit, rows)) {
    write_file(folder + "/" + name, svg).value();
  }
}

/// std::nullopt unless all of `text` is a number.
std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return number;
}

class Run {
 public:
  Run(Learner& learner, const LearnRun& plan, const std::function<bool()>& interrupted,
      const std::function<void(const LearnProgress&)>& tick)
      : learner_(learner),
        plan_(plan),
        interrupted_(interrupted),
        tick_(tick),
        settings_(learner.settings()) {}

  Result<void> begin() {
    if (const auto made = make_folder(plan_.folder); !made) return made.error();
    auto lock = OutputLock::of_folder(plan_.folder);
    if (!lock) return lock.error();
    lock_.emplace(std::move(*lock));
    if (const auto claimed = claim(); !claimed) return claimed.error();
    auto found = read_checkpoint(path("state"));
    if (!found) return found.error();
    if (!*found) return {};
    Checkpoint& had = **found;
    if (had.settings != settings_) return begun_otherwise(plan_.folder, had.settings, settings_);
    if (had.steps > plan_.steps) {
      return Error{
          ErrorCode::kOutOfRange,
          fmt::format("folder {} holds {} {} already, more than {}", sumi::quoted(plan_.folder),
                      had.steps, learner_.unit(), plan_.steps)};
    }
    const auto loaded = learner_.load(had.state);
    if (!loaded) return in_file(path("state"), loaded.error());
    if (learner_.steps() != had.steps) return damaged(path("state"));
    rows_ = std::move(had.rows);
    // Rows of another plan may be at other steps.
    std::erase_if(rows_, [this](const LearnRow& row) { return !due(row.steps); });
    return {};
  }

  /// False if interrupted.
  bool finish() {
    const bool whole = to_the_end();
    // After a kill, the files may be older than the checkpoint.
    if (whole) write_files();
    for (const LearnFile& file : learner_.more_files()) {
      write_file(path(file.name), file.text).value();
    }
    return whole;
  }

 private:
  bool to_the_end() {
    while (true) {
      done_ = learner_.steps();
      tick();
      if (snapshot_due(learner_.steps())) snapshot();
      if (due(learner_.steps()) && (rows_.empty() || rows_.back().steps != learner_.steps())) {
        if (!measure()) return false;
      }
      if (learner_.steps() >= plan_.steps) break;
      if (!advance()) return false;
    }
    return true;
  }

  std::string path(const std::string& name) const { return plan_.folder + "/" + name; }

  Result<void> claim() {
    const std::string file = path("learner.json");
    const auto text = read_file(file);
    if (!text && text.error().code != ErrorCode::kNotFound) return text.error();
    if (text) {
      const Json had = Json::parse(*text, nullptr, false);
      if (!had.is_object() || had.value("file", Json()) != kRunKind || !had.contains("settings") ||
          !had["settings"].is_object()) {
        return Error{ErrorCode::kBadFile,
                     fmt::format("file {} does not belong to a learner; name another folder",
                                 sumi::quoted(file))};
      }
      if (had["settings"] == settings_) return {};
      return begun_otherwise(plan_.folder, had["settings"], settings_);
    }
    const Json json{{"file", kRunKind},
                    {"unit", learner_.unit()},
                    {"result", learner_.result_kind()},
                    {"settings", settings_}};
    return write_file(file, json.dump(1) + "\n");
  }

  bool due(std::uint64_t steps) const {
    return steps == 0 || steps == plan_.steps ||
           (plan_.measure_every > 0 && steps % plan_.measure_every == 0);
  }

  bool snapshot_due(std::uint64_t steps) const {
    return plan_.snapshot_every > 0 && steps % plan_.snapshot_every == 0;
  }

  void snapshot() const {
    write_file(path(fmt::format("result-{}", learner_.steps())), learner_.result()).value();
  }

  void tick() {
    if (tick_) tick_({done_, plan_.steps});
  }

  /// Runs `work` on another thread while ticking and polling. False if interrupted.
  template <class Work>
  bool watched(const Work& work) {
    constexpr auto kLook = std::chrono::milliseconds(50);
    std::stop_source stop;
    auto done = std::async(std::launch::async, [&] { work(stop.get_token()); });
    bool early = false;
    while (done.wait_for(kLook) != std::future_status::ready) {
      tick();
      if (!early && interrupted_ && interrupted_()) {
        early = true;
        stop.request_stop();
      }
    }
    done.get();
    return !early && !(interrupted_ && interrupted_());
  }

  bool measure() {
    LearnRow row{learner_.steps(), {}};
    const bool whole =
        watched([&](const std::stop_token& stop) { row.metrics = learner_.measure(stop); });
    if (whole) rows_.push_back(std::move(row));
    checkpoint();
    if (whole) write_files();
    return whole;
  }

  /// Advances by one slice, at most to the next row or snapshot.
  bool advance() {
    const std::uint64_t done = learner_.steps();
    std::uint64_t next = plan_.steps;
    for (const std::uint64_t every : {plan_.measure_every, plan_.snapshot_every}) {
      if (every > 0) next = std::min(next, (done / every + 1) * every);
    }
    const std::uint64_t slice = std::min(next - done, slice_);
    const StopWatch watch;
    const bool whole = watched([&](const std::stop_token& stop) { learner_.advance(slice, stop); });
    const double seconds = watch.seconds();
    // If a row or a snapshot cut the slice short, a short time does not mean a high speed.
    if (seconds < kSliceSeconds / 2 && slice == slice_) slice_ *= 2;
    if (seconds > kSliceSeconds * 2) slice_ = std::max<std::uint64_t>(1, slice_ / 2);
    if (!whole || timer_.due()) checkpoint();
    return whole;
  }

  void checkpoint() {
    timer_.run([this] {
      write_file(path("state"),
                 checkpoint_text(settings_, learner_.steps(), rows_, learner_.save()))
          .value();
    });
  }

  void write_files() const {
    write_history(plan_.folder, learner_.unit(), rows_);
    write_file(path("result"), learner_.result()).value();
  }

  Learner& learner_;
  const LearnRun& plan_;
  const std::function<bool()>& interrupted_;
  const std::function<void(const LearnProgress&)>& tick_;
  const Json settings_;
  std::vector<LearnRow> rows_;
  std::uint64_t done_ = 0;  ///< At the last update; the worker may be further on.
  std::uint64_t slice_ = 1;
  CheckpointTimer timer_;
  std::optional<OutputLock> lock_;
};

}  // namespace

void EpisodeLearner::advance(std::uint64_t steps, const std::stop_token& stop) {
  constexpr std::uint64_t kStopEvery = 16;  // episodes between polls of the stop token
  for (std::uint64_t i = 0; i < steps; ++i) {
    if (i % kStopEvery == 0 && stop.stop_requested()) return;
    SplitMix64 random(mixed_seed(seed_, kLearning, episodes_));
    play(random);
    ++episodes_;
  }
}

std::string EpisodeLearner::save() const {
  return fmt::format("{} {}\n", name_, episodes_) + save_values();
}

Result<void> EpisodeLearner::load(std::string_view state) {
  std::string_view head = take_until(state, '\n');
  const bool known = take_until(head, ' ') == name_;
  const auto episodes = whole_number(head);
  if (!known || !episodes) return bad_state();
  if (const auto loaded = load_values(state); !loaded) return loaded.error();
  episodes_ = *episodes;
  return {};
}

std::string EpisodeLearner::origin() const {
  return fmt::format("{} episodes of self-play", episodes_);
}

Error EpisodeLearner::bad_state() const {
  return {ErrorCode::kBadFile,
          fmt::format("no state of sumi-lab {}: it starts with '{}', a blank and the number of "
                      "episodes, then {}",
                      name_, name_, values_)};
}

std::vector<Metric> EpisodeLearner::wins_against_random(const MovePlayer& player, int size,
                                                        int games,
                                                        const std::stop_token& stop) const {
  const GamesSetup setup{
      .games = games, .size = size, .seed = mixed_seed(seed_, kMeasuring), .threads = threads_};
  const Measured found = lab::measure(player, *make_move_player("random", size).value(), setup,
                                      [&] { return stop.stop_requested(); });
  return {percent_metric("wins_black_percent", found.as_black.win_rate()),
          percent_metric("wins_white_percent", found.as_white.win_rate())};
}

Result<std::vector<LearnRow>> read_history(const std::string& folder) {
  const std::string path = folder + "/state";
  auto found = read_checkpoint(path);
  if (!found) return found.error();
  if (!*found) {
    return Error{ErrorCode::kNotFound, fmt::format("no file {}", sumi::quoted(path))};
  }
  return std::move((*found)->rows);
}

Result<bool> run_learner(Learner& learner, const LearnRun& run,
                         const std::function<bool()>& interrupted,
                         const std::function<void(const LearnProgress&)>& tick) {
  Run now(learner, run, interrupted, tick);
  if (const auto begun = now.begin(); !begun) return begun.error();
  return now.finish();
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSeedFolder = "seed-";

std::string folder_of_seed(const std::string& folder, std::uint64_t seed) {
  return fmt::format("{}/{}{}", folder, kSeedFolder, seed);
}

std::optional<std::uint64_t> seed_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (!name.starts_with(kSeedFolder)) return std::nullopt;
  return whole_number(std::string_view(name).substr(kSeedFolder.size()));
}

bool holds_run(const std::string& folder) {
  std::error_code failure;
  return fs::exists(folder + "/learner.json", failure);
}

Result<std::string> unit_in(const std::string& folder) {
  const auto text = read_file(folder + "/learner.json");
  if (!text) return text.error();
  const protocol::Json json = protocol::Json::parse(*text, nullptr, false);
  if (json.is_object() && json.contains("unit") && json["unit"].is_string()) {
    return json["unit"].get<std::string>();
  }
  return Error{ErrorCode::kBadFile, fmt::format("file {} does not belong to a learner",
                                                sumi::quoted(folder + "/learner.json"))};
}

}  // namespace

Result<bool> run_seeds(std::vector<SeedRun>& seeds, const LearnRun& run, Shard shard, int threads,
                       const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t done)>& tick) {
  if (const auto made = make_folder(run.folder); !made) return made.error();
  if (holds_run(run.folder)) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("folder {} holds the run of one seed; name another for several",
                             sumi::quoted(run.folder))};
  }
  const auto lock = OutputLock::of_part(run.folder, shard);
  if (!lock) return lock.error();

  std::vector<std::atomic<std::uint64_t>> done(seeds.size());
  std::vector<std::optional<Error>> errors(seeds.size());
  const auto work = [&](std::size_t job, const std::stop_token& stop) {
    LearnRun own = run;
    own.folder = folder_of_seed(run.folder, seeds[job].seed);
    const auto learned = run_learner(
        *seeds[job].learner, own, [&] { return stop.stop_requested(); },
        [&](const LearnProgress& progress) { done[job] = progress.done; });
    if (!learned) errors[job] = learned.error();
    done[job] = seeds[job].learner->steps();
  };
  const bool whole = run_jobs(seeds.size(), threads, work, interrupted, [&] {
    std::uint64_t sum = 0;
    for (const auto& part : done) sum += part;
    if (tick) tick(sum);
  });
  for (const std::optional<Error>& error : errors) {
    if (error) return *error;
  }
  if (!whole || (interrupted && interrupted())) return false;
  if (shard.count > 1) return true;

  // Ignore earlier runs' seeds.
  FolderHistories found{std::string(seeds.front().learner->unit()), {}, {}};
  for (const SeedRun& one : seeds) {
    auto rows = read_history(folder_of_seed(run.folder, one.seed));
    if (!rows) return rows.error();
    found.seeds.push_back(one.seed);
    found.runs.push_back(std::move(*rows));
  }
  write_file(run.folder + "/seeds.csv", seeds_csv(found.seeds, found.runs)).value();
  write_history(run.folder, found.unit, mean_history(found.runs));
  write_file(run.folder + "/result", seeds.front().learner->result()).value();
  return true;
}

Result<FolderHistories> read_histories(const std::string& folder) {
  FolderHistories found;
  std::vector<std::string> folders;
  if (holds_run(folder)) {
    folders.push_back(folder);
  } else {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
      if (const auto seed = seed_of(entry.path())) found.seeds.push_back(*seed);
    }
    std::ranges::sort(found.seeds);
    for (const std::uint64_t seed : found.seeds) folders.push_back(folder_of_seed(folder, seed));
  }
  if (folders.empty()) {
    return Error{
        ErrorCode::kNotFound,
        fmt::format("folder {} holds no run of a learner: neither learner.json nor folders "
                    "seed-N",
                    sumi::quoted(folder))};
  }
  auto unit = unit_in(folders.front());
  if (!unit) return unit.error();
  found.unit = std::move(*unit);
  for (const std::string& one : folders) {
    auto rows = read_history(one);
    if (!rows) return rows.error();
    found.runs.push_back(std::move(*rows));
  }
  return found;
}

}  // namespace sumi::lab
