// SPDX-License-Identifier: MIT
#include "engine/core/board/stability.h"

#include <bit>

namespace sumi::SUMI_ISA {
namespace {

struct Edge {
  unsigned own, opp;
};

/// The edge after its own side plays on empty `place`. The move may flip nothing on the edge: other
/// lines may make it legal.
Edge played(Edge e, int place) {
  unsigned turned = 0;
  for (const int step : {-1, 1}) {
    unsigned run = 0;
    int at = place + step;
    for (; 0 <= at && at < 8 && (e.opp >> at & 1); at += step) run |= 1u << at;
    if (0 <= at && at < 8 && (e.own >> at & 1)) turned |= run;
  }
  return {e.own | turned | 1u << place, e.opp & ~turned};
}

constexpr Bitboard kFileA = 0x0101010101010101;
constexpr Bitboard kInner = 0x007E7E7E7E7E7E00;  // without the edges

/// Gathers the bits of file A in a byte, rank 1 lowest; spread_file() reverses it.
SUMI_INLINE unsigned gather_file(Bitboard x) {
  return static_cast<unsigned>((x & kFileA) * 0x0102040810204080 >> 56);
}
SUMI_INLINE Bitboard spread_file(unsigned edge) {
  return ((edge & 0x7F) * 0x0002040810204081 | static_cast<Bitboard>(edge & 0x80) << 49) & kFileA;
}

/// By direction, the squares on lines without an empty square.
struct FullLines {
  Bitboard rows, columns, diagonals, antidiagonals;
};

FullLines full_lines(Bitboard discs) {
  FullLines full;
  Bitboard rows = discs & discs >> 4 & 0x0F0F0F0F0F0F0F0F;
  rows &= rows >> 2;
  rows &= rows >> 1;
  full.rows = (rows & kFileA) * 0xFF;

  Bitboard columns = discs;
  for (const int turn : {8, 16, 32}) columns &= std::rotr(columns, turn);
  full.columns = columns;

  // Runs of 1, 2, then 4 full squares after each square. Squares off the board count as full.
  Bitboard se = discs, nw = discs, sw = discs, ne = discs;
  se &= se << 9 | 0x01010101010101FF;
  se &= se << 18 | 0x030303030303FFFF;
  se &= se << 36 | 0x0F0F0F0FFFFFFFFF;
  nw &= nw >> 9 | 0xFF80808080808080;
  nw &= nw >> 18 | 0xFFFFC0C0C0C0C0C0;
  nw &= nw >> 36 | 0xFFFFFFFFF0F0F0F0;
  full.diagonals = se & nw;
  sw &= sw << 7 | 0x80808080808080FF;
  sw &= sw << 14 | 0xC0C0C0C0C0C0FFFF;
  sw &= sw << 28 | 0xF0F0F0F0FFFFFFFF;
  ne &= ne >> 7 | 0xFF01010101010101;
  ne &= ne >> 14 | 0xFFFF030303030303;
  ne &= ne >> 28 | 0xFFFFFFFF0F0F0F0F;
  full.antidiagonals = sw & ne;
  return full;
}

}  // namespace

StabilityTable::StabilityTable() : edge_{} {
  // A disc is stable if it stays ours after any sequence of moves on the edge. Moves fill the edge,
  // so compute fuller edges first.
  for (int empties = 0; empties <= 8; ++empties) {
    for (unsigned own = 0; own < 256; ++own) {
      for (unsigned opp = 0; opp < 256; ++opp) {
        if ((own & opp) != 0 || std::popcount(own | opp) != 8 - empties) continue;
        unsigned stable = own;
        for (int place = 0; place < 8; ++place) {
          if ((own | opp) >> place & 1) continue;
          const Edge ours = played({own, opp}, place), theirs = played({opp, own}, place);
          stable &= edge_[ours.own << 8 | ours.opp] & edge_[theirs.opp << 8 | theirs.own];
        }
        edge_[own << 8 | opp] = static_cast<std::uint8_t>(stable);
      }
    }
  }
}

Bitboard StabilityTable::stable(Bitboard own, Bitboard opp) const {
  const auto low = [](Bitboard x) { return static_cast<unsigned>(x & 0xFF); };
  Bitboard stable = on_edge(low(own), low(opp)) |
                    static_cast<Bitboard>(on_edge(low(own >> 56), low(opp >> 56))) << 56 |
                    spread_file(on_edge(gather_file(own), gather_file(opp))) |
                    spread_file(on_edge(gather_file(own >> 7), gather_file(opp >> 7))) << 7;
  const FullLines full = full_lines(own | opp);
  const Bitboard inner = own & kInner;
  stable |= inner & full.rows & full.columns & full.diagonals & full.antidiagonals;

  // A disc is safe on a line if the line is full or a neighbour on it is a stable own disc. A disc
  // safe on all four lines is stable, which may make its neighbours stable.
  for (Bitboard before = 0; stable != before;) {
    before = stable;
    const Bitboard row = stable >> 1 | stable << 1 | full.rows;
    const Bitboard column = stable >> 8 | stable << 8 | full.columns;
    const Bitboard diagonal = stable >> 9 | stable << 9 | full.diagonals;
    const Bitboard anti = stable >> 7 | stable << 7 | full.antidiagonals;
    stable |= inner & row & column & diagonal & anti;
  }
  return stable;
}

}  // namespace sumi::SUMI_ISA
