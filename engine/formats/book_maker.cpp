// SPDX-License-Identifier: MIT
#include "engine/formats/book_maker.h"

#include <fmt/format.h>

#include <cstddef>

namespace sumi {
namespace {

bool has_at(std::string_view head, std::size_t at, std::string_view bytes) {
  return head.size() >= at && head.substr(at).starts_with(bytes);
}

/// A database with the application_id of books, or a file of the kind of compact books.
bool is_book_of_sumi(std::string_view head) {
  constexpr std::string_view kKind{"\3\0\0\0", 4};
  return (has_at(head, 0, "SQLite format 3") && has_at(head, 68, "SuBk")) ||
         (has_at(head, 0, "SUMI\x1AWGT") && has_at(head, 12, kKind));
}

}  // namespace

std::string_view book_maker(std::string_view head) {
  if (head.starts_with(kEdaxBookMagic)) return "Edax";
  if (head.starts_with(kEgaroucidBookMagic)) return "Egaroucid";
  return is_book_of_sumi(head) ? kOwnBookMaker : "";
}

std::string book_notice(std::string_view maker) {
  return fmt::format("is an opening book of {} (see `sumi book {}`)", maker,
                     maker == kOwnBookMaker ? "show" : "import");
}

}  // namespace sumi
