// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/levels.h"
#include "engine/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sumi {
namespace {

std::span<const std::string_view> evaluator_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> all{kAutoEvaluator};
    all.insert(all.end(), evaluator_names().begin(), evaluator_names().end());
    return all;
  }();
  return words;
}

constexpr std::span<const std::string_view> kAnyText{};
constexpr std::array<std::string_view, 3> kBookDraws{"neutral", "seek", "avoid"};

/// True if protocols can send the text within a line and read it back.
bool is_one_line(std::string_view text) {
  return trim(text) == text && std::ranges::none_of(text, is_control);
}

struct Assign {
  EngineOptions& options;
  const OptionSpec& spec;
  std::string_view text;

  Result<void> operator()(int EngineOptions::*field) const {
    const std::optional<int> n = parse_int(text);
    if (!n || *n < spec.min || *n > spec.max) {
      return refuse(ErrorCode::kOutOfRange, fmt::format("in {}..{}", spec.min, spec.max));
    }
    if ((*n - spec.min) % spec.step != 0) {
      return refuse(ErrorCode::kOutOfRange,
                    fmt::format("in {}..{} in steps of {}", spec.min, spec.max, spec.step));
    }
    options.*field = *n;
    return {};
  }
  Result<void> operator()(bool EngineOptions::*field) const {
    if (text != "true" && text != "false") return refuse(ErrorCode::kBadSyntax, "true or false");
    options.*field = text == "true";
    return {};
  }
  Result<void> operator()(std::string EngineOptions::*field) const {
    const bool file = field == &EngineOptions::evaluator && is_evaluator_file(text);
    if (!file && !spec.choices.empty() && std::ranges::count(spec.choices, text) == 0) {
      return refuse(ErrorCode::kOutOfRange,
                    fmt::format("one of {}{}", fmt::join(spec.choices, ", "),
                                suggestion(text, spec.choices)));
    }
    const bool fits = std::cmp_greater_equal(text.size(), spec.min) &&
                      std::cmp_less_equal(text.size(), spec.max) && is_one_line(text);
    if (spec.max > 0 && !fits) {
      return refuse(ErrorCode::kOutOfRange,
                    fmt::format("one line of {}..{} bytes without control characters and without "
                                "blanks at its ends",
                                spec.min, spec.max));
    }
    options.*field = text;
    return {};
  }

  Error refuse(ErrorCode code, std::string_view accepted) const {
    return {code, fmt::format("{}: {} is not {}", spec.name, quoted(text), accepted)};
  }
};

struct Show {
  const EngineOptions& options;

  std::string operator()(int EngineOptions::*field) const { return std::to_string(options.*field); }
  std::string operator()(bool EngineOptions::*field) const {
    return options.*field ? "true" : "false";
  }
  std::string operator()(std::string EngineOptions::*field) const { return options.*field; }
};

}  // namespace

