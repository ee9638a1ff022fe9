// SPDX-License-Identifier: MIT
/// Game::play() decides about passes.
#include "engine/base/text.h"
#include "engine/ponder.h"
#include "protocol/report/format.h"
#include "protocol/xboard/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

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
void XBoardSession::new_game(Args) {
  begin({});
  if (!search_.running()) engine_.await_prepared();
  if (!analyzing_) plays_ = Color::kWhite;
  depth_.reset();
  moves_made_ = 0;
  if (level_) left_ = level_->base;
  if (alien_) send_setup();
}

void XBoardSession::variant(Args args) {
  const bool alien = equal_ignoring_case(args, "alien");
  if (!alien && !equal_ignoring_case(args, "reversi")) {
    return refuse({ErrorCode::kNotFound, "unsupported variant, only reversi and alien"});
  }
  alien_ = alien;
  send_setup();
}

void XBoardSession::send_setup() {
  write(fmt::format("setup (P.....p.....) {}", xboard_fen(game_.position())));
}

void XBoardSession::setboard(Args args) {
  const auto position = parse_xboard_fen(args);
  if (!position) {
    return write(fmt::format("tellusererror Illegal position: {}", position.error().message));
  }
  begin(*position);
  send_result_if_over();
}

void XBoardSession::go(Args) {
  analyzing_ = false;
  plays_ = game_.position().to_move;
  think();
}

/// A pass is a move; a missing pass is implied.
void XBoardSession::usermove(Args args) {
  const auto square = parse_xboard_move(args);
  if (!square || !game_.play(*square)) {
    return write(fmt::format("Illegal move: {}", echo(args)));
  }
  if (alien_) send_setup();
  send_result_if_over();
  learner_.on_position(game_);
  if (plays_ == game_.position().to_move) think();
}

void XBoardSession::send_result_if_over() {
  if (!game_.over() || result_sent_) return;
  result_sent_ = true;
  write(xboard_result(game_.position()));
}

/// Takes back all moves or none.
void XBoardSession::take_back(int moves) {
  const auto sent = std::ranges::count(game_.moves(), false, &PlayedMove::implicit);
  if (moves > sent) {
    return refuse(
        {ErrorCode::kOutOfRange, fmt::format("command not legal now, {} moves were made", sent)});
  }
  for (int i = 0; i < moves; ++i) game_.undo();
  result_sent_ = false;
  if (alien_) send_setup();
}

namespace {

/// Good enough, and fast.
constexpr int kHintDepth = 12;
constexpr Millis kHintTime{300};

}  // namespace

/// Searches for our move, unless the game is over or a waiting line would abort the search. A
/// forced pass needs no search. If options conflict, makes no move.
void XBoardSession::think() {
  if (game_.over() || aborts_waiting_ > 0) return;
  if (engine_.pending()) {
    return write(fmt::format("tellusererror No move: {}", engine_.pending()->message));
  }
  if (game_.legal_moves() == 0) return make_move(Square::kPass);
  purpose_ = Purpose::kMove;
  abandoned_ = false;
  watch_ = StopWatch();
  SearchRunner::Listener listener;
  listener.on_update = [this](const SearchUpdate& update) {
    if (post_ && !abandoned_) write(xboard_thinking(update));
  };
  const SearchLimits limits = this->limits();
  listener.on_done = [this, limits](const SearchUpdate& found) {
    if (!abandoned_) {
      const Board board = game_.position().board;
      make_move(found.move());
      spend(watch_.elapsed() + Millis(engine_.options().move_overhead_ms));
      to_ponder_ = ponder_board(engine_.options(), limits, board, found);
      pondered_position_ = game_.position();
    }
    answer_waiting();
  };
  search_.start(game_.position().board, limits, std::move(listener), game_.position().to_move);
  if (ended_) cut_short();
}

void XBoardSession::make_move(Square square) {
  if (!game_.play(game_.position().to_move, square)) return;
  write(fmt::format("move {}", xboard_move(square)));
  if (alien_) send_setup();
  send_result_if_over();
  if (square != Square::kPass) learner_.on_own_move(game_);
}

void XBoardSession::move_now(Args) {
  if (search_.running() && purpose_ == Purpose::kMove) search_.stop();
}

void XBoardSession::hint(Args) {
  const auto send = [this](Square square) { write("Hint: " + xboard_move(square)); };
  if (game_.over()) return;
  if (engine_.pending()) return refuse(*engine_.pending());
  if (game_.legal_moves() == 0) {
    send(Square::kPass);
  } else if (analyzing_) {
    if (!found_.line.empty()) send(found_.move());
  } else {
    purpose_ = Purpose::kHint;
    abandoned_ = false;
    SearchLimits limits;
    limits.depth = kHintDepth;
    limits.move_time = kHintTime;
    limits.selectivity = kFastSelectivity;
    limits.consults_book = true;
    const auto on_done = [this, send](const SearchUpdate& found) {
      if (!abandoned_) send(found.move());
      answer_waiting();
    };
    search_.start(game_.position().board, limits, {.on_done = on_done});
    if (ended_) cut_short();
  }
}

/// Indents lines by a blank and ends with an empty line.
void XBoardSession::bk(Args) {
  const std::string table = book_table(engine_.book().get(), game_.position().board);
  for (std::string_view left = table; !left.empty();) {
    peer_.write(fmt::format(" {}", take_until(left, '\n')));
  }
  write("");
}

/// We then play no side.
void XBoardSession::analyze(Args) {
  if (engine_.pending()) return refuse(*engine_.pending());
  analyzing_ = true;
  analyzed_.reset();
  plays_.reset();
}

void XBoardSession::start_analysis() {
  if (game_.over() || engine_.pending() || analyzed_ == game_.position()) return;
  found_ = {};
  purpose_ = Purpose::kAnalysis;
  abandoned_ = false;
  watch_ = StopWatch();
  SearchRunner::Listener listener;
  listener.on_update = [this](const SearchUpdate& update) {
    found_ = update;
    if (!abandoned_) write(xboard_thinking(update));
  };
  listener.on_done = [this](const SearchUpdate&) {
    if (!abandoned_) analyzed_ = game_.position();
    answer_waiting();
  };
  search_.start(game_.position().board, {.selectivity = kFastSelectivity, .consults_book = true},
                std::move(listener));
}

/// Reports centiseconds, nodes and depth of an analysis; remaining root moves are unknown.
void XBoardSession::status(Args) {
  if (analysis_runs()) {
    write(fmt::format("stat01: {} {} {} 0 0", std::lround(100 * watch_.seconds()), engine_.nodes(),
                      found_.depth));
  }
}

/// When idle: continues an analysis, starts or stops pondering.
void XBoardSession::on_idle() {
  const auto board = std::exchange(to_ponder_, std::nullopt);
  if (ended_ || !plays_ || game_.position() != pondered_position_) {
    if (engine_.pondering()) engine_.stop();
  } else if (board) {
    engine_.ponder(*board);
  }
  if (analyzing_ && !ended_) start_analysis();
}

}  // namespace sumi::protocol
