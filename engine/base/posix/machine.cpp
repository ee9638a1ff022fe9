// SPDX-License-Identifier: MIT
/// sysconf(3), the limits of control groups, setpriority(2), sched_setaffinity(2).
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <sched.h>
#include <string>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace sumi {
namespace {

/// The number that a file of the system holds; nothing if it holds another word ("max").
std::optional<std::uint64_t> number_in(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return std::nullopt;
  const std::string_view digits = trim(*text);
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = status == std::errc{} && end == digits.data() + digits.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// "0::/system.slice/sumi.service" names the group in version 2 of control groups.
std::string group_of_process() {
  const auto text = read_file("/proc/self/cgroup");
  for (std::string_view left = text ? *text : std::string_view(); !left.empty();) {
    const std::string_view line = take_until(left, '\n');
    if (line.starts_with("0::")) return std::string(line.substr(3));
  }
  return "";
}

}  // namespace

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

std::uint64_t memory_mib() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return 0;
  std::uint64_t bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  const std::string groups = "/sys/fs/cgroup";
  for (const std::string& path :
       {groups + "/memory.max", groups + group_of_process() + "/memory.max",
        groups + "/memory/memory.limit_in_bytes"}) {
    bytes = std::min(bytes, number_in(path).value_or(std::numeric_limits<std::uint64_t>::max()));
  }
  return bytes >> 20;
}

/// On Linux the process 0 of setpriority() is the calling thread alone, and a thread begins with
/// the priority of the one that starts it.
void lower_thread_priority([[maybe_unused]] int niceness) {
#ifdef __linux__
  setpriority(PRIO_PROCESS, 0, niceness);
#endif
}

void yield_thread() { sched_yield(); }

void bind_to_processor([[maybe_unused]] int nth, [[maybe_unused]] int most) {
#ifdef __linux__
  cpu_set_t ours;
  if (sched_getaffinity(0, sizeof ours, &ours) != 0 || most > CPU_COUNT(&ours)) return;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &ours) || nth-- != 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
#endif
}

void return_large_blocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

std::string host_name() {
  std::array<char, 256> name{};
  const bool told = gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0';
  return told ? name.data() : "host";
}

}  // namespace sumi
