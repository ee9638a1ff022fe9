// SPDX-License-Identifier: MIT
/// Sets of labelled positions put in another order, thinned out, taken apart.
#pragma once

#include "tools/lab/records.h"

#include <cstdint>
#include <vector>

namespace sumi::lab {

/// Puts the records in an order drawn by the seed.
void shuffle(std::vector<Record>& records, std::uint64_t seed);

/// Keeps one record of those whose positions are equal up to symmetry: the one with the best source
/// of its score (exact before game before none), then the one with the deepest search, then the
/// first. Positions keep the order of their first appearances.
void deduplicate(std::vector<Record>& records);

struct SplitRecords {
  std::vector<Record> part, rest;
};

/// All records with the same game number go to the same side, so that no game is on both. The part
/// gets games, drawn by the seed, until it has at least `share` (0..1) of the records; the order is
/// kept.
SplitRecords split_by_game(const std::vector<Record>& records, double share, std::uint64_t seed);

}  // namespace sumi::lab
