// SPDX-License-Identifier: MIT
#include "engine/game/bpfscn_text.h"
#include "protocol/report/svg_chart.h"
#include "tools/lab/papers/systems/weight_sweep.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace sumi::lab {
namespace {

using protocol::Json;

Error damaged() { return {ErrorCode::kBadFile, "no state of a sweep, or a damaged one"}; }

Json to_json(const Tally& tally) {
  return Json::array({tally.won, tally.drawn, tally.lost, tally.discs});
}

bool read_tally(const Json& json, Tally& tally) {
  if (!json.is_array() || json.size() != 4) return false;
  for (const Json& number : json) {
    if (!number.is_number_integer()) return false;
  }
  tally = {json[0].get<std::int64_t>(), json[1].get<std::int64_t>(), json[2].get<std::int64_t>(),
           json[3].get<std::int64_t>()};
  return tally.won >= 0 && tally.drawn >= 0 && tally.lost >= 0;
}

const MovePlayer& random_player() {
  static const std::unique_ptr<MovePlayer> player = make_move_player("random", 8).value();
  return *player;
}

}  // namespace

std::uint64_t WeightSweep::all_steps() const {
  const auto side = static_cast<std::uint64_t>(setup_.largest + 1);
  return side * side * side - 1;
}

SweepEntry WeightSweep::triple(std::uint64_t step) const {
  const auto side = static_cast<std::uint64_t>(setup_.largest + 1), number = step + 1;
  return {static_cast<int>(number / side / side),
          static_cast<int>(number / side % side),
          static_cast<int>(number % side),
          {}};
}

const SweepEntry* WeightSweep::best() const {
  const auto points = [](const SweepEntry& entry) { return entry.games.all().points(); };
  const auto found = std::ranges::max_element(entries_, {}, points);
  return found == entries_.end() ? nullptr : &*found;
}

Json to_json(const Measured& measured) {
  return Json::array({to_json(measured.as_black), to_json(measured.as_white)});
}

bool read_measured(const Json& json, Measured& measured) {
  return json.is_array() && json.size() == 2 && read_tally(json[0], measured.as_black) &&
         read_tally(json[1], measured.as_white);
}

Json WeightSweep::settings() const {
  Json settings;
  settings["largest"] = setup_.largest;
  settings["games"] = setup_.games;
  settings["faults"] = setup_.player.faults;
  settings["flags"] = setup_.player.flags;
  settings["keep-turn"] = setup_.player.keep_turn;
  settings["seed"] = setup_.seed;
  return settings;
}

void WeightSweep::advance(std::uint64_t steps, const std::stop_token& stop) {
  const std::uint64_t end = std::min(all_steps(), entries_.size() + steps);
  while (entries_.size() < end) {
    SweepEntry entry = triple(entries_.size());
    GamesSetup games;
    games.games = setup_.games;
    games.seed = mixed_seed(setup_.seed, entries_.size());
    games.threads = setup_.threads;
    entry.games = measure_weights(setup_.player, entry.bp, entry.fs, entry.cn, games,
                                  [&stop] { return stop.stop_requested(); });
    if (stop.stop_requested()) return;
    entries_.push_back(entry);
  }
}

std::vector<Metric> WeightSweep::measure(const std::stop_token&) const {
  const SweepEntry* const found = best();
  if (!found) return {};
  std::vector<double> points;
  for (const SweepEntry& entry : entries_) points.push_back(100 * entry.games.all().points());
  const Estimate mean = mean_of(points);
  const Tally all = found->games.all();
  const Estimate wins = proportion_of(all.won, all.games());
  return {{"best_wins_percent", 100 * wins.value, 100 * wins.lower, 100 * wins.upper},
          {"mean_points_percent", mean.value, mean.value, mean.value}};
}

std::string WeightSweep::save() const {
  Json json = Json::array();
  for (const SweepEntry& entry : entries_) json.push_back(to_json(entry.games));
  return json.dump() + "\n";
}

