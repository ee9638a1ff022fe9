// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/text.h"
#include "protocol/cli/book/book_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi::protocol {

std::string take_book(CommandLine& line) {
  if (line.words.empty()) throw UsageError("no book given: a file, or `default`, the shipped one");
  std::string path = line.words.front();
  line.words.erase(line.words.begin());
  return path;
}

std::string only_book(CommandLine& line) {
  std::string path = take_book(line);
  forbid_words(line);
  return path;
}

void forbid_shipped(const std::string& path) {
  if (path != kShippedBook) return;
  throw UsageError(fmt::format(
      "'{}' is the shipped book, which is only read: `sumi book merge FILE {}` makes a file of it",
      path, path));
}

std::shared_ptr<const book::BookReader> open_to_read(const std::string& path) {
  auto opened = book::open_book(path);
  if (!opened) throw FatalError(opened.error().message);
  return std::move(*opened);
}

std::unique_ptr<book::BookStore> open_to_write(const std::string& path) {
  forbid_shipped(path);
  auto opened = book::BookStore::open(path, book::BookStore::Access::kWrite);
  if (!opened) throw FatalError(opened.error().message);
  return std::move(*opened);
}

std::unique_ptr<book::BookStore> open_or_create(const std::string& path) {
  forbid_shipped(path);
  auto opened = book::BookStore::open(path, book::BookStore::Access::kWrite);
  if (!opened && opened.error().code == ErrorCode::kNotFound) {
    opened = book::BookStore::create(path);
  }
  if (!opened) throw FatalError(opened.error().message);
  return std::move(*opened);
}

std::uintmax_t file_size_of(const std::string& path) {
  std::uintmax_t bytes = 0;
  for (const char* const suffix : {"", "-wal"}) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(path + suffix, missing);
    if (!missing) bytes += size;
  }
  return bytes;
}

Option format_row(std::optional<BookFormat>& format, const std::string& standard) {
  return {"format",
          choice(format,
                 {{"compact", BookFormat::kCompact},
                  {"edax", BookFormat::kEdax},
                  {"egaroucid", BookFormat::kEgaroucid},
                  {"obf", BookFormat::kObf}},
                 "FORMAT"),
          fmt::format("compact, edax, egaroucid or obf; {}", standard)};
}

}  // namespace sumi::protocol
