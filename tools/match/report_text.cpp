// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"
#include "tools/match/report_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sumi::match {

using protocol::kUnknown;

bool is_match(const MatchConfig& config) { return config.engines.size() == 2; }

std::string name_of(const MatchConfig& config, int engine) {
  std::string name = config.engine(engine).name;
  std::ranges::replace_if(name, is_control, '?');
  return name;
}

std::string points_text(double points) {
  return fmt::format("{:.{}f}", points, points == std::floor(points) ? 0 : 1);
}

std::string percent_text(const Score& score) {
  if (score.games() == 0) return std::string(kUnknown);
  return fmt::format("{:.1f}", 100 * score.points() / score.games());
}

std::string record_text(const Score& score) {
  if (score.games() == 0) return std::string(kUnknown);
  return fmt::format("{}-{}-{}", score.wins, score.draws, score.losses);
}

std::string rating_number(const Rating& rating) {
  if (!std::isfinite(rating.error)) return std::string(kUnknown);
  return std::round(rating.elo) == 0 ? "0" : number_text(rating.elo, 0, !rating.anchored);
}

std::string milliseconds_text(double seconds) {
  const double ms = 1000 * seconds;
  return fmt::format("{:.{}f}", ms, ms < 10 ? 2 : ms < 1000 ? 1 : 0);
}

std::string cpu_text(const EngineSummary& engine) {
  return engine.cpu_moves == 0 ? std::string(kUnknown)
                               : milliseconds_text(engine.cpu_seconds / engine.cpu_moves);
}

std::string result_text(const GameResult& game) {
  const int points = game.black_points();
  if (game.ending == Ending::kUnplayed && !game.at_fault) return "none";
  if (!game.black_score) {
    return fmt::format("{}+{}", points == 2 ? 'B' : 'W',
                       is_fault(game.ending)                ? "fault"
                       : game.ending == Ending::kUnplayed   ? "unplayed"
                       : game.ending == Ending::kResignRule ? "rule"
                                                            : "resign");
  }
  if (points == 1) return "0";
  return fmt::format("{}+{}", points == 2 ? 'B' : 'W', std::abs(game.black_score->discs));
}

std::string ending_text(const GameResult& game) {
  const std::string ending(to_text(game.ending));
  if (!game.at_fault) return ending;
  const auto side = sumi::to_text(*game.at_fault);
  if (game.ending == Ending::kUnplayed) return fmt::format("{}: {} is out", ending, side);
  if (game.ending == Ending::kResignRule) return fmt::format("{}: {} lost", ending, side);
  return is_fault(game.ending) ? fmt::format("{} of {}", ending, side)
                               : fmt::format("{} {}", side, ending);
}

std::string game_line(const MatchConfig& config, const GameResult& game) {
  std::string line = fmt::format("{} - {}: {}", name_of(config, game.fixture.black),
                                 name_of(config, game.fixture.white), result_text(game));
  if (game.ending != Ending::kPlayedOut) line += ", " + ending_text(game);
  if (!game.detail.empty()) line += ": " + shown(game.detail);
  return line;
}

std::string verdict_text(const SprtState& sprt) {
  if (sprt.verdict == SprtVerdict::kUndecided) return "undecided";
  return sprt.verdict == SprtVerdict::kAccepted ? "accepted" : "rejected";
}

std::string number_text(double number, int decimals, bool sign) {
  if (!std::isfinite(number)) return std::string(kUnknown);
  return fmt::format(fmt::runtime(sign ? "{:+.{}f}" : "{:.{}f}"), number, decimals);
}

std::string tie_break_text(double number) {
  const bool whole = std::abs(number - std::round(number)) < 0.005;
  return fmt::format("{:.{}f}", number, whole ? 0 : 2);
}

std::string mean_text(const MeanError& mean, std::string_view plus_minus) {
  return fmt::format("{} {} {}", number_text(mean.mean, 2, true), plus_minus,
                     number_text(mean.error, 2));
}

