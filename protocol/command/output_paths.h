// SPDX-License-Identifier: MIT
/// Files that a command writes, looked at before its work: a slip of the pen costs no file.
#pragma once

#include "protocol/command/command.h"
#include "protocol/report/output.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A file to be written.
struct OutputPath {
  std::string what;  ///< "--html", or a word for it: begins errors.
  std::string path;
  FileKind kind;
};

/// The path of an option, if it is given; `option` is its name.
void add_output(std::vector<OutputPath>& outputs, std::string_view option,
                const std::optional<std::string>& path, const FileKind& kind);

/// --force. Each command that calls check_outputs() has it, but one whose files are of any_kind().
Option force_row();

/// Throws UsageError if an output is a file that the command reads, or two outputs are one file,
/// also through links, whether --force is given or not. Without --force, too, if a file would be
/// replaced that is of another kind (see may_replace()).
///
/// The files that count as read are `inputs`, where "-" is standard input; the files of names that
/// lie beside WTHOR inputs; and the values of all options except the outputs' own, also behind a
/// colon ("qtable:FILE"). A value that names no file does no harm.
void check_outputs(const CommandLine& line, std::span<const OutputPath> outputs,
                   std::span<const std::string> inputs);

}  // namespace sumi::protocol
