// SPDX-License-Identifier: MIT
/// `sumi status`: how far work in shards is.
#include "protocol/cli/commands.h"
#include "protocol/shard/status_command.h"

namespace sumi::protocol {

const Command kStatusCommand{"status",
                             kStatusArguments,
                             kStatusSummary,
                             kStatusDetails,
                             "  sumi status run\n"
                             "  sumi status run --json | jq .seconds_left\n",
                             run_status};

}  // namespace sumi::protocol