std::string elo_text(const EloEstimate& elo, std::string_view plus_minus) {
  const bool above = std::isfinite(elo.lower), below = std::isfinite(elo.upper);
  const std::string number = number_text(elo.elo, 1, true);
  if (above && below) {
    return fmt::format("{} {} {:.1f}", number, plus_minus, (elo.upper - elo.lower) / 2);
  }
  if (above) return fmt::format("{} (above {:+.1f})", number, elo.lower);
  return below ? fmt::format("{} (below {:+.1f})", number, elo.upper) : number;
}

std::string moves_text(const GameResult& game, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < std::min(count, game.moves.size()); ++i) {
    const Square square = game.moves[i].square;
    if (square != Square::kPass) text += sumi::to_text(square, game.start.size);
  }
  return text;
}

std::string shown(std::string_view text) {
  std::string printable(text);
  for (char& c : printable) c = c >= ' ' && c <= '~' ? c : '?';
  return printable;
}

namespace {

using protocol::Json;
using protocol::Table;
using Align = Table::Align;

constexpr std::size_t kMaxNameLength = 20;
constexpr int kScreen = protocol::kTextColumns;

/// "Elo         +24.4 +- 20.1"; folded if long.
std::string entry(std::string_view title, std::string_view text) {
  constexpr int kHang = 14;
  return protocol::folded(fmt::format("{:<12}{}", title, text), kHang) + '\n';
}

/// At most kMaxNameLength characters, the last of a cut name being `~`.
std::string short_name(const MatchConfig& config, int engine) {
  const std::string name = name_of(config, engine);
  if (count_characters(name) <= kMaxNameLength) return name;
  return std::string(first_characters(name, kMaxNameLength - 1)) + '~';
}

Table::Column name_column(const MatchConfig& config) {
  std::size_t width = 6;
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    width = std::max(width, short_name(config, static_cast<int>(i)).size());
  }
  return {"engine", static_cast<int>(std::min(width, kMaxNameLength)), Align::kLeft};
}

/// "2 x time loss, 1 x crash"
std::string faults_text(const EngineSummary& engine) {
  std::string list;
  for (const auto& [ending, count] : engine.faults) {
    list += fmt::format("{}{} x {}", list.empty() ? "" : ", ", count, to_text(ending));
  }
  return list;
}

/// "12 games lost unplayed after 3 faults"
std::string out_text(const MatchConfig& config, const EngineSummary& engine) {
  return fmt::format("{} games lost unplayed after {}", engine.unplayed,
                     config.engine(engine.engine).withdrawn
                         ? "its withdrawal"
                         : fmt::format("{} faults", config.max_faults));
}

/// In a match both ratings, because it has no table of them.
std::string anchor_text(const MatchConfig& config, const Summary& summary) {
  if (!config.anchor) return {};
  std::string text;
  for (const EngineSummary& engine : summary.engines) {
    const bool is_anchor = config.engine(engine.engine).name == config.anchor->engine;
    if (!is_anchor && !is_match(config)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", short_name(config, engine.engine),
                        rating_number(engine.rating));
    text += is_anchor ? " (anchor)" : fmt::format(" +- {}", number_text(engine.rating.error, 0));
  }
  return entry("Ratings", text);
}

/// "LLR 1.23 (-2.94, 2.94): +5 Elo rather than +0: undecided".
std::string sprt_text(const SprtSetup& setup, const SprtState& sprt) {
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f}): {:+} Elo rather than {:+}: {}", sprt.llr,
                     sprt.lower, sprt.upper, setup.elo1, setup.elo0, verdict_text(sprt));
}

