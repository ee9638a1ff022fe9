// SPDX-License-Identifier: MIT
/// `sumi perft [POSITION] --depth N`: counts leaves, to check and time move generation.
#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/cli/commands.h"
#include "protocol/option_adapter.h"
#include "protocol/report/format.h"
#include "protocol/report/json_lines.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

constexpr std::string_view kEngineRows[] = {"isa", "size"};
constexpr int kMaxDepth = 30;  // nobody waits for more than 20

int run(const Command& self, const Args& args, Output& out) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()  //
      ("depth,d", po::value<std::string>()->value_name("N")->required(),
       fmt::format("plies, passes included: 0..{}", kMaxDepth).c_str())  //
      ("json", "one JSON object a depth instead of a table");
  add_engine_options(options, kEngineRows);
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  const int max_depth = int_value(*line, "depth", 0, kMaxDepth);
  const bool json = line->values.count("json") != 0;

  EngineOptions engine_options = engine_options_of(*line, kEngineRows);
  const Position position = game_of(*line, engine_options.size).replay().position();
  engine_options.size = position.size;
  Engine engine(engine_options);
  engine.set_board(position.board);
  const Table table({{"depth", 5}, {"leaves", 22}, {"seconds", 9}, {"leaves/s", 8}});
  if (!json) out.write(table.header());
  for (int depth = max_depth == 0 ? 0 : 1; depth <= max_depth; ++depth) {
    const StopWatch watch;
    const std::uint64_t leaves = engine.perft(depth);
    const double seconds = watch.seconds();
    if (json) {
      out.write(
          json_line({{"depth", depth}, {"leaves", leaves}, {"seconds", json_seconds(seconds)}}));
    } else {
      const std::string row[] = {std::to_string(depth), std::to_string(leaves),
                                 short_seconds(seconds), short_rate(leaves, seconds)};
      out.write(table.row(row));
    }
    out.flush();
  }
  return kDone;
}

}  // namespace

const Command kPerftCommand{
    "perft",
    "[POSITION] --depth N [--isa LEVEL] [--json]",
    "count the leaves of the game tree below a position",
    "POSITION is 64 squares and the side to move (X or *: black, O: white, -: empty), or moves\n"
    "from the start such as f5d6c3, or both; the start position if there is none. A pass costs a\n"
    "ply, a finished game is one leaf. JSON lines: {\"depth\", \"leaves\", \"seconds\"}.\n",
    "  sumi perft --depth 11\n"
    "  sumi perft f5d6c3d3c4 --depth 8 --isa v2\n"
    "  sumi perft '---------------------------OX------XO--------------------------- X' -d 6\n",
    run};

}  // namespace sumi::protocol
