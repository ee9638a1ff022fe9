// SPDX-License-Identifier: MIT
/// Tables that fit 80 columns, and the same numbers as JSON.
#include "protocol/report/folded.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/progress_bar.h"
#include "protocol/text/json_lines.h"
#include "tools/match/report_text.h"
#include "tools/match/report_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace sumi::match {
namespace {

using protocol::Json;
using protocol::kUnknown;
using protocol::Table;
using Align = Table::Align;

constexpr std::size_t kLongestName = 20;
constexpr int kScreen = protocol::kTextColumns;

/// "Elo         +24.4 +- 20.1": a line of a summary, or several if it is long.
std::string entry(std::string_view title, std::string_view text) {
  constexpr int kHang = 14;
  return protocol::folded(fmt::format("{:<12}{}", title, text), kHang) + '\n';
}

std::string short_name(const MatchConfig& config, int engine) {
  return cut_name(name_of(config, engine), kLongestName);
}

/// The column of names, as wide as the longest of them.
Table::Column name_column(const MatchConfig& config) {
  std::size_t width = 6;
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    width = std::max(width, short_name(config, static_cast<int>(i)).size());
  }
  return {"engine", static_cast<int>(std::min(width, kLongestName)), Align::kLeft};
}

/// "rhino: 2 x time loss, 1 x crash" for each engine with faults.
std::string faults_text(const MatchConfig& config, const Summary& summary) {
  std::string text;
  for (const EngineSummary& engine : summary.engines) {
    std::string list;
    for (const auto& [ending, count] : engine.faults) {
      list += fmt::format("{}{} x {}", list.empty() ? "" : ", ", count, to_text(ending));
    }
    if (list.empty()) continue;
    text += entry(text.empty() ? "Faults" : "",
                  fmt::format("{}: {}", short_name(config, engine.engine), list));
  }
  return text;
}

/// "Plays       mlp: Sumi 1.0: evaluator mlp, weights 's3.sumi', isa v3": what engines say.
std::string plays_text(const MatchConfig& config, const Summary& summary) {
  std::string text;
  for (const EngineSummary& engine : summary.engines) {
    for (const std::string& plays : engine.plays) {
      text += entry(text.empty() ? "Plays" : "",
                    fmt::format("{}: {}", short_name(config, engine.engine), shown(plays)));
    }
  }
  return text;
}

/// "Noise       edax: 12 lines skipped that were no answers"
std::string noise_text(const MatchConfig& config, const Summary& summary) {
  std::string text;
  for (const EngineSummary& engine : summary.engines) {
    if (engine.noise == 0) continue;
    text += entry(text.empty() ? "Noise" : "",
                  fmt::format("{}: {} lines skipped that were no answers",
                              short_name(config, engine.engine), engine.noise));
  }
  return text;
}

/// "CPU         edax: 4.31 ms a move"
std::string cpu_lines(const MatchConfig& config, const Summary& summary) {
  std::string text;
  for (const EngineSummary& engine : summary.engines) {
    if (engine.cpu_moves == 0) continue;
    text +=
        entry(text.empty() ? "CPU" : "",
              fmt::format("{}: {} ms a move", short_name(config, engine.engine), cpu_text(engine)));
  }
  return text;
}

/// What concerns the tournament as a whole.
std::string remarks_text(const MatchConfig& config, const Summary& summary) {
  std::string text;
  if (config.sprt && summary.sprt) text += entry("SPRT", sprt_text(*config.sprt, *summary.sprt));
  text += faults_text(config, summary) + noise_text(config, summary) + plays_text(config, summary);
  text += cpu_lines(config, summary);
  if (summary.duplicates > 0) {
    text += entry("Duplicates", fmt::format("{} games equal an earlier one", summary.duplicates));
  }
  if (summary.overhead_ms_per_move > 0) {
    text += entry("Overhead", fmt::format("{:.3f} ms a move", summary.overhead_ms_per_move));
  }
  return text;
}

/// "89", or "89 of 3000" while there are more to come.
std::string games_text(const Summary& summary) {
  if (summary.games >= summary.planned) return std::to_string(summary.games);
  return fmt::format("{} of {}", summary.games, summary.planned);
}

/// A match from the first engine's view.
std::string match_text(const MatchConfig& config, const Summary& summary) {
  std::string text =
      fmt::format("results of {} against {}\n\n", short_name(config, 0), short_name(config, 1));
  if (summary.meetings.empty()) return text + "no games yet\n";
  const Meeting& meeting = summary.meetings.front();
  const Score& score = meeting.score;
  text += entry("Games", fmt::format("{}: {} won, {} drawn, {} lost, {} %", games_text(summary),
                                     score.wins, score.draws, score.losses, percent_text(score)));
  text += entry("Elo", fmt::format("{}, the stronger one with {:.1f} %",
                                   elo_text(meeting.elo, "+-"), 100 * meeting.elo.superiority));
  const auto& pairs = meeting.pairs.pairs;
  text += entry("Pairs", fmt::format("0: {}, 1/2: {}, 1: {}, 1 1/2: {}, 2 points: {}", pairs[0],
                                     pairs[1], pairs[2], pairs[3], pairs[4]));
  text += entry("Discs", mean_text(meeting.discs, "+-") + " a game");
  return text + remarks_text(config, summary);
}