std::string remarks_text(const MatchConfig& config, const Summary& summary) {
  std::string text;
  if (config.sprt && summary.sprt) text += entry("SPRT", sprt_text(*config.sprt, *summary.sprt));
  text += anchor_text(config, summary);
  // "Faults      rhino: 2 x time loss": lines of all engines, the first with the title.
  using Lines = std::vector<std::string>;
  const auto add = [&](std::string_view title, const auto& lines_of) {
    for (const EngineSummary& engine : summary.engines) {
      for (const std::string& line : lines_of(engine)) {
        text += entry(title, fmt::format("{}: {}", short_name(config, engine.engine), line));
        title = "";
      }
    }
  };
  add("Faults", [](const EngineSummary& engine) {
    return engine.faults.empty() ? Lines() : Lines{faults_text(engine)};
  });
  add("Out", [&](const EngineSummary& engine) {
    return engine.unplayed == 0 ? Lines() : Lines{out_text(config, engine)};
  });
  add("Noise", [](const EngineSummary& engine) {
    if (engine.noise == 0) return Lines();
    return Lines{fmt::format("{} lines skipped that were not answers", engine.noise)};
  });
  add("Plays", [](const EngineSummary& engine) {
    Lines lines;
    for (const std::string& plays : engine.plays) lines.push_back(shown(plays));
    return lines;
  });
  add("CPU", [](const EngineSummary& engine) {
    return engine.cpu_moves == 0 ? Lines() : Lines{cpu_text(engine) + " ms a move"};
  });
  if (summary.duplicates > 0) {
    text += entry("Duplicates", fmt::format("{} games equal an earlier one", summary.duplicates));
  }
  if (summary.overhead_ms_per_move > 0) {
    text += entry("Overhead", fmt::format("{:.3f} ms a move", summary.overhead_ms_per_move));
  }
  return text;
}

/// "89", or "89 of 3000" if unfinished.
std::string games_text(const Summary& summary) {
  if (summary.games >= summary.planned) return std::to_string(summary.games);
  return fmt::format("{} of {}", summary.games, summary.planned);
}

std::string details_table(const MatchConfig& config, const Summary& summary) {
  const Table table({name_column(config),
                     {"as black", 13},
                     {"as white", 13},
                     {"faults", 6},
                     {"ms/move", 7},
                     {"slowest", 7}});
  std::string text = table.header();
  for (const EngineSummary& engine : summary.engines) {
    text += table.row(std::vector<std::string>{
        short_name(config, engine.engine), record_text(engine.as_black),
        record_text(engine.as_white), std::to_string(engine.fault_count()),
        engine.moves == 0 ? std::string(kUnknown)
                          : milliseconds_text(engine.seconds / engine.moves),
        engine.moves == 0 ? std::string(kUnknown) : milliseconds_text(engine.slowest_seconds)});
  }
  return text;
}

std::string match_text(const MatchConfig& config, const Summary& summary) {
  std::string text =
      fmt::format("results of {} against {}\n\n", short_name(config, 0), short_name(config, 1));
  if (summary.meetings.empty()) return text + "no games yet\n";
  const Meeting& meeting = summary.meetings.front();
  const Score& score = meeting.score;
  text += entry("Games", fmt::format("{}: {} won, {} drawn, {} lost, {} %", games_text(summary),
                                     score.wins, score.draws, score.losses, percent_text(score)));
  text +=
      entry("Elo", fmt::format("{}, likelihood of superiority {} %", elo_text(meeting.elo, "+-"),
                               number_text(100 * meeting.elo.superiority, 1)));
  const auto& pairs = meeting.pairs.pairs;
  text += entry("Pairs", fmt::format("0: {}, 1/2: {}, 1: {}, 1 1/2: {}, 2 points: {}", pairs[0],
                                     pairs[1], pairs[2], pairs[3], pairs[4]));
  text += entry("Discs", mean_text(meeting.discs, "+-") + " a game");
  text += remarks_text(config, summary);
  return summary.games == 0 ? text : text + "\n" + details_table(config, summary);
}

