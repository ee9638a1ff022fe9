// SPDX-License-Identifier: MIT
/// The commands of `sumi-match`: `run` plays or resumes a tournament.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/output_paths.h"
#include "protocol/command/shards.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/engine_settings.h"
#include "protocol/service/shard_folder.h"
#include "tools/match/cli/commands.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"
#include "tools/match/tournament.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>

namespace sumi::match {
namespace {

using namespace protocol;

/// Interval of progress lines without a terminal.
constexpr double kReportSeconds = 30;

struct RunOptions {
  std::vector<std::string> engines{};
  std::optional<std::string> config{}, log{}, html{};
  /// Settings in table order, overriding those of `config`.
  std::vector<std::pair<const Setting*, std::string>> settings{};
  ShardOption shard{};
  RunSetup setup{};
};

Options rows_of(RunOptions& options) {
  Options rows{
      {"engine,e", text(options.engines, "SPEC"), "a participant, see above; once for each"},
      {"config,c", text(options.config, "FILE"),
       "engines and the settings from --format to --shard as a JSON object, by these names"}};
  const MatchConfig defaults;
  for (const Setting& setting : settings()) {
    const std::string standard = setting.get(defaults);
    OptionValue value{.name = std::string(setting.value_name)};
    value.read = [&options, &setting](const std::string& text) -> Result<void> {
      options.settings.emplace_back(&setting, text);
      return {};
    };
    if (setting.name == "format") value.words = {"match", "round-robin", "gauntlet", "swiss"};
    if (setting.name == "shard") value = shard_rows(options.shard, "").rows[0].value;
    value.name = setting.value_name;
    rows += {{std::string(setting.name), std::move(value),
              standard.empty() ? std::string(setting.help)
                               : fmt::format("{}; {} if not given", setting.help, standard)}};
  }
  return rows +=
         {{"concurrency,j", number(options.setup.concurrency, 1, 256), "games at a time, {}"},
          {"no-pin", flag(options.setup.pin, false),
           "do not bind each game to a processor of its own"},
          {"log", text(options.log, "FOLDER"),
           "keep what is said to and by engines that are started by a command"},
          {"html", text(options.html, "FILE"), "at the end write a page, see report"},
          force_row()};
}

template <class T>
T usage_or(Result<T> result) {
  if (!result) throw UsageError(result.error().message);
  return std::move(result).value();
}

/// The tournament given on the command line, unchecked; nothing if not given.
std::optional<MatchConfig> config_of(const RunOptions& options) {
  MatchConfig config;
  if (options.config) config = usage_or(parse_config(usage_or(read_file(*options.config))));
  for (const std::string& text : options.engines) {
    config.engines.push_back(usage_or(parse_engine_spec(text)));
  }
  for (const auto& [setting, text] : options.settings) {
    const auto set = setting->set(config, text);
    if (!set) throw UsageError("--" + set.error().message);
  }
  if (options.shard.given) config.shard = options.shard.shard;
  const bool given = options.config || !options.engines.empty() || !options.settings.empty() ||
                     options.shard.given;
  return given ? std::optional(config) : std::nullopt;
}

/// What shards of one tournament have in common, with checksums of weights.
ShardWork shard_work(MatchConfig config) {
  config.shard = {};
  Json settings = Json::parse(to_json(config));
  Json weights = Json::object();
  for (const EngineSpec& spec : config.engines) {
    EngineOptions options;
    for (const auto& [name, value] : spec.options) {
      // Only for Sumi in this process; other engines have other options.
      if (spec.command.empty()) usage_or(set_option(options, name, value));
    }
    if (!spec.command.empty()) continue;
    add_engine_settings(options, weights[spec.name]).value();
  }
  settings["weights"] = weights;
  return {"match", "games", settings};
}

/// A folder for shards: an existing one, or a name that ends with a slash.
bool is_folder(const std::string& path) {
  return path.ends_with('/') || std::filesystem::is_directory(path);
}

/// Merges all shards into FOLDER/all.db and returns that path.
std::string merge_shards(const std::string& folder, const ShardWork& work) {
  const WholeFolder whole = whole_folder(folder, work).value();
  std::string merged = folder + "/all.db";
  std::filesystem::remove(merged);  // contains only what the shards contain
  if (merge(whole.paths(folder, ".db"), merged).value() > 0) {
    throw FatalError(
        fmt::format("folder {}: some games cannot be read; `sumi-match verify` tells "
                    "which file is damaged",
                    sumi::quoted(folder)));
  }
  return merged;
}

/// `text` is the content of the openings file, if any.
Result<Openings> openings_of(const MatchConfig& config, const std::string& text) {
  if (config.openings.empty()) return Openings(config.random_plies, config.seed, config.size);
  auto read = parse_openings(text, config.size);
  if (!read) {
    return Error{read.error().code,
                 fmt::format("openings {}: {}", config.openings, read.error().message)};
  }
  return Openings(std::move(*read), config.shuffle, config.seed);
}

ResultStore create_store(const std::string& path, const std::optional<MatchConfig>& config,
                         const RunSetup& setup) {
  if (!config) {
    throw UsageError(
        fmt::format("no file {}, and no engines to begin one with", sumi::quoted(path)));
  }
  usage_or(check(*config));
  const std::string openings =
      config->openings.empty() ? "" : usage_or(read_file(config->openings));
  usage_or(openings_of(*config, openings));
  try_engines(*config, setup);  // before creating the file, so that a wrong command can be
                                // corrected
  return ResultStore::create(path, *config, openings).value();
}

/// Opens a file of results to continue.
ResultStore open_store(const std::string& path, const std::optional<MatchConfig>& config) {
  ResultStore store = ResultStore::open(path, ResultStore::Access::kAdd).value();
  if (config && *config != store.config()) {
    throw UsageError(
        fmt::format("{} holds a tournament already; leave engines and settings out to "
                    "go on with it, or name another file",
                    sumi::quoted(path)));
  }
  return store;
}

/// Progress display: live lines on a terminal, otherwise periodic lines.
class ProgressDisplay {
 public:
  ProgressDisplay(const MatchConfig& config, Output& out)
      : config_(config), terminal_(output_is_terminal()), live_(out, terminal_) {}

