// SPDX-License-Identifier: MIT
/// Texts about the engine's options, shared by all protocols.
#pragma once

#include "engine/engine.h"
#include "engine/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Notes for the user after configure_step() accepted option `name`: that the options do not fit
/// together yet; else what the engine plays with, if `name` affects it or the options did not fit
/// before (`was_pending`); and a missing book file.
std::vector<std::string> option_notes(const Engine& engine, std::string_view name,
                                      bool was_pending);

/// One line: what the option does and accepts.
std::string describe(const OptionSpec& spec);

}  // namespace sumi::protocol
