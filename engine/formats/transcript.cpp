// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/move_text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

namespace sumi {

Result<GameRecord> parse_game(std::string_view text, int size) {
  text = without_bom(text);
  if (text.size() > kMaxGameText) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("game: {} is longer than {} bytes", quoted(text), kMaxGameText)};
  }
  std::string plain;
  text = with_ascii_width(text, plain);
  if (const Result<void> checked = check_address(text, size); !checked) return checked.error();
  const std::string moves_text = with_moves_of_addresses(text, size);
  text = moves_text;
  GameRecord record;
  record.start = start_position(size);
  const Result<std::optional<LeadingPosition>> board = parse_leading_position(text, size);
  if (!board) return board.error();
  if (*board) {
    record.start = (*board)->position;
    text.remove_prefix((*board)->end);
  }
  MoveReader moves(record.start, MoveWords::kOnlyMoves);
  if (const Result<void> read = moves.read(text); !read) return read.error();
  for (const PlayedMove& move : moves.game().moves()) record.moves.push_back(move.square);
  record.result = moves.result();
  record.comment = moves.rest();
  return record;
}

std::string to_transcript(const GameRecord& game) {
  std::string text;
  for (const Square square : game.moves) {
    if (square != Square::kPass) text += to_text(square, game.start.size);
  }
  return text;
}

namespace {

/// The moves, after the start position unless it is the usual one.
std::string transcript_of(const GameRecord& game) {
  const std::string moves = to_transcript(game);
  if (game.start == Position{} && !moves.empty()) return moves;
  return moves.empty() ? to_text(game.start) : to_text(game.start) + " " + moves;
}

}  // namespace

constinit const FormatRow kTranscriptRow{
    {FileFormat::kTranscript, "transcript", "txt gam",
     "a game per line (f5d6c3); numbered lists, score sheets",
     "1行に1局（f5d6c3）、番号付きの手順、棋譜用紙", true, true},
    read_pasted,
    write_game<transcript_of>,
    kHoldsMoves};

}  // namespace sumi
