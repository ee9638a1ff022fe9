// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/game/score.h"
#include "engine/players/best_moves.h"
#include "engine/weights/weights_file.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/systems/ntuple_learner.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace sumi::lab {
namespace {

constexpr int kUnitsOfSum = 16 * Value::kPerDisc;

/// Of kPatterns: small ones, because each of their fillings is met often.
constexpr std::string_view kUsed[] = {"line 2",     "line 3",     "line 4",     "diagonal 8",
                                      "diagonal 7", "diagonal 6", "diagonal 5", "corner 3x3",
                                      "edge and X", "corner 2x5"};

bool is_used(int pattern) {
  return std::ranges::count(kUsed, kPatterns[static_cast<std::size_t>(pattern)].name) > 0;
}

class NtuplePlayer final : public MovePlayer {
 public:
  explicit NtuplePlayer(const NtupleNetwork& network) : network_(network) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>&) const override {
    BestMoves best;
    Bitboard left = fast_rules::legal_moves(position.board);
    for (; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      best.add(s, -network_.sum(fast_rules::play(position.board, s)));
    }
    return best.pick(Tie::kRandom, SquareRandom(position, seed));
  }

 private:
  const NtupleNetwork& network_;
};

}  // namespace

NtupleNetwork::NtupleNetwork() {
  std::array<const std::uint32_t*, kPatternTypes> slots{};
  slots_.reserve(kPatternTypes);
  std::uint32_t count = 0;
  for (int p = 0; p < kPatternTypes; ++p) {
    if (!is_used(p)) continue;
    std::vector<std::uint32_t>& own = slots_.emplace_back();
    for (const std::uint16_t canonical : canonical_fillings(p)) own.push_back(count + canonical);
    count += static_cast<std::uint32_t>(own.size());
    slots[static_cast<std::size_t>(p)] = own.data();
  }
  for (int f = 0; f < kPatternLayout.features; ++f) {
    const PatternFeature& feature = kPatternLayout.feature[static_cast<std::size_t>(f)];
    const std::uint32_t* const own = slots[static_cast<std::size_t>(feature.pattern)];
    if (own != nullptr) tuples_.push_back({feature.size, feature.squares, own});
  }
  weights_.resize(count);
}

namespace {

/// Calls each(slot) for the weight of each tuple.
template <class Tuples, class Each>
void for_each_slot(const Tuples& tuples, const Board& b, const Each& each) {
  std::array<std::uint32_t, 64> digit;  // own disc 0, empty 1, opponent 2
  for (int s = 0; s < 64; ++s) {
    const auto own = static_cast<std::uint32_t>(b.own >> s & 1);
    const auto opp = static_cast<std::uint32_t>(b.opp >> s & 1);
    digit[static_cast<std::size_t>(s)] = 1 - own + opp;
  }
  for (const auto& tuple : tuples) {
    std::uint32_t filling = 0;
    for (int i = tuple.size; i-- > 0;) {
      const Square s = tuple.squares[static_cast<std::size_t>(i)];
      filling = 3 * filling + digit[static_cast<std::size_t>(index(s))];
    }
    each(tuple.slots[filling]);
  }
}

}  // namespace

double NtupleNetwork::sum(const Board& b) const {
  double total = 0;
  for_each_slot(tuples_, b, [&](std::uint32_t slot) { total += weights_[slot]; });
  return total;
}

double NtupleNetwork::value(const Board& b) const { return std::tanh(sum(b)); }

void NtupleNetwork::add(const Board& b, double change) {
  const auto part = static_cast<float>(change / static_cast<double>(tuples_.size()));
  for_each_slot(tuples_, b, [&](std::uint32_t slot) { weights_[slot] += part; });
}

