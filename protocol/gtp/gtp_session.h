// SPDX-License-Identifier: MIT
/// One GTP conversation. Speaks to Quarry, GoGui, gogui-twogtp and any other controller of
/// version 2; README.md in protocol/ lists where Othello leaves Go's rules.
///
/// The session holds the game and the clocks; the engine holds the search. Commands are methods
/// named in one table (gtp_session.cpp) and grouped by theme in gtp_*_commands.cpp.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/gtp/gtp_clock.h"
#include "protocol/session.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// One thread at a time.
class GtpSession final : public Session {
 public:
  /// `engine` outlives the session, which alone uses it.
  explicit GtpSession(Engine& engine)
      : engine_(engine), game_(start_position(engine.options().size)) {}
  ~GtpSession() override { engine_.stop(); }  ///< Ends pondering.

  /// Answers one line: one response, or nothing for blank lines and comments.
  void on_line(const InputLine& line, ReplySink& sink) override;
  bool finished() const override { return finished_; }

  const Game& game() const { return game_; }
  const GtpClock& clock() const { return clock_; }

 private:
  using Args = std::span<const std::string>;
  using Reply = Result<std::string>;  ///< The text of a response, or of a failure.
  struct Command;
  static std::span<const Command> commands();
  static const Command* find(std::string_view name);

  Reply run(std::string_view name, Args args);

  // The session itself (gtp_session.cpp).
  Reply protocol_version(Args);
  Reply name(Args);
  Reply version(Args);
  Reply known_command(Args);
  Reply list_commands(Args);
  Reply quit(Args);
  Reply cputime(Args);
  Reply sumi_options(Args);
  Reply sumi_set(Args);

  // Playing (gtp_play_commands.cpp).
  Reply clear_board(Args);
  Reply clear_cache(Args);
  Reply komi(Args);
  Reply play(Args);
  Reply play_sequence(Args);
  Reply genmove(Args);
  Reply reg_genmove(Args);
  Reply sumi_last_search(Args);
  Reply undo(Args);
  Reply gg_undo(Args);
  Reply final_score(Args);
  Reply showboard(Args);

  // Setting up (gtp_setup_commands.cpp).
  Reply boardsize(Args);
  Reply list_games(Args);
  Reply set_game(Args);
  Reply loadsgf(Args);
  Reply setup_board(Args);
  Reply gogui_setup(Args);
  Reply gogui_setup_player(Args);

  // Time (gtp_time_commands.cpp).
  Reply time_settings(Args);
  Reply time_left(Args);
  Reply kgs_time_settings(Args);
  Reply sumi_time_left(Args);

  // GoGui's rules and extras (gtp_gogui_commands.cpp).
  Reply gogui_analyze_commands(Args);
  Reply gogui_interrupt(Args);
  Reply rules_board(Args);
  Reply rules_board_size(Args);
  Reply rules_final_result(Args);
  Reply rules_game_id(Args);
  Reply rules_legal_moves(Args);
  Reply rules_side_to_move(Args);

  Reply new_game(Game game);
  Result<Position> position_for(Color color) const;
  SearchUpdate think(const Position& position, const SearchLimits& limits);
  void tend_pondering();

  Engine& engine_;
  Game game_;
  GtpClock clock_;
  std::string last_search_;         ///< As JSON; empty if there was none for the last genmove.
  std::stop_token interrupt_;       ///< Of the line being answered.
  std::optional<Board> to_ponder_;  ///< When the line being answered is.
  Position ponders_in_;             ///< The game when pondering began.
  bool finished_ = false;
};

}  // namespace sumi::protocol
