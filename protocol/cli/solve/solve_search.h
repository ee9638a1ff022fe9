// SPDX-License-Identifier: MIT
/// One position solved, as `sumi solve` was asked to.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/game/position.h"
#include "protocol/cli/solve/solve_result.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace sumi::protocol {

/// Solves with an emptied table, so that with one thread the nodes depend on the position alone.
/// Nothing if `stop` is requested before the end. Fails if the engine cannot be of the position's
/// size: an evaluator that does not know it; the engine stays as it was. `on_update`, which may be
/// empty, gets what is known after each iteration, on a thread of the engine.
Result<std::optional<Solution>> solve_position(
    Engine& engine, const Position& position, SolveMode mode, const std::stop_token& stop,
    const std::function<void(const SearchUpdate&)>& on_update = {});

}  // namespace sumi::protocol
