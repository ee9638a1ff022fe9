// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/levels.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/shards.h"
#include "protocol/report/format.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/records.h"
#include "tools/lab/tune.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr int kMaxIterations = 1'000'000, kMaxPairs = 10'000, kMaxNodes = 1'000'000'000;
constexpr int kMaxVerify = 1'000'000, kMinPlies = 1, kMaxPlies = 50;

struct TuneOptions {
  TuneSetup setup{};
  EngineChoice choice{};
  int nodes = 2000, verify = 0;
  std::string checkpoint{}, csv{};
  std::optional<std::string> openings{};
  ShardOption shard{};
};

using Parameters = std::vector<const SearchParameterSpec*>;

Parameters all_parameters_of_games() {
  Parameters parameters;
  for (const SearchParameterSpec& spec : kSearchParameters) {
    if (spec.in_games) parameters.push_back(&spec);
  }
  return parameters;
}

std::string known_names() {
  std::string names;
  for (const auto* spec : all_parameters_of_games()) names += fmt::format("{}, ", spec->name);
  return names + "all";
}

Result<Parameters> parameters_named(std::string_view text) {
  const auto wrong = [](const std::string& what) { return Error{ErrorCode::kBadSyntax, what}; };
  if (text == "all") return all_parameters_of_games();
  Parameters parameters;
  for (auto left = std::ranges::count(text, ',') + 1; left > 0; --left) {
    const std::string_view name = take_until(text, ',');
    const auto found = std::ranges::find(kSearchParameters, name, &SearchParameterSpec::name);
    if (found == kSearchParameters.end()) {
      return wrong(fmt::format("{} is not one of {}", sumi::quoted(name), known_names()));
    }
    if (!found->in_games) {
      return wrong(fmt::format("{} has no effect in games limited by nodes", sumi::quoted(name)));
    }
    if (std::ranges::count(parameters, &*found) != 0) {
      return wrong(fmt::format("{} is given twice", sumi::quoted(name)));
    }
    parameters.push_back(&*found);
  }
  return parameters;
}

Options rows_of(TuneOptions& options) {
  TuneSetup& setup = options.setup;
  setup.parameters = all_parameters_of_games();
  const auto rate = [](const std::string& text) -> Result<double> {
    const double rate = parse_real(text).value_or(0);
    if (rate > 0 && rate <= 1) return rate;
    return syntax_error("rate", text, "a number above 0, up to 1");
  };
  Options rows{
      {"parameters", parsed(setup.parameters, "A,B,...", parameters_named, "all"),
       "parameters to tune, or all"},
      {"iterations", number(setup.spsa.iterations, 1, kMaxIterations),
       "number of SPSA iterations, {}"},
      {"pairs", number(setup.pairs, 1, kMaxPairs),
       "pairs of games, with colours swapped, per iteration, {}"},
      {"nodes", number(options.nodes, 1, kMaxNodes), "nodes per move, {}"},
      {"rate", parsed(setup.spsa.rate, "X", rate, fmt::format("{}", setup.spsa.rate)),
       "SPSA's r_end: final step size per disc of difference, relative to a parameter's step; "
       "above "
       "0, up to 1"},
      {"openings", text(options.openings, "FILE"),
       "opening file, one a line: moves, a board or a FEN; default: random openings"},
      {"random-plies", range(setup.min_random_plies, setup.max_random_plies, kMinPlies, kMaxPlies),
       "random moves before a pair; small numbers are more likely"},
      {"seed", number(setup.spsa.seed, 0, 2147483647), "seed of openings and perturbations"},
      {"checkpoint", text(options.checkpoint, "FILE"),
       "save the state after each iteration, and games in FILE.part; resume from it"},
      {"csv", text(options.csv, "FILE"), "write the values after each iteration"},
      {"verify", number(options.verify, 0, kMaxVerify),
       "finally play N pairs of games against the initial values, {}"}};
  rows += shard_rows(options.shard, "games of an iteration");
  rows += {force_row()};
  return rows += engine_choice_rows(options.choice);
}

std::vector<GameRecord> openings_in(const std::string& path) {
  const auto text = read_file(path);
  if (!text) throw UsageError(fmt::format("--openings: {}", text.error().message));
  auto openings = match::parse_openings(*text, 8);
  if (!openings) {
    throw UsageError(
        fmt::format("--openings: file {}, {}", sumi::quoted(path), openings.error().message));
  }
  return std::move(*openings);
}

