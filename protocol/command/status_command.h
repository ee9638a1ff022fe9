// SPDX-License-Identifier: MIT
/// The command `status`, which every program has that works in shards.
#pragma once

#include "protocol/command/command.h"
#include "protocol/service/shard_folder.h"

namespace sumi::protocol {

inline constexpr std::string_view kStatusArguments = "FOLDER [--json]";
inline constexpr std::string_view kStatusSummary = "how far the shards of a folder are";
inline constexpr std::string_view kStatusDetails =
    R"(FOLDER is one that `--shard` works in (of self-play and labels: GAMES/shards). A
shard is done, running, stopped (ended early or killed: the same command goes
on), or missing. Rate and time left are by what the shards note every half
minute. Works on any machine that sees the folder, and disturbs nobody. JSON:
{"kind", "unit", "shards", "done", "running", "stopped", "missing",
"units_done", "units", "rate", "seconds_left", "all": [{"shard", "state",
"done", "wanted", "rate", "host", "process"}]}.
)";

int run_status(const Command& self, const Args& args, Output& out);

/// A few lines: how many of each state, which ones are missing or stopped, the rate, the time left.
std::string status_text(const std::string& folder, const ShardsStatus& status);
Json status_json(const ShardsStatus& status);

}  // namespace sumi::protocol