/// Points and tie-breaks of the event.
std::string event_table(const MatchConfig& config, const Summary& summary) {
  const bool swiss = config.format == Format::kSwiss;
  std::vector<Table::Column> columns = {
      {"", 3},   name_column(config), {"games", 5},    {"points", 7},
      {"BQ", 8}, {"discs", 6},        {"Buchholz", 8}, {swiss ? "byes" : "", swiss ? 4 : 0}};
  if (!swiss) columns.pop_back();
  const Table table(columns);
  std::string text = table.header();
  for (std::size_t i = 0; i < summary.standings.size(); ++i) {
    const Standing& standing = summary.standings[i];
    std::vector<std::string> cells = {std::to_string(i + 1),
                                      short_name(config, standing.engine),
                                      std::to_string(standing.games),
                                      points_text(standing.points),
                                      tie_break_text(standing.brightwell),
                                      points_text(standing.discs),
                                      tie_break_text(standing.buchholz)};
    if (swiss) cells.push_back(std::to_string(standing.byes));
    text += table.row(cells);
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
        percent_text(engine.score), rating_number(engine.rating),
        number_text(engine.rating.error, 0), number_text(engine.discs.mean, 1, true),
        number_text(engine.discs.error, 1)});
  }
  if (rows < summary.engines.size()) {
    text += fmt::format("and {} more\n", summary.engines.size() - rows);
  }
  return text;
}

