// SPDX-License-Identifier: MIT
/// Parameters that only games can judge, optimized by `sumi-lab tune`. EngineOptions contains them;
/// front ends hide them.
#pragma once

#include <array>
#include <string_view>

namespace sumi {

/// Values within the ranges always give correct results; exact scores depend on them only in the
/// work needed.
struct SearchParameters {
  int midgame_mobility = 8;
  int midgame_potential = 2;
  int midgame_value = 8;
  int solve_mobility = 26;
  int solve_potential = 5;
  int solve_value = 8;
  int solve_parity = 4;
  int probcut_percent = 100;
  int tempo_percent = 100;
  int aspiration = 3;
  int solve_aspiration = 2;
  int solve_distance = 4;
  int presearch_distance = 16;

  friend bool operator==(const SearchParameters&, const SearchParameters&) = default;
};

struct SearchParameterSpec {
  std::string_view name;  ///< kebab-case.
  std::string_view help;  ///< One line, with the unit.
  int SearchParameters::*field;
  int min, max;  ///< Inclusive.
  double step;   ///< Perturbation in the last iterations of tuning, chosen by hand.
  /// Affects games at a fixed number of nodes per move. False: affects only solving on request,
  /// judged by node counts.
  bool in_games = true;
};

/// In help order. Points are those of detail::square_points(): a corner is 12, an X square -8.
inline constexpr std::array kSearchParameters{
    SearchParameterSpec{"midgame-mobility", "midgame order: points for each reply less",
                        &SearchParameters::midgame_mobility, 0, 40, 2},
    SearchParameterSpec{"midgame-potential", "midgame order: points for each later reply less",
                        &SearchParameters::midgame_potential, 0, 20, 1},
    SearchParameterSpec{"midgame-value", "midgame order: points for each disc of static value",
                        &SearchParameters::midgame_value, 0, 64, 3},
    SearchParameterSpec{"solve-mobility", "order when solving, far from the end: the same points",
                        &SearchParameters::solve_mobility, 0, 80, 4},
    SearchParameterSpec{"solve-potential", "the same: points for each later reply less",
                        &SearchParameters::solve_potential, 0, 40, 2},
    SearchParameterSpec{"solve-value", "the same: points for each disc of static value",
                        &SearchParameters::solve_value, 0, 64, 3},
    SearchParameterSpec{"solve-parity", "the same: points for a square in an odd quadrant",
                        &SearchParameters::solve_parity, 0, 40, 2},
    SearchParameterSpec{"probcut-percent",
                        "margins of selective cuts, per cent of what is measured",
                        &SearchParameters::probcut_percent, 30, 300, 8},
    SearchParameterSpec{"tempo-percent",
                        "what leaves add for the side to move, per cent of what is measured",
                        &SearchParameters::tempo_percent, 0, 200, 8},
    SearchParameterSpec{"aspiration", "half the midgame's first window, discs",
                        &SearchParameters::aspiration, 1, 32, 2},
    SearchParameterSpec{"solve-aspiration", "half the first window of a search to the end, discs",
                        &SearchParameters::solve_aspiration, 1, 16, 1},
    SearchParameterSpec{"solve-leap",
                        "plies before the end where solving follows the selective midgame",
                        &SearchParameters::solve_distance, 1, 24, 1},
    SearchParameterSpec{"prelude-leap", "plies before the end where a requested solution begins",
                        &SearchParameters::presearch_distance, 4, 32, 1, false},
};

}  // namespace sumi
