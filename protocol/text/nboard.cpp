// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/text/nboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sumi::protocol {
namespace {

bool is_known(Value value) { return -kInfinity < value && value < kInfinity; }

/// "F5d6C3"
std::string line_text(const Line& line, int size) {
  std::string moves;
  bool own = true;
  for (const Square s : line) {
    const std::string move = to_capitals(s, size);
    moves += own ? move : to_lower(move);
    own = !own;
  }
  return moves;
}

}  // namespace

NBoardRequest split_nboard_line(std::string_view line) {
  const std::string_view name = take_word(line);
  return {name, line};
}

Result<NBoardMove> parse_nboard_move(std::string_view text, int size) {
  const std::size_t first = std::min(text.find('/'), text.size());
  const std::size_t second = std::min(text.find('/', first + 1), text.size());
  const Result<Square> square = parse_square(trim(text.substr(0, first)), size);
  if (!square) return square.error();
  NBoardMove move{*square, {}};
  if (first < text.size())
    move.note.discs = parse_real(trim(text.substr(first + 1, second - first - 1)));
  if (second < text.size()) move.note.seconds = parse_real(trim(text.substr(second + 1)));
  return move;
}

std::string nboard_answer(const Candidate& found, double seconds, int size) {
  if (found.move() == Square::kPass) return "=== PA";
  const Value value = found.value();
  return fmt::format("=== {}/{}/{:.2f}", to_capitals(found.move(), size),
                     is_known(value) ? fmt::format("{:.2f}", to_discs(value)) : "", seconds);
}

std::string nboard_depth(const Basis& basis, int empties) {
  if (basis.exact) return "100%";
  if (basis.depth < empties) return std::to_string(basis.depth);
  return fmt::format("{}@{}%", basis.depth, basis.selectivity);
}

std::string nboard_search(const Candidate& candidate, std::string_view depth, int size) {
  return fmt::format("search {} {:.2f} 0 {}", line_text(candidate.line, size),
                     to_discs(candidate.value()), depth);
}

std::string nboard_book(const BookMove& move, const Line& line) {
  return fmt::format("book {} {:.2f} {} {}", line_text(line, 8), to_discs(move.value),
                     move.games.games(), move.exact ? "100%" : std::to_string(move.depth));
}

std::string nboard_analysis(std::size_t moves, Value value) {
  return fmt::format("analysis {} {:.2f}", moves, to_discs(value));
}

std::string nboard_node_stats(std::uint64_t nodes, double seconds) {
  return fmt::format("nodestats {} {:.3f}", nodes, seconds);
}

namespace {

/// "05:00", "1:00:00", "2.00:00:00", rounded down.
std::string ggf_time(Millis time) {
  const std::int64_t all = std::chrono::floor<std::chrono::seconds>(time).count();
  const std::int64_t days = all / 86400, hours = all / 3600 % 24, minutes = all / 60 % 60;
  const std::string rest = fmt::format("{:02}:{:02}", minutes, all % 60);
  if (days > 0) return fmt::format("{}.{:02}:{}", days, hours, rest);
  return hours > 0 ? fmt::format("{}:{}", hours, rest) : rest;
}

bool has_time(const GgfClock& clock) {
  return clock.main > Millis(0) || clock.increment > Millis(0);
}

}  // namespace

Result<Millis> parse_ggf_time(std::string_view text) {
  constexpr std::int64_t kSecondsOfDay = 86'400;
  constexpr std::int64_t kMaxSeconds = 1'000'000'000;  // 31 years; sums of more may overflow
  const Error bad = syntax_error("time", text, "[[days.]hours:]minutes:seconds");
  const bool has_days = text.find('.') != text.npos;
  const auto days = has_days ? parse_count(take_until(text, '.')) : 0;
  const auto colons = std::ranges::count(text, ':');
  if (!days || colons > 2 || (has_days && colons != 2)) return bad;
  std::int64_t seconds = 0;
  for (auto left = colons; left >= 0; --left) {
    const auto part = parse_count(take_until(text, ':'));
    if (!part) return bad;
    seconds = seconds * 60 + *part;
  }
  seconds += *days * kSecondsOfDay;
  if (seconds > kMaxSeconds) return bad;
  return Millis(std::chrono::seconds(seconds));
}

Result<GgfClock> parse_ggf_clock(std::string_view text) {
  GgfClock clock;
  Millis* const parts[] = {&clock.main, &clock.increment, &clock.grace};
  std::string_view rest = trim(text);
  for (Millis* const part : parts) {
    const bool last = rest.find('/') == rest.npos;
    const std::string_view word = take_until(rest, '/');
    const bool may_be_empty = part == &clock.increment;
    const auto time = word.empty() && may_be_empty ? Millis{} : parse_ggf_time(word);
    if (!time) break;
    *part = *time;
    if (last) return clock;
  }
  return syntax_error("clock", text, "main/increment/grace, each [[days.]hours:]minutes:seconds");
}

std::string to_text(const GgfClock& clock) {
  if (!has_time(clock)) return "";
  return fmt::format("{}/{}/{}", ggf_time(clock.main), ggf_time(clock.increment),
                     ggf_time(clock.grace));
}

std::optional<Clock> clock_left(const GgfClock& clock, std::span<const Millis> used) {
  if (!has_time(clock)) return std::nullopt;
  Millis left = clock.main;
  bool late = false;
  for (const Millis time : used) {
    left -= time;
    if (left < Millis{} && !std::exchange(late, true)) left += clock.grace;
    left = std::max(left, Millis{}) + clock.increment;
  }
  Clock now;
  now.remaining = left;
  now.increment = clock.increment;
  return now;
}

}  // namespace sumi::protocol
