// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "protocol/service/engine_settings.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/long_work.h"
#include "tools/lab/records.h"
#include "tools/lab/selfplay.h"
#include "tools/lab/tune.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>

namespace sumi::lab {
namespace {

constexpr double kAlpha = 0.602, kGamma = 0.101, kStability = 0.1;

}  // namespace

Spsa::Spsa(const SpsaSetup& setup, std::vector<SpsaParameter> parameters)
    : setup_(setup), parameters_(std::move(parameters)) {
  for (const SpsaParameter& parameter : parameters_) state_.values.push_back(parameter.start);
}

std::vector<Spsa::Draw> Spsa::draws() const {
  // Hash the seed: consecutive seeds would give shifted copies of one stream.
  SplitMix64 random(SplitMix64(setup_.seed).next() ^
                    SplitMix64(static_cast<std::uint64_t>(state_.iteration)).next());
  std::vector<Draw> draws(parameters_.size());
  for (Draw& draw : draws) {
    draw.sign = random.next() % 2 == 0 ? 1 : -1;
    draw.round = random.uniform();
  }
  return draws;
}

double Spsa::perturbation(std::size_t i) const {
  const double left = static_cast<double>(setup_.iterations) / (state_.iteration + 1);
  return parameters_[i].step * std::pow(left, kGamma);
}

SpsaTrial Spsa::trial() const {
  SpsaTrial trial;
  const std::vector<Draw> draws = this->draws();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& range = parameters_[i];
    const auto point = [&](double value) {
      return static_cast<int>(std::floor(std::clamp(value, range.min, range.max) + draws[i].round));
    };
    const double away = draws[i].sign * perturbation(i);
    trial.plus.push_back(point(state_.values[i] + away));
    trial.minus.push_back(point(state_.values[i] - away));
  }
  return trial;
}

void Spsa::update(double difference) {
  const std::vector<Draw> draws = this->draws();
  const double stability = kStability * setup_.iterations;
  const double gain =
      setup_.rate *
      std::pow((stability + setup_.iterations) / (stability + state_.iteration + 1), kAlpha);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& p = parameters_[i];
    const double move = gain * p.step * p.step / perturbation(i) * difference * draws[i].sign;
    state_.values[i] = std::clamp(state_.values[i] + move, p.min, p.max);
  }
  ++state_.iteration;
}

namespace {

constexpr std::uint64_t kFirstComparison = std::uint64_t{1} << 40;

/// Discs for the first setting in each game of a pair.
using PairMargins = std::array<std::optional<int>, 2>;

double mean(const PairMargins& pair) { return (*pair[0] + *pair[1]) / 2.0; }

bool is_complete(const PairMargins& pair) { return pair[0] && pair[1]; }

class PairOpenings {
 public:
  explicit PairOpenings(const TuneSetup& setup) : setup_(setup) {
    if (!setup.openings.empty()) file_.emplace(setup.openings, true, setup.spsa.seed);
  }

  Board operator[](std::uint64_t number) const {
    if (file_) return (*file_)[number].replay().position().board;
    SplitMix64 random(SplitMix64(setup_.spsa.seed).next() + number);
    return random_opening(random, setup_.min_random_plies, setup_.max_random_plies);
  }

 private:
  const TuneSetup& setup_;
  std::optional<match::Openings> file_;
};

/// Plays games between two settings on threads that keep their engines.
class Arena {
 public:
  Arena(const TuneSetup& setup, int threads, const TuneGames& known)
      : setup_(setup), openings_(setup), threads_(threads), known_(known) {}

  /// Plays pairs first..first+count-1, except known games; incomplete if interrupted.
  std::vector<PairMargins> play(const SearchParameters& one, const SearchParameters& other,
                                std::uint64_t first, int count,
                                const std::function<bool()>& interrupted,
                                const std::function<void(std::uint64_t)>& tick) {
    std::vector<PairMargins> margins(static_cast<std::size_t>(count));
    look_up(margins, first);
    std::atomic<std::size_t> next_seat = 0;
    const std::size_t games = 2 * margins.size();
    for (std::size_t seats = std::min(games, static_cast<std::size_t>(threads_));
         seats_.size() < seats;) {
      seats_.push_back(std::make_unique<Seat>(setup_.engine));
    }
    const auto make_work = [&]() -> Work {
      Seat& seat = *seats_[next_seat++];
      seat.one.configure(with(one));
      seat.other.configure(with(other));
      return [&](std::size_t game, const std::stop_token& stop) {
        const bool swapped = game % 2 == 1;
        std::optional<int>& margin = margins[game / 2][game % 2];
        if (margin) {
          ++played_;
          return;
        }
        if (known_.is_own && !known_.is_own(first + game / 2, swapped)) return;
        const auto played = play_game(openings_[first + game / 2], swapped ? seat.other : seat.one,
                                      swapped ? seat.one : seat.other, setup_.limits, stop);
        if (!played) return;
        margin = swapped ? -played->score.discs : played->score.discs;
        ++played_;
        if (!known_.add) return;
        const std::lock_guard lock(adding_);
        known_.add(first + game / 2, swapped, *margin);
      };
    };
    run_jobs(games, threads_, make_work, interrupted, [&] { tick(played_); });
    while (known_.is_own && !std::ranges::all_of(margins, is_complete) && !interrupted()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      played_ += look_up(margins, first);
      tick(played_);
    }
    return margins;
  }

