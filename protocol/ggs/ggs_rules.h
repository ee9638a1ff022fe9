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

/// Types of matches that Sumi plays: Othello on 8x8, from any start.
inline constexpr std::string_view kGgsTypes = "8,8b,8w,s8,s8r";

struct GgsRules {
  std::vector<GgsType> types;          ///< "s8r" allows s8rNN for any NN; "8" does not allow 8b.
  std::vector<std::string> opponents;  ///< Player names; empty: anyone.
  bool rated = false;                  ///< Only rated matches, otherwise only unrated ones.
  Millis least_time{};                 ///< Limits for our main time.
  Millis most_time = Millis::max();
};

/// Parses comma-separated playable types: "8,s8r20".
Result<std::vector<GgsType>> parse_ggs_types(std::string_view text);

/// No komi, no anti, 8x8.
bool is_playable(const GgsType& type);

/// The reason to decline a request; nothing to accept. A stored match only needs an allowed type
/// and opponent.
std::optional<std::string> refusal(const GgsRules& rules, const GgsRequest& request);

}  // namespace sumi::protocol
