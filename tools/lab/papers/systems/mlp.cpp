// SPDX-License-Identifier: MIT
/// Rows are padded to whole blocks. Padding activations are 0, so padding weights and errors stay
/// 0.
#include "engine/game/rules.h"
#include "engine/game/score.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/mlp.h"

#include <algorithm>
#include <cassert>

namespace sumi::lab {
namespace {

std::size_t size_of(int count) { return static_cast<std::size_t>(count); }

std::vector<int> units_of(const std::vector<NetworkLayer>& layers) {
  std::vector<int> units{layers.front().inputs};
  for (const NetworkLayer& layer : layers) units.push_back(layer.outputs);
  return units;
}

}  // namespace

MlpUnits::MlpUnits(const Mlp& mlp) {
  std::size_t size = 0;
  for (const int stride : mlp.strides_) {
    begins_.push_back(size);
    size += size_of(stride);
  }
  values_.resize(size);
  errors_.resize(size);
}

Mlp::Mlp(std::vector<int> units) : units_(std::move(units)) {
  assert(units_.size() >= 2);
  for (int i = 0; i < layers(); ++i) {
    const int outputs = units_[size_of(i) + 1], stride = kBlock * blocks_of(outputs);
    strides_.push_back(stride);
    biases_.emplace_back(size_of(stride));
    rows_.emplace_back(i == 0 ? 0 : size_of(outputs) * size_of(strides_[size_of(i) - 1]));
  }
  columns_.resize(size_of(units_[0]) * size_of(strides_[0]));
}

template <class Self, class Each>
void Mlp::for_each_weight(Self& self, int layer, const Each& each) {
  const auto i = size_of(layer);
  for (int out = 0; out < self.units_[i + 1]; ++out) {
    for (int in = 0; in < self.units_[i]; ++in) {
      each(layer == 0 ? self.columns_[size_of(in) * size_of(self.strides_[0]) + size_of(out)]
                      : self.rows_[i][self.row_begin(layer, out) + size_of(in)]);
    }
  }
}

Mlp::Mlp(const std::vector<NetworkLayer>& layers) : Mlp(units_of(layers)) {
  for (int i = 0; i < this->layers(); ++i) {
    const NetworkLayer& layer = layers[size_of(i)];
    std::copy(layer.biases.begin(), layer.biases.end(), biases_[size_of(i)].begin());
    const float* from = layer.weights.data();
    for_each_weight(*this, i, [&](float& weight) { weight = *from++; });
  }
}

void Mlp::draw(int layer, double from, double to, std::uint64_t seed) {
  SplitMix64 random(seed ^ SplitMix64(static_cast<std::uint64_t>(layer)).next());
  for_each_weight(*this, layer, [&](float& weight) {
    weight = static_cast<float>(from + (to - from) * random.uniform());
  });
}

void Mlp::add(std::span<const NetworkInput> inputs, const float* from, float* to) const {
  constexpr int kAtOnce = 5;  // S2's 40 units at once, in ten of SSE2's sixteen registers
  const int blocks = strides_[0] / kBlock;
  for (int block = 0; block < blocks;) {
    const float* const columns = columns_.data() + kBlock * block;
    const auto row = [&](int index) { return columns + size_of(index) * size_of(strides_[0]); };
    const float* const old = from + kBlock * block;
    float* const sums = to + kBlock * block;
    if (blocks - block >= kAtOnce) {
      add_terms<kAtOnce>(sums, old, inputs, row);
      block += kAtOnce;
    } else {
      add_terms<1>(sums, old, inputs, row);
      ++block;
    }
  }
}

void Mlp::activate(MlpUnits& units) const {
  for (int i = 0; i < layers(); ++i) {
    const int count = units_[size_of(i) + 1], stride = strides_[size_of(i)];
    float* const values = units.layer(i);
    if (i > 0) {
      const float* const below = units.layer(i - 1);
      const int blocks = strides_[size_of(i) - 1] / kBlock;
      for (int out = 0; out < count; ++out) {
        values[out] = biases_[size_of(i)][size_of(out)] +
                      dot(rows_[size_of(i)].data() + row_begin(i, out), below, blocks);
      }
      std::fill(values + count, values + stride, 0.0f);
    }
    apply_sigmoid(values, stride / kBlock);
    std::fill(values + count, values + stride, 0.0f);
  }
}

void Mlp::learn(std::span<const NetworkInput> inputs, std::span<const float> targets,
                const LearningRule& rule, MlpUnits& units) {
  const int last = layers() - 1;
  assert(targets.size() == size_of(units_.back()));
  float* const top = units.error(last);
  const float* const outputs = units.layer(last);
  std::fill(top, top + strides_[size_of(last)], 0.0f);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    top[i] = targets[i] - outputs[i];
    if (!rule.cross_entropy) top[i] *= outputs[i] * (1 - outputs[i]);
  }

