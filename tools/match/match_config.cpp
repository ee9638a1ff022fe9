// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/board.h"
#include "protocol/command/shards.h"
#include "tools/match/match_config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <set>
#include <type_traits>

namespace sumi::match {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxText = 1 << 20;
constexpr std::string_view kOption = "option.";
constexpr std::size_t kMaxEngines = 1000;
constexpr std::int64_t kMaxGames = 10'000'000;  // the whole schedule is in memory

struct FormatName {
  std::string_view name;
  Format format;
};

constexpr FormatName kFormats[] = {{"match", Format::kMatch},
                                   {"round-robin", Format::kRoundRobin},
                                   {"gauntlet", Format::kGauntlet},
                                   {"swiss", Format::kSwiss},
                                   {"knockout", Format::kKnockout}};

Result<void> set_format(MatchConfig& config, std::string_view name, std::string_view text) {
  const auto found = std::ranges::find_if(
      kFormats, [&](const FormatName& f) { return equal_ignoring_case(f.name, text); });
  if (found == std::end(kFormats)) {
    return syntax_error(name, text, "match, round-robin, gauntlet, swiss or knockout");
  }
  config.format = found->format;
  return {};
}

/// std::nullopt unless the whole text is a number that fits T.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return number;
}

// For the table of settings: `field` is a member of MatchConfig.

/// An int or Millis.
template <auto field, int min, int max>
Result<void> set_int(MatchConfig& config, std::string_view name, std::string_view text) {
  const std::optional<int> number = parse_int(text);
  if (!number || *number < min || *number > max) {
    return syntax_error(name, text, fmt::format("a whole number in {}..{}", min, max));
  }
  config.*field = std::remove_reference_t<decltype(config.*field)>(*number);
  return {};
}

template <auto field>
std::string get_int(const MatchConfig& config) {
  if constexpr (requires { (config.*field).count(); }) {
    return std::to_string((config.*field).count());
  } else {
    return std::to_string(config.*field);
  }
}

template <auto field>
Result<void> set_bool(MatchConfig& config, std::string_view name, std::string_view text) {
  const bool yes = equal_ignoring_case(text, "true");
  if (!yes && !equal_ignoring_case(text, "false")) return syntax_error(name, text, "true or false");
  config.*field = yes;
  return {};
}

template <auto field>
std::string get_bool(const MatchConfig& config) {
  return config.*field ? "true" : "false";
}

/// `parse` returns a Result, whose error names the setting.
template <auto field, auto parse>
Result<void> set_parsed(MatchConfig& config, std::string_view, std::string_view text) {
  const auto value = parse(text);
  if (!value) return value.error();
  config.*field = *value;
  return {};
}

/// As set_parsed(); empty text or "none" leaves the field empty.
template <auto field, auto parse>
Result<void> set_optional(MatchConfig& config, std::string_view name, std::string_view text) {
  if (!text.empty() && !equal_ignoring_case(text, "none")) {
    return set_parsed<field, parse>(config, name, text);
  }
  (config.*field).reset();
  return {};
}

Result<void> set_size(MatchConfig& config, std::string_view name, std::string_view text) {
  const std::optional<int> size = parse_int(text);
  if (!size || !is_board_size(*size)) return syntax_error(name, text, "8, 6 or 4");
  config.size = *size;
  return {};
}

/// Empty text: no limit but that of the clock.
Result<void> set_move_limit(MatchConfig& config, std::string_view name, std::string_view text) {
  if (!text.empty()) {
    return set_parsed<&MatchConfig::move_limit, parse_move_limit>(config, name, text);
  }
  config.move_limit.reset();
  return {};
}

constexpr std::string_view kBalanced = "balanced", kXot = "xot", kRandom = "random:";