void complete(const CommandLine& line, TuneOptions& options) {
  TuneSetup& setup = options.setup;
  if (options.openings && line.has("random-plies")) {
    throw UsageError("--openings and --random-plies exclude each other");
  }
  if (options.openings) setup.openings = openings_in(*options.openings);
  setup.engine = lab_engine_of(options.choice);
  setup.engine.nodes = options.nodes;
  setup.limits = move_limits(setup.engine, {});
}

SpsaState begin_of(const std::string& path, const TuneSetup& setup, const Json& settings) {
  if (path.empty()) return tune_start(setup);
  const auto text = read_file(path);
  if (!text && text.error().code == ErrorCode::kNotFound) return tune_start(setup);
  if (text.value().empty()) return tune_start(setup);  // created by mktemp
  const auto state = parse_checkpoint(*text, setup, settings);
  if (!state) throw FatalError(in_file(path, state.error()).message);
  return *state;
}

std::uint64_t games_of(const TuneSetup& setup, int iterations) {
  return std::uint64_t{2} * static_cast<std::uint64_t>(setup.pairs) *
         static_cast<std::uint64_t>(iterations);
}

/// The games of a run: FILE.part for one process, FILE.shards for several.
struct KeptGames {
  Shard shard{};
  std::optional<ShardFolder> folder{};
  std::optional<TuneShards> shards{};
  std::optional<TuneJournal> journal{};

  ShardProgress progress(std::uint64_t games, std::uint64_t wanted) const {
    return {shard.share(games), shard.share(wanted)};
  }

  TuneGames games() {
    if (shards) return shards->games();
    return journal ? journal->games() : TuneGames();
  }
};

void open_shards(const TuneOptions& options, const Json& settings, KeptGames& kept) {
  const ShardOption& option = options.shard;
  if (options.checkpoint.empty()) {
    throw UsageError("--shard needs --checkpoint FILE");
  }
  const std::string folder = options.checkpoint + ".shards";
  Json all = settings;
  all["verify"] = options.verify;
  const ShardWork work{"tune", "games", all};
  if (option.merge) {
    kept.shards.emplace(folder, Shard{1, whole_folder(folder, work).value().shards}, false);
  } else {
    kept.folder.emplace(ShardFolder::join(folder, work, option.shard).value());
    kept.shards.emplace(folder, option.shard, true);
  }
}

bool tune(const TuneOptions& options, const Json& settings, KeptGames& kept, SpsaState& state) {
  const TuneSetup& setup = options.setup;
  std::string checkpoint = options.checkpoint, csv = options.csv;
  if (kept.folder) checkpoint = csv = "";  // written only when the shards are merged
  std::optional<TuneHistory> history;
  if (!csv.empty()) history.emplace(csv, setup, state.iteration);
  const std::uint64_t before = games_of(setup, state.iteration),
                      wanted = games_of(setup, setup.spsa.iterations);
  RateBar bar("games");
  return run_tune(
      setup, state, options.choice.threads, interrupted,
      [&](std::uint64_t played) {
        bar.draw(before, played, wanted);
        if (kept.folder) kept.folder->record(kept.progress(before + played, wanted));
      },
      [&](const TuneStep& step) {
        // Write the history first: surplus rows are dropped later, missing ones are lost.
        if (history) history->add(step);
        if (!checkpoint.empty()) {
          write_file(checkpoint, checkpoint_text(setup, settings, step.state)).value();
          if (kept.journal) kept.journal->clear();
        }
      },
      kept.games());
}

void write_values(const TuneSetup& setup, const SpsaState& state, Output& out) {
  const Table table({{"parameter", 17, Table::Align::kLeft},
                     {"default", 7},
                     {"tuned", 5},
                     {"exactly", 8},
                     {"range", 8}});
  out.write(table.header());
  const SearchParameters tuned = tuned_parameters(setup, state);
  for (std::size_t i = 0; i < setup.parameters.size(); ++i) {
    const SearchParameterSpec& spec = *setup.parameters[i];
    const std::string cells[] = {
        std::string(spec.name), std::to_string(setup.engine.parameters.*spec.field),
        std::to_string(tuned.*spec.field), fmt::format("{:.2f}", state.values[i]),
        fmt::format("{}..{}", spec.min, spec.max)};
    out.write(table.row(cells));
  }
}

