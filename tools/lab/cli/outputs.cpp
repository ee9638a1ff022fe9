// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/lab/cli/outputs.h"
#include "tools/lab/records.h"

#include <fmt/format.h>

#include <filesystem>

namespace sumi::lab {

protocol::FileKind weights_kind() {
  return {"weights", [](std::string_view head) { return head.starts_with("SUMI\x1A"); }};
}

std::vector<OutputLock> claim_outputs(const protocol::CommandLine& line,
                                      std::span<const protocol::OutputPath> outputs,
                                      std::span<const std::string> inputs) {
  namespace fs = std::filesystem;
  using protocol::UsageError;
  for (const protocol::OutputPath& output : outputs) {
    std::error_code failure;
    const fs::path folder = fs::path(output.path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, failure)) {
      throw UsageError(fmt::format("{}: no folder {}", output.what, sumi::quoted(folder.string())));
    }
    if (fs::exists(output.path, failure) && !fs::is_regular_file(output.path, failure)) {
      throw UsageError(
          fmt::format("{}: {} is a folder or a device", output.what, sumi::quoted(output.path)));
    }
  }
  // What is wrong with the inputs is told when they are read.
  std::vector<std::string> files(inputs.begin(), inputs.end());
  if (const auto found = record_paths(inputs); found) files = *found;
  protocol::check_outputs(line, outputs, files);

  std::vector<OutputLock> locks;
  for (const protocol::OutputPath& output : outputs) {
    const bool is_file = !output.path.empty() && output.path != "-";
    if (is_file) locks.push_back(OutputLock::of_file(output.path).value());
  }
  return locks;
}

}  // namespace sumi::lab
