// SPDX-License-Identifier: MIT
/// One conversation with WinBoard Alien edition or any other program that plays reversi by CECP.
/// Colours are ours here: what xboard calls White moves first and is Black.
///
/// The session holds the game and our clock. Commands are methods named in one table
/// (xboard_session.cpp), grouped by theme in xboard_*_commands.cpp. Lines wait while a move is
/// thought about, but for those that end the thinking; an analysis gives way to most of them.
#pragma once

#include "engine/base/time.h"
#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/session/command_table.h"
#include "protocol/session/engine_session.h"
#include "protocol/session/game_learner.h"
#include "protocol/text/xboard.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// One thread at a time.
class XBoardSession final : public EngineSession {
 public:
  /// `engine` outlives the session, which alone uses it. Throws FatalError if it cannot be set to
  /// the board of 8x8.
  XBoardSession(Engine& engine, Peer& peer);

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;

  const Game& game() const { return game_; }
  std::optional<Clock> clock() const;  ///< Our clock; nothing without a level.

 private:
  using Args = std::string_view;
  using Command = CommandRow<XBoardSession, Args, Result<void>>;
  static std::span<const Command> commands();
  static DuringSearch during_search(const TextLine& line);

  void answer_waiting() override;
  void run(const TextLine& line);
  void write(std::string_view line);
  void abandon();
  void cut_short();
  bool analysis_runs() const { return search_.running() && purpose_ == Purpose::kAnalysis; }

  // The session itself (xboard_session.cpp).
  Result<void> ignored(Args);
  Result<void> protover(Args);
  Result<void> ping(Args);
  Result<void> quit(Args);

  // Settings (xboard_setting_commands.cpp).
  Result<void> level(Args);
  Result<void> st(Args);
  Result<void> sd(Args);
  Result<void> time(Args);
  Result<void> memory(Args);
  Result<void> cores(Args);
  Result<void> option(Args);
  Result<void> hard(Args);
  Result<void> easy(Args);
  Result<void> post(Args);
  Result<void> nopost(Args);
  Result<void> configure(std::string_view name, std::string_view value);
  SearchLimits limits() const;
  void spend(Millis used);

  // The game (xboard_game_commands.cpp).
  Result<void> new_game(Args);
  Result<void> variant(Args);
  Result<void> setboard(Args);
  Result<void> force(Args);
  Result<void> go(Args);
  Result<void> playother(Args);
  Result<void> usermove(Args);
  Result<void> undo(Args);
  Result<void> remove(Args);
  void begin(const Position& position);
  Result<void> take_back(int moves);
  void say_setup();
  void say_if_over();

  // Searches (xboard_search_commands.cpp).
  Result<void> move_now(Args);
  Result<void> hint(Args);
  Result<void> bk(Args);
  Result<void> analyze(Args);
  Result<void> exit(Args);
  Result<void> status(Args);
  void think();
  void make_move(Square square);
  void start_analysis();
  void tend_engine();

  enum class Purpose { kMove, kAnalysis, kHint };

  GameLearner learner_;
  int aborts_waiting_ = 0;  ///< Lines in waiting_ that abort a search.

  Game game_;
  std::optional<Color> plays_ = Color::kWhite;  ///< The side that we play; nothing: "force".
  bool alien_ = false;        ///< The peer knows no rules: it is shown the board after each move.
  bool told_result_ = false;  ///< The result of this game was told.

  std::optional<XBoardLevel> level_;
  Millis left_{};       ///< Time left on our clock, where there is a level.
  int moves_made_ = 0;  ///< Our moves since the level began.
  std::optional<Millis> move_time_;
  std::optional<int> depth_;
  bool post_ = false;

  // State of the search at work, or of the last one.
  Purpose purpose_ = Purpose::kMove;
  StopWatch watch_;
  bool abandoned_ = false;  ///< Nobody wants to know its result.
  SearchUpdate found_;      ///< What an analysis has found so far.

  bool analyzing_ = false;
  std::optional<Position> analyzed_;  ///< The position that was analysed to the end.
  std::optional<Board> to_ponder_;    ///< Board to ponder on once the waiting lines are answered.
  Position ponders_in_;               ///< The position for which pondering is of use.
  bool hurries_ = false;              ///< Searches are stopped as soon as they begin.
};

}  // namespace sumi::protocol