std::span<const OptionSpec> engine_options() {
  static const std::array table{
      OptionSpec{"hash-mib", "Hash",
                 "transposition table size in MiB, rounded down to a power of two", kSearchTopic,
                 &EngineOptions::hash_mib, 1, 1 << 20},
      OptionSpec{"threads", "Threads", "number of search threads", kSearchTopic,
                 &EngineOptions::threads, 1, 256},
      OptionSpec{"evaluator", "Evaluator",
                 "evaluator (see 'sumi evaluators'), or auto: nnue on 8x8, else table",
                 kSearchTopic, &EngineOptions::evaluator, 0, 0, evaluator_words()},
      OptionSpec{"weights", "EvalFile",
                 "evaluator weights (see 'sumi evaluators'); empty: the built-in weights",
                 kSearchTopic, &EngineOptions::weights},
      OptionSpec{
          "player", "Player",
          "player that chooses the moves of games: search, or one such as random, nhand:2 or "
          "montecarlo:1000 (see 'sumi players')",
          kPlayTopic, &EngineOptions::player},
      OptionSpec{"isa", "ISA", "instruction set (see 'sumi version'), or auto: the best one",
                 kIsaTopic, &EngineOptions::isa},
      OptionSpec{"size", "Board Size", "board size: 4, 6 or 8", kBoardTopic, &EngineOptions::size,
                 4, 8, kAnyText, 2},
      OptionSpec{
          "strength", "Strength",
          "in games, err as people do: 1 (beginner) to 15 (see 'sumi levels'; 0: full strength)",
          kPlayTopic, &EngineOptions::strength, 0, kMaxStrength},
      OptionSpec{"variety", "Variety",
                 "vary moves by --seed: play any move within N discs of the best", kPlayTopic,
                 &EngineOptions::variety_discs, 0, 64},
      OptionSpec{
          "seed", "Seed",
          "random seed of strength, variety, book-variety and players (0: a different one each "
          "time)",
          kPlayTopic, &EngineOptions::seed, 0, 2147483647},
      OptionSpec{"level", "Level", "playing level (see 'sumi levels'; -1: none)", kLimitTopic,
                 &EngineOptions::level, -1, kMaxLevel},
      OptionSpec{"depth", "Depth", "maximum search depth in plies (0: no limit)", kLimitTopic,
                 &EngineOptions::depth, 0, 60},
      OptionSpec{"nodes", "Nodes", "maximum nodes per move (0: no limit)", kLimitTopic,
                 &EngineOptions::nodes, 0, 2147483647},
      OptionSpec{"move-time-ms", "Move Time",
                 "time in ms per move when there is no clock (0: 1000 if there is no other limit)",
                 kLimitTopic, &EngineOptions::move_time_ms, 0, 86'400'000},
      OptionSpec{"move-overhead-ms", "Move Overhead",
                 "time in ms reserved per move for the delay of GUI and pipe", kLimitTopic,
                 &EngineOptions::move_overhead_ms, 0, 60'000},
      OptionSpec{
          "ponder", "Ponder",
          "search during the opponent's turn, if time is the only limit (slows an opponent on "
          "the same processor)",
          kLimitTopic, &EngineOptions::ponder},
      OptionSpec{"name", "Name", "engine name reported to GUIs and match programs", kPlayTopic,
                 &EngineOptions::name, 1, 60},
      OptionSpec{"own-book", "OwnBook", "play from the opening book", kBookPlayTopic,
                 &EngineOptions::own_book},
      OptionSpec{"book", "BookFile",
                 "opening book: a file (see 'sumi book'), or default: the shipped book", kBookTopic,
                 &EngineOptions::book},
      OptionSpec{
          "book-variety", "Book Variety",
          "vary moves by --seed: lose at most N discs per game in book, and N per move out of "
          "book",
          kBookPlayTopic, &EngineOptions::book_variety_discs, 0, 64},
      OptionSpec{
          "book-max-loss", "Book Max Loss",
          "maximum discs per game that book-variety and book-draws may give up while the game "
          "is undecided",
          kBookPlayTopic, &EngineOptions::book_max_loss_discs, 0, 64},
      OptionSpec{"book-draws", "Book Draws", "drawn lines in book: neutral, seek or avoid",
                 kBookPlayTopic, &EngineOptions::book_draws, 0, 0, kBookDraws},
      OptionSpec{"book-learn", "Book Learning",
                 "add played games to the book file, creating it if missing", kBookLearnTopic,
                 &EngineOptions::book_learn},
  };
  return table;
}

const OptionSpec* find_option(std::string_view name) {
  const auto row = std::ranges::find_if(engine_options(), [name](const OptionSpec& spec) {
    return equal_ignoring_case(spec.name, name) || equal_ignoring_case(spec.title, name);
  });
  return row != engine_options().end() ? &*row : nullptr;
}

Error no_such_option(std::string_view name, bool titles) {
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : engine_options()) names.push_back(titles ? spec.title : spec.name);
  return {ErrorCode::kNotFound,
          fmt::format("no option named {}{}", quoted(name), suggestion(name, names))};
}

std::string get_option(const EngineOptions& options, const OptionSpec& spec) {
  return std::visit(Show{options}, spec.field);
}

Result<void> set_option(EngineOptions& options, std::string_view name, std::string_view text) {
  for (const OptionSpec& spec : engine_options()) {
    if (spec.name == name) return std::visit(Assign{options, spec, text}, spec.field);
  }
  return no_such_option(name);
}

}  // namespace sumi
