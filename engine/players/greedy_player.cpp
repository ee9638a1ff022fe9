// SPDX-License-Identifier: MIT
/// Plays the move with the best evaluation after one ply. Networks use floats, as in their papers;
/// other evaluators run in the engine.
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/game/rules.h"
#include "engine/game/score.h"
#include "engine/players/argument.h"
#include "engine/players/kinds.h"
#include "engine/players/pool.h"
#include "engine/weights/network_file.h"
#include "engine/weights/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <utility>

namespace sumi {
namespace {

class Greedy : public MovePlayer {
 public:
  Greedy(int size, Tie tie) : size_(size), tie_(tie) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>& stop) const final {
    assert(position.size == size_);
    const Bitboard moves = fast_rules::legal_moves(position.board, size_);
    assert(moves != 0);
    BestMoves best;
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      if (stop.load(std::memory_order_relaxed)) return first_square(moves);
      const Square s = first_square(left);
      best.add(s, value_after(reply_to(position, s), seed));
    }
    return best.pick(tie_, SquareRandom(position, seed));
  }

  std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t seed,
                                    const std::atomic<bool>& stop) const final {
    std::vector<MoveOpinion> found;
    Bitboard left = fast_rules::legal_moves(position.board, size_);
    for (; left != 0; left &= left - 1) {
      if (stop.load(std::memory_order_relaxed)) return {};
      const Square s = first_square(left);
      const Position reply = reply_to(position, s);
      found.push_back({s, value_after(reply, seed), terms_after(reply)});
    }
    return found;
  }

  bool is_random() const override { return tie_ == Tie::kRandom; }

 private:
  /// For the side that has just moved (not the side to move of `reply`), on any scale.
  virtual double value_after(const Position& reply, std::uint64_t seed) const = 0;
  virtual std::vector<OpinionTerm> terms_after(const Position&) const { return {}; }

  Position reply_to(const Position& position, Square s) const {
    return {fast_rules::play(position.board, s), !position.to_move, size_};
  }

  const int size_;
  const Tie tie_;
};

class GreedyNetwork final : public Greedy {
 public:
  GreedyNetwork(NetworkFile network, int size, Tie tie)
      : Greedy(size, tie), network_(std::move(network)) {}

 private:
  double value_after(const Position& reply, std::uint64_t) const override {
    if (network_.output == NetworkOutput::kBlackWhite) {
      // S2 also trains on finished games and on boards before a pass.
      const float black = network_value(network_, reply);
      return reply.to_move == Color::kWhite ? black : -black;
    }
    // S3 trains only on boards with a legal move.
    if (fast_rules::legal_moves(reply.board, reply.size) != 0) {
      return 1 - network_value(network_, reply);
    }
    const Position again = reply.passed();
    if (fast_rules::legal_moves(again.board, again.size) != 0) {
      return network_value(network_, again);
    }
    const int discs = final_score(again.board, again.size).discs;
    return discs > 0 ? 1 : discs == 0 ? 0.5 : 0;
  }

  /// The outputs, then the hidden units that contribute most to the mover's output before the
  /// sigmoid (S2: to the difference of the outputs).
  std::vector<OpinionTerm> terms_after(const Position& reply) const override {
    constexpr std::size_t kStrongest = 4;
    if (network_.output == NetworkOutput::kMoverWins &&
        fast_rules::legal_moves(reply.board, reply.size) == 0) {
      return {};
    }
    const auto units = network_units(network_, reply);
    std::vector<OpinionTerm> terms = output_terms(units.back());
    if (units.size() < 2) return terms;
    const std::vector<float>& before = units[units.size() - 2];
    std::vector<OpinionTerm> parts;
    for (std::size_t i = 0; i < before.size(); ++i) {
      parts.push_back({fmt::format("unit {}", i + 1), before[i] * weight_for_mover(i, reply)});
    }
    std::ranges::stable_sort(parts, std::greater{},
                             [](const OpinionTerm& part) { return std::abs(part.value); });
    parts.resize(std::min(parts.size(), kStrongest));
    terms.insert(terms.end(), parts.begin(), parts.end());
    return terms;
  }

  std::vector<OpinionTerm> output_terms(const std::vector<float>& outputs) const {
    if (network_.output == NetworkOutput::kMoverWins) return {{"opponent wins", outputs[0]}};
    return {{"Black wins", outputs[0]}, {"White wins", outputs[1]}};
  }

