// SPDX-License-Identifier: MIT
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"
#include "engine/game/rules.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sumi::protocol {
namespace {

/// In discs; the outer ranges are open.
inline constexpr int kScoreLimits[] = {-16, -8, -4, -2, 0, 2, 4, 8, 16};
inline constexpr std::size_t kScoreRanges = std::size(kScoreLimits) + 1;

/// A stale leaf's move leads into the book. A game counts at each of its positions.
struct PlyStats {
  std::uint64_t positions = 0, scored = 0, stale = 0, unsearched = 0, games = 0;
  int min_level = std::numeric_limits<int>::max(),
      max_level = -1;  ///< Of searched leaves.
  /// Sums over scored positions, in plies and discs.
  double depths = 0, scores = 0, squares = 0;
  std::array<std::uint64_t, kScoreRanges> ranges{};

  // 0 without scored positions.
  double mean_depth() const { return mean(depths); }
  double mean_score() const { return mean(scores); }
  /// Standard deviation of the scores.
  double deviation() const {
    return std::sqrt(std::max(0.0, mean(squares) - mean(scores) * mean(scores)));
  }

 private:
  double mean(double sum) const { return scored > 0 ? sum / static_cast<double>(scored) : 0; }
};

struct BookStats {
  PlyStats all;
  std::map<int, PlyStats> plies;  ///< By discs beyond the start position.
};

/// A cheaper is_stale() that ignores the other moves.
bool leads_in(const book::BookReader& book, const Board& board, const book::Leaf& leaf) {
  if (leaf.state != book::Leaf::State::kMove) return false;
  const Bitboard flips = rules::flips(board, leaf.move);
  if (flips == 0) return false;  // reported by `sumi book verify`
  const auto next = book::book_position(board.played(leaf.move, flips));
  return !next || book.find(*next).has_value();
}

void count(PlyStats& stats, const book::BookEntry& entry, bool stale) {
  ++stats.positions;
  stats.stale += stale;
  stats.unsearched += entry.leaf.state == book::Leaf::State::kUnsearched;
  stats.games += entry.games.games();
  if (entry.leaf.state == book::Leaf::State::kMove && entry.level >= 0) {
    stats.min_level = std::min(stats.min_level, entry.level);
    stats.max_level = std::max(stats.max_level, entry.level);
  }
  if (!entry.score) return;
  ++stats.scored;
  const double discs = to_discs(*entry.score);
  stats.depths += entry.depth;
  stats.scores += discs;
  stats.squares += discs * discs;
  const auto* const range = std::ranges::upper_bound(kScoreLimits, discs);
  ++stats.ranges[static_cast<std::size_t>(range - kScoreLimits)];
}

/// `progress` gets the finished share and returns false to stop.
BookStats stats_of(const book::BookReader& book, const book::Progress& progress) {
  constexpr std::uint64_t kBetween = 1000;
  BookStats found;
  const auto all = static_cast<double>(book.size());
  std::uint64_t done = 0;
  book.for_each([&](const Board& board, const book::BookEntry& entry) {
    const bool stale = leads_in(book, board, entry.leaf);
    count(found.all, entry, stale);
    count(found.plies[kStartBoard.empties() - board.empties()], entry, stale);
    return ++done % kBetween != 0 || progress(static_cast<double>(done) / all);
  });
  return found;
}

std::string level_text(const PlyStats& stats, std::string_view unknown) {
  if (stats.max_level < 0) return std::string(unknown);
  if (stats.min_level == stats.max_level) return std::to_string(stats.max_level);
  return fmt::format("{}-{}", stats.min_level, stats.max_level);
}

std::vector<std::string> cells(const std::string& ply, const PlyStats& stats,
                               std::string_view unknown) {
  const auto mean = [&](const char* format, double value) {
    return stats.scored > 0 ? fmt::format(fmt::runtime(format), value) : std::string(unknown);
  };
  return {ply,
          std::to_string(stats.positions),
          std::to_string(stats.scored),
          std::to_string(stats.stale),
          std::to_string(stats.unsearched),
          mean("{:.1f}", stats.mean_depth()),
          level_text(stats, unknown),
          std::to_string(stats.games),
          mean("{:+.2f}", stats.mean_score()),
          mean("{:.2f}", stats.deviation())};
}

/// "-4..-2"
std::string range_text(std::size_t i, Language language) {
  if (i == 0) return tr_format(language, "below {}", kScoreLimits[0]);
  if (i + 1 == kScoreRanges) return tr_format(language, "{} and more", kScoreLimits[i - 1]);
  return fmt::format("{}..{}", kScoreLimits[i - 1], kScoreLimits[i]);
}

std::map<std::string, std::string> notes_of(const book::BookReader& book) {
  std::map<std::string, std::string> notes;
  const auto add = [&](std::string_view name) {
    const std::string note = book.note(std::string(name));
    if (!note.empty()) notes.emplace(name, note);
  };
  for (const std::string_view name : kBuildNotes) add(name);
  add("source");
  return notes;
}

std::string stats_text(const book::BookReader& book, const BookStats& found, std::uintmax_t bytes) {
  const Language language = default_language();
  const Table table({{tr(language, "ply"), 3},
                     {tr(language, "positions"), 9},
                     {tr(language, "scored"), 7},
                     {tr(language, "stale"), 5},
                     {tr(language, "unsearched"), 10},
                     {tr(language, "depth"), 5},
                     {tr(language, "level"), 5},
                     {tr(language, "games"), 7},
                     {tr(language, "mean"), 6},
                     {tr(language, "sd"), 5}});
  const PlyStats& total = found.all;
  std::string text = table.header();
  for (const auto& [ply, stats] : found.plies) {
    text += table.row(cells(std::to_string(ply), stats, kUnknown));
  }
  text += table.row(cells(std::string(tr(language, "all")), total, kUnknown));
  const Table ranges(
      {{tr(language, "score"), 12, Table::Align::kLeft}, {tr(language, "positions"), 9}, {"", 6}});
  text += '\n' + ranges.header();
  for (std::size_t i = 0; i < kScoreRanges && total.scored > 0; ++i) {
    const double share = static_cast<double>(total.ranges[i]) / static_cast<double>(total.scored);
    const std::string row[] = {range_text(i, language), std::to_string(total.ranges[i]),
                               fmt::format("{:.1f}%", 100 * share)};
    text += ranges.row(row);
  }
  const auto notes = notes_of(book);
  if (!notes.empty()) text += '\n';
  constexpr int kHang = 2;
  for (const auto& [name, note] : notes) {
    text += folded(fmt::format("{}: {}", name, clean(note)), kHang) + '\n';
  }
  if (bytes > 0) {
    text += tr_format(language, "\n{} bytes, {:.1f} a position\n", bytes,
                      static_cast<double>(bytes) /
                          static_cast<double>(std::max<std::uint64_t>(1, total.positions)));
  }
  return text;
}

std::string stats_csv(const BookStats& found) {
  const std::string titles[] = {"ply",   "positions", "scored", "stale", "unsearched",
                                "depth", "level",     "games",  "mean",  "sd"};
  std::string text = csv_line(titles);
  for (const auto& [ply, stats] : found.plies) {
    text += csv_line(cells(std::to_string(ply), stats, ""));
  }
  return text;
}

Json ply_json(const PlyStats& stats) {
  const auto mean = [&](double value) {
    return stats.scored > 0 ? Json(std::round(100 * value) / 100) : Json();
  };
  const bool levels = stats.max_level >= 0;
  return {{"positions", stats.positions},
          {"scored", stats.scored},
          {"stale", stats.stale},
          {"unsearched", stats.unsearched},
          {"mean_depth", mean(stats.mean_depth())},
          {"min_level", levels ? Json(stats.min_level) : Json()},
          {"max_level", levels ? Json(stats.max_level) : Json()},
          {"games", stats.games},
          {"mean_score", mean(stats.mean_score())},
          {"score_deviation", mean(stats.deviation())}};
}

Json stats_json(const book::BookReader& book, const BookStats& found, std::uintmax_t bytes) {
  const PlyStats& total = found.all;
  Json json = ply_json(total);
  json["scores"] = Json::array();
  for (std::size_t i = 0; i < kScoreRanges; ++i) {
    json["scores"].push_back({{"from", i == 0 ? Json() : Json(kScoreLimits[i - 1])},
                              {"below", i + 1 == kScoreRanges ? Json() : Json(kScoreLimits[i])},
                              {"positions", total.ranges[i]}});
  }
  json["plies"] = Json::array();
  for (const auto& [ply, stats] : found.plies) {
    Json row{{"ply", ply}};
    row.update(ply_json(stats));
    json["plies"].push_back(row);
  }
  json["notes"] = notes_of(book);
  json["bytes"] = bytes > 0 ? Json(bytes) : Json();
  return json;
}

int run_book_stats(const Command& self, const Args& args, Output& out) {
  bool json = false, csv = false;
  const Options rows{{"json", flag(json), "print a JSON object"},
                     {"csv", flag(csv), "print CSV, a row per ply"}};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (json && csv) throw UsageError("--json and --csv exclude each other");
  const std::string path = only_book(*line);
  const auto book = open_to_read(path);
  watch_interrupts();
  const BookStats stats = stats_of(*book, drawn_progress(book->size()));
  if (interrupted()) return end_with(kInterrupted, "interrupted");
  const std::uintmax_t bytes = path == kShippedBook ? 0 : file_size_of(path);
  out.write(json  ? json_line(stats_json(*book, stats, bytes))
            : csv ? stats_csv(stats)
                  : stats_text(*book, stats, bytes));
  return kDone;
}

}  // namespace

