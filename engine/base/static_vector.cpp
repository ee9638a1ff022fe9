// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/static_vector.h"

#include <fmt/format.h>

namespace sumi {

void fail_for_capacity(std::size_t capacity) {
  throw FatalError(fmt::format("a list that has room for {} was given more", capacity));
}

}  // namespace sumi
