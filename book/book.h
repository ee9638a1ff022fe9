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

/// "default" (the shipped book), or the path of a BookStore or CompactBook. Fails with kNotFound or
/// kBadFile.
Result<std::shared_ptr<const BookReader>> open_book(const std::string& name);

/// A BookOpener. Engines share open books. Fails as open_book() does. `to_learn` requires a
/// BookStore without another writer, and creates a missing file.
///
/// A damaged part of a book has no moves; the rest stays in use. If a read takes more than a second
/// to fail (a dying disk), the book is empty from then on. add() reports write failures.
Result<std::shared_ptr<OpeningBook>> open_opening_book(const std::string& name, bool to_learn);

/// Called once per book, at the first read failure, from any thread; the line names the file.
using BookNote = std::function<void(std::string_view)>;

/// open_opening_book() with the first opener's callback for read failures.
BookOpener book_opener(BookNote tell);

}  // namespace sumi::book
