// SPDX-License-Identifier: MIT
#include "tools/lab/papers/learn/episode.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/td/td_learner.h"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>

namespace sumi::lab {
namespace {

constexpr std::uint64_t kFirstWeights = 0x52;  ///< The purpose of these lots, for mixed_seed().

Mlp first_network(const TdSettings& settings) {
  Mlp mlp(std::vector<int>{input_count(NetworkInputs::kDiscs), settings.hidden,
                           output_count(NetworkOutput::kBlackWhite)});
  const double from = (settings.faults & kAllPositive) != 0 ? 0 : -0.25;
  for (int layer = 0; layer < mlp.layers(); ++layer) {
    mlp.draw(layer, from, from + 0.5, mixed_seed(settings.net.seed, kFirstWeights));
  }
  return mlp;
}

LearningRule rule_of(const TdSettings& settings) {
  LearningRule rule;
  rule.rate = static_cast<float>(settings.net.rate);
  rule.biases = false;
  if ((settings.faults & kPartOfUnits) != 0) rule.first_units = settings.hidden * 30 / 40;
  rule.change_first = (settings.faults & kChangedFirst) != 0;
  return rule;
}

}  // namespace

TdLearner::TdLearner(const TdSettings& settings, int threads)
    : NetLearner("td", settings.net, threads, NetworkInputs::kDiscs, NetworkOutput::kBlackWhite,
                 first_network(settings)),
      td_(settings),
      rule_(rule_of(settings)) {}

protocol::Json TdLearner::settings() const {
  protocol::Json json = net_settings();
  json["part-of-units"] = (td_.faults & kPartOfUnits) != 0;
  json["changed-first"] = (td_.faults & kChangedFirst) != 0;
  json["all-positive"] = (td_.faults & kAllPositive) != 0;
  json["last-thrice"] = (td_.faults & kLastThrice) != 0;
  json["drawn-after"] = (td_.faults & kDrawnAfter) != 0;
  return json;
}

void TdLearner::learn(std::span<const float> targets) {
  mlp().learn(view().inputs(), targets, rule_, view().units());
}

void TdLearner::learn_pass(const Position& position) {
  const std::span<const float> outputs = view().look(position.passed());
  const std::array after_pass{outputs[0], outputs[1]};
  view().look(position);
  learn(after_pass);
}

void TdLearner::play(SplitMix64& random) {
  std::optional<Color> last;  // who made a move
  const GameEnd end = play_episode(start(), [&](const Position& position, Bitboard legal) {
    if (last == position.to_move) learn_pass(position.passed());
    last = position.to_move;
    view().look_ahead(position, legal, seen());
    const auto next = static_cast<std::size_t>(draw_move(seen(), net().epsilon, random));
    view().look_again(position);
    learn(seen().outputs[next]);
    if ((td_.faults & kDrawnAfter) != 0) view().look_ahead(position, legal, seen());
    return seen().squares[static_cast<std::size_t>(draw_move(seen(), net().epsilon, random))];
  });
  if ((td_.faults & kLastThrice) != 0) {
    learn_pass(end.position);
    learn_pass(end.position.passed());
  }
  const int black = end.black.discs;
  view().look(end.position);
  learn(std::array{black > 0 ? 1.0f : 0.0f, black < 0 ? 1.0f : 0.0f});
}

}  // namespace sumi::lab
