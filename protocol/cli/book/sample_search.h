// SPDX-License-Identifier: MIT
/// Positions of a book searched again, to see how far its scores are to be trusted.
#pragma once

#include "book/store/book_reader.h"
#include "engine/limits.h"
#include "engine/options.h"
#include "protocol/report/json_lines.h"

#include <functional>
#include <string>
#include <vector>

namespace sumi::protocol {

struct SampleSetup {
  int positions = 100;  ///< So many of those with a score, drawn by chance; all if there are fewer.
  int plies = 60;       ///< Of the first plies of the game only, as many as these.
  int seed = 1;
  SearchLimits limits;
  EngineOptions engine{};
  int jobs = 1;
};

/// A position, what the book says of it and what the search does, for its side to move.
struct Sample {
  Board board;
  Value book{}, searched{};
};

/// Those that were searched, in the order they were drawn; `progress` is told how many are and may
/// end it by returning false, from this thread.
std::vector<Sample> search_samples(const book::BookReader& book, const SampleSetup& setup,
                                   const std::function<bool(std::size_t done)>& progress);

/// How the search differs from the book: mean, spread, how many within 1, 2 and 4 discs, the worst.
/// Requires: there is one.
std::string samples_text(const std::vector<Sample>& samples);
Json samples_json(const std::vector<Sample>& samples);

}  // namespace sumi::protocol
