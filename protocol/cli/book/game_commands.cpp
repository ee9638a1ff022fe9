// SPDX-License-Identifier: MIT
#include "book/book_games.h"
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/levels.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/command/command.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/entry_source.h"
#include "protocol/service/watched_search.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sumi::protocol {

using book::BookStore;

namespace {

constexpr int kMaxMessages = 10;  // bad games printed per file

bool is_file(const std::string& word) { return input_bytes(word).has_value(); }

/// Games from files or words. One thread at a time.
class GameInput {
 public:
  /// `words` are files, `-`, or the moves of one game. Throws UsageError without words. Reading
  /// ends when `stopped` returns true.
  explicit GameInput(std::vector<std::string> words, std::function<bool()> stopped = interrupted)
      : stopped_(std::move(stopped)), bar_(true, "games") {
    if (words.empty()) throw UsageError("no game given: a file, - for standard input, or moves");
    if (std::ranges::any_of(words, is_file)) {
      files_ = std::move(words);
      return;
    }
    moves_ = fmt::format("{}", fmt::join(words, " "));
    const auto game = parse_game(moves_);
    if (!game) {
      throw UsageError(fmt::format("no file named {}, and no game: {}", sumi::quoted(moves_),
                                   game.error().message));
    }
  }

  /// True for files, which can be read twice.
  bool repeatable() const {
    return std::ranges::all_of(files_, [](const std::string& path) {
      std::error_code none;
      return std::filesystem::is_regular_file(path, none);
    });
  }

  /// Returns an error, reported with the game's place.
  using Visit = std::function<Result<void>(const GameRecord& game)>;

  /// Visits all games. Counts bad ones and, unless `silent`, prints the first few per file. Returns
  /// false if stopped.
  bool for_each(const Visit& visit, bool silent = false) {
    visit_ = visit;
    silent_ = silent;
    games_ = 0;
    if (files_.empty()) {
      const auto fit = visit(parse_game(moves_).value());
      if (!fit) print_message(fit.error().message);
    }
    bool complete = true;
    for (std::size_t i = 0; i < files_.size() && complete; ++i) complete = read(files_[i], i);
    bar_.erase();
    return complete;
  }

  std::uint64_t bad() const { return bad_; }

 private:
  bool read(const std::string& path, std::size_t number) {
    constexpr double kSecondsBetween = 0.1;
    messages_ = 0;
    auto file = GameFileReader::open(path, std::nullopt, stopped_);
    if (!file) {
      print_message(file.error().message);
      return !stopped_();
    }
    while (!stopped_()) {
      const std::optional<FileItem> item = file->next();
      if (stopped_()) break;  // the entry may be incomplete
      if (!item) {
        if (messages_ > kMaxMessages) {
          bar_.erase();
          print_error(fmt::format("{}: {} more such entries", path, messages_ - kMaxMessages));
        }
        return true;
      }
      const Result<void> fit =
          item->entry ? visit_(game_of(*item->entry)) : Result<void>(item->entry.error());
      if (!fit) {
        print_message(fmt::format("{}: {}", item->where, fit.error().message));
        continue;
      }
      ++games_;
      if (since_drawn_.seconds() < kSecondsBetween) continue;
      since_drawn_ = StopWatch();
      std::optional<double> share = item->share;
      const auto before = static_cast<double>(number), all = static_cast<double>(files_.size());
      if (share) share = (before + *share) / all;
      bar_.draw(share, games_);
    }
    return false;
  }

  void print_message(const std::string& message) {
    if (silent_) return;
    ++bad_;
    if (++messages_ > kMaxMessages) return;
    bar_.erase();
    print_error(message);
  }

