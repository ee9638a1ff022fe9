// SPDX-License-Identifier: MIT
/// Two books into one.
#pragma once

#include "book/store/book_reader.h"
#include "book/store/book_store.h"

namespace sumi::book {

/// Puts all of `from` in `book`: of two leaves of a position the one that is not stale then, or
/// else the one at the higher level, then of the greater depth; a leaf that nobody has searched
/// gives way to any other. Games are added up, unless `from` remembers some and `book` all of
/// those: then they are the same games. The games that `from` remembers are remembered. Notes stay
/// as they are. One change: where `progress` ends it, nothing is changed. Returns whether it was
/// done. Requires: `from` is another book.
bool merge(BookStore& book, const BookReader& from, const Progress& progress = {});

}  // namespace sumi::book
