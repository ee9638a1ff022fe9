// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/format.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sumi::protocol {
namespace {

constexpr std::size_t kWorstInText = 5;
constexpr std::size_t kPliesInText = 12;
constexpr std::size_t kShownPlayers = 50, kShownProfiles = 10;
constexpr int kNameWidth = 13;
constexpr int kMistakeHang = 6;

std::string short_name(std::string_view name) {
  const std::string whole = clean(name);
  if (display_width(whole) <= kNameWidth) return whole;
  return std::string(fitting(whole, kNameWidth - 1)) + "~";
}

/// Empty if the move lost nothing.
std::string lost_text(const AnalyzedMove& move) { return move.lost < 0.05 ? "" : shown_loss(move); }

std::string known_name(const PlayerQuality& player, Language language) {
  return player.name.empty() ? std::string(tr(language, "(no name)")) : short_name(player.name);
}

std::string known_percent(const Quality& quality) {
  return quality.moves == 0 ? std::string(kUnknown) : fmt::format("{:.1f}%", quality.accuracy());
}

std::string accuracy_with_error(const Quality& quality) {
  return quality.moves == 0 ? std::string(kUnknown) : accuracy_text(quality, "+-");
}

std::string player_text(const std::string& name, const std::string& rating) {
  if (name.empty()) return "";
  return rating.empty() ? clean(name) : fmt::format("{} ({})", clean(name), clean(rating));
}

std::string heading(const GameAnalysis& analysis, Language language) {
  const GameRecord& game = analysis.game;
  std::string text;
  const auto add = [&](std::string_view title, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}: {}\n", tr(language, title), value);
  };
  std::string event;
  for (const std::string& part : {game.event, game.round, game.place, game.date}) {
    if (!part.empty()) event += (event.empty() ? "" : ", ") + clean(part);
  }
  add("Black", player_text(game.black, game.black_rating));
  add("White", player_text(game.white, game.white_rating));
  add("Event", event);
  add("Opening", opening_text(book::find_opening(game), language));
  add("Result", clean(result_text(game, "-")));
  if (analysis.only) add("Mistakes of", std::string(side_name(language, *analysis.only)));
  add("Search", tr_format(language, "{}, {} s", settings_text(language, analysis.settings),
                          short_seconds(analysis.seconds)));
  if (analysis.partial) text += partial_text(language, analysis) + "\n";
  return text;
}

std::string moves_table(const GameAnalysis& analysis, Language language) {
  const Table table({{"#", 3},
                     {tr(language, "side"), 5, Table::Align::kLeft},
                     {tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "before"), 6},
                     {tr(language, "after"), 6},
                     {tr(language, "best"), 4, Table::Align::kLeft},
                     {tr(language, "lost"), 5},
                     {tr(language, "mark"), 4, Table::Align::kLeft},
                     {tr(language, "sure"), 4},
                     {tr(language, "depth"), kDepthWidth},
                     {tr(language, "source"), 6, Table::Align::kLeft}});
  std::string text = table.header();
  for (const AnalyzedMove& move : analysis.moves) {
    const int size = move.before.size;
    const Square best = best_move(move);
    text +=
        table.row({std::to_string(move.number), side_name(language, move.before.to_move),
                   to_text(move.played, size), score_text(move.best), score_text(move.after),
                   move.forced           ? std::string(tr(language, "only"))
                   : best == move.played ? "="
                                         : to_text(best, size),
                   lost_text(move), mark_text(move.mark), confidence_text(move),
                   depth_text(move.best.basis()), tr(language, source_name(move.best.basis()))});
  }
  return text;
}