/// Results by colour, faults and time of each engine.
std::string details_table(const MatchConfig& config, const Summary& summary) {
  const Table table({name_column(config),
                     {"as black", 13},
                     {"as white", 13},
                     {"faults", 6},
                     {"ms/move", 7},
                     {"slowest", 7}});
  std::string text = table.header();
  for (const EngineSummary& engine : summary.engines) {
    int faults = 0;
    for (const auto& [ending, count] : engine.faults) faults += count;
    text += table.row(std::vector<std::string>{
        short_name(config, engine.engine), score_text(engine.as_black), score_text(engine.as_white),
        std::to_string(faults),
        engine.moves == 0 ? std::string(kUnknown)
                          : milliseconds_text(engine.seconds / engine.moves),
        engine.moves == 0 ? std::string(kUnknown) : milliseconds_text(engine.slowest_seconds)});
  }
  return text;
}

std::string standings_table(const MatchConfig& config, const Summary& summary, std::size_t rows) {
  const Table table({{"", 3},
                     name_column(config),
                     {"games", 5},
                     {"points", 7},
                     {"%", 5},
                     {"Elo", 5},
                     {"+-", 4},
                     {"discs", 5},
                     {"+-", 4}});
  std::string text = table.header();
  for (std::size_t i = 0; i < summary.engines.size() && i < rows; ++i) {
    const EngineSummary& engine = summary.engines[i];
    text += table.row(std::vector<std::string>{
        std::to_string(i + 1), short_name(config, engine.engine),
        std::to_string(engine.score.games()), points_text(engine.score.points()),
        percent_text(engine.score), elo_number(engine.rating.elo),
        number_text(engine.rating.error, 0), number_text(engine.discs.mean, 1, true),
        number_text(engine.discs.error, 1)});
  }
  if (rows < summary.engines.size()) {
    text += fmt::format("and {} more\n", summary.engines.size() - rows);
  }
  return text;
}

/// What engines scored against each other, best first; columns are numbered as rows. Wins, draws
/// and losses if that fits the screen, else per cent.
std::string cross_table(const MatchConfig& config, const Summary& summary) {
  constexpr int kRank = 3, kGap = 2, kPercent = 3;
  const std::size_t count = summary.engines.size();
  const auto score = [&](std::size_t row, std::size_t column) -> const Score& {
    const auto first = static_cast<std::size_t>(summary.engines[row].engine);
    return summary.cross_table[first][static_cast<std::size_t>(summary.engines[column].engine)];
  };
  std::size_t width = 3;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < count; ++k) width = std::max(width, score_text(score(i, k)).size());
  }
  std::vector<Table::Column> columns = {{"", kRank}, name_column(config)};
  const int room = kScreen - kRank - kGap - columns[1].width;
  const bool counts = static_cast<int>(count) * (static_cast<int>(width) + kGap) <= room;

  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(std::to_string(i + 1));
  for (const std::string& number : numbers) {
    columns.push_back({number, counts ? static_cast<int>(width) : kPercent});
  }
  const Table table(columns);
  std::string text = table.header();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::string> cells = {numbers[i], short_name(config, summary.engines[i].engine)};
    for (std::size_t k = 0; k < count; ++k) {
      const Score& s = score(i, k);
      cells.push_back(s.games() == 0 ? "."
                      : counts       ? score_text(s)
                                     : fmt::format("{:.0f}", 100 * s.points() / s.games()));
    }
    text += table.row(cells);
  }
  return text + (counts ? "" : "(per cent of the points)\n");
}

std::string tournament_title(const MatchConfig& config, const Summary& summary) {
  return fmt::format("{}, {} engines, {} games\n\n", format_name(config), config.engines.size(),
                     games_text(summary));
}

bool is_match(const MatchConfig& config) { return config.engines.size() == 2; }

/// The bar, the games and the time left.
std::string progress_line(const Progress& progress) {
  if (progress.planned == 0) return {};
  const std::string of = fmt::format("of {} games", progress.planned);
  if (progress.played_this_run == 0) {
    return fmt::format("{} {}  {}\n", progress.played, of, protocol::clock_time(progress.seconds));
  }
  const double share = static_cast<double>(progress.played) / progress.planned;
  // Assumes that the games of earlier runs took as long as those of this one.
  const double seconds = progress.seconds * progress.played / progress.played_this_run;
  return protocol::progress_text(share, static_cast<std::uint64_t>(progress.played), of, seconds) +
         '\n';
}

Json to_json(const Score& score) {
  return {{"wins", score.wins}, {"draws", score.draws}, {"losses", score.losses}};
}

/// Numbers that JSON has no word for become null.
void add_elo(Json& object, const EloEstimate& elo) {
  object["elo"] = elo.elo;
  object["elo_lower"] = elo.lower;
  object["elo_upper"] = elo.upper;
  object["superiority"] = elo.superiority;
}

