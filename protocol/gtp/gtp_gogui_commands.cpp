// SPDX-License-Identifier: MIT
/// What lets GoGui play a game whose rules it does not know: it asks the engine for them.
#include "engine/game/notation.h"
#include "protocol/gtp/gtp_command.h"
#include "protocol/gtp/gtp_session.h"

#include <fmt/format.h>

namespace sumi::protocol {

GtpSession::Reply GtpSession::gogui_analyze_commands(Args) {
  std::string text;
  for (const Command& command : commands()) {
    if (!command.gogui.empty()) text += fmt::format("{}\n", command.gogui);
  }
  return text;
}

/// Its being there tells GoGui that `# interrupt` is read while we think.
GtpSession::Reply GtpSession::gogui_interrupt(Args) { return ""; }

GtpSession::Reply GtpSession::rules_game_id(Args) { return "Othello"; }

GtpSession::Reply GtpSession::rules_board_size(Args) {
  return std::to_string(game_.position().size);
}

/// The last row first: GoGui draws row 1 at the bottom.
GtpSession::Reply GtpSession::rules_board(Args) {
  const Bitboard black = game_.position().discs(Color::kBlack);
  const Bitboard white = game_.position().discs(Color::kWhite);
  const int size = game_.position().size;
  std::string text;
  for (int row = size - 1; row >= 0; --row) {
    for (int column = 0; column < size; ++column) {
      const Bitboard square = bit(square_at(column, row, size));
      text += black & square ? 'X' : white & square ? 'O' : '.';
      text += column < size - 1 ? ' ' : '\n';
    }
  }
  return text;
}

/// "pass" if only that is possible, nothing when the game is over.
GtpSession::Reply GtpSession::rules_legal_moves(Args) {
  Bitboard left = game_.legal_moves();
  if (left == 0) return game_.over() ? "" : "pass";
  const int size = game_.position().size;
  std::string text = to_capitals(first_square(left), size);
  while ((left &= left - 1) != 0) text += ' ' + to_capitals(first_square(left), size);
  return text;
}

GtpSession::Reply GtpSession::rules_side_to_move(Args) {
  return std::string(to_text(game_.position().to_move));
}

GtpSession::Reply GtpSession::rules_final_result(Args) {
  if (!game_.over()) {
    return Error{ErrorCode::kOutOfRange, "cannot score: the game is not over"};
  }
  const int lead = game_.black_score().discs;
  const int squares = game_.position().size * game_.position().size;
  const int black = (squares + lead) / 2, white = (squares - lead) / 2;
  if (lead == 0) return fmt::format("Draw {}-{}", black, white);
  return lead > 0 ? fmt::format("Black wins {}-{}", black, white)
                  : fmt::format("White wins {}-{}", white, black);
}

}  // namespace sumi::protocol