std::string quality_table(const GameAnalysis& analysis, Language language) {
  const Table table({{tr(language, "side"), 5, Table::Align::kLeft},
                     {tr(language, "stage"), 8, Table::Align::kLeft},
                     {tr(language, "accuracy"), 14},
                     {tr(language, "moves"), 5},
                     {tr(language, "best"), 4},
                     {tr(language, "lost"), 6},
                     {tr(language, "lost a move"), 6},
                     {mark_text(Mark::kInaccuracy), 3},
                     {mark_text(Mark::kMistake), 3},
                     {mark_text(Mark::kBlunder), 3}});
  std::string text = table.header();
  const auto add_row = [&](Color color, std::string_view stage, const Quality& quality) {
    if (quality.moves == 0) return;
    text += table.row({side_name(language, color), tr(language, stage),
                       accuracy_with_error(quality), std::to_string(quality.moves),
                       std::to_string(quality.best_moves), fmt::format("{:.1f}", quality.lost),
                       fmt::format("{:.2f}", quality.mean_lost()), std::to_string(quality.marks[1]),
                       std::to_string(quality.marks[2]), std::to_string(quality.marks[3])});
  };
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const SideQuality& side = analysis.of(color);
    add_row(color, "all", side.all);
    for (const Stage stage : kAllStages) add_row(color, stage_name(stage), side.of(stage));
  }
  return text;
}

/// "2.6 (93% sure)"; "4" if certain.
std::string lost_with_confidence(const AnalyzedMove& move, Language language) {
  const std::string confidence = confidence_text(move);
  return confidence.empty() ? lost_text(move)
                            : tr_format(language, "{} ({} sure)", lost_text(move), confidence);
}

/// "34. Black c1 ?? loses 16, +12 -> -4, which changes the result; better: g5 h6".
std::string mistake_text(const AnalyzedMove& move, Language language) {
  const int size = move.before.size;
  const std::string_view sentence =
      turns_result(move)
          ? "{number}. {side} {move} {mark} loses {lost}, {before} -> {after}, which changes the "
            "result; better: {line}"
          : "{number}. {side} {move} {mark} loses {lost}, {before} -> {after}; better: {line}";
  return tr_format(
      language, sentence, fmt::arg("number", move.number),
      fmt::arg("side", side_name(language, move.before.to_move)),
      fmt::arg("move", to_text(move.played, size)), fmt::arg("mark", mark_text(move.mark)),
      fmt::arg("lost", lost_with_confidence(move, language)),
      fmt::arg("before", score_text(move.best)), fmt::arg("after", score_text(move.after)),
      fmt::arg("line", line_text(move.best_line, size, kPliesInText, "...")));
}

/// Appends a move's score-sheet cells; loss and better move only for marked moves.
void add_review_cells(std::vector<std::string>& cells, const AnalyzedMove& move) {
  const int size = move.before.size;
  const bool marked = move.mark != Mark::kNone;
  cells.push_back(to_text(move.played, size));
  cells.push_back(score_text(move.after));
  cells.push_back(marked ? "-" + lost_text(move) : "");
  cells.emplace_back(mark_text(move.mark));
  cells.push_back(marked ? to_text(best_move(move), size) : "");
}

std::string review_table(const GameAnalysis& analysis, Language language) {
  std::vector<Table::Column> columns{{"#", 3}};
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    columns.push_back({side_name(language, color), 5, Table::Align::kLeft});
    columns.push_back({tr(language, "score"), 6});
    columns.push_back({tr(language, "lost"), 5});
    columns.push_back({tr(language, "mark"), 4, Table::Align::kLeft});
    columns.push_back({tr(language, "best"), 4, Table::Align::kLeft});
  }
  const Table table(std::move(columns));
  constexpr std::size_t kSideCells = 5;
  std::string text = table.header();
  const auto& moves = analysis.moves;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::vector<std::string> cells{std::to_string(moves[i].number)};
    if (moves[i].before.to_move == Color::kWhite) cells.resize(1 + kSideCells);
    add_review_cells(cells, moves[i]);
    const bool pair = moves[i].before.to_move == Color::kBlack && i + 1 < moves.size() &&
                      moves[i + 1].before.to_move == Color::kWhite;
    if (pair) add_review_cells(cells, moves[++i]);
    cells.resize(1 + 2 * kSideCells);
    text += table.row(cells);
  }
  return text;
}

