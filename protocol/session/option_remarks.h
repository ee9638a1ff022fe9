// SPDX-License-Identifier: MIT
/// What there is to say of the engine's options. Each protocol has its own place for it.
#pragma once

#include "engine/engine.h"
#include "engine/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// To be called when configure_step() has taken the option of this name. Says that the options do
/// not fit together yet; or what the engine plays with, if the option decides that or they did not
/// fit before it (`was_pending`). Says also if the file of the book is not there.
std::vector<std::string> option_remarks(const Engine& engine, std::string_view name,
                                        bool was_pending);

/// One line for people: what an option does and what it accepts.
std::string describe(const OptionSpec& spec);

}  // namespace sumi::protocol
