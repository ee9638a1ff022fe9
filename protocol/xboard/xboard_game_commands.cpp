// SPDX-License-Identifier: MIT
/// Game::play() decides about passes.
#include "engine/base/text.h"
#include "protocol/xboard/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

/// The peer's input to send back: printable ASCII, at most 40 characters.
std::string echo(std::string_view text) {
  constexpr std::size_t kMaxShown = 40;
  std::string shown(text.substr(0, kMaxShown));
  for (char& c : shown) c = c >= ' ' && c <= '~' ? c : '?';
  return shown;
}

}  // namespace

/// Starts another game, or the same position after other moves, with no result sent.
void XBoardSession::begin(const Position& position) {
  game_ = Game(position);
  learner_.on_position(game_);
  result_sent_ = false;
}

/// Starts a game in which we play second, unless analysing. Keeps the time control, clears the
/// depth limit. Waits for the weights, because no clock runs yet.
Result<void> XBoardSession::new_game(Args) {
  begin({});
  if (!search_.running()) engine_.await_prepared();
  if (!analyzing_) plays_ = Color::kWhite;
  depth_.reset();
  moves_made_ = 0;
  if (level_) left_ = level_->base;
  if (alien_) send_setup();
  return {};
}

Result<void> XBoardSession::variant(Args args) {
  const bool alien = equal_ignoring_case(args, "alien");
  if (!alien && !equal_ignoring_case(args, "reversi")) {
    return Error{ErrorCode::kNotFound, "unsupported variant, only reversi and alien"};
  }
  alien_ = alien;
  send_setup();
  return {};
}

void XBoardSession::send_setup() {
  write(fmt::format("setup (P.....p.....) {}", xboard_fen(game_.position())));
}

Result<void> XBoardSession::setboard(Args args) {
  const auto position = parse_xboard_fen(args);
  if (!position) {
    write(fmt::format("tellusererror Illegal position: {}", position.error().message));
    return {};
  }
  begin(*position);
  send_result_if_over();
  return {};
}

Result<void> XBoardSession::force(Args) {
  plays_.reset();
  return {};
}

Result<void> XBoardSession::go(Args) {
  analyzing_ = false;
  plays_ = game_.position().to_move;
  think();
  return {};
}

Result<void> XBoardSession::playother(Args) {
  plays_ = !game_.position().to_move;
  return {};
}

/// A pass is a move; a missing pass is implied.
Result<void> XBoardSession::usermove(Args args) {
  const auto square = parse_xboard_move(args);
  if (!square || !game_.play(*square)) {
    write(fmt::format("Illegal move: {}", echo(args)));
    return {};
  }
  if (alien_) send_setup();
  send_result_if_over();
  learner_.on_position(game_);
  if (plays_ == game_.position().to_move) think();
  return {};
}

void XBoardSession::send_result_if_over() {
  if (!game_.over() || result_sent_) return;
  result_sent_ = true;
  write(xboard_result(game_.position()));
}

Result<void> XBoardSession::undo(Args) { return take_back(1); }

Result<void> XBoardSession::remove(Args) { return take_back(2); }

/// Takes back all moves or none.
Result<void> XBoardSession::take_back(int moves) {
  const auto sent = std::ranges::count(game_.moves(), false, &PlayedMove::implicit);
  if (moves > sent) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("command not legal now, {} moves were made", sent)};
  }
  for (int i = 0; i < moves; ++i) game_.undo();
  result_sent_ = false;
  if (alien_) send_setup();
  return {};
}

}  // namespace sumi::protocol
