// SPDX-License-Identifier: MIT
/// Uses posix_spawn(3): a threaded program may call almost nothing between fork() and exec.
#include "engine/base/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace sumi {

int process_id() { return getpid(); }

bool process_runs(int process) { return kill(process, 0) == 0 || errno != ESRCH; }

std::vector<std::string> program_words(int argc, char** argv) {
  return {argv + (argc > 0), argv + argc};
}

Result<int> start_process(const ProcessSetup& setup) {
  constexpr const char* kSetpriv = "/usr/bin/setpriv";
  std::vector<const char*> words;
  if (setup.dies_with_parent && access(kSetpriv, X_OK) == 0) {
    words = {kSetpriv, "--pdeathsig", "KILL"};
  }
  for (const std::string& word : setup.words) words.push_back(word.c_str());
  words.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int streams[] = {setup.in, setup.out, setup.error};
  for (int i = 0; i < 3; ++i) {
    if (streams[i] >= 0) posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    if (streams[i] < 0) posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
  }
  if (!setup.folder.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, setup.folder.c_str());
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  const int reason = posix_spawnp(&pid, words[0], &actions, &attributes,
                                  const_cast<char**>(words.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (reason != 0) return Error{ErrorCode::kNotFound, std::generic_category().message(reason)};
  return pid;
}

std::optional<ProcessEnd> end_of_process(int process) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0) {
    return std::nullopt;
  }
  const int status = info.si_status;
  if (info.si_code == CLD_EXITED) return ProcessEnd{status, ""};
  const char* const name = sigdescr_np(status);
  return ProcessEnd{status, name ? name : "unknown"};
}

void wait_for_process(int process) {
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void kill_group(int process) {
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
}

bool open_in_browser(const std::string& address) {
  const auto is_set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value && *value != '\0';
  };
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
  const auto started = start_process({.words = {"xdg-open", address}});
  // xdg-open ends at once or with the browser.
  if (started) std::thread(wait_for_process, *started).detach();
  return started.has_value();
}

std::optional<double> cpu_seconds(int process) {
  clockid_t clock;
  timespec used;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) {
    return std::nullopt;
  }
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

}  // namespace sumi
