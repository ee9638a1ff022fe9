// SPDX-License-Identifier: MIT
/// Sections in page order: setup, tables, pictures, lost openings, and faults.
#include "engine/game/notation.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/format.h"
#include "protocol/report/html_page.h"
#include "protocol/report/svg_chart.h"
#include "tools/match/event_page.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::match {
namespace {

// Sections without content are empty. Pictures show at most the best six engines.

using protocol::ChartLine;
using protocol::ChartPoint;
using protocol::LineChart;

constexpr std::size_t kMaxShownLines = protocol::kChartColors;
constexpr std::size_t kSettling = 10;    // leading part (1/N) of a line that fluctuates
constexpr std::size_t kMaxPoints = 400;  // more than the picture can resolve

/// Every n-th point, including the last.
std::vector<ChartPoint> thinned(std::vector<ChartPoint> points) {
  const std::size_t step = (points.size() + kMaxPoints - 1) / kMaxPoints;
  if (step <= 1) return points;
  std::vector<ChartPoint> few;
  for (std::size_t i = (points.size() - 1) % step; i < points.size(); i += step) {
    few.push_back(points[i]);
  }
  return few;
}

/// The relevant range of y. Skips the first points, which would flatten the rest.
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

std::vector<ChartPoint> elo_by_pairs(std::span<const GameResult> games) {
  std::vector<ChartPoint> points;
  PairCounter pairs;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (games[i].ending == Ending::kUnplayed) continue;
    if (!pairs.add(games[i].fixture.pair, games[i].points_of(0))) continue;
    const EloEstimate elo = estimate_elo(pairs.complete());
    points.push_back({static_cast<double>(i + 1), elo.elo, elo.lower, elo.upper});
  }
  return points;
}

std::vector<int> best_engines(const Summary& summary) {
  std::vector<int> engines;
  for (const EngineSummary& engine : summary.engines) {
    if (engines.size() < kMaxShownLines && engine.score.games() > 0)
      engines.push_back(engine.engine);
  }
  return engines;
}

ChartLine points_line(const MatchConfig& config, std::span<const GameResult> games, int engine) {
  ChartLine line{name_of(config, engine), {}};
  Score score;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].fixture.has(engine)) continue;
    score.add(games[i].points_of(engine));
    const double share = 100 * score.points() / score.games();
    line.points.push_back({static_cast<double>(i + 1), share, share, share});
  }
  const auto begin = line.points.begin();
  line.points.erase(begin, begin + static_cast<std::ptrdiff_t>(line.points.size() / kSettling));
  line.points = thinned(std::move(line.points));
  return line;
}

/// Seconds per move by move number (from 1), without the opening.
ChartLine times_line(const MatchConfig& config, std::span<const GameResult> games, int engine) {
  struct Sum {
    double seconds = 0;
    int moves = 0;
  };
  std::map<int, Sum> sums;
  for (const GameResult& game : games) {
    if (!game.fixture.has(engine)) continue;
    int number = 0;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const TimedMove& move = game.moves[i];
      if (move.square == Square::kPass) continue;
      ++number;
      if (i < static_cast<std::size_t>(game.opening_moves)) continue;
      if (game.fixture.engine(move.color) != engine) continue;
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

/// The first engine's Elo after each pair, with 95% band. Matches only.
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

/// Points in per cent after each game.
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
    if (!std::isfinite(engine.rating.error)) continue;
    chart.bars.push_back({name_of(config, engine.engine), engine.rating.elo, engine.rating.error});
  }
  return to_svg(chart);
}

