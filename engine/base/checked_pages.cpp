// SPDX-License-Identifier: MIT
/// Wraps file functions of SQLite's system VFS, for database files only.
#include "engine/base/checked_pages.h"
#include "engine/base/checksum.h"
#include "engine/base/sqlite.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <new>
#include <thread>

namespace sumi {
namespace {

constexpr int kHeaderBytes = kDatabaseHeaderBytes;
constexpr int kSmallestPage = 512, kLargestPage = 65536;
constexpr int kRequestSums = 0x53754D50;  // "SuMP"
constexpr const char* kName = "sumi-checked-pages";

/// Our data on an open file, stored after the system VFS's own.
struct CheckedFile {
  sqlite3_io_methods methods;        ///< The system's functions, some replaced.
  const sqlite3_io_methods* system;  ///< The system's functions.
  bool writes_sums;
  bool reads_sums;
};

sqlite3_vfs* system_vfs() {
  static sqlite3_vfs* const vfs = sqlite3_vfs_find(nullptr);
  return vfs;
}

std::size_t own_offset() {
  const auto bytes = static_cast<std::size_t>(system_vfs()->szOsFile);
  return (bytes + alignof(CheckedFile) - 1) / alignof(CheckedFile) * alignof(CheckedFile);
}

CheckedFile& own(sqlite3_file* file) {
  return *std::launder(
      reinterpret_cast<CheckedFile*>(reinterpret_cast<char*>(file) + own_offset()));
}

/// Except for a few bytes of the first page, SQLite accesses databases in pages.
bool is_page(int bytes, sqlite3_int64 at) {
  return bytes >= kSmallestPage && bytes <= kLargestPage && (bytes & (bytes - 1)) == 0 &&
         at % bytes == 0;
}

/// At least two bits are set, so a flipped bit cannot make the checksum 0 (none).
std::uint64_t sum_of(std::string_view page, sqlite3_int64 at) {
  page.remove_suffix(kPageSumBytes);
  const auto number = static_cast<std::uint64_t>(at) / (page.size() + kPageSumBytes) + 1;
  return checksum(page, number) | 3;
}

void note_sum(char* page, std::size_t bytes, std::uint64_t sum) {
  for (int i = 0; i < kPageSumBytes; ++i) {
    page[bytes - kPageSumBytes + i] = static_cast<char>(sum >> 8 * i);
  }
}

bool is_whole(std::string_view page, sqlite3_int64 at) {
  const auto noted = get_number<kPageSumBytes>(page, page.size() - kPageSumBytes);
  return noted == 0 || noted == sum_of(page, at);
}

void learn(CheckedFile& own, std::string_view head) {
  own.reads_sums = own.writes_sums = has_page_sums(head);
}

int read(sqlite3_file* file, void* buffer, int bytes, sqlite3_int64 at) {
  CheckedFile& self = own(file);
  const int status = self.system->xRead(file, buffer, bytes, at);
  if (status != SQLITE_OK) return status;
  char* const data = static_cast<char*>(buffer);
  const std::string_view view(data, static_cast<std::size_t>(bytes));
  if (at == 0 && bytes >= kHeaderBytes) learn(self, view);
  if (!self.reads_sums || !is_page(bytes, at)) return SQLITE_OK;
  if (!is_whole(view, at)) return SQLITE_IOERR_DATA;
  // Hide the sum: SQLite would log it with changed pages, and a checkpoint by another program would
  // write outdated sums.
  note_sum(data, view.size(), 0);
  return SQLITE_OK;
}

int write(sqlite3_file* file, const void* buffer, int bytes, sqlite3_int64 at) {
  CheckedFile& self = own(file);
  const std::string_view view(static_cast<const char*>(buffer), static_cast<std::size_t>(bytes));
  if (at == 0 && bytes >= kHeaderBytes) learn(self, view);
  if (!self.writes_sums || !is_page(bytes, at)) {
    return self.system->xWrite(file, buffer, bytes, at);
  }
  thread_local char page[kLargestPage];  // SQLite's buffer is const
  std::memcpy(page, view.data(), view.size());
  note_sum(page, view.size(), sum_of(view, at));
  return self.system->xWrite(file, page, bytes, at);
}

int control(sqlite3_file* file, int opcode, void* argument) {
  CheckedFile& self = own(file);
  if (opcode != kRequestSums) return self.system->xFileControl(file, opcode, argument);
  sqlite3_int64 bytes = 0;
  const int status = self.system->xFileSize(file, &bytes);
  if (status == SQLITE_OK && bytes == 0) self.writes_sums = true;
  return status;
}

/// No memory mapping: it would bypass the checks.
int fetch(sqlite3_file*, sqlite3_int64, int, void** to) {
  *to = nullptr;
  return SQLITE_OK;
}

int unfetch(sqlite3_file*, sqlite3_int64, void*) { return SQLITE_OK; }

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  sqlite3_vfs* const system = system_vfs();
  const int status = system->xOpen(system, name, file, flags, out_flags);
  if (status != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB)) return status;
  // Other pages may be written before the first one, which has the flag.
  const bool fresh = (flags & SQLITE_OPEN_CREATE) != 0;
  auto* const self = new (reinterpret_cast<char*>(file) + own_offset())
      CheckedFile{*file->pMethods, file->pMethods, fresh, false};
  self->methods.xRead = read;
  self->methods.xWrite = write;
  self->methods.xFileControl = control;
  if (self->methods.iVersion >= 3) {
    self->methods.xFetch = fetch;
    self->methods.xUnfetch = unfetch;
  }
  file->pMethods = &self->methods;
  return SQLITE_OK;
}

}  // namespace

