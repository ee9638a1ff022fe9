// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "book/store/book_tree.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/levels.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/options.h"
#include "protocol/report/format.h"
#include "protocol/report/output.h"
#include "protocol/service/solve.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr ListedCommand kCommands[]{
    &kBookBuildCommand,  &kBookRunCommand,     &kBookLeavesCommand, &kBookSearchCommand,
    &kBookTakeCommand,   &kBookWorkCommand,    &kBookAddCommand,    &kBookLearnCommand,
    &kBookDeepenCommand, &kBookPruneCommand,   &kBookMergeCommand,  &kBookVerifyCommand,
    &kBookShowCommand,   &kBookExplainCommand, &kBookDiffCommand,   &kBookStatsCommand,
    &kBookExportCommand, &kBookImportCommand,  &kBookHelpCommand};

}  // namespace

const Program kSumiBook{
    .name = kSumiBookName,
    .title = "Sumi book",
    .summary = "opening books",
    .commands = kCommands,
    .examples = R"(  sumi book show default f5d6c3
  sumi book build my.book --plies 8 --max-loss 3 --level 12 -j 2
  sumi book build my.book    # continues
  sumi book add my.book games.ggf --plies 20
  sumi book verify my.book
)",
};

const Command kBookHelpCommand = help_command<kSumiBook>(
    kSumiBookName, "Same as `sumi book --help` and `sumi book COMMAND --help`.\n",
    "  sumi book help build\n");

// Its help is the overview of kSumiBook.
const Command kBookCommand{.name = "book",
                           .arguments = "COMMAND BOOK",
                           .summary = "build, extend, show and convert opening books",
                           .run = run_inner,
                           .inner = &kSumiBook};

namespace {

constexpr int kMaxPositions = 1'000'000'000;
constexpr int kMaxJobs = 256, kMaxPlies = 60, kMaxLoss = 64;
constexpr int kMaxDeviation = kMaxPlies * kMaxLoss;  // no line can lose more
constexpr int kMaxSeconds = 10'000'000;              // 115 days
constexpr auto kMaxTime =
    std::chrono::floor<std::chrono::minutes>(std::chrono::seconds(kMaxSeconds));

/// "1:30" is an hour and a half.
std::optional<std::chrono::minutes> hours_and_minutes(std::string_view text) {
  const std::string_view hours_text = take_until(text, ':');
  const auto hours = parse_count(hours_text), minutes = parse_count(text);
  if (!hours || !minutes || text.size() != 2 || *minutes > 59) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

Result<std::optional<Millis>> parse_time(const std::string& text) {
  std::optional<Millis> time;
  if (text.find(':') == text.npos) {
    const auto set = seconds(time, kMaxSeconds).read(text);
    if (!set) return set.error();
    return time;
  }
  time = hours_and_minutes(text);
  if (!time || time->count() < 1 || *time > kMaxTime) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} is not H:MM, such as 1:30, in 0:01..{}:{:02}, or a "
                             "number of seconds",
                             sumi::quoted(text), kMaxTime.count() / 60, kMaxTime.count() % 60)};
  }
  return time;
}

constexpr std::string_view kFromGames = "games";

Result<std::vector<Board>> parse_root(const std::string& text) {
  if (text == kFromGames) return std::vector{kStartBoard};
  const auto game = parse_game(text);
  if (!game) return game.error();
  const Position position = game->replay().position();
  const auto root = book::book_position(position.board);
  if (position.size != 8 || !root || !book::is_book_position(*root)) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("{} is not an 8x8 position with discs in the centre and a legal move",
                             sumi::quoted(text))};
  }
  return std::vector{*root};
}

}  // namespace

Options goal_rows(book::BuildGoal& goal) {
  return {
      {"plies", without_standard(number(goal.plies, 0, kMaxPlies)),
       fmt::format("positions after at most N moves, {{}} (default: as stored in the book, or {})",
                   goal.plies)},
      {"max-loss", discs_value(goal.max_loss, kMaxLoss),
       fmt::format(
           "maximum loss of each move in discs, {{}} (default: as stored in the book, or {:.0f})",
           to_discs(goal.max_loss))},
      {"max-deviation", discs_value(goal.max_deviation, kMaxDeviation),
       "maximum total loss of both sides on the path, in discs, {} (default: as stored in the "
       "book, or unlimited)"},
      {"from", parsed(goal.roots, "MOVES", parse_root),
       "start from this position or these moves; games: from the start of the game, popular "
       "positions first (default: as stored in the book, or the start of the "
       "game)"}};
}