  for (int layer = last; layer > 0; --layer) {
    const float* const errors = units.error(layer);
    const float* const below = units.layer(layer - 1);
    float* const carried = units.error(layer - 1);
    const int stride = strides_[size_of(layer) - 1], blocks = stride / kBlock;
    std::fill(carried, carried + stride, 0.0f);
    for (int out = 0; out < units_[size_of(layer) + 1]; ++out) {
      float* const weights = rows_[size_of(layer)].data() + row_begin(layer, out);
      const float step = rule.learning_rate * errors[out];
      if (rule.change_first) add_scaled(weights, below, step, blocks);
      add_scaled(carried, weights, errors[out], blocks);
      if (!rule.change_first) add_scaled(weights, below, step, blocks);
      if (rule.biases) biases_[size_of(layer)][size_of(out)] += step;
    }
    for (int i = 0; i < stride; ++i) carried[i] *= below[i] * (1 - below[i]);
  }

  float* const first = units.error(0);
  const int learning = rule.first_units < 0 ? units_[1] : std::min(rule.first_units, units_[1]);
  std::fill(first + learning, first + strides_[0], 0.0f);
  for (const NetworkInput& input : inputs) {
    float* const weights = columns_.data() + size_of(input.index) * size_of(strides_[0]);
    add_scaled(weights, first, rule.learning_rate * input.value, strides_[0] / kBlock);
  }
  if (rule.biases) add_scaled(biases_[0].data(), first, rule.learning_rate, strides_[0] / kBlock);
}

std::vector<NetworkLayer> Mlp::to_layers() const {
  std::vector<NetworkLayer> all;
  for (int i = 0; i < layers(); ++i) {
    NetworkLayer layer{units_[size_of(i)], units_[size_of(i) + 1], {}, {}};
    for_each_weight(*this, i, [&](float weight) { layer.weights.push_back(weight); });
    const auto biases = biases_[size_of(i)].begin();
    layer.biases.assign(biases, biases + layer.outputs);
    all.push_back(std::move(layer));
  }
  return all;
}

namespace {

/// Square differences of the kFlips directions, in their order.
constexpr int kSteps[kFlipDirections] = {-9, -8, -7, -1, 1, 7, 8, 9};

constexpr Square step(Square s, int by) { return static_cast<Square>(index(s) + by); }

/// Adds the moves of the side to move and their flips. Follows only directions that flip discs.
void collect_flips(const Board& board, int size, bool own, InputList& list) {
  namespace lines = fast_rules::detail;
  std::array<std::uint8_t, 64> turned{};
  const Bitboard free = board.empty() & squares_of(size);
  const Bitboard inner = board.opp & lines::kInnerFiles;
  Bitboard moves = 0;
  for (int d = 0; d < kFlipDirections; ++d) {
    const int by = kSteps[d];
    const Bitboard opp = by == 8 || by == -8 ? board.opp : inner;
    // Backwards, from own discs over the opponent's to the move.
    Bitboard ends = free & (by > 0 ? lines::run_down(board.own, opp, by) >> by
                                   : lines::run_up(board.own, opp, -by) << -by);
    for (; ends != 0; ends &= ends - 1) {
      const Square move = first_square(ends);
      int discs = 1;
      for (Square s = step(step(move, by), by); (board.opp & bit(s)) != 0; s = step(s, by)) ++discs;
      list.push_back({flip_input(own, move, d + 1), static_cast<float>(discs) * kFlipUnit});
      const auto at = static_cast<std::size_t>(index(move));
      turned[at] = static_cast<std::uint8_t>(turned[at] + discs);
      moves |= bit(move);
    }
  }
  for (; moves != 0; moves &= moves - 1) {
    const Square move = first_square(moves);
    list.push_back({flip_input(own, move, 0),
                    static_cast<float>(turned[static_cast<std::size_t>(index(move))]) * kFlipUnit});
  }
}

}  // namespace

void collect_inputs(NetworkInputs inputs, const Position& position, InputList& list) {
  list.clear();
  if (inputs == NetworkInputs::kDiscs) {
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      for (Bitboard left = position.discs(color); left != 0; left &= left - 1) {
        list.push_back({disc_input(color, first_square(left)), 1});
      }
    }
    list.push_back({disc_input(position.to_move, Square::kPass), 1});
    return;
  }
  collect_flips(position.board, position.size, true, list);
  collect_flips(position.board.passed(), position.size, false, list);
  for (Bitboard left = position.board.own; left != 0; left &= left - 1) {
    list.push_back({flip_disc_input(true, first_square(left)), 1});
  }
  for (Bitboard left = position.board.opp; left != 0; left &= left - 1) {
    list.push_back({flip_disc_input(false, first_square(left)), 1});
  }
  if (position.to_move == Color::kBlack) list.push_back({kFlipBlackInput, 1});
}

