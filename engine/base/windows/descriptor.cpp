// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/process.h"
#include "engine/base/windows/wide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <fcntl.h>
#include <mstcpip.h>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
#include <thread>

namespace sumi {

std::wstring wide(std::string_view utf8) {
  const int length = static_cast<int>(utf8.size());
  std::wstring text(utf8.size(), L'\0');
  const int units = MultiByteToWideChar(CP_UTF8, 0, utf8.data(), length, text.data(), length);
  text.resize(static_cast<std::size_t>(units));
  return text;
}

std::string narrow(std::wstring_view utf16) {
  const int length = static_cast<int>(utf16.size()), room = 3 * length;
  std::string text(static_cast<std::size_t>(room), '\0');
  const int bytes =
      WideCharToMultiByte(CP_UTF8, 0, utf16.data(), length, text.data(), room, nullptr, nullptr);
  text.resize(static_cast<std::size_t>(bytes));
  return text;
}

int errno_of(DWORD error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_DRIVE:
      return ENOENT;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
      return EBUSY;
    case ERROR_WRITE_PROTECT:
      return EROFS;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
      return EPIPE;
    case ERROR_INVALID_HANDLE:
      return EBADF;
    case ERROR_ACCESS_DENIED:
      return EACCES;
    default:
      return EIO;
  }
}

Descriptor descriptor_of(HANDLE handle) {
  if (handle == INVALID_HANDLE_VALUE) return Descriptor();
  return Descriptor(_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY));
}

HANDLE open_shared(const std::string& path, DWORD access, DWORD creation) {
  // A NUL would end the name.
  if (path.find('\0') != path.npos) {
    SetLastError(ERROR_FILE_NOT_FOUND);
    return INVALID_HANDLE_VALUE;
  }
  return CreateFileW(wide(path).c_str(), access,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, creation,
                     FILE_ATTRIBUTE_NORMAL, nullptr);
}

bool is_folder(const std::string& path) {
  const DWORD attributes = GetFileAttributesW(wide(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

namespace {

Result<Descriptor> opened(const std::string& path, DWORD access, DWORD creation) {
  Descriptor file = descriptor_of(open_shared(path, access, creation));
  const DWORD error = GetLastError();
  if (file.get() >= 0) return file;
  return system_error(path, is_folder(path) ? EISDIR : errno_of(error));
}

constexpr int kPipeBytes = 1 << 16;

Error no_pipe(int reason) {
  return {ErrorCode::kBadFile, fmt::format("no pipe: {}", std::generic_category().message(reason))};
}

constexpr auto kBetweenLooks = Millis(50);  ///< For what sends no event: closing, other pipes.

bool has_input(int fd) {
  const HANDLE handle = handle_of(fd);
  if (GetFileType(handle) != FILE_TYPE_PIPE) return true;
  DWORD bytes = 0;
  // After an error, read() will report it.
  return !PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) || bytes > 0;
}

/// Reads standard input ahead on a thread, because Windows cannot wait for a pipe, and a console
/// has events that are no input. Lives as long as the process.
class StandardInput {
 public:
  StandardInput() {
    std::thread([this] { read_ahead(); }).detach();
  }

  bool wait(Millis most) {
    std::unique_lock lock(mutex_);
    return arrived_.wait_for(lock, most, [this] { return !bytes_.empty() || ended_; });
  }

  ReadBytes take(std::span<char> buffer) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !bytes_.empty() || ended_; });
    if (bytes_.empty()) return {0, true, reason_};
    const std::size_t count = std::min(buffer.size(), bytes_.size());
    std::copy_n(bytes_.begin(), count, buffer.begin());
    bytes_.erase(0, count);
    if (bytes_.empty()) taken_.notify_one();
    return {count};
  }

 private:
  void read_ahead() {
    std::array<char, 1 << 16> buffer;
    while (true) {
      std::string bytes;
      const bool more = is_terminal(kStdin) ? read_console(bytes) : read_bytes(buffer, bytes);
      std::unique_lock lock(mutex_);
      bytes_ += bytes;
      ended_ = !more;
      arrived_.notify_all();
      if (!more) return;
      taken_.wait(lock, [this] { return bytes_.empty(); });
    }
  }

  bool read_bytes(std::span<char> buffer, std::string& bytes) {
    const int n = _read(kStdin, buffer.data(), static_cast<unsigned>(buffer.size()));
    if (n < 0 && errno != EPIPE) reason_ = errno;
    if (n > 0) bytes.assign(buffer.data(), static_cast<std::size_t>(n));
    return n > 0;
  }

  /// A line, edited by the console. Ctrl-Z at its beginning ends the input.
  static bool read_console(std::string& bytes) {
    std::array<wchar_t, 4096> text;
    DWORD units = 0;
    if (!ReadConsoleW(handle_of(kStdin), text.data(), text.size(), &units, nullptr)) return false;
    // Ctrl-C leaves an empty line.
    if (units > 0 && text[0] == L'\x1a') return false;
    bytes = narrow({text.data(), units});
    return true;
  }

  std::mutex mutex_;  ///< Guards the members below.
  std::condition_variable arrived_, taken_;
  std::string bytes_;
  bool ended_ = false;
  int reason_ = 0;
};