 private:
  /// Fills in known games; returns their number.
  std::uint64_t look_up(std::vector<PairMargins>& margins, std::uint64_t first) const {
    std::uint64_t found = 0;
    for (std::size_t pair = 0; known_.find && pair < margins.size(); ++pair) {
      for (const bool swapped : {false, true}) {
        std::optional<int>& margin = margins[pair][swapped];
        if (margin) continue;
        margin = known_.find(first + pair, swapped);
        found += margin.has_value();
      }
    }
    return found;
  }

  struct Seat {
    explicit Seat(const EngineOptions& options) : one(options), other(options) {}
    GamePlayer one, other;
  };

  EngineOptions with(const SearchParameters& parameters) const {
    EngineOptions options = setup_.engine;
    options.parameters = parameters;
    return options;
  }

  const TuneSetup& setup_;
  const PairOpenings openings_;
  const int threads_;
  const TuneGames& known_;
  std::mutex adding_;
  std::vector<std::unique_ptr<Seat>> seats_;  ///< One per thread.
  std::atomic<std::uint64_t> played_ = 0;
};

SearchParameters parameters_of(const TuneSetup& setup, const std::vector<int>& values) {
  SearchParameters parameters = setup.engine.parameters;
  for (std::size_t i = 0; i < values.size(); ++i)
    parameters.*setup.parameters[i]->field = values[i];
  return parameters;
}

std::string openings_text(const TuneSetup& setup) {
  if (setup.openings.empty()) {
    return fmt::format("random {}-{}", setup.min_random_plies, setup.max_random_plies);
  }
  std::vector<Record> boards;
  for (const GameRecord& opening : setup.openings) {
    boards.emplace_back().board = opening.replay().position().board;
  }
  return checksum_of(boards);
}

}  // namespace

SpsaState tune_start(const TuneSetup& setup) {
  SpsaState state;
  for (const auto* spec : setup.parameters) {
    state.values.push_back(setup.engine.parameters.*spec->field);
  }
  return state;
}

SearchParameters tuned_parameters(const TuneSetup& setup, const SpsaState& state) {
  std::vector<int> values;
  for (const double value : state.values) values.push_back(static_cast<int>(std::lround(value)));
  return parameters_of(setup, values);
}

Result<protocol::Json> tune_settings(const TuneSetup& setup) {
  protocol::Json settings;
  const auto added = protocol::add_engine_settings(setup.engine, settings);
  if (!added) return added.error();
  settings["nodes"] = setup.limits.nodes.value_or(0);
  settings["iterations"] = setup.spsa.iterations;
  settings["pairs"] = setup.pairs;
  settings["rate"] = setup.spsa.rate;
  settings["seed"] = setup.spsa.seed;
  settings["openings"] = openings_text(setup);
  for (const auto* spec : setup.parameters) {
    settings["parameters"][std::string(spec->name)] = {spec->min, spec->max, spec->step};
  }
  for (const SearchParameterSpec& spec : kSearchParameters) {
    settings["start"][std::string(spec.name)] = setup.engine.parameters.*spec.field;
  }
  // Explicit, because Json converts implicitly from anything, including a Result.
  return Result<protocol::Json>(boost::system::in_place_value, settings);
}

bool run_tune(const TuneSetup& setup, SpsaState& state, int threads,
              const std::function<bool()>& interrupted,
              const std::function<void(std::uint64_t games)>& tick,
              const std::function<void(const TuneStep&)>& on_step, const TuneGames& played) {
  std::vector<SpsaParameter> parameters;
  for (const auto* spec : setup.parameters) {
    const double start = setup.engine.parameters.*spec->field;
    parameters.push_back({start, double(spec->min), double(spec->max), spec->step});
  }
  Spsa spsa(setup.spsa, parameters);
  spsa.set_state(state);
  Arena arena(setup, threads, played);
  while (!spsa.done()) {
    const SpsaTrial trial = spsa.trial();
    const auto first = static_cast<std::uint64_t>(spsa.state().iteration) *
                       static_cast<std::uint64_t>(setup.pairs);
    const std::vector<PairMargins> margins =
        arena.play(parameters_of(setup, trial.plus), parameters_of(setup, trial.minus), first,
                   setup.pairs, interrupted, tick);
    if (!std::ranges::all_of(margins, is_complete)) return false;
    double sum = 0;
    for (const PairMargins& pair : margins) sum += std::clamp(mean(pair), -kMaxMargin, kMaxMargin);
    const double margin = sum / setup.pairs;
    spsa.update(margin);
    state = spsa.state();
    on_step({state, margin});
    if (interrupted()) return spsa.done();
  }
  return true;
}

