// SPDX-License-Identifier: MIT
/// Opening books, told from games and positions by how their files begin. What is in them: book/.
#pragma once

#include <string>
#include <string_view>

namespace sumi {

// The first bytes of the books of other programs.
inline constexpr std::string_view kEdaxBookMagic = "XADEKOOB";
inline constexpr std::string_view kEgaroucidBookMagic = "DICUORAGE";

/// What book_maker() says of our own.
inline constexpr std::string_view kOwnBookMaker = "Sumi";

/// The program whose opening book begins with `head`: "Edax", "Egaroucid" or "Sumi"; empty if it is
/// no book, or one that does not show it. A hundred bytes tell. Any thread.
std::string_view book_maker(std::string_view head);

/// What errors say of such a file: "is an opening book of Edax (see `sumi book import`)". Requires:
/// `maker` is what book_maker() has said, and not empty.
std::string book_notice(std::string_view maker);

}  // namespace sumi
