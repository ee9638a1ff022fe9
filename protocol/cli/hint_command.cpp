// SPDX-License-Identifier: MIT
/// `sumi hint POSITION|MOVES...`: the best moves, and what the engine thinks of them.
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "protocol/cli/commands.h"
#include "protocol/cli/limit_options.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/language_option.h"
#include "protocol/option_adapter.h"
#include "protocol/report/candidates.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/report/watched_search.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>

namespace sumi::protocol {
namespace {

constexpr std::string_view kEngineRows[] = {"threads", "hash-mib", "evaluator",
                                            "weights", "isa",      "size"};
constexpr int kMaxCandidates = 32;

/// Without --level, --time and --depth.
SearchLimits standard_limits() {
  SearchLimits limits;
  limits.move_time = Millis(2000);
  limits.selectivity = kFastSelectivity;
  return limits;
}

/// Whose turn it is, or why there is nothing to think about.
std::string state_text(const Game& game, Language language) {
  const Position& now = game.position();
  if (game.over()) {
    const int black = game.black_score().discs;
    const auto discs = [&now](Color side) { return std::popcount(now.discs(side)); };
    const std::string_view text =
        tr(language, black == 0  ? "The game is over: a draw, {1} to {2} discs."
                     : black > 0 ? "The game is over: Black wins by {0}, {1} to {2} discs."
                                 : "The game is over: White wins by {0}, {1} to {2} discs.");
    return fmt::format(fmt::runtime(text), std::abs(black), discs(Color::kBlack),
                       discs(Color::kWhite));
  }
  const std::string_view mover = tr(language, now.to_move == Color::kBlack ? "Black" : "White");
  return fmt::format(
      fmt::runtime(game.legal_moves() == 0 ? tr(language, "{} has no move and must pass.")
                                           : tr(language, "{0} to move. Scores are for {0}.")),
      mover);
}

boost::program_options::options_description options_table() {
  namespace po = boost::program_options;
  po::options_description options("Options");
  add_limit_options(options, ", 2 if nothing else limits the search");
  options.add_options()  //
      ("candidates,c", po::value<std::string>()->value_name("N")->default_value("4"),
       fmt::format("best moves shown, 1..{}; one is fastest", kMaxCandidates).c_str())  //
      ("json", "one JSON object instead of text");
  add_language_option(options);
  add_engine_options(options, kEngineRows);
  return options;
}

int run(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_table(), args, out);
  if (!line) return kDone;
  SearchLimits limits = limits_of(*line, standard_limits());
  limits.candidates = int_value(*line, "candidates", 1, kMaxCandidates);
  const bool json = line->values.count("json") != 0;
  const Language language = language_of(*line);
  EngineOptions engine_options = engine_options_of(*line, kEngineRows);
  const Game game = game_of(*line, engine_options.size).replay();
  const Position& position = game.position();
  engine_options.size = position.size;

  if (!json) out.write(fmt::format("{}\n{}\n", diagram(position), state_text(game, language)));
  out.flush();
  SearchUpdate found;
  if (!game.over()) {
    watch_interrupts();
    Engine engine(engine_options);
    engine.set_board(position.board);
    LiveText live(out, !json && output_is_terminal());
    found = watched_search(
        engine, limits,
        [&](const SearchUpdate& update) {
          live.show(candidates_table(position, update, language));
        },
        interrupted);
    if (!json) live.finish(candidates_table(position, found, language));
  }
  if (json) out.write(json_line(candidates_json(position, found)));
  return interrupted() ? kInterrupted : kDone;
}

}  // namespace

const Command kHintCommand{
    "hint",
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
    "  sumi hint f5 d6 c3\n"
    "  sumi hint f5d6c3 --level 20 --candidates 1\n"
    "  sumi hint --size 4 start --depth 12\n"
    "  sumi hint f5d6c3 --weights new.sumi\n"
    "  sumi hint '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X' --json\n",
    run};

}  // namespace sumi::protocol