/// Empty text means random openings in files of earlier versions.
Result<void> set_openings(MatchConfig& config, std::string_view name, std::string_view text) {
  if (const auto printable = check_printable(name, text); !printable) return printable.error();
  if (text.empty()) text = "random:8";
  if (text == "random" || text.starts_with(kRandom)) {
    const std::optional<int> plies = parse_int(text.substr(std::min(kRandom.size(), text.size())));
    if (!plies || *plies < 0 || *plies > 60) {
      return syntax_error(name, text, "balanced, xot, random:N with N in 0..60, or a file");
    }
  }
  config.openings = text;
  return {};
}

Result<void> set_seed(MatchConfig& config, std::string_view name, std::string_view text) {
  const std::optional<std::uint64_t> seed = parse_number<std::uint64_t>(text);
  if (!seed) return syntax_error(name, text, "a whole number in 0..18446744073709551615");
  config.seed = *seed;
  return {};
}

/// "3,20"
Result<ResignRule> parse_resign_rule(std::string_view text) {
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto moves = parse_int(text.substr(0, comma));
  const auto discs = parse_int(text.substr(std::min(comma + 1, text.size())));
  if (!moves || !discs || *moves < 1 || *moves > 60 || *discs < 1 || *discs > 64) {
    return syntax_error("resign-rule", text, "MOVES,DISCS with MOVES in 1..60 and DISCS in 1..64");
  }
  return ResignRule{*moves, *discs};
}

std::string get_resign_rule(const MatchConfig& config) {
  const auto& rule = config.resign_rule;
  return rule ? fmt::format("{},{}", rule->moves, rule->discs) : "";
}

/// "0,5" or "0,5,0.05,0.05"
Result<SprtSetup> parse_sprt(std::string_view text) {
  std::vector<std::optional<double>> numbers;
  for (std::size_t at = 0; at <= text.size() && numbers.size() <= 4;) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    numbers.push_back(parse_number<double>(text.substr(at, end - at)));
    at = end + 1;
  }
  constexpr double kMaxElo = 2000;
  SprtSetup setup;
  bool good = (numbers.size() == 2 || numbers.size() == 4) &&
              std::ranges::all_of(numbers, [](const auto& n) { return n.has_value(); });
  if (good) {
    setup.elo0 = *numbers[0];
    setup.elo1 = *numbers[1];
    if (numbers.size() == 4) setup.alpha = *numbers[2], setup.beta = *numbers[3];
    // In this form NaN fails.
    good = setup.elo0 >= -kMaxElo && setup.elo0 < setup.elo1 && setup.elo1 <= kMaxElo &&
           setup.alpha > 0 && setup.alpha < 0.5 && setup.beta > 0 && setup.beta < 0.5;
  }
  if (!good) {
    return syntax_error("sprt", text,
                        "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA with -2000 <= ELO0 < ELO1 <= 2000 and "
                        "ALPHA and BETA between 0 and 0.5");
  }
  return setup;
}

/// "edax=2000"; a name may contain `=`.
Result<RatingAnchor> parse_anchor(std::string_view text) {
  constexpr double kMaxElo = 10'000;
  const std::size_t equals = std::min(text.rfind('='), text.size());
  const auto elo = parse_real(text.substr(std::min(equals + 1, text.size())));
  if (equals == 0 || !elo || !(std::abs(*elo) <= kMaxElo)) {
    return syntax_error("anchor", text, "NAME=ELO with ELO in -10000..10000");
  }
  return RatingAnchor{std::string(text.substr(0, equals)), *elo};
}

std::string get_anchor(const MatchConfig& config) {
  const auto& anchor = config.anchor;
  return anchor ? fmt::format("{}={}", anchor->engine, anchor->elo) : "";
}

std::string get_sprt(const MatchConfig& config) {
  if (!config.sprt) return {};
  const SprtSetup& setup = *config.sprt;
  return fmt::format("{},{},{},{}", setup.elo0, setup.elo1, setup.alpha, setup.beta);
}

