// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"
#include "engine/options.h"

#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// Engine::configure_step() after a change of option `name`. Then passes notes for the user to
/// `note`. If options conflict: how; otherwise Engine::description(), if `name` affects it or
/// options conflicted before. Also a missing book file.
Result<void> configure_with_notes(Engine& engine, const EngineOptions& options,
                                  std::string_view name,
                                  const std::function<void(const std::string&)>& note);

/// One line: the option's meaning and accepted values.
std::string describe(const OptionSpec& spec);

}  // namespace sumi::protocol
