// SPDX-License-Identifier: MIT
/// Test files that use POSIX compile for Windows with these headers. Only cases with the tag
/// [posix] call the functions here, and they do not run on Windows.
#pragma once
#pragma GCC system_header  // for #include_next

#include <csignal>
#include <cstdlib>
#include <sys/stat.h>
#include <sys/types.h>
#include_next <unistd.h>

#define S_ISLNK(mode) false
#define O_NONBLOCK 0
#define RLIMIT_FSIZE 0
#define RLIM_INFINITY 0
#define WEXITSTATUS(status) (status)
#define WIFEXITED(status) ((status) == 0)
#define WIFSIGNALED(status) ((status) != 0)
#define WNOHANG 1

inline constexpr int SIGHUP = 1, SIGKILL = 9, SIGPIPE = 13, SIGXFSZ = 25;

using rlim_t = unsigned long;
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};

inline int fork() { std::abort(); }
inline int geteuid() { std::abort(); }
inline int getppid() { std::abort(); }
inline int getrlimit(int, rlimit*) { std::abort(); }
inline int kill(int, int) { std::abort(); }
inline int mkfifo(const char*, int) { std::abort(); }
inline int pause() { std::abort(); }
inline int pipe(int*) { std::abort(); }
inline int setenv(const char*, const char*, int) { std::abort(); }
inline int seteuid(int) { std::abort(); }
inline int setrlimit(int, const rlimit*) { std::abort(); }
inline int symlink(const char*, const char*) { std::abort(); }
inline int unsetenv(const char*) { std::abort(); }
inline int waitpid(int, int*, int) { std::abort(); }
