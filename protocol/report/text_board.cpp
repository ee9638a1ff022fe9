// SPDX-License-Identifier: MIT
/// All cells first, then as wide as the widest one.
#include "engine/game/rules.h"
#include "protocol/report/text_board.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sumi::protocol {
namespace {

std::string label_of(const std::vector<SquareLabel>& labels, Square s) {
  const auto found = std::ranges::find(labels, s, &SquareLabel::square);
  return found == labels.end() ? "" : found->text;
}

std::string cell(const BoardPicture& picture, Square s) {
  const Position& p = picture.position;
  const bool taken = (p.board.empty() & bit(s)) == 0;
  std::string text = label_of(picture.marks, s) + label_of(picture.scores, s);
  if (taken) {
    text.insert(0, p.discs(Color::kBlack) & bit(s) ? "X" : "O");
  } else if (text.empty()) {
    text = picture.legal_moves && rules::flips(p.board, s, p.size) != 0 ? "*" : ".";
  }
  return picture.last == s ? fmt::format("[{}]", text) : fmt::format(" {} ", text);
}

}  // namespace

std::string text_board(const BoardPicture& picture) {
  const int size = picture.position.size;
  const auto at = [&](int file, int rank) {
    return picture.flip ? square_at(size - 1 - file, size - 1 - rank, size)
                        : square_at(file, rank, size);
  };
  std::array<std::string, 64> cells;
  int width = 0;
  for (int i = 0; i < size * size; ++i) {
    std::string& text = cells[static_cast<std::size_t>(i)];
    text = cell(picture, at(i % size, i / size));
    width = std::max(width, display_width(text));
  }
  // Neighbours share the column between them, as in `X O`.
  const int column = width - 1;
  std::string files = "  ";
  for (int i = 0; i < size; ++i) {
    const int file = picture.flip ? size - 1 - i : i;
    files += fmt::format("{:<{}}", static_cast<char>('A' + file), column);
  }
  files.erase(files.find_last_not_of(' ') + 1);
  std::string text = files + "\n";
  for (int row = 0; row < size; ++row) {
    const int rank = picture.flip ? size - row : row + 1;
    // Every cell brings its own left and right column; where two meet, a bracket wins.
    std::string line;
    for (int i = 0; i < size; ++i) {
      const std::string& next = cells[static_cast<std::size_t>(row * size + i)];
      if (!line.empty() && next[0] == ' ') {
        line += next.substr(1);
      } else {
        if (!line.empty()) line.pop_back();
        line += next;
      }
      const int missing = width - display_width(next);
      line.append(static_cast<std::size_t>(missing), ' ');
    }
    text += fmt::format("{}{}{}\n", rank, line, rank);
  }
  return text + files + "\n";
}

}  // namespace sumi::protocol
