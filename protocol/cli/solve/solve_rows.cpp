// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/solve/solve_rows.h"
#include "protocol/report/format.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace sumi::protocol {
namespace {

/// Converts a score in the file to the mode.
DiscDiff in_mode(DiscDiff score, SolveMode mode) {
  return mode.wld ? DiscDiff{sign(score)} : score;
}

std::string first_move(const Solution& solution, int size, std::string_view none) {
  return solution.line.empty() ? std::string(none) : to_text(solution.line[0], size);
}

class TableRows final : public SolveRows {
 public:
  explicit TableRows(const SolveStyle& style)
      : style_(style),
        table_(
            {{"#", 5},
             {word("empties"), 7},
             {word("score"), score_width()},
             {word("move"), 4},
             {word("nodes"), 12},
             {word("seconds"), 8},
             {word("nodes/s"), 7},
             {word("check"), 5, Table::Align::kLeft},
             {style.mode.all_moves ? word("all moves") : word("line"), 4, Table::Align::kLeft}}) {}

  std::string header() const override { return table_.header(); }

  std::string row(const Problem& problem, const Solution& solution,
                  std::optional<bool> ok) const override {
    const ObfLine& line = *problem.line;
    const int size = line.position.size;
    const std::string_view verdict = !ok ? kUnknown : *ok ? word("ok") : word("WRONG");
    const std::array<std::string, 9> cells{std::to_string(problem.index),
                                           std::to_string(empties_of(problem)),
                                           score_text(solution.score),
                                           first_move(solution, size, kUnknown),
                                           std::to_string(solution.nodes),
                                           short_seconds(solution.seconds),
                                           short_rate(solution.nodes, solution.seconds),
                                           std::string(verdict),
                                           moves_cell(line, solution, ok)};
    constexpr int kHang = 7;
    const std::string row = table_.row(cells);
    std::string text = folded(row.substr(0, row.size() - 1), kHang) + '\n';
    std::ranges::replace(text, kTie, ' ');
    return text;
  }

  std::string total(const SolveTotals& totals) const override {
    return total_text(totals, style_.language);
  }

 private:
  /// Stands for the blank between move and score while lines are wrapped.
  static constexpr char kTie = '~';

  std::string_view word(std::string_view english) const { return tr(style_.language, english); }

  int score_width() const {
    constexpr int kNumber = 5;
    return style_.mode.wld ? std::max(kNumber, display_width(word("draw"))) : kNumber;
  }

  std::string score_text(DiscDiff score) const {
    if (!style_.mode.wld) return signed_score(score);
    return std::string(score.discs > 0   ? word("win")
                       : score.discs < 0 ? word("loss")
                                         : word("draw"));
  }

  std::string move_text(Square square, DiscDiff score, int size) const {
    return fmt::format("{}{}{}", to_text(square, size), kTie, score_text(score));
  }

  /// "d3 c3 f6", or with all moves "d3 +4  c4 +2"; then differences from the file.
  std::string moves_cell(const ObfLine& line, const Solution& solution,
                         std::optional<bool> ok) const {
    const int size = line.position.size;
    std::string text = solution.moves.empty() ? moves_text(solution.line, size) : "";
    for (const SolvedMove& move : solution.moves) {
      if (!text.empty()) text += "  ";
      text += move_text(move.square(), move.score, size);
    }
    if (ok != false) return text;
    std::string expected;
    for (const ObfMove& move : disagreements(line, solution, style_.mode.wld)) {
      if (!expected.empty()) expected += "  ";
      expected += move_text(move.square, move.score, size);
    }
    if (expected.empty()) expected = score_text(*line.score);
    return text + fmt::format(fmt::runtime(word(" (expected {})")), expected);
  }

  const SolveStyle style_;
  const Table table_;
};

class JsonRows final : public SolveRows {
 public:
  explicit JsonRows(SolveMode mode) : mode_(mode) {}

