// SPDX-License-Identifier: MIT
/// What training takes from labelled positions: a board and its target, discs for the side to move.
/// The target is the score if that is exact; else a mixture of it and of the value of a search, or
/// what there is of the two. Some games are held out: their positions are never trained on.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "tools/lab/records.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

struct SampleSetup {
  double value_share = 0.5;  ///< 0..1: weight of a search's value in targets that are not exact.
  int held_out_percent = 5;  ///< Percentage of games, 0: none.
  std::uint64_t seed = 1;    ///< Chooses the games that are held out.
};

/// The part of a record that training uses.
struct Sample {
  Board board;
  std::int16_t target = 0;  ///< 1/128 disc for the side to move.
  bool exact = false;
  bool held_out = false;
};

/// Whether games numbered `game` in files named `file_name` are held out. The folder does not
/// matter.
bool is_held_out(const SampleSetup& setup, std::string_view file_name, std::uint16_t game);

/// Adds those records of a file that have a score or a value.
void add_samples(std::span<const Record> records, std::string_view file_name,
                 const SampleSetup& setup, std::vector<Sample>& samples);

/// The files that `paths` name, as record_paths(), but each once and in an order of its own, so
/// that how they are named does not matter.
Result<std::vector<std::string>> training_files(std::span<const std::string> paths);

/// All samples of the files. `news`, which may be empty, gets the number of files read and of
/// samples so far; when it returns false, reading ends with an empty result.
Result<std::vector<Sample>> read_samples(
    std::span<const std::string> files, const SampleSetup& setup,
    const std::function<bool(std::size_t files, std::size_t samples)>& news = {});

}  // namespace sumi::lab