constexpr Setting kSettings[] = {
    {"format", "NAME", "match, round-robin, gauntlet (first against all others), swiss or knockout",
     set_format, format_name},
    {"games", "N", "games of each meeting (Swiss: in each round): an even number, or 1",
     set_int<&MatchConfig::games, 1, 10'000'000>, get_int<&MatchConfig::games>, true},
    {"rounds", "N", "rounds: Swiss (0: 5), or round robin (0: all meetings at once)",
     set_int<&MatchConfig::rounds, 0, 1000>, get_int<&MatchConfig::rounds>, true},
    {"size", "N", "board size: 8, 6 or 4", set_size, get_int<&MatchConfig::size>},
    {"time", "TIME", "time control in seconds: 60 or 60+0.5 per game, 0.1/move, or none",
     set_parsed<&MatchConfig::time, parse_time_control>,
     [](const MatchConfig& c) { return to_text(c.time); }},
    {"time-margin-ms", "N", "allow clocks to overrun by N ms, for the delay of the pipe",
     set_int<&MatchConfig::time_margin, 0, 3'600'000>, get_int<&MatchConfig::time_margin>, true},
    {"hang-after-ms", "N", "declare an engine hung N ms after its time is up",
     set_int<&MatchConfig::hang_after, 100, 3'600'000>, get_int<&MatchConfig::hang_after>, true},
    {"move-limit", "S",
     "declare an engine hung after S s for a move (default: 60 with --time none)", set_move_limit,
     [](const MatchConfig& c) { return c.move_limit ? seconds_text(*c.move_limit) : ""; }, true},
    {"max-faults", "N", "after N faults an engine is out: it loses the rest unplayed (0: never)",
     set_int<&MatchConfig::max_faults, 0, 1'000'000>, get_int<&MatchConfig::max_faults>, true},
    {"openings", "SOURCE",
     "balanced, xot, random:N (N random plies), or a file of games or positions", set_openings,
     [](const MatchConfig& c) { return c.openings; }},
    {"opening-plies", "N", "use only the first N moves of each opening (0: all)",
     set_int<&MatchConfig::opening_plies, 0, 60>, get_int<&MatchConfig::opening_plies>},
    {"shuffle", "BOOL", "true: shuffle the openings by seed; false: keep their order",
     set_bool<&MatchConfig::shuffle>, get_bool<&MatchConfig::shuffle>},
    {"first-opening", "N", "begin with the Nth opening of that order",
     set_int<&MatchConfig::first_opening, 1, 1'000'000'000>, get_int<&MatchConfig::first_opening>},
    {"same-openings", "BOOL", "true: all pairings play the same openings",
     set_bool<&MatchConfig::same_openings>, get_bool<&MatchConfig::same_openings>},
    {"seed", "N", "random seed", set_seed, get_int<&MatchConfig::seed>},
    {"adjudicate-empties", "N",
     "adjudicate games by the exact solver at N empty squares (0: never)",
     set_int<&MatchConfig::adjudicate_empties, 0, 30>, get_int<&MatchConfig::adjudicate_empties>},
    {"resign-rule", "MOVES,DISCS",
     "end games that both engines call lost by DISCS in MOVES moves each",
     set_optional<&MatchConfig::resign_rule, parse_resign_rule>, get_resign_rule},
    {"sprt", "ELO0,ELO1[,ALPHA,BETA]", "stop the match when the SPRT accepts ELO1 or ELO0",
     set_optional<&MatchConfig::sprt, parse_sprt>, get_sprt, true},
    {"anchor", "NAME=ELO", "rating of one engine, to which the others are relative",
     set_optional<&MatchConfig::anchor, parse_anchor>, get_anchor, true},
    {"shard", "I/N", "play every Nth pair of games from the Ith; auto: by rank; merge: combine all",
     set_parsed<&MatchConfig::shard, protocol::parse_shard>,
     [](const MatchConfig& c) { return fmt::format("{}/{}", c.shard.index, c.shard.count); }},
};

Error config_error(std::string what) {
  return {ErrorCode::kBadSyntax, "configuration: " + std::move(what)};
}

Result<std::string> scalar_text(std::string_view key, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  return config_error(
      fmt::format("{} is neither a text nor a number nor true or false", sumi::quoted(key)));
}

/// Adds the keys of "options" (object) or "setup" (array).
Result<void> add_keys(const std::string& key, const Json& values, SpecKeys& keys) {
  for (const auto& item : values.items()) {
    const std::string name = key == "options" ? std::string(kOption) + item.key() : key;
    Result<std::string> text = scalar_text(name, item.value());
    if (!text) return text.error();
    keys.emplace_back(name, std::move(*text));
  }
  return {};
}

Result<EngineSpec> read_engine(const Json& engine) {
  if (engine.is_string()) return parse_engine_spec(engine.get_ref<const std::string&>());
  if (!engine.is_object()) return config_error("an engine is neither an object nor a text");
  SpecKeys keys;
  for (const auto& item : engine.items()) {
    const std::string& key = item.key();
    const bool nested = (key == "options" && item.value().is_object()) ||
                        (key == "setup" && item.value().is_array());
    if (nested) {
      if (const auto added = add_keys(key, item.value(), keys); !added) return added.error();
      continue;
    }
    Result<std::string> text = scalar_text(key, item.value());
    if (!text) return text.error();
    keys.emplace_back(key, std::move(*text));
  }
  return make_engine_spec(keys);
}

Result<void> read_engines(const Json& engines, MatchConfig& config) {
  if (!engines.is_array()) return config_error("'engines' is not an array");
  for (const Json& engine : engines) {
    Result<EngineSpec> spec = read_engine(engine);
    if (!spec) {
      return Error{spec.error().code,
                   fmt::format("engine {}: {}", config.engines.size() + 1, spec.error().message)};
    }
    config.engines.push_back(std::move(*spec));
  }
  return {};
}

Result<void> read_setting(const std::string& name, const Json& value, MatchConfig& config) {
  const auto found = std::ranges::find(kSettings, std::string_view(name), &Setting::name);
  if (found == std::end(kSettings)) {
    std::string known = "engines";
    for (const Setting& setting : kSettings) known.append(", ").append(setting.name);
    return config_error(fmt::format("{} is none of {}", sumi::quoted(name), known));
  }
  const Result<std::string> text = scalar_text(name, value);
  if (!text) return text.error();
  return found->set(config, *text);
}

constexpr const char* kRandomPlies = "random-plies";
constexpr const char* kVersion = "version";  ///< Of a stored configuration; absent in version 1.

/// "random-plies" of earlier versions, now in "openings". It had no effect beside a file.
Result<void> read_random_plies(const Json& json, MatchConfig& config) {
  const auto plies = json.find(kRandomPlies), openings = json.find("openings");
  if (plies == json.end()) return {};
  const Result<std::string> text = scalar_text(kRandomPlies, *plies);
  if (!text) return text.error();
  if (openings != json.end() && *openings != "") {
    if (opening_source(config) == OpeningSource::kFile) return {};
    return config_error("'openings' and 'random-plies' exclude each other");
  }
  return set_openings(config, "openings", fmt::format("{}{}", kRandom, *text));
}

/// The JSON parser's message, "line 1, column 2: ...", without the quoted input.
Error json_error(std::string_view what) {
  for (const std::string_view front : {"] ", "parse error at "}) {
    const std::size_t at = what.find(front);
    if (at != what.npos) what.remove_prefix(at + front.size());
  }
  what = what.substr(0, std::min<std::size_t>(what.find("; last read"), 200));
  std::string text;
  for (const char c : what) text += c >= ' ' && c <= '~' ? c : '?';
  return config_error(std::move(text));
}

Result<void> parse_json(std::string_view text, Json& json) {
  if (text.size() > kMaxText) {
    return config_error(fmt::format("{} is longer than {} bytes", sumi::quoted(text), kMaxText));
  }
  try {
    json = Json::parse(text, nullptr, true, true);
    return {};
  } catch (const Json::exception& e) {
    return json_error(e.what());
  }
}

/// Integers and booleans stay; anything else becomes a string.
Json scalar_json(const std::string& text) {
  Json value = Json::parse(text, nullptr, false);
  const bool whole = value.is_number_integer() || value.is_boolean();
  return whole && value.dump() == text ? value : Json(text);
}

Json engine_json(const EngineSpec& spec) {
  Json engine = Json::object();
  for (const auto& [key, value] : to_keys(spec)) {
    if (key == "setup") {
      engine["setup"].push_back(value);
    } else if (key == "restart") {
      engine[key] = true;
    } else if (key.starts_with(kOption)) {
      engine["options"][key.substr(kOption.size())] = scalar_json(value);
    } else {
      engine[key] = value;
    }
  }
  return engine;
}

Error unfit(std::string what) { return {ErrorCode::kOutOfRange, std::move(what)}; }

Result<void> check_anchor(const MatchConfig& config) {
  if (!config.anchor) return {};
  const std::string& name = config.anchor->engine;
  if (std::ranges::find(config.engines, name, &EngineSpec::name) != config.engines.end()) return {};
  return unfit(fmt::format("anchor: no engine is named {}", sumi::quoted(name)));
}

Result<void> check_engines(const MatchConfig& config) {
  const std::size_t count = config.engines.size();
  if (config.format == Format::kMatch && count != 2) {
    return unfit(
        fmt::format("a match needs 2 engines, not {}; --format round-robin takes more", count));
  }
  if (count < 2 || count > kMaxEngines) {
    return unfit(fmt::format("a tournament needs 2..{} engines, not {}", kMaxEngines, count));
  }
  std::set<std::string_view> names;
  for (const EngineSpec& engine : config.engines) {
    if (!names.insert(engine.name).second) {
      return unfit(fmt::format("two engines have the name {}: give each a name=...",
                               sumi::quoted(engine.name)));
    }
  }
  return {};
}

Result<void> check_games(const MatchConfig& config) {
  if (config.games < 1 || (config.games % 2 != 0 && config.games != 1)) {
    return unfit(fmt::format("games: {} is neither even, for each opening with both colours, nor 1",
                             config.games));
  }
  if (config.games == 1 && !has_rounds(config)) {
    return unfit(
        "games: 1 game a meeting needs rounds, which balance the colours: format swiss or "
        "knockout, or round-robin with --rounds N");
  }
  const auto n = static_cast<std::int64_t>(config.engines.size());
  std::int64_t meetings = 1;
  if (config.format == Format::kRoundRobin) meetings = n * (n - 1) / 2;
  if (config.format == Format::kGauntlet || config.format == Format::kKnockout) meetings = n - 1;
  if (has_rounds(config) && config.format != Format::kKnockout) {
    meetings = n / 2 * (config.rounds > 0 ? config.rounds : kSwissRounds);
  }
  if (meetings * config.games > kMaxGames) {
    return unfit(fmt::format("games: {} meetings of {} games are more than {}", meetings,
                             config.games, kMaxGames));
  }
  return {};
}

Result<void> check_openings(const MatchConfig& config) {
  if (config.openings == kXot && config.size != 8) {
    return unfit(fmt::format("openings: xot has boards of size 8, not {}; balanced has all sizes",
                             config.size));
  }
  const OpeningSource source = opening_source(config);
  if (config.opening_plies > 0 && source != OpeningSource::kFile) {
    return unfit(
        fmt::format("opening-plies: it shortens the openings of a file, not {}", config.openings));
  }
  if (source != OpeningSource::kRandom) return {};
  const int max_plies = config.size * config.size - 8;  // longer random games often end early
  if (random_plies(config) > max_plies) {
    return unfit(fmt::format("openings: {} has more than {} plies, for a board of size {}",
                             config.openings, max_plies, config.size));
  }
  return {};
}

}  // namespace

