// SPDX-License-Identifier: MIT
/// `sumi analyze POSITION|MOVES...`: the best moves, and what the engine thinks of them.
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/cli/commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/option_adapter.h"
#include "protocol/report/candidates.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/watched_search.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

namespace sumi::protocol {
namespace {

constexpr std::string_view kEngineRows[] = {"threads", "hash-mib", "evaluator",
                                            "weights", "isa",      "size"};
constexpr Millis kDefaultTime{2000};
constexpr int kMaxSeconds = 1'000'000, kMaxDepth = 60, kMaxCandidates = 32;

/// --level, --time or --depth; kDefaultTime if there is none.
SearchLimits limits_of(const CommandLine& line) {
  const auto& values = line.values;
  if (values.count("level") + values.count("time") + values.count("depth") > 1) {
    throw UsageError("only one of --level, --time and --depth");
  }
  SearchLimits limits;
  if (values.count("level") != 0) {
    limits = level_limits(int_value(line, "level", 0, kMaxLevel));
  } else if (values.count("depth") != 0) {
    limits.depth = int_value(line, "depth", 1, kMaxDepth);
  } else if (values.count("time") != 0) {
    limits.move_time = seconds_value(line, "time", kMaxSeconds);
  } else {
    limits.move_time = kDefaultTime;
  }
  if (limits.move_time) limits.selectivity = kFastSelectivity;
  limits.candidates = int_value(line, "candidates", 1, kMaxCandidates);
  return limits;
}

/// Whose turn it is, or why there is nothing to think about.
std::string state_text(const Game& game) {
  const Position& now = game.position();
  const std::string_view mover = now.to_move == Color::kBlack ? "Black" : "White";
  if (game.over()) return fmt::format("The game is over. {}.", outcome_text(now));
  if (game.legal_moves() == 0) return fmt::format("{} has no move and must pass.", mover);
  return fmt::format("{} to move. Scores are for {}.", mover, mover);
}

boost::program_options::options_description options_table() {
  namespace po = boost::program_options;
  po::options_description options("Options");
  const auto number = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                                         //
      ("level,l", number("L"), fmt::format("as `sumi levels` says, 0..{}", kMaxLevel).c_str())  //
      ("time,t", number("S"), "seconds, 2 if nothing else limits the search")                   //
      ("depth,d", number("D"), fmt::format("plies, 1..{}", kMaxDepth).c_str())                  //
      ("candidates,c", number("N")->default_value("4"),
       fmt::format("best moves shown, 1..{}; one is fastest", kMaxCandidates).c_str())  //
      ("json", "one JSON object instead of text");
  add_engine_options(options, kEngineRows);
  return options;
}

int run(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_table(), args, out);
  if (!line) return kDone;
  const SearchLimits limits = limits_of(*line);
  const bool json = line->values.count("json") != 0;
  EngineOptions engine_options = engine_options_of(*line, kEngineRows);
  const Game game = game_of(*line, engine_options.size).replay();
  const Position& position = game.position();
  engine_options.size = position.size;

  if (!json) out.write(fmt::format("{}\n{}\n", diagram(position), state_text(game)));
  out.flush();
  SearchUpdate found;
  if (!game.over()) {
    watch_interrupts();
    Engine engine(engine_options);
    engine.set_board(position.board);
    LiveText live(out, !json && output_is_terminal());
    found = watched_search(
        engine, limits,
        [&](const SearchUpdate& update) { live.show(candidates_table(position, update)); },
        interrupted);
    if (!json) live.finish(candidates_table(position, found));
  }
  if (json) out.write(json_line(candidates_json(position, found)));
  return interrupted() ? kInterrupted : kDone;
}

}  // namespace

const Command kAnalyzeCommand{
    "analyze",
    "[POSITION|MOVES...] [--level L|--time S|--depth D] [--candidates N] [--json]",
    "the best moves of a position, with scores and lines",
    "The position is 64 squares and the side to move (X or *: black, O: white, -: empty; 36 or 16\n"
    "squares on small boards), moves such as f5d6c3, or both; the start if there is none. It\n"
    "thinks for 2 seconds unless told otherwise; Ctrl-C shows the best so far. A score is in\n"
    "discs for the side to move: +1.25 is an estimate, +4 is exact (played out to the end, "
    "empties\n"
    "to the winner). Depth 14@73% means 14 plies, with cuts that are right in 73% of cases.\n"
    "JSON: {\"position\", \"candidates\": [{\"move\", \"score\", \"depth\", \"selectivity\", "
    "\"exact\",\n"
    "\"nodes\", \"seconds\", \"pv\"}]}; nodes and seconds are those of the whole search.\n",
    "  sumi analyze f5 d6 c3\n"
    "  sumi analyze f5d6c3 --level 20 --candidates 1\n"
    "  sumi analyze --size 4 start --depth 12\n"
    "  sumi analyze f5d6c3 --weights new.sumi\n"
    "  sumi analyze '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X' --json\n",
    run};

}  // namespace sumi::protocol
