// SPDX-License-Identifier: MIT
/// The opening book of the engine.
#pragma once

#include "engine/opening_book.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::book {

/// A BookOpener. Books are shared by all engines that ask for the same one. Fails as open_book()
/// does; `to_learn` wants a BookStore that nobody else writes to, and makes it if there is no such
/// file.
///
/// Where something in the book cannot be read, a damaged page, say, it knows nothing, and the rest
/// of it stays in use. One that takes long to fail (a dying disk) is empty from then on. What
/// cannot be written is told by add().
Result<std::shared_ptr<OpeningBook>> open_opening_book(const std::string& name, bool to_learn);

/// Hears once of a book that something in it cannot be read: a line of text with the file's name.
/// From any thread.
using BookNote = std::function<void(std::string_view)>;

/// open_opening_book() for programs with somebody to tell. Of a book that is shared who has opened
/// it first is told.
BookOpener book_opener(BookNote tell);

}  // namespace sumi::book