const char* checked_pages() {
  static const bool registered = [] {
    static sqlite3_vfs vfs = *system_vfs();
    vfs.pNext = nullptr;
    vfs.zName = kName;
    vfs.szOsFile = static_cast<int>(own_offset() + sizeof(CheckedFile));
    vfs.xOpen = open;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
  }();
  return registered ? kName : nullptr;
}

void request_page_sums(sqlite3* db) {
  int bytes = kPageSumBytes;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
  sqlite3_file_control(db, "main", kRequestSums, nullptr);
}

bool has_page_sums(std::string_view head) {
  return head.size() >= kHeaderBytes && head[20] == kPageSumBytes;
}

int page_bytes_of(std::string_view head) {
  if (head.size() < kHeaderBytes) return 0;
  const int bytes =
      static_cast<unsigned char>(head[16]) << 8 | static_cast<unsigned char>(head[17]);
  const int page = bytes == 1 ? kLargestPage : bytes;
  return is_page(page, 0) ? page : 0;
}

Result<std::vector<std::string>> check_pages(const HeldFile& file, std::size_t most) {
  constexpr int kTries = 5;
  constexpr std::chrono::milliseconds kPause{20};
  std::vector<std::string> faults;
  const int bytes = page_bytes_of(database_head(file));
  if (bytes == 0) return std::vector<std::string>{"the size of its pages is damaged"};
  for (sqlite3_int64 at = 0; faults.size() < most; at += bytes) {
    bool good = false, ended = false;
    // Retry: another process may be writing the page.
    for (int i = 0; i < kTries && !good && !ended; ++i) {
      if (i > 0) std::this_thread::sleep_for(kPause);
      const auto page = file.read(at, static_cast<std::size_t>(bytes));
      if (!page) return page.error();
      ended = page->empty();
      good = page->size() == static_cast<std::size_t>(bytes) && is_whole(*page, at);
    }
    if (ended) break;
    if (!good) {
      faults.push_back(
          fmt::format("page {} is not what was written: its checksum is wrong", at / bytes + 1));
    }
  }
  return faults;
}

}  // namespace sumi
