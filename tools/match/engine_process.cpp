// SPDX-License-Identifier: MIT
/// A child process, its two pipes, and a log.
#include "engine/base/text.h"
#include "tools/match/engine_process.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/write.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace sumi::match {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Deadline = EngineProcess::Deadline;
using Pipe = asio::posix::stream_descriptor;

constexpr std::size_t kMaxLineBytes = 64 * 1024;
constexpr std::size_t kMaxBytes = 1024 * 1024;  // between two questions, as kMaxLines
constexpr int kMaxLines = 10'000;
constexpr std::chrono::milliseconds kStatusWait{200};  // from a pipe's end to the process's
constexpr std::chrono::milliseconds kTick{1};
constexpr const char* kSetpriv = "/usr/bin/setpriv";

std::string error_text(int error) { return std::generic_category().message(error); }

Fault not_started(std::string_view why) {
  return {Ending::kCrash, fmt::format("could not be started: {}", why)};
}

/// Owns a file descriptor. -1: none.
class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

struct PipeEnds {
  Fd read, write;
};

std::optional<PipeEnds> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  return PipeEnds{Fd(ends[0]), Fd(ends[1])};
}

Fd open_log(const std::string& path) {
  if (path.empty()) return Fd();
  return Fd(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
}

/// The command for the shell. `exec` makes the engine the very process that we started, which is
/// killed with us and whose exit status we see. `exec` takes no `NAME=VALUE` in front; `env` does.
std::string shell_line(const std::string& command) {
  const std::size_t start = std::min(command.find_first_not_of(" \t"), command.size());
  const std::string_view text = std::string_view(command).substr(start);
  const bool assigns = text.substr(0, text.find_first_of(" \t'\"")).find('=') != text.npos;
  return fmt::format("exec {}{}", assigns ? "env " : "", text);
}

/// Arguments of posix_spawn() that are given back at the end.
class SpawnSetup {
 public:
  SpawnSetup() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);  // we ignore SIGPIPE; engines must not
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

/// Starts the shell; its process id, or an error number. All descriptors but the three given close
/// by themselves. `err` -1: what it writes there is dropped.
std::pair<pid_t, int> spawn(const std::string& line, const std::string& directory, int in, int out,
                            int err) {
  SpawnSetup setup;
  posix_spawn_file_actions_adddup2(&setup.actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&setup.actions, out, STDOUT_FILENO);
  if (err >= 0) {
    posix_spawn_file_actions_adddup2(&setup.actions, err, STDERR_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&setup.actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  if (!directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&setup.actions, directory.c_str());
  }
  std::array<const char*, 7> args{kSetpriv, "--pdeathsig", "KILL", "/bin/sh",
                                  "-c",     line.c_str(),  nullptr};
  // Without setpriv an engine that does not end by itself outlives us if we are killed.
  const auto first = args.begin() + (access(kSetpriv, X_OK) == 0 ? 0 : 3);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, *first, &setup.actions, &setup.attributes,
                                const_cast<char**>(first), environ);
  return {pid, error};
}

/// How a child ended, which stays there to be waited for; nothing if it runs.
std::optional<std::string> ending_of(pid_t pid) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0) {
    return std::nullopt;
  }
  const int status = info.si_status;
  if (info.si_code != CLD_EXITED) {
    const char* const name = sigdescr_np(status);
    return fmt::format("was killed by signal {} ({})", status, name ? name : "unknown");
  }
  const std::string_view hint = status == 127   ? " (command not found)"
                                : status == 126 ? " (command cannot be run)"
                                                : "";
  return fmt::format("ended with exit status {}{}", status, hint);
}

std::optional<std::string> ending_of(pid_t pid, Deadline deadline) {
  auto ending = ending_of(pid);
  while (!ending && EngineProcess::Clock::now() < deadline) {
    std::this_thread::sleep_for(kTick);
    ending = ending_of(pid);
  }
  return ending;
}

}  // namespace

struct EngineProcess::Impl {
  asio::io_context io{1};
  Pipe in{io}, out{io};  ///< The engine's input and output.
  Fd log;
  std::mutex pid_mutex;  ///< Keeps interrupt() from a process number that is given back.
  pid_t pid = -1;
  std::string received;     ///< Bytes that are no line yet, or not asked for yet.
  std::size_t scanned = 0;  ///< How many of these bytes are known to hold no line feed.
  std::size_t bytes = 0;    ///< Received since the last question.
  int lines = 0;            ///< Lines taken since the last question.

  /// Runs what `begin` starts on a pipe until it is done, or cancels it at the deadline
  /// (operation_aborted). Bytes moved are added to `moved`.
  template <class Begin>
  error_code run(Pipe& pipe, Deadline deadline, std::size_t& moved, const Begin& begin) {
    std::optional<error_code> status;
    begin([&](const error_code& result, std::size_t count) {
      status = result;
      moved += count;
    });
    io.restart();
    io.run_until(deadline);
    // A write of several pieces begins the next one if the end of one was already known.
    while (!status) {
      pipe.cancel();
      io.restart();
      io.run_one();
    }
    return *status;
  }

  Fault fault(const error_code& error) const {
    if (error == asio::error::operation_aborted) return {Ending::kHang, "did not answer in time"};
    const auto ending = ending_of(pid, Clock::now() + kStatusWait);
    return {Ending::kCrash, ending.value_or("closed its input or output")};
  }

