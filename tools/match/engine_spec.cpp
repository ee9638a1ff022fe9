// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "tools/match/engine_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>

namespace sumi::match {
namespace {

constexpr std::int64_t kMaxSeconds = 1'000'000;

/// "60", "0.5": at most three decimals, so nothing is rounded.
std::optional<Millis> parse_seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  std::string fraction(point == text.npos ? "0" : text.substr(point + 1));
  if (whole.size() > 7 || fraction.empty() || fraction.size() > 3) return {};
  fraction.resize(3, '0');
  const auto seconds = parse_count(whole), ms = parse_count(fraction);
  if (!seconds || !ms) return {};
  const Millis time(1000 * std::int64_t{*seconds} + *ms);
  return time > Millis(1000 * kMaxSeconds) ? std::nullopt : std::optional(time);
}

}  // namespace

Result<Millis> parse_move_limit(std::string_view text) {
  const std::optional<Millis> time = parse_seconds(text);
  if (time && time->count() > 0) return *time;
  return syntax_error("move-limit", text, fmt::format("0.001..{} seconds", kMaxSeconds));
}

std::string seconds_text(Millis time) {
  std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

Result<TimeControl> parse_time_control(std::string_view text) {
  if (equal_ignoring_case(text, "none")) return TimeControl{};
  constexpr std::string_view kPerMove = "/move";
  const bool per_move = text.ends_with(kPerMove);
  const std::size_t plus = per_move ? text.npos : text.find('+');
  const std::string_view main =
      per_move ? text.substr(0, text.size() - kPerMove.size()) : text.substr(0, plus);

  const std::optional<Millis> time = parse_seconds(main);
  const std::optional<Millis> increment =
      plus == text.npos ? Millis(0) : parse_seconds(text.substr(plus + 1));
  if (!time || !increment || time->count() == 0) {
    return Error{
        ErrorCode::kBadSyntax,
        fmt::format("time: {} is not of the form 60 or 60+0.5 (seconds for a game and more "
                    "for each move), 0.1/move, or none; 0.001..{} seconds",
                    sumi::quoted(text), kMaxSeconds)};
  }
  return TimeControl{per_move ? TimeControl::Kind::kMove : TimeControl::Kind::kGame, *time,
                     *increment};
}

std::string to_text(const TimeControl& time) {
  switch (time.kind) {
    case TimeControl::Kind::kNone:
      return "none";
    case TimeControl::Kind::kMove:
      return seconds_text(time.main) + "/move";
    case TimeControl::Kind::kGame:
      break;
  }
  const std::string main = seconds_text(time.main);
  return time.increment.count() == 0 ? main : main + "+" + seconds_text(time.increment);
}

namespace {

constexpr std::size_t kMaxText = 64 * 1024;
constexpr std::size_t kMaxName = 60;
constexpr int kMaxRound = 10'000;
constexpr std::string_view kOption = "option.";
constexpr std::string_view kKeys =
    "name, cmd, dir, protocol, pass, time, move-limit, setup, restart, level, depth, nodes, "
    "strength, evaluator, player, option.NAME";

constexpr std::array<std::string_view, 6> kShortOptions = {"level",    "depth",     "nodes",
                                                           "strength", "evaluator", "player"};

template <class T>
struct Word {
  std::string_view text;
  T value;
};

constexpr Word<Protocol> kProtocols[] = {
    {"auto", Protocol::kAuto},     {"gtp", Protocol::kGtp},       {"nboard", Protocol::kNBoard},
    {"ugi", Protocol::kUgi},       {"uci", Protocol::kUci},       {"usi", Protocol::kUsi},
    {"xboard", Protocol::kXBoard}, {"cassio", Protocol::kCassio}, {"sumi", Protocol::kSumi}};
constexpr Word<PassStyle> kPassStyles[] = {{"auto", PassStyle::kAuto},
                                           {"tell", PassStyle::kTell},
                                           {"ask", PassStyle::kAsk},
                                           {"omit", PassStyle::kOmit}};
constexpr Word<bool> kBooleans[] = {{"true", true}, {"false", false}};

Error spec_error(std::string what) { return {ErrorCode::kBadSyntax, "engine: " + std::move(what)}; }

template <class T, std::size_t N>
Result<void> read_word(const Word<T> (&words)[N], std::string_view key, std::string_view text,
                       T& value) {
  std::string accepted;
  for (const Word<T>& word : words) {
    if (equal_ignoring_case(word.text, text)) {
      value = word.value;
      return {};
    }
    accepted += accepted.empty() ? "" : ", ";
    accepted += word.text;
  }
  return spec_error(fmt::format("{}: {} is none of {}", key, sumi::quoted(text), accepted));
}

template <class T, std::size_t N>
std::string_view word_of(const Word<T> (&words)[N], T value) {
  return std::ranges::find_if(words, [&](const Word<T>& word) { return word.value == value; })
      ->text;
}

/// ASCII and C1 (U+0080..U+009F) control characters.
bool has_control_characters(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (is_control(text[at])) return true;
    if (byte(at) == 0xC2 && at + 1 < text.size() && byte(at + 1) < 0xA0) return true;
  }
  return false;
}

/// Removes the value at the front, up to a blank outside quotes.
Result<std::string> take_value(std::string_view& text) {
  std::string value;
  std::size_t at = 0;
  while (at < text.size() && !is_space(text[at])) {
    const char c = text[at++];
    if (c != '"' && c != '\'') {
      value += c;
      continue;
    }
    const std::size_t end = text.find(c, at);
    if (end == text.npos) {
      return spec_error(fmt::format("{} has no closing quote", sumi::quoted(text)));
    }
    value += text.substr(at, end - at);
    at = end + 1;
  }
  text.remove_prefix(at);
  return value;
}

Result<SpecKeys> split(std::string_view text) {
  SpecKeys keys;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    const auto end =
        std::ranges::find_if(text, [](char c) { return c == '=' || is_space(c); }) - text.begin();
    const std::string_view key = text.substr(0, end);
    if (key.empty() || key.size() == text.size() || text[key.size()] != '=') {
      return spec_error(
          fmt::format("{} is not KEY=VALUE, a value with blanks in quotes; KEY is one of {}",
                      sumi::quoted(text), kKeys));
    }
    text.remove_prefix(key.size() + 1);
    Result<std::string> value = take_value(text);
    if (!value) return value.error();
    keys.emplace_back(key, std::move(*value));
  }
  return keys;
}

