// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/analysis/analysis_fields.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <stdexcept>

namespace sumi::protocol {

Json json_judgement(const Judgement& j) {
  return Json::array({j.discs, j.exact, j.depth, j.selectivity, j.book, j.book_plies});
}

Judgement parse_judgement(const Json& json, int size) {
  Judgement j{json.at(0).get<double>(), json.at(1).get<bool>(), json.at(2).get<int>(),
              json.at(3).get<int>()};
  if (json.size() > 4) {  // older lines know no book
    j.book = json.at(4).get<bool>();
    j.book_plies = json.at(5).get<int>();
  }
  if (!(std::abs(j.discs) <= size * size)) throw std::out_of_range("discs");
  return j;
}

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
