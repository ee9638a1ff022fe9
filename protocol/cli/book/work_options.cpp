// SPDX-License-Identifier: MIT
#include "book/book_games.h"
#include "book/store/book_tree.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/levels.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/option_adapter.h"
#include "protocol/service/solve.h"

#include <boost/any.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <cmath>
#include <string>

namespace sumi::protocol {

namespace po = boost::program_options;

namespace {

constexpr int kMaxPositions = 1'000'000'000;
constexpr int kMaxJobs = 256, kMaxPlies = 60, kMaxLoss = 64;
constexpr int kMaxDeviation = kMaxPlies * kMaxLoss;  // no way gives away more
constexpr int kMaxSeconds = 10'000'000;              // 115 days
constexpr auto kMaxTime =
    std::chrono::floor<std::chrono::minutes>(std::chrono::seconds(kMaxSeconds));
constexpr const char* kAutomatic = "auto";

auto number(const char* name) { return po::value<std::string>()->value_name(name); }

/// "1:30" is an hour and a half.
std::optional<std::chrono::minutes> hours_and_minutes(std::string_view text) {
  const std::string_view hours_text = take_until(text, ':');
  const auto hours = parse_count(hours_text), minutes = parse_count(text);
  if (!hours || !minutes || text.size() != 2 || *minutes > 59) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

Board root_of(const CommandLine& line) {
  const auto game = parse_game(text_value(line, "from"));
  if (!game) throw UsageError("--from: " + game.error().message);
  const Position position = game->replay().position();
  const auto root = book::book_position(position.board);
  if (position.size != 8 || !root || !book::is_book_position(*root)) {
    throw UsageError(fmt::format(
        "--from: {} is no position of 8x8 squares, the middle ones taken, with a legal move",
        sumi::quoted(text_value(line, "from"))));
  }
  return *root;
}

}  // namespace

void add_goal_options(po::options_description& options) {
  options.add_options()  //
      ("plies", number("N"),
       fmt::format("positions after so many moves at most, 0..{}; as noted in the book, else {}",
                   kMaxPlies, book::BuildGoal{}.plies)
           .c_str())  //
      ("max-loss", number("DISCS"),
       fmt::format("of one move against the best, 0..{}; as noted, else {:.0f}", kMaxLoss,
                   to_discs(book::BuildGoal{}.max_loss))
           .c_str())  //
      ("max-deviation", number("DISCS"),
       fmt::format("of all moves on the way together, both sides', 0..{}; as noted, else all "
                   "there are",
                   kMaxDeviation)
           .c_str())  //
      ("from", number("MOVES"),
       "moves or a position to begin at; as noted, else the start of the game");
}

void add_level_option(po::options_description& options, std::string_view standard) {
  options.add_options()  //
      ("level,l", number("L"),
       fmt::format("of the searches, as `sumi levels` says, 0..{}; {}", kMaxLevel, standard)
           .c_str());
}

void add_positions_option(po::options_description& options) {
  options.add_options()  //
      ("positions", number("N"), "ends when the book has so many");
}

void add_time_option(po::options_description& options) {
  options.add_options()  //
      ("time,t", number("TIME"), "ends after so many seconds, or hours and minutes H:MM");
}

void add_work_options(po::options_description& options) {
  options.add_options()  //
      ("jobs,j", number("N")->default_value(kAutomatic),
       fmt::format("searches at the same time, each with a table of its own, 1..{}, or auto: one "
                   "a processor",
                   kMaxJobs)
           .c_str())  //
      ("json", "one JSON object instead of text");
  add_engine_options(options, kBookEngineRows);
}

void take_notes(CommandLine& line, const book::BookReader& book,
                std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const std::string key(name), note = book.note(key);
    if (line.has(key) || note.empty()) continue;
    line.values.insert({key, po::variable_value(boost::any(note), false)});
  }
}

void set_notes(book::BookStore& book, const CommandLine& line,
               std::span<const std::string_view> names) {
  book.change([&] {
    for (const std::string_view name : names) {
      const std::string key(name);
      if (line.has(key)) book.set_note(key, trim(text_value(line, key)));
    }
  });
}

book::BuildGoal goal_of(const CommandLine& line) {
  book::BuildGoal goal;
  goal.max_deviation = to_value(DiscDiff{kMaxDeviation});
  if (line.has("plies")) goal.plies = int_value(line, "plies", 0, kMaxPlies);
  if (line.has("max-loss")) goal.max_loss = discs_value(line, "max-loss", kMaxLoss);
  if (line.has("max-deviation")) {
    goal.max_deviation = discs_value(line, "max-deviation", kMaxDeviation);
  }
  if (line.has("from")) goal.roots = {root_of(line)};
  goal.level = level_of(line);
  if (line.has("positions")) {
    goal.max_positions = static_cast<std::uint64_t>(int_value(line, "positions", 1, kMaxPositions));
  }
  return goal;
}

book::BuildGoal goal_to_build(CommandLine& line, book::BookStore& book) {
  take_notes(line, book, kGoalNotes);
  take_notes(line, book, kLevelNote);
  const book::BuildGoal goal = goal_of(line);
  set_notes(book, line, kGoalNotes);
  set_notes(book, line, kLevelNote);
  return goal;
}

book::BuildGoal goal_to_deepen(CommandLine& line, const book::BookReader& book) {
  take_notes(line, book, kGoalNotes);
  return goal_of(line);
}

int level_of(const CommandLine& line) {
  return line.has("level") ? int_value(line, "level", 0, kMaxLevel) : book::kLearnLevel;
}

Value discs_value(const CommandLine& line, const std::string& option, int max) {
  const std::string text = text_value(line, option);
  const double discs = parse_real(text).value_or(-1);
  if (!(discs >= 0 && discs <= max)) {
    throw UsageError(
        fmt::format("--{}: {} is not a number of discs in 0..{}", option, sumi::quoted(text), max));
  }
  return Value{static_cast<int>(std::lround(discs * Value::kPerDisc))};
}

std::optional<Millis> time_of(const CommandLine& line) {
  if (!line.has("time")) return std::nullopt;
  const std::string text = text_value(line, "time");
  if (text.find(':') == text.npos) return seconds_value(line, "time", kMaxSeconds);
  const auto time = hours_and_minutes(text);
  if (!time || time->count() < 1 || *time > kMaxTime) {
    throw UsageError(
        fmt::format("--time: {} is not H:MM, such as 1:30, in 0:01..{}:{:02}, or a "
                    "number of seconds",
                    sumi::quoted(text), kMaxTime.count() / 60, kMaxTime.count() % 60));
  }
  return *time;
}

void forbid_workers(const Args& args) {
  for (const std::string& arg : args) {
    if (arg == "--workers" || arg.starts_with("--workers=")) {
      throw UsageError(fmt::format("--workers {}", kReplacedByRounds));
    }
  }
}

WorkOptions work_options_of(const CommandLine& line) {
  WorkOptions work{engine_options_of(line, kBookEngineRows)};
  std::optional<int> jobs;
  if (text_value(line, "jobs") != kAutomatic) jobs = int_value(line, "jobs", 1, kMaxJobs);
  const auto plan = plan_solving(jobs, 1, false, work.engine.hash_mib, solve_machine());
  if (!plan) throw UsageError("--" + plan.error().message);
  work.jobs = plan->jobs;
  check_engine(work.engine);
  return work;
}

}  // namespace sumi::protocol
