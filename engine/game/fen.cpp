// SPDX-License-Identifier: MIT
/// FEN borrowed from chess, in the two kinds that Othello programs write.
#include "engine/base/text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace sumi {
namespace {

Error fen_error(std::string_view text, std::string_view what) {
  return {ErrorCode::kBadSyntax,
          fmt::format("FEN: {} {}, need the form 8/8/8/3ox3/3xo3/8/8/8 x", quoted(text), what)};
}

/// The colour that a letter stands for; `chess`: in Edax's kind.
std::optional<Color> disc(char letter, bool chess) {
  if (chess) {
    return letter == 'p'   ? std::optional(Color::kBlack)
           : letter == 'P' ? std::optional(Color::kWhite)
                           : std::nullopt;
  }
  return to_lower(letter) == 'x'   ? std::optional(Color::kBlack)
         : to_lower(letter) == 'o' ? std::optional(Color::kWhite)
                                   : std::nullopt;
}

struct Discs {
  Bitboard black = 0, white = 0;
};

/// Reads one rank, "3ox3", into `discs`.
Result<void> read_rank(std::string_view text, int rank, int size, bool chess, Discs& discs) {
  int file = 0;
  for (const char c : text) {
    if (file >= size) return fen_error(text, fmt::format("is longer than {} squares", size));
    if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (const std::optional<Color> color = disc(c, chess)) {
      (*color == Color::kBlack ? discs.black : discs.white) |= bit(square_at(file, rank, size));
      ++file;
    } else {
      return fen_error(text, fmt::format("has {}", quoted({&c, 1})));
    }
  }
  if (file != size) return fen_error(text, fmt::format("has {} squares, not {}", file, size));
  return {};
}

}  // namespace

bool begins_with_fen(std::string_view text) {
  const std::string_view board = take_word(text);
  const auto slashes = std::ranges::count(board, '/');
  return (slashes == 7 || slashes == 5 || slashes == 3) &&
         board.find_first_of("12345678pP") != board.npos &&
         board.find_first_not_of("/12345678xXoOpP") == board.npos;
}

std::string to_fen(const Position& p) {
  std::string text;
  for (int rank = 0; rank < p.size; ++rank) {
    if (rank > 0) text += '/';
    int empty = 0;
    for (int file = 0; file < p.size; ++file) {
      const Bitboard here = bit(square_at(file, rank, p.size));
      if (!((p.board.own | p.board.opp) & here)) {
        ++empty;
        continue;
      }
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += p.discs(Color::kBlack) & here ? 'x' : 'o';
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
  }
  return text + (p.to_move == Color::kBlack ? " x" : " o");
}

Result<Position> parse_fen(std::string_view text) {
  std::string_view rest = text;
  const std::string_view board = take_word(rest), side = take_word(rest);
  const auto ranks = std::ranges::count(board, '/') + 1;
  if (ranks != 4 && ranks != 6 && ranks != 8) {
    return fen_error(trim(text), fmt::format("has {} ranks, not 8 (6, 4)", ranks));
  }
  if (side.empty()) return fen_error(trim(text), "does not say who is to move");
  const Result<Color> to_move = parse_color(side);
  if (!to_move) return to_move.error();

  const int size = static_cast<int>(ranks);
  const bool chess = board.find_first_of("pP") != board.npos;
  Discs discs;
  std::size_t at = 0;
  for (int row = 0; row < size; ++row) {
    const std::size_t end = std::min(board.find('/', at), board.size());
    const int rank = chess ? size - 1 - row : row;
    const Result<void> read = read_rank(board.substr(at, end - at), rank, size, chess, discs);
    if (!read) return read.error();
    at = end + 1;
  }
  return make_position(discs.black, discs.white, *to_move, size);
}

}  // namespace sumi
