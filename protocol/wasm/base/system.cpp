// SPDX-License-Identifier: MIT
/// The platform layer without descriptors, threads, signals, and files other than embedded ones.
#include "engine/base/descriptor.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/machine.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "engine/base/thread_team.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <vector>

// The files' bytes, embedded by data.S.
#define SUMI_CARRIED_FILE(label, path) \
  extern "C" const char sumi_carried_##label[], sumi_carried_##label##_end[];
#include "protocol/wasm/carried_files.inc"
#undef SUMI_CARRIED_FILE

namespace sumi {

Descriptor::~Descriptor() = default;
Result<Descriptor> open_input(const std::string& path) { return system_error(path, ENOENT); }
std::int64_t file_bytes(int) { return 0; }
ReadBytes read_some(int, std::span<char>) { return {0, true, EBADF}; }
bool wait_until(Ready, int, Millis, int) { return true; }

struct HeldFile::Descriptors {};
HeldFile::HeldFile(HeldFile&&) noexcept = default;
HeldFile::~HeldFile() = default;
Result<HeldFile> HeldFile::open(const std::string& path, Access) {
  return system_error(path, ENOENT);
}
Result<std::string> HeldFile::read(std::int64_t, std::size_t) const {
  return system_error(path_, ENOENT);
}

int processors() { return 1; }
std::string program_path() { return ""; }
std::string user_locale() { return ""; }
std::uint64_t memory_mib() { return 0; }
void lower_thread_priority(int) {}
void yield_thread() {}

struct SignalsBlocked::Before {};
SignalsBlocked::SignalsBlocked() = default;
SignalsBlocked::~SignalsBlocked() = default;

struct ThreadTeam::Impl {};
ThreadTeam::ThreadTeam(int) {}
ThreadTeam::~ThreadTeam() = default;
int ThreadTeam::helpers() const { return 0; }
void ThreadTeam::start(Job, void*) {}
void ThreadTeam::finish() {}
unsigned ThreadTeam::wakes() const { return 0; }
void ThreadTeam::sleep(unsigned) {}
void ThreadTeam::wake() {}

// Embedded files are readable; nothing is writable.

namespace {

struct CarriedFile {
  std::string_view path;
  const char *begin, *end;
};

const CarriedFile kFiles[] = {
#define SUMI_CARRIED_FILE(label, path) {path, sumi_carried_##label, sumi_carried_##label##_end},
#include "protocol/wasm/carried_files.inc"
#undef SUMI_CARRIED_FILE
};

/// The contents of an embedded file ("weights/tables/s4-bp.table").
std::optional<std::string_view> carried_file(std::string_view path) {
  const auto found = std::ranges::find(kFiles, path, &CarriedFile::path);
  if (found == std::end(kFiles)) return std::nullopt;
  return std::string_view(found->begin, found->end);
}

}  // namespace

Error system_error(const std::string& path, int /*reason*/) {
  return {ErrorCode::kNotFound, fmt::format("file {}: WebAssembly has no files", quoted(path))};
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const auto bytes = carried_file(path);
  if (!bytes || bytes->size() > max_bytes) return system_error(path, ENOENT);
  return std::string(*bytes);
}

Result<std::string> read_head(const std::string& path, std::size_t most) {
  const auto bytes = carried_file(path);
  if (!bytes) return system_error(path, ENOENT);
  return std::string(bytes->substr(0, most));
}

Result<void> write_file(const std::string& path, std::string_view /*bytes*/) {
  return system_error(path, EROFS);
}

// Memory grows by zeroed pages and is never released. Freed blocks serve requests of the same size.

namespace {

constexpr std::size_t kPage = 64 << 10;

struct Block {
  void* data;
  std::size_t bytes;
};

std::vector<Block>& idle_blocks() {
  static std::vector<Block> blocks;
  return blocks;
}

void* take_idle(std::size_t bytes) {
  std::vector<Block>& idle = idle_blocks();
  const auto found = std::ranges::find(idle, bytes, &Block::bytes);
  if (found == idle.end()) return nullptr;
  void* const data = found->data;
  idle.erase(found);
  std::memset(data, 0, bytes);
  return data;
}

void* grow(std::size_t bytes) {
  const std::size_t before = __builtin_wasm_memory_grow(0, bytes / kPage);
  return before == SIZE_MAX ? nullptr : reinterpret_cast<void*>(before * kPage);
}

}  // namespace

void prefer_large_pages(void*, std::size_t) {}

LargePages::LargePages(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  mapped_ = (bytes + kPage - 1) / kPage * kPage;
  mapping_ = take_idle(mapped_);
  if (!mapping_) mapping_ = grow(mapped_);
  if (!mapping_)
    throw FatalError(fmt::format("not enough memory for a table of {} MiB", bytes >> 20));
  data_ = mapping_;
}

LargePages::~LargePages() {
  if (mapping_) idle_blocks().push_back({mapping_, mapped_});
}

void LargePages::zero() {
  if (data_) std::memset(data_, 0, size_);
}

}  // namespace sumi

bool std::filesystem::is_regular_file(const path& file, std::error_code&) {
  return sumi::carried_file(file.string()).has_value();
}
