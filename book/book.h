// SPDX-License-Identifier: MIT
/// Books opened: to read, or as the opening book of an engine.
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"
#include "engine/opening_book.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::book {

/// "default": the shipped book; else the file, a BookStore or a CompactBook. Fails with kNotFound
/// or kBadFile.
Result<std::shared_ptr<const BookReader>> open_book(const std::string& name);

/// A BookOpener. Books are shared by all engines that ask for the same one. Fails as open_book()
/// does; `to_learn` wants a BookStore that nobody else writes to, and makes it if there is no such
/// file.
///
/// Where a part of the book cannot be read (a damaged page), the book knows no moves, and the rest
/// of it stays in use. If reading takes more than a second to fail (a dying disk), the book is
/// empty from then on. add() says what could not be written.
Result<std::shared_ptr<OpeningBook>> open_opening_book(const std::string& name, bool to_learn);

/// Is called once for a book when something in it cannot be read, from any thread, with a line of
/// text that names the file.
using BookNote = std::function<void(std::string_view)>;

/// open_opening_book() for programs that have somebody to tell. Where several share a book, the
/// note of the one that opened it first is called.
BookOpener book_opener(BookNote tell);

}  // namespace sumi::book
