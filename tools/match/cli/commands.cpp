// SPDX-License-Identifier: MIT
/// `sumi-match`: tournaments between any engines. The command `run` is in run_command.cpp.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/command/output_paths.h"
#include "protocol/command/shards.h"
#include "protocol/report/output.h"
#include "tools/match/cli/commands.h"
#include "tools/match/people.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

namespace sumi::match {
namespace {

using namespace protocol;

/// The only word of a command about a file of results.
const std::string& results_file(const CommandLine& line) {
  if (line.words.size() != 1) throw UsageError("one file of results is wanted");
  return line.words[0];
}

ResultStore open_results(const std::string& path) {
  return ResultStore::open(path, ResultStore::Access::kRead).value();
}

int run_report(const Command& self, const Args& args, Output& out) {
  bool json = false;
  std::optional<std::string> html, anchor;
  const Options rows{
      {"json", flag(json), "print a JSON object"},
      {"anchor", text(anchor, "NAME=ELO"),
       "rating of one engine, to which the others are relative"},
      {"html", text(html, "FILE"), "write a self-contained page: tables, charts and all games"},
      force_row()};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string& path = results_file(*line);
  std::vector<OutputPath> outputs;
  add_output(outputs, "html", html, page_kind());
  check_outputs(*line, outputs, line->words);

  const ResultStore store = open_results(path);
  const std::vector<GameResult> games = store.games().value();
  MatchConfig config = store.config();
  if (anchor) usage_or(set_known_anchor(config, *anchor));
  const Summary summary = summarise(config, games);
  if (html) write_file(*html, report_html(config, summary, games)).value();
  out.write(json ? summary_json(config, summary) : summary_text(config, summary));
  return kDone;
}

}  // namespace

const Command kReportCommand{
    "report",
    "FILE [--json] [--html FILE] [--anchor NAME=ELO]",
    "print standings, ratings and errors",
    R"(FILE is written by `sumi-match run`, which may still be running. Elo errors are
95% confidence intervals from pairs of games with the same opening and colours
swapped. --html writes a page; without --force it replaces an existing file
only if that is such a page.
)",
    R"(  sumi-match report first.db
  sumi-match report first.db --html first.html
  sumi-match report first.db --json | jq .engines[0]
)",
    run_report,
    "sumi-match",
    nullptr,
    {},
    R"(One object. Errors are half of a 95% confidence interval; Elo is null where it
is infinite, and what has no games is null.
  format                    string: match, round-robin, gauntlet, swiss or
                            knockout
  games                     integer: games played
  planned                   integer: games planned
  engines[]                 array: the engines, by points a game and rating
  engines[].name            string: its name
  engines[].engine          integer: its number, from 0
  engines[].games           integer: games that it played
  engines[].points          number: a win is 1 point, a draw 0.5
  engines[].wins, draws, losses
                            integer: its results
  engines[].as_black, as_white
                            object: results with each colour: {wins, draws,
                            losses}
  engines[].pairs           array of integers: pairs of games in which it got
                            0, 0.5, 1, 1.5 and 2 points
  engines[].elo, elo_lower, elo_upper
                            number: Elo against the others, with its interval
  engines[].superiority     number: probability that it is stronger, 0 to 1
  engines[].rating, rating_error
                            number: Bradley-Terry rating in Elo; null also for
                            engines that met the anchor by no chain of games
  engines[].discs, discs_error
                            number: mean score in discs
  engines[].faults          object: number of games lost by each kind of fault
  engines[].unplayed        integer: games that it lost because it was out;
                            absent: none
  engines[].plays           array of strings: evaluator and weights as it
                            reports them; may be absent
  engines[].noise           integer: lines of output outside its protocol;
                            absent: none
  engines[].moves           integer: moves after the openings
  engines[].seconds         number: time of these moves
  engines[].slowest_seconds
                            number: time of the slowest one
  engines[].cpu_seconds     number: processor time of its process; may be
                            absent
  engines[].cpu_moves       integer: moves for which it was measured
  standings[]               array: the table of the event, best first
  standings[].name          string: the engine's name
  standings[].games, points
                            number: its games, and points with those of byes
  standings[].brightwell, discs, buchholz
                            number: tie-breaks: Brightwell quotient, discs,
                            points of its opponents
  standings[].byes          integer: rounds without an opponent
  standings[].withdrawn     boolean: true: it has left the event
  meetings[]                array: each pair of engines
  meetings[].first, second  string: their names
  meetings[].pairs          array of integers: as above, for the first
  meetings[].games, points, wins, draws, losses, elo, elo_lower, elo_upper, superiority, discs, discs_error
                            number: as above, for the first
  sprt                      object or null: null without --sprt
  sprt.elo0, elo1, alpha, beta
                            number: its parameters
  sprt.llr                  number: log-likelihood ratio
  sprt.lower, upper         number: its bounds
  sprt.verdict              string: the verdict, as text
  duplicates                integer: games that repeat another one move by move
  overhead_ms_per_move      number: mean time of the referee in ms
)"};

