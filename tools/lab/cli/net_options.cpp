// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/lab/cli/learn_options.h"
#include "tools/lab/cli/net_options.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace sumi::lab {
namespace {

namespace po = boost::program_options;
using namespace protocol;

constexpr double kMaxRate = 10;
constexpr int kMaxMeasuredGames = 1'000'000;

}  // namespace

void add_net_options(po::options_description& options, const NetSettings& defaults,
                     std::string_view hidden) {
  const auto standard = [](const auto& value, const char* name) {
    return po::value<std::string>()->default_value(fmt::format("{}", value))->value_name(name);
  };
  options.add_options()("hidden", standard(hidden, "N,..."),
                        fmt::format("units of each hidden layer, 1..{}", kMaxNetworkUnits).c_str())(
      "rate", standard(defaults.rate, "X"), fmt::format("of learning, 0..{}", kMaxRate).c_str())(
      "epsilon", standard(defaults.epsilon, "P"), "share of moves at random, 0..1")(
      "size", standard(defaults.size, "N"), "of the board: 4, 6 or 8")(
      "measure-games", standard(defaults.measured_games, "N"),
      fmt::format("against random moves, for each colour and row, 1..{}", kMaxMeasuredGames)
          .c_str());
}

NetSettings net_settings_of(const CommandLine& line) {
  NetSettings settings;
  settings.rate = real_value(line, "rate", 0, kMaxRate);
  settings.epsilon = real_value(line, "epsilon", 0, 1);
  const std::string size = text_value(line, "size");
  settings.size = parse_count(size).value_or(0);
  if (!is_board_size(settings.size)) {
    throw UsageError(fmt::format("--size: {} is not 4, 6 or 8", sumi::quoted(size)));
  }
  settings.measured_games = int_value(line, "measure-games", 1, kMaxMeasuredGames);
  return settings;
}

std::vector<int> hidden_of(const CommandLine& line, int most) {
  const std::string whole = text_value(line, "hidden");
  std::string_view text = whole;
  const auto layers = std::ranges::count(whole, ',') + 1;
  std::vector<int> units;
  for (auto i = layers; i > 0; --i) units.push_back(parse_count(take_until(text, ',')).value_or(0));
  const auto bad = [](int n) { return n < 1 || n > kMaxNetworkUnits; };
  if (layers > most || std::ranges::any_of(units, bad)) {
    throw UsageError(
        most == 1
            ? fmt::format("--hidden: {} is not in 1..{}", sumi::quoted(whole), kMaxNetworkUnits)
            : fmt::format("--hidden: {} is not 1 to {} numbers in 1..{} with commas between",
                          sumi::quoted(whole), most, kMaxNetworkUnits));
  }
  return units;
}

}  // namespace sumi::lab
