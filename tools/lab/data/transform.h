// SPDX-License-Identifier: MIT
/// Sets of labelled positions put in another order, thinned out, taken apart.
#pragma once

#include "tools/lab/records.h"

#include <cstdint>
#include <vector>

namespace sumi::lab {

/// In an order drawn by the seed.
void shuffle(std::vector<Record>& records, std::uint64_t seed);

/// One record for positions that are equal up to symmetry: the first of those with the best score
/// (exact before game before none), and among these with the deepest search. In the order of the
/// first appearances.
void deduplicate(std::vector<Record>& records);

struct SplitRecords {
  std::vector<Record> part, rest;
};

/// All records with the same game number go to the same side, so that no game is on both. The part
/// gets games, drawn by the seed, until it has at least `share` (0..1) of the records; the order is
/// kept.
SplitRecords split_by_game(const std::vector<Record>& records, double share, std::uint64_t seed);

}  // namespace sumi::lab
