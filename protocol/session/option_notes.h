// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"
#include "engine/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Notes for the user after configure_step() accepted option `name`. If options conflict: how;
/// otherwise Engine::description(), if `name` affects it or options conflicted before
/// (`was_pending`). Also reports a missing book file.
std::vector<std::string> option_notes(const Engine& engine, std::string_view name,
                                      bool was_pending);

/// One line: the option's meaning and accepted values.
std::string describe(const OptionSpec& spec);

}  // namespace sumi::protocol
