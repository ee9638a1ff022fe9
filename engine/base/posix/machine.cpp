// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <sched.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sumi {
namespace {

/// Nothing for other contents ("max").
std::optional<std::uint64_t> number_in(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return std::nullopt;
  const std::string_view digits = trim(*text);
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = status == std::errc{} && end == digits.data() + digits.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// From a line "0::/system.slice/sumi.service" (control groups, version 2).
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

/// On Linux, setpriority(PRIO_PROCESS, 0) affects the calling thread, and new threads inherit it.
void lower_thread_priority([[maybe_unused]] int niceness) {
#ifdef __linux__
  setpriority(PRIO_PROCESS, 0, niceness);
#endif
}

void yield_thread() { sched_yield(); }

void wait_while(const std::atomic<std::uint32_t>& word, std::uint32_t value) { word.wait(value); }
void wake_waiters(std::atomic<std::uint32_t>& word) { word.notify_all(); }

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

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::string user_locale() {
  std::string locale;
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (locale.empty()) locale = variable(name);
  }
  return locale;
}

std::string user_data_folder() {
  // The XDG specification ignores relative paths.
  const std::string data = variable("XDG_DATA_HOME"), home = variable("HOME");
  if (data.starts_with('/')) return data;
  return home.starts_with('/') ? home + "/.local/share" : "";
}

std::string program_path() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
}

namespace {
constexpr std::size_t kLargePage = std::size_t{2} << 20;
}

void prefer_large_pages(void* data, std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = (address + kPage - 1) & ~(kPage - 1);
  const std::uintptr_t end = (address + bytes) & ~(kPage - 1);
  // May fail: large pages are optional.
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

LargePages::LargePages(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  mapped_ = bytes < kLargePage ? bytes : bytes + kLargePage;
  mapping_ = bytes > SIZE_MAX / 2 ? MAP_FAILED
                                  : mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED) {
    throw FatalError(fmt::format("not enough memory for a table of {} MiB", bytes >> 20));
  }
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  const std::uintptr_t aligned =
      bytes < kLargePage ? address : (address + kLargePage - 1) & ~(kLargePage - 1);
  data_ = reinterpret_cast<void*>(aligned);
  prefer_large_pages(data_, size_);
}

LargePages::~LargePages() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

void LargePages::zero() {
  if (data_ != nullptr) madvise(data_, size_, MADV_DONTNEED);
}

}  // namespace sumi
