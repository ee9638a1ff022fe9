// SPDX-License-Identifier: MIT
/// Reads the fields of JSON objects that somebody else wrote. Errors name the key, the value and
/// what is accepted instead. Also games as JSON objects, and bytes in texts.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"
#include "engine/limits.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// What no message needs more of: a game of 60 moves with notes has 300 values.
inline constexpr std::size_t kMostJsonValues = 4000, kMostJsonKeys = 1000, kDeepestJson = 8;

/// What texts cost to read.
struct JsonCost {
  std::size_t bytes = 0;   ///< Parsed.
  std::size_t values = 0;  ///< Built.
};

/// The object of a line or message; discarded (Json::is_discarded()) if it is none or exceeds the
/// limits above. The parse ends at the first byte that does.
Json read_json(std::string_view text);

/// Of all that this thread has read by read_json().
JsonCost json_cost();

/// "level: 99 is not a whole number in 0..60": `wanted` goes on after "is not".
Error bad_value(std::string_view key, const Json& value, std::string_view wanted);

/// Fails if `object` has a key that is not `known`. `where` stands before the message.
Result<void> check_keys(const Json& object, std::span<const std::string_view> known,
                        std::string_view where);

/// A text or a whole number, which is what tells answers apart.
bool is_json_id(const Json& json);

/// The whole number under `key`, in min..max; `otherwise` if there is none.
Result<int> whole_at(const Json& object, std::string_view key, int min, int max, int otherwise);

/// The truth under `key`; `otherwise` if there is none.
Result<bool> truth_at(const Json& object, std::string_view key, bool otherwise);

/// The number under `key`, in min..max. Requires: the key is there.
Result<double> number_at(const Json& object, std::string_view key, double min, double max);

/// The text under `key`; empty if there is none.
Result<std::string> text_at(const Json& object, std::string_view key);

/// The same, moved out of the object.
Result<std::string> text_taken(Json& object, std::string_view key);

/// The board size under `size`; 8 if there is none.
Result<int> size_at(const Json& object);

/// At least a millisecond.
Millis to_millis(double seconds);

inline constexpr double kMaxJsonSeconds = 1'000'000;

/// One of "level", "depth", "time" (seconds) and "nodes", as `sumi hint` takes options of these
/// names; "nodes" as a move of a game.
Result<SearchLimits> limits_in(const Json& object);

// Games as JSON objects, as programs and the page of `sumi web` have them
// (protocol/http/README.md).

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

// Bytes in texts that cannot hold them (RFC 4648, section 4).

std::string encode_base64(std::string_view bytes);

/// Fails on anything but the 64 digits, four by four, with `=` in place of those that are missing
/// at the end.
Result<std::string> decode_base64(std::string_view text);

}  // namespace sumi::protocol