std::string NtupleNetwork::pattern_file(const std::string& command, const std::string& data,
                                        const std::string& note) const {
  std::vector<std::int16_t> stage(static_cast<std::size_t>(kStageWeights));
  std::size_t used = 0;
  for (int p = 0; p < kPatternTypes; ++p) {
    if (!is_used(p)) continue;
    const auto first = static_cast<std::size_t>(kPatternLayout.offset[static_cast<std::size_t>(p)]);
    const std::vector<std::uint32_t>& slots = slots_[used++];
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const float units = std::clamp(weights_[slots[i]] * kUnitsOfSum, -32000.0f, 32000.0f);
      stage[first + i] = static_cast<std::int16_t>(std::lround(units));
    }
  }
  PatternWeightsFile file;
  for (int i = 0; i < kPatternStages; ++i) {
    file.values.insert(file.values.end(), stage.begin(), stage.end());
  }
  file.error = kUnmeasuredError;
  file.provenance = {command, {}, data, {}, note};
  return write_pattern_weights(file, 1);
}

NtupleLearner::NtupleLearner(const NtupleSettings& settings, int threads)
    : EpisodeLearner("ntuple", "the weights", settings.seed, threads), ntuple_(settings) {}

protocol::Json NtupleLearner::settings() const {
  return {{"learner", "ntuple"},           {"seed", ntuple_.seed},
          {"rate", ntuple_.learning_rate}, {"epsilon", ntuple_.epsilon},
          {"lambda", ntuple_.lambda},      {"measured-games", ntuple_.measured_games}};
}

void NtupleLearner::play(SplitMix64& random) {
  struct Afterstate {
    Board board;
    Color to_move;
    bool drawn;  ///< By a random move.
  };
  std::vector<Afterstate> game;
  const GameEnd end = play_episode(start_position(8), [&](const Position& now, Bitboard legal) {
    const bool drawn = random.uniform() < ntuple_.epsilon;
    Square best = Square::kPass;
    if (drawn) {
      best = random_square(random, legal);
    } else {
      double most = 0;
      int equal = 0;
      for (Bitboard left = legal; left != 0; left &= left - 1) {
        const Square s = first_square(left);
        const double value = -network_.sum(fast_rules::play(now.board, s));
        if (best == Square::kPass || value > most) equal = 0;
        if (best != Square::kPass && value < most) continue;
        most = value;
        if (random.below(++equal) == 0) best = s;
      }
    }
    game.push_back({fast_rules::play(now.board, best), !now.to_move, drawn});
    return best;
  });
  // For Black.
  double result = end.black.discs > 0 ? 1 : end.black.discs < 0 ? -1 : 0;
  for (std::size_t i = game.size(); i-- > 0;) {
    const Afterstate& state = game[i];
    const double sign = state.to_move == Color::kBlack ? 1 : -1;
    const double value = network_.value(state.board);
    network_.add(state.board, ntuple_.learning_rate * (sign * result - value));
    // The return of the board before the move, from the value before the update.
    result = (1 - ntuple_.lambda) * sign * value + ntuple_.lambda * result;
    if (state.drawn && i > 0) {
      const Afterstate& before = game[i - 1];
      result = (before.to_move == Color::kBlack ? 1 : -1) * network_.value(before.board);
    }
  }
}

std::vector<Metric> NtupleLearner::measure(const std::stop_token& stop) const {
  return wins_against_random(NtuplePlayer(network_), 8, ntuple_.measured_games, stop);
}

std::string NtupleLearner::save_values() const {
  static_assert(std::endian::native == std::endian::little);
  const std::vector<float>& weights = network_.weights();
  return {reinterpret_cast<const char*>(weights.data()), weights.size() * sizeof(float)};
}

Result<void> NtupleLearner::load_values(std::string_view values) {
  std::vector<float> weights(network_.weights().size());
  if (values.size() != weights.size() * sizeof(float)) return bad_state();
  std::memcpy(weights.data(), values.data(), values.size());
  if (!std::ranges::all_of(weights, [](float w) { return std::isfinite(w); })) return bad_state();
  network_.weights() = std::move(weights);
  return {};
}

std::string NtupleLearner::result() const {
  return network_.pattern_file("sumi-lab ntuple", origin(), settings().dump());
}

std::unique_ptr<MovePlayer> make_ntuple_player(const NtupleNetwork& network) {
  return std::make_unique<NtuplePlayer>(network);
}

}  // namespace sumi::lab
