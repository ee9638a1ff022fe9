// SPDX-License-Identifier: MIT
/// One conversation in the NBoard protocol, version 1 or 2. Speaks to NBoard and to other clients
/// that know it; README.md lists the decisions.
///
/// The client gives state (the game, the depth), then a thought to think (a hint, a move, an
/// analysis); by `ping` it takes the thought back. Lines are served in turn, but ping and quit at
/// once: a search may then still be ending, and says nothing more. A hint has no end, so any line
/// behind it ends it. Bad arguments are told in the client's status line; unknown commands are not.
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

/// One thread at a time.
class NBoardSession final : public EngineSession {
 public:
  /// `engine` outlives the session, which alone uses it.
  NBoardSession(Engine& engine, Peer& peer);

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;
  const Game& game() const { return game_; }

  /// The clock of the side to move; nothing: no limit.
  std::optional<Clock> clock() const;

 private:
  using Args = std::string_view;  ///< What follows the command's name.
  using Reply = Result<void>;     ///< An error goes to the status line.
  using Hear = SearchRunner::Hear;

  /// The error with "error: " in front, to tell it from news of a search.
  static Error said_error(const Error& error) { return {error.code, "error: " + error.message}; }

  struct Command;
  static std::span<const Command> commands();
  const Command* read(NBoardRequest& request) const;
  static Error usage_error(const Command& command);

  enum class Thought { kNone, kHint, kMove, kAnalysis };

  void serve(const Command& command, Args args);
  void answer_waiting() override;
  void drop_waiting_thoughts();
  void hurry();

  // The session itself (nboard_session.cpp).
  Reply nboard(Args);
  Reply ping(Args);
  Reply learn(Args);
  Reply quit(Args);

  // State (nboard_state_commands.cpp).
  Reply set(Args);
  Reply set_contempt(Args);
  Reply set_depth(Args);
  void say_name();
  Reply set_game(Args);
  Reply set_engine_option(std::string_view name, Args);
  Reply move(Args);
  Reply new_game(Game game);

  // Thoughts (nboard_think_commands.cpp).
  Reply hint(Args);
  Reply go(Args);
  Reply analyze(Args);
  void begin_thought(Thought thought, std::string_view status);
  void search(const Position& position, SearchLimits limits, Hear hear, Hear done);
  void show(const SearchUpdate& update, int moves);
  void show_node_stats(const SearchUpdate& update);
  void analyze_next();
  void end_thought();
  void stop_thinking();

  int version_ = 2;  ///< Version of the protocol that the client speaks.
  Game game_;
  std::vector<Millis> used_;                         ///< Time used for each of the game's moves.
  std::array<std::optional<GgfClock>, 2> clocks_{};  ///< Clocks at the game's start, by Color.

  Thought thought_ = Thought::kNone;  ///< None while an unwanted search ends.
  bool heard_ = false;                ///< Something of the thought was shown.
  std::vector<Position> to_analyze_;  ///< From the game's start; the last one is next.
  bool hurries_ = false;              ///< Searches are stopped as soon as they begin.
};

}  // namespace sumi::protocol
