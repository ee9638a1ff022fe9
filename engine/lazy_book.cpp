// SPDX-License-Identifier: MIT
#include "engine/lazy_book.h"
#include "engine/players/player.h"

#include <fmt/format.h>

#include <string>

namespace sumi {

Result<LazyBook::Book> open_named_book(const BookOpener& open, const EngineOptions& options,
                                       bool to_learn) {
  auto book = open(options.book, to_learn);
  if (!book) return Error{book.error().code, fmt::format("book: {}", book.error().message)};
  return book;
}

bool wants_book(const EngineOptions& options) {
  return (options.own_book || options.book_learn) && options.size == 8 &&
         options.player == kSearchPlayer;
}

Result<LazyBook> book_of(const BookOpener& open, const EngineOptions& options, bool more_follow) {
  if (!open || !wants_book(options)) return LazyBook();
  if (options.book == kShippedBook && (more_follow || !options.book_learn)) {
    return LazyBook([open] { return open(std::string(kShippedBook), false).value(); });
  }
  auto book = open_named_book(open, options, options.book_learn);
  const bool may_come = more_follow && !options.book_learn;
  if (!book && may_come && book.error().code == ErrorCode::kNotFound) return LazyBook();
  if (!book) return book.error();
  return LazyBook([book = std::move(*book)] { return book; });
}

Result<void> check_book_of_8x8(const BookOpener& open, const EngineOptions& options) {
  EngineOptions big = options;
  big.size = 8;
  const bool later = wants_book(big) && !wants_book(options) && options.book != kShippedBook;
  if (!open || !later) return {};
  const auto book = open_named_book(open, options, false);
  const bool may_be_made = options.book_learn && !book && book.error().code == ErrorCode::kNotFound;
  if (!book && !may_be_made) return book.error();
  return {};
}

bool same_book(const EngineOptions& a, const EngineOptions& b) {
  return wants_book(a) == wants_book(b) && a.book == b.book && a.book_learn == b.book_learn;
}

}  // namespace sumi
