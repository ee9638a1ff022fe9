// SPDX-License-Identifier: MIT
/// `sumi bench`: the signature of the search and its speed.
#include "engine/bench.h"
#include "protocol/cli/commands.h"
#include "protocol/command/option_adapter.h"
#include "protocol/report/format.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

constexpr std::string_view kBenchEngineRows[] = {"isa"};

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
  Options rows{{"json", flag(json), "one JSON object instead of text"}};
  rows += engine_rows(options, kBenchEngineRows);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);

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
    "bench",
    "[--isa LEVEL] [--json]",
    "a fixed amount of search: node signature and speed",
    R"(Searches fixed positions on one thread: in the middle game by each of the
evaluators table, pattern and nnue, and endgames that are solved. The signature,
the sum of the nodes searched, is the same on every machine, compiler and
instruction set; it changes only with the search and the shipped weights. A node
is a move made on a board. JSON: {"nodes", "seconds", "signature", "parts":
[{"part", "nodes", "seconds"}]}.
)",
    R"(  sumi bench
  sumi bench --isa v2 --json
)",
    run_bench};

}  // namespace sumi::protocol
