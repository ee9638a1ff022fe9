// SPDX-License-Identifier: MIT
/// Which matches we play.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "protocol/text/ggs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// The kinds of match that Sumi plays, for GgsRules: Othello on 8x8, from any start.
inline constexpr std::string_view kGgsTypes = "8,8b,8w,s8,s8r";

struct GgsRules {
  std::vector<GgsType> types;          ///< "s8r" is s8rNN with any NN; "8" is not 8b.
  std::vector<std::string> opponents;  ///< Names of players; empty: anybody.
  bool rated = false;                  ///< Rated matches only, or unrated ones only.
  Millis least_time{};                 ///< Bounds of our main time.
  Millis most_time = Millis::max();
};

/// "8,s8r20": types that Sumi can play, with commas between.
Result<std::vector<GgsType>> parse_ggs_types(std::string_view text);

/// Sumi can play it: no komi, no anti, 8x8.
bool is_playable(const GgsType& type);

/// Why we do not accept this request; nothing if we do. A stored match goes on if it is of a type
/// that we play and against one whom we play.
std::optional<std::string> refusal(const GgsRules& rules, const GgsRequest& request);

}  // namespace sumi::protocol
