// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/symmetry.h"
#include "tools/lab/data/transform.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

namespace sumi::lab {
namespace {

bool better(const Record& a, const Record& b) {
  const auto worth = [](const Record& r) {
    return std::tuple(r.source, r.value.has_value(), r.value ? r.depth : 0);
  };
  return worth(a) > worth(b);
}

}  // namespace

void shuffle(std::vector<Record>& records, std::uint64_t seed) {
  shuffle_items(records, SplitMix64(seed));
}

void deduplicate(std::vector<Record>& records) {
  struct Entry {
    Bitboard own, opp;
    std::size_t at;

    auto key() const { return std::tuple(own, opp, at); }
    bool same_board(const Entry& e) const { return own == e.own && opp == e.opp; }
  };
  std::vector<Entry> entries;
  entries.reserve(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Board b = canonical(records[i].board).board;
    entries.push_back({b.own, b.opp, i});
  }
  std::ranges::sort(entries, {}, &Entry::key);

  std::vector<bool> kept(records.size(), false);
  for (auto group = entries.begin(); group != entries.end();) {
    const auto end =
        std::find_if(group, entries.end(), [&](const Entry& e) { return !e.same_board(*group); });
    Record& first = records[group->at];  // the best takes its place
    kept[group->at] = true;
    std::size_t best = group->at;
    for (auto e = group + 1; e != end; ++e) {
      if (better(records[e->at], records[best])) best = e->at;
    }
    if (best != group->at) first = records[best];
    group = end;
  }
  std::size_t size = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (kept[i]) records[size++] = records[i];
  }
  records.resize(size);
}

SplitRecords split_by_game(const std::vector<Record>& records, double share, std::uint64_t seed) {
  constexpr std::size_t kGames = 1 << 16;
  std::vector<std::size_t> sizes(kGames);
  for (const Record& record : records) ++sizes[record.game];
  std::vector<std::size_t> order(kGames);
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle_items(order, SplitMix64(seed));

  std::vector<bool> in_part(kGames, false);
  std::size_t taken = 0;
  for (const std::size_t game : order) {
    if (static_cast<double>(taken) >= share * static_cast<double>(records.size())) break;
    in_part[game] = sizes[game] > 0;
    taken += sizes[game];
  }
  SplitRecords split;
  for (const Record& record : records) {
    (in_part[record.game] ? split.part : split.rest).push_back(record);
  }
  return split;
}

}  // namespace sumi::lab
