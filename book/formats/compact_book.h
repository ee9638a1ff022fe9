// SPDX-License-Identifier: MIT
/// A book to hand on: one small compressed file that is read whole. The shipped book is one, inside
/// the program. README.md has the format.
#pragma once

#include "book/store/book_reader.h"
#include "engine/base/error.h"

#include <memory>
#include <string>
#include <string_view>

namespace sumi::book {

/// Held in memory, 40 bytes a position.
class CompactBook final : public BookReader {
 public:
  /// Fails with kBadFile if the bytes are not whole and right.
  static Result<std::unique_ptr<CompactBook>> read(std::string_view bytes);
  static bool is_compact(std::string_view head);

  /// The shipped book. The first call opens it in a few milliseconds; positions are decoded on
  /// demand, all 100,000 in 25 ms. This and the book's lookups throw FatalError if it is damaged,
  /// which a test rules out.
  static std::shared_ptr<const CompactBook> shipped();

  ~CompactBook() override;

  std::optional<BookEntry> find(const Board& board) const override;
  std::uint64_t size() const override;
  void for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const override;
  std::string note(const std::string& name) const override;

 private:
  struct Impl;
  explicit CompactBook(std::unique_ptr<Impl> impl);
  /// As read(), but damaged positions are found only when they are decoded.
  static Result<std::unique_ptr<CompactBook>> open(std::string_view bytes);
  std::unique_ptr<Impl> impl_;
};

/// The bytes of a compact book of all positions of another and its note "source"; none if
/// `progress` has ended it. Fails with kOutOfRange above four million positions.
Result<std::string> to_compact(const BookReader& book, const std::string& source,
                               const Progress& progress = {});

}  // namespace sumi::book
