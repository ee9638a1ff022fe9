// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "book/games/game_search.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/cli/commands.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/position_input.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/report/service_json.h"
#include "protocol/service/analyze_games.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMaxAddJobs = 256, kMaxLatest = 100'000;

struct AddedGames {
  int games = 0, bad = 0;
  std::array<int, 3> positions{};   ///< By StudyDeck::Added.
  std::optional<std::string> full;  ///< The error that ended writing.

  int of(StudyDeck::Added added) const { return positions[static_cast<std::size_t>(added)]; }
};

void add_game(AddedGames& sum, StudyDeck& deck, const AnalyzedGame& game, const MistakesOf& of,
              MatchedPlayers& players) {
  const auto print_message = [&game](const std::string& text) {
    print_error(game.source.where.empty() ? text : game.source.where + ": " + text);
  };
  for (const std::string& warning : game.source.warnings) print_message(warning);
  if (!game.source.game) {
    sum.bad += !game.source.is_rest;
    return print_message(game.source.game.error().message);
  }
  ++sum.games;
  players.add(*game.source.game);
  if (!game.analysis || sum.full) return;
  for (const StudyItem& item : study_items(*game.analysis, of, game.source.where)) {
    const auto added = deck.add(item);
    if (!added) {
      sum.full = added.error().message;
      return;
    }
    ++sum.positions[static_cast<std::size_t>(*added)];
  }
}

std::string added_text(const AddedGames& sum, std::size_t all, Language language) {
  return tr_format(language,
                   "Games: {}; positions added: {}, better answers: {}, known before: {}; in the "
                   "deck: {}.",
                   sum.games, sum.of(StudyDeck::Added::kNew), sum.of(StudyDeck::Added::kBetter),
                   sum.of(StudyDeck::Added::kKnown), all) +
         '\n';
}

/// The player's latest games. If the file or the games are missing, prints a message and returns
/// nothing.
std::optional<GameSource> games_of_player(const std::string& file, const std::string& player,
                                          int latest) {
  if (player.empty()) throw UsageError("--games: needs --player");
  const auto store = open_games(file);
  if (!store) return std::nullopt;
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 1; const book::GameFacts& game : store->facts()) {
    const bool played = names_player(store->players()[game.black], player) ||
                        names_player(store->players()[game.white], player);
    if (played) ids.push_back(id);
    ++id;
  }
  ids = book::latest_games(*store, std::move(ids), static_cast<std::size_t>(latest));
  std::deque<SourceGame> games;
  for (const std::uint32_t id : ids) {
    book::StoredGame game = store->game(id);
    const double share = static_cast<double>(games.size() + 1) / static_cast<double>(ids.size());
    games.push_back({game.source, std::move(game.record), {}, share});
  }
  if (!games.empty()) return GameSource::of_games(std::move(games));
  print_error(fmt::format("no player '{}' in the database", clean(player)));
  return std::nullopt;
}

