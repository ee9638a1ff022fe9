// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "protocol/service/data_file.h"
#include "tools/match/trusted_commands.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

namespace sumi::match {
namespace {

constexpr std::string_view kFile = "match-commands.jsonl";

/// A line of the list; empty for an engine that starts no program.
std::string entry_of(EngineSpec spec) {
  if (spec.command.empty()) return {};
  std::error_code failed;
  const std::filesystem::path here = std::filesystem::current_path(failed);
  if (failed) return {};
  const std::string folder = (here / spec.directory).lexically_normal().string();
  spec.name = "engine";
  spec.directory.clear();
  spec.time.reset();
  spec.move_limit.reset();
  spec.joined = 0;
  spec.withdrawn.reset();
  return nlohmann::json{folder, to_text(spec)}.dump(-1, ' ', true,
                                                    nlohmann::json::error_handler_t::replace) +
         '\n';
}

std::set<std::string> listed() {
  std::set<std::string> lines;
  const auto path = protocol::data_file(kFile);
  const auto text = path ? read_file(*path) : Result<std::string>("");
  std::string_view rest = text ? std::string_view(*text) : "";
  for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
    lines.emplace(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

std::vector<EngineSpec> untrusted(std::span<const EngineSpec> engines) {
  const std::set<std::string> known = listed();
  std::vector<EngineSpec> others;
  for (const EngineSpec& spec : engines) {
    if (!spec.command.empty() && !known.contains(entry_of(spec))) others.push_back(spec);
  }
  return others;
}

void trust(std::span<const EngineSpec> engines) {
  const auto path = protocol::data_file(kFile);
  const std::vector<EngineSpec> fresh = untrusted(engines);
  if (!path || fresh.empty()) return;
  std::string lines;
  for (const EngineSpec& spec : fresh) lines += entry_of(spec);
  protocol::make_data_folder(*path, kFile);
  if (const auto file = open_to_append(*path)) write_all(file->get(), lines);
}

}  // namespace sumi::match
