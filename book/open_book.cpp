// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "book/formats/compact_book.h"
#include "book/store/book_store.h"
#include "engine/base/file.h"
#include "engine/base/sqlite.h"

#include <utility>

namespace sumi::book {

Result<std::shared_ptr<const BookReader>> open_book(const std::string& name) {
  using Book = std::shared_ptr<const BookReader>;
  if (name == kShippedBook) return Book(CompactBook::shipped());

  const Result<HeldFile> file = HeldFile::open(name, HeldFile::Access::kRead);
  if (!file) return file.error();
  const Result<std::string> head = file->read(0, kDatabaseHeaderBytes);
  if (!head) return head.error();
  if (CompactBook::is_compact(*head)) {
    const Result<std::string> bytes = read_file(name);
    if (!bytes) return bytes.error();
    Result<std::unique_ptr<CompactBook>> book = CompactBook::read(*bytes);
    if (!book) return file_error(name, book.error().message);
    return Book(std::move(*book));
  }
  Result<std::unique_ptr<BookStore>> book = BookStore::open(name, BookStore::Access::kRead);
  if (!book) return book.error();
  return Book(std::move(*book));
}

}  // namespace sumi::book
