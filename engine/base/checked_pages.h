// SPDX-License-Identifier: MIT
/// Checksums for the pages of SQLite databases: a flipped bit is an error where it is read, be it
/// in a row, an index, a pointer between pages or the schema, and no other value or missing row.
///
/// The last eight bytes of each page hold a checksum of the rest and of the page's number. SQLite
/// leaves these bytes alone when it is told to reserve them (byte 20 of the file, which says so,
/// see https://sqlite.org/fileformat2.html, 1.3.4), so other programs read such files as any other.
/// A VFS, a layer between SQLite and the system's files, writes the checksums and checks them. It
/// leaves files without the reserved bytes as they are.
///
/// A page whose eight bytes are zero has no checksum: another program moved it to its place out of
/// a write-ahead log, whose frames have checksums of SQLite's own. A page that another program has
/// changed itself counts as damaged.
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

/// The VFS to open databases with, for sqlite3_open_v2(). Any thread.
const char* checked_pages();

/// Gives checksums to what this connection writes, if the database has no page yet; else only to
/// the copies that VACUUM INTO makes of it.
void request_page_sums(sqlite3* db);

/// Whether the file that begins with `head` (database_head()) has checksums.
bool has_page_sums(std::string_view head);

/// Bytes of a page of that file; 0 if no database has such a size.
int page_bytes_of(std::string_view head);

/// Reads all pages of a file that has_page_sums(), used or not, and says in words what is wrong
/// with them, at most `most` faults. Somebody may be writing to the file. Fails if it cannot be
/// read.
Result<std::vector<std::string>> check_pages(const HeldFile& file, std::size_t most);

}  // namespace sumi
