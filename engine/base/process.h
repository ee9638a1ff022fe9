// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

int process_id();

bool process_runs(int process);

/// The words after the program's name in UTF-8, from main()'s arguments.
std::vector<std::string> program_words(int argc, char** argv);

/// Does not wait. False without a desktop or a browser.
bool open_in_browser(const std::string& address);

struct ProcessSetup {
  std::string command;   ///< A line of the shell; on Windows the program and its arguments.
  std::string folder{};  ///< Empty: our working folder.
  // -1: /dev/null.
  int in = -1, out = -1, error = -1;
  // Linux kills the process when the starting thread ends, if setpriv is installed; Windows, when
  // we end.
};

/// The program that start_process() starts for `command`; empty if `command` is blank.
std::string program_of(std::string_view command);

/// Starts a program in its own process group, which Ctrl-C does not reach, with default signal
/// handling and only its three streams. Returns its process id. Errors are the system's text.
/// Thread-safe.
Result<int> start_process(const ProcessSetup& setup);

struct ProcessEnd {
  int status = 0;      ///< Exit status, if `killer` is empty.
  std::string killer;  ///< "signal 11 (Segmentation fault)"
};

// For processes from start_process() not yet released by wait_for_process().

/// Nothing while the process runs. Does not replace wait_for_process().
std::optional<ProcessEnd> end_of_process(int process);

/// Waits until the process ends, and releases its id.
void wait_for_process(int process);

void kill_group(int process);

/// Of all threads, user and system, without child processes. Nothing after the end.
std::optional<double> cpu_seconds(int process);

/// One of `count` processes that share work units, numbered from 0. Each shard does every
/// `count`-th unit.
struct Shard {
  int index = 1, count = 1;  ///< 1 <= index <= count.

  constexpr bool has(std::uint64_t unit) const {
    return unit % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(index - 1);
  }
  /// Number of this shard's units.
  constexpr std::uint64_t share(std::uint64_t units) const {
    const auto place = static_cast<std::uint64_t>(index - 1),
               all = static_cast<std::uint64_t>(count);
    return units > place ? (units - place - 1) / all + 1 : 0;
  }
  /// Global number, from 0, of unit `own` of this shard.
  constexpr std::uint64_t unit(std::uint64_t own) const {
    return own * static_cast<std::uint64_t>(count) + static_cast<std::uint64_t>(index - 1);
  }

  friend constexpr bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace sumi
