// SPDX-License-Identifier: MIT
/// This machine: its memory and large pages, its processors, its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace sumi {

/// Memory for this process, MiB: what the machine has, or less where a limit is set for the group
/// of the process (a container, a service). 0 if the system does not say.
std::uint64_t memory_mib();

int processors();  ///< At least 1.

/// Makes the calling thread, and those that it starts from now on, give way to the other threads of
/// this program; `niceness` is that of nice(1), 0..19. Only Linux can do this for single threads;
/// elsewhere nothing happens.
void lower_thread_priority(int niceness);

void yield_thread();  ///< Lets other threads have the processor, if any waits for it.

/// Binds the calling thread, and the processes that it will start, to the `nth` (from 0) of the
/// processors that this process may use. Nothing happens if they are fewer than `most`, or where
/// the system cannot do it.
void bind_to_processor(int nth, int most);

/// Blocks of a megabyte and more go back to the system as soon as they are freed. The C library
/// keeps those of up to 32 MB for later, and more with each thread. Only glibc can do this.
void return_large_blocks();

/// The name of this machine, for people and for files that several machines share, up to 255 bytes;
/// "host" if it tells none.
std::string host_name();

// Big zeroed memory for tables: on large pages where the system offers them, and physically
// taken only when first touched.

/// Asks the system to take memory that nobody has touched yet in large pages as far as they fit: 20
/// times fewer faults make a 40 MB vector ready in a third of the time.
void prefer_large_pages(void* data, std::size_t bytes);

/// Owns a block of memory aligned to 2 MiB (or to a page, if it is smaller). Movable.
class LargePages {
 public:
  LargePages() = default;
  /// `bytes` of zeros; 0 makes an empty block. Throws FatalError if the system refuses.
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

  /// Gives the physical memory back; the contents read as zeros again.
  void zero();

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
  void* mapping_ = nullptr;  ///< The whole mapping: `data_` and room to align it.
  std::size_t mapped_ = 0;
};

}  // namespace sumi
