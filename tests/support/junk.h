// SPDX-License-Identifier: MIT
/// Bad input for text readers, which may accept it or refuse it with a one-line message.
#pragma once

#include "engine/base/error.h"
#include "engine/base/random.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::test {

/// 0 to `max_size` characters of `alphabet`, or random bytes if it is empty.
inline std::string junk(SplitMix64& random, int max_size, std::string_view alphabet = {}) {
  std::string text(random.below(max_size + 1), '\0');
  for (char& c : text) {
    c = alphabet.empty() ? static_cast<char>(random.next())
                         : alphabet[random.below(static_cast<int>(alphabet.size()))];
  }
  return text;
}

/// What is wrong with an error message, or empty.
inline std::string fault_of(const Error& error) {
  const std::string& message = error.message;
  if (message.empty()) return "an empty message";
  if (message.size() > 500) return "a message of " + std::to_string(message.size()) + " bytes";
  for (const char c : message) {
    if (c < ' ' || c > '~') return "an unprintable message";
  }
  return {};
}

/// Feeds `parse` thousands of bad texts: random bytes, random characters of `alphabet`, every
/// prefix and suffix of every sample, samples with changed bytes, and lines of up to ten megabytes
/// (one under sanitizers).
template <class Parse>
void check_bad_input(const Parse& parse, const std::vector<std::string>& samples,
                     std::string_view alphabet) {
  const auto check = [&](std::string_view text) {
    const auto result = parse(text);
    if (result) return;
    const std::string fault = fault_of(result.error());
    if (fault.empty()) return;
    CAPTURE(std::string(text.substr(0, 200)), result.error().message);
    FAIL(fault);
  };

  check("");
  SplitMix64 random(2026);  // fixed: failures reproduce
  for (int i = 0; i < 3000; ++i) check(junk(random, 200));
  for (int i = 0; i < 5000; ++i) check(junk(random, 200, alphabet));
  for (const std::string& sample : samples) {
    for (std::size_t size = 0; size <= sample.size(); ++size) check(sample.substr(0, size));
    for (std::size_t size = 0; size <= sample.size(); ++size) check(sample.substr(size));
    for (int i = 0; i < 300; ++i) {
      std::string changed = sample;
      const bool known = random.below(2) == 0;
      changed[random.below(static_cast<int>(changed.size()))] =
          known ? alphabet[random.below(static_cast<int>(alphabet.size()))]
                : static_cast<char>(random.next());
      check(changed);
    }
  }
  // Far above every limit, and just below it, where slow readers show.
#ifdef SUMI_SANITIZED
  constexpr std::array kSizes{1'000'000u, 60'000u};
#else
  constexpr std::array kSizes{10'000'000u, 1'000'000u, 60'000u};
#endif
  for (const std::size_t size : kSizes) {
    for (const char c : alphabet) check(std::string(size, c));
    for (const char c : {'\0', '\xFF', '\n'}) check(std::string(size, c));
    for (const std::string& sample : samples) {
      std::string repeated;
      while (repeated.size() < size) repeated += sample;
      check(repeated.substr(0, size));
    }
  }
}

}  // namespace sumi::test
