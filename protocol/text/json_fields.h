// SPDX-License-Identifier: MIT
/// Fields of untrusted JSON objects, games in JSON, and base64. Errors name the key, the value and
/// the accepted form. Readers of single fields throw BadField; readers of messages return Result.
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

/// Enough for any message: a game of 60 annotated moves has 300 values.
inline constexpr std::size_t kMaxJsonValues = 4000, kMaxJsonKeys = 1000, kMaxJsonNesting = 8;

struct JsonCost {
  std::size_t bytes = 0;
  std::size_t values = 0;
};

/// Parses one object, up to the limits above. Returns a discarded value (Json::is_discarded())
/// beyond them or if the text is not an object.
Json read_json(std::string_view text);

/// Total cost of read_json() on this thread.
JsonCost json_cost();

/// Its message is for the peer.
struct BadField : FatalError {
  using FatalError::FatalError;
};

/// "level: 99 is not a whole number in 0..60": `wanted` follows "is not".
std::string bad_value(std::string_view key, const Json& value, std::string_view wanted);

/// Throws bad_value().
[[noreturn]] void reject(std::string_view key, const Json& value, std::string_view wanted);

/// Throws if `object` has a key not in `known`. `where` precedes the message.
void check_keys(const Json& object, std::span<const std::string_view> known,
                std::string_view where);

/// A string or integer.
bool is_json_id(const Json& json);

/// In min..max; `otherwise` if missing.
int int_at(const Json& object, std::string_view key, int min, int max, int otherwise);

/// `otherwise` if missing.
bool bool_at(const Json& object, std::string_view key, bool otherwise);

/// In min..max. Requires: the key exists.
double number_at(const Json& object, std::string_view key, double min, double max);

/// Empty if missing.
std::string text_at(const Json& object, std::string_view key);

/// Like text_at(), but moves the string out of the object.
std::string text_taken(Json& object, std::string_view key);

/// The value of "size"; 8 if missing.
int size_at(const Json& object);

/// At least 1 ms.
Millis to_millis(double seconds);

inline constexpr double kMaxJsonSeconds = 1'000'000;

/// One of "level", "depth", "time" (seconds) and "nodes", as in `sumi hint`; with "nodes"
/// the selectivity is kFastSelectivity.
SearchLimits limits_in(const Json& object);

// Games as JSON objects (protocol/http/README.md).

inline constexpr std::array<std::string_view, 14> kGameKeys{
    "start", "size",  "moves", "black", "white",  "black_rating", "white_rating",
    "event", "round", "place", "date",  "result", "comment",      "notes"};

/// Reads kGameKeys and ignores others; `moves` excludes passes. Fails on malformed games and on the
/// first illegal move.
Result<GameRecord> game_from_json(const Json& object);

/// Inverse of game_from_json(); omits empty texts and notes. A position becomes a game without
/// moves, with its scores as the comment.
Json game_json(const FileEntry& entry);

// Base64 (RFC 4648, section 4).

std::string encode_base64(std::string_view bytes);

/// Fails unless the text is groups of four base64 digits with `=` padding.
Result<std::string> decode_base64(std::string_view text);

}  // namespace sumi::protocol
