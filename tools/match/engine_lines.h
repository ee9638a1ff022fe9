// SPDX-License-Identifier: MIT
/// Pure parsers of output in NBoard's, UGI's, XBoard's and Cassio's protocol. Any line is valid
/// input; std::nullopt: a line of another kind.
#pragma once

#include "protocol/text/nboard.h"
#include "tools/match/game_result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

/// "=== F5/1.50/0.2", "=== f5", "=== PA"; Edax writes blanks for the slashes.
std::optional<protocol::NBoardMove> parse_nboard_answer(std::string_view line, int size);

/// "search F5d6 1.50 0 12", "book F5 1.50 7 12"; a depth of "100%" means exact with unknown depth.
std::optional<Evaluation> parse_nboard_search(std::string_view line);

/// The nodes of "nodestats 123456 0.5".
std::optional<std::uint64_t> parse_nboard_nodes(std::string_view line);

/// Announced by a UGI, UCI or USI engine.
struct UgiOption {
  std::string name;                  ///< May contain blanks.
  std::string type;                  ///< "check", "spin", "combo", "string", "button" or other.
  std::optional<int> min, max;       ///< Of a spin.
  std::vector<std::string> choices;  ///< Of a combo.
};

/// "option name Move Overhead type spin default 10 min 0 max 5000"
std::optional<UgiOption> parse_ugi_option(std::string_view line);

/// "'Hash', 'Move Overhead'"; truncated if long.
std::string listed(const std::vector<std::string>& names);

/// Why the option rejects the value ("takes 1..64, not '99'"), or empty.
std::string fault_of(const UgiOption& option, std::string_view value);

/// Ignores case; `_` and `-` match blanks.
bool same_option_name(std::string_view a, std::string_view b);

/// "info depth 12 score cp -150 nodes 34567 pv d3": 1/100 disc for the side to move. Returns
/// std::nullopt for bounds, other score types and `multipv` above 1.
std::optional<Evaluation> parse_ugi_info(std::string_view line);

/// Announced by an XBoard engine, with the protocol's defaults.
struct XBoardFeatures {
  std::string name;
  std::vector<std::string> variants;  ///< Empty: not announced.
  std::vector<std::string> options;   ///< "seed -spin 0 0 100"
  bool ping = false, setboard = false, usermove = false, time = true, memory = false, smp = false;
  bool done = false;
};

/// Reads "feature ping=1 myname=\"A 1\" done=1"; false for a line of another kind.
bool parse_xboard_features(std::string_view line, XBoardFeatures& features);

/// "12 -350 95 123456 P@d3": depth, 1/100 disc for the side to move, time, nodes.
std::optional<Evaluation> parse_xboard_thinking(std::string_view line);

struct CassioResult {
  Square move;
  Evaluation evaluation;
};

/// "POS, move D3, depth 12, @98%, B+2.00 <= v <= B+2.00, D3c4E6, node 123456, time 1.000". POS must
/// be `position`.
std::optional<CassioResult> parse_cassio_result(std::string_view line, const Position& position);

}  // namespace sumi::match
