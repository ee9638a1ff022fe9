// SPDX-License-Identifier: MIT
/// `sumi play`: a game between a human and the engine, as text in and out. Independent of
/// terminals.
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
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// What the terminal provides; every function may be empty.
struct ConsoleScreen {
  BoardStyle style;
  std::function<void(std::string_view lines)>
      progress;                       ///< Shows lines in place; empty lines erase them.
  std::function<bool()> interrupted;  ///< Returns true if the engine must move now.
  Language language = Language::kEnglish;
  bool review = false;  ///< Analyse a game as soon as it ends.
};

/// One thread at a time.
class ConsoleSession {
 public:
  /// Starts at the start position of the engine's size. `engine` must outlive the session; nothing
  /// else may use it. Requires: 0 <= level <= kMaxLevel.
  ConsoleSession(Engine& engine, Humans humans, int level, ConsoleScreen screen);

  /// Loads a saved game or any file of moves. Changes nothing on failure.
  Result<void> resume(const std::string& path);

  void start(ReplySink& sink);  ///< Greets; moves if it is the engine's turn.
  void on_line(const TextLine& line, ReplySink& sink);
  /// Call before the process ends: saves unsaved moves under a new name in the current folder and
  /// says so.
  void rescue(ReplySink& sink);
  void goodbye(ReplySink& sink);  ///< Also call it if input ends without quit.
  bool finished() const { return finished_; }

  const Game& game() const { return game_; }

  /// Completions of the last word of `text`: moves, commands, and their arguments. Words that need
  /// arguments end with a blank, folders with a slash.
  std::vector<std::string> completions(std::string_view text) const;

 private:
  using Args = std::string_view;
  struct Command;
  static std::span<const Command> commands();
  static const Command* find(std::string_view name);

  // console_commands.cpp
  void pass(Args) { play(Square::kPass); }
  void undo(Args);
  void redo(Args);
  void analyze(Args);
  void hint(Args);
  void book(Args);
  void go(Args);
  void board(Args) { say(board_text()); }
  void eval(Args);
  void color(Args);
  void level(Args);
  void strength(Args);
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
  void set_strength(int strength);
  void say_no_levels();

  std::string_view word(std::string_view english) const { return tr(screen_.language, english); }
  std::string_view name_of(Color c) const { return word(c == Color::kBlack ? "Black" : "White"); }
  bool searches() const { return engine_.options().player == kSearchPlayer; }
  std::string engine_name() const;
  std::string board_text() const;
  std::string turn_text() const;
  std::string outlook(const SearchUpdate& update) const;
  void say(std::string_view lines);
  void say(const Error& error);
  void print_source();

  Engine& engine_;
  GameLearner learner_;
  Humans humans_;
  int level_;
  const ConsoleScreen screen_;
  Game game_;
  std::vector<std::vector<Square>> undone_;  ///< Moves for redo, latest last.
  bool reviewed_ = false;                    ///< The current game was analysed at its end.
  std::string loaded_from_;                  ///< LoadedGame::where until it is printed.
  std::string outlook_;  ///< Result of the engine's last search in this game, or empty.
  bool show_outlook_ = true;
  bool paused_ = false;  ///< The engine waits for `go` even on its turn.
  bool saved_ = true;    ///< No move since the last save.
  bool finished_ = false;
  ReplySink* sink_ = nullptr;
};

}  // namespace sumi::protocol