  void show(std::span<const GameResult> games, const Progress& progress) {
    if (terminal_) {
      live_.show(live_text(config_, summarise(config_, games), progress));
    } else if (progress.seconds >= next_) {
      print_stderr(fmt::format("{}/{} games", progress.played, progress.planned));
      next_ = progress.seconds + kReportSeconds;
    }
  }
  void end() { live_.erase(); }

 private:
  const MatchConfig& config_;
  const bool terminal_;
  LiveText live_;
  double next_ = kReportSeconds;
};

/// Checks that the page can be written and overwrites no other file.
void check_page(const CommandLine& line, const std::optional<std::string>& html) {
  std::vector<OutputPath> outputs;
  add_output(outputs, "html", html, page_kind());
  check_outputs(line, outputs, line.words);
  if (outputs.empty()) return;
  const auto file = OutputFile::create(outputs[0].path);  // a trial; leaves nothing
  if (!file) throw UsageError(file.error().message);
}

void make_log_folder(const std::string& log) {
  std::error_code failure;
  std::filesystem::create_directories(log, failure);
  if (!failure) return;
  throw UsageError(fmt::format("--log: {}: {}", sumi::quoted(log), failure.message()));
}

ShardProgress progress_of(const Progress& progress) {
  return {static_cast<std::uint64_t>(progress.played),
          static_cast<std::uint64_t>(progress.planned)};
}

int run_run(const Command& self, const Args& args, Output& out) {
  RunOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file for the results is wanted");
  RunSetup& setup = options.setup;
  if (options.log) make_log_folder(setup.log = *options.log);
  check_page(*line, options.html);  // before playing, not after the last game
  const auto given = config_of(options);

  std::string path = line->words[0];
  std::optional<ShardFolder> shard;
  if (is_folder(path)) {
    if (path.size() > 1 && path.ends_with('/')) path.pop_back();
    const ShardOption& option = options.shard;
    if (!given || !option.given) {
      throw UsageError(fmt::format("{} is a folder: for shards, with engines, settings and --shard",
                                   sumi::quoted(path)));
    }
    usage_or(check(*given));
    if (option.merge) {
      path = merge_shards(path, shard_work(*given));
    } else {
      shard.emplace(ShardFolder::join(path, shard_work(*given), option.shard).value());
      path = shard->path(".db");
    }
  } else if (options.shard.merge) {
    throw UsageError("--shard merge: a folder of shards is wanted; `sumi-match merge` takes files");
  }
  ResultStore store =
      std::filesystem::exists(path) ? open_store(path, given) : create_store(path, given, setup);
  const MatchConfig& config = store.config();
  Tournament tournament(store, openings_of(config, store.openings()).value(), setup);
  ProgressDisplay display(config, out);
  watch_interrupts();
  const Tournament::End end = tournament.run(
      [&](std::span<const GameResult> games, const Progress& progress) {
        display.show(games, progress);
        if (shard) shard->record(progress_of(progress));
      },
      interrupted);
  display.end();
  if (shard) {
    shard->end(progress_of(tournament.progress()), end != Tournament::End::kInterrupted);
  }

  const Summary summary = summarise(config, tournament.games());
  out.write(summary_text(config, summary));
  out.write(pipe_text(config, tournament.progress()));
  out.flush();
  if (options.html)
    write_file(*options.html, report_html(config, summary, tournament.games())).value();
  if (end != Tournament::End::kInterrupted) return kDone;
  out.write(fmt::format("\nInterrupted; `sumi-match run {}` goes on.\n", path));
  return kInterrupted;
}

}  // namespace

const Command kRunCommand{
    "run",
    R"(FILE [--engine SPEC]... [--config FILE]
    [--format match|round-robin|gauntlet|swiss] [SETTINGS] [--concurrency N])",
    "play a tournament, or go on with one",
    R"(Results go into FILE, each game as it ends. If FILE is there, what is missing is
played: after Ctrl-C, a crash or a kill nothing is lost or counted twice. If
FILE is a folder (or ends with /), each shard of --shard has a file of its own
there, of which `sumi-match status` tells; when all are done, the same command
with --shard merge makes FOLDER/all.db of them.

SPEC is KEY=VALUE words, values with blanks in quotes:
  cmd=COMMAND    starts an engine; without it Sumi plays inside this program
  name=NAME      in tables; made of the command or the options if left out
  protocol=auto|gtp|nboard|ugi|uci|usi|sumi   auto: gtp with a command, sumi
                                              without
  dir=FOLDER     to start the command in
  evaluator=, player=, level=, depth=, nodes=, option.NAME=   options of Sumi,
                                                              in this program
                 or by GTP (sumi gtp --help); other GTP engines take theirs in
                   their command;
                 ugi, uci, usi: those of the engine, _ or - for a blank; nboard:
                   set NAME
  time=TIME      instead of --time
  setup=LINE     a protocol command before each game; may be repeated
  pass=auto|tell|ask|omit   forced passes are told to the engine; told, and its
                            own asked
                 (as gogui-twogtp does); never mentioned (Quarry); auto: told,
                   in
                 GTP until it refuses one
  restart=true   a new process for each game
TIME is 60 or 60+0.5 (seconds a game, and more for each move), 0.1/move, or
none.

Each opening is played twice, with colours swapped. Illegal moves, wrong passes,
crashes, silence, floods of output and overdrawn clocks lose the game; the
engine is restarted.
)",
    R"(  sumi-match run a.db -e evaluator=table -e evaluator=mobility --time \
      0.01/move -j 2
  sumi-match run b.db -e level=10 -e 'cmd="gtp-rhino -l 3"' --time 5+0.1 \
      --games 200
  sumi-match run c.db -e 'name=new cmd=./sumi' -e 'name=old cmd=../old/sumi' \
      --sprt 0,5 \
      --openings xot.txt --games 20000
  sumi-match run d.db --config league.json --format round-robin --shard 1/3
  sumi-match run league/ --config league.json --format round-robin --shard auto
)",
    run_run,
    "sumi-match"};

