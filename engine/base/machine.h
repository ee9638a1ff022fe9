// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace sumi {

/// Memory available to this process in MiB: of the machine or, if less, of its control group
/// (container, service). 0 if unknown.
std::uint64_t memory_mib();

int processors();  ///< At least 1.

/// Lowers the priority of the calling thread and of threads that it starts later. `niceness`:
/// 0..19, as in nice(1). Only on Linux.
void lower_thread_priority(int niceness);

void yield_thread();

// std::atomic's wait() and notify_all(), which lose wake-ups in MinGW's library. Lock-free.

/// Returns once `word` is not `value`.
void wait_while(const std::atomic<std::uint32_t>& word, std::uint32_t value);
void wake_waiters(std::atomic<std::uint32_t>& word);

/// Binds the calling thread, and processes that it starts, to the `nth` (from 0) of the available
/// processors. Does nothing with fewer than `most` processors or without system support.
void bind_to_processor(int nth, int most);

/// From now on returns freed blocks of at least 1 MB to the system at once. Only with glibc, which
/// would keep up to 32 MB per thread.
void return_large_blocks();

/// Up to 255 bytes; "host" if unknown.
std::string host_name();

/// "ja_JP.UTF-8", "ja-JP"; empty if unset.
std::string user_locale();

/// For programs' files, "/home/x/.local/share"; empty if unknown.
std::string user_data_folder();

/// Of the running program; empty if unknown.
std::string program_path();

// Zeroed memory on large pages, if available, committed on first use.

/// For untouched memory. Causes 20 times fewer page faults; a 40 MB vector is ready in a third of
/// the time.
void prefer_large_pages(void* data, std::size_t bytes);

/// Aligned to 2 MiB, or to a page if smaller.
class LargePages {
 public:
  LargePages() = default;
  /// Allocates `bytes` zeros; may be 0. Throws FatalError without memory.
  explicit LargePages(std::size_t bytes);
  LargePages(LargePages&& other) noexcept { *this = std::move(other); }
  LargePages& operator=(LargePages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    return *this;
  }
  ~LargePages();

  void* data() const { return data_; }
  std::size_t size() const { return size_; }

  /// Frees the physical memory; the contents read as zeros.
  void zero();

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
  void* mapping_ = nullptr;  ///< Includes space for alignment.
  std::size_t mapped_ = 0;
};

}  // namespace sumi
