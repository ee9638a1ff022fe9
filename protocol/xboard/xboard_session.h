// SPDX-License-Identifier: MIT
/// A CECP session (README.md) with WinBoard Alien Edition or another program that plays reversi.
/// xboard's White moves first: it is our Black.
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

class XBoardSession final : public EngineSession {
 public:
  /// Throws FatalError if `engine` cannot play on 8x8.
  XBoardSession(Engine& engine, Peer& peer);

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;

  const Game& game() const { return game_; }
  std::optional<Clock> clock() const;  ///< Ours; nothing without a level.

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

  // xboard_session.cpp
  Result<void> ignored(Args);
  Result<void> protover(Args);
  Result<void> ping(Args);
  Result<void> quit(Args);

  // xboard_setting_commands.cpp
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

  // xboard_game_commands.cpp
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
  void send_setup();
  void send_result_if_over();

  // xboard_search_commands.cpp
  Result<void> move_now(Args);
  Result<void> hint(Args);
  Result<void> bk(Args);
  Result<void> analyze(Args);
  Result<void> exit(Args);
  Result<void> status(Args);
  void think();
  void make_move(Square square);
  void start_analysis();
  void on_idle();

  enum class Purpose { kMove, kAnalysis, kHint };

  GameLearner learner_;
  int aborts_waiting_ = 0;  ///< Lines in waiting_ that abort a search.

  Game game_;
  std::optional<Color> plays_ = Color::kWhite;  ///< Our side; nothing: "force".
  bool alien_ = false;        ///< The peer lacks rules: send the board after each move.
  bool result_sent_ = false;  ///< For this game.

  std::optional<XBoardLevel> level_;
  Millis left_{};       ///< On our clock, if there is a level.
  int moves_made_ = 0;  ///< Ours, since the level was set.
  std::optional<Millis> move_time_;
  std::optional<int> depth_;
  bool post_ = false;

  // Of the current or last search.
  Purpose purpose_ = Purpose::kMove;
  StopWatch watch_;
  bool abandoned_ = false;  ///< Its result is not needed.
  SearchUpdate found_;      ///< Latest update of an analysis.

  bool analyzing_ = false;
  std::optional<Position> analyzed_;  ///< Fully analysed.
  std::optional<Board> to_ponder_;    ///< Board to ponder after the waiting lines.
  Position pondered_position_;        ///< Pondering ends in any other position.
  bool stop_soon_ = false;            ///< Searches stop as soon as they start.
};

}  // namespace sumi::protocol