std::atomic<StandardInput*> standard_input = nullptr;

StandardInput& start_standard_input() {
  static StandardInput* const input = new StandardInput;
  standard_input = input;
  return *input;
}

using SteadyTime = std::chrono::steady_clock::time_point;

struct Transfer {
  DWORD bytes = 0, error = 0;  ///< ERROR_OPERATION_ABORTED: not before the deadline.
};

/// Runs the overlapped operation that `begin` starts.
template <class Begin>
Transfer run_overlapped(HANDLE pipe, SteadyTime deadline, const Begin& begin) {
  Transfer done;
  OVERLAPPED operation{};
  operation.hEvent = CreateEventW(nullptr, TRUE, FALSE, nullptr);
  if (!begin(&operation) && GetLastError() != ERROR_IO_PENDING) {
    done.error = GetLastError();
  } else {
    const auto left = std::chrono::ceil<Millis>(deadline - std::chrono::steady_clock::now());
    const auto ms = std::clamp<std::int64_t>(left.count(), 0, INFINITE - 1);
    if (WaitForSingleObject(operation.hEvent, static_cast<DWORD>(ms)) != WAIT_OBJECT_0) {
      CancelIoEx(pipe, &operation);
    }
    // It may have completed meanwhile.
    if (!GetOverlappedResult(pipe, &operation, &done.bytes, TRUE)) done.error = GetLastError();
  }
  CloseHandle(operation.hEvent);
  return done;
}

/// One of its ends is overlapped, the one to `access`; the other blocks.
Result<Pipe> make_child_pipe(DWORD access) {
  static std::atomic<unsigned> pipes = 0;
  const bool to_child = access == PIPE_ACCESS_OUTBOUND;
  const std::wstring name =
      wide(fmt::format(R"(\\.\pipe\sumi-{}-{})", process_id(), pipes.fetch_add(1)));
  Descriptor ours = descriptor_of(CreateNamedPipeW(
      name.c_str(), access | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
      PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, kPipeBytes, kPipeBytes, 0, nullptr));
  Descriptor theirs;
  if (ours.get() >= 0) {
    theirs = descriptor_of(CreateFileW(name.c_str(), to_child ? GENERIC_READ : GENERIC_WRITE, 0,
                                       nullptr, OPEN_EXISTING, 0, nullptr));
  }
  if (theirs.get() < 0) return no_pipe(errno_of(GetLastError()));
  if (to_child) return Pipe{std::move(theirs), std::move(ours)};
  return Pipe{std::move(ours), std::move(theirs)};
}

DWORD saved_mode = 0;
bool is_saved = false;

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) _close(fd_);
}

Result<Descriptor> open_input(const std::string& path) {
  if (path != "-") return opened(path, GENERIC_READ, OPEN_EXISTING);
  Descriptor input(_dup(kStdin));
  if (input.get() < 0) return system_error(path, errno);
  return input;
}

Result<Descriptor> open_to_append(const std::string& path) {
  return opened(path, FILE_APPEND_DATA | SYNCHRONIZE, OPEN_ALWAYS);
}

Result<Pipe> make_pipe(PipeMode mode) {
  if (mode == PipeMode::kToChild) return make_child_pipe(PIPE_ACCESS_OUTBOUND);
  if (mode == PipeMode::kFromChild) return make_child_pipe(PIPE_ACCESS_INBOUND);
  int ends[2];
  if (_pipe(ends, kPipeBytes, _O_BINARY | _O_NOINHERIT) != 0) return no_pipe(errno);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::int64_t file_bytes(int fd) {
  if (GetFileType(handle_of(fd)) != FILE_TYPE_DISK) return 0;
  LARGE_INTEGER bytes;
  return GetFileSizeEx(handle_of(fd), &bytes) ? bytes.QuadPart : 0;
}

ReadBytes read_some(int fd, std::span<char> buffer) {
  if (StandardInput* const input = standard_input; input && fd == kStdin) {
    return input->take(buffer);
  }
  const int n = _read(fd, buffer.data(), static_cast<unsigned>(buffer.size()));
  if (n > 0) return {static_cast<std::size_t>(n)};
  return {0, true, n < 0 && errno != EPIPE ? errno : 0};
}

int write_all(int fd, std::string_view bytes) {
  constexpr std::size_t kPiece = 1 << 16;  // more fails on some consoles
  while (!bytes.empty()) {
    const int n = _write(fd, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), kPiece)));
    if (n < 0) return errno == EINVAL ? EPIPE : errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

