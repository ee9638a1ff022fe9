// SPDX-License-Identifier: MIT
/// The patterns of squares of the evaluator `pattern` (8x8 only), and mobility.
///
/// A *pattern* is a set of squares. Its distinct images under the board's symmetries are its
/// *features*, which share weights. A *filling* is the contents of the squares; the *index* of a
/// feature is its filling as a base-3 number: own disc 0, empty 1, opponent 2. For the other side,
/// index i becomes 3^n - 1 - i.
///
/// Squares that change most in a search have the lowest place values, for cache locality. Files
/// order squares as below.
///
/// If a symmetry permutes a pattern's squares (an edge read from either end), both indices of a
/// filling have the same weight. Mobility, the numbers of moves of both sides, is one more filling.
#pragma once

#include "engine/game/board.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sumi {

inline constexpr int kMaxPatternSquares = 10;

struct Pattern {
  std::string_view name;
  std::string_view squares;  ///< "a1 b1 c1", lowest place value in files first.
};

/// Chosen by the experiments in tools/lab/NOTES.md.
inline constexpr std::array kPatterns{
    Pattern{"line 2", "a2 b2 c2 d2 e2 f2 g2 h2"},
    Pattern{"line 3", "a3 b3 c3 d3 e3 f3 g3 h3"},
    Pattern{"line 4", "a4 b4 c4 d4 e4 f4 g4 h4"},
    Pattern{"diagonal 8", "a1 b2 c3 d4 e5 f6 g7 h8"},
    Pattern{"diagonal 7", "b1 c2 d3 e4 f5 g6 h7"},
    Pattern{"diagonal 6", "c1 d2 e3 f4 g5 h6"},
    Pattern{"diagonal 5", "d1 e2 f3 g4 h5"},
    Pattern{"corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
    Pattern{"edge and X", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"},
    Pattern{"corner 2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"},
    Pattern{"triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"},
    Pattern{"edge block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"},
    Pattern{"cross", "a1 b1 a2 b2 c2 b3 c3 d3 c4 d4"},
    Pattern{"long triangle", "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5"},
    Pattern{"middle block", "b2 c2 d2 e2 f2 g2 c3 d3 e3 f3"},
    Pattern{"kite", "a1 b1 a2 b2 c2 d2 e2 b3 b4 b5"},
    Pattern{"bowl", "a1 c1 d1 e1 f1 h1 b2 c2 f2 g2"},
    Pattern{"two corners", "a1 b1 c1 f1 g1 h1 a2 b2 g2 h2"},
};
inline constexpr int kPatternTypes = static_cast<int>(kPatterns.size());

struct PatternFeature {
  int pattern = 0;  ///< Index into kPatterns.
  int size = 0;
  std::array<Square, kMaxPatternSquares> squares{};  ///< Lowest place value first.
};

inline constexpr int kMaxPatternFeatures = 80;

struct PatternLayout {
  int features = 0;
  std::array<PatternFeature, kMaxPatternFeatures> feature{};
  std::array<int, kPatternTypes> size{};
  std::array<int, kPatternTypes> first{};     ///< The first feature of each pattern.
  std::array<int, kPatternTypes> fillings{};  ///< 3^size.
  std::array<int, kPatternTypes> offset{};    ///< Number of fillings of all previous patterns.
  int total_fillings = 0;                     ///< Fillings of all patterns.
};

namespace detail {

constexpr Square pattern_square(std::string_view squares, int i) {
  const auto at = static_cast<std::size_t>(3 * i);
  return square_at(squares[at] - 'a', squares[at + 1] - '1');
}

/// One square per symmetry class; squares that change most in a search come first.
inline constexpr std::string_view kMostVolatileFirst = "c2 d2 d1 c1 c3 d3 d4 b1 b2 a1";
inline constexpr int kSquareKinds = 10;

/// Index of its class in kMostVolatileFirst.
constexpr int volatility_rank(Square s) {
  const auto from_edge = [](int line) { return std::min(line, 7 - line); };
  const int x = from_edge(index(s) % 8), y = from_edge(index(s) / 8);
  const Square same = square_at(std::max(x, y), std::min(x, y));
  int kind = 0;
  while (pattern_square(kMostVolatileFirst, kind) != same) ++kind;
  return kind;
}

constexpr PatternLayout make_pattern_layout() {
  PatternLayout layout;
  for (int p = 0; p < kPatternTypes; ++p) {
    const std::string_view text = kPatterns[static_cast<std::size_t>(p)].squares;
    const int size = static_cast<int>(text.size() + 1) / 3;
    const auto at = static_cast<std::size_t>(p);
    layout.size[at] = size;
    layout.fillings[at] = 1;
    for (int i = 0; i < size; ++i) layout.fillings[at] *= 3;
    std::array<Square, kMaxPatternSquares> squares{};
    std::size_t placed = 0;
    for (int kind = 0; kind < kSquareKinds; ++kind) {
      for (int i = 0; i < size; ++i) {
        const Square s = pattern_square(text, i);
        if (volatility_rank(s) == kind) squares[placed++] = s;
      }
    }
    layout.first[at] = layout.features;
    layout.offset[at] = layout.total_fillings;
    layout.total_fillings += layout.fillings[at];
    std::array<Bitboard, kSymmetries> seen{};
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      PatternFeature feature{p, size, {}};
      Bitboard set = 0;
      for (int i = 0; i < size; ++i) {
        const Square s = symmetric(squares[static_cast<std::size_t>(i)], symmetry);
        feature.squares[static_cast<std::size_t>(i)] = s;
        set |= bit(s);
      }
      bool known = false;
      for (int earlier = 0; earlier < symmetry; ++earlier) {
        known = known || seen[static_cast<std::size_t>(earlier)] == set;
      }
      seen[static_cast<std::size_t>(symmetry)] = set;
      if (!known) layout.feature[static_cast<std::size_t>(layout.features++)] = feature;
    }
  }
  return layout;
}

}  // namespace detail

inline constexpr PatternLayout kPatternLayout = detail::make_pattern_layout();

using PatternIndices = std::array<std::uint16_t, kMaxPatternFeatures>;

/// 0 beyond the last feature. Slow: for the trainer, and as a reference for the evaluator.
PatternIndices pattern_indices(const Board& b);

/// For each filling of `pattern`, the smallest index with the same weight.
std::vector<std::uint16_t> canonical_fillings(int pattern);

/// In file order.
std::vector<std::uint16_t> fillings_of_files(int pattern);

/// Higher numbers of moves, which are rare, count as this one.
inline constexpr int kMaxMobility = 31;
inline constexpr int kMobilityFillings = (kMaxMobility + 1) * (kMaxMobility + 1);

SUMI_INLINE constexpr int mobility_filling(int own_moves, int opp_moves) {
  return std::min(own_moves, kMaxMobility) * (kMaxMobility + 1) + std::min(opp_moves, kMaxMobility);
}

/// Weights per stage: the fillings of all patterns in order, then mobility.
inline constexpr int kStageWeights = kPatternLayout.total_fillings + kMobilityFillings;

/// By empties; each has its own weights.
inline constexpr int kPatternStages = 30;

SUMI_INLINE constexpr int pattern_stage(int empties) {
  const int stage = (60 - empties) / 2;
  return stage < 0 ? 0 : stage < kPatternStages ? stage : kPatternStages - 1;
}

// The inputs of the evaluator `nnue` (8x8 only): the fillings of these patterns, mobility, and the
// parity of the quadrants' empties.
//
// Each filling selects a *row*, one byte per channel of the net, numbered by pattern, then
// mobility, then parity. The rows of a board are added in pairs with saturation to a byte; then the
// pairs are summed.

/// A bit per quadrant with an odd number of empties, bit 0 for the quadrant with a1, then h1, a8,
/// h8.
inline constexpr int kParityFillings = 16;

SUMI_INLINE constexpr int parity_filling(Bitboard empties) {
  constexpr Bitboard kQuadrant = 0x0F0F0F0F;
  return (std::popcount(empties & kQuadrant) & 1) |
         (std::popcount(empties & kQuadrant << 4) & 1) << 1 |
         (std::popcount(empties & kQuadrant << 32) & 1) << 2 |
         (std::popcount(empties & kQuadrant << 36) & 1) << 3;
}

inline constexpr int kFirstMobilityRow = kPatternLayout.total_fillings;
inline constexpr int kFirstParityRow = kFirstMobilityRow + kMobilityFillings;
inline constexpr int kNnueRows = kFirstParityRow + kParityFillings;

/// Separate tables by empties, because the meaning of a filling changes during the game.
inline constexpr int kNnueTables = 3;

SUMI_INLINE constexpr int nnue_table(int empties) { return (empties >= 22) + (empties >= 38); }

inline constexpr int kNnueInputs = kPatternLayout.features + 2;

/// Slow: a reference for the evaluator.
std::array<std::uint32_t, kNnueInputs> nnue_rows(const Board& b);

/// Rows that are equal under symmetry share one stored column.
struct NnueColumns {
  std::vector<std::uint32_t> of_row;  ///< [kNnueRows]: the row's column, from 0.
  std::uint32_t count = 0;
};
NnueColumns nnue_columns();

}  // namespace sumi