int run_study_add(const Command& self, const Args& args, Output& out) {
  MistakesOf of;
  int jobs = 1;
  bool json = false;
  LimitOptions limits;
  std::optional<std::string> deck_file, games_file;
  int latest = 20;
  TextOptions texts;
  EngineOptions options;
  Options rows = mistake_rows(of, "add only moves");
  rows +=
      {{"jobs,j", number(jobs, 1, kMaxAddJobs), "number of games to analyse in parallel"},
       {"no-book", flag(options.own_book, false), "search moves that are in the opening book, too"},
       {"json", flag(json), "print a JSON object at the end"}};
  rows += limit_rows(limits, " per move");
  rows += {deck_row(deck_file),
           {"games", text(games_file, "FILE"),
            "take games of --player from this database; default: the database of `sumi games`"},
           {"latest", number(latest, 1, kMaxLatest), "with --games: take the latest N games"}};
  rows += text_rows(texts);
  rows += engine_rows(options, kSearchTopics | kBookTopic);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.empty() && !games_file) throw UsageError("no game: moves, a file or -");
  if (!line->words.empty() && games_file) throw UsageError("only one of games and --games");
  AnalysisSetup setup;
  setup.limits = limits.limits(level_limits(kStandardLevel));
  setup.limits.consults_book = true;
  const Language language = default_language();
  texts.size = options.size;
  std::optional<GameSource> source;
  if (games_file) {
    source = games_of_player(*games_file, of.player, latest);
    if (!source) return kFailed;
  } else {
    source = or_usage_error(GameSource::open(line->words, texts));
  }
  check_engine(options, book::open_opening_book);
  const auto deck = open_deck(deck_file, DeckUse::kBegin);

  watch_interrupts();
  AddedGames sum;
  MatchedPlayers players(of);
  ProgressBar bar(true, "moves", language);
  const bool complete = analyze_games(
      {*source, options, book::book_opener(print_stderr), setup, nullptr,
       [&bar](auto share, auto moves) { bar.draw(share, moves); },
       [&of](const GameRecord& game) { return of.any_of(game); }},
      jobs, [&sum] { return sum.full || interrupted(); },
      [&](const AnalyzedGame& game) {
        bar.erase();
        add_game(sum, *deck, game, of, players);
      });
  bar.erase();
  if (json) {
    out.write(json_line({{"games", sum.games},
                         {"bad", sum.bad},
                         {"added", sum.of(StudyDeck::Added::kNew)},
                         {"better", sum.of(StudyDeck::Added::kBetter)},
                         {"known", sum.of(StudyDeck::Added::kKnown)},
                         {"deck", deck->items().size()}}));
  } else {
    out.write(added_text(sum, deck->items().size(), language));
  }
  out.flush();
  if (sum.full) throw FatalError(*sum.full);
  if (!complete) return kInterrupted;
  if (!players.report()) return kFailed;
  if (sum.games == 0 && sum.bad == 0) print_error("no game in the input");
  return sum.games > 0 && sum.bad == 0 ? kDone : kFailed;
}

}  // namespace

const Command kStudyAddCommand{
    .name = "add",
    .arguments = R"(MOVES|FILE...|--games FILE [--player NAME]
    [--side black|white] [--level L|--time S|--depth D] [--deck FILE])",
    .summary = "add the mistakes of games to the deck",
    .details = R"(Analyses games, given as for `sumi analyze`, and adds each position in which a
move lost 2 discs or more, with the better move. Apparent losses are verified 4
to 8 plies deeper, or exactly with 25 or fewer empty squares.

--player adds only the moves of that player and skips other games. --side does
the same for games without names, such as f5d6c3. Without either the mistakes
of both sides are added. --games takes the latest games of --player from a
database instead: your own, or those of your next opponent.

A position is added once. A better answer replaces the old one: a proven
score, a score from the book, or one from a deeper search. Ctrl-C keeps what is
done.
)",
    .examples = R"(  sumi study add games.ggf --player Tamenori
  sumi study add f5d6c3d3c4b3 --side white --level 12
  sumi study add --games default --player Tamenori --latest 10 --deck him.jsonl
)",
    .run = run_study_add,
    .program = kSumiStudyName,
    .json = R"(  games   integer: games analysed
  bad     integer: entries that could not be read
  added   integer: positions added
  better  integer: positions that got a better answer
  known   integer: positions that were in the deck
  deck    integer: positions in the deck now
)"};

// `sumi study list`.