void add_discs(Json& object, const MeanError& discs) {
  object["discs"] = discs.mean;
  object["discs_error"] = discs.error;
}

Json to_json(const MatchConfig& config, const EngineSummary& engine) {
  Json object = {{"name", config.engines[static_cast<std::size_t>(engine.engine)].name},
                 {"engine", engine.engine},
                 {"games", engine.score.games()},
                 {"points", engine.score.points()}};
  object.update(to_json(engine.score));
  object["as_black"] = to_json(engine.as_black);
  object["as_white"] = to_json(engine.as_white);
  object["pairs"] = engine.pairs.pairs;
  add_elo(object, engine.elo);
  object["rating"] = engine.rating.elo;
  object["rating_error"] = engine.rating.error;
  add_discs(object, engine.discs);
  object["faults"] = Json::object();
  for (const auto& [ending, count] : engine.faults) {
    object["faults"][std::string(to_text(ending))] = count;
  }
  if (!engine.plays.empty()) {
    object["plays"] = Json::array();
    for (const std::string& plays : engine.plays) object["plays"].push_back(shown(plays));
  }
  if (engine.noise > 0) object["noise"] = engine.noise;
  object["moves"] = engine.moves;
  object["seconds"] = protocol::json_seconds(engine.seconds);
  object["slowest_seconds"] = protocol::json_seconds(engine.slowest_seconds);
  if (engine.cpu_moves > 0) {
    object["cpu_seconds"] = protocol::json_seconds(engine.cpu_seconds);
    object["cpu_moves"] = engine.cpu_moves;
  }
  return object;
}

Json to_json(const MatchConfig& config, const Meeting& meeting) {
  Json object = {{"first", config.engines[static_cast<std::size_t>(meeting.first)].name},
                 {"second", config.engines[static_cast<std::size_t>(meeting.second)].name},
                 {"games", meeting.score.games()},
                 {"points", meeting.score.points()}};
  object.update(to_json(meeting.score));
  object["pairs"] = meeting.pairs.pairs;
  add_elo(object, meeting.elo);
  add_discs(object, meeting.discs);
  return object;
}

}  // namespace

std::string summary_text(const MatchConfig& config, const Summary& summary) {
  if (is_match(config)) {
    const std::string text = match_text(config, summary);
    return summary.games == 0 ? text : text + "\n" + details_table(config, summary);
  }
  std::string text = tournament_title(config, summary);
  text += standings_table(config, summary, summary.engines.size());
  if (summary.games == 0) return text;
  text += "\n" + cross_table(config, summary) + "\n" + details_table(config, summary);
  const std::string remarks = remarks_text(config, summary);
  return remarks.empty() ? text : text + "\n" + remarks;
}

std::string summary_json(const MatchConfig& config, const Summary& summary) {
  Json object = {
      {"format", format_name(config)}, {"games", summary.games}, {"planned", summary.planned}};
  object["engines"] = Json::array();
  for (const EngineSummary& engine : summary.engines) {
    object["engines"].push_back(to_json(config, engine));
  }
  object["meetings"] = Json::array();
  for (const Meeting& meeting : summary.meetings) {
    object["meetings"].push_back(to_json(config, meeting));
  }
  object["sprt"] = nullptr;
  if (config.sprt && summary.sprt) {
    object["sprt"] = {{"elo0", config.sprt->elo0},    {"elo1", config.sprt->elo1},
                      {"alpha", config.sprt->alpha},  {"beta", config.sprt->beta},
                      {"llr", summary.sprt->llr},     {"lower", summary.sprt->lower},
                      {"upper", summary.sprt->upper}, {"verdict", verdict_text(*summary.sprt)}};
  }
  object["duplicates"] = summary.duplicates;
  object["overhead_ms_per_move"] = summary.overhead_ms_per_move;
  return protocol::json_line(object);
}

std::string live_text(const MatchConfig& config, const Summary& summary, const Progress& progress) {
  constexpr std::size_t kRows = 12;
  std::string text;
  if (is_match(config)) {
    text = match_text(config, summary);
    if (summary.games > 0) text += "\n" + details_table(config, summary);
  } else {
    text = tournament_title(config, summary) + standings_table(config, summary, kRows);
    int faults = 0;
    for (const EngineSummary& engine : summary.engines) {
      for (const auto& [ending, count] : engine.faults) faults += count;
    }
    if (faults > 0) text += entry("Faults", std::to_string(faults));
  }
  text += pipe_text(config, progress) + "\n" + progress_line(progress);
  return protocol::clipped(text, kScreen);
}

std::string pipe_text(const MatchConfig& config, const Progress& progress) {
  std::string text;
  for (std::size_t i = 0; i < progress.pipe_ms.size() && i < config.engines.size(); ++i) {
    if (!(progress.pipe_ms[i] > 0)) continue;
    text += fmt::format("{}{} {:.2f} ms", text.empty() ? "" : ", ",
                        short_name(config, static_cast<int>(i)), progress.pipe_ms[i]);
  }
  // One line, clipped with the rest: what is live has no room for more.
  return text.empty() ? "" : fmt::format("{:<12}{}\n", "Pipe delay", text);
}

}  // namespace sumi::match
