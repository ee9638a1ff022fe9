// SPDX-License-Identifier: MIT
/// Our books as Egaroucid's, and the other way.
#pragma once

#include "book/formats/egaroucid_file.h"
#include "book/progress.h"
#include "book/store/book_entry.h"
#include "book/store/book_reader.h"
#include "book/store/book_store.h"
#include "engine/base/error.h"

#include <optional>
#include <string>
#include <utility>

namespace sumi::book {

/// The entry of our books for a position of Egaroucid: its leaf, with the level of that, or of the
/// position where no leaf is known. A leaf is neither exact nor sure: its depth is the level, or
/// the empties, its selectivity the lowest. What a person has put in is of the highest level. The
/// score is the position's value until settle_leaves() and negamax_all() have gone through all of
/// them. Nothing for a position that our books do not hold: one without a legal move.
std::optional<std::pair<Board, BookEntry>> from_egaroucid(const EgaroucidPosition& position);

/// For a book of the entries of from_egaroucid() alone, before negamax_all(): finds out what the
/// file does not say. A leaf is none if every move stays in the book, and unsearched if one is said
/// to be none and a move leads out. A position with neither a leaf nor a move that stays is a leaf
/// itself: it is taken out, and its value is that of the move to it, which becomes the leaf of the
/// position before if it is the best. Takes 5 us and 40 bytes of memory a position.
void settle_leaves(BookStore& book);

/// All scored positions of a book as a file that Egaroucid reads: in the direction that it looks
/// for, scores rounded to whole discs, leaves that are not stale. What stands in fields that our
/// books do not have: README.md. Takes memory for the whole file. All or nothing: PATH.new takes
/// the name when it is whole. Returns whether it was written: not if `progress` has ended it. Fails
/// as write_file() does.
Result<bool> write_egaroucid_book(const std::string& path, const BookReader& book,
                                  const Progress& progress = {});

}  // namespace sumi::book
