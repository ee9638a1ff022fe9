// SPDX-License-Identifier: MIT
/// A session in the NBoard protocol, version 1 or 2. Order of lines and decisions: README.md.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/session/engine_session.h"
#include "protocol/text/nboard.h"

#include <array>
#include <optional>
#include <span>
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
  using Callback = SearchRunner::Callback;

  struct Command;
  static std::span<const Command> commands();
  const Command* read(NBoardRequest& request) const;

  enum class Task { kNone, kHint, kMove, kAnalysis };

  void serve(const Command& command, Args args);
  /// Shows an error in the status line.
  void refuse(const Error& error) { peer_.write("status " + error.message); }
  /// "error: " distinguishes the error from progress.
  void report(const Error& error) { peer_.write("status error: " + error.message); }
  void answer_waiting() override;
  void drop_waiting_tasks();
  void stop_soon();

  void nboard(Args);
  void ping(Args);
  void learn(Args);
  /// Waiting lines are served first, so that a requested move is still played.
  void quit(Args) { stop_soon(); }
  void set(Args);
  void set_depth(Args);
  void send_name();
  void set_game(Args);
  void set_engine_option(std::string_view name, Args);
  void move(Args);
  Result<void> new_game(Game game);
  void hint(Args);
  void go(Args);
  void analyze(Args);
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
