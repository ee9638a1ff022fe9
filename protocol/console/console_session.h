// SPDX-License-Identifier: MIT
/// `sumi play`: a game between a person and the engine, as text in and text out. It knows no
/// terminal; what only a terminal can do is handed in.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "engine/player.h"
#include "protocol/console/board_view.h"
#include "protocol/console/saved_game.h"
#include "protocol/report/language.h"
#include "protocol/session/game_learner.h"
#include "protocol/session/session.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// What the session may use of the place it is shown in; all of it may be missing.
struct ConsoleScreen {
  BoardStyle style;
  std::function<void(std::string_view lines)>
      progress;                       ///< Shows them in place; empty: wipes them.
  std::function<bool()> interrupted;  ///< Returns true if the engine is to move now.
  Language language = Language::kEnglish;
  bool review = false;  ///< A game that has ended is analysed at once.
};

/// One thread at a time.
class ConsoleSession {
 public:
  /// Starts at the start position of the engine's board size. Requires: 0 <= level <= kMaxLevel.
  /// `engine` outlives the session, which alone uses it.
  ConsoleSession(Engine& engine, Humans humans, int level, ConsoleScreen screen);

  /// Takes up a saved game, or any file of moves; changes nothing if it fails.
  Result<void> resume(const std::string& path);

  void start(ReplySink& sink);  ///< Greets, and moves if it is the engine's turn.
  void on_line(const TextLine& line, ReplySink& sink);
  /// Saves what was played since the game was saved, if anything, under a new name in the current
  /// folder and says so: the process is about to end, and perhaps nobody reads the moves.
  void rescue(ReplySink& sink);
  void goodbye(ReplySink& sink);  ///< Writes the last words, also if the input ends without quit.
  bool finished() const { return finished_; }

  const Game& game() const { return game_; }

  /// What can stand in the place of the last word of `text`, which a person has begun to type:
  /// legal moves and commands, then what the command takes. Whole words, with a blank behind them
  /// if more must follow; names of folders end with a slash.
  std::vector<std::string> completions(std::string_view text) const;

 private:
  using Args = std::string_view;  ///< The rest of the line, trimmed.
  struct Command;
  static std::span<const Command> commands();
  static const Command* find(std::string_view name);

  // Commands (console_commands.cpp).
  void pass(Args);
  void undo(Args);
  void redo(Args);
  void analyze(Args);
  void hint(Args);
  void book(Args);
  void go(Args);
  void board(Args);
  void eval(Args);
  void color(Args);
  void level(Args);
  void new_game(Args);
  void save(Args);
  void load(Args);
  void help(Args);
  void quit(Args);

  void answer(std::string_view line);
  void play(Square square);
  void go_on();
  void engine_move();
  void review();
  SearchUpdate think(const SearchLimits& limits);
  Result<void> set_game(const Game& game);

  std::string_view word(std::string_view english) const { return tr(screen_.language, english); }
  std::string_view name_of(Color c) const { return word(c == Color::kBlack ? "Black" : "White"); }
  bool searches() const { return engine_.options().player == kSearchPlayer; }
  std::string engine_name() const;
  std::string board_text() const;
  std::string turn_text() const;
  std::string outlook(const SearchUpdate& update) const;
  void say(std::string_view lines);
  void say(const Error& error);
  void tell_source();

  Engine& engine_;
  GameLearner learner_;
  Humans humans_;
  int level_;
  const ConsoleScreen screen_;
  Game game_;
  std::vector<std::vector<Square>> undone_;  ///< Moves that redo plays again, the latest last.
  bool reviewed_ = false;                    ///< The game on the board was analysed at its end.
  std::string loaded_from_;                  ///< LoadedGame::where, until it is told.
  std::string outlook_;       ///< Text on the engine's last search of this game, or empty.
  bool show_outlook_ = true;  ///< The person wants to see it.
  bool paused_ = false;       ///< The engine waits for `go`, although it is its turn.
  bool saved_ = true;         ///< Nothing was played since the game was saved.
  bool finished_ = false;
  ReplySink* sink_ = nullptr;  ///< The sink of the call at work.
};

}  // namespace sumi::protocol
