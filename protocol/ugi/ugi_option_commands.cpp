// SPDX-License-Identifier: MIT
/// The engine's options under their titles, and two of the session's own.
#include "engine/base/text.h"
#include "protocol/session/option_remarks.h"
#include "protocol/ugi/ugi_session.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace sumi::protocol {
namespace {

constexpr std::string_view kMultiPv = "MultiPV", kClearHash = "Clear Hash";

}  // namespace

/// The size told is that of `startpos`, whatever board is played on now.
void UgiSession::say_options() {
  EngineOptions options = engine_.options();
  options.size = size_;
  for (const OptionSpec& spec : engine_options()) say(ugi_option(spec, get_option(options, spec)));
  say(fmt::format("option name {} type spin default {} min 1 max {}", kMultiPv, multi_pv_,
                  kMaxLegalMoves));
  say(fmt::format("option name {} type button", kClearHash));
}

/// Never fails, for managers send names that others know; what is not met is told. Who sets options
/// for others, as sumi-match, looks for "error".
void UgiSession::setoption(UgiWords words) {
  const auto setting = parse_ugi_setting(words);
  if (!setting) return say_error(setting.error());
  if (const auto met = set(*setting); !met) say_error(met.error());
}

Result<void> UgiSession::set(const UgiSetting& setting) {
  const auto& [name, value] = setting;
  if (equal_ignoring_case(name, kClearHash)) {
    engine_.clear_table();
  } else if (equal_ignoring_case(name, kMultiPv)) {
    const auto n = parse_int(value);
    if (!n || *n < 1 || *n > kMaxLegalMoves) {
      return Error{ErrorCode::kOutOfRange, fmt::format("{}: {} is not in 1..{}", kMultiPv,
                                                       sumi::quoted(value), kMaxLegalMoves)};
    }
    multi_pv_ = *n;
  } else if (const OptionSpec* const spec = find_option(name)) {
    return set_own(*spec, value);
  } else {
    return no_such_option(name, true);
  }
  return {};
}

/// Words of ours are lower case, whatever the other side makes of them ("True"). A new size of the
/// board is a new game. Options come in any order: what does not fit yet is said, and is an error
/// when somebody asks whether we are ready, or for a move.
Result<void> UgiSession::set_own(const OptionSpec& spec, const std::string& value) {
  EngineOptions options = engine_.options();
  const bool word =
      std::holds_alternative<bool EngineOptions::*>(spec.field) || !spec.choices.empty();
  const auto read = set_option(options, spec.name, word ? to_lower(value) : value);
  if (!read) return read.error();
  const bool was_pending = engine_.pending().has_value();
  if (const auto met = engine_.configure_step(options); !met) return met.error();
  for (const std::string& remark : option_remarks(engine_, spec.name, was_pending)) {
    say_string(remark);
  }
  if (spec.name != "size") return {};
  size_ = options.size;
  game_ = Game(start_position(size_));
  return {};
}

}  // namespace sumi::protocol