/// Games decided on the board: for the first engine in a match, otherwise for Black.
std::string margins_picture(const MatchConfig& config, std::span<const GameResult> games) {
  const bool match = is_match(config);
  const int most = config.size * config.size;
  constexpr int kWidth = 4;                  // of a bin: two scores, because scores are even
  enum { kWon = 0, kLost = 1, kDrawn = 5 };  // blue, orange, grey
  protocol::Histogram histogram;
  std::map<int, int> counts;  // by the bin's end farther from zero
  for (const GameResult& game : games) {
    if (!game.black_score) continue;
    const int score = game.discs_of(match ? 0 : game.fixture.black);
    const int bin = (std::abs(score) + kWidth - 1) / kWidth * kWidth;
    ++counts[score < 0 ? -bin : bin];
  }
  if (counts.empty()) return {};
  const std::string first = match ? name_of(config, 0) : "Black";
  const std::string second = match ? name_of(config, 1) : "White";
  histogram.labels = {"Games by disc difference", fmt::format("discs for {}", first), "games"};
  histogram.keys = {{first + " won", kWon}, {second + " won", kLost}, {"drawn", kDrawn}};
  // All bins: a draw is in the middle.
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

using protocol::escaped;
using protocol::html_section;
using protocol::html_tile;
using protocol::HtmlTable;

constexpr std::string_view kPlusMinus = "±";

std::string picture(const std::string& svg) {
  return svg.empty() ? "" : "<div class=\"card\">" + svg + "</div>\n";
}

std::string html_name(const MatchConfig& config, int engine) {
  return escaped(name_of(config, engine));
}

std::string title_of(const MatchConfig& config) {
  if (is_match(config)) {
    return fmt::format("{} against {}", html_name(config, 0), html_name(config, 1));
  }
  std::string name = format_name(config);
  if (!name.empty() && name[0] >= 'a') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return fmt::format("{} of {} engines", name, config.engines.size());
}

/// "1000 games, 2026-11-20 to 2026-11-21".
std::string when_text(std::span<const GameResult> games) {
  constexpr std::size_t kDay = 10;  // length of a date
  std::string first, last;
  for (const GameResult& game : games) {
    const std::string day = game.date.substr(0, kDay);
    if (day.empty()) continue;
    if (first.empty() || day < first) first = day;
    if (day > last) last = day;
  }
  std::string text = fmt::format("{} games", games.size());
  if (!first.empty()) text += first == last ? ", " + first : ", " + first + " to " + last;
  return escaped(text);
}

std::string match_tiles(const MatchConfig& config, const Summary& summary) {
  if (!is_match(config) || summary.meetings.empty()) return {};
  const Meeting& meeting = summary.meetings.front();
  std::string html = html_tile(percent_text(meeting.score) + " %",
                               fmt::format("of the points for {}", html_name(config, 0)));
  html += html_tile(record_text(meeting.score), "won, drawn, lost");
  html += html_tile(elo_text(meeting.elo, kPlusMinus), "Elo, 95 % interval");
  html +=
      html_tile(number_text(100 * meeting.elo.superiority, 1) + " %", "likely to be the stronger");
  html += html_tile(mean_text(meeting.discs, kPlusMinus), "discs a game");
  if (config.sprt && summary.sprt) {
    const SprtState& sprt = *summary.sprt;
    html += html_tile(
        verdict_text(sprt),
        fmt::format("SPRT of {} against {} Elo: LLR {:.2f} in {:.2f}..{:.2f}", config.sprt->elo1,
                    config.sprt->elo0, sprt.llr, sprt.lower, sprt.upper));
  }
  return protocol::html_tiles(html);
}

/// Engines and all settings, collapsed.
std::string setup_text(const MatchConfig& config) {
  std::string html = "<details class=\"card\"><summary>Setup</summary><dl>\n";
  const auto entry = [&](std::string_view term, std::string_view text) {
    html += fmt::format("<dt>{}</dt><dd><code>{}</code></dd>\n", escaped(term), escaped(text));
  };
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    entry(i == 0 ? "engines" : "", to_text(config.engines[i]));
  }
  for (const Setting& setting : settings()) {
    if (const std::string value = setting.get(config); !value.empty()) entry(setting.name, value);
  }
  return html + "</dl></details>\n";
}

/// In a match the Elo difference, which is twice a rating; otherwise the rating.
std::string standing_elo(const MatchConfig& config, const EngineSummary& engine) {
  if (is_match(config)) return elo_text(engine.elo, kPlusMinus);
  return fmt::format("{} {} {}", rating_number(engine.rating), kPlusMinus,
                     number_text(engine.rating.error, 0));
}

/// Points and tie-breaks of the event.
std::string event_table(const MatchConfig& config, const Summary& summary) {
  if (is_match(config)) return "";
  HtmlTable table(
      {{""}, {"engine", "left"}, {"games"}, {"points"}, {"BQ"}, {"discs"}, {"Buchholz"}, {"byes"}});
  for (std::size_t i = 0; i < summary.standings.size(); ++i) {
    const Standing& standing = summary.standings[i];
    table.row({std::to_string(i + 1), html_name(config, standing.engine),
               std::to_string(standing.games), points_text(standing.points),
               tie_break_text(standing.brightwell), points_text(standing.discs),
               tie_break_text(standing.buchholz), std::to_string(standing.byes)});
  }
  return table.html();
}

std::string ratings(const MatchConfig& config, const Summary& summary) {
  HtmlTable table({{""},
                   {"engine", "left"},
                   {"games"},
                   {"points"},
                   {"%"},
                   {"Elo"},
                   {"discs a game"},
                   {"as Black"},
                   {"as White"},
                   {"faults"},
                   {"ms a move"},
                   {"slowest, ms"},
                   {"CPU, ms a move"}});
  for (std::size_t i = 0; i < summary.engines.size(); ++i) {
    const EngineSummary& engine = summary.engines[i];
    const bool moved = engine.moves > 0;
    const std::string unknown(protocol::kUnknown);
    table.row({std::to_string(i + 1), html_name(config, engine.engine),
               std::to_string(engine.score.games()), points_text(engine.score.points()),
               percent_text(engine.score), standing_elo(config, engine),
               mean_text(engine.discs, kPlusMinus), record_text(engine.as_black),
               record_text(engine.as_white), std::to_string(engine.fault_count()),
               moved ? milliseconds_text(engine.seconds / engine.moves) : unknown,
               moved ? milliseconds_text(engine.slowest_seconds) : unknown, cpu_text(engine)});
  }
  return table.html();
}

