// SPDX-License-Identifier: MIT
/// Two styles: letters two columns apart, or coloured squares three columns wide.
#include "protocol/console/board_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace sumi::protocol {
namespace {

// 256-colour palette. Alternating greens make files and ranks easier to follow.
constexpr int kGreens[] = {34, 28}, kLastMove = 136;
constexpr int kBlack = 16, kWhite = 231, kLegal = 226;

struct Content {
  enum class Kind { kEmpty, kLegal, kBlack, kWhite } kind;
  bool last;
};

Content content(const Game& game, Square s) {
  using Kind = Content::Kind;
  const Position& now = game.position();
  const PlayedMove* const last = last_move(game);
  const Kind kind = now.discs(Color::kBlack) & bit(s)   ? Kind::kBlack
                    : now.discs(Color::kWhite) & bit(s) ? Kind::kWhite
                    : game.legal_moves() & bit(s)       ? Kind::kLegal
                                                        : Kind::kEmpty;
  return {kind, last && last->square == s};
}

std::string_view letter(Content::Kind kind) {
  constexpr std::string_view kLetters[] = {".", "*", "X", "O"};
  return kLetters[static_cast<int>(kind)];
}

/// Brackets mark the last move: `. . .[X]. .`.
std::string plain_rank(const Game& game, int rank) {
  const int size = game.position().size;
  std::string text;
  bool after_last = false;
  for (int file = 0; file < size; ++file) {
    const Content here = content(game, square_at(file, rank, size));
    text += here.last ? "[" : after_last ? "]" : " ";
    text += letter(here.kind);
    after_last = here.last;
  }
  return fmt::format("{}{}{}{}", rank + 1, text, after_last ? "]" : " ", rank + 1);
}

std::string_view glyph(Content::Kind kind, bool unicode) {
  constexpr std::string_view kRound[] = {" ", "\u00B7", "\u25CF", "\u25CF"};
  constexpr std::string_view kLetters[] = {" ", ".", "X", "O"};
  return (unicode ? kRound : kLetters)[static_cast<int>(kind)];
}

std::string colored_rank(const Game& game, int rank, bool unicode) {
  const int size = game.position().size;
  std::string text = fmt::format("{} ", rank + 1);
  for (int file = 0; file < size; ++file) {
    const Content here = content(game, square_at(file, rank, size));
    const int back = here.last ? kLastMove : kGreens[(file + rank) % 2];
    const int front = here.kind == Content::Kind::kBlack   ? kBlack
                      : here.kind == Content::Kind::kWhite ? kWhite
                                                           : kLegal;
    text += fmt::format("\x1b[48;5;{};38;5;{}m {} ", back, front, glyph(here.kind, unicode));
  }
  return text + fmt::format("\x1b[0m {}", rank + 1);
}

std::string file_letters(int size, int width) {
  std::string text = "  ";
  for (int file = 0; file < size; ++file) {
    text += fmt::format("{:^{}}", static_cast<char>('A' + file), width);
  }
  return text + (width == 2 ? " " : "  ");
}

}  // namespace

const PlayedMove* last_move(const Game& game) {
  const auto& moves = game.moves();
  const auto found = std::find_if(moves.rbegin(), moves.rend(), [](const PlayedMove& move) {
    return move.square != Square::kPass;
  });
  return found != moves.rend() ? &*found : nullptr;
}

std::vector<std::string> board_lines(const Game& game, const BoardStyle& style) {
  const int size = game.position().size;
  const std::string letters = file_letters(size, style.colors ? 3 : 2);
  std::vector<std::string> lines{letters};
  for (int rank = 0; rank < size; ++rank) {
    lines.push_back(style.colors ? colored_rank(game, rank, style.unicode)
                                 : plain_rank(game, rank));
  }
  lines.push_back(letters);
  return lines;
}

}  // namespace sumi::protocol
