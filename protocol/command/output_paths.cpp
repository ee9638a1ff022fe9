// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/wthor.h"
#include "protocol/command/output_paths.h"
#include "protocol/report/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace sumi::protocol {
namespace {

/// Values of options that may name input files.
std::vector<std::string> option_values(const CommandLine& line,
                                       std::span<const OutputPath> outputs) {
  std::vector<std::string> values;
  const auto add = [&](const std::string& value) {
    values.push_back(value);
    const std::size_t colon = value.find(':');
    if (colon != value.npos) values.push_back(value.substr(colon + 1));
  };
  for (const auto& [name, texts] : line.given) {
    const std::string option = "--" + name;
    const bool written = std::ranges::find(outputs, option, &OutputPath::what) != outputs.end();
    if (!written) std::ranges::for_each(texts, add);
  }
  return values;
}

/// Pipes and devices may be both read and written.
bool is_plain(const std::string& path) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

void forbid_input(const OutputPath& output, const std::string& input) {
  if (input.empty() || !same_file(output.path, input == "-" ? "/dev/stdin" : input)) return;
  throw UsageError(fmt::format("{}: {} is also an input; name another file", output.what,
                               sumi::quoted(output.path)));
}

}  // namespace

void add_output(std::vector<OutputPath>& outputs, std::string_view option,
                const std::optional<std::string>& path, const FileKind& kind) {
  if (path) outputs.push_back({fmt::format("--{}", option), *path, kind});
}

FileFormat format_to_write(const std::string& path, std::optional<FileFormat> given,
                           std::string_view list) {
  const auto format = given ? given : format_by_name(path);
  if (!format) {
    throw UsageError(fmt::format("{} does not show the format: give --to FORMAT (see {})",
                                 sumi::quoted(path), list));
  }
  const FormatSpec& spec = format_spec(*format);
  if (!spec.written) throw UsageError(fmt::format("the format {} is read-only", spec.name));
  if (spec.binary && path == "-") {
    throw UsageError(
        "WTHOR needs a file: its header has the number of games, and names are in files beside it");
  }
  return *format;
}

std::vector<OutputPath> game_outputs(const std::string& path, FileFormat format) {
  std::vector<OutputPath> outputs{{"OUT", path, game_kind(format, path)}};
  for (const std::string& beside : sumi::side_files_written(path, format)) {
    outputs.push_back({"OUT", beside, {"names of WTHOR", sumi::is_side_file}});
  }
  return outputs;
}

Option force_row() { return {"force", {}, "replace files of any type"}; }

void check_outputs(const CommandLine& line, std::span<const OutputPath> outputs,
                   std::span<const std::string> inputs) {
  std::vector<std::string> read = option_values(line, outputs);
  for (const std::string& input : inputs) {
    read.push_back(input);
    for (std::string& beside : sumi::side_files_read(input)) read.push_back(std::move(beside));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const OutputPath& output = outputs[i];
    if (output.path == "-" || output.path.empty() || !is_plain(output.path)) continue;
    for (const std::string& input : read) forbid_input(output, input);
    for (const OutputPath& other : outputs.subspan(i + 1)) {
      if (!same_file(output.path, other.path)) continue;
      const std::string both = output.what == other.what
                                   ? output.what + ": two outputs"
                                   : fmt::format("{} and {}", output.what, other.what);
      throw UsageError(fmt::format("{} are the same file, {}", both, sumi::quoted(output.path)));
    }
    if (line.has("force") || may_replace(output.path, output.kind)) continue;
    throw UsageError(fmt::format(
        "{}: {} exists and holds no {}; name another file, or add --force to replace it",
        output.what, sumi::quoted(output.path), output.kind.name));
  }
}

}  // namespace sumi::protocol
