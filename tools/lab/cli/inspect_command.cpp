// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/player.h"
#include "engine/weights/network_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/command/position_input.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/format.h"
#include "protocol/report/svg_chart.h"
#include "tools/lab/cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

using namespace protocol;

constexpr std::string_view kNetworkPlayer = "greedy:mlp:";

struct InspectOptions {
  std::optional<std::string> svg{}, unit{};
  std::uint64_t seed = 1;
  PositionOptions positions{};
  EngineOptions engine{};
};

Options rows_of(InspectOptions& options) {
  Options rows{{"svg", text(options.svg, "FILE"), "write a picture of the board or the unit"},
               {"seed", number(options.seed, 0, std::numeric_limits<std::uint64_t>::max()),
                "seed of the player's random choices"},
               {"unit", text(options.unit, "N"),
                "show the weights of unit N of the network's first layer, counted from 1"},
               force_row()};
  rows += position_rows(options.positions);
  return rows += engine_rows(options.engine, kBoardTopic);
}

/// Integers in full, others with four digits.
std::string number_text(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e12;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

/// As many digits as fit on a square.
std::string square_text(double value) {
  std::string text = fmt::format("{:.2f}", value);
  if (text.size() > 5) text = fmt::format("{:.0f}", value);
  while (text.find('.') != text.npos && (text.back() == '0' || text.back() == '.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

double best_value(const std::vector<MoveOpinion>& opinions) {
  return std::ranges::max_element(opinions, {}, &MoveOpinion::value)->value;
}

BoardPicture board_of(const Position& position, const std::vector<MoveOpinion>& opinions,
                      Square chosen) {
  BoardPicture picture;
  picture.position = position;
  picture.coordinates = true;
  const double best = opinions.empty() ? 0 : best_value(opinions);
  for (const MoveOpinion& opinion : opinions) {
    const bool is_best = opinion.value == best;
    picture.scores.push_back({opinion.square, square_text(opinion.value),
                              is_best ? LabelTone::kGood : LabelTone::kPlain});
  }
  if (opinions.empty()) picture.marks.push_back({chosen, "*", LabelTone::kGood});
  return picture;
}

bool same_terms(const std::vector<MoveOpinion>& opinions) {
  const auto names = [](const MoveOpinion& opinion) {
    std::vector<std::string_view> all;
    for (const OpinionTerm& term : opinion.terms) all.push_back(term.name);
    return all;
  };
  return std::ranges::all_of(
      opinions, [&](const MoveOpinion& opinion) { return names(opinion) == names(opinions[0]); });
}

std::string terms_text(const MoveOpinion& opinion) {
  std::string text;
  for (const OpinionTerm& term : opinion.terms) {
    text += fmt::format("{}{} {:+.3g}", text.empty() ? "" : ", ", term.name, term.value);
  }
  return text;
}

void write_opinions(std::vector<MoveOpinion> opinions, int size, Output& out) {
  std::ranges::stable_sort(opinions, std::greater{}, &MoveOpinion::value);
  const bool columns = same_terms(opinions);
  std::vector<Table::Column> heads{{"move", 4, Table::Align::kLeft}, {"value", 9}};
  if (columns) {
    for (const OpinionTerm& term : opinions[0].terms) {
      heads.push_back({term.name, std::max(9, static_cast<int>(term.name.size()))});
    }
  } else {
    heads.push_back({"by", 2, Table::Align::kLeft});
  }
  const Table table(heads);
  out.write(table.header());
  for (const MoveOpinion& opinion : opinions) {
    std::vector<std::string> cells{to_text(opinion.square, size), number_text(opinion.value)};
    if (columns) {
      for (const OpinionTerm& term : opinion.terms) cells.push_back(number_text(term.value));
    } else {
      cells.push_back(terms_text(opinion));
    }
    out.write(table.row(cells));
  }
}

/// Ctrl-C sets `stop`.
template <class Ask>
auto watched(const Ask& ask) {
  std::atomic<bool> stop = false;
  const std::jthread watch([&stop](const std::stop_token& over) {
    while (!over.stop_requested()) {
      if (interrupted()) stop = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  return ask(stop);
}

int inspect_moves(const std::vector<std::string>& words, const InspectOptions& options,
                  const std::vector<OutputPath>& outputs, Output& out) {
  PositionInput input({words.begin() + 1, words.end()}, options.positions, options.engine.size);
  const std::uint64_t seed = options.seed;
  const auto found = input.only(interrupted);
  if (!found) return interrupted() ? kInterrupted : kFailed;
  const Position& position = found->position;
  auto player = make_move_player(words[0], position.size);
  if (!player) throw UsageError(player.error().message);
  if (rules::legal_moves(position.board, position.size) == 0) {
    throw UsageError("the side to move has no move in this position");
  }
  const auto opinions = watched(
      [&](const std::atomic<bool>& stop) { return (*player)->opinions(position, seed, stop); });
  const Square chosen = watched(
      [&](const std::atomic<bool>& stop) { return (*player)->choose(position, seed, stop); });
  if (interrupted()) return kInterrupted;

  const BoardPicture picture = board_of(position, opinions, chosen);
  out.write(text_board(picture));
  out.write(fmt::format("{} to move; {} plays {}.\n",
                        position.to_move == Color::kBlack ? "Black" : "White", words[0],
                        to_text(chosen, position.size)));
  if (opinions.empty()) {
    out.write("It compares no moves: it plays at random or searches.\n");
  } else {
    out.write("\n");
    write_opinions(opinions, position.size, out);
  }
  for (const OutputPath& output : outputs) write_file(output.path, to_svg(picture)).value();
  return kDone;
}

/// Weights of the inputs for squares.
HeatMap unit_map(const NetworkFile& network, int unit) {
  const NetworkLayer& layer = network.layers.front();
  const auto weight = [&](int input) -> double {
    return layer.weights[static_cast<std::size_t>(unit) * static_cast<std::size_t>(layer.inputs) +
                         static_cast<std::size_t>(input)];
  };
  HeatMap map;
  map.labels.title = fmt::format("Weights of unit {} of {}", unit + 1, layer.outputs);
  map.decimals = 1;
  map.zero = true;
  for (int i = 0; i < 8; ++i) {
    map.columns.emplace_back(1, static_cast<char>('a' + i));
    map.rows.push_back(std::to_string(i + 1));
  }
  const auto add = [&](const char* title, const auto& input_at) {
    HeatPanel panel{title, {}};
    for (int rank = 0; rank < 8; ++rank) {
      std::vector<double>& row = panel.values.emplace_back();
      for (int file = 0; file < 8; ++file) row.push_back(weight(input_at(square_at(file, rank))));
    }
    map.panels.push_back(std::move(panel));
  };
  if (network.inputs == NetworkInputs::kDiscs) {
    add("a black disc", [](Square s) { return disc_input(Color::kBlack, s); });
    add("a white disc", [](Square s) { return disc_input(Color::kWhite, s); });
    return map;
  }
  add("a disc of the side to move", [](Square s) { return flip_disc_input(true, s); });
  add("a disc of the opponent", [](Square s) { return flip_disc_input(false, s); });
  add("discs that a move of the side to move flips, per 8",
      [](Square s) { return flip_input(true, s, 0); });
  add("discs that a reply turns, by 8", [](Square s) { return flip_input(false, s, 0); });
  return map;
}

void write_panel(const HeatMap& map, const HeatPanel& panel, Output& out) {
  out.write(fmt::format("\n{}\n ", panel.title));
  for (const std::string& column : map.columns) out.write(fmt::format("{:>7}", column));
  out.write("\n");
  for (std::size_t i = 0; i < panel.values.size(); ++i) {
    out.write(map.rows[i]);
    for (const double value : panel.values[i]) out.write(fmt::format("{:7.2f}", value));
    out.write("\n");
  }
}

int inspect_unit(const std::vector<std::string>& words, const std::string& number_text,
                 const std::vector<OutputPath>& outputs, Output& out) {
  if (words.size() > 1) throw UsageError("--unit takes no position");
  std::string path = words[0];
  if (path.starts_with(kNetworkPlayer)) path.erase(0, kNetworkPlayer.size());
  const NetworkFile network = read_network(path).value();
  const NetworkLayer& layer = network.layers.front();
  int unit = 0;
  const auto set = number(unit, 1, layer.outputs).read(number_text);
  if (!set) throw UsageError("--unit: " + set.error().message);
  --unit;
  const HeatMap map = unit_map(network, unit);
  out.write(map.labels.title + "\n");
  const auto at = static_cast<std::size_t>(unit);
  if (network.layers.size() > 1) {
    const NetworkLayer& next = network.layers[1];
    std::string weights;
    for (int i = 0; i < std::min(next.outputs, 2); ++i) {
      weights +=
          fmt::format(" {:+.3f}", next.weights[static_cast<std::size_t>(i * next.inputs) + at]);
    }
    out.write(fmt::format("on to the next layer{}:{}\n", next.outputs > 2 ? " (first two)" : "",
                          weights));
  }
  for (const HeatPanel& panel : map.panels) write_panel(map, panel, out);
  for (const OutputPath& output : outputs) write_file(output.path, to_svg(map)).value();
  return kDone;
}

int run_inspect(const Command& self, const Args& args, Output& out) {
  InspectOptions options;
  const auto line = parse(self, rows_of(options), args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("which player? `sumi players` lists them");
  std::vector<OutputPath> outputs;
  add_output(outputs, "svg", options.svg, picture_kind());
  const auto locks = claim_outputs(*line, outputs);
  watch_interrupts();
  return options.unit ? inspect_unit(line->words, *options.unit, outputs, out)
                      : inspect_moves(line->words, options, outputs, out);
}

}  // namespace

const Command kInspectCommand{
    "inspect",
    R"(PLAYER [POSITION|MOVES|FILE] [--svg FILE] | NETWORK
    --unit N [--svg FILE])",
    "show how a player evaluates each move",
    R"(PLAYER is one of `sumi players`; results of learners play as greedy:mlp:FILE,
qtable:FILE and greedy:table:FILE. Prints the player's values of the moves, on
its own scale, and their components: BP, FS and CN of greedy:bpfscn; outputs of
a network, and the units with the greatest influence; update counts of qtable;
final discs of dp; means and numbers of lines of nhand and similar players;
points per game of montecarlo. --unit prints a unit's weights by square.
)",
    R"(  sumi-lab inspect greedy:bpfscn:2:5:1 f5d6c3
  sumi-lab inspect greedy:mlp:td/result f5d6 --svg td.svg
  sumi-lab inspect td/result --unit 7
  sumi-lab inspect dp --size 4
)",
    run_inspect,
    "sumi-lab",
    nullptr,
    kPositionHelp};

}  // namespace sumi::lab
