// SPDX-License-Identifier: MIT
/// Notes that commands of `sumi-lab` put into the weights they write.
#pragma once

#include "protocol/command/command.h"

#include <string>

namespace sumi::lab {

/// The command as one could type it again.
std::string command_text(const protocol::Command& self, const protocol::Args& args);

/// The date, "2026-11-21".
std::string today();

}  // namespace sumi::lab
