// SPDX-License-Identifier: MIT
/// Files that commands of `sumi-lab` write: looked at before the work, so that it is not for
/// nothing and a slip of the pen costs no file.
#pragma once

#include "protocol/command/output_paths.h"
#include "tools/lab/long_work.h"

#include <span>
#include <string>
#include <vector>

namespace sumi::lab {

/// Weights, see weights/README.md; older ones too.
protocol::FileKind weights_kind();

/// protocol::check_outputs(), and each output can be written: its folder is there, and it is no
/// folder and no device. `inputs` are files and folders of positions. Returns the outputs' locks,
/// to be held until all is written; throws FatalError if another process holds one of them.
[[nodiscard]] std::vector<OutputLock> claim_outputs(const protocol::CommandLine& line,
                                                    std::span<const protocol::OutputPath> outputs,
                                                    std::span<const std::string> inputs = {});

}  // namespace sumi::lab