  /// In the last layer, for the side that has just moved.
  double weight_for_mover(std::size_t unit, const Position& reply) const {
    const NetworkLayer& last = network_.layers.back();
    const auto weight = [&](std::size_t output) -> double {
      return last.weights[output * static_cast<std::size_t>(last.inputs) + unit];
    };
    if (network_.output == NetworkOutput::kMoverWins) return -weight(0);
    const double black = weight(0) - weight(1);
    return reply.to_move == Color::kWhite ? black : -black;
  }

  const NetworkFile network_;
};

class GreedyEvaluator final : public Greedy {
 public:
  /// `noise`: value units per point of disc noise (0: none), signed as in S4's BP. Throws
  /// FatalError as Engine does.
  GreedyEvaluator(const EngineOptions& options, Tie tie, double noise)
      : Greedy(options.size, tie),
        noise_(noise),
        engines_([options] { return std::make_unique<Engine>(options); }) {
    engines_.borrow();  // reports invalid options now
  }

  bool is_random() const override { return noise_ != 0 || Greedy::is_random(); }

 private:
  double value_after(const Position& reply, std::uint64_t seed) const override {
    const auto engine = engines_.borrow();
    engine->set_board(reply.board);
    const double value = -engine->evaluate().units;
    if (noise_ == 0) return value;
    const SquareRandom random(reply, seed);
    return value + noise_ * (random.sum(reply.board.opp, kDiscNoise) -
                             random.sum(reply.board.own, kDiscNoise));
  }

  const double noise_;
  mutable Pool<Engine> engines_;
};

MadePlayer make_network(std::string_view path, int size, Tie tie) {
  if (path.empty()) {
    return syntax_error("player greedy", "mlp", "with the file of a network: greedy:mlp:FILE");
  }
  auto network = read_network(std::string(path), size);
  if (!network) return Error{network.error().code, "player greedy: " + network.error().message};
  return std::make_unique<GreedyNetwork>(std::move(*network), size, tie);
}

/// Of the table of `options`.
Result<double> point_of(const EngineOptions& options) {
  const auto chosen = chosen_evaluator(options);
  if (!chosen) return chosen.error();
  const std::string& path = chosen->weights;
  if (path.empty()) return 1.0;  // the built-in table is in value units
  const auto table = read_table(path);
  if (!table) return table.error();
  return static_cast<double>(Value::kPerDisc) / table->points_per_disc;
}

MadePlayer make_evaluator(std::string_view name, std::string_view weights, int size,
                          unsigned flags) {
  const auto in_player = [](const Error& e) {
    return Error{e.code, fmt::format("player greedy: {}", e.message)};
  };
  EngineOptions options;
  options.size = size;
  options.hash_mib = 1;  // never searches
  options.weights = weights;
  if (const auto set = set_option(options, "evaluator", name); !set) return in_player(set.error());
  double noise = 0;
  if ((flags & kNoise) != 0) {
    const auto point = point_of(options);
    if (!point) return in_player(point.error());
    noise = *point;
  }
  try {
    return std::make_unique<GreedyEvaluator>(options, tie_of(flags), noise);
  } catch (const FatalError& e) {
    return in_player({ErrorCode::kNotFound, e.what()});
  }
}

}  // namespace

MadePlayer make_greedy(std::string_view argument, int size) {
  const std::string_view whole = argument;
  const std::string_view name = argument.substr(0, argument.find_first_of(":+"));
  argument.remove_prefix(name.size());
  if (argument.starts_with(':')) argument.remove_prefix(1);
  if (name == "bpfscn") return make_greedy_bpfscn(argument, size);

  const CatalogEntry* const entry = find_entry(name);
  const auto is = [&](EvaluatorKind kind) { return entry != nullptr && entry->evaluator == kind; };
  const unsigned flags = take_flags(argument, kGreedyFlags);
  const unsigned possible =
      kTieRandom | kTieFirst | kTieLast | (is(EvaluatorKind::kTable) ? unsigned{kNoise} : 0u);
  if ((flags & ~possible) != 0) {
    return syntax_error("player greedy", whole,
                        "EVALUATOR[:WEIGHTS] with +random, +first or +last; bpfscn and tables "
                        "take +noise, bpfscn +zeros and +minimax");
  }
  if (!is(EvaluatorKind::kMlp)) return make_evaluator(name, argument, size, flags);
  if (entry->file.empty() || !argument.empty()) {
    if (entry->file.empty()) return make_network(argument, size, tie_of(flags));
    return make_evaluator(name, argument, size, flags);  // refuses the argument
  }
  const auto path = shipped_file(*entry);
  if (!path) return Error{path.error().code, "player greedy: " + path.error().message};
  return make_network(*path, size, tie_of(flags));
}

}  // namespace sumi
