// SPDX-License-Identifier: MIT
/// A session in the NBoard protocol, version 1 or 2. Order of lines and decisions: README.md.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/session/engine_session.h"
#include "protocol/text/nboard.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

class NBoardSession final : public EngineSession {
 public:
  NBoardSession(Engine& engine, Peer& peer);

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;
  const Game& game() const { return game_; }

  /// Of the side to move; nothing if unlimited.
  std::optional<Clock> clock() const;

 private:
  using Args = std::string_view;  ///< The text after the command's name.
  using Reply = Result<void>;     ///< An error appears in the status line.
  using Callback = SearchRunner::Callback;

  /// "error: " distinguishes errors from progress.
  static Error prefixed_error(const Error& error) {
    return {error.code, "error: " + error.message};
  }

  struct Command;
  static std::span<const Command> commands();
  const Command* read(NBoardRequest& request) const;
  static Error usage_error(const Command& command);

  enum class Task { kNone, kHint, kMove, kAnalysis };

  void serve(const Command& command, Args args);
  void answer_waiting() override;
  void drop_waiting_tasks();
  void stop_soon();

  // nboard_session.cpp
  Reply nboard(Args);
  Reply ping(Args);
  Reply learn(Args);
  Reply quit(Args);

  // nboard_state_commands.cpp
  Reply set(Args);
  Reply set_contempt(Args);
  Reply set_depth(Args);
  void send_name();
  Reply set_game(Args);
  Reply set_engine_option(std::string_view name, Args);
  Reply move(Args);
  Reply new_game(Game game);

  // nboard_think_commands.cpp
  Reply hint(Args);
  Reply go(Args);
  Reply analyze(Args);
  void begin_task(Task task, std::string_view status);
  void search(const Position& position, SearchLimits limits, Callback on_update, Callback on_done);
  void show(const SearchUpdate& update, int moves);
  void show_node_stats(const SearchUpdate& update);
  void analyze_next();
  void end_task();
  void stop_task();

  int version_ = 2;
  Game game_;
  std::vector<Millis> used_;                         ///< Per move of the game.
  std::array<std::optional<GgfClock>, 2> clocks_{};  ///< At the start of the game, by Color.

  Task task_ = Task::kNone;           ///< kNone while a cancelled search stops.
  bool result_shown_ = false;         ///< By the current task.
  std::vector<Position> to_analyze_;  ///< In game order; the last is next.
  bool stop_soon_ = false;            ///< Searches stop as soon as they start.
};

}  // namespace sumi::protocol
