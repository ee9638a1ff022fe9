// SPDX-License-Identifier: MIT
/// The engine's options under their titles, and two of the session's own.
#include "engine/base/text.h"
#include "protocol/ugi/ugi_session.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace sumi::protocol {
namespace {

constexpr int kMaxMultiPv = 33;  ///< No position has more moves.
constexpr std::string_view kMultiPv = "MultiPV", kClearHash = "Clear Hash";

}  // namespace

/// The size told is that of `startpos`, whatever board is played on now.
void UgiSession::say_options() {
  EngineOptions options = engine_.options();
  options.size = size_;
  for (const OptionSpec& spec : engine_options()) say(ugi_option(spec, get_option(options, spec)));
  say(fmt::format("option name {} type spin default {} min 1 max {}", kMultiPv, multi_pv_,
                  kMaxMultiPv));
  say(fmt::format("option name {} type button", kClearHash));
}

/// Never fails, for managers send names that others know; what is not met is told.
void UgiSession::setoption(UgiWords words) {
  const auto setting = parse_ugi_setting(words);
  if (!setting) return say_string(setting.error().message);
  if (const auto met = set(*setting); !met) say_string(met.error().message);
}

Result<void> UgiSession::set(const UgiSetting& setting) {
  const auto& [name, value] = setting;
  if (equal_ignoring_case(name, kClearHash)) {
    engine_.clear_table();
  } else if (equal_ignoring_case(name, kMultiPv)) {
    const auto n = parse_int(value);
    if (!n || *n < 1 || *n > kMaxMultiPv) {
      return Error{ErrorCode::kOutOfRange, fmt::format("{}: {} is not in 1..{}", kMultiPv,
                                                       sumi::quoted(value), kMaxMultiPv)};
    }
    multi_pv_ = *n;
  } else if (const OptionSpec* const spec = find_option(name)) {
    return set_own(*spec, value);
  } else {
    return Error{ErrorCode::kNotFound, fmt::format("no option named {}", sumi::quoted(name))};
  }
  return {};
}

/// Words of ours are lower case, whatever the other side makes of them ("True"). A new size of the
/// board is a new game.
Result<void> UgiSession::set_own(const OptionSpec& spec, const std::string& value) {
  EngineOptions options = engine_.options();
  const bool word =
      std::holds_alternative<bool EngineOptions::*>(spec.field) || !spec.choices.empty();
  const auto read = set_option(options, spec.name, word ? to_lower(value) : value);
  if (!read) return read.error();
  if (const auto met = engine_.configure(options); !met) return met.error();
  const std::string note = spec.name == "book" ? engine_.book_note() : "";
  if (!note.empty()) say_string(note);
  if (spec.name != "size") return {};
  size_ = options.size;
  game_ = Game(start_position(size_));
  return {};
}

}  // namespace sumi::protocol
