// SPDX-License-Identifier: MIT
#include "engine/base/host_name.h"

#include <array>
#include <unistd.h>

namespace sumi {

std::string host_name() {
  std::array<char, 256> name{};
  const bool told = gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0';
  return told ? name.data() : "host";
}

}  // namespace sumi