  const std::function<bool()> stopped_;
  std::vector<std::string> files_;
  std::string moves_;  ///< The game in words; empty with files.
  ProgressBar bar_;
  StopWatch since_drawn_;
  Visit visit_;
  bool silent_ = false;
  int messages_ = 0;  ///< About the current file.
  std::uint64_t games_ = 0, bad_ = 0;
};

constexpr int kMaxGamePlies = 60;

std::string level_standard() {
  return fmt::format("as stored in the book, or {}", book::kLearnLevel);
}

/// Unsearched positions, also of earlier runs, fewest empties first: their searches help those of
/// earlier positions.
std::vector<Board> unsearched(const BookStore& book) {
  std::vector<Board> boards;
  book.for_each([&](const Board& board, const book::BookEntry& entry) {
    if (entry.leaf.state == book::Leaf::State::kUnsearched) boards.push_back(board);
    return !interrupted();
  });
  std::ranges::stable_sort(boards, std::ranges::greater{}, &Board::empties);
  return boards;
}

bool is_there(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(path, none);
}

void drop_if_empty(std::unique_ptr<BookStore> book) {
  if (book->size() > 0) return;
  const std::string path = book->path();
  book.reset();
  std::error_code gone;
  std::filesystem::remove(path, gone);
  print_error(fmt::format("no usable game, so {} was not created", sumi::quoted(path)));
}

/// Returns false if stopped.
bool add_games(GameInput& input, BookStore& book, const book::AddSetup& setup,
               book::AddReport& report) {
  book::GameAdder adder(book, setup);
  const auto survey = [&](const GameRecord& game) {
    adder.survey(game);
    return Result<void>();
  };
  const auto add = [&](const GameRecord& game) {
    adder.add(game, report);
    return Result<void>();
  };
  if (setup.min_games > 1 && !input.for_each(survey, true)) return false;
  return input.for_each(add);
}

int run_add(const Command& self, const Args& args, Output& out) {
  book::AddSetup setup;
  bool no_search = false;
  int level = book::kLearnLevel;
  std::optional<Millis> time;
  WorkOptions options;
  Options rows{
      {"plies", number(setup.plies, 1, kMaxGamePlies), "add the first N moves of each game, {}"},
      {"min-games", number(setup.min_games, 1, std::numeric_limits<int>::max()),
       "add only positions that at least N of the games reached"},
      {"no-search", flag(no_search), "leave new positions to a later `sumi book add` or `build`"},
      level_row(level, level_standard()),
      time_row(time)};
  rows += work_rows(options);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (no_search && line->has("level")) {
    throw UsageError("--level and --no-search exclude each other");
  }
  BookWork work(options, time);
  GameInput input(line->words, [&work] { return work.is_to_end(); });
  if (setup.min_games > 1 && !input.repeatable()) {
    throw UsageError("--min-games reads the games twice: it needs files, not - or a pipe");
  }
  const bool is_new = !is_there(path);
  auto book = open_or_create(path);
  set_notes(*book, *line, kLevelNote);
  take_notes(*line, rows, *book, kLevelNote);

  book::AddReport report;
  const std::uint64_t before = book->size();
  const bool complete = add_games(input, *book, setup, report);
  if (!complete) {
    work.end_before();
  } else if (!no_search) {
    work.search(*book, unsearched(*book), level);
  }
  if (!options.json) {
    out.write(
        tr_format(default_language(),
                  "{} games: {} known already, {} unsuitable, {} unreadable; {} new positions\n",
                  report.games, report.known, report.skipped, input.bad(), book->size() - before));
  }
  const int status = work.finish(*book, level, out,
                                 {{"games", report.games},
                                  {"known", report.known},
                                  {"skipped", report.skipped},
                                  {"bad", input.bad()},
                                  {"new", book->size() - before}});
  if (is_new) drop_if_empty(std::move(book));
  return status == kDone && report.games == 0 ? kFailed : status;
}

class LearnSearch {
 public:
  explicit LearnSearch(const EngineOptions& options) : engine_(options), bar_(true, "positions") {}
  ~LearnSearch() { bar_.erase(); }

  std::optional<SearchReport> operator()(const Board& board, const SearchLimits& limits) {
    if (interrupted()) return std::nullopt;
    engine_.set_board(board);
    const SearchUpdate found = watched_search(engine_, limits, {}, interrupted);
    if (interrupted()) return std::nullopt;
    bar_.draw(std::nullopt, ++searched_);
    return found;
  }

  std::uint64_t searched() const { return searched_; }

