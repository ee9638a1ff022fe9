// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/bpfscn_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace sumi {
namespace {

constexpr std::pair<char, unsigned> kLetters[] = {
    {'a', kRepliesAdded}, {'b', kFsWeightIgnored}, {'c', kCornersUnsigned}, {'d', kWrongColumn}};

std::optional<unsigned> parse_faults(std::string_view text) {
  if (text == "corrected") return kNoFault;
  if (text == "paper") return kPaperFaults;
  unsigned faults = kNoFault;
  for (const char c : text) {
    const auto letter = std::ranges::find(kLetters, c, &std::pair<char, unsigned>::first);
    if (letter == std::end(kLetters) || (faults & letter->second) != 0) return std::nullopt;
    faults |= letter->second;
  }
  return faults != kNoFault ? std::optional(faults) : std::nullopt;
}

}  // namespace

Result<BpFsCnWeights> parse_bpfscn(std::string_view text) {
  BpFsCnWeights weights;
  if (text.empty()) return weights;
  std::string_view left = text;
  bool good = true;
  for (int* const weight : {&weights.bp, &weights.fs, &weights.cn}) {
    const auto number = parse_count(take_until(left, ':'));
    good = good && number && *number <= kMaxBpFsCnWeight;
    if (good) *weight = *number;
  }
  if (std::ranges::count(text, ':') == 3) {
    const auto faults = parse_faults(left);
    good = good && faults;
    if (good) weights.faults = *faults;
  } else {
    good = good && std::ranges::count(text, ':') == 2;
  }
  if (good && (weights.bp != 0 || weights.fs != 0 || weights.cn != 0)) return weights;
  return syntax_error("bpfscn", text,
                      fmt::format("BP:FS:CN with weights in 0..{}, not all of them 0, then perhaps "
                                  ":corrected, :paper or some of the faults, :abcd",
                                  kMaxBpFsCnWeight));
}

std::string to_text(const BpFsCnWeights& weights) {
  std::string text = fmt::format("{}:{}:{}", weights.bp, weights.fs, weights.cn);
  if (weights.faults == kNoFault) return text;
  if (weights.faults == kPaperFaults) return text + ":paper";
  text += ':';
  for (const auto& [letter, fault] : kLetters) {
    if ((weights.faults & fault) != 0) text += letter;
  }
  return text;
}

}  // namespace sumi