Result<void> WeightSweep::load(std::string_view state) {
  const Json json = Json::parse(state.begin(), state.end(), nullptr, false);
  if (!json.is_array() || json.size() > all_steps()) return damaged();
  std::vector<SweepEntry> entries;
  for (const Json& row : json) {
    SweepEntry entry = triple(entries.size());
    if (!read_measured(row, entry.games)) return damaged();
    entries.push_back(entry);
  }
  entries_ = std::move(entries);
  return {};
}

std::string WeightSweep::result() const {
  const SweepEntry* const found = best();
  if (!found) return "\n";
  const std::string text =
      fmt::format("{}:{}:{}:{}", found->bp, found->fs, found->cn, setup_.player.faults);
  return to_text(parse_bpfscn(text).value()) + "\n";
}

std::vector<LearnFile> WeightSweep::more_files() const {
  return {{"sweep.csv", sweep_csv(entries_)},
          {"sweep.svg", sweep_heat_map(fmt::format("Wins of {} games", 2 * setup_.games),
                                       setup_.largest, entries_)}};
}

std::string WeightSweep::summary() const {
  const SweepEntry* const found = best();
  if (!found) return {};
  return fmt::format("Best: BP:FS:CN {}:{}:{}, won {} as Black, {} as White of {} each", found->bp,
                     found->fs, found->cn, found->games.as_black.won, found->games.as_white.won,
                     found->games.all().games() / 2);
}

std::string SweepPlayer::name(int bp, int fs, int cn) const {
  return fmt::format("greedy:bpfscn:{}:{}:{}:{}{}", bp, fs, cn, faults, flags);
}

SweepPlayer player_with_faults(std::string_view faults, std::string flags) {
  SweepPlayer player{std::string(faults), std::move(flags)};
  if (faults == "none") {
    player.faults = "corrected";
  } else if (faults == "paper") {
    player.keep_turn = true;
  } else if (std::ranges::count(faults, 'g') == 1) {
    player.keep_turn = true;
    std::erase(player.faults, 'g');
    if (player.faults.empty()) player.faults = "corrected";
  }
  return player;
}

Result<void> check_sweep_player(const SweepPlayer& player) {
  const auto made = make_move_player(player.name(1, 1, 1), 8);
  if (!made) return made.error();
  return {};
}

Measured measure_weights(const SweepPlayer& player, int bp, int fs, int cn, const GamesSetup& games,
                         const std::function<bool()>& interrupted) {
  const auto made = make_move_player(player.name(bp, fs, cn), 8);
  GamesSetup setup = games;
  setup.keep_turn = player.keep_turn;
  return measure(*made.value(), random_player(), setup, interrupted);
}

std::string sweep_heat_map(std::string_view title, int largest,
                           const std::vector<SweepEntry>& entries) {
  protocol::HeatMap map;
  map.labels = {std::string(title), "weight of FS", "weight of BP"};
  const auto side = static_cast<std::size_t>(largest + 1);
  for (std::size_t i = 0; i < side; ++i) {
    map.columns.push_back(std::to_string(i));
    map.rows.push_back(std::to_string(i));
    const std::vector<double> blank(side, std::numeric_limits<double>::quiet_NaN());
    map.panels.push_back({fmt::format("CN {}", i), std::vector<std::vector<double>>(side, blank)});
  }
  for (const SweepEntry& entry : entries) {
    const auto at = [](int weight) { return static_cast<std::size_t>(weight); };
    map.panels[at(entry.cn)].values[at(entry.bp)][at(entry.fs)] =
        static_cast<double>(entry.games.all().won);
  }
  return protocol::to_svg(map);
}

std::string sweep_csv(const std::vector<SweepEntry>& entries) {
  std::string text =
      "bp,fs,cn,black_won,black_drawn,black_lost,black_discs,white_won,white_drawn,white_lost,"
      "white_discs,points,wins_lower,wins_upper\n";
  for (const SweepEntry& entry : entries) {
    const Tally &b = entry.games.as_black, &w = entry.games.as_white, all = entry.games.all();
    const Estimate wins = proportion_of(all.won, all.games());
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.5f},{:.5f},{:.5f}\n", entry.bp,
                        entry.fs, entry.cn, b.won, b.drawn, b.lost, b.discs, w.won, w.drawn, w.lost,
                        w.discs, all.points(), wins.lower, wins.upper);
  }
  return text;
}

}  // namespace sumi::lab
