// SPDX-License-Identifier: MIT
/// Checks output files before a command starts, so that a typo destroys no file.
#pragma once

#include "protocol/command/command.h"
#include "protocol/report/output.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct OutputPath {
  std::string what;  ///< The option ("--html") or a word; begins error messages.
  std::string path;
  FileKind kind;
};

void add_output(std::vector<OutputPath>& outputs, std::string_view option,
                const std::optional<std::string>& path, const FileKind& kind);

/// The format of a file of games or positions to write: `given`, or by the extension of `path`.
/// Throws UsageError if the extension is unknown, naming the `list` of formats, or if the format
/// cannot be written to `path`.
FileFormat format_to_write(const std::string& path, std::optional<FileFormat> given,
                           std::string_view list);

/// The file OUT and the files of names that WTHOR has beside it.
std::vector<OutputPath> game_outputs(const std::string& path, FileFormat format);

/// The row `--force`, for callers of check_outputs() unless they write only any_kind().
Option force_row();

/// Throws UsageError if an output is also an input, or two outputs are the same file, even through
/// links; without --force, also if an output would replace a file of another kind (may_replace()).
///
/// Inputs are `inputs` ("-": standard input), name files beside WTHOR inputs, and the values of
/// other options, whole or after a colon ("qtable:FILE"). Values that are not files are harmless.
void check_outputs(const CommandLine& line, std::span<const OutputPath> outputs,
                   std::span<const std::string> inputs);

}  // namespace sumi::protocol
