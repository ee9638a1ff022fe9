// SPDX-License-Identifier: MIT
/// This process, others that it starts, by their numbers, and shards of the work that they share.
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sumi {

int process_id();  ///< The number of this process.

struct ProcessSetup {
  std::vector<std::string> words;  ///< The program, looked for in PATH, and its arguments.
  std::string folder{};            ///< Where it runs; empty: where we do.
  // Descriptors of its streams; -1: it reads nothing, and what it writes is dropped.
  int in = -1, out = -1, error = -1;
  bool ends_with_us = false;  ///< Kill it when the thread that starts it ends, if the system can.
};

/// Starts a program in a process group of its own, so Ctrl-C does not reach it, with no signal
/// blocked or ignored. It inherits no other descriptors than its streams. Returns its number; the
/// error's message is the system's words alone. Any thread.
Result<int> start_process(const ProcessSetup& setup);

/// How a process ended.
struct ProcessEnd {
  int status = 0;      ///< Its exit status, or the signal that killed it.
  std::string signal;  ///< Names that signal, "Segmentation fault"; empty: it exited.
};

// Of processes that start_process() has started and that were not waited for.

/// Nothing if it runs. It still has to be waited for.
std::optional<ProcessEnd> end_of_process(int process);

/// Waits until it ends, and gives its number back.
void wait_for_process(int process);

/// Ends every process of its group, and itself, if it went to another group.
void kill_group(int process);

/// Processor time that it has used, in user and kernel mode, all threads together, those of its
/// children not. Nothing if it has ended.
std::optional<double> cpu_seconds(int process);

// One of several processes that share independent work.

/// The units of the work are numbered from 0; a shard does every `count`-th of them. No two shards
/// of equally many have a unit in common, and together they have all.
struct Shard {
  int index = 1, count = 1;  ///< 1 <= index <= count.

  constexpr bool has(std::uint64_t unit) const {
    return unit % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(index - 1);
  }
  /// How many of `units` units are this shard's.
  constexpr std::uint64_t share(std::uint64_t units) const {
    const auto place = static_cast<std::uint64_t>(index - 1),
               all = static_cast<std::uint64_t>(count);
    return units > place ? (units - place - 1) / all + 1 : 0;
  }
  /// The number, among all units, of this shard's `own`-th one, counted from 0.
  constexpr std::uint64_t unit(std::uint64_t own) const {
    return own * static_cast<std::uint64_t>(count) + static_cast<std::uint64_t>(index - 1);
  }

  friend constexpr bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace sumi
