// SPDX-License-Identifier: MIT
/// Checksums for the pages of SQLite databases: a flipped bit is an error where it is read, be it
/// in a row, an index, a pointer between pages or the schema, and no other value or missing row.
///
/// The last eight bytes of each page hold a checksum of the rest and of the page's number. SQLite
/// leaves these bytes alone when it is told to reserve them (byte 20 of the file, which says so,
/// see https://sqlite.org/fileformat2.html, 1.3.4): other programs read such files as any. They are
/// put there and looked at by a VFS, a layer between SQLite and the system's files. Files without
/// the reserved bytes are read and written as without it.
///
/// A page whose eight bytes are zero has no checksum: it was moved to its place out of a
/// write-ahead log, whose frames have checksums of SQLite's own, by another program. One that
/// another program has changed itself counts as damaged.
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace sumi {

inline constexpr int kPageSumBytes = 8;  ///< Reserved at the end of each page.

/// The VFS to open databases with, for sqlite3_open_v2(). Any thread.
const char* checked_pages();

/// What this connection writes has checksums. For a database without a page yet. Of another one the
/// copies that VACUUM INTO makes have them.
void request_page_sums(sqlite3* db);

/// The file that begins so, with 100 bytes, has checksums.
bool has_page_sums(std::string_view head);

/// Bytes of a page; 0 if no database is like this.
int page_bytes_of(std::string_view head);

/// What is wrong with the pages of a file that has_page_sums(), at most `most` faults, in words;
/// all pages are read, used or not. Somebody may be writing to it. Fails if it cannot be read.
Result<std::vector<std::string>> check_pages(const std::string& path, int fd, std::size_t most);

}  // namespace sumi
