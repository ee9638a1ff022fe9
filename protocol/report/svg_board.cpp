// SPDX-License-Identifier: MIT
/// One path for the lines, a circle for each disc; the colours are those of wood and felt, the same
/// on light and dark ground.
#include "engine/game/notation.h"
#include "protocol/report/svg_board.h"

#include <fmt/format.h>

#include <iterator>

namespace sumi::protocol {

std::string to_svg(const Position& position, std::optional<Square> last) {
  constexpr int kSquare = 10;
  const int side = kSquare * position.size;
  std::string body;
  for (int i = 1; i < position.size; ++i) {
    fmt::format_to(std::back_inserter(body), "M{0} 0V{1}M0 {0}H{1}", i * kSquare, side);
  }
  body = fmt::format(R"(<path d="{}" stroke="#1d5c38" stroke-width=".5"/>)", body);
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    body += color == Color::kBlack ? R"(<g fill="#141414">)" : R"(<g fill="#f6f6f2">)";
    for (Bitboard left = position.discs(color); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      fmt::format_to(std::back_inserter(body), R"(<circle cx="{}" cy="{}" r="4.1"/>)",
                     file_of(s, position.size) * kSquare + kSquare / 2,
                     rank_of(s, position.size) * kSquare + kSquare / 2);
    }
    body += "</g>";
  }
  if (last && *last != Square::kPass) {
    fmt::format_to(std::back_inserter(body), R"(<circle cx="{}" cy="{}" r="1.2" fill="#e0503c"/>)",
                   file_of(*last, position.size) * kSquare + kSquare / 2,
                   rank_of(*last, position.size) * kSquare + kSquare / 2);
  }
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {0} {0}" role="img">)"
      "<title>{1}</title>"
      R"(<rect width="{0}" height="{0}" fill="#2e8b57"/>{2}</svg>)",
      side, to_text(position), body);
}

}  // namespace sumi::protocol