/// Scores between engines, best first, with columns numbered like rows. Shows wins, draws and
/// losses if they fit, otherwise per cent.
std::string cross_table(const MatchConfig& config, const Summary& summary) {
  constexpr int kRank = 3, kGap = 2, kPercent = 3;
  const std::size_t count = summary.engines.size();
  const auto score = [&](std::size_t row, std::size_t column) -> const Score& {
    const int first = summary.engines[row].engine, second = summary.engines[column].engine;
    return summary.cross_table[at(first)][at(second)];
  };
  std::size_t width = 3;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < count; ++k)
      width = std::max(width, record_text(score(i, k)).size());
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
      cells.push_back(s.games() == 0 ? i == k ? "." : std::string(kUnknown)
                      : counts ? record_text(s)
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

std::string progress_line(const Progress& progress) {
  if (progress.planned == 0) return {};
  const std::string of = fmt::format("of {} games", progress.planned);
  if (progress.played_this_run == 0) {
    return fmt::format("{} {}  {}\n", progress.played, of, protocol::clock_time(progress.seconds));
  }
  const double share = static_cast<double>(progress.played) / progress.planned;
  // Assumes that earlier games took as long as this run's.
  const double seconds = progress.seconds * progress.played / progress.played_this_run;
  return protocol::progress_text(share, static_cast<std::uint64_t>(progress.played), of, seconds) +
         '\n';
}

Json to_json(const Score& score) {
  return {{"wins", score.wins}, {"draws", score.draws}, {"losses", score.losses}};
}

/// Infinite numbers become null.
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
  Json object = {{"name", config.engine(engine.engine).name},
                 {"engine", engine.engine},
                 {"games", engine.score.games()},
                 {"points", engine.score.points()}};
  object.update(to_json(engine.score));
  object["as_black"] = to_json(engine.as_black);
  object["as_white"] = to_json(engine.as_white);
  object["pairs"] = engine.pairs.pairs;
  add_elo(object, engine.elo);
  object["rating"] = nullptr;
  if (std::isfinite(engine.rating.error)) object["rating"] = engine.rating.elo;
  object["rating_error"] = engine.rating.error;
  add_discs(object, engine.discs);
  object["faults"] = Json::object();
  for (const auto& [ending, count] : engine.faults) {
    object["faults"][std::string(to_text(ending))] = count;
  }
  if (engine.unplayed > 0) object["unplayed"] = engine.unplayed;
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

Json to_json(const MatchConfig& config, const Standing& standing) {
  return {{"name", config.engine(standing.engine).name},
          {"games", standing.games},
          {"points", standing.points},
          {"brightwell", standing.brightwell},
          {"discs", standing.discs},
          {"buchholz", standing.buchholz},
          {"byes", standing.byes},
          {"withdrawn", standing.withdrawn}};
}

Json to_json(const MatchConfig& config, const Meeting& meeting) {
  Json object = {{"first", config.engine(meeting.first).name},
                 {"second", config.engine(meeting.second).name},
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
  if (is_match(config)) return match_text(config, summary);
  std::string text = tournament_title(config, summary);
  text += event_table(config, summary) + "\n";
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
  object["standings"] = Json::array();
  for (const Standing& standing : summary.standings) {
    object["standings"].push_back(to_json(config, standing));
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
  } else {
    text = tournament_title(config, summary) + standings_table(config, summary, kRows);
    int faults = 0;
    for (const EngineSummary& engine : summary.engines) faults += engine.fault_count();
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
  // The live display clips this line.
  return text.empty() ? "" : fmt::format("{:<12}{}\n", "Pipe delay", text);
}

namespace {

bool is_usual_start(const GameResult& game) { return game.start == Position{}; }

/// The name as one word of printable ASCII.
std::string word_of(const MatchConfig& config, int engine) {
  std::string name = name_of(config, engine);
  std::ranges::replace_if(
      name, [](char c) { return c <= ' ' || c > '~' || c == '%'; }, '_');
  return name.empty() ? "_" : name;
}

std::string transcript(const MatchConfig& config, const GameResult& game) {
  std::string moves = moves_text(game);
  if (!is_usual_start(game)) moves = sumi::to_text(game.start) + " " + moves;
  return fmt::format("{} % {} {} {} {}\n", moves, word_of(config, game.fixture.black),
                     word_of(config, game.fixture.white), result_text(game), ending_text(game));
}

/// "2026-11-21T12:40:00Z" in NBoard's form, "2026-11-21 12:40:00 GMT".
std::string ggf_date(std::string date) {
  if (date.size() != 20 || date[10] != 'T' || date[19] != 'Z') return date;
  date[10] = ' ';
  date.pop_back();
  return date + " GMT";
}

/// "1:00", "1:00/0:05"; empty for clocks that GGF cannot express.
std::string ggf_clock(const TimeControl& time) {
  const auto clock = [](Millis t) {
    const std::int64_t seconds = t.count() / 1000;
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  };
  const bool whole = time.main.count() % 1000 == 0 && time.increment.count() % 1000 == 0;
  if (time.kind != TimeControl::Kind::kGame || !whole) return {};
  if (time.increment.count() == 0) return clock(time.main);
  return clock(time.main) + "/" + clock(time.increment);
}

/// "+12". After a fault as in GGS: all squares lost by time (t), resignation (r) or leaving (l).
std::string ggf_result(const GameResult& game) {
  if (game.black_score) return fmt::format("{:+}", game.black_score->discs);
  if (!game.at_fault) return {};
  const char how = game.ending == Ending::kTimeLoss || game.ending == Ending::kHang         ? 't'
                   : game.ending == Ending::kResigned || game.ending == Ending::kResignRule ? 'r'
                                                                                            : 'l';
  const int squares = game.start.size * game.start.size;
  return fmt::format("{:+}:{}", game.black_points() == 2 ? squares : -squares, how);
}

GameRecord record_of(const MatchConfig& config, const GameResult& game) {
  const int black = game.fixture.black, white = game.fixture.white;
  GameRecord record;
  record.start = game.start;
  record.black = config.engine(black).name;
  record.white = config.engine(white).name;
  record.result = ggf_result(game);
  record.place = "sumi-match";
  record.date = ggf_date(game.date);
  record.black_clock = ggf_clock(config.time_of(black));
  record.white_clock = ggf_clock(config.time_of(white));
  if (game.at_fault) {
    record.comment = ending_text(game);
    if (!game.detail.empty()) record.comment += ": " + game.detail;
  }
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const TimedMove& move = game.moves[i];
    record.moves.push_back(move.square);
    MoveNote note;
    if (move.evaluation) note.discs = move.evaluation->discs;
    const bool timed = i >= static_cast<std::size_t>(game.opening_moves);
    if (timed && move.square != Square::kPass) note.seconds = move.seconds;
    record.notes.push_back(note);
  }
  return record;
}

std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string text = fmt::format("[{} \"", name);
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += is_control(c) ? ' ' : c;
  }
  return text + "\"]\n";
}

std::string pgn_game(const MatchConfig& config, const GameResult& game) {
  constexpr std::size_t kDay = 10;
  const int points = game.black_points();
  const std::string_view result = points == 2 ? "1-0" : points == 0 ? "0-1" : "1/2-1/2";
  std::string date = game.date.substr(0, kDay);
  std::ranges::replace(date, '-', '.');
  std::string text =
      pgn_tag("Event", "sumi-match") + pgn_tag("Site", "?") +
      pgn_tag("Date", date.empty() ? "????.??.??" : date) +
      pgn_tag("Round", fmt::format("{}.{}", game.fixture.round + 1, game.fixture.id)) +
      pgn_tag("White", name_of(config, game.fixture.black)) +
      pgn_tag("Black", name_of(config, game.fixture.white)) + pgn_tag("Result", result) +
      pgn_tag("Variant", "Reversi");
  if (!is_usual_start(game)) text += pgn_tag("Start", sumi::to_text(game.start));
  if (game.ending != Ending::kPlayedOut) text += pgn_tag("Termination", ending_text(game));
  text += '\n';
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    constexpr std::size_t kMovesPerLine = 16;
    if (i % 2 == 0) text += fmt::format("{}. ", i / 2 + 1);
    const Square square = game.moves[i].square;
    text += square == Square::kPass ? "--" : sumi::to_text(square, game.start.size);
    text += (i + 1) % kMovesPerLine == 0 ? '\n' : ' ';
  }
  return text.append(result).append("\n\n");
}

