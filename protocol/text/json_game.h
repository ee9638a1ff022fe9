// SPDX-License-Identifier: MIT
/// Games as JSON objects, as programs and the page of `sumi web` have them
/// (protocol/http/README.md).
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>

namespace sumi::protocol {

/// The keys of a game.
inline constexpr std::array<std::string_view, 14> kGameKeys{
    "start", "size",  "moves", "black", "white",  "black_rating", "white_rating",
    "event", "round", "place", "date",  "result", "comment",      "notes"};

/// Reads these keys and leaves others alone; the moves are without passes. Fails on what is no such
/// game, and on the first move that the rules forbid.
Result<GameRecord> game_from_json(const Json& object);

/// The reverse. Texts that the game does not have are left out, and so are notes if there are none.
/// A position becomes a game without moves, and its scores the comment.
Json game_json(const FileEntry& entry);

}  // namespace sumi::protocol