  /// The first line received, if there is one.
  std::optional<std::string> take_line() {
    const std::size_t end = received.find('\n', scanned);
    if (end == received.npos) {
      scanned = received.size();
      return std::nullopt;
    }
    std::string line = received.substr(0, end);
    received.erase(0, end + 1);
    scanned = 0;
    ++lines;
    return line;
  }

  /// `line_bytes`: of the line just read, or of what there is of the next one.
  std::optional<Fault> flood(std::size_t line_bytes) const {
    if (line_bytes > kMaxLineBytes)
      return Fault{Ending::kFlood, "wrote a line of more than 64 KiB"};
    if (bytes > kMaxBytes) return Fault{Ending::kFlood, "wrote more than 1 MiB"};
    if (lines > kMaxLines) return Fault{Ending::kFlood, "wrote more than 10,000 lines"};
    return std::nullopt;
  }

  /// Several engines may log to one file: each line is one write() and says whose it is.
  void note(char direction, std::string_view line) const {
    if (log.get() < 0) return;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    const std::string text = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {} {} {}\n",
                                         fmt::gmtime(static_cast<std::time_t>(ms / 1000)),
                                         ms % 1000, pid, direction, line);
    // A log that cannot be written is no reason to end a tournament.
    [[maybe_unused]] const ssize_t written = ::write(log.get(), text.data(), text.size());
  }
};

EngineProcess::EngineProcess() : impl_(std::make_unique<Impl>()) {}
EngineProcess::~EngineProcess() { kill(); }

bool EngineProcess::started() const { return impl_->pid >= 0; }

std::optional<double> EngineProcess::cpu_seconds() const {
  clockid_t clock;
  timespec used;
  if (!started() || clock_getcpuclockid(impl_->pid, &clock) != 0 ||
      clock_gettime(clock, &used) != 0) {
    return std::nullopt;
  }
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

pid_t EngineProcess::pid() const {
  assert(started());
  return impl_->pid;
}

Outcome<void> EngineProcess::start(const std::string& command, const std::string& directory,
                                   const std::string& log) {
  assert(!started());
  // posix_spawn() would not say what it is that does not exist.
  std::error_code status;
  if (!directory.empty() && !std::filesystem::is_directory(directory, status)) {
    return not_started(fmt::format("{} is no folder", sumi::quoted(directory)));
  }
  auto to_engine = make_pipe(), from_engine = make_pipe();
  if (!to_engine || !from_engine) return not_started(error_text(errno));
  impl_->log = open_log(log);
  const auto [pid, error] = spawn(shell_line(command), directory, to_engine->read.get(),
                                  from_engine->write.get(), impl_->log.get());
  if (error != 0) return not_started(error_text(error));
  {
    const std::lock_guard lock(impl_->pid_mutex);
    impl_->pid = pid;
  }
  impl_->in.assign(to_engine->write.release());
  impl_->out.assign(from_engine->read.release());
  return {};
}

Outcome<void> EngineProcess::write(std::string_view text, Deadline deadline) {
  if (!started()) return Fault{Ending::kCrash, "does not run"};
  impl_->bytes = 0;
  impl_->lines = 0;
  impl_->note('>', text.substr(0, text.find_last_not_of('\n') + 1));
  std::size_t written = 0;
  const error_code error = impl_->run(impl_->in, deadline, written, [&](auto&& done) {
    asio::async_write(impl_->in, asio::buffer(text), done);
  });
  if (error) return impl_->fault(error);
  return {};
}

Outcome<std::string> EngineProcess::read_line(Deadline deadline) {
  if (!started()) return Fault{Ending::kCrash, "does not run"};
  std::array<char, 16 * 1024> chunk;
  for (;;) {
    auto line = impl_->take_line();
    if (auto flood = impl_->flood(line ? line->size() : impl_->scanned)) return std::move(*flood);
    if (line) {
      impl_->note('<', *line);
      return std::move(*line);
    }
    std::size_t count = 0;
    const error_code error = impl_->run(impl_->out, deadline, count, [&](auto&& done) {
      impl_->out.async_read_some(asio::buffer(chunk), done);
    });
    if (error) return impl_->fault(error);
    impl_->received.append(chunk.data(), count);
    impl_->bytes += count;
  }
}

bool EngineProcess::wait_for_end(Deadline deadline) {
  if (!started()) return true;
  error_code ignored;
  impl_->in.close(ignored);
  return ending_of(impl_->pid, deadline).has_value();
}

void EngineProcess::interrupt() {
  const std::lock_guard lock(impl_->pid_mutex);
  if (impl_->pid >= 0) ::kill(-impl_->pid, SIGKILL);
}

void EngineProcess::kill() {
  if (!started()) return;
  {
    // Not waited for yet, so its number is still its own, also as that of the group.
    const std::lock_guard lock(impl_->pid_mutex);
    ::kill(-impl_->pid, SIGKILL);
    ::kill(impl_->pid, SIGKILL);  // if it went to another group
    while (waitpid(impl_->pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    impl_->pid = -1;
  }
  error_code ignored;
  impl_->in.close(ignored);
  impl_->out.close(ignored);
  impl_->log = Fd();
  impl_->received.clear();
  impl_->scanned = impl_->bytes = 0;
  impl_->lines = 0;
}

}  // namespace sumi::match
