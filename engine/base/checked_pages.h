// SPDX-License-Identifier: MIT
/// Checksums for the pages of SQLite databases, so that a flipped bit in a row, index, page pointer
/// or schema is reported as an error instead of returning a wrong value or losing a row.
///
/// The last 8 bytes of each page hold a checksum of the rest and of the page number. SQLite
/// reserves these bytes (byte 20 of the file; https://sqlite.org/fileformat2.html, 1.3.4), so other
/// programs can use the file. A VFS, the layer between SQLite and the file system, writes and
/// verifies the checksums; files without reserved bytes are untouched.
///
/// Eight zero bytes mean no checksum: another program copied the page from a write-ahead log, whose
/// frames SQLite checks. A page that another program changed itself counts as damaged.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace sumi {

inline constexpr int kPageSumBytes = 8;  ///< Reserved at the end of each page.

/// The VFS for sqlite3_open_v2(). Thread-safe.
const char* checked_pages();

/// Enables checksums for an empty database; for others only in copies made by VACUUM INTO.
void request_page_sums(sqlite3* db);

/// True if the file with this database_head() has checksums.
bool has_page_sums(std::string_view head);

/// Page size in bytes; 0 if invalid.
int page_bytes_of(std::string_view head);

/// Checks all pages, also unused ones, of a file that has_page_sums(). Returns at most `most` fault
/// descriptions. Others may write to the file meanwhile. Fails if the file cannot be read.
Result<std::vector<std::string>> check_pages(const HeldFile& file, std::size_t most);

}  // namespace sumi
