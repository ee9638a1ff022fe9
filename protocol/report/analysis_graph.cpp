// SPDX-License-Identifier: MIT
/// All places are percentages of the picture's width and height, which the style sheet gives.
#include "engine/game/notation.h"
#include "protocol/report/analysis_graph.h"
#include "protocol/report/analysis_words.h"
#include "protocol/report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr double kLeastRange = 8, kMostRange = 64;  ///< Discs, up and down.
constexpr int kMoveStep = 10;                       ///< Between numbers below the graph.
constexpr int kMostTicks = 5;

double black_score(const AnalyzedMove& move) {
  const double discs = move.before.to_move == Color::kBlack ? move.after.discs : -move.after.discs;
  return std::clamp(discs, -kMostRange, kMostRange);
}

class Graph {
 public:
  Graph(const GameAnalysis& analysis, Language language, std::string_view id)
      : analysis_(analysis), language_(language), id_(id) {
    double most = kLeastRange;
    for (const AnalyzedMove& move : analysis.moves)
      most = std::max(most, std::abs(black_score(move)));
    range_ = std::min(kMostRange, std::ceil(most / 4) * 4) * 1.08;  // dots stay inside
    moves_ = analysis.moves.back().number;
  }

  std::string html() {
    scales();
    curve();
    add(R"(<line class="now" x1="-9" x2="-9" y1="0" y2="100%"/>)");
    for (const AnalyzedMove& move : analysis_.moves) link(move);
    return fmt::format(
        "<div class=\"graph\"><div class=\"ticks\" aria-hidden=\"true\">{}</div>"
        "<svg role=\"img\" aria-label=\"{}\">{}</svg>"
        "<div class=\"numbers\" aria-hidden=\"true\">{}</div></div>\n",
        ticks_, escaped(tr(language_, "Evaluation after each move, from Black's view")), body_,
        numbers_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> form, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), form, std::forward<Args>(args)...);
  }

  double x_of(int number) const { return 100 * (number - 0.5) / moves_; }
  double y_of(double discs) const { return 50 - 50 * discs / range_; }

  void scales() {
    for (const double tick : round_ticks(-range_, range_, kMostTicks)) {
      const double y = y_of(tick);
      add(R"(<line class="{}" x1="0" x2="100%" y1="{:.1f}%" y2="{:.1f}%"/>)",
          tick == 0 ? "axis" : "grid", y, y);
      ticks_ += fmt::format(R"(<span style="top:{:.1f}%">{}</span>)", y,
                            tick == 0 ? "0" : signed_text(fmt::format("{:+.0f}", tick)));
    }
    for (int number = kMoveStep; number <= moves_; number += kMoveStep) {
      numbers_ += fmt::format(R"(<span style="left:{:.1f}%">{}</span>)", x_of(number), number);
    }
    add(R"(<text x="6" y="14">{}</text><text x="6" y="100%" dy="-6">{}</text>)",
        escaped(tr(language_, "Black ahead")), escaped(tr(language_, "White ahead")));
  }

  void curve() {
    const AnalyzedMove* last = nullptr;
    for (const AnalyzedMove& move : analysis_.moves) {
      const double y = y_of(black_score(move));
      add(R"(<rect class="bar" x="{:.2f}%" width="{:.2f}%" y="{:.1f}%" height="{:.1f}%"/>)",
          x_of(move.number) - 50.0 / moves_, 100.0 / moves_, std::min(y, 50.0), std::abs(y - 50));
      if (last != nullptr) {
        add(R"(<line class="curve" x1="{:.2f}%" y1="{:.1f}%" x2="{:.2f}%" y2="{:.1f}%"/>)",
            x_of(last->number), y_of(black_score(*last)), x_of(move.number), y);
      }
      last = &move;
    }
    for (const AnalyzedMove& move : analysis_.moves) {
      if (move.mark == Mark::kNone) continue;
      add(R"(<circle class="{}" cx="{:.2f}%" cy="{:.1f}%" r="4.5"/>)", mark_class(move.mark),
          x_of(move.number), y_of(black_score(move)));
    }
  }

  void link(const AnalyzedMove& move) {
    add(R"(<a href="#{}-m{}" data-move="{}" tabindex="-1"><title>{}. {}{} {}</title>)"
        R"(<rect class="hit" x="{:.2f}%" y="0" width="{:.2f}%" height="100%"/></a>)",
        id_, move.number, move.number, move.number, to_text(move.played, move.before.size),
        mark_text(move.mark), shown_score(move.after), x_of(move.number) - 50.0 / moves_,
        100.0 / moves_);
  }

  const GameAnalysis& analysis_;
  const Language language_;
  const std::string_view id_;
  double range_ = 0;
  int moves_ = 0;
  std::string body_, ticks_, numbers_;
};

}  // namespace

std::string analysis_graph(const GameAnalysis& analysis, Language language, std::string_view id) {
  return analysis.moves.empty() ? "" : Graph(analysis, language, id).html();
}

}  // namespace sumi::protocol