ReadBytes read_until(int fd, std::span<char> buffer, SteadyTime deadline) {
  const HANDLE pipe = handle_of(fd);
  while (true) {
    const Transfer done = run_overlapped(pipe, deadline, [&](OVERLAPPED* operation) {
      return ReadFile(pipe, buffer.data(), static_cast<DWORD>(buffer.size()), nullptr, operation);
    });
    if (done.bytes > 0) return {done.bytes};
    if (done.error == ERROR_OPERATION_ABORTED) return {};
    if (done.error != 0) return {0, true, errno_of(done.error)};
    // The child has written no bytes.
    if (std::chrono::steady_clock::now() >= deadline) return {};
  }
}

int write_until(int fd, std::string_view bytes, SteadyTime deadline) {
  const HANDLE pipe = handle_of(fd);
  while (!bytes.empty()) {
    const DWORD piece = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), kPipeBytes));
    const Transfer done = run_overlapped(pipe, deadline, [&](OVERLAPPED* operation) {
      return WriteFile(pipe, bytes.data(), piece, nullptr, operation);
    });
    if (done.error != 0) return done.error == ERROR_OPERATION_ABORTED ? ETIMEDOUT : EPIPE;
    bytes.remove_prefix(done.bytes);
  }
  return 0;
}

void write_once(int fd, std::string_view bytes) noexcept {
  _write(fd, bytes.data(), static_cast<unsigned>(bytes.size()));
}

/// Windows does not tell whether a pipe's reader has gone: Ready::kPeerClosed never comes.
bool wait_until(Ready ready, int fd, Millis most, int wake) {
  const auto end = std::chrono::steady_clock::now() + most;
  StandardInput* const input =
      ready == Ready::kInput && fd == kStdin ? &start_standard_input() : nullptr;
  while (true) {
    const auto left = std::chrono::duration_cast<Millis>(end - std::chrono::steady_clock::now());
    const Millis turn =
        most == kForever ? kBetweenLooks : std::clamp(left, Millis(), kBetweenLooks);
    if (wake >= 0 && has_input(wake)) return false;  // first, because input may be endless
    if (input ? input->wait(turn) : ready == Ready::kInput && has_input(fd)) return true;
    if (most != kForever && left <= Millis()) return false;
    if (!input)
      std::this_thread::sleep_for(std::min(turn, Millis(ready == Ready::kInput ? 5 : 50)));
  }
}

bool is_terminal(int fd) {
  DWORD mode;
  return GetConsoleMode(handle_of(fd), &mode) != 0;
}

/// Consoles before Windows 10 do not.
bool understands_escapes(int fd) {
  DWORD mode;
  const HANDLE handle = handle_of(fd);
  return GetConsoleMode(handle, &mode) &&
         SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

bool has_own_console() {
  DWORD processes[2];
  return is_terminal(kStdin) && GetConsoleProcessList(processes, 2) == 1;
}

TerminalSize terminal_size() {
  CONSOLE_SCREEN_BUFFER_INFO info;
  if (!GetConsoleScreenBufferInfo(handle_of(kStdout), &info)) return {};
  return {info.srWindow.Right - info.srWindow.Left + 1,
          info.srWindow.Bottom - info.srWindow.Top + 1};
}

bool set_echo(bool on) {
  DWORD mode;
  const HANDLE handle = handle_of(kStdin);
  if (!GetConsoleMode(handle, &mode)) return false;
  if (!on && (mode & ENABLE_ECHO_INPUT) == 0) return false;
  SetConsoleMode(handle, on ? mode | ENABLE_ECHO_INPUT : mode & ~DWORD{ENABLE_ECHO_INPUT});
  return true;
}

void save_terminal() {
  if (!is_saved) is_saved = GetConsoleMode(handle_of(kStdin), &saved_mode) != 0;
}

void restore_terminal() noexcept {
  if (is_saved) SetConsoleMode(handle_of(kStdin), saved_mode);
}

void open_closed_streams() {
  for (int fd = kStdin; fd <= kStderr; ++fd) {
    if (_get_osfhandle(fd) < 0) {
      // Opens the lowest free number, `fd`.
      const int opened = _wopen(L"NUL", _O_RDONLY | _O_BINARY);
      if (opened >= 0 && opened != fd) _dup2(opened, fd);
    }
    _setmode(fd, _O_BINARY);
  }
  // Our text is UTF-8; the shell gets its own code page back.
  static const UINT before = GetConsoleOutputCP();
  if (before == 0 || before == CP_UTF8) return;
  SetConsoleOutputCP(CP_UTF8);
  std::atexit([] { SetConsoleOutputCP(before); });
}

void tune_listener(int socket) {
  const DWORD on = 1;  // without it, another program could take the port
  setsockopt(static_cast<SOCKET>(socket), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
             reinterpret_cast<const char*>(&on), sizeof on);
}

void tune_socket(int socket) {
  const auto handle = static_cast<SOCKET>(socket);
  const DWORD on = 1;
  setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
  tcp_keepalive alive{1, 60'000, 5'000};  // ms; Windows asks ten times
  DWORD bytes = 0;
  WSAIoctl(handle, SIO_KEEPALIVE_VALS, &alive, sizeof alive, nullptr, 0, &bytes, nullptr, nullptr);
}

}  // namespace sumi
