// SPDX-License-Identifier: MIT
#include "book/book_games.h"
#include "book/store/book_tree.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/levels.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/option_adapter.h"
#include "protocol/service/solve.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace sumi::protocol {

namespace {

constexpr int kMaxPositions = 1'000'000'000;
constexpr int kMaxJobs = 256, kMaxPlies = 60, kMaxLoss = 64;
constexpr int kMaxDeviation = kMaxPlies * kMaxLoss;  // no way gives away more
constexpr int kMaxSeconds = 10'000'000;              // 115 days
constexpr auto kMaxTime =
    std::chrono::floor<std::chrono::minutes>(std::chrono::seconds(kMaxSeconds));

/// "1:30" is an hour and a half.
std::optional<std::chrono::minutes> hours_and_minutes(std::string_view text) {
  const std::string_view hours_text = take_until(text, ':');
  const auto hours = parse_count(hours_text), minutes = parse_count(text);
  if (!hours || !minutes || text.size() != 2 || *minutes > 59) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

Result<std::optional<Millis>> parse_time(const std::string& text) {
  std::optional<Millis> time;
  if (text.find(':') == text.npos) {
    const auto set = seconds(time, kMaxSeconds).read(text);
    if (!set) return set.error();
    return time;
  }
  time = hours_and_minutes(text);
  if (!time || time->count() < 1 || *time > kMaxTime) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} is not H:MM, such as 1:30, in 0:01..{}:{:02}, or a "
                             "number of seconds",
                             sumi::quoted(text), kMaxTime.count() / 60, kMaxTime.count() % 60)};
  }
  return time;
}

Result<std::vector<Board>> parse_root(const std::string& text) {
  const auto game = parse_game(text);
  if (!game) return game.error();
  const Position position = game->replay().position();
  const auto root = book::book_position(position.board);
  if (position.size != 8 || !root || !book::is_book_position(*root)) {
    return Error{
        ErrorCode::kBadSyntax,
        fmt::format("{} is no position of 8x8 squares, the middle ones taken, with a legal move",
                    sumi::quoted(text))};
  }
  return std::vector{*root};
}

}  // namespace

Options goal_rows(book::BuildGoal& goal) {
  return {{"plies", without_standard(number(goal.plies, 0, kMaxPlies)),
           fmt::format("positions after so many moves at most, {{}}; as noted in the book, else {}",
                       goal.plies)},
          {"max-loss", discs_value(goal.max_loss, kMaxLoss),
           fmt::format("of one move against the best, {{}}; as noted, else {:.0f}",
                       to_discs(goal.max_loss))},
          {"max-deviation", discs_value(goal.max_deviation, kMaxDeviation),
           "of all moves on the way together, both sides', {}; as noted, else all there are"},
          {"from", parsed(goal.roots, "MOVES", parse_root),
           "moves or a position to begin at; as noted, else the start of the game"}};
}

Option level_row(int& level, std::string_view standard) {
  return {"level,l", without_standard(number(level, 0, kMaxLevel, "L")),
          fmt::format("of the searches, as `sumi levels` says, {{}}; {}", standard)};
}

Option positions_row(book::BuildGoal& goal) {
  return {"positions", without_standard(number(goal.max_positions, 1, kMaxPositions)),
          "ends when the book has so many"};
}

Option time_row(std::optional<Millis>& time) {
  return {"time,t", parsed(time, "TIME", parse_time),
          "ends after so many seconds, or hours and minutes H:MM"};
}

OptionValue discs_value(Value& field, int max) {
  OptionValue row{.name = "DISCS", .range = fmt::format("0..{}", max)};
  row.read = [&field, max](const std::string& text) -> Result<void> {
    const double discs = parse_real(text).value_or(-1);
    if (!(discs >= 0 && discs <= max)) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("{} is not a number of discs in 0..{}", sumi::quoted(text), max)};
    }
    field = Value{static_cast<int>(std::lround(discs * Value::kPerDisc))};
    return {};
  };
  return row;
}

void take_notes(CommandLine& line, const Options& rows, const book::BookReader& book,
                std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const std::string note = book.note(std::string(name));
    if (!line.has(name) && !note.empty()) give(line, rows, name, note);
  }
}

void set_notes(book::BookStore& book, const CommandLine& line,
               std::span<const std::string_view> names) {
  book.change([&] {
    for (const std::string_view name : names) {
      const auto found = line.given.find(name);
      if (found != line.given.end()) book.set_note(found->first, trim(found->second.back()));
    }
  });
}

void settle_goal(CommandLine& line, const Options& rows, book::BookStore& book) {
  take_notes(line, rows, book, kGoalNotes);
  take_notes(line, rows, book, kLevelNote);
  set_notes(book, line, kGoalNotes);
  set_notes(book, line, kLevelNote);
}

void forbid_workers(const Args& args) {
  for (const std::string& arg : args) {
    if (arg == "--workers" || arg.starts_with("--workers=")) {
      throw UsageError(fmt::format("--workers {}", kReplacedByRounds));
    }
  }
}

Options work_rows(WorkOptions& work) {
  Options rows{{"jobs,j", number_or_auto(work.jobs, 1, kMaxJobs),
                "searches at the same time, each with a table of its own, {}, or auto: one a "
                "processor"},
               {"json", flag(work.json), "one JSON object instead of text"}};
  return rows += engine_rows(work.engine, kBookEngineRows);
}

int jobs_of(const WorkOptions& work) {
  const auto plan = plan_solving(work.jobs, 1, false, work.engine.hash_mib, solve_machine());
  if (!plan) throw UsageError("--" + plan.error().message);
  check_engine(work.engine);
  return plan->jobs;
}

}  // namespace sumi::protocol
