// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/text/gtp.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace sumi::protocol {
namespace {

using Numbers = std::array<int, 3>;

/// Parses up to three ints; missing ones are 0.
Result<Numbers> parse_numbers(std::span<const std::string> args) {
  Numbers numbers{};
  for (std::size_t i = 0; i < args.size() && i < numbers.size(); ++i) {
    const auto n = parse_gtp_int(args[i]);
    if (!n) return n.error();
    numbers[i] = *n;
  }
  return numbers;
}

Millis seconds(int s) { return std::chrono::seconds(s); }

}  // namespace

/// The standard's M T 0 is unlimited. Othello controllers mean an increment of T seconds, which is
/// safe in both readings.
GtpSession::Reply GtpSession::time_settings(Args args) {
  const auto numbers = parse_numbers(args);
  if (!numbers) return numbers.error();
  const auto [main, period, stones] = *numbers;
  if (period > 0 && stones > 0) {
    clock_.set_canadian(seconds(main), seconds(period), stones);
  } else if (main > 0) {
    clock_.set_fischer(seconds(main), seconds(period));
  } else {
    clock_.set_unlimited();
  }
  return "";
}

GtpSession::Reply GtpSession::time_left(Args args) {
  const auto color = parse_gtp_color(args[0]);
  if (!color) return color.error();
  const auto numbers = parse_numbers(args.subspan(1));
  if (!numbers) return numbers.error();
  clock_.set_left(*color, seconds((*numbers)[0]), (*numbers)[1]);
  return "";
}

/// The game's time left in milliseconds, for games too fast for whole seconds.
GtpSession::Reply GtpSession::sumi_time_left(Args args) {
  const auto color = parse_gtp_color(args[0]);
  if (!color) return color.error();
  const auto numbers = parse_numbers(args.subspan(1));
  if (!numbers) return numbers.error();
  std::optional<Millis> increment;
  if (args.size() == 3) increment = Millis((*numbers)[1]);
  clock_.set_left_exactly(*color, Millis((*numbers)[0]), increment);
  return "";
}

GtpSession::Reply GtpSession::kgs_time_settings(Args args) {
  const auto numbers = parse_numbers(args.subspan(1));
  if (!numbers) return numbers.error();
  const auto [main, period, count] = *numbers;
  const std::string_view system = args[0];
  const bool periods = args.size() == 4 && period > 0 && count > 0;
  if (system == "none" && args.size() == 1) {
    clock_.set_unlimited();
  } else if (system == "absolute" && args.size() == 2) {
    clock_.set_fischer(seconds(main), Millis{});
  } else if (system == "byoyomi" && periods) {
    clock_.set_byoyomi(seconds(main), seconds(period), count);
  } else if (system == "canadian" && periods) {
    clock_.set_canadian(seconds(main), seconds(period), count);
  } else {
    return gtp_syntax_error(
        fmt::format("{} with these numbers is not a time system (none, absolute "
                    "<main>, byoyomi|canadian <main> <period> <count>)",
                    sumi::quoted(system)));
  }
  return "";
}

}  // namespace sumi::protocol
