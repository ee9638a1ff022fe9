// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "book/store/book_entry.h"
#include "engine/base/checksum.h"
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/levels.h"
#include "engine/search_core.h"
#include "engine/weights/weights_format.h"
#include "protocol/cli/commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/output_paths.h"
#include "protocol/command/position_input.h"
#include "protocol/command/shards.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/analysis_html.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/games_report.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/report/service_json.h"
#include "protocol/service/analyze_games.h"
#include "protocol/service/engine_settings.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/solve.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

enum class AnalysisFormat { kText, kJson, kCsv };

constexpr int kMaxMessages = 10;
constexpr std::size_t kMaxPageGames = 5000;  // in memory, about 25 KB each

/// Prints one game move by move, or a line per game and totals. One thread at a time.
class AnalysisReport {
 public:
  /// `page` (for write_page()) and `games` (for new moves) may be null.
  AnalysisReport(Output& out, AnalysisFormat format, Language language, const MistakesOf& mistakes,
                 FileOutput* page, const book::GameStore* games)
      : out_(out),
        format_(format),
        language_(language),
        mistakes_(mistakes),
        page_(page),
        games_(games),
        text_(language),
        players_(mistakes) {
    if (format_ == AnalysisFormat::kCsv) out_.write(analysis_csv_header());
  }

  /// Prints the first errors and warnings on standard error.
  void add(const AnalyzedGame& game) {
    for (const std::string& warning : game.source.warnings) {
      print_message(game.source.where, warning);
    }
    if (!game.source.game) {
      bad_ += !game.source.is_rest;
      print_message(game.source.where, game.source.game.error().message);
    } else {
      players_.add(*game.source.game);
      if (game.analysis && !(game.analysis->partial && game.analysis->moves.empty())) {
        add_analysis(*game.analysis);
      }
    }
  }

  /// MatchedPlayers::report().
  bool report_players() const { return players_.report(); }

  void finish() {
    if (format_ == AnalysisFormat::kText && first_) {
      out_.write(analysis_text(*first_, language_));
      if (games_) out_.write(new_move_text(*games_, first_->game, language_));
    } else if (format_ == AnalysisFormat::kText && summary_.games() > 1) {
      out_.write(text_.end(summary_, bad_));
    } else if (format_ == AnalysisFormat::kJson && summary_.games() > 1) {
      out_.write(json_line(summary_json(summary_, bad_)));
    }
    out_.flush();
    if (messages_ > kMaxMessages) {
      print_error(fmt::format("{} more messages of this kind", messages_ - kMaxMessages));
    }
  }

  /// Writes the page of the games so far. Throws FatalError.
  void write_page() {
    if (paged_.empty()) return;
    page_->output().write(paged_.size() == 1 ? to_html(paged_.front(), language_)
                                             : to_html(paged_, language_));
    page_->finish();
    if (static_cast<std::size_t>(summary_.games()) > paged_.size()) {
      print_error(fmt::format("--html: the first {} of {} games", paged_.size(), summary_.games()));
    }
  }

  int games() const { return summary_.games(); }
  int bad() const { return bad_; }

 private:
  void add_analysis(GameAnalysis analysis) {
    keep_mistakes(analysis, mistakes_);
    summary_.add(analysis);
    if (format_ == AnalysisFormat::kJson) {
      Json json = analysis_json(analysis);
      if (games_) json["new_move"] = new_move_json(*games_, analysis.game);
      out_.write(json_line(json));
    } else if (format_ == AnalysisFormat::kCsv) {
      out_.write(analysis_csv(analysis, summary_.games()));
    } else {
      add_text(analysis);
    }
    out_.flush();
    if (page_ && paged_.size() < kMaxPageGames) paged_.push_back(analysis);
  }

  void add_text(const GameAnalysis& analysis) {
    if (summary_.games() == 1) {
      first_ = analysis;
      return;
    }
    if (first_) out_.write(text_.header() + text_.row(1, *std::exchange(first_, std::nullopt)));
    out_.write(text_.row(summary_.games(), analysis));
  }

