// SPDX-License-Identifier: MIT
/// Only the shipped book: other books are files, and most need SQLite.
#include "book/book.h"
#include "book/formats/compact_book.h"
#include "engine/base/text.h"

#include <fmt/format.h>

namespace sumi::book {

Result<std::shared_ptr<const BookReader>> open_book(const std::string& name) {
  if (name == kShippedBook) return std::shared_ptr<const BookReader>(CompactBook::shipped());
  return Error{
      ErrorCode::kNotFound,
      fmt::format("file {}: WebAssembly has no book but the shipped one", sumi::quoted(name))};
}

}  // namespace sumi::book
