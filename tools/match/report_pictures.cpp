// SPDX-License-Identifier: MIT
/// Gathers points; svg_chart.h draws them.
#include "protocol/report/svg_chart.h"
#include "tools/match/report_pictures.h"
#include "tools/match/report_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace sumi::match {
namespace {

using protocol::ChartLine;
using protocol::ChartPoint;
using protocol::LineChart;

constexpr std::size_t kMostLines = protocol::kChartColors;
constexpr std::size_t kSettling = 10;     // the share of a line that jumps about
constexpr std::size_t kMostPoints = 400;  // more than the picture has room for

/// Every so many points, and the last.
std::vector<ChartPoint> thinned(std::vector<ChartPoint> points) {
  const std::size_t step = (points.size() + kMostPoints - 1) / kMostPoints;
  if (step <= 1) return points;
  std::vector<ChartPoint> few;
  for (std::size_t i = (points.size() - 1) % step; i < points.size(); i += step) {
    few.push_back(points[i]);
  }
  return few;
}

/// The heights that matter: the first points of a line would flatten the rest.
std::optional<std::pair<double, double>> range_of(const std::vector<ChartPoint>& points,
                                                  double mark) {
  double from = mark, to = mark;
  const auto add = [&](double y) {
    if (!std::isfinite(y)) return;
    from = std::min(from, y);
    to = std::max(to, y);
  };
  for (std::size_t i = points.size() / kSettling; i < points.size(); ++i) {
    add(points[i].y);
    add(points[i].lower);
    add(points[i].upper);
  }
  if (from == to) return std::nullopt;
  return std::pair(from, to);
}

/// The points that a game gave to an engine, in halves: 2 a win.
int points_of(const GameResult& game, int engine) {
  return game.fixture.black == engine ? game.black_points() : 2 - game.black_points();
}

bool plays(const GameResult& game, int engine) {
  return game.fixture.black == engine || game.fixture.white == engine;
}

std::vector<ChartPoint> elo_by_pairs(std::span<const GameResult> games) {
  std::vector<ChartPoint> points;
  std::map<int, int> half_pairs;  // points of the first game, by pair
  Pentanomial pairs;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const int won = points_of(games[i], 0);
    const auto [half, first] = half_pairs.try_emplace(games[i].fixture.pair, won);
    if (first) continue;
    ++pairs.pairs[static_cast<std::size_t>(half->second + won)];
    half_pairs.erase(half);
    const EloEstimate elo = estimate_elo(pairs);
    points.push_back({static_cast<double>(i + 1), elo.elo, elo.lower, elo.upper});
  }
  return points;
}

/// The engines to show, best first.
std::vector<int> best_engines(const Summary& summary) {
  std::vector<int> engines;
  for (const EngineSummary& engine : summary.engines) {
    if (engines.size() < kMostLines && engine.score.games() > 0) engines.push_back(engine.engine);
  }
  return engines;
}

ChartLine points_line(const MatchConfig& config, std::span<const GameResult> games, int engine) {
  ChartLine line{name_of(config, engine), {}};
  Score score;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!plays(games[i], engine)) continue;
    score.add(points_of(games[i], engine));
    const double share = 100 * score.points() / score.games();
    line.points.push_back({static_cast<double>(i + 1), share, share, share});
  }
  const auto begin = line.points.begin();
  line.points.erase(begin, begin + static_cast<long>(line.points.size() / kSettling));
  line.points = thinned(std::move(line.points));
  return line;
}

/// Seconds for the engine's moves, by number in the game from 1 on; the opening is left out.
ChartLine times_line(const MatchConfig& config, std::span<const GameResult> games, int engine) {
  struct Sum {
    double seconds = 0;
    int moves = 0;
  };
  std::map<int, Sum> sums;
  for (const GameResult& game : games) {
    if (!plays(game, engine)) continue;
    const Color color = game.fixture.black == engine ? Color::kBlack : Color::kWhite;
    int number = 0;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const TimedMove& move = game.moves[i];
      if (move.square == Square::kPass) continue;
      ++number;
      if (move.color != color || i < static_cast<std::size_t>(game.opening_moves)) continue;
      sums[number].seconds += move.seconds;
      ++sums[number].moves;
    }
  }
  ChartLine line{name_of(config, engine), {}};
  for (const auto& [number, sum] : sums) {
    const double mean = sum.seconds / sum.moves;
    line.points.push_back({static_cast<double>(number), mean, mean, mean});
  }
  return line;
}

}  // namespace

