// SPDX-License-Identifier: MIT
/// Our books as Edax's, and the other way.
#pragma once

#include "book/formats/edax_file.h"
#include "book/progress.h"
#include "book/store/book_entry.h"
#include "book/store/book_reader.h"
#include "engine/base/error.h"

#include <optional>
#include <string>
#include <utility>

namespace sumi::book {

/// The entry of our books for an Edax position: its leaf, games and level. The caller must call
/// negamax_all() for the scores. A leaf is neither exact nor sure: its depth is the level, or the
/// empties, its selectivity the lowest. Without a leaf, there is no move that leads out if every
/// legal move is a link or ends the game; else nobody has looked. Nothing for a game that is over,
/// and for a position in which the side to move must pass, which our books do not hold; but if that
/// pass is a leaf, the book of Edax has no position behind it, and it is given here, unsearched: a
/// link leads to it.
std::optional<std::pair<Board, BookEntry>> from_edax(const EdaxPosition& position);

/// All scored positions of a book as a file that Edax reads: canonical boards, scores rounded to
/// whole discs, leaves that are not stale. A position in which the side to move must pass is an
/// entry of its own where a move of the book leads there: Edax finds the next one through it. What
/// stands in fields that our books do not have: README.md. Takes memory for the whole file.
/// All or nothing: PATH.new takes the name when it is whole. Returns whether it was written: not if
/// `progress` has ended it. Fails as write_file() does.
Result<bool> write_edax_book(const std::string& path, const BookReader& book,
                             const Progress& progress = {});

}  // namespace sumi::book