int EvaluatedMoves::best() const {
  int best = 0;
  for (int i = 1; i < count; ++i) {
    if (values[static_cast<std::size_t>(i)] >= values[static_cast<std::size_t>(best)]) best = i;
  }
  return best;
}

NetEvaluator::NetEvaluator(const Mlp& mlp, NetworkInputs inputs, NetworkOutput output)
    : mlp_(mlp),
      inputs_(inputs),
      output_(output),
      units_(mlp),
      base_(static_cast<std::size_t>(mlp.first_stride())) {}

std::span<const float> NetEvaluator::evaluate(const Position& position) {
  collect_inputs(inputs_, position, list_);
  mlp_.sum(inputs(), units_.layer(0));
  mlp_.activate(units_);
  return outputs();
}

std::span<const float> NetEvaluator::evaluate_again(const Position& position) {
  if (!keeps_sums()) return evaluate(position);
  std::ranges::copy(base_, units_.layer(0));
  mlp_.activate(units_);
  return outputs();
}

float NetEvaluator::value(const Position& position) {
  const std::span<const float> outputs = evaluate(position);
  if (output_ == NetworkOutput::kMoverWins) return outputs[0];
  const float black = outputs[0] - outputs[1];
  return position.to_move == Color::kBlack ? black : -black;
}

/// Win probability at `reply` of the side that has just moved.
float NetEvaluator::mover_chance(const Position& reply) {
  const Position again = reply.passed();
  if (fast_rules::legal_moves(reply.board, reply.size) != 0) return 1 - evaluate(reply)[0];
  if (fast_rules::legal_moves(again.board, again.size) != 0) return evaluate(again)[0];
  const int discs = final_score(again.board, again.size).discs;
  return discs > 0 ? 1.0f : discs == 0 ? 0.5f : 0.0f;
}

/// Updates the kDiscs sums for the side to move, the new disc and the flips.
void NetEvaluator::from_sums(const Position& position, Bitboard legal, EvaluatedMoves& moves) {
  const Color own = position.to_move;
  collect_inputs(inputs_, position, list_);
  mlp_.sum(inputs(), base_.data());
  for (; legal != 0; legal &= legal - 1) {
    const Square move = first_square(legal);
    StaticVector<NetworkInput, 2 + 1 + 2 * 64> changes;
    changes.push_back({disc_input(own, Square::kPass), -1});
    changes.push_back({disc_input(!own, Square::kPass), 1});
    changes.push_back({disc_input(own, move), 1});
    for (Bitboard left = fast_rules::flips(position.board, move); left != 0; left &= left - 1) {
      changes.push_back({disc_input(own, first_square(left)), 1});
      changes.push_back({disc_input(!own, first_square(left)), -1});
    }
    mlp_.add({changes.begin(), changes.size()}, base_.data(), units_.layer(0));
    mlp_.activate(units_);
    const float black = units_.outputs()[0], white = units_.outputs()[1];
    const auto at = static_cast<std::size_t>(moves.count++);
    moves.squares[at] = move;
    moves.outputs[at] = {black, white};
    moves.values[at] = own == Color::kBlack ? black - white : white - black;
  }
}

void NetEvaluator::evaluate_moves(const Position& position, Bitboard legal, EvaluatedMoves& moves) {
  moves.count = 0;
  if (keeps_sums()) return from_sums(position, legal, moves);
  for (; legal != 0; legal &= legal - 1) {
    const Square move = first_square(legal);
    const Position reply{fast_rules::play(position.board, move), !position.to_move, position.size};
    const auto at = static_cast<std::size_t>(moves.count++);
    moves.squares[at] = move;
    if (output_ == NetworkOutput::kMoverWins) {
      moves.values[at] = mover_chance(reply);
    } else {
      moves.values[at] = -value(reply);
      moves.outputs[at] = {units_.outputs()[0], units_.outputs()[1]};
    }
  }
}

Square NetPlayer::choose(const Position& position, std::uint64_t /*seed*/,
                         const std::atomic<bool>& /*stop*/) const {
  // A new evaluator per call, for thread safety.
  NetEvaluator evaluator(mlp_, inputs_, output_);
  EvaluatedMoves moves;
  evaluator.evaluate_moves(position, fast_rules::legal_moves(position.board, position.size), moves);
  return moves.squares[static_cast<std::size_t>(moves.best())];
}

}  // namespace sumi::lab
