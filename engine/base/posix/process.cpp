// SPDX-License-Identifier: MIT
/// Uses posix_spawn(3): a threaded program may call almost nothing between fork() and exec.
#include "engine/base/process.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
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

namespace {

/// With `exec` the program is our direct child: it dies with us, and we get its exit status. `exec`
/// does not accept a leading `NAME=VALUE`; `env` does.
std::string shell_line(const std::string& command) {
  const std::size_t start = std::min(command.find_first_not_of(" \t"), command.size());
  const std::string_view text = std::string_view(command).substr(start);
  const bool assigns = text.substr(0, text.find_first_of(" \t'\"")).find('=') != text.npos;
  return fmt::format("exec {}{}", assigns ? "env " : "", text);
}

/// Searches PATH for the first word.
Result<int> spawn(std::vector<const char*> words, const ProcessSetup& setup) {
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

}  // namespace

std::string program_of(std::string_view command) {
  std::string word;
  char quote = '\0';
  command = trim(command);
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (c == '\\' && quote != '\'' && at + 1 < command.size()) {
      word += command[++at];
    } else if (quote != '\0' ? c == quote : c == '"' || c == '\'') {
      quote = quote == '\0' ? c : '\0';
    } else if (is_space(c) && quote == '\0') {
      break;
    } else {
      word += c;
    }
  }
  return word;
}

Result<int> start_process(const ProcessSetup& setup) {
  constexpr const char* kSetpriv = "/usr/bin/setpriv";
  std::vector<const char*> words;
  if (access(kSetpriv, X_OK) == 0) words = {kSetpriv, "--pdeathsig", "KILL"};
  const std::string line = shell_line(setup.command);
  words.insert(words.end(), {"/bin/sh", "-c", line.c_str()});
  return spawn(std::move(words), setup);
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
  return ProcessEnd{0, fmt::format("signal {} ({})", status, name ? name : "unknown")};
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
  const auto started = spawn({"xdg-open", address.c_str()}, {});
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