  void print_message(const std::string& where, const std::string& message) {
    if (++messages_ > kMaxMessages) return;
    print_error(where.empty() ? message : fmt::format("{}: {}", where, message));
  }

  Output& out_;
  const AnalysisFormat format_;
  const Language language_;
  const MistakesOf& mistakes_;
  FileOutput* const page_;
  const book::GameStore* const games_;
  const GamesText text_;
  MatchedPlayers players_;
  AnalysisSummary summary_;
  std::optional<GameAnalysis> first_;  ///< Until a second game is added.
  std::vector<GameAnalysis> paged_;
  int bad_ = 0, messages_ = 0;
};

constexpr int kMaxJobs = 256;

struct AnalyzeOptions {
  LimitOptions limits{};
  int jobs = 1;
  bool json = false, csv = false;
  std::optional<std::string> html{}, out{}, resume{}, games{};
  MistakesOf mistakes{};
  TextOptions texts{};
  ShardOption shard{};
  EngineOptions engine{};
};

Options rows_of(AnalyzeOptions& options) {
  Options rows = limit_rows(options.limits, " per move");
  rows +=
      {{"no-book", flag(options.engine.own_book, false),
        "search moves that are in the opening book, too"},
       {"jobs,j", number(options.jobs, 1, kMaxJobs), "number of games to analyse in parallel, {}"},
       {"json", flag(options.json), "print a JSON object per game"},
       {"csv", flag(options.csv), "print CSV, a row per move"},
       {"html", text(options.html, "FILE"), "also write a page with boards and a graph"},
       {"out,o", text(options.out, "FILE"), "write the report to FILE (default: standard output)"},
       {"resume,r", text(options.resume, "FILE"),
        "store results in FILE and continue from them; with --shard a folder"}};
  rows += mistake_rows(options.mistakes, "report only mistakes");
  rows += {{"games", text(options.games, "FILE"),
            "report the first move that no game in this database has; `default`: the database of "
            "`sumi games`"}};
  rows += text_rows(options.texts);
  rows += shard_rows(options.shard, "games");
  rows += {force_row()};
  return rows += engine_rows(options.engine, kSearchTopics | kBoardTopic | kBookTopic);
}

AnalysisFormat format_of(const AnalyzeOptions& options) {
  if (options.json && options.csv) throw UsageError("--json and --csv exclude each other");
  if (options.json) return AnalysisFormat::kJson;
  return options.csv ? AnalysisFormat::kCsv : AnalysisFormat::kText;
}

GameSource source_of(const CommandLine& line, const AnalyzeOptions& options) {
  if (line.words.empty()) {
    throw UsageError("no game: moves, a file or -; `sumi hint` shows the best moves of a position");
  }
  TextOptions texts = options.texts;
  texts.size = options.engine.size;
  return or_usage_error(GameSource::open(line.words, texts, options.shard.shard));
}

/// Normalizes: `--level 05` is level 5.
SearchSettings settings_of(const LimitOptions& limits) {
  if (limits.time) return {"{} s a move", fmt::format("{}", to_seconds(*limits.time))};
  if (limits.depth) return {"depth {}", std::to_string(*limits.depth)};
  return {"level {}", std::to_string(limits.level.value_or(kStandardLevel))};
}

/// By content: the file may change under the same name.
std::string weights_text(const EngineOptions& options) {
  const ChosenEvaluator chosen = chosen_evaluator(options).value();
  if (chosen.entry->weights != kWeightsFile) return chosen.weights;
  return checksum_of_bytes(read_file(chosen.weights, kMaxWeightsBytes).value());
}

/// By content; the shipped book belongs to the program.
std::string book_text(const EngineOptions& options) {
  if (options.book == kShippedBook) return options.book;
  const auto book = book::open_book(options.book).value();
  Fnv1a hash;
  book->for_each([&hash](const Board& board, const book::BookEntry& entry) {
    hash.add(fmt::format("{:x} {:x} {}", board.own, board.opp,
                         entry.score ? entry.score->units : kInfinity.units));
    return true;
  });
  return fmt::format("{:016x}", hash.hash());
}

