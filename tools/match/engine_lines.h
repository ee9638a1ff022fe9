// SPDX-License-Identifier: MIT
/// What engines say in NBoard and in UGI, taken apart: the controller's half of these protocols.
/// All functions are pure and take lines of any contents; they return nothing for a line that says
/// something else.
#pragma once

#include "protocol/text/nboard.h"
#include "tools/match/game_result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

/// "=== F5/1.50/0.2", "=== f5", "=== PA", with blanks for the slashes as Edax writes it.
std::optional<protocol::NBoardMove> parse_nboard_answer(std::string_view line, int size);

/// "search F5d6 1.50 0 12", "book F5 1.50 7 12"; a depth of "100%" is exact and not told.
std::optional<Evaluation> parse_nboard_search(std::string_view line);

/// The nodes of "nodestats 123456 0.5".
std::optional<std::uint64_t> parse_nboard_nodes(std::string_view line);

/// An option that an engine of UGI, UCI or USI announces.
struct UgiOption {
  std::string name;             ///< May hold blanks.
  std::string type;             ///< "check", "spin", "combo", "string", "button", or what it says.
  std::optional<int> min, max;  ///< The range of a spin.
  std::vector<std::string> choices;  ///< What a combo can be set to.
};

/// "option name Move Overhead type spin default 10 min 0 max 5000"
std::optional<UgiOption> parse_ugi_option(std::string_view line);

/// "'Hash', 'Move Overhead'"; a long list is cut short.
std::string listed(const std::vector<std::string>& names);

/// Says why the option does not take the value: "takes 1..64, not '99'". Empty if it takes it.
std::string fault_of(const UgiOption& option, std::string_view value);

/// Case does not matter, and blanks may be written as `_` or `-`.
bool same_option_name(std::string_view a, std::string_view b);

/// "info depth 12 score cp -150 nodes 34567 pv d3": 100 to the disc, for the side to move. Nothing
/// for bounds, other scores and all but the best move.
std::optional<Evaluation> parse_ugi_info(std::string_view line);

}  // namespace sumi::match
