// SPDX-License-Identifier: MIT
/// Game::play() and position_for() decide about passes.
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "engine/ponder.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/report/format.h"
#include "protocol/text/gtp.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sumi::protocol {
namespace {

/// Plays well within a second, and reproducibly.
constexpr std::uint64_t kRegGenmoveNodes = 1'000'000;

/// Plays a move. Leaves `game` unchanged on failure.
Result<void> play_on(Game& game, const std::string& color_text, const std::string& vertex_text) {
  const auto color = parse_gtp_color(color_text);
  if (!color) return color.error();
  const auto square = parse_gtp_vertex(vertex_text, game.position().size);
  if (!square) return square.error();
  return game.play(*color, *square);
}

/// Discs for Black: "B+12", "W+4", "0".
std::string gtp_score(DiscDiff black) {
  if (black.discs == 0) return "0";
  return fmt::format("{}+{}", black.discs > 0 ? 'B' : 'W', std::abs(black.discs));
}

}  // namespace

/// Keeps the table: GoGui sends clear_board dozens of times per move.
GtpSession::Reply GtpSession::clear_board(Args) {
  return new_game(Game(start_position(engine_.options().size)));
}

/// KataGo's and Leela Zero's name; referees send it to make games independent.
GtpSession::Reply GtpSession::clear_cache(Args) {
  engine_.clear_table();
  return "";
}

/// Switches the engine to the game's board size; fails without changes. Waits for the weights,
/// because no clock runs yet.
GtpSession::Reply GtpSession::new_game(Game game) {
  const int size = game.position().size;
  if (engine_.options().size != size) {
    if (const auto met = engine_.use_size(size); !met) return met.error();
  }
  engine_.await_prepared();
  game_ = std::move(game);
  learner_.on_position(game_);
  clock_.restart();
  return "";
}

/// Othello has no komi, but GoGui and twogtp always send it.
GtpSession::Reply GtpSession::komi(Args args) {
  const auto komi = parse_gtp_float(args[0]);
  if (!komi) return komi.error();
  return "";
}

GtpSession::Reply GtpSession::play(Args args) {
  const auto played = play_on(game_, args[0], args[1]);
  if (!played) return played.error();
  learner_.on_position(game_);
  return "";
}

GtpSession::Reply GtpSession::play_sequence(Args args) {
  if (args.size() % 2 != 0) return gtp_syntax_error("a color without a vertex at the end");
  Game game = game_;
  for (std::size_t i = 0; i < args.size(); i += 2) {
    const auto played = play_on(game, args[i], args[i + 1]);
    if (!played) return played.error();
  }
  game_ = std::move(game);
  learner_.on_position(game_);
  return "";
}

/// With `color` to move; also out of turn if the game is over or the other side must pass.
Result<Position> GtpSession::position_for(Color color) const {
  const Position& now = game_.position();
  if (color == now.to_move) return now;
  if (game_.legal_moves() == 0) return now.passed();
  return Error{ErrorCode::kIllegalMove, fmt::format("illegal move: {} is not to move ({} is)",
                                                    to_text(color), to_text(now.to_move))};
}

/// Searches, then responds with `respond_to(best move)`; after `# interrupt`, with the best move so
/// far. A forced pass needs no search and has no line.
GtpSession::Reply GtpSession::think(const Position& position, const SearchLimits& limits,
                                    std::function<Response(const SearchUpdate&)> respond_to) {
  if (engine_.pending()) return *engine_.pending();
  if (rules::legal_moves(position.board, position.size) == 0) return respond_to({});
  const auto on_done = [this, respond_to](const SearchUpdate& found) {
    respond(respond_to(found));
    answer_waiting();
  };
  SearchRunner::Callback on_update;
  if (live_graphics_) {
    on_update = [this, position](const SearchUpdate& update) { show_graphics(position, update); };
  }
  search_.start(position.board, limits, {.on_update = on_update, .on_done = on_done},
                position.to_move);
  if (interrupted_) search_.stop();
  return std::nullopt;
}

GtpSession::Reply GtpSession::genmove(Args args) {
  const StopWatch watch;
  const auto color = parse_gtp_color(args[0]);
  if (!color) return color.error();
  const auto position = position_for(*color);
  if (!position) return position.error();

  SearchLimits limits = move_limits(engine_.options(), clock_.clock(*color));
  if (!live_graphics_) limits.book_plies = 1;  // a reply, for pondering
  const auto play_found = [this, watch, color = *color, position = *position,
                           limits](const SearchUpdate& found) -> Response {
    last_search_ = {position, found, found.book ? engine_.book() : nullptr};
    const Square move = found.move();
    const auto played = game_.play(color, move);
    if (!played) return played.error();
    // The clock also runs during delays of pipe and operator.
    clock_.spend(color, watch.elapsed() + Millis(engine_.options().move_overhead_ms));
    to_ponder_ = ponder_board(engine_.options(), limits, position.board, found);
    if (move != Square::kPass) learner_.on_own_move(game_);
    return to_text(move, position.size);
  };
  return think(*position, limits, play_found);
}

/// For regression tests: does not depend on earlier searches.
GtpSession::Reply GtpSession::reg_genmove(Args args) {
  const auto color = parse_gtp_color(args[0]);
  if (!color) return color.error();
  const auto position = position_for(*color);
  if (!position) return position.error();
  engine_.clear_table();
  SearchLimits limits;
  limits.nodes = kRegGenmoveNodes;
  return think(*position, limits, [this, position = *position](const SearchUpdate& found) {
    last_search_ = {position, found, nullptr};
    return to_text(found.move(), position.size);
  });
}

/// The last search of genmove or reg_genmove as best_json().
GtpSession::Reply GtpSession::sumi_last_search(Args) {
  auto& [position, found, book] = last_search_;
  if (found.line.empty()) {
    return Error{ErrorCode::kNotFound, "no search yet: no genmove, or it had to pass"};
  }
  if (book) found.line = line_after(*book, position.board, found.move());
  return json_line(best_json(position, found));
}

GtpSession::Reply GtpSession::undo(Args) {
  if (!game_.undo()) {
    return Error{ErrorCode::kOutOfRange, "cannot undo: there is no move to take back"};
  }
  return "";
}

GtpSession::Reply GtpSession::gg_undo(Args args) {
  const auto count = args.empty() ? Result<int>(1) : parse_gtp_int(args[0]);
  if (!count) return count.error();
  // An implicit pass is taken back with its move.
  const auto sent = std::ranges::count(game_.moves(), false, &PlayedMove::implicit);
  if (*count > sent) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("cannot undo: {} moves asked for, {} made", *count, sent)};
  }
  for (int i = 0; i < *count; ++i) game_.undo();
  return "";
}

GtpSession::Reply GtpSession::final_score(Args) {
  if (!game_.over()) {
    return Error{ErrorCode::kOutOfRange, "cannot score: the game is not over"};
  }
  return gtp_score(game_.black_score());
}

GtpSession::Reply GtpSession::showboard(Args) {
  const Position& now = game_.position();
  const bool over = game_.over();
  const std::string state = over ? fmt::format("game over: {}", gtp_score(game_.black_score()))
                                 : fmt::format("{} {}", to_text(now.to_move),
                                               game_.legal_moves() != 0 ? "to move" : "must pass");
  return fmt::format("\n{}\n{}", diagram(now), state);
}

}  // namespace sumi::protocol
