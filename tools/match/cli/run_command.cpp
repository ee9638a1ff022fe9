// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/output_paths.h"
#include "protocol/command/shards.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/data_file.h"
#include "protocol/service/engine_settings.h"
#include "protocol/service/shard_folder.h"
#include "tools/match/changes.h"
#include "tools/match/cli/commands.h"
#include "tools/match/live_page.h"
#include "tools/match/people.h"
#include "tools/match/plan.h"
#include "tools/match/report_html.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"
#include "tools/match/tournament.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

namespace sumi::match {
namespace {

using namespace protocol;

struct RunOptions {
  std::vector<std::string> engines{};
  std::optional<std::string> config{}, log{}, html{};
  /// In table order; override those of `config`.
  std::vector<std::pair<const Setting*, std::string>> settings{};
  ShardOption shard{};
  std::optional<int> http{};
  std::vector<std::string> withdrawn{};
  bool trust_commands = false, dry_run = false;
  RunSetup setup{};
};

Options rows_of(RunOptions& options) {
  Options rows{
      {"engine,e", text(options.engines, "SPEC"), "add an engine (see above); may be repeated"},
      {"config,c", text(options.config, "FILE"),
       "read the engines and settings (--format to --shard below) from a JSON file"}};
  const MatchConfig defaults;
  const auto add = [&options](const Setting& setting, std::string_view front) {
    return [&options, &setting, front](const std::string& text) -> Result<void> {
      options.settings.emplace_back(&setting, std::string(front) + text);
      return {};
    };
  };
  for (const Setting& setting : settings()) {
    const std::string standard = setting.get(defaults);
    OptionValue value{.name = std::string(setting.value_name)};
    value.read = add(setting, "");
    if (setting.name == "openings") value.words = {"balanced", "xot"}, value.files = true;
    if (setting.name == "format")
      value.words = {"match", "round-robin", "gauntlet", "swiss", "knockout"};
    if (setting.name == "shard") value = shard_rows(options.shard, "").rows[0].value;
    value.name = setting.value_name;
    rows += {{std::string(setting.name), std::move(value),
              standard.empty() ? std::string(setting.help)
                               : fmt::format("{} (default: {})", setting.help, standard)}};
    if (setting.name == "openings") {
      rows += {{"random-plies", OptionValue{.name = "N", .read = add(setting, "random:")},
                "same as --openings random:N"}};
    }
  }
  return rows +=
         {{"withdraw", text(options.withdrawn, "NAME"),
           "withdraw an engine: it loses its other games unplayed; may be repeated"},
          {"trust-commands", flag(options.trust_commands),
           "start the programs that FILE names, even if you have never named them"},
          {"concurrency,j", number(options.setup.concurrency, 1, 256),
           "number of parallel games, {}"},
          {"no-pin", flag(options.setup.pin, false), "do not pin each game to its own processor"},
          {"log", text(options.log, "FOLDER"), "log the dialogues with engine processes in FOLDER"},
          {"html", text(options.html, "FILE"), "write the page of the results at the end"},
          {"http", number(options.http, 0, 65535),
           "serve a page with boards, tables and replays on 127.0.0.1; 0: any free port"},
          {"dry-run", flag(options.dry_run), "print games, openings and time, and play nothing"},
          force_row()};
}

/// The tournament of the command line, unchecked; std::nullopt if it specifies none. Settings that
/// it leaves out are those of `base`.
std::optional<MatchConfig> config_of(const RunOptions& options, const MatchConfig& base = {}) {
  MatchConfig config = base;
  if (options.config || !options.engines.empty()) config.engines.clear();
  if (options.config) config = usage_or(parse_config(usage_or(read_file(*options.config)), config));
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

// A results file names programs to run, and may come from someone else. Only programs that this
// user has named are started: those of the command line, and those of events that the user began or
// trusted, of which a file of the user keeps a list (data_file()). An entry is a folder and an
// engine's whole specification without its name, so that neither another `./engine` nor other
// options are trusted.

constexpr std::string_view kTrustedFile = "match-commands.jsonl";

/// A line of the list; empty for an engine that starts no program.
std::string entry_of(EngineSpec spec) {
  if (spec.command.empty()) return {};
  std::error_code failed;
  const std::filesystem::path here = std::filesystem::current_path(failed);
  if (failed) return {};
  const std::string folder = (here / spec.directory).lexically_normal().string();
  spec.name = "engine";
  spec.directory.clear();
  spec.time.reset();
  spec.move_limit.reset();
  spec.joined = 0;
  spec.withdrawn.reset();
  return nlohmann::json{folder, to_text(spec)}.dump(-1, ' ', true,
                                                    nlohmann::json::error_handler_t::replace) +
         '\n';
}

std::set<std::string> trusted_entries() {
  std::set<std::string> lines;
  const auto path = data_file(kTrustedFile);
  const auto text = path ? read_file(*path) : Result<std::string>("");
  std::string_view rest = text ? std::string_view(*text) : "";
  for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    lines.emplace(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
  }
  return lines;
}

/// The engines whose programs the list lacks.
std::vector<EngineSpec> untrusted(std::span<const EngineSpec> engines) {
  const std::set<std::string> known = trusted_entries();
  std::vector<EngineSpec> others;
  for (const EngineSpec& spec : engines) {
    if (!spec.command.empty() && !known.contains(entry_of(spec))) others.push_back(spec);
  }
  return others;
}

/// Adds the programs of `engines` to the list. Ignores errors: without the list the next run asks.
void trust(std::span<const EngineSpec> engines) {
  const auto path = data_file(kTrustedFile);
  const std::vector<EngineSpec> fresh = untrusted(engines);
  if (!path || fresh.empty()) return;
  std::string lines;
  for (const EngineSpec& spec : fresh) lines += entry_of(spec);
  make_data_folder(*path, kTrustedFile);
  if (const auto file = open_to_append(*path)) write_all(file->get(), lines);
}

/// What all shards share, with checksums of the weights.
ShardWork shard_work(MatchConfig config) {
  config.shard = {};
  Json settings = Json::parse(to_json(config));
  Json weights = Json::object();
  for (const EngineSpec& spec : config.engines) {
    if (is_person(spec) || !spec.command.empty()) continue;  // only Sumi in this process
    EngineOptions options;
    for (const auto& [name, value] : spec.options) usage_or(set_option(options, name, value));
    add_engine_settings(options, weights[spec.name]).value();
  }
  settings["weights"] = weights;
  return {"match", "games", settings};
}

/// An existing folder, or a name that ends with a slash.
bool is_folder(const std::string& path) {
  return path.ends_with('/') || std::filesystem::is_directory(path);
}

std::string merge_shards(const std::string& folder, const ShardWork& work) {
  const WholeFolder whole = whole_folder(folder, work).value();
  std::string merged = folder + "/all.db";
  std::filesystem::remove(merged);  // the shards contain all its games
  if (merge(whole.paths(folder, ".db"), merged).value() > 0) {
    throw FatalError(
        fmt::format("folder {}: some games cannot be read; `sumi-match verify` tells "
                    "which file is damaged",
                    sumi::quoted(folder)));
  }
  return merged;
}

/// Checks a new tournament; returns the text of its file of openings, if it has one.
std::string check_new(const std::string& path, const std::optional<MatchConfig>& config) {
  if (!config) {
    throw UsageError(
        fmt::format("no file {}, and no engines to begin one with", sumi::quoted(path)));
  }
  for (const EngineSpec& spec : config->engines) {
    if (spec.joined == 0 && !spec.withdrawn) continue;
    throw UsageError(fmt::format("engine {}: joined and withdrawn are for changes of an event",
                                 sumi::quoted(spec.name)));
  }
  usage_or(check(*config));
  std::string openings;
  if (opening_source(*config) == OpeningSource::kFile) {
    openings = usage_or(read_openings(config->openings, config->size));
  }
  usage_or(Openings::of(*config, openings));
  return openings;
}

ResultStore create_store(const std::string& path, const std::optional<MatchConfig>& config,
                         const RunOptions& options) {
  if (!options.withdrawn.empty()) throw UsageError("--withdraw: the event has not begun");
  const std::string openings = check_new(path, config);
  // Before creating the file, so that the user can correct a command.
  try_engines(*config, options.setup);
  ResultStore store = ResultStore::create(path, *config, openings).value();
  trust(config->engines);
  return store;
}

/// Fails, listing them, if the event would start programs that this user has not named.
void check_trust(const std::string& path, const MatchConfig& config, const RunOptions& options) {
  if (options.config || !options.engines.empty()) trust(config_of(options)->engines);
  const std::vector<EngineSpec> unknown = untrusted(config.engines);
  if (unknown.empty()) return;
  std::string list;
  for (const EngineSpec& spec : unknown) list += "\n  " + to_text(spec);
  print_stderr(fmt::format("{} starts programs that you have not named:{}", path, list));
  if (!options.trust_commands) {
    throw UsageError("--trust-commands starts them; first make sure that you know them");
  }
  trust(unknown);
}

/// The configuration of an existing file with the changes of the command line.
MatchConfig changed_config(const ResultStore& store, const RunOptions& options) {
  const MatchConfig& stored = store.config();
  const auto given = config_of(options, stored);
  if (!given && options.withdrawn.empty()) return stored;
  return usage_or(
      changed_event(stored, given.value_or(stored), options.withdrawn, store.games().value()));
}

/// Opens an existing file to play on, and stores changes.
ResultStore resume_store(const std::string& path, const RunOptions& options) {
  ResultStore store = ResultStore::open(path, ResultStore::Access::kAdd).value();
  const MatchConfig before = store.config(), after = changed_config(store, options);
  check_trust(path, after, options);
  const std::string changes = changes_text(before, after);
  if (changes.empty()) return store;
  usage_or(Openings::of(after, store.openings()));
  try_engines(after, options.setup, before.engines.size());
  store.change(after).value();
  print_stderr(changes);
  return store;
}

/// Prints what `run` would play.
void print_plan(const std::string& path, const RunOptions& options, Output& out) {
  if (options.shard.merge) throw UsageError("--dry-run and --shard merge exclude each other");
  const int concurrency = options.setup.concurrency;
  if (std::filesystem::is_regular_file(path)) {
    const ResultStore store = ResultStore::open(path, ResultStore::Access::kRead).value();
    const MatchConfig config = changed_config(store, options);
    const Openings openings = Openings::of(config, store.openings()).value();
    out.write(plan_text(config, openings, store.games().value(), concurrency));
    return;
  }
  const auto config = config_of(options);
  const std::string openings = check_new(path, config);
  out.write(plan_text(*config, Openings::of(*config, openings).value(), {}, concurrency));
}

/// Checks that the page can be written and overwrites no other file.
void check_page(const CommandLine& line, const std::optional<std::string>& html) {
  std::vector<OutputPath> outputs;
  add_output(outputs, "html", html, page_kind());
  check_outputs(line, outputs, line.words);
  if (outputs.empty()) return;
  const auto file = OutputFile::create(outputs[0].path);  // checks writability; leaves no file
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

/// Plays to the end or until interrupted; prints limits and progress, and records that of `shard`.
Tournament::End play(Tournament& tournament, const MatchConfig& config,
                     std::optional<ShardFolder>& shard, std::optional<LivePage>& page,
                     Output& out) {
  if (const std::string limits = move_limits_text(config); !limits.empty()) {
    print_stderr("limit of a move: " + limits);
  }
  if (page) {
    print_stderr("results as they come: " + page->address());
    page->show(tournament.games());
  }
  // Live lines on a terminal, otherwise a line for each game of this run.
  const bool terminal = output_is_terminal();
  LiveText live(out, terminal);
  std::size_t shown = tournament.games().size();
  watch_interrupts();
  const Tournament::End end = tournament.run(
      [&](std::span<const GameResult> games, const Progress& progress) {
        if (terminal) live.show(live_text(config, summarise(config, games), progress));
        while (!terminal && shown < games.size()) {
          const GameResult& game = games[shown++];
          print_stderr(fmt::format("{}/{} {}", shown, progress.planned, game_line(config, game)));
        }
        if (page) page->show(games);
        if (shard) shard->record(progress_of(progress));
      },
      interrupted);
  live.erase();
  if (page) {
    page->show(tournament.games());
    if (end != Tournament::End::kInterrupted) page->end();
  }
  if (shard) {
    shard->end(progress_of(tournament.progress()), end != Tournament::End::kInterrupted);
  }
  return end;
}

int run_run(const Command& self, const Args& args, Output& out) {
  RunOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("need one file for the results");
  if (line->has("openings") && line->has("random-plies")) {
    throw UsageError("--openings and --random-plies exclude each other");
  }
  if (options.dry_run) {
    print_plan(line->words[0], options, out);
    return kDone;
  }
  RunSetup& setup = options.setup;
  if (options.log) make_log_folder(setup.log = *options.log);
  check_page(*line, options.html);  // now, not after the last game
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
  ResultStore store = std::filesystem::exists(path) ? resume_store(path, options)
                                                    : create_store(path, given, options);
  const MatchConfig& config = store.config();
  std::optional<LivePage> page;
  if (options.http) {
    page.emplace(config, *options.http);
    setup.watch = [&page](int worker, const LiveGame* game) { page->watch(worker, game); };
  }
  Tournament tournament(store, Openings::of(config, store.openings()).value(), setup);
  const Tournament::End end = play(tournament, config, shard, page, out);
  const Summary summary = summarise(config, tournament.games());
  out.write(summary_text(config, summary));
  out.write(pipe_text(config, tournament.progress()));
  out.flush();
  if (options.html)
    write_file(*options.html, report_html(config, summary, tournament.games())).value();
  if (end == Tournament::End::kWaiting) {
    const auto waiting = games_of_people(config, tournament.games());
    out.write("\nThese games wait for results of people:\n");
    out.write(pairings_text(config, Openings::of(config, store.openings()).value(), waiting));
    out.write(
        fmt::format("`sumi-match enter {} GAME RESULT` stores one; then `sumi-match run {}` "
                    "continues.\n",
                    path, path));
  }
  if (end != Tournament::End::kInterrupted) return kDone;
  out.write(fmt::format("\nInterrupted; `sumi-match run {}` resumes.\n", path));
  return kInterrupted;
}

}  // namespace

const Command kRunCommand{
    "run",
    R"(FILE [--engine SPEC]... [--config FILE]
    [--format match|round-robin|gauntlet|swiss|knockout] [SETTINGS] [-j N])",
    "play a tournament, or continue one",
    R"(Stores each finished game in FILE. If FILE exists, plays what is missing, also
with more games or engines. If FILE is a folder (or ends with /), each --shard
has its own file; `sumi-match status` shows them, --shard merge makes all.db.

SPEC is a list of KEY=VALUE words; quote values that contain spaces:
  cmd=COMMAND    engine to start; without it Sumi plays in this process
  name=NAME      name in tables (default: from the command or the options)
  protocol=NAME  gtp (default with cmd), nboard, ugi, uci, usi, xboard, cassio
  dir=FOLDER     working directory of COMMAND
  level=, depth=, nodes=, strength=, evaluator=, player=, option.NAME=  options
  time=, move-limit=  as --time and --move-limit, for this engine
  player=person  a person, whose results `sumi-match enter` stores
  setup=LINE     protocol command to send before each game; may be repeated
  pass=HOW       how to send forced passes: auto, tell, ask or omit
  restart=true   start a new process for each game
Each opening, by default an XOT start, is played twice, with colours swapped.
An engine that plays an illegal move, crashes, hangs, floods its output or
exceeds its time loses. tools/match/README.md explains protocols and passes.
)",
    R"(  sumi-match run a.db -e evaluator=table -e evaluator=mobility \
      --time 0.01/move -j 2
  sumi-match run b.db -e level=10 -e 'cmd="gtp-rhino -l 3"' --time 5+0.1 \
      --games 200
  sumi-match run c.db -e 'name=new cmd=./sumi' -e 'name=old cmd=../old/sumi' \
      --sprt 0,5 --openings xot --games 20000
  sumi-match run b.db --games 400 -e 'name=late level=8' --withdraw edax
  sumi-match run d.db --config league.json --format round-robin --shard 1/3
  sumi-match run league/ --config league.json --format round-robin --shard auto
)",
    run_run,
    "sumi-match"};

}  // namespace sumi::match