namespace {

using WriteGames = std::string (*)(const MatchConfig&, std::span<const GameResult>);

int run_games(const Command& self, const Args& args, Output& out) {
  WriteGames write = transcripts;
  const Options rows{
      {"format",
       choice(write,
              {{"transcript", transcripts}, {"ggf", ggf}, {"pgn", pgn}, {"json", json_lines}},
              "NAME"),
       "transcript (a line of moves per game), ggf, pgn (for Ordo and BayesElo), or json (with "
       "scores and times)"}};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const ResultStore store = open_results(results_file(*line));
  out.write(write(store.config(), store.games().value()));
  return kDone;
}

}  // namespace

const Command kGamesCommand{
    "games",
    "FILE [--format transcript|ggf|pgn|json]",
    "print games as transcripts, GGF, PGN or JSON lines",
    R"(FILE is written by `sumi-match run`, which may still be running. In PGN White
moves first, so its tag White is our Black; unplayed games are left out.
)",
    R"(  sumi-match games first.db | head -1
  sumi-match games first.db --format pgn > first.pgn && ordo -p first.pgn
  sumi-match games first.db --format json | jq -r \
      'select(.score > 40) | .opening'
)",
    run_games,
    "sumi-match",
    nullptr,
    {},
    R"(With --format json, one object per game.
  id                    integer: number of the game, from 0
  pair                  integer: number of its pair: the two games of an
                        opening
  round                 integer: number of its round
  black, white          string: names of the engines
  opening               string: moves of the opening
  start                 string: the first position; absent: the usual one
  result                string: the result, as text
  score                 integer: final score for Black; null: a fault or
                        resignation ended the game
  ending                string: how the game ended
  at_fault              string: black or white, if a fault ended the game; else
                        null
  detail                string: the fault, as text
  moves[]               array: all moves, those of the opening included
  moves[].move          string: the move
  moves[].seconds       number: its time
  moves[].score         number: as the engine reported it, for the side that
                        moved; may be absent, like the next ones
  moves[].depth, nodes  integer: as reported
  moves[].exact         boolean: true if score is exact
  seconds               number: time of the game
  overhead_seconds      number: time of the referee
  date                  string: date and time of the game
)"};

namespace {

int run_merge(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, Options(), args, out);
  if (!line) return kDone;
  if (line->words.size() < 2) throw UsageError("need a new file and the files to merge");
  const std::string& to = line->words[0];
  const int damaged = merge({line->words.begin() + 1, line->words.end()}, to).value();
  const ResultStore store = open_results(to);
  out.write(fmt::format("{}: {} of {} games\n", to, store.games().value().size(),
                        planned_games(store.config())));
  if (damaged == 0) return kDone;
  print_error(
      fmt::format("games left out because they cannot be read: {}; `sumi-match run {}` plays what "
                  "is missing",
                  damaged, to));
  return kFailed;
}

}  // namespace

const Command kMergeCommand{
    "merge",
    "NEW FILE...",
    "merge the shards of a tournament",
    R"(The files come from `sumi-match run --shard I/N` with otherwise equal settings.
`sumi-match run NEW` plays the games that are missing. The readable games of a
damaged file are merged; the exit status is then 1.
)",
    "  sumi-match merge all.db one.db two.db\n",
    run_merge,
    "sumi-match"};

namespace {

int run_verify(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, Options(), args, out);
  if (!line) return kDone;
  const ResultStore store = open_results(results_file(*line));
  const std::vector<std::string> faults = store.check_file();
  for (const std::string& fault : faults) out.write(fmt::format("file: {}\n", fault));
  out.write(faults.empty() ? "no faults\n" : fmt::format("{} faults\n", faults.size()));
  return faults.empty() ? kDone : kFailed;
}

}  // namespace

const Command kVerifyCommand{
    "verify",
    "FILE",
    "check that a file of results is intact",
    R"(Reads the whole file, its checksums and each game. Exit status 1 if anything is
wrong; `sumi-match merge NEW FILE` recovers the readable games. Files of older
versions have no checksums until `sumi-match run` continues them.
)",
    "  sumi-match verify first.db\n",
    run_verify,
    "sumi-match"};