/// For --resume: everything that affects scores, except the program.
std::string setup_text(const SearchSettings& settings, const EngineOptions& options) {
  std::string text = fmt::format("{}, evaluator {}", settings_text(Language::kEnglish, settings),
                                 options.evaluator);
  if (!options.weights.empty() || is_evaluator_file(options.evaluator)) {
    text += ", weights " + weights_text(options);
  }
  if (options.own_book) text += ", book " + book_text(options);
  return text;
}

std::unique_ptr<AnalysisJournal> journal_of(const std::string& path, const std::string& setup) {
  if (path.empty()) return nullptr;
  auto journal = AnalysisJournal::open(path, setup).value();
  report_damaged_lines(journal->path(), journal->damaged());
  return journal;
}

std::unique_ptr<FileOutput> file_of(const char* option, const std::optional<std::string>& path) {
  return path ? std::make_unique<FileOutput>(option, *path) : nullptr;
}

/// True for a text report in any language.
bool is_report(std::string_view head) {
  for (const Language language : {Language::kEnglish, Language::kJapanese}) {
    const std::string search = fmt::format("{}: ", tr(language, "Search"));
    if (head.starts_with(search) || head.find('\n' + search) != head.npos ||
        head.starts_with(GamesText(language).header())) {
      return true;
    }
  }
  return false;
}

FileKind kind_of(AnalysisFormat format) {
  if (format == AnalysisFormat::kJson) return json_kind();
  if (format == AnalysisFormat::kText) return {"report of sumi analyze", is_report};
  return {"CSV of sumi analyze",
          [](std::string_view head) { return head.starts_with(analysis_csv_header()); }};
}

void check_files(const CommandLine& line, AnalysisFormat format, const AnalyzeOptions& options) {
  const ShardOption& shard = options.shard;
  std::vector<OutputPath> outputs;
  add_output(outputs, "out", options.out, kind_of(format));
  add_output(outputs, "html", options.html, page_kind());
  const bool filtered = !options.mistakes.player.empty() || options.mistakes.side;
  if (shard.given && !shard.merge && options.resume && (filtered || !outputs.empty())) {
    throw UsageError(fmt::format("{}: a shard writes no report; --shard merge does",
                                 !outputs.empty()        ? outputs[0].what
                                 : options.mistakes.side ? "--side"
                                                         : "--player"));
  }
  // AnalysisJournal checks its own files.
  if (!shard.given) add_output(outputs, "resume", options.resume, any_kind());
  check_outputs(line, outputs, line.words);
}

/// Fills the shard's journal; prints only totals.
int run_shard(const AnalysisRun& run, int jobs, ShardFolder& shard, ProgressBar& bar, Output& out) {
  int games = 0, bad = 0;
  ShardProgress progress;
  const bool complete = analyze_games(run, jobs, interrupted, [&](const AnalyzedGame& game) {
    bar.erase();
    ++(game.source.game ? games : bad);
    if (!game.source.game) {
      print_error(fmt::format("{}: {}", game.source.where, game.source.game.error().message));
    }
    progress = progress_by_share(static_cast<std::uint64_t>(games), game.source.share);
    shard.record(progress);
  });
  bar.erase();
  shard.end(progress, complete);
  out.write(fmt::format("{} games analysed, {} bad\n", games, bad));
  if (complete) return bad == 0 ? kDone : kFailed;
  return end_with(kInterrupted, "interrupted; the same command resumes");
}

