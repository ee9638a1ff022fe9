// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/machine.h"
#include "engine/base/windows/wide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <thread>

namespace sumi {
namespace {

std::wstring variable(const wchar_t* name) {
  std::wstring value(GetEnvironmentVariableW(name, nullptr, 0), L'\0');
  value.resize(GetEnvironmentVariableW(name, value.data(), static_cast<DWORD>(value.size())));
  return value;
}

}  // namespace

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

std::uint64_t memory_mib() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys >> 20 : 0;
}

void lower_thread_priority(int) {}

void yield_thread() { SwitchToThread(); }

void wait_while(const std::atomic<std::uint32_t>& word, std::uint32_t value) {
  auto* const address = const_cast<std::atomic<std::uint32_t>*>(&word);
  while (word == value) WaitOnAddress(address, &value, sizeof value, INFINITE);
}

void wake_waiters(std::atomic<std::uint32_t>& word) { WakeByAddressAll(&word); }

void bind_to_processor(int nth, int most) {
  DWORD_PTR ours = 0, all = 0;
  if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &all) || most > processors()) return;
  for (DWORD_PTR cpu = 1; cpu != 0; cpu <<= 1) {
    if ((ours & cpu) == 0 || nth-- != 0) continue;
    SetThreadAffinityMask(GetCurrentThread(), cpu);
    return;
  }
}

void return_large_blocks() {}

std::string host_name() {
  std::array<wchar_t, MAX_COMPUTERNAME_LENGTH + 1> name;
  DWORD units = name.size();
  return GetComputerNameW(name.data(), &units) ? narrow({name.data(), units}) : "host";
}

std::string user_locale() {
  std::array<wchar_t, LOCALE_NAME_MAX_LENGTH> name;
  const int units = GetUserDefaultLocaleName(name.data(), name.size());  // with the final NUL
  return units > 0 ? narrow({name.data(), static_cast<std::size_t>(units - 1)}) : "";
}

std::string user_data_folder() { return narrow(variable(L"LOCALAPPDATA")); }

std::string program_path() {
  std::array<wchar_t, 1 << 15> path;
  return narrow({path.data(), GetModuleFileNameW(nullptr, path.data(), path.size())});
}

void prefer_large_pages(void*, std::size_t) {}  // needs a privilege that few users have

LargePages::LargePages(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  constexpr std::size_t kLargePage = std::size_t{2} << 20;
  mapped_ = bytes < kLargePage ? bytes : bytes + kLargePage;
  mapping_ = bytes > SIZE_MAX / 2
                 ? nullptr
                 : VirtualAlloc(nullptr, mapped_, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (!mapping_) {
    throw FatalError(fmt::format("not enough memory for a table of {} MiB", bytes >> 20));
  }
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  data_ = reinterpret_cast<void*>(
      bytes < kLargePage ? address : (address + kLargePage - 1) & ~(kLargePage - 1));
}

LargePages::~LargePages() {
  if (mapping_) VirtualFree(mapping_, 0, MEM_RELEASE);
}

void LargePages::zero() {
  if (!data_) return;
  VirtualFree(mapping_, mapped_, MEM_DECOMMIT);
  if (!VirtualAlloc(mapping_, mapped_, MEM_COMMIT, PAGE_READWRITE)) {
    throw FatalError(fmt::format("not enough memory for a table of {} MiB", size_ >> 20));
  }
}

}  // namespace sumi