namespace {

/// "12, 14"
std::string numbers_of(std::span<const Fixture> games) {
  std::string text;
  for (const Fixture& f : games) text += fmt::format("{}{}", text.empty() ? "" : ", ", f.id);
  return text;
}

/// The game whose result a person may correct.
Fixture replaceable(const std::vector<GameResult>& games, int id) {
  const auto known = std::ranges::find(games, id, [](const auto& g) { return g.fixture.id; });
  if (known == games.end()) throw UsageError(fmt::format("game {} has no result", id));
  if (known->detail != kEnteredByHand) {
    throw UsageError(fmt::format("game {}: its result was not entered", id));
  }
  if (known->fixture.round != first_open_round(games)) {
    throw UsageError(fmt::format("game {}: round {}, which it has paired, has begun", id,
                                 known->fixture.round + 2));
  }
  return known->fixture;
}

/// A game that waits for a result.
Fixture open_game(const MatchConfig& config, const std::vector<GameResult>& games, int id) {
  const std::vector<Fixture> waiting = games_of_people(config, games);
  const auto fixture = std::ranges::find(waiting, id, &Fixture::id);
  if (fixture != waiting.end()) return *fixture;
  const auto known = std::ranges::find(games, id, [](const auto& g) { return g.fixture.id; });
  if (known != games.end()) {
    throw UsageError(fmt::format("game {} has the result {}", id, result_text(*known)));
  }
  throw UsageError(waiting.empty() ? fmt::format("game {}: no game waits for a result", id)
                                   : fmt::format("game {}: these wait for a result: {}", id,
                                                 numbers_of(waiting)));
}

int run_enter(const Command& self, const Args& args, Output& out) {
  bool replace = false;
  const Options rows{
      {"replace", flag(replace), "correct a result that was entered, until the next round begins"}};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 3) throw UsageError("need a file of results, a game and its result");
  const std::string &path = line->words[0], &number = line->words[1];
  const auto id = parse_count(number);
  if (!id) throw UsageError(fmt::format("{} is not the number of a game", sumi::quoted(number)));

  ResultStore store = ResultStore::open(path, ResultStore::Access::kAdd).value();
  const MatchConfig& config = store.config();
  const std::vector<GameResult> games = store.games().value();
  const Fixture fixture = replace ? replaceable(games, *id) : open_game(config, games, *id);
  const Openings openings = Openings::of(config, store.openings()).value();
  const GameResult result =
      usage_or(entered_result(fixture, openings[fixture.opening], line->words[2]));
  (replace ? store.replace(result) : store.add(result)).value();
  out.write(fmt::format("game {}: {} - {}, {}\n", *id, name_of(config, fixture.black),
                        name_of(config, fixture.white), result_text(result)));
  return kDone;
}

}  // namespace

const Command kEnterCommand{
    "enter",
    "FILE GAME RESULT [--replace]",
    "store the result of a person's game",
    R"(`sumi-match run` prints the games that wait for people (player=person), with
their numbers. RESULT is the number of Black's and White's discs (38-26), a
score (B+12, W+4, 0), W+resign or W+time, or all moves of the game. Empty
squares count for the winner.
)",
    R"(  sumi-match enter event.db 12 38-26
  sumi-match enter event.db 14 W+resign
  sumi-match enter event.db 14 B+resign --replace
)",
    run_enter,
    "sumi-match"};

namespace {

constexpr ListedCommand kCommands[]{&kRunCommand,    &kEnterCommand,      &kReportCommand,
                                    &kGamesCommand,  &kMergeCommand,      &kVerifyCommand,
                                    &kStatusCommand, &kCompletionCommand, &kHelpCommand};

}  // namespace

const Program kSumiMatch{
    "sumi-match",
    "sumi-match",
    "tournaments between Othello engines",
    kCommands,
    "",
    R"(  sumi-match run first.db -e evaluator=table -e evaluator=mobility \
      --time 0.01/move
  sumi-match run second.db -e cmd=sumi -e 'cmd="gtp-rhino -l 3"' --time 5
  sumi-match run second.db    # continues
  sumi-match report second.db --html second.html
  sumi-match games second.db --format ggf > second.ggf
)",
    nullptr,
};

const Command kStatusCommand = status_command("sumi-match", "  sumi-match status league\n");

const Command kCompletionCommand =
    completion_command<kSumiMatch>("sumi-match", R"(  source <(sumi-match completion bash)
  sumi-match completion zsh > ~/.zfunc/_sumi-match
)");

const Command kHelpCommand = help_command<kSumiMatch>(
    "sumi-match", "Same as `sumi-match --help` and `sumi-match COMMAND --help`.\n",
    "  sumi-match help run\n");

}  // namespace sumi::match
