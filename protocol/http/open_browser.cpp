// SPDX-License-Identifier: MIT
#include "protocol/http/open_browser.h"

#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>

extern char** environ;

namespace sumi::protocol {
namespace {

bool has_desktop() {
  const auto is_set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value && !std::string_view(value).empty();
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

}  // namespace

/// What the browser prints is nothing for our streams.
bool open_browser(const std::string& address) {
  if (!has_desktop()) return false;
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_addopen(&streams, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&streams, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&streams, 2, "/dev/null", O_WRONLY, 0);
  std::string program = "xdg-open", argument = address;
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const bool started =
      posix_spawnp(&child, program.c_str(), &streams, nullptr, words, environ) == 0;
  posix_spawn_file_actions_destroy(&streams);
  // It ends soon, or with the browser.
  if (started) std::thread([child] { waitpid(child, nullptr, 0); }).detach();
  return started;
}

}  // namespace sumi::protocol
