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

/// A state is a list of [[won, drawn, lost, discs], the same as White].
bool read_measured(const Json& json, Measured& measured) {
  return json.is_array() && json.size() == 2 && read_tally(json[0], measured.as_black) &&
         read_tally(json[1], measured.as_white);
}

std::vector<SweepEntry>::const_iterator find_entry(const std::vector<SweepEntry>& entries, int bp,
                                                   int fs, int cn) {
  return std::ranges::find_if(entries, [&](const SweepEntry& entry) {
    return entry.bp == bp && entry.fs == fs && entry.cn == cn;
  });
}

}  // namespace

const SweepEntry& entry_of(const std::vector<SweepEntry>& entries, int bp, int fs, int cn) {
  return *find_entry(entries, bp, fs, cn);
}

void TrialLearner::advance(std::uint64_t steps, const std::stop_token& stop) {
  const std::uint64_t end = std::min(all_steps(), entries_.size() + steps);
  while (entries_.size() < end) {
    const Trial next = trial(entries_.size());
    const Measured games =
        measure_weights(next.player, next.bp, next.fs, next.cn,
                        {.games = games_, .seed = next.seed, .threads = threads_},
                        [&stop] { return stop.stop_requested(); });
    if (stop.stop_requested()) return;
    entries_.push_back({next.bp, next.fs, next.cn, games});
  }
}

std::string TrialLearner::save() const {
  Json json = Json::array();
  for (const SweepEntry& entry : entries_) {
    json.push_back(Json::array({to_json(entry.games.as_black), to_json(entry.games.as_white)}));
  }
  return json.dump() + "\n";
}

Result<void> TrialLearner::load(std::string_view state) {
  const Json json = Json::parse(state.begin(), state.end(), nullptr, false);
  const Error damaged{ErrorCode::kBadFile, fmt::format("no state of {}, or a damaged one", name_)};
  if (!json.is_array() || json.size() > all_steps()) return damaged;
  std::vector<SweepEntry> entries;
  for (const Json& row : json) {
    const Trial done = trial(entries.size());
    SweepEntry& entry = entries.emplace_back(SweepEntry{done.bp, done.fs, done.cn, {}});
    if (!read_measured(row, entry.games)) return damaged;
  }
  entries_ = std::move(entries);
  return {};
}

std::uint64_t WeightSweep::all_steps() const {
  const auto side = static_cast<std::uint64_t>(setup_.largest + 1);
  return side * side * side - 1;
}

TrialLearner::Trial WeightSweep::trial(std::uint64_t step) const {
  const auto side = static_cast<std::uint64_t>(setup_.largest + 1), number = step + 1;
  return {setup_.player, static_cast<int>(number / side / side),
          static_cast<int>(number / side % side), static_cast<int>(number % side),
          mixed_seed(setup_.seed, step)};
}

const SweepEntry* WeightSweep::best() const {
  const auto points = [](const SweepEntry& entry) { return entry.games.all().points(); };
  const auto found = std::ranges::max_element(entries(), {}, points);
  return found == entries().end() ? nullptr : &*found;
}

Json WeightSweep::settings() const {
  return {{"largest", setup_.largest},
          {"games", setup_.games},
          {"faults", setup_.player.faults},
          {"flags", setup_.player.flags},
          {"keep-turn", setup_.player.keep_turn},
          {"seed", setup_.seed}};
}

std::vector<Metric> WeightSweep::measure(const std::stop_token&) const {
  const SweepEntry* const found = best();
  if (!found) return {};
  std::vector<double> points;
  for (const SweepEntry& entry : entries()) points.push_back(100 * entry.games.all().points());
  return {percent_metric("best_wins_percent", found->games.all().win_rate()),
          plain_metric("mean_points_percent", mean_of(points).value)};
}

std::string WeightSweep::result() const {
  const SweepEntry* const found = best();
  if (!found) return "\n";
  const std::string text =
      fmt::format("{}:{}:{}:{}", found->bp, found->fs, found->cn, setup_.player.faults);
  return to_text(parse_bpfscn(text).value()) + "\n";
}

std::vector<LearnFile> WeightSweep::more_files() const {
  return {{"sweep.csv", sweep_csv(entries())},
          {"sweep.svg", sweep_heat_map(fmt::format("Wins of {} games", 2 * setup_.games),
                                       setup_.largest, entries())}};
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
  static const std::unique_ptr<MovePlayer> random = make_move_player("random", 8).value();
  const auto made = make_move_player(player.name(bp, fs, cn), 8);
  GamesSetup setup = games;
  setup.keep_turn = player.keep_turn;
  return measure(*made.value(), *random, setup, interrupted);
}

std::string weight_heat_map(std::string title, int largest,
                            const std::function<double(int bp, int fs, int cn)>& value) {
  protocol::HeatMap map;
  map.labels = {std::move(title), "weight of FS", "weight of BP"};
  for (int cn = 0; cn <= largest; ++cn) {
    map.columns.push_back(std::to_string(cn));
    map.rows.push_back(std::to_string(cn));
    protocol::HeatPanel panel{fmt::format("CN {}", cn), {}};
    for (int bp = 0; bp <= largest; ++bp) {
      std::vector<double>& row = panel.values.emplace_back();
      for (int fs = 0; fs <= largest; ++fs) row.push_back(value(bp, fs, cn));
    }
    map.panels.push_back(std::move(panel));
  }
  return protocol::to_svg(map);
}

std::string sweep_heat_map(std::string_view title, int largest,
                           const std::vector<SweepEntry>& entries) {
  return weight_heat_map(std::string(title), largest, [&](int bp, int fs, int cn) {
    const auto found = find_entry(entries, bp, fs, cn);
    return found == entries.end() ? std::numeric_limits<double>::quiet_NaN()
                                  : static_cast<double>(found->games.all().won);
  });
}

std::string sweep_csv(const std::vector<SweepEntry>& entries) {
  std::string text =
      "bp,fs,cn,black_won,black_drawn,black_lost,black_discs,white_won,white_drawn,white_lost,"
      "white_discs,points,wins_lower,wins_upper\n";
  for (const SweepEntry& entry : entries) {
    const Tally &b = entry.games.as_black, &w = entry.games.as_white, all = entry.games.all();
    const Estimate wins = all.win_rate();
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.5f},{:.5f},{:.5f}\n", entry.bp,
                        entry.fs, entry.cn, b.won, b.drawn, b.lost, b.discs, w.won, w.drawn, w.lost,
                        w.discs, all.points(), wins.lower, wins.upper);
  }
  return text;
}

}  // namespace sumi::lab
