// SPDX-License-Identifier: MIT
/// The first word of every command of `sumi book`, which says the book, and the formats of others.
#pragma once

#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "protocol/command/command.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sumi::protocol {

/// The first word, which is taken off. Throws UsageError if there is none.
std::string take_book(CommandLine& line);

/// The first word, as take_book() takes it, where no other word may follow.
std::string only_book(CommandLine& line);

/// Throws UsageError for the shipped book, which is only read.
void forbid_shipped(const std::string& path);

/// Opens a book to look things up in: a file of either kind, or the shipped book. Throws
/// FatalError.
std::shared_ptr<const book::BookReader> open_to_read(const std::string& path);

/// Opens a book to write to it. Throws UsageError for the shipped book, FatalError for other
/// failures.
std::unique_ptr<book::BookStore> open_to_write(const std::string& path);

/// Like open_to_write(), but makes a new book if there is no such file.
std::unique_ptr<book::BookStore> open_or_create(const std::string& path);

/// Bytes of the file and what SQLite keeps beside it; 0 if there is none.
std::uintmax_t file_size_of(const std::string& path);

/// What `sumi book export` writes and `import` reads.
enum class BookFormat { kCompact, kEdax, kEgaroucid, kObf };

/// --format; `standard` says what applies without it.
Option format_row(std::optional<BookFormat>& format, const std::string& standard);

}  // namespace sumi::protocol