  std::string row(const Problem& problem, const Solution& solution,
                  std::optional<bool> ok) const override {
    const ObfLine& line = *problem.line;
    const int size = line.position.size;
    Json row{{"index", problem.index},
             {"position", to_text(line.position)},
             {"empties", empties_of(problem)},
             {"score", solution.score.discs},
             {"move", solution.line.empty() ? Json() : Json(first_move(solution, size, ""))},
             {"nodes", solution.nodes},
             {"seconds", json_seconds(solution.seconds)},
             {"pv", json_moves(solution.line, size)},
             {"expected", line.score ? Json(in_mode(*line.score, mode_).discs) : Json()},
             {"ok", ok ? Json(*ok) : Json()},
             {"wld", mode_.wld},
             {"source", problem.source.empty() ? Json() : Json(problem.source)}};
    if (mode_.all_moves) row["moves"] = moves_of(solution, size);
    return json_line(row);
  }

  std::string total(const SolveTotals& totals) const override {
    return json_line({{"total",
                       {{"positions", totals.positions},
                        {"wrong", totals.wrong},
                        {"nodes", totals.nodes},
                        {"seconds", json_seconds(totals.seconds)},
                        {"bad", totals.bad}}}});
  }

 private:
  static Json moves_of(const Solution& solution, int size) {
    Json moves = Json::array();
    for (const SolvedMove& move : solution.moves) {
      moves.push_back({{"move", to_text(move.square(), size)},
                       {"score", move.score.discs},
                       {"pv", json_moves(move.line, size)}});
    }
    return moves;
  }

  const SolveMode mode_;
};

class CsvRows final : public SolveRows {
 public:
  explicit CsvRows(SolveMode mode) : mode_(mode) {}

  std::string header() const override {
    std::vector<std::string> names{"index",   "position", "empties",  "score", "move", "nodes",
                                   "seconds", "pv",       "expected", "ok",    "wld",  "source"};
    if (mode_.all_moves) names.emplace_back("moves");
    return csv_line(names);
  }

  std::string row(const Problem& problem, const Solution& solution,
                  std::optional<bool> ok) const override {
    const ObfLine& line = *problem.line;
    const int size = line.position.size;
    std::vector<std::string> cells{
        std::to_string(problem.index),
        to_text(line.position),
        std::to_string(empties_of(problem)),
        std::to_string(solution.score.discs),
        first_move(solution, size, ""),
        std::to_string(solution.nodes),
        fmt::format("{:.6f}", solution.seconds),
        moves_text(solution.line, size),
        line.score ? std::to_string(in_mode(*line.score, mode_).discs) : "",
        ok ? fmt::format("{}", *ok) : "",
        fmt::format("{}", mode_.wld),
        problem.source};
    if (mode_.all_moves) cells.push_back(moves_cell(solution, size));
    return csv_line(cells);
  }

 private:
  /// "d3:4 c4:2".
  static std::string moves_cell(const Solution& solution, int size) {
    std::string text;
    for (const SolvedMove& move : solution.moves) {
      if (!text.empty()) text += ' ';
      text += fmt::format("{}:{}", to_text(move.square(), size), move.score.discs);
    }
    return text;
  }

  const SolveMode mode_;
};

class ObfRows final : public SolveRows {
 public:
  std::string row(const Problem& problem, const Solution& solution,
                  std::optional<bool>) const override {
    return to_obf(to_obf_line(problem.line->position, solution)) + '\n';
  }
};

class TotalOnly final : public SolveRows {
 public:
  explicit TotalOnly(Language language) : language_(language) {}
  std::string row(const Problem&, const Solution&, std::optional<bool>) const override {
    return {};
  }
  std::string total(const SolveTotals& totals) const override {
    return total_text(totals, language_);
  }