namespace {

int run_study_list(const Command& self, const Args& args, Output& out) {
  bool hardest = false, json = false;
  std::optional<std::string> deck_file;
  const Options rows{{"hardest", flag(hardest), "list those with the highest miss rate first"},
                     {"json", flag(json), "print a JSON object per position"},
                     deck_row(deck_file)};
  if (!parse_options(self, rows, args, out)) return kDone;
  const Language language = default_language();
  const auto deck = open_deck(deck_file, DeckUse::kRead);
  const std::vector<StudyItem>& items = deck->items();
  constexpr int kGameColumns = 28;
  const Table table({{tr(language, "No."), 4},
                     {tr(language, "played"), 6},
                     {tr(language, "best"), 5},
                     {tr(language, "lost"), 5},
                     {tr(language, "missed"), 6},
                     {tr(language, "rate"), 4},
                     {tr(language, "move no."), 8},
                     {tr(language, "game"), kGameColumns, Table::Align::kLeft}});
  if (!json) out.write(table.header());
  const std::vector<std::size_t> order = hardest_first(items);
  for (std::size_t n = 0; n < items.size(); ++n) {
    const std::size_t i = hardest ? order[n] : n;
    const StudyItem& item = items[i];
    if (json) {
      out.write(json_line(study_item_json(item)));
      continue;
    }
    const int size = item.position.size;
    const std::string row[] = {std::to_string(i + 1),
                               to_text(item.played, size),
                               to_text(item.best_move(), size),
                               fmt::format("{:.1f}", item.lost()),
                               fmt::format("{}/{}", item.missed, item.asked),
                               fmt::format("{:.0f}%", 100 * item.miss_rate()),
                               std::to_string(item.number),
                               std::string(fitting(item.game, kGameColumns))};
    out.write(table.row(row));
  }
  return kDone;
}

}  // namespace

const Command kStudyListCommand{
    .name = "list",
    .arguments = "[--hardest] [--deck FILE] [--json]",
    .summary = "list the positions of the deck",
    .details = R"(Prints a row per position: its number, which `sumi study forget` takes, the
move played, the best move, the discs lost, how often it was missed, its miss
rate, the number of the move, and the game. The miss rate estimates how
probable it is that the next answer is wrong: (missed + 1) / (asked + 2), so
50% for a new position. Read-only: works while another command has the deck
open.
)",
    .examples = R"(  sumi study list
  sumi study list --hardest
  sumi study list --json | jq -r 'select(.missed > 0) | .position'
)",
    .run = run_study_list,
    .program = kSumiStudyName,
    .json = R"(One object per position.
  position      string: the position
  best          string: the best move
  best_score    number: its score
  exact         boolean: true if best_score is exact
  depth         integer: depth of its search in plies
  best_line     array of moves: the line after it
  played        string: the move that was played
  played_score  number: its score, for the same side
  player        string: who played it
  game          string: the game, as text
  number        integer: number of the move in the game
  asked         integer: how often the position was asked
  missed        integer: how often it was missed
  miss_rate     number: estimated probability of a wrong answer, (missed + 1) /
                (asked + 2)
  last_asked    integer: Unix time in seconds; null: never
)"};

// `sumi study forget`.

namespace {

int run_study_forget(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> deck_file;
  const auto line = parse(self, Options{deck_row(deck_file)}, args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("no number given; `sumi study list` shows them");
  const Language language = default_language();
  const auto deck = open_deck(deck_file, DeckUse::kChange);
  const int most = static_cast<int>(deck->items().size());
  if (most == 0) throw FatalError("the deck is empty");
  std::set<int, std::greater<>> numbers;  // descending: removal keeps the other numbers
  for (const std::string& word : line->words) {
    const int number = parse_count(word).value_or(0);
    if (number < 1 || number > most) {
      throw UsageError(
          fmt::format("the deck has no position {}, only 1..{}", sumi::quoted(word), most));
    }
    numbers.insert(number);
  }
  for (const int number : numbers) deck->forget(static_cast<std::size_t>(number - 1)).value();
  out.write(tr_format(language, "Positions forgotten: {}; in the deck: {}.", numbers.size(),
                      deck->items().size()) +
            '\n');
  return kDone;
}

}  // namespace

const Command kStudyForgetCommand{
    .name = "forget",
    .arguments = "NUMBER... [--deck FILE]",
    .summary = "remove positions from the deck",
    .details = R"(NUMBER is a position's number in `sumi study list`; the positions after it move
up by one. Its answers are removed, too. Removes nothing if one of the numbers
is wrong.
)",
    .examples = R"(  sumi study forget 3
  sumi study forget 3 5 6 --deck my.jsonl
)",
    .run = run_study_forget,
    .program = kSumiStudyName};

}  // namespace sumi::protocol
