// SPDX-License-Identifier: MIT
#include "protocol/shard/shard_status.h"
#include "protocol/shard/status_command.h"

#include <nlohmann/json.hpp>

namespace sumi::protocol {

int run_status(const Command& self, const Args& args, Output& out) {
  boost::program_options::options_description options("Options");
  options.add_options()("json", "one JSON object");
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one folder of shards is wanted");
  const std::string& folder = line->words[0];
  const ShardsStatus status = read_shards(folder).value();
  out.write(line->has("json") ? json_line(status_json(status)) : status_text(folder, status));
  return kDone;
}

}  // namespace sumi::protocol
