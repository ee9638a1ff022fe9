// SPDX-License-Identifier: MIT
/// Any book to look things up in: one on disk (BookStore) or the shipped one (CompactBook).
#pragma once

#include "book/store/book_entry.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sumi::book {

/// All calls from any thread. What cannot be read any more (a broken disk) throws FatalError.
class BookReader {
 public:
  virtual ~BookReader();

  /// The entry of the position or of one symmetric to it, its leaf's move turned to fit `board`.
  virtual std::optional<BookEntry> find(const Board& board) const = 0;

  virtual std::uint64_t size() const = 0;  ///< Positions.

  /// All positions as canonical boards, in the order of these (own, then opp, as numbers), as they
  /// were at the call: changes meanwhile are not seen. Ends early when `visit` returns false.
  virtual void for_each(
      const std::function<bool(const Board& board, const BookEntry& entry)>& visit) const = 0;

  /// A note about the book: "source" of the shipped book is the command that made it. Empty if
  /// nothing was noted under this name.
  virtual std::string note(const std::string& name) const = 0;

  /// The identities of the games that were added and are remembered, ascending; none of a book that
  /// forgets them.
  virtual std::vector<std::uint64_t> games() const;
};

/// "default": the shipped book; else the file, a BookStore or a CompactBook. Fails with kNotFound
/// or kBadFile.
Result<std::shared_ptr<const BookReader>> open_book(const std::string& name);

}  // namespace sumi::book
