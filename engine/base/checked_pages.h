// SPDX-License-Identifier: MIT
/// Checksums for the pages of SQLite databases: a flipped bit becomes an error instead of a wrong
/// value or a lost row. Written and verified by a VFS, SQLite's file system layer. Format:
/// book/store/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace sumi {

inline constexpr int kPageSumBytes = 8;

/// The VFS for sqlite3_open_v2(). Thread-safe.
const char* checked_pages();

/// Enables checksums for an empty database. Other databases get them only by VACUUM INTO.
void request_page_sums(sqlite3* db);

/// `head`: database_head() of the file.
bool has_page_sums(std::string_view head);

/// Page size in bytes; 0 if invalid.
int page_bytes_of(std::string_view head);

/// Checks all pages of a file that has_page_sums(), even unused ones. Returns at most `most`
/// faults. Others may write meanwhile. Fails if the file is unreadable.
Result<std::vector<std::string>> check_pages(const HeldFile& file, std::size_t most);

}  // namespace sumi
