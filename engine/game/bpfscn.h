// SPDX-License-Identifier: MIT
/// The terms of the evaluation BP/FS/CN (Shiota 2012; tools/lab/papers/README.md, S4) on 8x8:
/// square values (BP), safe discs on the edges (FS) and mobility (CN), own minus opponent's. Each
/// fault of the paper's program can be enabled.
///
/// Inlined: the header is compiled once per instruction set.
#pragma once

#include "engine/game/board.h"

#include <bit>

namespace sumi {

enum BpFsCnFault : unsigned {
  kNoFault = 0,
  /// (a) CN is the number of the opponent's moves, subtracted if CN is the only term, else wrongly
  /// added.
  kRepliesAdded = 1,
  kCornersUnsigned = 2,  ///< (c) Subtracts doubly counted corners as if Black were to move.
  /// (d) Takes the length of the run on the right edge, up from its lower corner, from the left
  /// column: the run of the right corner's colour, up from the lower corner. Each step counts a
  /// square of the right edge, whether own, opponent's or empty.
  kWrongColumn = 4,
  kFsWeightIgnored = 8,  ///< (b) Sets the weight of FS to 1 in FS with CN but without BP.
  kPaperFaults = kRepliesAdded | kCornersUnsigned | kWrongColumn | kFsWeightIgnored,
};

struct BpFsCnTerms {
  int bp = 0;
  int fs = 0;       ///< 11 per safe disc on an edge, minus 10 per corner (counted twice).
  int cn = 0;       ///< 10 per move.
  int counted = 0;  ///< Squares that FS counts, corners twice; players add noise to each.
};

struct BpFsCnWeights {
  int bp = 2, fs = 5, cn = 1;
  unsigned faults = kNoFault;
  friend bool operator==(const BpFsCnWeights&, const BpFsCnWeights&) = default;
};

namespace detail {

inline constexpr int kFsPoints = 11, kCornerPoints = 10, kCnPoints = 10;

/// A quarter of the paper's symmetric table.
inline constexpr int kBpQuarter[4][4] = {
    {45, -11, 4, -1}, {-11, -16, -1, -3}, {4, -1, 2, -1}, {-1, -3, -1, 0}};

/// The squares at distances `a` and `b` from the nearer edges, in either order. consteval: levels
/// would share a variable.
consteval Bitboard bp_class(int a, int b) {
  Bitboard set = 0;
  for (int s = 0; s < 64; ++s) {
    const int file = s % 8 < 4 ? s % 8 : 7 - s % 8, rank = s / 8 < 4 ? s / 8 : 7 - s / 8;
    if ((file == a && rank == b) || (file == b && rank == a)) set |= Bitboard{1} << s;
  }
  return set;
}
consteval int bp_points(int a, int b) { return kBpQuarter[a][b]; }

SUMI_INLINE constexpr int bp_part(const Board& b, Bitboard squares, int points) {
  return points * (std::popcount(b.own & squares) - std::popcount(b.opp & squares));
}

/// Own minus opponent's. The four centre squares count 0.
SUMI_INLINE constexpr int bp_sum(const Board& b) {
  return bp_part(b, bp_class(0, 0), bp_points(0, 0)) + bp_part(b, bp_class(0, 1), bp_points(0, 1)) +
         bp_part(b, bp_class(0, 2), bp_points(0, 2)) + bp_part(b, bp_class(0, 3), bp_points(0, 3)) +
         bp_part(b, bp_class(1, 1), bp_points(1, 1)) + bp_part(b, bp_class(1, 2), bp_points(1, 2)) +
         bp_part(b, bp_class(1, 3), bp_points(1, 3)) + bp_part(b, bp_class(2, 2), bp_points(2, 2)) +
         bp_part(b, bp_class(2, 3), bp_points(2, 3));
}

/// Source: engine/core/board/stability.cpp.
SUMI_INLINE constexpr unsigned file_byte(Bitboard x) {
  return static_cast<unsigned>((x & 0x0101010101010101) * 0x0102040810204080 >> 56);
}

/// Lengths of the runs of discs from the low and the high end of an edge.
SUMI_INLINE constexpr int low_run(unsigned edge) { return std::countr_zero(~edge); }
SUMI_INLINE constexpr int high_run(unsigned edge) { return std::countl_zero(~(edge << 24)); }

struct Safe {
  int discs = 0, counted = 0;

