// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "protocol/command/standard_streams.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace sumi::protocol {

void open_closed_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    // The lowest free descriptor, which is this one: all below it are open. The engines that
    // sumi-match starts inherit it, for they would fall into the same trap.
    if (::open("/dev/null", O_RDONLY) >= 0) continue;
    throw FatalError(fmt::format("descriptor {} is closed, and /dev/null cannot be opened: {}", fd,
                                 std::generic_category().message(errno)));
  }
}

}  // namespace sumi::protocol