int run_analyze(const Command& self, const Args& args, Output& standard) {
  AnalyzeOptions options;
  const auto line = parse(self, rows_of(options), args, standard);
  if (!line) return kDone;
  SearchLimits limits = options.limits.limits(level_limits(kStandardLevel));
  limits.consults_book = true;
  const AnalysisSetup setup{limits, settings_of(options.limits)};
  const AnalysisFormat format = format_of(options);
  const Language language = default_language();
  const EngineOptions& engine_options = options.engine;
  const int jobs = options.jobs;
  // Tables must fit in memory.
  or_usage_error(
      plan_solving(jobs, engine_options.threads, false, engine_options.hash_mib, solve_machine()),
      "--");
  const ShardOption& option = options.shard;
  check_files(*line, format, options);
  check_engine(engine_options, book::open_opening_book);
  GameSource source = source_of(*line, options);
  const auto file = file_of("--out", options.out), page = file_of("--html", options.html);
  std::optional<ShardFolder> shard;
  const std::string journal_setup =
      options.resume ? setup_text(setup.settings, engine_options) : "";
  const ShardedResume sharded{
      ".analysis",
      [&] {
        const Json settings{{"setup", journal_setup}, {"input", input_settings(line->words)}};
        return ShardWork{"analyze", "games", settings};
      },
      [&](const std::vector<std::string>& from, const std::string& to) {
        return AnalysisJournal::merge(from, to, journal_setup);
      }};
  const auto journal =
      journal_of(resume_path(options.resume.value_or(""), option, sharded, shard), journal_setup);
  Output& out = file ? file->output() : standard;

  watch_interrupts();
  const auto games = options.games ? open_games(options.games) : nullptr;
  if (options.games && !games) return kFailed;
  AnalysisReport report(out, format, language, options.mistakes, page.get(), games.get());
  // No progress bar between JSON or CSV rows on a terminal.
  const bool rows = format != AnalysisFormat::kText && !file && is_terminal(kStdout);
  ProgressBar bar(!rows, "moves", language);
  const AnalysisRun run{
      .source = source,
      .options = engine_options,
      .open_book = book::book_opener(print_stderr),
      .setup = setup,
      .journal = journal.get(),
      .progress = [&bar](auto share, auto moves) { bar.draw(share, moves); },
      .wants = [&options](const GameRecord& game) { return options.mistakes.any_of(game); },
      .whole_games = option.given,
      .known_only = option.merge};
  if (shard) return run_shard(run, jobs, *shard, bar, standard);
  const bool complete = analyze_games(run, jobs, interrupted, [&](const AnalyzedGame& game) {
    bar.erase();
    report.add(game);
  });
  bar.erase();
  report.finish();
  if (file && report.games() > 0) file->finish();
  report.write_page();
  if (!complete) {
    if (journal) print_error("interrupted; the same command resumes");
    return kInterrupted;
  }
  if (!report.report_players()) return kFailed;
  if (report.games() == 0 && report.bad() == 0) print_error("no game in the input");
  return report.games() > 0 && report.bad() == 0 ? kDone : kFailed;
}

}  // namespace

const Command kAnalyzeCommand{
    .name = "analyze",
    .arguments = R"(MOVES|FILE... [--level L|--time S|--depth D] [--json|--csv]
    [--player NAME] [--side COLOR] [--html FILE] [--resume FILE] [--shard I/N])",
    .summary = "find the mistakes in games",
    .details = R"(Reports for each move of a game the score of the best move, the score of the
move played and the discs lost; for several games, one line per game, then the
players and the most instructive mistakes. Give a game as moves (f5d6c3),
preceded by its start position if that is not the usual one, or as a FILE in
any format that `sumi convert --formats` lists; - is standard input.

Marks: ?! loses 2 discs, ? 4, ?? 8. A move that seems to lose is verified by a
deeper search; the column `sure` is the probability that it loses at least 2
discs. Accuracy is 100% without losses and halves for every 2 discs lost per
move. With --side or --player only the chosen side has marks, accuracy and
totals; --player skips the games of others.