Json to_json(const TimedMove& move, int size) {
  Json object = {{"move", sumi::to_text(move.square, size)},
                 {"seconds", protocol::json_seconds(move.seconds)}};
  if (move.evaluation) {
    object["score"] = move.evaluation->discs;
    object["depth"] = move.evaluation->depth;
    object["nodes"] = move.evaluation->nodes;
    object["exact"] = move.evaluation->exact;
  }
  return object;
}

Json to_json(const MatchConfig& config, const GameResult& game) {
  const auto opening_moves = static_cast<std::size_t>(game.opening_moves);
  Json object = {{"id", game.fixture.id},
                 {"pair", game.fixture.pair},
                 {"round", game.fixture.round},
                 {"black", config.engine(game.fixture.black).name},
                 {"white", config.engine(game.fixture.white).name},
                 {"opening", moves_text(game, opening_moves)}};
  if (!is_usual_start(game)) object["start"] = sumi::to_text(game.start);
  object["result"] = result_text(game);
  object["score"] = nullptr;
  if (game.black_score) object["score"] = game.black_score->discs;
  object["ending"] = to_text(game.ending);
  object["at_fault"] = nullptr;
  if (is_fault(game.ending)) object["at_fault"] = sumi::to_text(*game.at_fault);
  object["detail"] = game.detail;
  object["moves"] = Json::array();
  for (const TimedMove& move : game.moves) {
    object["moves"].push_back(to_json(move, game.start.size));
  }
  object["seconds"] = protocol::json_seconds(game.seconds);
  object["overhead_seconds"] = protocol::json_seconds(game.overhead_seconds);
  object["date"] = game.date;
  return object;
}

}  // namespace

std::string transcripts(const MatchConfig& config, std::span<const GameResult> games) {
  std::string text;
  for (const GameResult& game : games) text += transcript(config, game);
  return text;
}

std::string ggf(const MatchConfig& config, std::span<const GameResult> games) {
  std::string text;
  for (const GameResult& game : games) text += to_ggf(record_of(config, game)) + '\n';
  return text;
}

std::string pgn(const MatchConfig& config, std::span<const GameResult> games) {
  std::string text;
  for (const GameResult& game : games) {
    if (game.ending != Ending::kUnplayed) text += pgn_game(config, game);
  }
  return text;
}

std::string json_lines(const MatchConfig& config, std::span<const GameResult> games) {
  std::string text;
  for (const GameResult& game : games) text += protocol::json_line(to_json(config, game));
  return text;
}

}  // namespace sumi::match