std::string players_text(const AnalysisSummary& summary, Language language) {
  const Table table({{tr(language, "player"), kNameWidth, Table::Align::kLeft},
                     {tr(language, "games"), 5},
                     {tr(language, "accuracy"), 14},
                     {tr(language, "opening"), 7},
                     {tr(language, "midgame"), 7},
                     {tr(language, "endgame"), 7},
                     {tr(language, "lost"), 6},
                     {"?! ? ??", 13}});
  std::string text = table.header();
  const std::vector<PlayerQuality> all = summary.players();
  for (std::size_t i = 0; i < std::min(all.size(), kShownPlayers); ++i) {
    const PlayerQuality& player = all[i];
    const auto& stages = player.quality.stages;
    const Quality& whole = player.quality.all;
    text +=
        table.row({known_name(player, language), std::to_string(player.games),
                   accuracy_with_error(whole), known_percent(stages[0]), known_percent(stages[1]),
                   known_percent(stages[2]), fmt::format("{:.2f}", whole.mean_lost()),
                   fmt::format("{} {} {}", whole.marks[1], whole.marks[2], whole.marks[3])});
  }
  if (all.size() > kShownPlayers) {
    text +=
        tr_format(language, "... and {} more; --json has all", all.size() - kShownPlayers) + "\n";
  }
  return text;
}

/// "Tamenori 1790 +- 170; Murakami ...": players with enough moves for a rating.
std::string ratings_text(const AnalysisSummary& summary, Language language) {
  std::string line;
  std::size_t shown = 0;
  for (const PlayerQuality& player : summary.players()) {
    const auto rating = player.rating();
    if (!rating || shown++ == kShownProfiles) continue;
    line += fmt::format("{} {} {}", line.empty() ? "" : ";", short_name(player.name),
                        rating_text(*rating, "+-"));
  }
  if (line.empty()) return "";
  return '\n' +
         folded(
             tr(language,
                "Estimated ratings (from the discs lost; 1500: the average tournament player):")) +
         '\n' + folded(" " + line, kMistakeHang) + '\n';
}

/// "Tamenori: Tiger 12 games, 0.31 discs lost a move; Rose 5, 0.55": openings played several times.
std::string openings_text(const AnalysisSummary& summary, Language language) {
  constexpr std::size_t kShownOpenings = 3;
  constexpr int kSeveral = 3;
  std::string text;
  const std::vector<PlayerQuality> all = summary.players();
  for (std::size_t i = 0; i < std::min(all.size(), kShownProfiles); ++i) {
    std::string line;
    std::size_t shown = 0;
    for (const OpeningQuality& played : all[i].openings) {
      if (!played.opening || played.games < kSeveral || shown++ == kShownOpenings) continue;
      line += (line.empty() ? " " : "; ") +
              tr_format(language, "{opening} {games} games, {lost} discs lost a move",
                        fmt::arg("opening", opening_text(played.opening, language)),
                        fmt::arg("games", played.games),
                        fmt::arg("lost", fmt::format("{:.2f}", played.quality.mean_lost())));
    }
    if (line.empty()) continue;
    text += folded("  " + known_name(all[i], language) + ":" + line, kMistakeHang) + '\n';
  }
  return text.empty() ? "" : fmt::format("\n{}:\n", tr(language, "Openings")) + text;
}

}  // namespace

std::string score_text(const Score& score) {
  if (score.exact) return signed_score({static_cast<int>(std::lround(score.discs))});
  const double discs = std::round(100 * score.discs) / 100;
  return discs == 0 ? "0.00" : fmt::format("{:+.2f}", discs);
}

std::string analysis_text(const GameAnalysis& analysis, Language language) {
  std::string text = heading(analysis, language) + '\n' + moves_table(analysis, language) + '\n' +
                     quality_table(analysis, language);
  const std::vector<std::size_t> worst = worst_moves(analysis, kWorstInText);
  if (!worst.empty()) text += fmt::format("\n{}:\n", tr(language, "Worst moves"));
  for (const std::size_t i : worst) {
    text += folded("  " + mistake_text(analysis.moves[i], language), kMistakeHang) + '\n';
  }
  return text + '\n' +
         folded(tr(language,
                   "Scores are for the side that moved: before it the best move's, after it that "
                   "of the move played.")) +
         '\n' +
         folded(tr_format(language,
                          "+4 is exact, +1.25 an estimate. Discs lost: ?! {}, ? {}, ?? {} or more; "
                          "sure: the probability that it is at least two. +- is the 95% error of "
                          "the accuracy, for this number of moves.",
                          kInaccuracyDiscs, kMistakeDiscs, kBlunderDiscs)) +
         '\n';
}

