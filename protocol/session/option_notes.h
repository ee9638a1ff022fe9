// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"
#include "engine/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Notes for the user after configure_step() accepted option `name`. If the options conflict, the
/// note explains how; otherwise it gives Engine::description(), if `name` affects it or the options
/// conflicted before (`was_pending`). A second note reports a missing book file.
std::vector<std::string> option_notes(const Engine& engine, std::string_view name,
                                      bool was_pending);

/// One line: what the option does and accepts.
std::string describe(const OptionSpec& spec);

}  // namespace sumi::protocol