TuneComparison compare(const TuneSetup& setup, const SearchParameters& parameters, int pairs,
                       int threads, const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t games)>& tick,
                       const TuneGames& played) {
  Arena arena(setup, threads, played);
  TuneComparison comparison;
  for (const PairMargins& pair : arena.play(parameters, setup.engine.parameters, kFirstComparison,
                                            pairs, interrupted, tick)) {
    if (!is_complete(pair)) continue;
    std::size_t points = 0;
    for (const std::optional<int>& discs : pair) {
      const int won = *discs > 0 ? 2 : *discs == 0 ? 1 : 0;
      comparison.games.add(won);
      points += static_cast<std::size_t>(won);
    }
    ++comparison.pairs.pairs[points];
    comparison.margins.push_back(mean(pair));
  }
  return comparison;
}

namespace {

constexpr std::string_view kKind = "sumi-lab tune 1", kHistoryHeader = "iteration,margin";

std::string header_of(const TuneSetup& setup) {
  std::string header(kHistoryHeader);
  for (const auto* spec : setup.parameters) header += fmt::format(",{}", spec->name);
  return header + "\n";
}

std::string hash_text(const protocol::Json& settings) {
  Fnv1a hash;
  hash.add(settings.dump());
  return fmt::format("{:016x}", hash.hash());
}

/// Header and complete rows up to the iteration.
std::string rows_until(std::string_view text, const std::string& header, int iteration) {
  std::string kept = header;
  if (!text.starts_with(header)) return kept;
  text.remove_prefix(header.size());
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + end, number);
    if (read.ec != std::errc{} || number > iteration) break;
    kept += text.substr(0, end + 1);
  }
  return kept;
}

}  // namespace

std::string checkpoint_text(const TuneSetup& setup, const protocol::Json& settings,
                            const SpsaState& state) {
  protocol::Json checkpoint;
  checkpoint["file"] = kKind;
  checkpoint["settings"] = settings;
  checkpoint["iteration"] = state.iteration;
  for (std::size_t i = 0; i < setup.parameters.size(); ++i) {
    checkpoint["values"][std::string(setup.parameters[i]->name)] = state.values[i];
  }
  return checkpoint.dump(2) + "\n";
}

bool looks_like_checkpoint(std::string_view text) {
  return text.substr(0, 64).find(kKind) != text.npos;
}

Result<SpsaState> parse_checkpoint(std::string_view text, const TuneSetup& setup,
                                   const protocol::Json& settings) {
  using protocol::Json;
  const Error damaged{ErrorCode::kBadFile, "no checkpoint of sumi-lab tune, or a damaged one"};
  const Json checkpoint = Json::parse(text, nullptr, false);
  if (!checkpoint.is_object() || checkpoint.value("file", Json()) != kKind ||
      !checkpoint.contains("settings") || !checkpoint["settings"].is_object()) {
    return damaged;
  }
  const Json& had = checkpoint["settings"];
  if (had != settings) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("begun with {}; use the same settings or name another file",
                             protocol::settings_difference(had, settings))};
  }
  SpsaState state;
  const Json iteration = checkpoint.value("iteration", Json());
  const Json values = checkpoint.value("values", Json::object());
  if (!iteration.is_number_integer() || !values.is_object()) return damaged;
  const auto done = iteration.get<std::int64_t>();
  if (done < 0 || done > setup.spsa.iterations) return damaged;
  state.iteration = static_cast<int>(done);
  for (const auto* spec : setup.parameters) {
    const Json value = values.value(std::string(spec->name), Json());
    if (!value.is_number()) return damaged;
    state.values.push_back(value.get<double>());
    if (!(spec->min <= state.values.back() && state.values.back() <= spec->max)) return damaged;
  }
  return state;
}

TuneJournal::TuneJournal(const std::string& checkpoint, const protocol::Json& settings)
    : path_(checkpoint + ".part"), settings_(hash_text(settings)) {
  if (std::filesystem::exists(path_)) open();
}

