// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/format.h"
#include "protocol/report/svg_chart.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sumi::protocol {

std::string signed_text(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string shown_score(const Score& score) {
  if (score.exact) {
    const long discs = std::lround(score.discs);
    return discs == 0 ? "0" : signed_text(fmt::format("{:+}", discs));
  }
  const double discs = std::round(10 * score.discs) / 10;
  return discs == 0 ? "0.0" : signed_text(fmt::format("{:+.1f}", discs));
}

std::string square_score(const Score& score) {
  constexpr double kWhole = 9.95;  // "+12.5" would be illegible
  if (std::abs(score.discs) < kWhole) return shown_score(score);
  return signed_text(fmt::format("{:+.0f}", score.discs));
}

std::string confidence_text(const AnalyzedMove& move) {
  return move.confidence >= 1 ? "" : fmt::format("{:.0f}%", 100 * move.confidence);
}

std::string with_confidence(std::string discs, const AnalyzedMove& move) {
  const std::string confidence = confidence_text(move);
  return confidence.empty() ? discs : fmt::format("{} ({})", discs, confidence);
}

std::string accuracy_text(const Quality& quality, std::string_view plus_minus) {
  const std::optional<double> error = quality.accuracy_error();
  const std::string accuracy = fmt::format("{:.1f}%", quality.accuracy());
  return error ? fmt::format("{} {} {:.1f}", accuracy, plus_minus, *error) : accuracy;
}

std::string rating_text(const RatingEstimate& rating, std::string_view plus_minus) {
  const auto tens = [](double elo) { return 10 * std::lround(elo / 10); };
  return fmt::format("{} {} {}", tens(rating.rating), plus_minus, tens(rating.error));
}

std::string shown_loss(const AnalyzedMove& move) {
  if (move.best.exact && move.after.exact) return fmt::format("{:.0f}", move.lost);
  return fmt::format("{:.1f}", move.lost);
}

std::string_view mark_class(Mark mark) {
  constexpr std::string_view kClasses[] = {"", "m1", "m2", "m3"};
  return kClasses[static_cast<std::size_t>(mark)];
}

std::string settings_text(Language language, const SearchSettings& settings) {
  return tr_format(language, settings.text, settings.number);
}

std::string partial_text(Language language, const GameAnalysis& analysis) {
  const auto all =
      std::ranges::count_if(analysis.game.moves, [](Square s) { return s != Square::kPass; });
  return tr_format(language, "Interrupted: only the last {done} of {all} moves are analysed.",
                   fmt::arg("done", analysis.moves.size()), fmt::arg("all", all));
}

std::string disc_icon(Language language, Color color) {
  return fmt::format("<span class=\"disc-icon {}\" role=\"img\" aria-label=\"{}\"></span>",
                     to_text(color), escaped(side_name(language, color)));
}

std::string result_text(const GameRecord& game, std::string_view dash) {
  const Game replayed = game.replay();
  if (!replayed.over()) return game.result;
  const int squares = game.start.size * game.start.size;
  const int black = (squares + replayed.black_score().discs) / 2;
  return fmt::format("{}{}{}", black, dash, squares - black);
}

std::string shown_result(const GameRecord& game) { return escaped(result_text(game, "–")); }

std::string player_name(const GameRecord& game, Language language, Color color) {
  const std::string& name = player_of(game, color);
  return escaped(name.empty() ? side_name(language, color) : name);
}

Square best_move(const AnalyzedMove& move) {
  return move.best_line.empty() ? move.played : move.best_line[0];
}

}  // namespace sumi::protocol
