// SPDX-License-Identifier: MIT
/// What commands of `sumi-lab` that write weights have in common.
#pragma once

#include "protocol/command/command.h"

#include <string>

namespace sumi::lab {

/// The command as one could type it again.
std::string command_text(const protocol::Command& self, const protocol::Args& args);

/// The date, "2026-11-21".
std::string today();

}  // namespace sumi::lab