The default is level 20; every level solves positions with up to 22 empties.
--resume continues after Ctrl-C (exit status 130) or a kill. --shard analyses
one share of the games and stores it in the folder of --resume; `sumi status`
shows progress, --shard merge reports all. Exit status 1: unreadable games.
)",
    .examples = R"(  sumi analyze f5d6c3d3c4f4c5b3c2
  sumi analyze game.sgf --time 1 --html game.html
  sumi analyze WTH_1977.wtb --jobs 4 --level 12 --resume 1977.analysis
  sumi analyze games.ggf --json | jq '.moves[] | select(.lost >= 8)'
  sumi analyze games.pgn --csv --out games.csv
  sumi analyze games.ggf --player Tamenori --html mine.html
  sumi analyze WTH_1977.wtb --level 12 --resume 1977 --shard 3/16
)",
    .run = run_analyze,
    .json = R"(One object per game.
  black, white              string: names; like the next ones only if the game
                            has them
  black_rating, white_rating
                            string: ratings, as text
  event, round, place, date
                            string: text of the game's file
  result                    string: the result as the game's file has it
  score                     integer: final score for Black, of finished games
  size                      integer: board size: 4, 6 or 8
  start                     string: the first position
  transcript                string: the moves
  opening                   object or null: {english, japanese, moves}
  settings                  string: limits and evaluator of the search, as text
  seconds                   number: time of the analysis
  partial                   boolean: true if it was interrupted
  quality.black, white      QUALITY: of each side; without moves if --side or
                            --player leaves the side out
  moves[]                   array of MOVE: each move
  worst[]                   array of integers: numbers of the worst moves,
                            worst first, at most 5
  new_move                  object or null: with --games, the first move that
                            leads to a position that no other game of the
                            database reached
  new_move.number           integer: its number
  new_move.side             string: black or white
  new_move.move             string: the move
  new_move.games            integer: number of games that reached the position
                            before it
  new_move.latest[]         array: the latest of them, at most 10, as in `sumi
                            games search`

QUALITY, how well moves were chosen:
  accuracy                  number: percent, 0 to 100; null: no moves
  accuracy_error            number: half of its 95% confidence interval, in
                            percent; null: unknown
  moves                     integer: number of moves that were not forced
  best_moves                integer: how many of them lost nothing
  lost                      number: discs lost
  mean_lost                 number: discs lost per move
  inaccuracies              integer: moves marked ?! (2 discs)
  mistakes                  integer: moves marked ? (4 discs)
  blunders                  integer: moves marked ?? (8 discs)
  opening, midgame, endgame
                            object: the same fields for each stage

MOVE:
  number          integer: number of the move in the game, from 1, without
                  passes
  index           integer: index in the transcript, from 0, with passes
  side            string: black or white
  move            string: the move played
  best            string: the best move
  lost            number: discs lost
  mark            string: inaccuracy, mistake or blunder; empty: none, or
                  --side or --player leaves the side out
  confidence      number: probability that the move loses at least 2 discs, 0
                  to 1
  before          SCORE: of the best move
  after           SCORE: of the move played, for the side that moved
  forced          boolean: true if it was the only legal move
  changes_result  boolean: true if it turned a win or a draw into a worse
                  result
  stage           string: opening, midgame or endgame
  position        string: the position before the move
  best_line       array of strings: moves after best
  played_line     array of strings: moves after move
  seconds         number: time of its searches

SCORE:
  score        number: -64 to 64
  exact        boolean: true if score is exact
  depth        integer: plies, those in book included
  selectivity  integer: 73, 87, 95, 98, 99 or 100
  source       string: book or search
  book_plies   integer: plies of depth that are in book

After several games a last object:
  total.games               integer: number of games
  total.partial             integer: number of interrupted ones
  total.bad                 integer: entries that could not be read
  total.seconds             number: time of all searches
  total.quality             QUALITY: of all moves
  total.players[]           array of QUALITY: each player, with these fields,
                            too:
  total.players[].name      string: the name
  total.players[].games     integer: number of games
  total.players[].rating    integer or null: estimated from the discs lost;
                            1500: the mean of tournament players
  total.players[].rating_error
                            integer or null: half of its 95% confidence
                            interval
  total.players[].openings[]
                            array of QUALITY: without stages, for each opening,
                            with:
  total.players[].openings[].opening
                            object or null: {english, japanese, moves}
  total.players[].openings[].games
                            integer: number of games
  total.worst[]             array of MOVE: the most instructive mistakes, with:
  total.worst[].game        integer: number of the game's object, from 1
  total.worst[].player      string: who played the move
)"};

}  // namespace sumi::protocol
