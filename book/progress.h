// SPDX-License-Identifier: MIT
/// How far long work on a whole book is.
#pragma once

#include "book/store/book_reader.h"

#include <cstdint>
#include <functional>

namespace sumi::book {

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
