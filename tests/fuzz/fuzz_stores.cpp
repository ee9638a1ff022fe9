// SPDX-License-Identifier: MIT
/// Contents of match results and journals; SUMI_FUZZ_TARGET selects one (README.md). Checksums are
/// corrected: otherwise they would reject nearly all inputs.
#include "engine/base/checksum.h"
#include "engine/base/sqlite.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/game.h"
#include "engine/game/rules.h"
#include "protocol/cli/book/round_files.h"
#include "protocol/cli/solve/solve_store.h"
#include "protocol/service/analyze_games.h"
#include "protocol/service/line_journal.h"
#include "tests/fuzz/fuzz_checks.h"
#include "tools/match/match_config.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"
#include "tools/match/summary.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

using namespace sumi;
using namespace sumi::fuzz;

namespace {

/// A row of these values, without a table.
Statement row_statement() {
  static sqlite3* const db = [] {
    sqlite3* opened = nullptr;
    check(sqlite3_open(":memory:", &opened) == SQLITE_OK, "SQLite");
    return opened;
  }();
  std::string sql = "SELECT ?";
  for (int i = 1; i < match::kGameColumns; ++i) sql += ",?";
  return Statement::prepare("memory", db, sql.c_str()).value();
}

/// A column may be null, an integer, a number or text.
void bind_value(Statement& row, const std::string& value) {
  if (value == "NULL") return row.bind_null();
  const char* const begin = value.data();
  const char* const end = begin + value.size();
  std::int64_t whole = 0;
  if (const auto got = std::from_chars(begin, end, whole);
      got.ec == std::errc() && got.ptr == end) {
    return row.bind(whole);
  }
  double number = 0;
  if (const auto got = std::from_chars(begin, end, number);
      got.ec == std::errc() && got.ptr == end) {
    return row.bind(number);
  }
  row.bind(value);
}

void check_legal(const match::GameResult& result) {
  Game game(result.start);
  for (const match::TimedMove& move : result.moves) {
    check(move.color == game.position().to_move, "out of turn");
    check(game.play(move.color, move.square).has_value(), "illegal move");
  }
}

/// The first line is a configuration; the next eighteen are the columns of a game.
[[maybe_unused]] void fuzz_results(std::string_view text) {
  const std::vector<std::string> lines = split_lines(text);
  match::MatchConfig config;
  config.engines.resize(3);
  for (int i = 0; i < 3; ++i) config.engines[static_cast<std::size_t>(i)].name = std::to_string(i);
  if (!lines.empty() && !lines[0].empty()) {
    const Result<match::MatchConfig> read = match::parse_config(lines[0]);
    if (!read) {
      check_message(read.error());
    } else {
      const std::string written = match::to_json(*read);
      const auto again = match::parse_config(written);
      check(again.has_value() && *again == *read, "another configuration", written);
      if (match::check(*read)) config = *read;
    }
  }
  Statement row = row_statement();
  for (std::size_t i = 1; i <= match::kGameColumns; ++i) {
    bind_value(row, i < lines.size() ? lines[i] : "");
  }
  check(row.step().value(), "no row");
  match::GameResult game;
  const auto read = match::read_game(row, static_cast<int>(config.engines.size()), game);
  if (!read) return check_message(read.error());
  check_legal(game);

  Statement same = row_statement();
  check(match::bind_game(same, game).has_value(), "it cannot be written");
  check(same.step().value(), "no row");
  match::GameResult again;
  const auto reread = match::read_game(same, static_cast<int>(config.engines.size()), again);
  check(reread.has_value() && again == game, "another game");

  const std::vector<match::GameResult> games{game};
  const match::Summary summary = match::summarise(config, games);
  check(!match::summary_text(config, summary).empty(), "no table");
  check(!match::summary_json(config, summary).empty(), "no JSON");
  check(!match::report_html(config, summary, games).empty(), "no page");
}

std::string in_memory(const char* name) {
  return "/dev/shm/sumi-fuzz-" + std::to_string(getpid()) + "-" + name;
}

/// Such lines get a correct checksum.
bool is_object(std::string_view line) {
  return line.size() > 2 && line.front() == '{' && line.back() == '}';
}

/// Writes these lines to the file `name`, with correct checksums.
std::string write_lines(const char* name, const std::string& header,
                        const std::vector<std::string>& lines) {
  const std::string path = in_memory(name);
  std::ofstream file(path, std::ios::binary);
  file << header << '\n';
  for (const std::string& line : lines) {
    file << (is_object(line) ? with_sum(line) : line) << '\n';
  }
  return path;
}

using protocol::AnalysisJournal, protocol::AnalyzedMove, protocol::SolveStore;

void check_analysis(const std::vector<std::string>& lines) {
  static const GameRecord game = parse_game("f5d6c3d3c4").value();
  constexpr const char* kSetup = "fuzz";
  static const std::string header = [] {
    const std::string path = in_memory("header");
    AnalysisJournal::open(path, kSetup).value();
    std::string line;
    std::getline(std::ifstream(path), line);
    std::remove(path.c_str());
    return line;
  }();
  const std::string path = write_lines("analysis", header, lines);
  {
    const auto journal = AnalysisJournal::open(path, kSetup).value();
    for (const AnalyzedMove& move : journal->known(game)) {
      check(std::abs(move.best.discs) <= 64 && std::abs(move.after.discs) <= 64, "discs");
      check(std::isfinite(move.lost) && std::isfinite(move.seconds), "no number");
      for (const Line& line : {move.best_line, move.played_line}) {
        Game after(move.before);
        for (const Square s : line) check(after.play(s).has_value(), "illegal line");
      }
      journal->add(game, move);
    }
  }
  {
    const auto journal = AnalysisJournal::open(path, kSetup).value();
    journal->known(game);
  }
  std::remove(path.c_str());
}

void check_answer(const std::string& text) {
  const auto answer = protocol::parse_answer(text);
  if (!answer) return;
  const std::string written = protocol::answer_line(*answer);
  const auto again = protocol::parse_answer(written);
  check(again.has_value() && protocol::answer_line(*again) == written, "written differently",
        written);
}

/// Journals of `sumi solve --resume`, `sumi analyze --resume` and `sumi book search`.
[[maybe_unused]] void fuzz_journal(std::string_view text) {
  const std::vector<std::string> lines = split_lines(text);
  for (const std::string& line : lines) {
    protocol::is_whole_line(line, false);
    check_answer(line);
    const auto entry = SolveStore::parse(line);
    if (!entry) continue;
    Game game(entry->key.position);
    for (const Square s : entry->solution.line) check(game.play(s).has_value(), "illegal line");
    const std::string written = SolveStore::line_of(entry->key, entry->solution);
    check(protocol::is_whole_line(written.substr(0, written.size() - 1), false), "sum", written);
    const auto again = SolveStore::parse(written);
    check(again.has_value() && SolveStore::line_of(again->key, again->solution) == written,
          "written differently", written);
  }
  const std::string path =
      write_lines("solved", "{\"sumi\":\"solve --resume\",\"version\":2}", lines);
  {
    const auto store = SolveStore::open(path).value();
    for (const std::string& line : lines) {
      const auto entry = is_object(line) ? SolveStore::parse(line) : std::nullopt;
      if (!entry) continue;
      const auto known = store->find(entry->key.position, entry->key.mode);
      check(known.has_value(), "not found", line);
      store->add(entry->key.position, entry->key.mode, *known);
    }
    check(store->size() <= lines.size(), "more than lines");
  }
  std::remove(path.c_str());
  check_analysis(lines);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SUMI_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
