// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/ggs/ggs_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

constexpr char kStored = 'S', kUnrated = 'U', kRated = 'R';

/// True if `rule` equals `type` or leaves the number of random discs open.
bool fits(const GgsType& rule, GgsType type) {
  if (rule.random_discs == 0 && type.random_discs) type.random_discs = 0;
  return rule == type;
}

}  // namespace

bool is_playable(const GgsType& type) { return type.size == 8 && !type.komi && !type.anti; }

Result<std::vector<GgsType>> parse_ggs_types(std::string_view text) {
  std::vector<GgsType> types;
  for (bool more = true; more;) {
    more = text.find(',') != text.npos;
    const std::string_view word = take_until(text, ',');
    const auto type = parse_ggs_type(trim(word));
    if (!type) return type.error();
    if (!is_playable(*type)) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("ggs type: {} is not one that Sumi plays ({}, r with or without a "
                               "number)",
                               sumi::quoted(word), kGgsTypes)};
    }
    types.push_back(*type);
  }
  return types;
}

std::optional<std::string> refusal(const GgsRules& rules, const GgsRequest& request) {
  const auto fits_request = [&request](const GgsType& rule) { return fits(rule, request.type); };
  if (!is_playable(request.type) || std::ranges::none_of(rules.types, fits_request)) {
    return "type " + to_text(request.type);
  }
  if (!rules.opponents.empty() && std::ranges::count(rules.opponents, request.from) == 0) {
    return "opponent " + request.from;
  }
  if (request.mode == kStored) return std::nullopt;
  if (request.mode != (rules.rated ? kRated : kUnrated)) {
    return rules.rated ? "not rated" : "rated";
  }
  const Millis time = request.clock.main.time;
  if (time < rules.least_time || time > rules.most_time) {
    return fmt::format("{} s on our clock", time.count() / 1000);
  }
  return std::nullopt;
}

}  // namespace sumi::protocol
