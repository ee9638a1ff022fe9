// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/solve/solve_watch.h"
#include "protocol/report/format.h"
#include "protocol/report/output.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr double kNodesPerSecond = 1e7;  // of a thread
constexpr double kLong = 60;             // seconds from which on a position is watched
constexpr auto kBetween = std::chrono::seconds(1);

/// "file.obf:12: ", or nothing for the command line.
std::string place_of(const Problem& problem) {
  return problem.source.empty() ? "" : problem.source + ": ";
}

/// 83456 as "80000": nobody knows more than the first digit.
double one_digit(double number) {
  if (number < 1) return 1;
  const double unit = std::pow(10, std::floor(std::log10(number)));
  return std::round(number / unit) * unit;
}

/// "2.00M", "5e+19".
std::string big_count(double count) {
  constexpr double kMostInWords = 1e15;
  return count < kMostInWords ? short_count(count) : fmt::format("{:.0e}", count);
}

}  // namespace

double expected_nodes(int empties) {
  constexpr double kNodesAt20 = 2.3e6, kGrowth = 2.15;
  return kNodesAt20 * std::pow(kGrowth, empties - 20);
}

std::string rough_time(double seconds, Language language) {
  constexpr double kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour, kYear = 365.25 * kDay;
  const auto number = [seconds](double unit) {
    const double count = one_digit(seconds / unit);
    return count < 1e6 ? fmt::format("{:.0f}", count) : big_count(count);
  };
  if (seconds < 2 * kHour) return tr_format(language, "some {} min", number(kMinute));
  if (seconds < 2 * kDay) return tr_format(language, "some {} h", number(kHour));
  if (seconds < 2 * kYear) return tr_format(language, "some {} days", number(kDay));
  return tr_format(language, "some {} years", number(kYear));
}

bool SolveWatch::begin(const Problem& problem) {
  if (rules::game_over(problem.line->position.board, problem.line->position.size)) return false;
  const int squares = empties_of(problem);
  const double nodes = expected_nodes(squares);
  const double seconds = nodes / (kNodesPerSecond * threads_);
  if (seconds < kLong) return false;
  const std::lock_guard lock(mutex_);
  news_.push_back(
      place_of(problem) +
      tr_format(language_,
                "{} empties take about {} nodes, {} (at {} nodes/s): bounds follow as they come; "
                "`sumi hint` has an estimate in seconds",
                squares, big_count(one_digit(nodes)), rough_time(seconds, language_),
                short_count(kNodesPerSecond * threads_)));
  watched_[problem.index] = {};
  return true;
}

void SolveWatch::update(const Problem& problem, const SearchReport& found, double seconds) {
  const std::lock_guard lock(mutex_);
  const auto watched = watched_.find(problem.index);
  if (watched == watched_.end()) return;
  watched->second.latest =
      place_of(problem) +
      tr_format(language_, "{} {} at depth {} of {}, {} nodes, {} s",
                to_text(found.move(), problem.line->position.size), value_text(found, found.exact),
                depth_text(found), empties_of(problem),
                short_count(static_cast<double>(found.nodes)), short_seconds(seconds));
}

void SolveWatch::end(const Problem& problem) {
  const std::lock_guard lock(mutex_);
  watched_.erase(problem.index);
}

void SolveWatch::tick(ProgressBar& bar) {
  std::vector<std::string> lines;
  {
    const std::lock_guard lock(mutex_);
    lines = std::exchange(news_, {});
    const Clock::time_point now = Clock::now();
    for (auto& [index, watched] : watched_) {
      if (watched.latest.empty() || now - watched.told < kBetween) continue;
      lines.push_back(std::exchange(watched.latest, {}));
      watched.told = now;
    }
  }
  if (!lines.empty()) bar.erase();
  for (const std::string& line : lines) tell_error(line);
}

}  // namespace sumi::protocol
