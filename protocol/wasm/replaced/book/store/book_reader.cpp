// SPDX-License-Identifier: MIT
/// The shipped book is the only one: others are files, and most of them need SQLite.
#include "book/formats/compact_book.h"
#include "book/store/book_reader.h"
#include "engine/base/text.h"

#include <fmt/format.h>

namespace sumi::book {

BookReader::~BookReader() = default;

std::vector<std::uint64_t> BookReader::games() const { return {}; }

Result<std::shared_ptr<const BookReader>> open_book(const std::string& name) {
  if (name == kShippedBook) return std::shared_ptr<const BookReader>(CompactBook::shipped());
  return Error{
      ErrorCode::kNotFound,
      fmt::format("file {}: WebAssembly has no book but the shipped one", sumi::quoted(name))};
}

}  // namespace sumi::book
