// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "protocol/text/ggs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Match types that Sumi plays: Othello on 8x8, from any start.
inline constexpr std::string_view kGgsTypes = "8,8b,8w,s8,s8r";

struct GgsRules {
  std::vector<GgsType> types;          ///< "s8r" includes s8rNN for any NN; "8" does not include
                                       ///< 8b.
  std::vector<std::string> opponents;  ///< Player names; empty: any.
  bool rated = false;                  ///< Only rated or, if false, only unrated matches.
  Millis least_time{};                 ///< Limits for our main time.
  Millis most_time = Millis::max();
};

/// Parses comma-separated playable types: "8,s8r20".
Result<std::vector<GgsType>> parse_ggs_types(std::string_view text);

/// No komi, no anti, 8x8.
bool is_playable(const GgsType& type);

/// Why to decline a request; nothing to accept. Of stored matches, only type and opponent must be
/// allowed.
std::optional<std::string> refusal(const GgsRules& rules, const GgsRequest& request);

}  // namespace sumi::protocol