 private:
  const Language language_;
};

/// "file.obf:12: "; empty for the command line.
std::string place_of(const Problem& problem) {
  return problem.source.empty() ? "" : problem.source + ": ";
}

void print_warnings(const Problem& problem) {
  for (const std::string& warning : problem.warnings) {
    print_error(fmt::format("{}warning: {}", place_of(problem), warning));
  }
}

}  // namespace

std::unique_ptr<SolveRows> make_solve_rows(const SolveStyle& style) {
  switch (style.format) {
    case SolveFormat::kJson:
      return std::make_unique<JsonRows>(style.mode);
    case SolveFormat::kCsv:
      return std::make_unique<CsvRows>(style.mode);
    case SolveFormat::kObf:
      return std::make_unique<ObfRows>();
    case SolveFormat::kTotal:
      return std::make_unique<TotalOnly>(style.language);
    case SolveFormat::kTable:
      break;
  }
  return std::make_unique<TableRows>(style);
}

std::string total_text(const SolveTotals& totals, Language language) {
  const std::string positions =
      tr_format(language, totals.positions == 1 ? "{} position" : "{} positions", totals.positions);
  const std::string checked = totals.checked == 0 ? std::string(tr(language, "none checked"))
                                                  : tr_format(language, "{} checked, {} wrong",
                                                              totals.checked, totals.wrong);
  const std::string bad = totals.bad > 0 ? tr_format(language, "{} unreadable, ", totals.bad) : "";
  const std::string nodes =
      tr_format(language, totals.nodes == 1 ? "{} node" : "{} nodes", totals.nodes);
  return tr_format(language, "total: {}, {}, {}{}, {} s, {} nodes/s\n", positions, checked, bad,
                   nodes, short_seconds(totals.seconds), short_rate(totals.nodes, totals.seconds));
}

SolveReport::SolveReport(Output& out, const SolveStyle& style)
    : out_(out), style_(style), rows_(make_solve_rows(style)) {
  out_.write(rows_->header());
}

void SolveReport::add(const Problem& problem, const Solution& solution) {
  const std::optional<bool> ok = agrees(*problem.line, solution, style_.mode.wld);
  ++totals_.positions;
  totals_.nodes += solution.nodes;
  totals_.checked += ok.has_value();
  totals_.wrong += ok == false;
  print_warnings(problem);
  out_.write(rows_->row(problem, solution, ok));
  out_.flush();
}

void SolveReport::add_bad(const Problem& problem) {
  ++totals_.bad;
  print_warnings(problem);
  const std::string& message = problem.line.error().message;
  if (!message.empty()) print_error(place_of(problem) + message);
}

void SolveReport::total() {
  totals_.seconds = watch_.seconds();
  const std::string text = rows_->total(totals_);
  out_.write(text);
  out_.flush();
  if (text.empty()) std::fputs(total_text(totals_, style_.language).c_str(), stderr);
}

namespace {

constexpr double kNodesPerSecond = 1e7;  // per thread
constexpr double kLong = 60;             // seconds until progress is printed
constexpr auto kBetween = std::chrono::seconds(1);

/// Rounds to one digit: 83456 to 80000.
double one_digit(double number) {
  if (number < 1) return 1;
  const double unit = std::pow(10, std::floor(std::log10(number)));
  return std::round(number / unit) * unit;
}

/// "2.00M", "5e+19".
std::string big_count(double count) {
  constexpr double kMaxSpelledOut = 1e15;
  return count < kMaxSpelledOut ? short_count(count) : fmt::format("{:.0e}", count);
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
  news_.push_back(place_of(problem) +
                  tr_format(language_,
                            "{} empties take about {} nodes, {} (at {} nodes/s): bounds are "
                            "printed as they are found; `sumi hint` estimates within seconds",
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
      if (watched.latest.empty() || now - watched.printed < kBetween) continue;
      lines.push_back(std::exchange(watched.latest, {}));
      watched.printed = now;
    }
  }
  if (!lines.empty()) bar.erase();
  for (const std::string& line : lines) print_error(line);
}

}  // namespace sumi::protocol
