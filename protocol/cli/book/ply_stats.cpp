// SPDX-License-Identifier: MIT
#include "book/store/book_tree.h"
#include "engine/game/rules.h"
#include "protocol/cli/book/ply_stats.h"

#include <algorithm>
#include <cmath>

namespace sumi::protocol {
namespace {

constexpr int kFirstEmpties = 60;

/// The move leads into the book: is_stale() without a look at all the other moves.
bool leads_in(const book::BookReader& book, const Board& board, const book::Leaf& leaf) {
  if (leaf.state != book::Leaf::State::kMove) return false;
  const Bitboard flips = rules::flips(board, leaf.move);
  if (flips == 0) return false;  // `sumi book verify` tells it
  const auto next = book::book_position(board.played(leaf.move, flips));
  return !next || book.find(*next).has_value();
}

void count(PlyStats& stats, const book::BookReader& book, const Board& board,
           const book::BookEntry& entry) {
  ++stats.positions;
  stats.stale += leads_in(book, board, entry.leaf);
  stats.unsearched += entry.leaf.state == book::Leaf::State::kUnsearched;
  stats.games += entry.games.games();
  if (entry.leaf.state == book::Leaf::State::kMove && entry.level >= 0) {
    stats.min_level = std::min(stats.min_level, entry.level);
    stats.max_level = std::max(stats.max_level, entry.level);
  }
  if (!entry.score) return;
  ++stats.scored;
  const double discs = to_discs(*entry.score);
  stats.depths += entry.depth;
  stats.scores += discs;
  stats.squares += discs * discs;
  const auto* const range = std::ranges::upper_bound(kScoreLimits, discs);
  ++stats.ranges[static_cast<std::size_t>(range - kScoreLimits)];
}

}  // namespace

void PlyStats::operator+=(const PlyStats& other) {
  positions += other.positions;
  scored += other.scored;
  stale += other.stale;
  unsearched += other.unsearched;
  games += other.games;
  min_level = std::min(min_level, other.min_level);
  max_level = std::max(max_level, other.max_level);
  depths += other.depths;
  scores += other.scores;
  squares += other.squares;
  for (std::size_t i = 0; i < kScoreRanges; ++i) ranges[i] += other.ranges[i];
}

double PlyStats::deviation() const {
  return std::sqrt(std::max(0.0, mean(squares) - mean(scores) * mean(scores)));
}

StatsByPly stats_of(const book::BookReader& book,
                    const std::function<bool(double share)>& progress) {
  constexpr std::uint64_t kBetween = 1000;
  StatsByPly by_ply;
  const auto all = static_cast<double>(book.size());
  std::uint64_t done = 0;
  book.for_each([&](const Board& board, const book::BookEntry& entry) {
    count(by_ply[kFirstEmpties - board.empties()], book, board, entry);
    return ++done % kBetween != 0 || progress(static_cast<double>(done) / all);
  });
  return by_ply;
}

PlyStats total_of(const StatsByPly& by_ply) {
  PlyStats total;
  for (const auto& [ply, stats] : by_ply) total += stats;
  return total;
}

}  // namespace sumi::protocol