// `report`, `games`, `merge` and `verify`: commands on files of results.

namespace {

int run_report(const Command& self, const Args& args, Output& out) {
  bool json = false;
  std::optional<std::string> html;
  const Options rows{
      {"json", flag(json), "one JSON object instead of tables"},
      {"html", text(html, "FILE"), "write a page with tables and pictures, needing no other file"},
      force_row()};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  std::vector<OutputPath> outputs;
  add_output(outputs, "html", html, page_kind());
  check_outputs(*line, outputs, line->words);

  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  const std::vector<GameResult> games = store.games().value();
  const Summary summary = summarise(store.config(), games);
  if (html) {
    write_file(*html, report_html(store.config(), summary, games)).value();
  }
  out.write(json ? summary_json(store.config(), summary) : summary_text(store.config(), summary));
  return kDone;
}

}  // namespace

const Command kReportCommand{
    "report",
    "FILE [--json] [--html FILE]",
    "standings, ratings and errors",
    R"(FILE is what `sumi-match run` writes; a tournament that is still running may be
looked at. Elo errors are 95 % intervals, from pairs of games with one opening
and swapped colours. The page replaces a file only if that is a page, too, or
with --force.
)",
    R"(  sumi-match report first.db
  sumi-match report first.db --html first.html
  sumi-match report first.db --json | jq .engines[0]
)",
    run_report,
    "sumi-match"};

