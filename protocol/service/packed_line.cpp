// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/service/packed_line.h"

#include <stdexcept>
#include <string_view>

namespace sumi::protocol {

std::string packed_line(const Line& line, int size) {
  std::string text;
  for (const Square s : line) text += s == Square::kPass ? "--" : to_text(s, size);
  return text;
}

Line parse_packed_line(const std::string& text, Position p) {
  Line line;
  for (std::size_t i = 0; i + 1 < text.size() && line.size() < kMaxPly; i += 2) {
    const auto square = parse_square(std::string_view(text).substr(i, 2), p.size);
    if (!square) throw std::out_of_range("square");
    if (*square == Square::kPass) {
      if (!rules::must_pass(p.board, p.size)) throw std::out_of_range("pass");
      p = p.passed();
    } else {
      const Bitboard flipped = rules::flips(p.board, *square, p.size);
      if (flipped == 0) throw std::out_of_range("move");
      p = {p.board.played(*square, flipped), !p.to_move, p.size};
    }
    line.push_back(*square);
  }
  if (line.empty() || line[0] == Square::kPass) throw std::out_of_range("line");
  return line;
}

}  // namespace sumi::protocol
