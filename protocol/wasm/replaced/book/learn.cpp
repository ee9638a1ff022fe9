// SPDX-License-Identifier: MIT
/// Books cannot be written.
#include "book/book_games.h"

namespace sumi::book {

Result<AddReport> learn_game(BookStore& book, const GameRecord& /*game*/) {
  return Error{ErrorCode::kNotFound, "book: WebAssembly has none to learn in: " + book.path()};
}

void search_learned(BookStore&, const OpeningBook::Search&, LeafClaims&) {}

}  // namespace sumi::book