std::span<const Setting> settings() { return kSettings; }

std::string format_name(const MatchConfig& config) {
  return std::string(std::ranges::find(kFormats, config.format, &FormatName::format)->name);
}

OpeningSource opening_source(const MatchConfig& config) {
  if (config.openings == kBalanced || config.openings == kXot) return OpeningSource::kBalanced;
  return config.openings.starts_with(kRandom) ? OpeningSource::kRandom : OpeningSource::kFile;
}

int random_plies(const MatchConfig& config) {
  return parse_int(std::string_view(config.openings).substr(kRandom.size())).value();
}

MatchConfig former_defaults() {
  MatchConfig config;
  config.move_limit = Millis(600'000);
  config.openings = "random:8";
  config.same_openings = true;
  return config;
}

Result<MatchConfig> parse_stored_config(std::string_view text) {
  Result<MatchConfig> config = parse_config(text, former_defaults());
  if (!config) return config;
  // Before version 2, rounds had no effect but in a Swiss tournament.
  const Json json = Json::parse(text, nullptr, false, true);
  if (!json.contains(kVersion) && config->format != Format::kSwiss) config->rounds = 0;
  return config;
}

Result<MatchConfig> parse_config(std::string_view text, MatchConfig base) {
  Json json;
  if (const auto parsed = parse_json(text, json); !parsed) return parsed.error();
  if (!json.is_object()) return config_error("not an object, {\"games\": 100, ...}");
  MatchConfig config = std::move(base);
  for (const auto& item : json.items()) {
    if (item.key() == kRandomPlies) continue;  // read last, with "openings"
    if (item.key() == kVersion && item.value() == 2) continue;
    const Result<void> read = item.key() == "engines"
                                  ? read_engines(item.value(), config)
                                  : read_setting(item.key(), item.value(), config);
    if (!read) return read.error();
  }
  if (const auto read = read_random_plies(json, config); !read) return read.error();
  return config;
}

std::string to_json(const MatchConfig& config) {
  Json json = Json::object();
  json[kVersion] = 2;
  json["engines"] = Json::array();
  for (const EngineSpec& spec : config.engines) json["engines"].push_back(engine_json(spec));
  for (const Setting& setting : kSettings) {
    json[std::string(setting.name)] = scalar_json(setting.get(config));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<void> set_known_anchor(MatchConfig& config, std::string_view text) {
  const auto set = set_optional<&MatchConfig::anchor, parse_anchor>(config, "anchor", text);
  return set ? check_anchor(config) : set;
}

bool has_rounds(const MatchConfig& config) {
  return config.format == Format::kSwiss || config.format == Format::kKnockout ||
         (config.format == Format::kRoundRobin && config.rounds > 0);
}

Result<void> check(const MatchConfig& config) {
  if (const auto engines = check_engines(config); !engines) return engines.error();
  if (const auto games = check_games(config); !games) return games.error();
  if (const auto anchor = check_anchor(config); !anchor) return anchor.error();
  const bool sharded = config.shard != Shard{};
  if (has_rounds(config) && sharded) {
    return unfit("shard: a round begins when all games of the earlier ones are finished");
  }
  const auto person = std::ranges::find_if(config.engines, is_person);
  if (person != config.engines.end() && sharded) {
    return unfit(fmt::format("shard: {} is a person; results are entered in one file",
                             sumi::quoted(person->name)));
  }
  if (config.sprt && config.format != Format::kMatch) {
    return unfit("sprt: it tests one engine against one other, format match");
  }
  if (config.sprt && sharded) {
    return unfit("sprt: a part of the games must not decide when to stop; leave shard or sprt out");
  }
  return check_openings(config);
}

}  // namespace sumi::match
