// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "tools/lab/tune/spsa.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sumi::lab {
namespace {

constexpr double kAlpha = 0.602, kGamma = 0.101, kStability = 0.1;

}  // namespace

Spsa::Spsa(const SpsaSetup& setup, std::vector<SpsaParameter> parameters)
    : setup_(setup), parameters_(std::move(parameters)) {
  for (const SpsaParameter& parameter : parameters_) state_.values.push_back(parameter.start);
}

std::vector<Spsa::Draw> Spsa::draws() const {
  // The seed is mixed first: streams of neighbouring seeds must not be one stream, shifted.
  SplitMix64 random(SplitMix64(setup_.seed).next() ^
                    SplitMix64(static_cast<std::uint64_t>(state_.iteration)).next());
  std::vector<Draw> draws(parameters_.size());
  for (Draw& draw : draws) {
    draw.sign = random.next() % 2 == 0 ? 1 : -1;
    draw.round = static_cast<double>(random.next() >> 11) * 0x1p-53;
  }
  return draws;
}

/// How far to stray from parameter `i` in this iteration: c_k.
double Spsa::stray(std::size_t i) const {
  const double left = static_cast<double>(setup_.iterations) / (state_.iteration + 1);
  return parameters_[i].step * std::pow(left, kGamma);
}

SpsaTrial Spsa::trial() const {
  SpsaTrial trial;
  const std::vector<Draw> draws = this->draws();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& range = parameters_[i];
    const auto point = [&](double value) {
      return static_cast<int>(std::floor(std::clamp(value, range.min, range.max) + draws[i].round));
    };
    const double away = draws[i].sign * stray(i);
    trial.plus.push_back(point(state_.values[i] + away));
    trial.minus.push_back(point(state_.values[i] - away));
  }
  return trial;
}

void Spsa::update(double difference) {
  const std::vector<Draw> draws = this->draws();
  const double damping = kStability * setup_.iterations;
  const double gain =
      setup_.rate *
      std::pow((damping + setup_.iterations) / (damping + state_.iteration + 1), kAlpha);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& p = parameters_[i];
    const double move = gain * p.step * p.step / stray(i) * difference * draws[i].sign;
    state_.values[i] = std::clamp(state_.values[i] + move, p.min, p.max);
  }
  ++state_.iteration;
}

}  // namespace sumi::lab