Option games_row(std::optional<std::string>& file) {
  Option row = database_row(file);
  row.help = "with --from games: " + row.help;
  return row;
}

void ask_games(const CommandLine& line, const std::optional<std::string>& file,
               book::BuildGoal& goal) {
  const auto from = line.given.find("from");
  const bool by_games = from != line.given.end() && trim(from->second.back()) == kFromGames;
  if (file && !by_games) throw UsageError("--games: needs --from games");
  if (!by_games || goal.games) return;
  std::shared_ptr<const book::GameStore> store = open_games(file);
  if (!store) throw FatalError("--from games: needs a database of games");
  goal.games = [store](const Board& board) -> std::uint64_t {
    return store->occurrences(board).size();
  };
}

Option level_row(int& level, std::string_view standard) {
  return {"level,l", without_standard(number(level, 0, kMaxLevel, "L")),
          fmt::format("level of the searches (see `sumi levels`), {{}} ({})", standard)};
}

Option positions_row(book::BuildGoal& goal) {
  return {"positions", without_standard(number(goal.max_positions, 1, kMaxPositions)),
          "end when the book has N positions"};
}

Option time_row(std::optional<Millis>& time) {
  return {"time,t", parsed(time, "TIME", parse_time), "end after this time: seconds, or H:MM"};
}

OptionValue discs_value(Value& field, int max) {
  OptionValue row{.name = "DISCS", .range = fmt::format("0..{}", max)};
  row.read = [&field, max](const std::string& text) -> Result<void> {
    const double discs = parse_real(text).value_or(-1);
    if (!(discs >= 0 && discs <= max)) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("{} is not a number of discs in 0..{}", sumi::quoted(text), max)};
    }
    field = Value{static_cast<int>(std::lround(discs * Value::kPerDisc))};
    return {};
  };
  return row;
}

void take_notes(CommandLine& line, const Options& rows, const book::BookReader& book,
                std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const std::string note = book.note(std::string(name));
    if (!line.has(name) && !note.empty()) give(line, rows, name, note);
  }
}

void set_notes(book::BookStore& book, const CommandLine& line,
               std::span<const std::string_view> names) {
  book.change([&] {
    for (const std::string_view name : names) {
      const auto found = line.given.find(name);
      if (found != line.given.end()) book.set_note(found->first, trim(found->second.back()));
    }
  });
}

void settle_goal(CommandLine& line, const Options& rows, book::BookStore& book) {
  take_notes(line, rows, book, kBuildNotes);
  set_notes(book, line, kBuildNotes);
}

void forbid_workers(const Args& args) {
  for (const std::string& arg : args) {
    if (arg == "--workers" || arg.starts_with("--workers=")) {
      throw UsageError(fmt::format("--workers {}", kReplacedByRounds));
    }
  }
}

Options work_rows(WorkOptions& work) {
  Options rows{
      {"jobs,j", number_or_auto(work.jobs, 1, kMaxJobs),
       "number of parallel searches, each with its own table, {}, or auto: one per processor"},
      {"json", flag(work.json), "print a JSON object"}};
  return rows += engine_rows(work.engine, kSearchTopics, {"threads"});
}

int jobs_of(const WorkOptions& work) {
  const SolvePlan plan = or_usage_error(
      plan_solving(work.jobs, 1, false, work.engine.hash_mib, solve_machine()), "--");
  check_engine(work.engine);
  return plan.jobs;
}

namespace {

using book::BuildEnd;

/// By BuildEnd.
constexpr struct {
  std::string_view name;  ///< In JSON.
  std::string_view text;  ///< Follows "N positions"; a key of tr().
} kEnds[] = {{"done", ", complete"},
             {"interrupted", ""},
             {"time", "; the time is up, the same command resumes"},
             {"full", ", as many as --positions allows"}};

std::string hourly_rate(std::uint64_t count, double seconds) {
  constexpr int kHour = 3600;
  return short_rate(kHour * count, seconds);
}

}  // namespace

BookWork::BookWork(const WorkOptions& options, std::optional<Millis> time)
    : options_(options), jobs_(jobs_of(options)), bar_(true, "positions") {
  if (time) deadline_ = std::chrono::steady_clock::now() + *time;
  watch_interrupts();
}

book::BookWorker BookWork::worker(book::BookStore& book) {
  book::BookWorker::Setup setup;
  setup.engine = options_.engine;
  setup.threads = jobs_;
  setup.interrupted = interrupted;
  setup.progress = [this](const book::BuildProgress& progress) { draw(progress); };
  setup.deadline = deadline_;
  return book::BookWorker(book, std::move(setup));
}