namespace {

using WriteGames = std::string (*)(const MatchConfig&, std::span<const GameResult>);

int run_games(const Command& self, const Args& args, Output& out) {
  WriteGames write = transcripts;
  const Options rows{
      {"format",
       choice(write, {{"transcript", transcripts}, {"ggf", ggf}, {"json", json_lines}}, "NAME"),
       "transcript (a line of moves a game), ggf, or json (lines, with evaluations and times)"}};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  out.write(write(store.config(), store.games().value()));
  return kDone;
}

}  // namespace

const Command kGamesCommand{
    "games",
    "FILE [--format transcript|ggf|json]",
    "the games as transcripts, GGF or JSON lines",
    R"(JSON lines: {"id", "pair", "round", "black", "white", "opening", "result",
"score", "ending", "at_fault", "detail", "moves": [{"move", "seconds", "score",
"depth", "nodes", "exact"}], "seconds", "date"}; scores are discs, those of
moves for the side that moved.
)",
    R"(  sumi-match games first.db | head -1
  sumi-match games first.db --format json | jq -r \
      'select(.score > 40) | .opening'
)",
    run_games,
    "sumi-match"};

namespace {

int run_merge(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, Options(), args, out);
  if (!line) return kDone;
  if (line->words.size() < 2) throw UsageError("a new file and the files to merge are wanted");
  const std::string& to = line->words[0];
  const int damaged = merge({line->words.begin() + 1, line->words.end()}, to).value();
  const ResultStore store = ResultStore::open(to, ResultStore::Access::kRead).value();
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
    "put the shards of one tournament together",
    R"(Shards are files of `sumi-match run --shard I/N` with equal settings otherwise.
What is missing in the merged file can be played by `sumi-match run NEW`. Of a
damaged file the games that can be read are taken; the exit status is 1 then.
)",
    "  sumi-match merge all.db one.db two.db\n",
    run_merge,
    "sumi-match"};

namespace {

int run_verify(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, Options(), args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  const std::vector<std::string> faults = store.check_file();
  for (const std::string& fault : faults) out.write(fmt::format("file: {}\n", fault));
  out.write(faults.empty() ? "no faults\n" : fmt::format("{} faults\n", faults.size()));
  return faults.empty() ? kDone : kFailed;
}

}  // namespace

const Command kVerifyCommand{
    "verify",
    "FILE",
    "whether results are as they were written",
    R"(Reads the whole file and its checksums, and each game. Exit status 1 if anything
is wrong; `sumi-match merge NEW FILE` takes out the games that can be read.
Files that an older program has made have no checksums until `sumi-match run`
goes on with them.
)",
    "  sumi-match verify first.db\n",
    run_verify,
    "sumi-match"};

}  // namespace sumi::match
