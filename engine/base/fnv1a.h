// SPDX-License-Identifier: MIT
/// A hash to keep in files: the same on every machine and in every version.
#pragma once

#include <cstdint>
#include <string_view>

namespace sumi {

/// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ Tells things apart, but is no proof
/// against malice.
class Fnv1a {
 public:
  constexpr void add(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; }
  constexpr void add(std::string_view bytes) {
    for (const char c : bytes) add(static_cast<unsigned char>(c));
  }
  constexpr std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace sumi