std::string review_text(const GameAnalysis& analysis, Language language) {
  std::string text = review_table(analysis, language) + '\n';
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const Quality& quality = analysis.of(color).all;
    if (quality.moves == 0) continue;
    text +=
        tr_format(language, "{side}: accuracy {percent}, {lost} discs lost, ?! {a}, ? {b}, ?? {c}",
                  fmt::arg("side", side_name(language, color)),
                  fmt::arg("percent", accuracy_with_error(quality)),
                  fmt::arg("lost", fmt::format("{:.1f}", quality.lost)),
                  fmt::arg("a", quality.marks[1]), fmt::arg("b", quality.marks[2]),
                  fmt::arg("c", quality.marks[3])) +
        '\n';
  }
  if (analysis.partial) text += partial_text(language, analysis) + '\n';
  return text +
         folded(tr_format(language,
                          "Scores are for the side that moved, after its move. Discs lost: ?! {}, "
                          "? {}, ?? {} or more.",
                          kInaccuracyDiscs, kMistakeDiscs, kBlunderDiscs)) +
         '\n';
}

GamesText::GamesText(Language language)
    : language_(language),
      table_({{"#", 4},
              {tr(language, "Black"), kNameWidth, Table::Align::kLeft},
              {tr(language, "White"), kNameWidth, Table::Align::kLeft},
              {tr(language, "result"), 6},
              {tr(language, "Black %"), 6},
              {tr(language, "White %"), 6},
              {tr(language, "worst move"), 14, Table::Align::kLeft}}) {}

std::string GamesText::row(int number, const GameAnalysis& analysis) const {
  const Quality &black = analysis.of(Color::kBlack).all, &white = analysis.of(Color::kWhite).all;
  const std::string result = clean(result_text(analysis.game, "-"));
  std::string worst;
  for (const std::size_t i : worst_moves(analysis, 1)) {
    const AnalyzedMove& move = analysis.moves[i];
    worst = fmt::format("{}. {}{} -{}", move.number, to_text(move.played, move.before.size),
                        mark_text(move.mark), lost_text(move));
  }
  if (analysis.partial) worst = tr(language_, "interrupted");
  return table_.row({std::to_string(number), short_name(analysis.game.black),
                     short_name(analysis.game.white), result.empty() ? kUnknown : result,
                     known_percent(black), known_percent(white), worst});
}

std::string GamesText::end(const AnalysisSummary& summary, int bad) const {
  std::string text = '\n' + players_text(summary, language_) + ratings_text(summary, language_) +
                     openings_text(summary, language_);
  if (!summary.worst().empty()) {
    text += fmt::format("\n{}:\n", tr(language_, "Most instructive mistakes"));
  }
  for (const Mistake& mistake : summary.worst()) {
    std::string line = "  " + tr_format(language_, "game {}: ", mistake.game);
    if (!mistake.player.empty()) line += short_name(mistake.player) + ": ";
    text += folded(line + mistake_text(mistake.move, language_), kMistakeHang) + '\n';
  }
  text += '\n' + tr_format(language_,
                           summary.games() == 1 ? "{games} game, {seconds} s of searching"
                                                : "{games} games, {seconds} s of searching",
                           fmt::arg("games", summary.games()),
                           fmt::arg("seconds", short_seconds(summary.seconds())));
  if (summary.partial() > 0) text += tr_format(language_, "; {} interrupted", summary.partial());
  if (bad > 0) text += tr_format(language_, "; {} not readable", bad);
  return text + '\n';
}

}  // namespace sumi::protocol