std::string elo_picture(const MatchConfig& config, std::span<const GameResult> games) {
  std::vector<ChartPoint> points = thinned(elo_by_pairs(games));
  if (points.size() < 2) return {};
  LineChart chart;
  chart.labels = {fmt::format("Elo of {} against {}, with its 95 % interval", name_of(config, 0),
                              name_of(config, 1)),
                  "games", "Elo"};
  chart.range = range_of(points, 0);
  chart.lines.push_back({"", std::move(points)});
  chart.band = true;
  chart.mark = 0;
  return to_svg(chart);
}

std::string points_picture(const MatchConfig& config, const Summary& summary,
                           std::span<const GameResult> games) {
  constexpr double kEven = 50;
  LineChart chart;
  chart.labels = {"Points so far", "games", "% of the points"};
  for (const int engine : best_engines(summary)) {
    chart.lines.push_back(points_line(config, games, engine));
  }
  if (games.size() < 2) return {};
  chart.mark = kEven;
  return to_svg(chart);
}

std::string ratings_picture(const MatchConfig& config, const Summary& summary) {
  if (summary.games == 0) return {};
  protocol::BarChart chart;
  chart.labels = {"Ratings", "Elo against the mean, with 95 % intervals", ""};
  chart.signs = true;
  for (const EngineSummary& engine : summary.engines) {
    chart.bars.push_back({name_of(config, engine.engine), engine.rating.elo, engine.rating.error});
  }
  return to_svg(chart);
}

std::string margins_picture(const MatchConfig& config, std::span<const GameResult> games) {
  const bool match = config.engines.size() == 2;
  const int most = config.size * config.size;
  constexpr int kWidth = 4;                  // of a bin: two scores, because scores are even
  enum { kWon = 0, kLost = 1, kDrawn = 5 };  // blue, orange, grey
  protocol::Histogram histogram;
  std::map<int, int> counts;  // by the end of the bin that is farther from zero
  for (const GameResult& game : games) {
    if (!game.black_score) continue;
    const bool turned = match && game.fixture.black != 0;
    const int score = turned ? -game.black_score->discs : game.black_score->discs;
    const int bin = (std::abs(score) + kWidth - 1) / kWidth * kWidth;
    ++counts[score < 0 ? -bin : bin];
  }
  if (counts.empty()) return {};
  const std::string first = match ? name_of(config, 0) : "Black";
  const std::string second = match ? name_of(config, 1) : "White";
  histogram.labels = {"Games by disc difference", fmt::format("discs for {}", first), "games"};
  histogram.keys = {{first + " won", kWon}, {second + " won", kLost}, {"drawn", kDrawn}};
  // All bins, so that the middle of the picture is a draw.
  for (int bin = -most; bin <= most; bin += kWidth) {
    const auto found = counts.find(bin);
    const double count = found == counts.end() ? 0 : found->second;
    const double from = bin > 0 ? bin - kWidth + 1 : bin - 1,
                 to = bin < 0 ? bin + kWidth - 1 : bin + 1;
    histogram.bins.push_back({from, to, count, bin > 0 ? kWon : bin < 0 ? kLost : kDrawn});
  }
  return to_svg(histogram);
}

std::string times_picture(const MatchConfig& config, const Summary& summary,
                          std::span<const GameResult> games) {
  LineChart chart;
  double longest = 0;
  for (const int engine : best_engines(summary)) {
    chart.lines.push_back(times_line(config, games, engine));
    for (const ChartPoint& point : chart.lines.back().points) longest = std::max(longest, point.y);
  }
  if (!(longest > 0)) return {};
  const bool milliseconds = longest < 1;
  for (ChartLine& line : chart.lines) {
    for (ChartPoint& point : line.points) point.y *= milliseconds ? 1000 : 1;
  }
  chart.labels = {"Time for a move by its number", "move of the game",
                  milliseconds ? "mean, milliseconds" : "mean, seconds"};
  chart.mark = 0;
  return to_svg(chart);
}

}  // namespace sumi::match
