// SPDX-License-Identifier: MIT
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/net_learner.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <optional>

namespace sumi::lab {
namespace {

constexpr std::uint64_t kError = 3;  ///< Random stream (EpisodeLearner).
constexpr int kErrorGames = 200;

}  // namespace

int draw_move(const EvaluatedMoves& moves, double epsilon, SplitMix64& random) {
  return random.uniform() < epsilon ? random.below(moves.count) : moves.best();
}

NetLearner::NetLearner(std::string_view name, const NetSettings& settings, int threads,
                       NetworkInputs inputs, NetworkOutput output, Mlp mlp)
    : EpisodeLearner(name, "the network", settings.seed, threads),
      net_(settings),
      inputs_(inputs),
      output_(output),
      mlp_(std::move(mlp)),
      evaluator_(mlp_, inputs, output) {}

std::vector<Metric> NetLearner::measure(const std::stop_token& stop) const {
  std::vector<Metric> metrics =
      wins_against_random(NetPlayer(mlp_, inputs_, output_), net_.size, net_.measured_games, stop);
  metrics.push_back(plain_metric("error", error(stop)));
  return metrics;
}

double NetLearner::error(const std::stop_token& stop) const {
  NetEvaluator evaluator(mlp_, inputs_, output_);
  EvaluatedMoves moves;
  std::vector<double> expected;  // Black's expected points per position
  double sum = 0, count = 0;
  for (std::uint64_t game = 0; game < kErrorGames && !stop.stop_requested(); ++game) {
    SplitMix64 random(mixed_seed(net_.seed, kError, game));
    expected.clear();
    const GameEnd end = play_episode(start(), [&](const Position& position, Bitboard legal) {
      const double value = evaluator.value(position);
      const double own = output_ == NetworkOutput::kMoverWins ? value : (value + 1) / 2;
      expected.push_back(position.to_move == Color::kBlack ? own : 1 - own);
      evaluator.evaluate_moves(position, legal, moves);
      return moves.squares[static_cast<std::size_t>(draw_move(moves, net_.epsilon, random))];
    });
    const double points = end.black.discs > 0 ? 1 : end.black.discs == 0 ? 0.5 : 0;
    for (const double value : expected) sum += (value - points) * (value - points);
    count += static_cast<double>(expected.size());
  }
  return count == 0 ? 0 : sum / count;
}

protocol::Json NetLearner::net_settings() const {
  return {{"learner", name()},
          {"size", net_.size},
          {"seed", net_.seed},
          {"units", mlp_.units()},
          {"rate", net_.learning_rate},
          {"epsilon", net_.epsilon},
          {"measured-games", net_.measured_games}};
}

NetworkFile NetLearner::network() const {
  NetworkFile file;
  file.size = net_.size;
  file.inputs = inputs_;
  file.output = output_;
  file.layers = mlp_.to_layers();
  file.provenance.command = "sumi-lab " + name();
  file.provenance.data = origin();
  file.provenance.note = settings().dump();
  return file;
}

std::string NetLearner::result() const { return write_network(network()); }

Result<void> NetLearner::load_values(std::string_view values) {
  const auto file = parse_network(values);
  if (!file) return file.error();
  Mlp loaded(file->layers);
  if (file->inputs != inputs_ || file->output != output_ || loaded.units() != mlp_.units()) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("a network of {} units, but one of {} is learned here",
                             fmt::join(loaded.units(), "-"), fmt::join(mlp_.units(), "-"))};
  }
  mlp_ = std::move(loaded);  // keeps the sizes of the evaluator's buffers
  return {};
}

namespace {

constexpr std::uint64_t kTdWeights = 0x52, kReturnsWeights = 0x53;  ///< For mixed_seed().

Mlp first_network(const TdSettings& settings) {
  Mlp mlp(std::vector<int>{input_count(NetworkInputs::kDiscs), settings.hidden,
                           output_count(NetworkOutput::kBlackWhite)});
  const double from = (settings.faults & kAllPositive) != 0 ? 0 : -0.25;
  for (int layer = 0; layer < mlp.layers(); ++layer) {
    mlp.draw(layer, from, from + 0.5, mixed_seed(settings.net.seed, kTdWeights));
  }
  return mlp;
}

LearningRule rule_of(const TdSettings& settings) {
  LearningRule rule;
  rule.learning_rate = static_cast<float>(settings.net.learning_rate);
  rule.biases = false;
  if ((settings.faults & kPartOfUnits) != 0) rule.first_units = settings.hidden * 30 / 40;
  rule.change_first = (settings.faults & kChangedFirst) != 0;
  return rule;
}

}  // namespace

std::span<const NamedFault> td_faults() {
  static constexpr NamedFault kFaults[] = {{"part-of-units", kPartOfUnits},
                                           {"changed-first", kChangedFirst},
                                           {"all-positive", kAllPositive},
                                           {"last-thrice", kLastThrice},
                                           {"drawn-after", kDrawnAfter}};
  return kFaults;
}

TdLearner::TdLearner(const TdSettings& settings, int threads)
    : NetLearner("td", settings.net, threads, NetworkInputs::kDiscs, NetworkOutput::kBlackWhite,
                 first_network(settings)),
      td_(settings),
      rule_(rule_of(settings)) {}

protocol::Json TdLearner::settings() const {
  protocol::Json json = net_settings();
  for (const auto& [name, fault] : td_faults()) json[std::string(name)] = (td_.faults & fault) != 0;
  // Runs begun before there was a choice resume.
  if (td_.targets != Targets::kNext) {
    json["targets"] = td_.targets == Targets::kExpected ? "dp" : "monte-carlo";
  }
  return json;
}

