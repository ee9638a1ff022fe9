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
  int positions = 100;  ///< Positions with a score to draw by chance; all if there are fewer.
  int plies = 60;       ///< Only positions of the game's first `plies` plies are drawn.
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

/// The samples that were searched, in the order in which they were drawn. `progress` is called on
/// this thread with the number searched so far, and may end the work by returning false.
std::vector<Sample> search_samples(const book::BookReader& book, const SampleSetup& setup,
                                   const std::function<bool(std::size_t done)>& progress);

/// How the search differs from the book: mean, spread, how many within 1, 2 and 4 discs, the worst.
/// Requires: there is one.
std::string samples_text(const std::vector<Sample>& samples);
Json samples_json(const std::vector<Sample>& samples);

}  // namespace sumi::protocol
