// SPDX-License-Identifier: MIT
/// A stub: SQLite and files are missing.
#include "book/store/book_store.h"
#include "engine/base/file.h"

#include <cerrno>

namespace sumi::book {

struct BookStore::Impl {
  std::string path;
};

Result<std::unique_ptr<BookStore>> BookStore::create(const std::string& path) {
  return system_error(path, EROFS);
}

Result<std::unique_ptr<BookStore>> BookStore::open(const std::string& path, Access /*access*/) {
  return system_error(path, ENOENT);
}

BookStore::~BookStore() = default;

const std::string& BookStore::path() const { return impl_->path; }
std::optional<BookEntry> BookStore::find(const Board&) const { return std::nullopt; }
std::uint64_t BookStore::size() const { return 0; }
void BookStore::for_each(const std::function<bool(const Board&, const BookEntry&)>&) const {}
std::string BookStore::note(const std::string&) const { return {}; }
std::vector<std::uint64_t> BookStore::games() const { return {}; }

}  // namespace sumi::book