void BookWork::run(book::BookStore& book, const book::BuildGoal& goal, Work work) {
  end_ = (worker(book).*work)(goal);
}

void BookWork::search(book::BookStore& book, const std::vector<Board>& boards, int level) {
  end_ = worker(book).search(boards, level);
}

bool BookWork::is_to_end() const {
  return interrupted() || (deadline_ && std::chrono::steady_clock::now() >= *deadline_);
}

void BookWork::end_before() { end_ = interrupted() ? BuildEnd::kInterrupted : BuildEnd::kTimeUp; }

void BookWork::draw(const book::BuildProgress& progress) {
  done_ = progress;
  const Language language = default_language();
  std::string words = tr_format(language, "positions, {} searched, {} waiting, deviation {:.2f}",
                                progress.searched, progress.waiting, progress.deviation);
  bar_.set_words(std::move(words));
  bar_.draw(std::nullopt, progress.positions);
}

std::string BookWork::work_text(int level, double seconds) const {
  const Language language = default_language();
  std::string text =
      tr_format(language, "{} positions added, {} searches at level {} in {}: ", done_.added,
                done_.searched, level, clock_time(seconds));
  if (done_.added > 0) {
    text += tr_format(language, "{} positions/h, ", hourly_rate(done_.added, seconds));
  }
  return text + tr_format(language, "{} searches/h\n", hourly_rate(done_.searched, seconds));
}

int BookWork::finish(const book::BookStore& book, int level, Output& out, Json more) {
  bar_.erase();
  const double seconds = watch_.seconds();
  const auto* const ended = end_ ? &kEnds[static_cast<std::size_t>(*end_)] : nullptr;
  if (options_.json) {
    more.update({{"added", done_.added},
                 {"searched", done_.searched},
                 {"level", level},
                 {"positions", book.size()},
                 {"nodes", done_.nodes},
                 {"seconds", json_seconds(seconds)},
                 {"end", ended ? Json(ended->name) : Json()}});
    out.write(json_line(more));
  } else {
    const Language language = default_language();
    if (ended) out.write(work_text(level, seconds));
    out.write(tr_format(language, "{}: {} positions{}\n", book.path(), book.size(),
                        ended ? tr(language, ended->text) : ""));
  }
  out.flush();
  if (end_ != BuildEnd::kInterrupted) return kDone;
  return end_with(kInterrupted, "interrupted; the same command resumes");
}

book::Progress drawn_progress(std::uint64_t positions, std::shared_ptr<ProgressBar> bar) {
  return [bar = std::move(bar), positions](double share) {
    bar->draw(share, static_cast<std::uint64_t>(share * static_cast<double>(positions)));
    return !interrupted();
  };
}

std::string take_book(CommandLine& line) {
  if (line.words.empty()) throw UsageError("no book given: a file, or `default`, the shipped one");
  std::string path = line.words.front();
  line.words.erase(line.words.begin());
  return path;
}

std::string only_book(CommandLine& line) {
  std::string path = take_book(line);
  forbid_words(line);
  return path;
}

void forbid_shipped(const std::string& path) {
  if (path != kShippedBook) return;
  throw UsageError(fmt::format(
      "'{}' is the shipped book, which is read-only: `sumi book merge FILE {}` copies it to a file",
      path, path));
}

std::shared_ptr<const book::BookReader> open_to_read(const std::string& path) {
  return book::open_book(path).value();
}

std::unique_ptr<book::BookStore> open_to_write(const std::string& path) {
  forbid_shipped(path);
  return book::BookStore::open(path, book::BookStore::Access::kWrite).value();
}

std::unique_ptr<book::BookStore> open_or_create(const std::string& path) {
  forbid_shipped(path);
  auto opened = book::BookStore::open(path, book::BookStore::Access::kWrite);
  if (!opened && opened.error().code == ErrorCode::kNotFound) {
    opened = book::BookStore::create(path);
  }
  return std::move(opened).value();
}

std::string lines_text(double lines) {
  constexpr double kMax = 1e9;
  return lines < kMax ? fmt::format("{:.0f}", lines) : fmt::format("{:.2g}", lines);
}

std::uintmax_t file_size_of(const std::string& path) {
  std::uintmax_t bytes = 0;
  for (const char* const suffix : {"", "-wal"}) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(path + suffix, missing);
    if (!missing) bytes += size;
  }
  return bytes;
}

}  // namespace sumi::protocol