std::string quote_value(std::string_view value) {
  if (!value.empty() && value.find_first_of(" \"'") == value.npos) return std::string(value);
  if (value.find('"') == value.npos) return fmt::format("\"{}\"", value);
  if (value.find('\'') == value.npos) return fmt::format("'{}'", value);
  std::string text = "\"";  // both quote types occur: "it's "'"so"'""
  for (const char c : value) text += c == '"' ? "\"'\"'\"" : std::string(1, c);
  return text + "\"";
}

std::string default_name(const EngineSpec& spec) {
  std::string name = spec.command.empty() ? "sumi" : program_of(spec.command);
  while (name.ends_with('/')) name.pop_back();
  name = std::filesystem::path(name).filename().string();
  if (name.ends_with(".exe")) name.erase(name.size() - 4);
  for (const auto& [option, value] : spec.options) {
    const bool speaks = option == "evaluator" || option == "player";
    name += fmt::format("-{}{}", speaks ? "" : option, value);
  }
  if (name.size() > kMaxName) {
    name.resize(kMaxName);
    while (!is_utf8(name)) name.pop_back();  // remove a truncated character
  }
  return name;
}

bool is_short_option(std::string_view key) {
  return std::ranges::find(kShortOptions, key) != kShortOptions.end();
}

Result<void> set_option(EngineSpec& spec, std::string_view name, const std::string& value) {
  const auto good = [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; };
  if (name.empty() || name.size() > kMaxName || !std::ranges::all_of(name, good)) {
    return spec_error(fmt::format("{} is not a name of an option", sumi::quoted(name)));
  }
  spec.options.emplace_back(name, value);
  return {};
}

/// Rejects commas between keys, which would make the other keys part of the name.
Result<void> check_name(std::string_view name) {
  for (const std::string_view key :
       {"cmd", "protocol", "player", "level", "depth", "nodes", "strength", "evaluator", "time"}) {
    if (name.find(fmt::format(",{}=", key)) != name.npos) {
      return spec_error(
          fmt::format("name {} holds another key: separate keys by blanks, name=A {}=X",
                      sumi::quoted(name), key));
    }
  }
  return {};
}

Result<void> set_key(EngineSpec& spec, std::string_view key, const std::string& value) {
  if (key.starts_with(kOption)) return set_option(spec, key.substr(kOption.size()), value);
  if (is_short_option(key)) return set_option(spec, key, value);
  if (value.empty()) return spec_error(fmt::format("{} has no value", sumi::quoted(key)));
  if (key == "protocol") return read_word(kProtocols, key, value, spec.protocol);
  if (key == "pass") return read_word(kPassStyles, key, value, spec.pass);
  if (key == "restart") return read_word(kBooleans, key, value, spec.restart);
  if (key == "name") {
    if (const auto whole = check_name(value); !whole) return whole;
    spec.name = value;
  } else if (key == "cmd") {
    spec.command = value;
  } else if (key == "dir") {
    spec.directory = value;
  } else if (key == "setup") {
    spec.setup.push_back(value);
  } else if (key == "time") {
    const Result<TimeControl> time = parse_time_control(value);
    if (!time) return time.error();
    spec.time = *time;
  } else if (key == "move-limit") {
    const Result<Millis> limit = parse_move_limit(value);
    if (!limit) return limit.error();
    spec.move_limit = *limit;
  } else if (key == "joined" || key == "withdrawn") {
    const std::optional<int> round = parse_int(value);
    if (!round || *round < 0 || *round > kMaxRound) {
      return spec_error(fmt::format("{}: {} is no round", key, sumi::quoted(value)));
    }
    if (key == "joined") spec.joined = *round;
    if (key == "withdrawn") spec.withdrawn = *round;
  } else {
    return spec_error(fmt::format("{} is none of the keys {}", sumi::quoted(key), kKeys));
  }
  return {};
}

