// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sumi {

inline constexpr int kStdin = 0, kStdout = 1, kStderr = 2;

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor();

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// Errors: kBadFile or kNotFound. Child processes do not inherit descriptors.

/// "-" is standard input. Fails on folders.
Result<Descriptor> open_input(const std::string& path);

Result<Descriptor> open_to_append(const std::string& path);

struct Pipe {
  Descriptor read, write;
};
/// For reads from an empty pipe and writes to a full one.
enum class PipeMode {
  kBlocking,
  kNonBlocking,
  // The child's end blocks; ours is for read_until() or write_until().
  kToChild,
  kFromChild
};
Result<Pipe> make_pipe(PipeMode mode);

/// In bytes; 0 if `fd` is not a regular file.
std::int64_t file_bytes(int fd);

/// count == 0 && !ended: interrupted by a signal, or no data yet.
struct ReadBytes {
  std::size_t count = 0;
  bool ended = false;
  int reason = 0;  ///< errno of a failed read.
};
ReadBytes read_some(int fd, std::span<char> buffer);

/// Writes all of `bytes`; returns 0 or errno.
int write_all(int fd, std::string_view bytes);

// For our end of a pipe to or from a child process. What needs no waiting is done even after the
// deadline.

/// count == 0 && !ended: no data before the deadline.
ReadBytes read_until(int fd, std::span<char> buffer,
                     std::chrono::steady_clock::time_point deadline);

/// As write_all(); ETIMEDOUT at the deadline.
int write_until(int fd, std::string_view bytes, std::chrono::steady_clock::time_point deadline);

/// Calls write() once; may write only a part. Async-signal-safe.
void write_once(int fd, std::string_view bytes) noexcept;

enum class Ready {
  kInput,       ///< Data, end of file or an error.
  kPeerClosed,  ///< The peer has closed its end.
};
inline constexpr Millis kForever{-1};
/// False after `most`, once `wake` is readable or, with limited `most`, after a signal.
bool wait_until(Ready ready, int fd, Millis most, int wake = -1);

bool is_terminal(int fd);

/// Whether `fd` is a terminal with ANSI escape sequences.
bool understands_escapes(int fd);

struct TerminalSize {
  int columns = 80, rows = 24;
};

/// True if the console is only for this program: somebody has double-clicked it. Only on Windows.
bool has_own_console();

/// 80x24 if standard output is not a terminal.
TerminalSize terminal_size();

/// Turns the echo of standard input on or off. False without a terminal. Turning off returns false
/// if the echo is already off.
bool set_echo(bool on);

/// At the first call, saves the settings of standard input's terminal, if any.
void save_terminal();

/// Does nothing in the background, where it would disturb the shell. Async-signal-safe, on any
/// thread.
void restore_terminal() noexcept;

/// Opens /dev/null on closed descriptors 0 to 2; otherwise the next opened file would receive
/// output. Writes still fail with EBADF. Call once, before opening files or starting threads.
/// Throws FatalError without /dev/null.
void open_closed_streams();

/// For a listening socket before bind(): its port can be reused at once, but by nobody meanwhile.
void tune_listener(int socket);

/// For TCP: disables Nagle's algorithm; detects an unreachable peer within two minutes. Ignores
/// failures.
void tune_socket(int socket);

}  // namespace sumi
