// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "protocol/cli/commands.h"
#include "protocol/command/options.h"
#include "protocol/command/position_input.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace sumi::protocol {
namespace {

Json parts_json(const std::vector<BenchResult>& results) {
  Json parts;
  for (const BenchResult& result : results) {
    parts.push_back({{"part", result.part},
                     {"nodes", result.nodes},
                     {"seconds", json_seconds(result.seconds)}});
  }
  return parts;
}

int run_bench(const Command& self, const Args& args, Output& out) {
  bool json = false;
  EngineOptions options;
  Options rows{{"json", flag(json), "print a JSON object"}};
  rows += engine_rows(options, kIsaTopic);
  if (!parse_options(self, rows, args, out)) return kDone;

  const std::vector<BenchResult> parts = bench(options);
  const std::uint64_t signature = bench_signature(parts);
  double seconds = 0;
  for (const BenchResult& part : parts) seconds += part.seconds;
  if (json) {
    out.write(json_line({{"nodes", signature},
                         {"seconds", json_seconds(seconds)},
                         {"signature", signature},
                         {"parts", parts_json(parts)}}));
    return kDone;
  }
  for (const BenchResult& part : parts) {
    out.write(fmt::format("{} {} nodes, {} nodes/s\n", part.part, part.nodes,
                          short_rate(part.nodes, part.seconds)));
  }
  out.write(fmt::format("nodes {}\nseconds {}\nnodes/s {}\nsignature {}\n", signature,
                        short_seconds(seconds), short_rate(signature, seconds), signature));
  return kDone;
}

}  // namespace

const Command kBenchCommand{
    .name = "bench",
    .arguments = "[--isa LEVEL] [--json]",
    .summary = "measure search speed and print the node signature",
    .details = R"(Searches fixed positions on one thread: midgame positions with the evaluators
table, pattern and nnue, and endgames until they are solved. A node is a move
made on a board. The signature, the total number of nodes, is the same on every
machine, compiler and instruction set, and changes only with the search and the
shipped weights.
)",
    .examples = R"(  sumi bench
  sumi bench --isa v2 --json
)",
    .run = run_bench,
    .json = R"(  nodes            integer: nodes of all parts
  signature        integer: the same number
  seconds          number: time of all parts
  parts[].part     string: name of the part
  parts[].nodes    integer: its nodes
  parts[].seconds  number: its time
)"};

// `sumi perft`.

namespace {

constexpr int kMaxPerftDepth = 30;  // more than 20 take too long

void count(Engine& engine, const InputPosition& input, int max_depth, bool json, Output& out) {
  engine.set_board(input.position.board);
  const Language language = default_language();
  const Table table({{tr(language, "depth"), 5},
                     {tr(language, "leaves"), 22},
                     {tr(language, "seconds"), 9},
                     {tr(language, "leaves/s"), 8}});
  if (!json && !input.where.empty()) out.write(input.where + "\n");
  if (!json) out.write(table.header());
  for (int depth = max_depth == 0 ? 0 : 1; depth <= max_depth; ++depth) {
    const StopWatch watch;
    const std::uint64_t leaves = engine.perft(depth);
    const double seconds = watch.seconds();
    if (json) {
      Json row{{"depth", depth}, {"leaves", leaves}, {"seconds", json_seconds(seconds)}};
      if (!input.where.empty()) row["source"] = input.where;
      out.write(json_line(row));
    } else {
      const std::string row[] = {std::to_string(depth), std::to_string(leaves),
                                 short_seconds(seconds), short_rate(leaves, seconds)};
      out.write(table.row(row));
    }
    out.flush();
  }
}

int run_perft(const Command& self, const Args& args, Output& out) {
  std::optional<int> max_depth;
  bool json = false;
  PositionOptions positions;
  EngineOptions options;
  Options rows{
      {"depth,d", number(max_depth, 0, kMaxPerftDepth), "depth in plies, passes included, {}"},
      {"json", flag(json), "print a JSON object per depth"}};
  rows += position_rows(positions);
  rows += engine_rows(options, kIsaTopic | kBoardTopic);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (!max_depth) throw UsageError("the option '--depth' is required but missing");
  PositionInput input(line->words, positions, options.size);
  while (const std::optional<InputPosition> found = input.next()) {
    options.size = found->position.size;
    Engine engine(options);
    count(engine, *found, *max_depth, json, out);
  }
  return input.status();
}

}  // namespace

const Command kPerftCommand{
    .name = "perft",
    .arguments = R"([POSITION|MOVES|FILE...] --depth N [--at N] [--isa LEVEL]
    [--json])",
    .summary = "count the leaves of the game tree",
    .details = R"(Prints the number of leaves at each depth. A pass counts as a ply, a finished
game as one leaf.
)",
    .examples = R"(  sumi perft --depth 11
  sumi perft f5d6c3d3c4 --depth 8 --isa v2
  sumi perft \
      '---------------------------OX------XO--------------------------- X' -d 6
)",
    .run = run_perft,
    .shared_details = kPositionHelp,
    .json = R"(One object per depth.
  depth    integer: plies
  leaves   integer: number of leaves
  seconds  number: time of the count
  source   string: file and entry of the position; absent unless it came from a
           file
)"};

}  // namespace sumi::protocol