std::string cross_table(const MatchConfig& config, const Summary& summary) {
  if (is_match(config) || summary.games == 0) return {};
  std::vector<HtmlTable::Column> columns = {{""}, {"engine", "left"}};
  for (std::size_t i = 0; i < summary.engines.size(); ++i) {
    columns.push_back({std::to_string(i + 1), "cell"});
  }
  HtmlTable table(columns);
  for (std::size_t i = 0; i < summary.engines.size(); ++i) {
    const int row = summary.engines[i].engine;
    std::vector<std::string> cells = {std::to_string(i + 1), html_name(config, row)};
    std::vector<std::string_view> styles = {"", "left"};
    for (const EngineSummary& other : summary.engines) {
      const Score& score = summary.cross_table[at(row)][at(other.engine)];
      const double lead = score.points() - score.games() / 2.0;
      const bool self = other.engine == row;
      cells.push_back(score.games() == 0 ? self ? "" : std::string(protocol::kUnknown)
                                         : fmt::format("{}<small>{} %</small>", record_text(score),
                                                       percent_text(score)));
      styles.push_back(lead > 0 ? "cell good" : lead < 0 ? "cell bad" : "cell");
    }
    table.row(cells, styles);
  }
  return table.html() +
         "<p class=\"faint\">Won, drawn and lost games of the row against the "
         "column.</p>\n";
}

std::string meetings(const MatchConfig& config, const Summary& summary) {
  HtmlTable table({{"first", "left"},
                   {"second", "left"},
                   {"won-drawn-lost"},
                   {"%"},
                   {"Elo"},
                   {"stronger"},
                   {"discs a game"},
                   {"pairs: 0, ½, 1, 1½, 2"}});
  for (const Meeting& meeting : summary.meetings) {
    const auto& p = meeting.pairs.pairs;
    table.row(
        {html_name(config, meeting.first), html_name(config, meeting.second),
         record_text(meeting.score), percent_text(meeting.score), elo_text(meeting.elo, kPlusMinus),
         number_text(100 * meeting.elo.superiority, 1) + " %", mean_text(meeting.discs, kPlusMinus),
         fmt::format("{} · {} · {} · {} · {}", p[0], p[1], p[2], p[3], p[4])});
  }
  return summary.meetings.empty() ? "" : table.html();
}

/// "lost by 12 as Black against rhino", with the moves collapsed; in a match without the opponent.
std::string opening_game(const MatchConfig& config, const GameResult& game, int engine) {
  const bool black = game.fixture.black == engine;
  const int opponent = black ? game.fixture.white : game.fixture.black;
  const int discs = game.discs_of(engine);
  const std::string result =
      discs == 0 ? "drew" : fmt::format("{} by {}", discs > 0 ? "won" : "lost", std::abs(discs));
  std::string against;
  if (!is_match(config)) against = " against " + html_name(config, opponent);
  return fmt::format("<details><summary>{} as {}{}</summary><code>{}</code></details>\n", result,
                     black ? "Black" : "White", against, moves_text(game));
}

std::string opening_card(const MatchConfig& config, const LostOpening& opening, int engine) {
  const GameResult& game = *opening.games.front();
  const auto length = static_cast<std::size_t>(game.opening_moves);
  GameRecord record;
  record.start = game.start;
  for (const TimedMove& move : game.moves) record.moves.push_back(move.square);
  std::optional<Square> last;
  if (length > 0 && length <= record.moves.size()) last = record.moves[length - 1];

  std::string html =
      "<div class=\"card\">" + protocol::to_svg(record.replay(length).position(), last);
  html += fmt::format("<p><code>{}</code></p>\n", moves_text(game, length));
  html += fmt::format("<p>{} of {} points, {:+.1f} discs a game</p>\n", points_text(opening.points),
                      opening.count, opening.discs);
  for (const GameResult* shown : opening.games) html += opening_game(config, *shown, engine);
  return html + "</div>\n";
}

std::string openings_section(const MatchConfig& config, const Summary& summary,
                             std::span<const GameResult> games) {
  // Limits the page size: fewer openings per engine if there are many engines.
  const std::size_t most = summary.engines.size() <= 8 ? 8 : summary.engines.size() <= 20 ? 4 : 0;
  std::string html;
  for (const EngineSummary& engine : summary.engines) {
    const std::vector<LostOpening> lost = lost_openings(games, engine.engine, most);
    if (lost.empty()) continue;
    html += fmt::format("<h3>{}</h3>\n<div class=\"boards\">\n", html_name(config, engine.engine));
    for (const LostOpening& opening : lost) html += opening_card(config, opening, engine.engine);
    html += "</div>\n";
  }
  return html;
}

