// SPDX-License-Identifier: MIT
#include "tools/lab/cli/weights_options.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace sumi::lab {

std::string command_text(const protocol::Command& self, const protocol::Args& args) {
  std::string text = fmt::format("{} {}", self.program, self.name);
  for (const std::string& arg : args) {
    const bool plain = !arg.empty() && arg.find_first_of(" \t\"'$\\*?;&|<>()") == arg.npos;
    text += plain ? fmt::format(" {}", arg) : fmt::format(" '{}'", arg);
  }
  return text;
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace sumi::lab
