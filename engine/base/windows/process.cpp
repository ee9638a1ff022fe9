// SPDX-License-Identifier: MIT
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "engine/base/windows/wide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <mutex>
#include <shellapi.h>
#include <system_error>

namespace sumi {
namespace {

class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Handle() {
    if (handle_ && handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
  }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

/// An open handle keeps Windows from using the id again.
struct Child {
  Handle process, job;
};

std::mutex children_mutex;
std::map<int, Child> children;  ///< Guarded by children_mutex.

/// nullptr: none. Valid until wait_for_process().
const Child* find_child(int process) {
  const std::lock_guard lock(children_mutex);
  const auto found = children.find(process);
  return found == children.end() ? nullptr : &found->second;
}

Error not_started(DWORD error) {
  return {ErrorCode::kNotFound, std::generic_category().message(errno_of(error))};
}

std::vector<std::string> split(const std::wstring& line) {
  std::vector<std::string> words;
  int count = 0;
  wchar_t** const all = CommandLineToArgvW(line.c_str(), &count);
  for (int i = 0; i < count; ++i) words.push_back(narrow(all[i]));
  LocalFree(all);
  return words;
}

/// The program in `folder`, where Windows does not look for it; otherwise empty.
std::wstring program_in(const std::wstring& folder, const std::wstring& line) {
  std::array<wchar_t, 1 << 15> path;
  const std::string name = program_of(narrow(line));
  if (folder.empty() || name.empty() || name.find(':') != name.npos) return {};
  const DWORD units =
      SearchPathW(folder.c_str(), wide(name).c_str(), L".exe", path.size(), path.data(), nullptr);
  return {path.data(), units < path.size() ? units : 0};
}

/// Its processes end with it, and so with us.
Handle make_job() {
  Handle job(CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

/// An inheritable copy; of -1, the null device.
Handle stream_for_child(int fd) {
  HANDLE copy = nullptr;
  const HANDLE process = GetCurrentProcess();
  if (fd >= 0) {
    DuplicateHandle(process, handle_of(fd), process, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
  } else {
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    copy = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                       &inherited, OPEN_EXISTING, 0, nullptr);
  }
  return Handle(copy);
}

/// Limits what a child inherits to `handles`, which it refers to.
class InheritedHandles {
 public:
  explicit InheritedHandles(std::span<HANDLE> handles) {
    SIZE_T bytes = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    memory_.resize(bytes);
    InitializeProcThreadAttributeList(get(), 1, 0, &bytes);
    UpdateProcThreadAttribute(get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles.data(),
                              handles.size_bytes(), nullptr, nullptr);
  }
  ~InheritedHandles() { DeleteProcThreadAttributeList(get()); }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;

  LPPROC_THREAD_ATTRIBUTE_LIST get() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
  }

 private:
  std::vector<char> memory_;
};

}  // namespace

int process_id() { return static_cast<int>(GetCurrentProcessId()); }

bool process_runs(int process) {
  const HANDLE handle = OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process));
  if (!handle) return GetLastError() != ERROR_INVALID_PARAMETER;
  const bool runs = WaitForSingleObject(handle, 0) == WAIT_TIMEOUT;
  CloseHandle(handle);
  return runs;
}

/// `argv` is in the user's code page, which may lack characters.
std::vector<std::string> program_words(int, char**) {
  std::vector<std::string> words = split(GetCommandLineW());
  words.erase(words.begin());
  return words;
}

std::string program_of(std::string_view command) {
  // For an empty line, Windows would return our own program.
  return trim(command).empty() ? "" : split(wide(trim(command)))[0];
}

Result<int> start_process(const ProcessSetup& setup) {
  const Handle in = stream_for_child(setup.in), out = stream_for_child(setup.out),
               error = stream_for_child(setup.error);
  std::array<HANDLE, 3> streams = {in.get(), out.get(), error.get()};
  InheritedHandles inherited(streams);
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = in.get();
  start.StartupInfo.hStdOutput = out.get();
  start.StartupInfo.hStdError = error.get();
  start.lpAttributeList = inherited.get();
  const std::wstring folder = wide(setup.folder);
  std::wstring line = wide(setup.command);  // CreateProcessW() may write into it
  const std::wstring program = program_in(folder, line);
  PROCESS_INFORMATION made{};
  // Suspended, so that it starts nothing outside its job.
  if (!CreateProcessW(
          program.empty() ? nullptr : program.c_str(), line.data(), nullptr, nullptr, TRUE,
          CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP |
              EXTENDED_STARTUPINFO_PRESENT,
          nullptr, folder.empty() ? nullptr : folder.c_str(), &start.StartupInfo, &made)) {
    return not_started(GetLastError());
  }
  const Handle thread(made.hThread);
  Child child{Handle(made.hProcess), make_job()};
  if (!AssignProcessToJobObject(child.job.get(), made.hProcess)) {
    const DWORD reason = GetLastError();
    TerminateProcess(made.hProcess, 1);
    return not_started(reason);
  }
  const int process = static_cast<int>(made.dwProcessId);
  const std::lock_guard lock(children_mutex);
  children.emplace(process, std::move(child));
  ResumeThread(thread.get());
  return process;
}

std::optional<ProcessEnd> end_of_process(int process) {
  const Child* const child = find_child(process);
  DWORD status = 0;
  if (!child || WaitForSingleObject(child->process.get(), 0) != WAIT_OBJECT_0 ||
      !GetExitCodeProcess(child->process.get(), &status)) {
    return std::nullopt;
  }
  // Windows ends a process that handles no exception with the exception's code.
  constexpr DWORD kException = 0xC0000000;
  if (status < kException) return ProcessEnd{static_cast<int>(status), ""};
  return ProcessEnd{0, fmt::format("exception {:08X}{}", status,
                                   status == EXCEPTION_ACCESS_VIOLATION ? " (access violation)"
                                   : status == EXCEPTION_STACK_OVERFLOW ? " (stack overflow)"
                                                                        : "")};
}

void wait_for_process(int process) {
  if (const Child* const child = find_child(process)) {
    WaitForSingleObject(child->process.get(), INFINITE);
  }
  const std::lock_guard lock(children_mutex);
  children.erase(process);
}

void kill_group(int process) {
  if (const Child* const child = find_child(process)) TerminateJobObject(child->job.get(), 1);
}

std::optional<double> cpu_seconds(int process) {
  const Child* const child = find_child(process);
  FILETIME begun, ended, kernel, user;
  if (!child || WaitForSingleObject(child->process.get(), 0) != WAIT_TIMEOUT ||
      !GetProcessTimes(child->process.get(), &begun, &ended, &kernel, &user)) {
    return std::nullopt;
  }
  const auto seconds = [](const FILETIME& time) {  // of 100 ns
    return 1e-7 * (4294967296.0 * time.dwHighDateTime + time.dwLowDateTime);
  };
  return seconds(kernel) + seconds(user);
}

bool open_in_browser(const std::string& address) {
  constexpr std::intptr_t kDone = 32;  // above: success
  const HINSTANCE opened =
      ShellExecuteW(nullptr, L"open", wide(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
  return reinterpret_cast<std::intptr_t>(opened) > kDone;
}

}  // namespace sumi
