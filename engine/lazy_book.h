// SPDX-License-Identifier: MIT
/// The book of an engine: opened when somebody looks into it. Private to the engine.
#pragma once

#include "engine/base/error.h"
#include "engine/base/signals_blocked.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <functional>
#include <future>
#include <memory>
#include <utility>

namespace sumi {

class LazyBook {
 public:
  using Book = std::shared_ptr<OpeningBook>;

  LazyBook() = default;  ///< No book.
  explicit LazyBook(std::function<Book()> open)
      : book_(std::async(std::launch::deferred, std::move(open)).share()) {}

  /// Begins to open it, on a thread of its own; returns at once.
  void prepare() {
    if (!book_.valid() || opening_.valid()) return;
    const SignalsBlocked blocked;
    opening_ = std::async(std::launch::async, [book = book_] { book.wait(); });
  }

  bool is_none() const { return !book_.valid(); }

  /// Null if there is none. Any thread; the first call may have to open it.
  Book get() const { return book_.valid() ? book_.get() : nullptr; }

 private:
  std::shared_future<Book> book_;
  std::future<void> opening_;
};

/// Opens the book that the options name. Errors name the option, too.
Result<LazyBook::Book> open_named_book(const BookOpener& open, const EngineOptions& options,
                                       bool to_learn);

/// True if the options ask for a book, to play from or to learn into. On small boards, and for
/// other players than the search, none is used.
bool wants_book(const EngineOptions& options);

/// The book that the options want; none without an opener. A file is opened now, with its errors;
/// the shipped book, which has none, later. Where options are set one by one (`more_follow`) two
/// things are no errors yet, so that book and book-learn may come in any order: a file that is not
/// there, which is no book until learning makes it, and learning into the shipped book.
Result<LazyBook> book_of(const BookOpener& open, const EngineOptions& options, bool more_follow);

/// A file that the options name as a book of games on 8x8 is told now if it cannot be opened,
/// though the board is a small one, for which book_of() opens none.
Result<void> check_book_of_8x8(const BookOpener& open, const EngineOptions& options);

/// True if book_of() gives the same book for both, whatever `more_follow` is.
bool same_book(const EngineOptions& a, const EngineOptions& b);

}  // namespace sumi
