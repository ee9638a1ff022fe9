// SPDX-License-Identifier: MIT
/// Faults of a fake engine (words: fake_engine.cpp).
#pragma once

#include "engine/base/text.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sumi::test {

struct FakeModes {
  std::map<std::string, int> at_move;  ///< Fault, move number.
  std::map<std::string, int> mute;     ///< Command, and which of its occurrences gets no answer.
  std::map<std::string, std::chrono::milliseconds> slow;  ///< Command, delay of its first answer.
  std::optional<int> seed;
  int late_move = -1;
  std::chrono::milliseconds late{0}, slow_start{0};
  bool deaf = false, die_at_start = false, strict = false, no_pass = false, crlf = false,
       upper = false, nameless = false, noisy = false, noise_flood = false;
  std::set<std::string> refused, setup;
  std::map<std::string, std::string> answers;
};

[[noreturn]] inline void fake_usage(const std::string& word) {
  std::fputs(fmt::format("fake_engine: bad or incomplete mode '{}'\n", word).c_str(), stderr);
  std::exit(2);
}

/// Exits on invalid words.
inline FakeModes parse_fake_modes(const std::vector<std::string>& args) {
  static const std::set<std::string> kFaults{"crash", "segv",       "hang", "cheat",
                                             "flood", "floodlines", "pass", "junk",
                                             "fail",  "resign",     "words"};
  FakeModes modes;
  std::map<std::string, bool*> flags{{"deaf", &modes.deaf},
                                     {"die-at-start", &modes.die_at_start},
                                     {"strict", &modes.strict},
                                     {"no-pass", &modes.no_pass},
                                     {"crlf", &modes.crlf},
                                     {"upper", &modes.upper},
                                     {"nameless", &modes.nameless},
                                     {"noisy", &modes.noisy},
                                     {"noise-flood", &modes.noise_flood}};
  bool faults_over = false;
  std::size_t at = 0;
  const auto next = [&]() -> const std::string& {
    if (at == args.size()) fake_usage(args.back());
    return args[at++];
  };
  const auto number = [&] {
    const std::string& text = next();
    const auto n = parse_int(text);
    if (!n) fake_usage(text);
    return *n;
  };
  while (at < args.size()) {
    const std::string mode = next();
    if (const auto flag = flags.find(mode); flag != flags.end()) {
      *flag->second = true;
    } else if (kFaults.count(mode) != 0) {
      modes.at_move[mode] = number();
    } else if (mode == "late") {
      modes.late_move = number();
      modes.late = std::chrono::milliseconds(number());
    } else if (mode == "mute") {
      const std::string& name = next();
      modes.mute[name] = number();
    } else if (mode == "slow") {
      const std::string& name = next();
      modes.slow[name] = std::chrono::milliseconds(number());
    } else if (mode == "seed") {
      modes.seed = number();
    } else if (mode == "slow-start") {
      modes.slow_start = std::chrono::milliseconds(number());
    } else if (mode == "once") {
      const std::string& file = next();
      faults_over = access(file.c_str(), F_OK) == 0;
      if (!faults_over) std::fclose(std::fopen(file.c_str(), "w"));
    } else if (mode == "refuse") {
      modes.refused.insert(next());
    } else if (mode == "setup") {
      modes.setup.insert(next());
    } else if (mode == "answer") {
      const std::string& name = next();
      modes.answers[name] = next();
    } else if (mode != "ok") {
      fake_usage(mode);
    }
  }
  if (faults_over) {
    modes.at_move.clear();
    modes.mute.clear();
    modes.late_move = -1;
    modes.die_at_start = modes.deaf = false;
  }
  return modes;
}

}  // namespace sumi::test