  SUMI_INLINE constexpr void add(int own, int opp, int empty = 0) {
    discs += own - opp;
    counted += own + opp + empty;
  }
};

/// `own` and `opp` are the edge's discs. A full edge comes first, so the runs from the two ends
/// never overlap.
SUMI_INLINE constexpr void add_edge(Safe& safe, unsigned own, unsigned opp) {
  if ((own | opp) == 0xFF) return safe.add(std::popcount(own), std::popcount(opp));
  safe.add(low_run(own) + high_run(own), low_run(opp) + high_run(opp));
}

/// The right edge, top down, with the fault kWrongColumn.
SUMI_INLINE constexpr void add_edge_by_wrong_column(Safe& safe, unsigned own, unsigned opp,
                                                    unsigned left_own, unsigned left_opp) {
  if ((own | opp) == 0xFF) return safe.add(std::popcount(own), std::popcount(opp));
  safe.add(low_run(own), low_run(opp));
  const int run = (own & 0x80) != 0   ? high_run(left_own)
                  : (opp & 0x80) != 0 ? high_run(left_opp)
                                      : 0;
  const unsigned seen = 0xFF00u >> run & 0xFF;
  safe.add(std::popcount(own & seen), std::popcount(opp & seen),
           std::popcount(~(own | opp) & seen));
}

SUMI_INLINE constexpr Safe safe_discs(const Board& b, unsigned faults) {
  const unsigned left_own = file_byte(b.own), left_opp = file_byte(b.opp);
  const unsigned right_own = file_byte(b.own >> 7), right_opp = file_byte(b.opp >> 7);
  Safe safe;
  add_edge(safe, static_cast<unsigned>(b.own & 0xFF), static_cast<unsigned>(b.opp & 0xFF));
  add_edge(safe, static_cast<unsigned>(b.own >> 56), static_cast<unsigned>(b.opp >> 56));
  add_edge(safe, left_own, left_opp);
  if ((faults & kWrongColumn) != 0) {
    add_edge_by_wrong_column(safe, right_own, right_opp, left_own, left_opp);
  } else {
    add_edge(safe, right_own, right_opp);
  }
  return safe;
}

}  // namespace detail

/// Requires: not kPass.
SUMI_INLINE constexpr int bp_value(Square s) {
  const int file = index(s) % 8, rank = index(s) / 8;
  return detail::kBpQuarter[rank < 4 ? rank : 7 - rank][file < 4 ? file : 7 - file];
}

/// The terms for the side to move. Only kCornersUnsigned uses `black_to_move`. `own_moves` and
/// `opp_moves` are numbers of legal moves.
///
/// The paper evaluates a move for the side that made it: pass the board with that side to move, and
/// the number of replies as `opp_moves`.
SUMI_INLINE constexpr BpFsCnTerms bpfscn_terms(const Board& b, int own_moves, int opp_moves,
                                               unsigned faults, bool black_to_move) {
  BpFsCnTerms terms;
  terms.bp = detail::bp_sum(b);
  const detail::Safe safe = detail::safe_discs(b, faults);
  constexpr Bitboard kCorners = 0x8100000000000081;
  const int corners = std::popcount(b.own & kCorners) - std::popcount(b.opp & kCorners);
  const bool other_sign = (faults & kCornersUnsigned) != 0 && !black_to_move;
  terms.fs =
      detail::kFsPoints * safe.discs - detail::kCornerPoints * (other_sign ? -corners : corners);
  terms.counted = safe.counted;
  terms.cn =
      detail::kCnPoints * ((faults & kRepliesAdded) != 0 ? opp_moves : own_moves - opp_moves);
  return terms;
}

/// In the paper's points, with the faults in `weights` that affect weights.
SUMI_INLINE constexpr int bpfscn_sum(const BpFsCnWeights& weights, const BpFsCnTerms& terms) {
  const bool ignored = (weights.faults & kFsWeightIgnored) != 0 && weights.bp == 0 &&
                       weights.fs != 0 && weights.cn != 0;
  const bool negated = (weights.faults & kRepliesAdded) != 0 && weights.bp == 0 && weights.fs == 0;
  return weights.bp * terms.bp + (ignored ? 1 : weights.fs) * terms.fs +
         (negated ? -weights.cn : weights.cn) * terms.cn;
}

/// Points per disc, approximate: scales each single term to -64..64 discs.
SUMI_INLINE constexpr int bpfscn_points_per_disc(const BpFsCnWeights& weights) {
  return 4 * weights.bp + 6 * weights.fs + 10 * weights.cn;
}

}  // namespace sumi