void verify(const TuneOptions& options, const SpsaState& state, KeptGames& kept, Output& out) {
  const TuneSetup& setup = options.setup;
  const int pairs = options.verify;
  TuneComparison found;
  {
    RateBar bar("games");
    const auto wanted = 2 * static_cast<std::uint64_t>(pairs);
    found = compare(
        setup, tuned_parameters(setup, state), pairs, options.choice.threads, interrupted,
        [&](std::uint64_t played) { bar.draw(0, played, wanted); }, kept.games());
  }
  if (found.margins.empty()) return;
  const match::EloEstimate elo = match::estimate_elo(found.pairs);
  const match::MeanError discs = match::mean_with_error(found.margins);
  out.write(fmt::format(
      "Tuned against default: {} wins, {} draws, {} losses; Elo {:+.1f} ({:+.1f} to {:+.1f}); "
      "discs a game {:+.2f} +- {:.2f}\n",
      found.games.wins, found.games.draws, found.games.losses, elo.elo, elo.lower, elo.upper,
      discs.mean, discs.error));
}

int run_tune(const Command& self, const Args& args, Output& out) {
  TuneOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  complete(*line, options);
  const TuneSetup& setup = options.setup;
  const int pairs = options.verify;
  const ShardOption& option = options.shard;
  const std::string& checkpoint = options.checkpoint;
  std::vector<OutputPath> outputs;
  if (!options.csv.empty())
    add_output(outputs, "csv", options.csv,
               {"history of sumi-lab tune", TuneHistory::looks_like_one});
  if (!checkpoint.empty())
    add_output(outputs, "checkpoint", checkpoint,
               {"checkpoint of sumi-lab tune", looks_like_checkpoint});
  if (option.given && !option.merge) outputs.clear();
  const std::vector<OutputLock> locks = claim_outputs(*line, outputs);
  const Json settings = tune_settings(setup).value();
  // Shards repeat all steps from the start with the stored games.
  SpsaState state = option.given ? tune_start(setup) : begin_of(checkpoint, setup, settings);

  KeptGames kept{option.shard};
  if (option.given) {
    open_shards(options, settings, kept);
  } else if (!checkpoint.empty()) {
    kept.journal.emplace(checkpoint, settings);
  }

  watch_interrupts();
  const bool done = tune(options, settings, kept, state);
  out.write(fmt::format("{} of {} iterations\n", state.iteration, setup.spsa.iterations));
  write_values(setup, state, out);
  if (done && pairs > 0) verify(options, state, kept, out);
  if (kept.folder) {
    kept.folder->end(
        kept.progress(games_of(setup, state.iteration), games_of(setup, setup.spsa.iterations)),
        done && !interrupted());
  }
  if (!interrupted()) {
    out.flush();
    if (kept.journal) kept.journal->clear();
    return kDone;
  }
  out.write((kept.journal || kept.shards) && (!done || pairs > 0)
                ? "Interrupted: the same command resumes.\n"
                : "Interrupted.\n");
  return kInterrupted;
}

}  // namespace

const Command kTuneCommand{
    "tune",
    R"([--parameters A,B,...] [--iterations N]
    [--checkpoint FILE] [OPTIONS])",
    "tune search parameters by self-play (SPSA)",
    R"(Each iteration of SPSA perturbs all parameters in random directions, plays
pairs of games between the two opposite points, and steps towards the better
one. Moves are limited by nodes, so the result depends neither on --threads nor
on the load of the machine. --threads is the number of parallel games; more
than twice --pairs has no effect. After Ctrl-C or a kill the same command
resumes from --checkpoint and the games in FILE.part, those of --verify
included. A resumed run may change --verify, --csv and --threads only. Better
values go into engine/search_parameters.h.

With --shard I/N, processes that run at the same time share the games of each
iteration, in FILE.shards, and wait for each other. --shard merge finally
writes FILE and --csv as a single process would have.
)",
    R"(  sumi-lab tune --checkpoint tune.json --iterations 5000 --verify 1000 -j 2
  mpirun -np 16 sumi-lab tune --checkpoint tune.json --pairs 64 --shard auto
  sumi-lab tune --parameters midgame-mobility,midgame-value --nodes 5000 \
      --csv values.csv
)",
    run_tune,
    "sumi-lab"};

}  // namespace sumi::lab
