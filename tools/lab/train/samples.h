// SPDX-License-Identifier: MIT
/// What training takes from labelled positions: a board and its target, discs for the side to move.
/// The target is the score if that is exact; else a mixture of it and of the value of a search, or
/// what there is of the two. Some games are held out: their positions are never trained on.
#pragma once

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/game/board.h"
#include "tools/lab/records.h"

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

/// Calls part(i) for every i below `count`, on up to `threads` threads of which the caller's is
/// one. Which thread gets which part is left to chance: what is computed must not depend on it.
/// part() does not throw.
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
      break;  // the system gives no more of them: those there are do it
    }
  }
  work();
}

/// Numbers in, one number out that depends on all of them and their order.
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
  double value_share = 0.5;  ///< 0..1: weight of a search's value in targets that are not exact.
  /// 0..1: how much of the game's end, rather than of the values of searches on the way there, is
  /// in targets that are not exact: each ply leaves so much. 1: these values count nothing.
  double trace = 1;
  /// Positions of games with at most so many empties are trained to how the games ended: from there
  /// on the end says more than a search.
  int values_above = 0;
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

/// By how much the searches' values of records are less than how their games ended, in the mean, at
/// even and at odd numbers of empties: what there is to be added to them. Records before a stray
/// move of their game (tools/lab/selfplay.h), which changed its end, do not count.
class ValueShift {
 public:
  void count(std::span<const Record> records);
  /// For a position of so many `empties`, in value units; 0 where little was counted.
  double at(int empties) const;

 private:
  std::array<double, 2> sum_{}, number_{};
};

/// Adds those records of a file that have a score or a value.
void add_samples(std::span<const Record> records, std::string_view file_name,
                 const SampleSetup& setup, const ValueShift& shift, std::vector<Sample>& samples);

/// The files that `paths` name, as record_paths(), but each once and in an order of its own, so
/// that how they are named does not matter.
Result<std::vector<std::string>> training_files(std::span<const std::string> paths);

/// All samples of the files. The values of searches are corrected by the ValueShift of all files in
/// their folder, which are taken to be of one engine. `news`, which may be empty, gets the number
/// of files read and of samples so far; when it returns false, reading ends with an empty result.
Result<std::vector<Sample>> read_samples(
    std::span<const std::string> files, const SampleSetup& setup,
    const std::function<bool(std::size_t files, std::size_t samples)>& news = {});

}  // namespace sumi::lab
