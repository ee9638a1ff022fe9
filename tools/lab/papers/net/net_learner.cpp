// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/player.h"
#include "tools/lab/papers/learn/episode.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/papers/net/net_learner.h"
#include "tools/lab/papers/net/net_view.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace sumi::lab {
namespace {

// What lots are drawn for.
enum DrawnFor : std::uint64_t { kLearning = 1, kMeasuring = 2, kError = 3 };

constexpr int kErrorGames = 200;
constexpr std::uint64_t kStopEvery = 16;  ///< Episodes between looks at the stop token.

}  // namespace

int draw_move(const SeenMoves& seen, double epsilon, SplitMix64& random) {
  return uniform(random) < epsilon ? random.below(seen.count) : seen.best();
}

NetLearner::NetLearner(std::string_view name, const NetSettings& settings, int threads,
                       NetworkInputs inputs, NetworkOutput output, Mlp mlp)
    : name_(name),
      net_(settings),
      threads_(threads),
      inputs_(inputs),
      output_(output),
      mlp_(std::move(mlp)),
      view_(mlp_, inputs, output) {}

void NetLearner::advance(std::uint64_t steps, const std::stop_token& stop) {
  for (std::uint64_t i = 0; i < steps; ++i) {
    if (i % kStopEvery == 0 && stop.stop_requested()) return;
    SplitMix64 random(mixed_seed(net_.seed, kLearning, episodes_));
    play(random);
    ++episodes_;
  }
}

std::vector<Metric> NetLearner::measure(const std::stop_token& stop) const {
  const auto random = make_move_player("random", net_.size).value();
  GamesSetup setup;
  setup.games = net_.measured_games;
  setup.size = net_.size;
  setup.seed = mixed_seed(net_.seed, kMeasuring);
  setup.threads = threads_;
  const Measured found = lab::measure(NetPlayer(mlp_, inputs_, output_), *random, setup,
                                      [&] { return stop.stop_requested(); });
  const auto percent = [](std::string name, const Tally& tally) {
    const Share share = share_of(tally.won, tally.games());
    return Metric{std::move(name), 100 * share.value, 100 * share.lower, 100 * share.upper};
  };
  const double mean = error(stop);
  return {percent("wins_black_percent", found.as_black),
          percent("wins_white_percent", found.as_white), Metric{"error", mean, mean, mean}};
}

double NetLearner::error(const std::stop_token& stop) const {
  NetView view(mlp_, inputs_, output_);
  SeenMoves seen;
  std::vector<double> expected;  // points for Black, of a game's positions
  double sum = 0, count = 0;
  for (std::uint64_t game = 0; game < kErrorGames && !stop.stop_requested(); ++game) {
    SplitMix64 random(mixed_seed(net_.seed, kError, game));
    expected.clear();
    const GameEnd end = play_episode(start(), [&](const Position& position, Bitboard legal) {
      const double value = view.value(position);
      const double own = output_ == NetworkOutput::kMoverWins ? value : (value + 1) / 2;
      expected.push_back(position.to_move == Color::kBlack ? own : 1 - own);
      view.look_ahead(position, legal, seen);
      return seen.squares[static_cast<std::size_t>(draw_move(seen, net_.epsilon, random))];
    });
    const double points = end.black.discs > 0 ? 1 : end.black.discs == 0 ? 0.5 : 0;
    for (const double value : expected) sum += (value - points) * (value - points);
    count += static_cast<double>(expected.size());
  }
  return count == 0 ? 0 : sum / count;
}

protocol::Json NetLearner::net_settings() const {
  protocol::Json json;
  json["learner"] = name_;
  json["size"] = net_.size;
  json["seed"] = net_.seed;
  json["units"] = mlp_.units();
  json["rate"] = net_.rate;
  json["epsilon"] = net_.epsilon;
  json["measured-games"] = net_.measured_games;
  return json;
}

NetworkFile NetLearner::network() const {
  NetworkFile file;
  file.inputs = inputs_;
  file.output = output_;
  file.layers = mlp_.to_layers();
  file.provenance.command = "sumi-lab " + name_;
  file.provenance.data = fmt::format("{} episodes of self-play", episodes_);
  file.provenance.note = settings().dump();
  return file;
}

std::string NetLearner::result() const { return write_network(network()); }

std::string NetLearner::save() const { return fmt::format("{} {}\n", name_, episodes_) + result(); }

Result<void> NetLearner::load(std::string_view state) {
  const Error bad{
      ErrorCode::kBadFile,
      fmt::format("no state of sumi-lab {}: it starts with '{}', a blank and the number "
                  "of episodes, then the network",
                  name_, name_)};
  const std::string_view head = take_until(state, '\n');
  if (!head.starts_with(name_ + ' ')) return bad;
  const std::string_view digits = head.substr(name_.size() + 1);
  std::uint64_t episodes = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), episodes);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return bad;
  const auto file = parse_network(state);
  if (!file) return file.error();
  Mlp loaded(file->layers);
  if (file->inputs != inputs_ || file->output != output_ || loaded.units() != mlp_.units()) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("a network of {} units, but one of {} is learned here",
                             fmt::join(loaded.units(), "-"), fmt::join(mlp_.units(), "-"))};
  }
  mlp_ = std::move(loaded);  // the view's units keep their sizes
  episodes_ = episodes;
  return {};
}

}  // namespace sumi::lab