/// An entry is a JSON array: settings, opening, swapped, discs.
void TuneJournal::open() {
  auto [journal, entries, dropped] = Journal::open(path_, "games of tuning").value();
  journal_.emplace(std::move(journal));
  for (const std::string& entry : entries) {
    const protocol::Json game = protocol::Json::parse(entry, nullptr, false);
    if (!game.is_array() || game.size() != 4 || game[0] != settings_) continue;
    discs_[{game[1].get<std::uint64_t>(), game[2].get<bool>()}] = game[3].get<int>();
  }
}

TuneGames TuneJournal::games() {
  TuneGames games;
  games.find = [this](std::uint64_t opening, bool swapped) {
    const auto found = discs_.find({opening, swapped});
    return found == discs_.end() ? std::nullopt : std::optional(found->second);
  };
  games.add = [this](std::uint64_t opening, bool swapped, int discs) {
    if (!journal_) open();
    journal_->append(protocol::Json::array({settings_, opening, swapped, discs}).dump()).value();
  };
  return games;
}

void TuneJournal::clear() {
  discs_.clear();
  if (!journal_) return;
  std::filesystem::remove(path_);
  journal_.reset();
}

TuneHistory::TuneHistory(const std::string& path, const TuneSetup& setup, int iteration)
    : path_(path) {
  const auto before = read_file(path);
  if (!before && before.error().code != ErrorCode::kNotFound)
    throw FatalError(before.error().message);
  write_file(path, rows_until(before ? *before : "", header_of(setup), iteration)).value();
  file_ = open_to_append(path).value();
}

void TuneHistory::add(const TuneStep& step) {
  std::string row = fmt::format("{},{:.3f}", step.state.iteration, step.margin);
  for (const double value : step.state.values) row += fmt::format(",{:.4f}", value);
  row += '\n';
  if (write_all(file_.get(), row) != 0) {
    throw FatalError(fmt::format("file {} cannot be written", sumi::quoted(path_)));
  }
}

bool TuneHistory::looks_like_one(std::string_view text) { return text.starts_with(kHistoryHeader); }

namespace {

using protocol::Json;
using protocol::LineJournal;

constexpr std::string_view kGamesHeader = "{\"kind\":\"sumi-lab tune, games of a shard 1\"}\n";
constexpr double kSecondsBetweenReads = 0.02;

}  // namespace

TuneShards::TuneShards(const std::string& folder, Shard shard, bool plays) : shard_(shard) {
  for (int i = 1; i <= shard.count; ++i) {
    paths_.push_back(fmt::format("{}/{}.games", folder, protocol::shard_name({i, shard.count})));
    read_.push_back(0);
  }
  if (!plays) return;
  const std::string& path = paths_[static_cast<std::size_t>(shard.index - 1)];
  const auto check_header = [&path](std::string_view line) -> Result<bool> {
    if (kGamesHeader.starts_with(line)) return false;
    return protocol::resume_error(path, "holds no games of `sumi-lab tune`", "--shard");
  };
  own_ = LineJournal::open(
             path, kGamesHeader, check_header,
             [this](std::string_view line, LineJournal::Place) { return take(line); }, "--shard")
             .value();
}

/// A line is {"opening", "swapped", "discs", "sum"}.
bool TuneShards::take(std::string_view line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("discs")) return false;
  discs_[{json["opening"].get<std::uint64_t>(), json["swapped"].get<bool>()}] =
      json["discs"].get<int>();
  return true;
}

/// Reopens the files each time: only then does NFS show what other processes wrote.
void TuneShards::read_new() {
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (own_ && i == static_cast<std::size_t>(shard_.index - 1)) continue;
    std::ifstream file(paths_[i], std::ios::binary);
    if (!file.seekg(read_[i])) continue;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::string_view rest = text;
    // A last line without a line feed is incomplete.
    for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1)) {
      const std::string_view line = rest.substr(0, end);
      if (protocol::is_whole_line(line, false)) take(line);
      read_[i] += static_cast<std::int64_t>(end) + 1;
    }
  }
  since_read_ = {};
}

TuneGames TuneShards::games() {
  TuneGames games;
  games.find = [this](std::uint64_t opening, bool swapped) -> std::optional<int> {
    const TuneGame game{opening, swapped};
    if (!discs_.contains(game) && since_read_.seconds() >= kSecondsBetweenReads) read_new();
    const auto found = discs_.find(game);
    if (found != discs_.end()) return found->second;
    if (own_) return std::nullopt;
    throw FatalError("a game is missing in the shards' files; the shards play it when run again");
  };
  games.add = [this](std::uint64_t opening, bool swapped, int discs) {
    const Json game{{"opening", opening}, {"swapped", swapped}, {"discs", discs}};
    own_->append(protocol::json_line_with_sum(game)).value();
  };
  games.is_own = [this](std::uint64_t opening, bool swapped) {
    return own_ && shard_.has(2 * opening + swapped);
  };
  read_new();
  return games;
}

}  // namespace sumi::lab
