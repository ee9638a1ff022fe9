// SPDX-License-Identifier: MIT
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"
#include "engine/opening_book.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::book {

/// Opens the shipped book ("default"), or a BookStore or CompactBook by path. Fails with kNotFound
/// or kBadFile.
Result<std::shared_ptr<const BookReader>> open_book(const std::string& name);

/// A BookOpener. Engines share open books. Fails as open_book() does. `to_learn` requires a
/// BookStore without another writer, and creates a missing file.
///
/// Damaged parts of a book have no moves; the rest stays in use. After a failed read of more than a
/// second (a dying disk) the book is empty. add() reports write failures.
Result<std::shared_ptr<OpeningBook>> open_opening_book(const std::string& name, bool to_learn);

/// Called at a book's first read failure, from any thread. The line names the file.
using BookNote = std::function<void(std::string_view)>;

/// open_opening_book() with a callback for read failures. An open book keeps its first callback.
BookOpener book_opener(BookNote tell);

}  // namespace sumi::book
