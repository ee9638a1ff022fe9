// SPDX-License-Identifier: MIT
#include "protocol/command/status_command.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/service/shard_folder.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace sumi::protocol {

std::string status_text(const std::string& folder, const ShardsStatus& status) {
  const Language language = default_language();
  std::string text =
      tr_format(language, "{}: {} in {} shards: {} done, {} running, {} stopped, {} missing\n",
                folder, status.kind, status.shards, status.count(ShardState::kDone),
                status.count(ShardState::kRunning), status.count(ShardState::kStopped),
                status.count(ShardState::kMissing));
  for (const auto& [what, state] :
       {std::pair{"stopped", ShardState::kStopped}, std::pair{"missing", ShardState::kMissing}}) {
    if (status.count(state) == 0) continue;
    text += fmt::format("{}: {}\n", tr(language, what), status.names(state));
  }
  text += fmt::format("{} {}", status.done(), status.unit);
  if (const auto wanted = status.wanted()) {
    text += tr_format(language, " of {:.0f} ({:.1f}%)", *wanted,
                      *wanted > 0 ? 100 * static_cast<double>(status.done()) / *wanted : 100);
  }
  if (const double rate = status.rate(); rate > 0) text += tr_format(language, ", {:.3g}/s", rate);
  if (const auto left = status.seconds_left(); left && *left > 0) {
    text += tr_format(language, ", {} left", clock_time(*left));
  }
  return text + "\n";
}

Json status_json(const ShardsStatus& status) {
  constexpr std::string_view kNames[] = {"missing", "running", "stopped", "done"};
  Json shards = Json::array();
  for (const ShardStatus& shard : status.all) {
    shards.push_back({{"shard", shard.index},
                      {"state", kNames[static_cast<int>(shard.state)]},
                      {"done", shard.done},
                      {"wanted", shard.wanted ? Json(*shard.wanted) : Json()},
                      {"rate", shard.rate},
                      {"host", shard.host},
                      {"process", shard.process}});
  }
  const auto wanted = status.wanted(), left = status.seconds_left();
  return {{"kind", status.kind},
          {"unit", status.unit},
          {"shards", status.shards},
          {"done", status.count(ShardState::kDone)},
          {"running", status.count(ShardState::kRunning)},
          {"stopped", status.count(ShardState::kStopped)},
          {"missing", status.count(ShardState::kMissing)},
          {"units_done", status.done()},
          {"units", wanted ? Json(*wanted) : Json()},
          {"rate", status.rate()},
          {"seconds_left", left ? Json(*left) : Json()},
          {"all", shards}};
}

int run_status(const Command& self, const Args& args, Output& out) {
  bool json = false;
  const auto line = parse(self, {{"json", flag(json), "one JSON object"}}, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one folder of shards is wanted");
  const std::string& folder = line->words[0];
  const ShardsStatus status = read_shards(folder).value();
  out.write(json ? json_line(status_json(status)) : status_text(folder, status));
  return kDone;
}

}  // namespace sumi::protocol