Result<void> check_whole(const EngineSpec& spec) {
  const std::string name = sumi::quoted(spec.name);
  if (!spec.command.empty() && spec.protocol == Protocol::kSumi) {
    return spec_error(fmt::format("{}: protocol=sumi runs in this process and has no cmd", name));
  }
  if (spec.command.empty() && spec.move_limit) {
    return spec_error(fmt::format("{}: move-limit is for an engine with cmd=...", name));
  }
  if (spec.command.empty()) {
    const bool ours = spec.protocol == Protocol::kAuto || spec.protocol == Protocol::kSumi;
    const bool outside =
        !ours || !spec.directory.empty() || !spec.setup.empty() || trim(spec.name).empty();
    if (outside) return spec_error(fmt::format("{}: needs cmd=... to start it", name));
  } else if (trim(spec.command).empty()) {
    return spec_error(fmt::format("{}: cmd is blank", name));
  }
  if (is_person(spec) && (spec.options.size() > 1 || spec.time)) {
    return spec_error(fmt::format("{}: player=person takes only a name", name));
  }
  if (trim(spec.name).empty()) {
    return spec_error(fmt::format("cmd {}: needs a name=...", sumi::quoted(spec.command)));
  }
  if (spec.name.size() > kMaxName) {
    return spec_error(fmt::format("name {} is longer than {} bytes", name, kMaxName));
  }
  return {};
}

}  // namespace

bool is_person(const EngineSpec& spec) {
  const auto person = [](const auto& option) {
    return option.first == "player" && equal_ignoring_case(option.second, "person");
  };
  return spec.command.empty() && std::ranges::any_of(spec.options, person);
}

std::string_view to_text(Protocol protocol) { return word_of(kProtocols, protocol); }

Result<void> check_printable(std::string_view what, std::string_view text) {
  if (has_control_characters(text)) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("{}: {} holds control characters", what, sumi::quoted(text))};
  }
  if (!is_utf8(text)) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("{}: {} is not UTF-8", what, sumi::quoted(text))};
  }
  return {};
}

Result<EngineSpec> make_engine_spec(const SpecKeys& keys) {
  EngineSpec spec;
  std::set<std::string> seen;
  for (const auto& [key, value] : keys) {
    const std::string full = is_short_option(key) ? std::string(kOption) + key : key;
    if (key != "setup" && !seen.insert(full).second) {
      return spec_error(fmt::format("{} is given twice", sumi::quoted(key)));
    }
    if (const auto printable = check_printable("engine", value); !printable) {
      return printable.error();
    }
    if (const auto set = set_key(spec, key, value); !set) return set.error();
  }
  if (keys.empty()) return spec_error("'' says nothing, need cmd=... or protocol=sumi");
  if (seen.count("name") == 0) spec.name = default_name(spec);
  if (const auto good = check_whole(spec); !good) return good.error();
  return spec;
}

Result<EngineSpec> parse_engine_spec(std::string_view text) {
  if (text.size() > kMaxText) {
    return spec_error(fmt::format("{} is longer than {} bytes", sumi::quoted(text), kMaxText));
  }
  const Result<SpecKeys> keys = split(text);
  if (!keys) return keys.error();
  return make_engine_spec(*keys);
}

SpecKeys to_keys(const EngineSpec& spec) {
  SpecKeys keys;
  keys.emplace_back("name", spec.name);
  if (!spec.command.empty()) keys.emplace_back("cmd", spec.command);
  if (!spec.directory.empty()) keys.emplace_back("dir", spec.directory);
  if (spec.protocol != Protocol::kAuto) {
    keys.emplace_back("protocol", to_text(spec.protocol));
  }
  if (spec.pass != PassStyle::kAuto) keys.emplace_back("pass", word_of(kPassStyles, spec.pass));
  for (const auto& [name, value] : spec.options) {
    keys.emplace_back(std::string(kOption) + name, value);
  }
  for (const std::string& command : spec.setup) keys.emplace_back("setup", command);
  if (spec.time) keys.emplace_back("time", to_text(*spec.time));
  if (spec.move_limit) keys.emplace_back("move-limit", seconds_text(*spec.move_limit));
  if (spec.restart) keys.emplace_back("restart", "true");
  if (spec.joined > 0) keys.emplace_back("joined", std::to_string(spec.joined));
  if (spec.withdrawn) keys.emplace_back("withdrawn", std::to_string(*spec.withdrawn));
  return keys;
}

std::string to_text(const EngineSpec& spec) {
  std::string text;
  for (const auto& [key, value] : to_keys(spec)) {
    std::string_view shown = key;
    if (key.starts_with(kOption) && is_short_option(shown.substr(kOption.size()))) {
      shown.remove_prefix(kOption.size());
    }
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", shown, quote_value(value));
  }
  return text;
}

}  // namespace sumi::match
