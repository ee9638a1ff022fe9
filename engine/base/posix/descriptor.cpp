// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <system_error>
#include <termios.h>
#include <unistd.h>

namespace sumi {
namespace {

/// Set once, because signal handlers on any thread may read it.
termios saved_settings;
bool is_saved = false;

using SteadyTime = std::chrono::steady_clock::time_point;

/// False after the deadline.
bool wait_for(int fd, short events, SteadyTime deadline) {
  pollfd ready{fd, events, 0};
  while (true) {
    const auto left = std::chrono::ceil<Millis>(deadline - std::chrono::steady_clock::now());
    if (left <= Millis()) return false;
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    const int found = poll(&ready, 1, static_cast<int>(std::min(left.count(), kMost)));
    if (found > 0 || (found < 0 && errno != EINTR)) return true;  // read() will report the error
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}

Result<Descriptor> open_input(const std::string& path) {
  // A NUL would end the name.
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  Descriptor file(path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                              : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) return system_error(path, errno);
  if (S_ISDIR(status.st_mode)) return system_error(path, EISDIR);
  return file;
}

Result<Descriptor> open_to_append(const std::string& path) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  if (file.get() < 0) return system_error(path, errno);
  return file;
}

Result<Pipe> make_pipe(PipeMode mode) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | (mode == PipeMode::kNonBlocking ? O_NONBLOCK : 0)) != 0) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("no pipe: {}", std::generic_category().message(errno))};
  }
  if (mode == PipeMode::kToChild) fcntl(ends[1], F_SETFL, O_NONBLOCK);
  if (mode == PipeMode::kFromChild) fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::int64_t file_bytes(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

ReadBytes read_some(int fd, std::span<char> buffer) {
  const ssize_t n = read(fd, buffer.data(), buffer.size());
  if (n > 0) return {static_cast<std::size_t>(n)};
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return {};
  return {0, true, n < 0 ? errno : 0};
}

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd ready{fd, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

ReadBytes read_until(int fd, std::span<char> buffer, SteadyTime deadline) {
  while (true) {
    const ReadBytes bytes = read_some(fd, buffer);
    if (bytes.count > 0 || bytes.ended || !wait_for(fd, POLLIN, deadline)) return bytes;
  }
}

int write_until(int fd, std::string_view bytes, SteadyTime deadline) {
  while (true) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR && errno != EAGAIN) return errno;
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    if (bytes.empty()) return 0;
    if (!wait_for(fd, POLLOUT, deadline)) return ETIMEDOUT;
  }
}

void write_once(int fd, std::string_view bytes) noexcept {
  [[maybe_unused]] const ssize_t written = write(fd, bytes.data(), bytes.size());
}

bool wait_until(Ready ready, int fd, Millis most, int wake) {
  // poll() ignores a descriptor of -1.
  std::array<pollfd, 2> fds{
      {{fd, static_cast<short>(ready == Ready::kInput ? POLLIN : 0), 0}, {wake, POLLIN, 0}}};
  int found = -1;
  do {
    found = poll(fds.data(), fds.size(), static_cast<int>(most.count()));
  } while (found < 0 && errno == EINTR && most == kForever);
  if (found < 0) return errno != EINTR;  // read() will report the error
  return found > 0 && fds[1].revents == 0;
}

bool is_terminal(int descriptor) { return isatty(descriptor) != 0; }

bool understands_escapes(int descriptor) {
  const char* const kind = std::getenv("TERM");
  return is_terminal(descriptor) && kind && std::string_view(kind) != "dumb";
}

bool has_own_console() { return false; }

TerminalSize terminal_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return {};
  }
  return {size.ws_col, size.ws_row};
}

bool set_echo(bool on) {
  termios settings{};
  if (tcgetattr(STDIN_FILENO, &settings) != 0) return false;
  if (!on && (settings.c_lflag & ECHO) == 0) return false;
  settings.c_lflag = on ? settings.c_lflag | ECHO : settings.c_lflag & ~tcflag_t{ECHO};
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  return true;
}

void save_terminal() {
  if (!is_saved) is_saved = tcgetattr(STDIN_FILENO, &saved_settings) == 0;
}

void restore_terminal() noexcept {
  if (is_saved && tcgetpgrp(STDIN_FILENO) == getpgrp())
    tcsetattr(STDIN_FILENO, TCSANOW, &saved_settings);
}

void open_closed_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    // Opens the lowest free number, `fd`. Inheritable, to protect engines of sumi-match too.
    if (open("/dev/null", O_RDONLY) >= 0) continue;
    throw FatalError(fmt::format("descriptor {} is closed, and /dev/null cannot be opened: {}", fd,
                                 std::generic_category().message(errno)));
  }
}

void tune_listener(int socket) {
  const int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
}

void tune_socket(int socket) {
  const auto set = [socket](int level, int name, int value) {
    setsockopt(socket, level, name, &value, sizeof value);
  };
  set(IPPROTO_TCP, TCP_NODELAY, 1);
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 60);  // seconds
  set(IPPROTO_TCP, TCP_KEEPINTVL, 10);
  set(IPPROTO_TCP, TCP_KEEPCNT, 5);
  set(IPPROTO_TCP, TCP_USER_TIMEOUT, 110'000);  // ms
}

}  // namespace sumi
