// SPDX-License-Identifier: MIT
/// `sumi-lab selfplay`: games of the engine against itself, as labelled positions.
#include "engine/base/text.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/cli/ranges.h"
#include "tools/lab/cli/rate_bar.h"
#include "tools/lab/cli/search_options.h"
#include "tools/lab/output_lock.h"
#include "tools/lab/record_files.h"
#include "tools/lab/selfplay/selfplay_run.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <tuple>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

constexpr int kMinRandomPlies = 1, kMaxRandomPlies = 59, kMaxSelfplayGames = 100'000'000;

po::options_description options_of_selfplay() {
  const auto text = [](const char* standard) {
    return po::value<std::string>()->default_value(standard);
  };
  po::options_description options("Options");
  options.add_options()("games", text("10000")->value_name("N"),
                        fmt::format("games of all shards, 1..{}", kMaxSelfplayGames).c_str())(
      "random-plies", text("8-59")->value_name("MIN-MAX"),
      "random moves before each game, few more often than many")(
      "balanced", po::value<std::string>()->value_name("DISCS"),
      "play only from openings that a search calls at most so good for a side, 0..64")(
      "stray", text("0")->value_name("PERCENT"),
      "of the moves before the solution, drawn by chance: positions after mistakes, 0..100")(
      "seed", text("1")->value_name("N"), "of the random moves; other seeds, other games")(
      "shard", text("1/1")->value_name("I/N"), "play only every Nth chunk, from the Ith on");
  add_search_options(options, 6, "play perfectly from so many empties on, 0..60; default: level's");
  return options;
}

SelfplaySetup selfplay_setup_of(const CommandLine& line) {
  SelfplaySetup setup;
  setup.engine = lab_engine_of(line);
  setup.limits = lab_limits_of(line);
  if (line.has("exact-at")) setup.limits.exact_at_empties = int_value(line, "exact-at", 0, 60);
  setup.seed = static_cast<std::uint64_t>(int_value(line, "seed", 0, 2147483647));
  std::tie(setup.min_random_plies, setup.max_random_plies) =
      range_value(line, "random-plies", kMinRandomPlies, kMaxRandomPlies);
  if (line.has("balanced")) setup.most_unbalanced = int_value(line, "balanced", 0, 64);
  setup.stray_percent = int_value(line, "stray", 0, 100);
  return setup;
}

Shard shard_of(const CommandLine& line) {
  constexpr int kMaxShards = 10'000;
  const std::string text = text_value(line, "shard");
  const auto numbers = two_numbers(text, '/');
  if (!numbers || numbers->first < 1 || numbers->second < numbers->first ||
      numbers->second > kMaxShards) {
    throw UsageError(
        fmt::format("--shard: {} is not I/N with 1 <= I <= N, such as 1/4", sumi::quoted(text)));
  }
  return {numbers->first - 1, numbers->second};
}

int run_selfplay(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_selfplay(), args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one folder for the games is wanted");
  const std::string& folder = line->words[0];
  const SelfplaySetup setup = selfplay_setup_of(*line);
  const Shard shard = shard_of(*line);
  const auto games = static_cast<std::uint64_t>(int_value(*line, "games", 1, kMaxSelfplayGames));
  const int threads = threads_of(*line);
  make_folder(folder).value();
  const OutputLock lock = OutputLock::of_part(folder, shard.part, shard.of).value();
  claim_folder(folder, kSelfplaySettings, selfplay_settings(setup).value()).value();

  watch_interrupts();
  RateBar bar("games");
  SelfplayProgress last;
  const bool complete = run_selfplay(folder, setup, games, shard, threads, interrupted,
                                     [&](const SelfplayProgress& now) {
                                       bar.draw(now.found, now.played, now.wanted);
                                       last = now;
                                     });
  bar.erase();
  out.write(fmt::format("{}: {} games found, {} played, {} positions written, {} games/s\n", folder,
                        last.found, last.played, last.positions,
                        short_rate(last.played, bar.seconds())));
  if (complete) return kDone;
  out.write("Interrupted: finished games are kept; the same command goes on.\n");
  return kInterrupted;
}

}  // namespace

const Command kSelfplayCommand{
    "selfplay",
    "FOLDER [--games N] [--level N|--depth N] [OPTIONS]",
    "play games against itself, for training",
    "Each game begins with random moves, goes on with the engine's best ones and ends with the\n"
    "solution. Its positions go into FOLDER as files SEED-NNNNNN.pos of 250 games\n"
    "(tools/lab/records.h), written whole; until then its finished games are in SEED-NNNNNN.part.\n"
    "After Ctrl-C, SIGTERM, a crash or a kill the same command plays what is missing, and with\n"
    "more --games it adds to what is there. Equal settings give equal files, whatever --threads.\n"
    "The settings are kept in FOLDER/selfplay.json, and others refused. One sumi-lab at a time\n"
    "works in a folder; shards of equally many may share one, or be put together by copying their\n"
    "files.\n",
    "  sumi-lab selfplay games --games 100000 --level 6 --threads 4\n"
    "  sumi-lab selfplay deep --depth 10 --exact-at 18 --random-plies 8-40 --seed 2\n"
    "  sumi-lab selfplay even --depth 4 --exact-at 14 --random-plies 8-16 --balanced 3\n"
    "  sumi-lab selfplay games --games 100000 --shard 2/3 --weights new.sumi\n",
    run_selfplay,
    "sumi-lab"};

}  // namespace sumi::lab
