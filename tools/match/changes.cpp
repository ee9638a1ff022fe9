// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/match/changes.h"
#include "tools/match/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace sumi::match {
namespace {

std::string value_text(const Setting& setting, const MatchConfig& config) {
  const std::string value = setting.get(config);
  return value.empty() ? "none" : value;
}

Error refused(std::string_view name, std::string_view had, std::string_view wanted) {
  return {ErrorCode::kOutOfRange,
          fmt::format("{}: the event has {}, not {}; this cannot change, because finished games "
                      "depend on it",
                      name, had, wanted)};
}

Result<void> check_settings(const MatchConfig& stored, const MatchConfig& given,
                            std::span<const GameResult> games) {
  for (const Setting& setting : settings()) {
    if (setting.get(stored) == setting.get(given)) continue;
    const bool rounds_only = setting.name != "games" || !has_rounds(stored) || games.empty();
    const bool same_kind = setting.name != "rounds" || has_rounds(stored) == has_rounds(given);
    if (setting.may_change && rounds_only && same_kind) continue;
    return refused(setting.name, value_text(setting, stored), value_text(setting, given));
  }
  return {};
}

/// The entry without what may change.
std::string fixed_part(EngineSpec spec) {
  spec.joined = 0;
  spec.withdrawn.reset();
  spec.move_limit.reset();
  return to_text(spec);
}

Result<void> add_engines(const MatchConfig& given, int change, MatchConfig& config) {
  for (const EngineSpec& spec : given.engines) {
    const auto known = std::ranges::find(config.engines, spec.name, &EngineSpec::name);
    if (known == config.engines.end()) {
      if (config.format == Format::kMatch || config.format == Format::kKnockout ||
          (config.format == Format::kRoundRobin && config.rounds > 0)) {
        return Error{ErrorCode::kOutOfRange,
                     fmt::format("engine {}: the pairings of this format take no late entry",
                                 sumi::quoted(spec.name))};
      }
      config.engines.push_back(spec);
      config.engines.back().joined = change;
      continue;
    }
    if (fixed_part(*known) != fixed_part(spec)) {
      return refused("engine " + sumi::quoted(spec.name), sumi::quoted(fixed_part(*known)),
                     sumi::quoted(fixed_part(spec)));
    }
    known->move_limit = spec.move_limit;
  }
  return {};
}

Result<void> withdraw(std::span<const std::string> names, int change, MatchConfig& config) {
  for (const std::string& name : names) {
    const auto engine = std::ranges::find(config.engines, name, &EngineSpec::name);
    if (engine == config.engines.end()) {
      std::vector<std::string_view> known;
      for (const EngineSpec& spec : config.engines) known.push_back(spec.name);
      return Error{ErrorCode::kNotFound, fmt::format("withdraw: {} is none of {}",
                                                     sumi::quoted(name), fmt::join(known, ", "))};
    }
    if (!engine->withdrawn) engine->withdrawn = change;
  }
  return {};
}

/// Fails if the plan lacks a finished game.
Result<void> check_games(const MatchConfig& stored, const MatchConfig& changed,
                         std::span<const GameResult> games) {
  if (has_rounds(changed)) {
    const int begun = games.empty() ? 0 : first_open_round(games) + 1;
    if (rounds(changed) >= begun) return {};
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("rounds: round {} has begun, {} are too few", begun, rounds(changed))};
  }
  const std::vector<int> ids = possible_ids(changed);
  for (const GameResult& game : games) {
    if (std::ranges::binary_search(ids, game.fixture.id)) continue;
    return Error{
        ErrorCode::kOutOfRange,
        fmt::format("games: {} would leave out finished games of {}", changed.games, stored.games)};
  }
  return {};
}

}  // namespace

Result<MatchConfig> changed_event(const MatchConfig& stored, const MatchConfig& given,
                                  std::span<const std::string> withdrawn,
                                  std::span<const GameResult> games) {
  if (const auto same = check_settings(stored, given, games); !same) return same.error();
  MatchConfig config = given;
  config.engines = stored.engines;
  const int change = next_change(stored, games);
  if (const auto added = add_engines(given, change, config); !added) return added.error();
  if (const auto gone = withdraw(withdrawn, change, config); !gone) return gone.error();
  if (!has_rounds(config) && next_change(config, games) > kMaxChanges + 1) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("an event takes at most {} entries and withdrawals", kMaxChanges)};
  }
  if (const auto good = check(config); !good) return good.error();
  if (const auto whole = check_games(stored, config, games); !whole) return whole.error();
  return config;
}

std::string changes_text(const MatchConfig& before, const MatchConfig& after) {
  std::string text;
  const auto add = [&](const std::string& change) { text += (text.empty() ? "" : "; ") + change; };
  for (const Setting& setting : settings()) {
    const std::string had = value_text(setting, before), has = value_text(setting, after);
    if (had != has) add(fmt::format("{} {}, now {}", setting.name, had, has));
  }
  const auto when = [&](int round) {
    return has_rounds(after) ? fmt::format(" from round {}", round + 1) : "";
  };
  for (std::size_t i = 0; i < after.engines.size(); ++i) {
    const EngineSpec& spec = after.engines[i];
    const bool entered = i >= before.engines.size();
    if (entered) add(fmt::format("{} enters{}", spec.name, when(spec.joined)));
    if (spec.withdrawn && (entered || !before.engines[i].withdrawn)) {
      add(fmt::format("{} withdraws{}", spec.name, when(*spec.withdrawn)));
    }
    if (!entered && spec.move_limit != before.engines[i].move_limit) {
      add(fmt::format("move-limit of {}, now {}", spec.name,
                      spec.move_limit ? seconds_text(*spec.move_limit) : "none"));
    }
  }
  return text;
}

}  // namespace sumi::match
