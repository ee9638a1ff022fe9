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
  using Command = CommandRow<XBoardSession, Args, void>;
  static std::span<const Command> commands();
  static DuringSearch during_search(const TextLine& line);

  void answer_waiting() override;
  void run(const TextLine& line);
  void refuse(const Error& error);
  void abandon();
  void cut_short();
  bool analysis_runs() const { return search_.running() && purpose_ == Purpose::kAnalysis; }

  // xboard_session.cpp
  void ignored(Args) {}
  void protover(Args);
  void ping(Args);
  void quit(Args);
  void level(Args);
  void st(Args);
  void sd(Args);
  void time(Args);
  void memory(Args args) { configure_clamped("hash-mib", args); }
  void cores(Args args) { configure_clamped("threads", args); }
  void option(Args);
  void hard(Args) { configure("ponder", "true"); }
  void easy(Args) { configure("ponder", "false"); }
  void post(Args) { post_ = true; }
  void nopost(Args) { post_ = false; }
  void configure(std::string_view name, std::string_view value);
  void configure_clamped(std::string_view name, Args number);
  SearchLimits limits() const;
  void spend(Millis used);

  // xboard_game_commands.cpp
  void new_game(Args);
  void variant(Args);
  void setboard(Args);
  void force(Args) { plays_.reset(); }
  void go(Args);
  void playother(Args) { plays_ = !game_.position().to_move; }
  void usermove(Args);
  void undo(Args) { take_back(1); }
  void remove(Args) { take_back(2); }
  void begin(const Position& position);
  void take_back(int moves);
  void send_setup();
  void send_result_if_over();
  void move_now(Args);
  void hint(Args);
  void bk(Args);
  void analyze(Args);
  void exit(Args) { analyzing_ = false; }
  void status(Args);
  void think();
  void make_move(Square square);
  void start_analysis();
  void on_idle();

  enum class Purpose { kMove, kAnalysis, kHint };

  GameLearner learner_;
  int aborts_waiting_ = 0;  ///< Lines in waiting_ that abort a search.
  std::string line_;        ///< The current or last line, for refuse().

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