std::string faults_section(const MatchConfig& config, std::span<const GameResult> games) {
  constexpr int kMax = 200;
  HtmlTable table({{"game"},
                   {"engine", "left"},
                   {"as", "left"},
                   {"against", "left"},
                   {"fault", "left"},
                   {"what it did", "left wrap"}});
  int faults = 0;
  for (const GameResult& game : games) {
    if (!is_fault(game.ending) || ++faults > kMax) continue;
    const Color color = *game.at_fault;
    table.row({std::to_string(game.fixture.id), html_name(config, game.fixture.engine(color)),
               color == Color::kBlack ? "Black" : "White",
               html_name(config, game.fixture.engine(!color)), std::string(to_text(game.ending)),
               escaped(game.detail)});
  }
  if (faults == 0) return {};
  if (faults <= kMax) return table.html();
  return table.html() + fmt::format("<p class=\"faint\">and {} more</p>\n", faults - kMax);
}

std::string remarks(const MatchConfig& config, const Summary& summary) {
  HtmlTable table(
      {{"engine", "left"}, {"says that it is and plays", "left wrap"}, {"noise, lines"}});
  bool any = false;
  for (const EngineSummary& engine : summary.engines) {
    if (engine.plays.empty() && engine.noise == 0) continue;
    any = true;
    std::string plays;
    for (const std::string& text : engine.plays) {
      plays += (plays.empty() ? "" : "; ") + escaped(shown(text));
    }
    table.row({html_name(config, engine.engine), plays, std::to_string(engine.noise)});
  }
  return any ? table.html() : "";
}

std::string notes(const Summary& summary) {
  std::string text =
      "Errors are 95 % intervals, from pairs of games with one opening and swapped colours.";
  if (summary.duplicates > 0) {
    text +=
        fmt::format(" {} games are equal, move for move, to an earlier one.", summary.duplicates);
  }
  return fmt::format("<p class=\"faint\">{} Overhead of the referee: {:.3f} ms a move.</p>\n", text,
                     summary.overhead_ms_per_move);
}

std::string pictures(const MatchConfig& config, const Summary& summary,
                     std::span<const GameResult> games) {
  std::string html;
  if (is_match(config)) {
    html += picture(elo_picture(config, games));
  } else {
    html += picture(ratings_picture(config, summary));
    html += picture(points_picture(config, summary, games));
  }
  html += picture(margins_picture(config, games));
  return html + picture(times_picture(config, summary, games));
}

protocol::HtmlPage event_page(const MatchConfig& config, std::string body) {
  protocol::HtmlPage page;
  page.title = title_of(config);
  page.body = std::move(body);
  page.style = event_style();
  return page;
}

}  // namespace

std::string event_html(const MatchConfig& config, const Summary& summary,
                       std::span<const GameResult> games) {
  std::string html =
      fmt::format("<h1>{}</h1><p class=\"faint\" id=\"when\">{}</p>\n<div id=\"results\">\n",
                  title_of(config), when_text(games));
  html += match_tiles(config, summary) + setup_text(config);
  html += html_section("Standings", event_table(config, summary));
  html += html_section(is_match(config) ? "Standings" : "Ratings",
                       ratings(config, summary) + notes(summary));
  html += html_section("Everyone against everyone", cross_table(config, summary));
  html += html_section("Meetings", meetings(config, summary));
  html += "</div>\n<div id=\"games\"></div>\n<div id=\"details\">\n";
  html += html_section("Pictures", pictures(config, summary, games));
  html += html_section("Openings that were lost", openings_section(config, summary, games));
  html += html_section("Faults", faults_section(config, games));
  html += html_section("What engines said", remarks(config, summary));
  return html + "</div>\n";
}

std::string live_html(const MatchConfig& config, std::string_view tables) {
  return to_html(
      event_page(config, fmt::format("{}<script src=\"event.js\" defer=\"\"></script>\n", tables)));
}

std::string report_html(const MatchConfig& config, const Summary& summary,
                        std::span<const GameResult> games) {
  std::string data = fmt::format("{{\"engines\":{},\"games\":[", engines_json(config));
  for (const GameResult& game : games) {
    if (data.back() != '[') data += ",\n";
    data += event_json(game);
  }
  protocol::HtmlPage page = event_page(
      config, fmt::format("{}<script type=\"application/json\" id=\"event-data\">{}]}}</script>\n",
                          event_html(config, summary, games), data));
  page.script = event_script();
  return to_html(page);
}

}  // namespace sumi::match
