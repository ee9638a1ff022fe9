// SPDX-License-Identifier: MIT
/// Any book to look things up in: one on disk (BookStore) or the shipped one (CompactBook). How far
/// long work on all of it is.
#pragma once

#include "book/store/book_entry.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sumi::book {

/// All calls from any thread. What cannot be read any more (a broken disk) throws FatalError.
class BookReader {
 public:
  virtual ~BookReader() = default;

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
  virtual std::vector<std::uint64_t> games() const { return {}; }
};

/// Told the share that is done, 0 to 1, ten times a second or more; what it returns says whether to
/// go on. May be empty.
using Progress = std::function<bool(double share)>;

/// The progress of a part of some work, from share `from` to share `to` of the whole. Requires:
/// `whole` outlives the result.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double share) { return whole(from + share * (to - from)); };
}

/// Counts the steps of a loop and tells `progress`, which outlives it, now and then.
class Steps {
 public:
  Steps(const Progress& progress, std::uint64_t count) : progress_(progress), count_(count) {}

  /// Before each step; false if the loop is to end.
  bool next() {
    constexpr std::uint64_t kEvery = 1024;
    const std::uint64_t step = step_++;
    return step % kEvery != 0 || !progress_ ||
           progress_(static_cast<double>(step) / static_cast<double>(count_));
  }

 private:
  const Progress& progress_;
  const std::uint64_t count_;
  std::uint64_t step_ = 0;
};

/// Does `work` with each entry of a book, as BookReader::for_each(). Returns whether it was done.
template <class Work>
bool for_all(const BookReader& book, const Progress& progress, Work work) {
  Steps steps(progress, book.size());
  bool going = true;
  book.for_each([&](const Board& board, const BookEntry& entry) {
    going = steps.next();
    if (going) work(board, entry);
    return going;
  });
  return going;
}

}  // namespace sumi::book
