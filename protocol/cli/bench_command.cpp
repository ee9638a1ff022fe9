// SPDX-License-Identifier: MIT
/// `sumi bench`: the signature of the search and its speed.
#include "engine/bench.h"
#include "protocol/cli/commands.h"
#include "protocol/command/option_adapter.h"
#include "protocol/report/format.h"
#include "protocol/report/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

constexpr std::string_view kBenchEngineRows[] = {"isa"};

int run_bench(const Command& self, const Args& args, Output& out) {
  boost::program_options::options_description options("Options");
  options.add_options()("json", "one JSON object instead of text");
  add_engine_options(options, kBenchEngineRows);
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  forbid_words(*line);

  const BenchResult result = bench(engine_options_of(*line, kBenchEngineRows));
  if (line->values.count("json") != 0) {
    out.write(json_line({{"nodes", result.nodes},
                         {"seconds", json_seconds(result.seconds)},
                         {"signature", result.nodes}}));
  } else {
    out.write(fmt::format("nodes {}\nseconds {}\nnodes/s {}\nsignature {}\n", result.nodes,
                          short_seconds(result.seconds), short_rate(result.nodes, result.seconds),
                          result.nodes));
  }
  return kDone;
}

}  // namespace

const Command kBenchCommand{
    "bench",
    "[--isa LEVEL] [--json]",
    "a fixed amount of search: node signature and speed",
    "Searches fixed positions on one thread. The signature (the nodes searched) is the same on\n"
    "every machine, compiler and instruction set; it changes only with the search itself. A node\n"
    "is a move made on a board. JSON: {\"nodes\", \"seconds\", \"signature\"}.\n",
    "  sumi bench\n"
    "  sumi bench --isa v2 --json\n",
    run_bench};

}  // namespace sumi::protocol
