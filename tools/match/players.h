// SPDX-License-Identifier: MIT
/// Makes players of engine specifications: the only place that knows all kinds of them.
#pragma once

#include "tools/match/engine_spec.h"
#include "tools/match/match_config.h"
#include "tools/match/player.h"

#include <memory>
#include <string>

namespace sumi::match {

/// What a player needs to know besides its EngineSpec.
struct PlayerSetup {
  int size = 8;
  Millis hang_after{};
  std::string log;  ///< A file to append everything said to and by the engine to; empty: none.
};

/// Does not start the engine. Fails if the specification cannot be met (options of ours that do
/// not exist).
Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec, const PlayerSetup& setup);

}  // namespace sumi::match
