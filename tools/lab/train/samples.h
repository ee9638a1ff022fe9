// SPDX-License-Identifier: MIT
/// Training samples from labelled positions. The target is an exact score, or otherwise a mix of
/// score and search value (or whichever exists). Held-out games are never trained on.
#pragma once

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/game/board.h"
#include "tools/lab/records.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace sumi::lab {

/// Calls part(i) for all i below `count` on at most `threads` threads, including the caller's, in
/// any order. part() must not throw.
template <class Part>
void for_each_part(std::size_t count, int threads, const Part& part) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) part(i);
  };
  std::vector<std::jthread> helpers;
  for (int i = 1; i < threads && static_cast<std::size_t>(i) < count; ++i) {
    try {
      helpers.emplace_back(work);
    } catch (const std::system_error&) {
      break;  // continue with the threads started
    }
  }
  work();
}

/// Calls each(i) for all i below `count`, in parts of `block`, as for_each_part().
template <class Each>
void for_each_in_blocks(std::size_t count, std::size_t block, int threads, const Each& each) {
  for_each_part((count + block - 1) / block, threads, [&](std::size_t part) {
    const std::size_t end = std::min((part + 1) * block, count);
    for (std::size_t i = part * block; i < end; ++i) each(i);
  });
}

class WorkHash {
 public:
  void add(std::uint64_t number) { state_ = SplitMix64(state_ ^ number).next() + number; }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

struct SampleSetup {
  double value_weight = 0.5;  ///< Weight of search values in inexact targets, 0..1.
  /// Lambda of TD(lambda) for inexact targets, 0..1. 1: only the game result counts; smaller values
  /// add weight to search values later in the game.
  double td_lambda = 1;
  /// Up to this number of empties, the more accurate game results replace search values.
  int values_above = 0;
  int held_out_percent = 5;  ///< Percentage of games; 0: none.
  std::uint64_t seed = 1;

  // Of training on the samples:
  double game_weight = 0.5;       ///< Weight of inexact scores, 0..1; 0: only exact scores.
  std::string checkpoint_folder;  ///< Empty: no checkpoints.
  int threads = 1;                ///< Does not affect the weights.
};

struct Sample {
  Board board;
  std::int16_t target = 0;  ///< In 1/128 disc for the side to move.
  bool exact = false;
  bool held_out = false;

  float discs() const {  ///< The target.
    return static_cast<float>(target) / static_cast<float>(Value::kPerDisc);
  }
  void add_to(WorkHash& hash) const;
};

/// Decided by the game's number and its file's name without folder.
bool is_held_out(const SampleSetup& setup, std::string_view file_name, std::uint16_t game);

/// Bias correction of search values: mean of game result minus value, for even and odd numbers of
/// empties. Ignores records before a random move (tools/lab/selfplay.h), which changes the result.
class ValueShift {
 public:
  void count(std::span<const Record> records);
  /// In value units; 0 for lack of data.
  double at(int empties) const;

 private:
  std::array<double, 2> sum_{}, number_{};
};

/// Adds the records that have a score or a value.
void add_samples(std::span<const Record> records, std::string_view file_name,
                 const SampleSetup& setup, const ValueShift& shift, std::vector<Sample>& samples);

/// The files of record_paths() without duplicates, in an order independent of the given paths.
Result<std::vector<std::string>> training_files(std::span<const std::string> paths);

/// Corrects search values by the ValueShift of all files in their folder, which are assumed to come
/// from one engine. Calls `progress` (if set) with the number of files and samples read; if it
/// returns false, returns an empty list.
Result<std::vector<Sample>> read_samples(
    std::span<const std::string> files, const SampleSetup& setup,
    const std::function<bool(std::size_t files, std::size_t samples)>& progress = {});

}  // namespace sumi::lab
