// SPDX-License-Identifier: MIT
/// Seconds as people write them, to the millisecond.
#include "engine/base/text.h"
#include "tools/match/time_control.h"

#include <fmt/format.h>

#include <optional>

namespace sumi::match {
namespace {

constexpr long kMaxSeconds = 1'000'000;

/// "60", "0.5": digits with at most three after the point, so that nothing is rounded.
std::optional<Millis> parse_seconds(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  std::string_view fraction = point == text.npos ? "0" : text.substr(point + 1);
  if (whole.empty() || whole.size() > 7 || fraction.empty() || fraction.size() > 3) return {};

  long ms = 0;
  for (const char c : whole) {
    if (!is_digit(c)) return {};
    ms = 10 * ms + (c - '0');
  }
  for (int i = 0; i < 3; ++i) {
    const char c = fraction.empty() ? '0' : fraction.front();
    if (!is_digit(c)) return {};
    ms = 10 * ms + (c - '0');
    if (!fraction.empty()) fraction.remove_prefix(1);
  }
  if (ms > 1000 * kMaxSeconds) return {};
  return Millis(ms);
}

/// The text that parse_seconds() reads, without zeros at its end.
std::string seconds_text(Millis time) {
  std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

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

}  // namespace sumi::match