void TdLearner::learn(std::span<const float> targets) {
  mlp().learn(evaluator().inputs(), targets, rule_, evaluator().units());
}

void TdLearner::learn_pass(const Position& position) {
  const std::span<const float> outputs = evaluator().evaluate(position.passed());
  const std::array after_pass{outputs[0], outputs[1]};
  evaluator().evaluate(position);
  learn(after_pass);
}

void TdLearner::learn_moves(SplitMix64& random) {
  const EvaluatedMoves& all = moves();
  if (td_.targets == Targets::kNext) {
    return learn(all.outputs[static_cast<std::size_t>(draw_move(all, net().epsilon, random))]);
  }
  std::array<float, 2> expected{};
  const int best = all.best();
  for (int i = 0; i < all.count; ++i) {
    const double probability = net().epsilon / all.count + (i == best ? 1 - net().epsilon : 0);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      expected[k] += static_cast<float>(probability) * all.outputs[static_cast<std::size_t>(i)][k];
    }
  }
  learn(expected);
}

void TdLearner::play(SplitMix64& random) {
  const bool results = td_.targets == Targets::kResult;
  visited_.clear();
  std::optional<Color> last;  // the side that moved last
  const GameEnd end = play_episode(start(), [&](const Position& position, Bitboard legal) {
    const bool passed = last == position.to_move;
    last = position.to_move;
    if (results) {
      if (passed) visited_.push_back(position.passed());
      visited_.push_back(position);
      evaluator().evaluate_moves(position, legal, moves());
    } else {
      if (passed) learn_pass(position.passed());
      evaluator().evaluate_moves(position, legal, moves());
      evaluator().evaluate_again(position);
      learn_moves(random);
      if ((td_.faults & kDrawnAfter) != 0) evaluator().evaluate_moves(position, legal, moves());
    }
    return moves().squares[static_cast<std::size_t>(draw_move(moves(), net().epsilon, random))];
  });
  const int black = end.black.discs;
  const std::array result{black > 0 ? 1.0f : 0.0f, black < 0 ? 1.0f : 0.0f};
  const auto learn_result = [&](const Position& position) {
    evaluator().evaluate(position);
    learn(result);
  };
  for (const Position& position : visited_) learn_result(position);
  if ((td_.faults & kLastThrice) != 0) {
    learn_pass(end.position);
    learn_pass(end.position.passed());
  }
  learn_result(end.position);
}

namespace {

/// Small, as X. Glorot and Y. Bengio (2010) recommend; biases 0.
Mlp first_network(const ReturnsSettings& settings) {
  std::vector<int> units{input_count(NetworkInputs::kFlips)};
  units.insert(units.end(), settings.hidden.begin(), settings.hidden.end());
  units.push_back(output_count(NetworkOutput::kMoverWins));
  Mlp mlp(units);
  for (int layer = 0; layer < mlp.layers(); ++layer) {
    const auto i = static_cast<std::size_t>(layer);
    const double limit = std::sqrt(6.0 / (units[i] + units[i + 1]));
    mlp.draw(layer, -limit, limit, mixed_seed(settings.net.seed, kReturnsWeights));
  }
  return mlp;
}

LearningRule rule_of(const ReturnsSettings& settings) {
  LearningRule rule;
  rule.learning_rate = static_cast<float>(settings.net.learning_rate);
  rule.cross_entropy = settings.cross_entropy;
  return rule;
}

}  // namespace

ReturnsLearner::ReturnsLearner(const ReturnsSettings& settings, int threads)
    : NetLearner("returns", settings.net, threads, NetworkInputs::kFlips, NetworkOutput::kMoverWins,
                 first_network(settings)),
      returns_(settings),
      rule_(rule_of(settings)) {}

protocol::Json ReturnsLearner::settings() const {
  protocol::Json json = net_settings();
  json["alpha"] = returns_.alpha;
  json["gamma"] = returns_.gamma;
  json["updated"] = returns_.use_updated_values;
  json["gradient"] = returns_.cross_entropy ? "cross-entropy" : "squared";
  return json;
}

void ReturnsLearner::play(SplitMix64& random) {
  states_.clear();
  const GameEnd end = play_episode(
      start(),
      [&](const Position& position, Bitboard legal) {
        evaluator().evaluate_moves(position, legal, moves());
        return moves().squares[static_cast<std::size_t>(draw_move(moves(), net().epsilon, random))];
      },
      [&](const Position& position, Square) { states_.push_back(position); });
  states_.push_back(end.position);

  const int own = end.position.to_move == Color::kBlack ? end.black.discs : -end.black.discs;
  double result = own > 0 ? 1 : own == 0 ? 0.5 : 0;
  double next_value = 0;
  for (std::size_t i = states_.size(); i-- > 0;) {
    const Position& state = states_[i];
    if (i + 1 < states_.size()) {
      const bool same_mover = state.to_move == states_[i + 1].to_move;
      result = return_before(next_value, result, returns_.gamma, same_mover);
    }
    const double value = evaluator().evaluate(state)[0];
    const double target = (1 - returns_.alpha) * value + returns_.alpha * result;
    mlp().learn(evaluator().inputs(), std::array{static_cast<float>(target)}, rule_,
                evaluator().units());
    next_value = returns_.use_updated_values ? target : value;
  }
}

}  // namespace sumi::lab
