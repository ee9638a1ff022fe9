// SPDX-License-Identifier: MIT
/// Tells whether kept work fits the samples and the setup of now.
#pragma once

#include "engine/base/random.h"

#include <cstdint>
#include <string_view>

namespace sumi::lab {

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

}  // namespace sumi::lab