 private:
  Engine engine_;
  ProgressBar bar_;
  std::uint64_t searched_ = 0;
};

int run_learn(const Command& self, const Args& args, Output& out) {
  int level = book::kLearnLevel;
  bool json = false;
  EngineOptions engine;
  Options rows{level_row(level, level_standard()), {"json", flag(json), "print a JSON object"}};
  rows += engine_rows(engine, kSearchTopics);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  LearnSearch search(engine);  // reports missing weights before any change
  GameInput input(line->words);
  watch_interrupts();
  const bool is_new = !is_there(path);
  auto book = open_or_create(path);
  set_notes(*book, *line, kLevelNote);

  const StopWatch watch;
  const std::uint64_t before = book->size();
  book::AddReport report;
  const auto learn = [&](const GameRecord& game) -> Result<void> {
    const auto learned = book::learn(*book, game, std::ref(search));
    if (!learned) return learned.error();
    report.games += learned->games;
    report.known += learned->known;
    return {};
  };
  const bool complete = input.for_each(learn);
  const std::uint64_t added = book->size() - before;
  const double seconds = watch.seconds();
  if (json) {
    out.write(json_line({{"games", report.games},
                         {"known", report.known},
                         {"bad", input.bad()},
                         {"added", added},
                         {"searched", search.searched()},
                         {"positions", book->size()},
                         {"seconds", json_seconds(seconds)}}));
  } else {
    out.write(tr_format(default_language(),
                        "{} games: {} known already; {} unsuitable or unreadable; {} new "
                        "positions, {} searched in {}\n{}: {} positions\n",
                        report.games, report.known, input.bad(), added, search.searched(),
                        clock_time(seconds), path, book->size()));
  }
  out.flush();
  if (is_new) drop_if_empty(std::move(book));
  if (!complete || interrupted()) {
    return end_with(kInterrupted, "interrupted; the next run searches the rest");
  }
  return report.games > 0 ? kDone : kFailed;
}

}  // namespace

const Command kBookAddCommand{
    .name = "add",
    .arguments = R"(BOOK GAMES... [--plies N] [--min-games N]
    [--level L | --no-search] [OPTIONS])",
    .summary = "add games and count their results",
    .details = R"(GAMES are files in any format that `sumi convert --formats` lists; - is
standard input. Counts the result of each game in every book position that it
reached, then adds and searches new positions. A game counts once, however
often it is added; games with the same moves, players, date and event are the
same.

A --level given here is stored in the book and used from then on. The same
command continues after Ctrl-C (exit status 130) or a kill, which lose one game
or the searches in progress. Exit status 1: no game was found.
)",
    .examples = R"(  sumi book add my.book WTH_19*.wtb --plies 20 --min-games 3 --level 12
  zcat games.ggf.gz | sumi book add my.book - --no-search
)",
    .run = run_add,
    .program = kSumiBookName,
    .json = R"(  games                 integer: games read
  known                 integer: those that were counted before
  skipped               integer: those without moves or with an unusual start
  bad                   integer: entries that could not be read
  new                   integer: positions added
  added, searched, ...  as in `sumi book build`
)"};

const Command kBookLearnCommand{
    .name = "learn",
    .arguments = "BOOK GAME... [--level L] [--threads N] [OPTIONS]",
    .summary = "learn from finished games",
    .details = R"(GAME is a file, - for standard input, or moves. Does what the engine does with
--book-learn: counts the result, adds the positions down to 20 empty squares
and searches them, last ones first. If a game did not end as the book
predicted, the next game is played differently.

--level is stored in the book, and the engine's own learning uses it, too.
Creates BOOK if it is missing. Searches lost to Ctrl-C or a kill are done the
next time the book learns.
)",
    .examples = R"(  sumi book learn my.book lost.ggf
  sumi book learn my.book --level 16 games.wtb
)",
    .run = run_learn,
    .program = kSumiBookName,
    .json = R"(  games      integer: games read
  known      integer: those that were counted before
  bad        integer: entries that could not be read
  added      integer: positions added
  searched   integer: searches done
  positions  integer: positions in the book now
  seconds    number: elapsed time
)"};

}  // namespace sumi::protocol
