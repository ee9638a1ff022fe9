// SPDX-License-Identifier: MIT
/// Rounding, and one place for each word.
#include "engine/base/encoding.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "tools/match/report_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sumi::match {

using protocol::kUnknown;

std::string name_of(const MatchConfig& config, int engine) {
  std::string name = config.engines[static_cast<std::size_t>(engine)].name;
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = '?';
  }
  return name;
}

std::string cut_name(std::string_view name, std::size_t most) {
  if (count_characters(name) <= most) return std::string(name);
  return std::string(first_characters(name, most - 1)) + '~';
}

std::string format_name(const MatchConfig& config) {
  const auto all = settings();
  const auto format = std::ranges::find(all, "format", &Setting::name);
  return format == all.end() ? "" : format->get(config);
}

std::string points_text(double points) {
  return fmt::format("{:.{}f}", points, points == std::floor(points) ? 0 : 1);
}

std::string percent_text(const Score& score) {
  if (score.games() == 0) return std::string(kUnknown);
  return fmt::format("{:.1f}", 100 * score.points() / score.games());
}

std::string score_text(const Score& score) {
  return fmt::format("{}-{}-{}", score.wins, score.draws, score.losses);
}

std::string elo_number(double elo) {
  return std::round(elo) == 0 ? "0" : number_text(elo, 0, true);
}

std::string milliseconds_text(double seconds) {
  const double ms = 1000 * seconds;
  return fmt::format("{:.{}f}", ms, ms < 10 ? 2 : ms < 1000 ? 1 : 0);
}

std::string cpu_text(const EngineSummary& engine) {
  return engine.cpu_moves == 0 ? std::string(kUnknown)
                               : milliseconds_text(engine.cpu_seconds / engine.cpu_moves);
}

std::string result_text(const GameResult& game) {
  const int points = game.black_points();
  if (!game.black_score) return points == 2 ? "B+fault" : "W+fault";
  if (points == 1) return "0";
  return fmt::format("{}+{}", points == 2 ? 'B' : 'W', std::abs(game.black_score->discs));
}

std::string ending_text(const GameResult& game) {
  const std::string ending(to_text(game.ending));
  return game.at_fault ? fmt::format("{} of {}", ending, sumi::to_text(*game.at_fault)) : ending;
}

std::string verdict_text(const SprtState& sprt) {
  switch (sprt.verdict) {
    case SprtVerdict::kUndecided:
      return "undecided";
    case SprtVerdict::kAccepted:
      return "accepted";
    case SprtVerdict::kRejected:
      return "rejected";
  }
  return "?";
}

std::string number_text(double number, int decimals, bool sign) {
  if (!std::isfinite(number)) return std::string(kUnknown);
  return fmt::format(fmt::runtime(sign ? "{:+.{}f}" : "{:.{}f}"), number, decimals);
}

std::string mean_text(const MeanError& mean, std::string_view plus_minus) {
  return fmt::format("{} {} {}", number_text(mean.mean, 2, true), plus_minus,
                     number_text(mean.error, 2));
}

std::string elo_text(const EloEstimate& elo, std::string_view plus_minus) {
  const bool above = std::isfinite(elo.lower), below = std::isfinite(elo.upper);
  const std::string number = number_text(elo.elo, 1, true);
  if (above && below) {
    return fmt::format("{} {} {:.1f}", number, plus_minus, (elo.upper - elo.lower) / 2);
  }
  if (above) return fmt::format("{} (above {:+.1f})", number, elo.lower);
  return below ? fmt::format("{} (below {:+.1f})", number, elo.upper) : number;
}

std::string sprt_text(const SprtSetup& setup, const SprtState& sprt) {
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f}): {:+} Elo rather than {:+}: {}", sprt.llr,
                     sprt.lower, sprt.upper, setup.elo1, setup.elo0, verdict_text(sprt));
}

std::string moves_text(const GameResult& game, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < std::min(count, game.moves.size()); ++i) {
    const Square square = game.moves[i].square;
    if (square != Square::kPass) text += sumi::to_text(square, game.start.size);
  }
  return text;
}

std::string shown(std::string_view text) {
  std::string printable(text);
  for (char& c : printable) c = c >= ' ' && c <= '~' ? c : '?';
  return printable;
}

}  // namespace sumi::match