const Command kBookStatsCommand{
    .name = "stats",
    .arguments = "BOOK [--json|--csv]",
    .summary = "print statistics of a book by ply",
    .details = R"(For each ply (ply N has N discs more than the start): positions; those that
have a score; stale ones, whose leaf has entered the book and must be searched
again; unsearched ones, which were added with games; mean depth of the scores;
levels of the searches; games counted; mean and standard deviation of the
scores in discs for the side to move. Then the distribution of scores, the
options stored in the book, and the size of the file.
)",
    .examples = R"(  sumi book stats default
  sumi book stats my.book --json | jq .positions
)",
    .run = run_book_stats,
    .program = kSumiBookName,
    .json = R"(  positions                 integer: positions in the book
  scored, stale, unsearched
                            integer: how many of them have a score, a stale
                            leaf, no search
  mean_depth                number: mean depth of the scores in plies
  min_level, max_level      integer: lowest and highest level of the searches
  games                     integer: games counted
  mean_score, score_deviation
                            number: mean and standard deviation of the scores
  scores[]                  array: distribution of the scores
  scores[].from, below      integer: bounds of a range in discs; null:
                            unbounded
  scores[].positions        integer: positions in it
  plies[]                   array: each ply: {ply, positions, scored, stale,
                            unsearched, mean_depth, min_level, max_level,
                            games, mean_score, score_deviation}
  notes                     object: options stored in the book, by name
  bytes                     integer: size of the file; null: the shipped book
)"};

}  // namespace sumi::protocol
