// SPDX-License-Identifier: MIT
/// Game::play() and position_for() decide about passes.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "engine/ponder.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/text/gtp.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

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
  if (const auto met = use_size(game.position().size); !met) return met.error();
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

Result<Position> GtpSession::position_for(std::string_view color_text) const {
  const auto color = parse_gtp_color(color_text);
  if (!color) return color.error();
  return position_for(*color);
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
  const auto position = position_for(args[0]);
  if (!position) return position.error();

  const Color color = position->to_move;
  SearchLimits limits = move_limits(engine_.options(), clock_.clock(color));
  if (!live_graphics_) limits.book_plies = 1;  // a reply, for pondering
  const auto play_found = [this, watch, color, position = *position,
                           limits](const SearchUpdate& found) -> Response {
    last_search_.reset(new LastSearch{position, found});
    if (found.book) {
      last_search_->book = engine_.book();
      peer_.post([last = std::weak_ptr(last_search_)] {  // after the answer
        if (const auto search = last.lock()) search->complete();
      });
    }
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
  const auto position = position_for(args[0]);
  if (!position) return position.error();
  engine_.clear_table();
  SearchLimits limits;
  limits.nodes = kRegGenmoveNodes;
  return think(*position, limits, [this, position = *position](const SearchUpdate& found) {
    last_search_.reset(new LastSearch{position, found});
    return to_text(found.move(), position.size);
  });
}

void GtpSession::LastSearch::complete() {
  if (book) found.line = line_after(*book, position.board, found.move());
  book.reset();  // which may have locked its file
}

/// The last search of genmove or reg_genmove as best_json().
GtpSession::Reply GtpSession::sumi_last_search(Args) {
  if (last_search_->found.line.empty()) {
    return Error{ErrorCode::kNotFound, "no search yet: no genmove, or it had to pass"};
  }
  last_search_->complete();
  return json_line(best_json(last_search_->position, last_search_->found));
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

namespace {

using Numbers = std::array<int, 3>;

/// Parses up to three ints; missing ones are 0.
Result<Numbers> parse_numbers(std::span<const std::string> args) {
  Numbers numbers{};
  for (std::size_t i = 0; i < args.size() && i < numbers.size(); ++i) {
    const auto n = parse_gtp_int(args[i]);
    if (!n) return n.error();
    numbers[i] = *n;
  }
  return numbers;
}

Millis seconds(int s) { return std::chrono::seconds(s); }

}  // namespace

/// The standard's M T 0 is unlimited. Othello controllers mean an increment of T seconds, which is
/// safe in both readings.
GtpSession::Reply GtpSession::time_settings(Args args) {
  const auto numbers = parse_numbers(args);
  if (!numbers) return numbers.error();
  const auto [main, period, stones] = *numbers;
  if (period > 0 && stones > 0) {
    clock_.set_canadian(seconds(main), seconds(period), stones);
  } else if (main > 0) {
    clock_.set_fischer(seconds(main), seconds(period));
  } else {
    clock_.set_unlimited();
  }
  return "";
}

GtpSession::Reply GtpSession::time_left(Args args) {
  const auto color = parse_gtp_color(args[0]);
  if (!color) return color.error();
  const auto numbers = parse_numbers(args.subspan(1));
  if (!numbers) return numbers.error();
  clock_.set_left(*color, seconds((*numbers)[0]), (*numbers)[1]);
  return "";
}

/// The game's time left in milliseconds, for games too fast for whole seconds.
GtpSession::Reply GtpSession::sumi_time_left(Args args) {
  const auto color = parse_gtp_color(args[0]);
  if (!color) return color.error();
  const auto numbers = parse_numbers(args.subspan(1));
  if (!numbers) return numbers.error();
  std::optional<Millis> increment;
  if (args.size() == 3) increment = Millis((*numbers)[1]);
  clock_.set_left_exactly(*color, Millis((*numbers)[0]), increment);
  return "";
}

GtpSession::Reply GtpSession::kgs_time_settings(Args args) {
  const auto numbers = parse_numbers(args.subspan(1));
  if (!numbers) return numbers.error();
  const auto [main, period, count] = *numbers;
  const std::string_view system = args[0];
  const bool periods = args.size() == 4 && period > 0 && count > 0;
  if (system == "none" && args.size() == 1) {
    clock_.set_unlimited();
  } else if (system == "absolute" && args.size() == 2) {
    clock_.set_fischer(seconds(main), Millis{});
  } else if (system == "byoyomi" && periods) {
    clock_.set_byoyomi(seconds(main), seconds(period), count);
  } else if (system == "canadian" && periods) {
    clock_.set_canadian(seconds(main), seconds(period), count);
  } else {
    return gtp_syntax_error(
        fmt::format("{} with these numbers is not a time system (none, absolute "
                    "<main>, byoyomi|canadian <main> <period> <count>)",
                    sumi::quoted(system)));
  }
  return "";
}

}  // namespace sumi::protocol
