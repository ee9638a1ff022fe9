// SPDX-License-Identifier: MIT
/// Pipes, terminals, sockets and files by their descriptors.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sumi {

inline constexpr int kStdin = 0, kStdout = 1, kStderr = 2;

/// Owns an open descriptor, or none (-1).
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

// Errors are of kBadFile, or kNotFound. No process that we start inherits these descriptors.

/// "-": standard input. Fails for a folder.
Result<Descriptor> open_input(const std::string& path);

/// Creates the file if it does not exist.
Result<Descriptor> open_to_append(const std::string& path);

struct Pipe {
  Descriptor read, write;
};
/// What reading from an empty pipe does, and writing to a full one.
enum class PipeMode { kWaits, kNeverWaits };
Result<Pipe> make_pipe(PipeMode mode);

/// Bytes of a regular file; 0: it is something else.
std::int64_t file_bytes(int fd);

/// What one read has brought. Neither bytes nor the end: a signal came first, or a descriptor that
/// never waits has nothing yet.
struct ReadBytes {
  std::size_t count = 0;
  bool ended = false;
  int reason = 0;  ///< Why, as in errno, if it ended by an error.
};
ReadBytes read_some(int fd, std::span<char> buffer);

/// Writes all; 0, or the reason why not as in errno.
int write_all(int fd, std::string_view bytes);

/// Writes what the descriptor takes at once, if anything. Signal handlers may call it.
void write_at_once(int fd, std::string_view bytes) noexcept;

enum class Ready {
  kInput,   ///< Bytes, the end or an error: reading does not wait.
  kUnread,  ///< Nobody reads any more what is written there.
};
inline constexpr Millis kForever{-1};
/// Waits until `fd` is ready. False if that was not so before `most` were over, before a signal
/// came, if `most` is limited, or before `wake` had input or an end.
bool wait_until(Ready ready, int fd, Millis most, int wake = -1);

bool is_terminal(int fd);

struct TerminalSize {
  int columns = 80, rows = 24;
};

/// That of standard output's terminal; the usual one if it has none.
TerminalSize terminal_size();

/// Switches the echo of standard input on or off. False if there is no terminal, or if it is off
/// already, by somebody else's choice.
bool set_echo(bool on);

/// Keeps the settings of standard input for restore_terminal(), if it is a terminal, once.
void keep_terminal();

/// Sets what was kept, unless we are in the background, where it would disturb the shell. Signal
/// handlers may call it, on any thread.
void restore_terminal() noexcept;

/// Opens each of the descriptors 0 to 2 that is closed on /dev/null. Otherwise the next file that
/// is opened, such as a book, would get that number, and a report would be written into it. All
/// three are opened to read only: a closed standard input is at its end, and writing to a closed
/// standard output or error fails, as it does without /dev/null, with EBADF. To be called once,
/// before any other file is opened and any thread is started. Throws FatalError if there is no
/// /dev/null.
void open_closed_streams();

/// For TCP: what is sent leaves at once, and the system tells us within two minutes of a peer whose
/// machine is gone: by probes when nothing is said, by missing acknowledgements when something is.
/// Where it cannot, all works a little worse.
void tune_socket(int socket);

}  // namespace sumi
