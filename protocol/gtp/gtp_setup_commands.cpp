// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/text/gtp.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMaxSgfBytes = 16 << 20;

Error cannot_load(std::string_view detail) {
  return {ErrorCode::kBadFile, fmt::format("cannot load file: {}", detail)};
}

/// Setup after moves would invalidate the move history.
Error board_not_empty() {
  return {ErrorCode::kOutOfRange, "board not empty: moves were made, send clear_board first"};
}

/// Refuses devices and pipes, which may be our own input.
Result<GameRecord> load_sgf(const std::string& path) {
  std::error_code status;
  if (std::filesystem::exists(path, status) && !std::filesystem::is_regular_file(path, status)) {
    return cannot_load(fmt::format("{} is not a regular file", sumi::quoted(path)));
  }
  const auto text = read_file(path, kMaxSgfBytes);
  if (!text) return cannot_load(text.error().message);
  auto game = parse_sgf(*text);
  if (!game) return cannot_load(fmt::format("{}: {}", sumi::quoted(path), game.error().message));
  return game;
}

}  // namespace

/// Starts a new game: in GTP the board is undefined until clear_board.
GtpSession::Reply GtpSession::boardsize(Args args) {
  const auto size = parse_gtp_int(args[0]);
  if (!size) return size.error();
  if (!is_board_size(*size)) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("unacceptable size: {} (only 4, 6 and 8)", *size)};
  }
  return new_game(Game(start_position(*size)));
}

/// Without this command Quarry assumes a Go engine and counts rows from the bottom.
GtpSession::Reply GtpSession::list_games(Args) { return "Othello"; }

GtpSession::Reply GtpSession::set_game(Args args) {
  for (const std::string_view game : {"Othello", "Reversi"}) {
    if (equal_ignoring_case(args[0], game)) return "";
  }
  return Error{ErrorCode::kNotFound,
               fmt::format("unsupported game: {} (only Othello)", sumi::quoted(args[0]))};
}

/// Loads a game, or the position before a move number. Uses the file's board size.
GtpSession::Reply GtpSession::loadsgf(Args args) {
  if (peer_.remote()) return cannot_load("files of this machine are not for you");
  std::optional<int> before;
  if (args.size() == 2) {
    const auto number = parse_gtp_int(args[1]);
    if (!number) return number.error();
    if (*number == 0) return gtp_syntax_error("the first move has number 1");
    before = *number;
  }
  const auto game = load_sgf(args[0]);
  if (!game) return game.error();
  return new_game(before ? game->replay(static_cast<std::size_t>(*before - 1)) : game->replay());
}

/// The number of squares decides the board size.
GtpSession::Reply GtpSession::setup_board(Args args) {
  std::string text;
  for (const std::string& arg : args) text += arg + ' ';
  const auto position = parse_position(text, game_.position().size);
  if (!position) return gtp_syntax_error(position.error().message);
  return new_game(Game(*position));
}

/// Discs are the whole position; Black moves until gogui-setup_player.
GtpSession::Reply GtpSession::gogui_setup(Args args) {
  if (args.size() % 2 != 0) return gtp_syntax_error("a color without a vertex at the end");
  if (!game_.moves().empty()) return board_not_empty();
  const int size = game_.position().size;
  Bitboard black = 0, white = 0;
  for (std::size_t i = 0; i < args.size(); i += 2) {
    const auto color = parse_gtp_color(args[i]);
    if (!color) return color.error();
    const auto square = parse_gtp_vertex(args[i + 1], size);
    if (!square) return square.error();
    if (*square == Square::kPass) return gtp_syntax_error("a pass is no disc");
    if ((black | white) & bit(*square)) {
      return gtp_syntax_error(fmt::format("{} is named twice", to_text(*square, size)));
    }
    (*color == Color::kBlack ? black : white) |= bit(*square);
  }
  return new_game(Game(make_position(black, white, Color::kBlack, size)));
}

GtpSession::Reply GtpSession::gogui_setup_player(Args args) {
  const auto color = parse_gtp_color(args[0]);
  if (!color) return color.error();
  if (!game_.moves().empty()) return board_not_empty();
  const Position& now = game_.position();
  return new_game(Game(now.to_move == *color ? now : now.passed()));
}

}  // namespace sumi::protocol
