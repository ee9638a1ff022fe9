// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/session/option_notes.h"
#include "protocol/ugi/ugi_session.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace sumi::protocol {
namespace {

constexpr std::string_view kMultiPv = "MultiPV", kClearHash = "Clear Hash";

}  // namespace

/// Reports the size of `startpos`, not of the board.
void UgiSession::send_options() {
  EngineOptions options = engine_.options();
  options.size = size_;
  for (const OptionSpec& spec : engine_options()) send(ugi_option(spec, get_option(options, spec)));
  send(fmt::format("option name {} type spin default {} min 1 max {}", kMultiPv, multi_pv_,
                   kMaxLegalMoves));
  send(fmt::format("option name {} type button", kClearHash));
}

/// Only reports errors, because managers send options of other engines. sumi-match looks for
/// "error".
void UgiSession::setoption(UgiWords words) {
  const auto setting = parse_ugi_setting(words);
  if (!setting) return send_error(setting.error());
  if (const auto met = set(*setting); !met) send_error(met.error());
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

/// Accepts any case ("True"). A new board size starts a new game. Options may come in any order: a
/// conflict causes a note here and an error in isready or go.
Result<void> UgiSession::set_own(const OptionSpec& spec, const std::string& value) {
  EngineOptions options = engine_.options();
  const bool word =
      std::holds_alternative<bool EngineOptions::*>(spec.field) || !spec.choices.empty();
  const auto read = set_option(options, spec.name, word ? to_lower(value) : value);
  if (!read) return read.error();
  const bool was_pending = engine_.pending().has_value();
  if (const auto met = engine_.configure_step(options); !met) return met.error();
  for (const std::string& note : option_notes(engine_, spec.name, was_pending)) {
    send_info(note);
  }
  if (spec.name != "size") return {};
  size_ = options.size;
  game_ = Game(start_position(size_));
  return {};
}

}  // namespace sumi::protocol
