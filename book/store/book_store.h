// SPDX-License-Identifier: MIT
/// A book in one SQLite file: README.md says why, and has the format byte by byte.
///
/// A change is there whole or not at all, whenever the process is killed; a power cut may cost the
/// latest, those of half a minute or so. One process writes at a time, any number read beside it
/// and see a change once it is whole. Opening takes milliseconds and a look-up microseconds,
/// whatever the size; little is held in memory but what the system caches.
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
  /// A new, empty one, open to be written. Fails if there is such a file, or no such folder.
  static Result<std::unique_ptr<BookStore>> create(const std::string& path);

  enum class Access { kRead, kWrite };
  /// Fails with kNotFound, with kBadFile if it is no such file (the book of another program is
  /// named) or (kWrite) another process writes to it; then it is left as it was. Reading works in
  /// folders that cannot be written, too.
  static Result<std::unique_ptr<BookStore>> open(const std::string& path, Access access);

  /// True if a file that begins with `head` is a BookStore.
  static bool is_store(std::string_view head);

  ~BookStore() override;

  const std::string& path() const;

  std::optional<BookEntry> find(const Board& board) const override;
  std::uint64_t size() const override;
  /// Inside change() with what was changed so far; `visit` must change nothing then.
  void for_each(const std::function<bool(const Board&, const BookEntry&)>& visit) const override;
  std::string note(const std::string& name) const override;
  std::vector<std::uint64_t> games() const override;

  /// A game of this identity was added: remember_game().
  bool has_game(std::uint64_t identity) const;

  /// Several changes as one: all that is changed in `work` is there after it, or nothing if it
  /// throws. Other threads wait at their next change; they read what was before, while `work`
  /// reads what it has changed. One inside another is part of it. Without it each call below is a
  /// change of its own. Throw FatalError if the file cannot be written. Require: Access::kWrite.
  void change(const std::function<void()>& work);

  /// Does what change() does if `work` returns true; else nothing is changed, and a change that
  /// this one is part of must be given up, too. Returns what `work` returned.
  bool change_if(const std::function<bool()>& work);

  void put(const Board& board, const BookEntry& entry);  ///< Requires: a position, no fault_of().
  void erase(const Board& board);
  void set_note(const std::string& name, std::string_view text);
  void remember_game(std::uint64_t identity);  ///< It may be remembered already.

  /// Looks at the file itself: what SQLite finds wrong with it, in words, and rows that no entry
  /// is written as. Empty if all is well. Seconds for ten million positions.
  /// Where it finds something, other calls may throw FatalError.
  std::vector<std::string> check_file() const;

 private:
  struct Impl;
  explicit BookStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::book
