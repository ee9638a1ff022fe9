// SPDX-License-Identifier: MIT
/// A book in one SQLite file (README.md). Changes are atomic even if the process is killed; a power
/// failure may lose the last half minute. One process writes, while others read completed changes.
/// Opening takes milliseconds and a look-up microseconds at any size.
#pragma once

#include "book/store/book_entry.h"
#include "engine/base/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

class BookStore final : public BookReader {
 public:
  /// Creates a book for writing. Fails if the file exists or the folder does not.
  static Result<std::unique_ptr<BookStore>> create(const std::string& path);

  enum class Access { kRead, kWrite };
  /// Fails with kNotFound; with kBadFile if the file has another type (the error names another
  /// program's book) or, for kWrite, another writer. Failure changes nothing. kRead works in
  /// read-only folders.
  static Result<std::unique_ptr<BookStore>> open(const std::string& path, Access access);

  static bool is_store(std::string_view head);

  ~BookStore() override;

  const std::string& path() const;

  std::optional<BookEntry> find(const Board& board) const override;
  std::uint64_t size() const override;
  /// Inside change(), also visits uncommitted changes; `visit` must not change the book.
  void for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const override;
  std::string note(const std::string& name) const override;
  std::vector<std::uint64_t> games() const override;

  bool has_game(std::uint64_t identity) const;

  /// Runs `work` as one atomic change, rolled back if it throws. Other threads block at their next
  /// change and read the previous state; `work` reads its own changes. Nested calls join the outer
  /// change. Outside change(), each call below is its own change. They throw FatalError on write
  /// failures. Requires: Access::kWrite.
  void change(const std::function<void()>& work);

  /// As change(), but also rolled back if `work` returns false; the caller must then roll back an
  /// enclosing change. Returns the result of `work`.
  bool change_if(const std::function<bool()>& work);

  void put(const Board& board, const BookEntry& entry);  ///< Requires: is_book_position(), no
                                                         ///< fault_of().
  void erase(const Board& board);
  void set_note(const std::string& name, std::string_view text);
  void remember_game(std::uint64_t identity);  ///< No effect on a remembered game.

  /// Checks the file with SQLite, and all rows: seconds for ten million positions. Returns
  /// descriptions of faults. After faults other calls may throw FatalError.
  std::vector<std::string> check_file() const;

 private:
  struct Impl;
  explicit BookStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::book
