// SPDX-License-Identifier: MIT
/// A GTP 2 session (README.md) for Quarry, GoGui, gogui-twogtp and other controllers.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/gtp/gtp_clock.h"
#include "protocol/session/engine_session.h"
#include "protocol/session/game_learner.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::protocol {

class GtpSession final : public EngineSession {
 public:
  GtpSession(Engine& engine, Peer& peer)
      : EngineSession(engine, peer),
        learner_(engine, [&peer](std::string_view text) { peer.note(text); }),
        game_(start_position(engine.options().size)) {}

  /// One response per line; none for blank lines and comments.
  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;

  bool busy() const override { return search_.running() || analyzing_; }
  const Game& game() const { return game_; }
  const GtpClock& clock() const { return clock_; }

 private:
  using Args = std::span<const std::string>;
  using Response = Result<std::string>;
  using Reply = std::optional<Response>;  ///< Nothing: follows the search.
  struct Command;
  static std::span<const Command> commands();

  void answer_waiting() override;
  void answer(const TextLine& line);
  void respond(const Response& response);
  Reply run(std::string_view name, Args args);

  // gtp_session.cpp
  Reply protocol_version(Args) { return "2"; }
  Reply name(Args) { return engine_.options().name; }
  Reply version(Args);
  Reply known_command(Args);
  Reply list_commands(Args);
  Reply quit(Args);
  Reply cputime(Args);
  Reply sumi_options(Args);
  Reply sumi_plays(Args);
  Reply sumi_set(Args);
  Reply set_engine_option(std::string_view name, std::string_view value);
  std::string option_note(std::string_view name) const;

  // gtp_play_commands.cpp
  Reply clear_board(Args);
  Reply clear_cache(Args);
  Reply komi(Args);
  Reply play_sequence(Args);
  Reply genmove(Args);
  Reply reg_genmove(Args);
  Reply sumi_last_search(Args);
  Reply undo(Args);
  Reply gg_undo(Args);
  Reply final_score(Args);
  Reply showboard(Args);
  Reply boardsize(Args);
  /// Without this command Quarry assumes a Go engine and counts rows from the bottom.
  Reply list_games(Args) { return "Othello"; }
  Reply set_game(Args);
  Reply loadsgf(Args);
  Reply setup_board(Args);
  Reply gogui_setup(Args);
  Reply gogui_setup_player(Args);
  Reply time_settings(Args);
  Reply time_left(Args);
  Reply kgs_time_settings(Args);
  Reply sumi_time_left(Args);

  // gtp_analysis_commands.cpp
  Reply sumi_hint(Args);
  Reply sumi_best_line(Args);
  Reply sumi_analyze(Args);
  Reply sumi_book(Args);
  Reply sumi_live_graphics(Args);
  void end_analysis();
  void show_graphics(const Position& position, const SearchUpdate& update);
  Reply gogui_analyze_commands(Args);
  /// Its presence tells GoGui that we read `# interrupt` during searches.
  Reply gogui_interrupt(Args) { return ""; }
  Reply rules_board(Args);
  Reply rules_board_size(Args) { return std::to_string(game_.position().size); }
  Reply rules_final_result(Args);
  Reply sumi_param_book(Args);
  Reply sumi_param_play(Args);
  Reply sumi_param_search(Args);
  Reply parameters(OptionTopics topics, Args args);
  Reply rules_game_id(Args) { return "Othello"; }
  Reply rules_legal_moves(Args);
  Reply rules_side_to_move(Args);

  Reply new_game(Game game);
  Result<Position> position_for(Color color) const;
  Result<Position> position_for(std::string_view color_text) const;
  Reply think(const Position& position, const SearchLimits& limits,
              std::function<Response(const SearchUpdate&)> respond_to);
  void update_pondering();

  GameLearner learner_;
  std::size_t interrupted_lines_ = 0;  ///< The first N of waiting_ were interrupted.
  Game game_;
  GtpClock clock_;
  /// Of (reg_)genmove.
  struct LastSearch {
    Position position{};
    SearchUpdate found{};                       ///< After a pass it has no line.
    std::shared_ptr<const OpeningBook> book{};  ///< Until complete(), if it answered.

    void complete();  ///< Follows the book's line, for which genmove does not wait.
  };
  std::shared_ptr<LastSearch> last_search_ = std::make_shared<LastSearch>();
  std::string id_;  ///< Of the current line.
  bool interrupted_ = false;
  bool analyzing_ = false;  ///< sumi-analyze is running; the next line ends it.
  bool live_graphics_ = false;
  std::optional<Board> to_ponder_;  ///< Board to ponder after the answer.
  Position pondered_position_;      ///< The position at the start of pondering.
};

}  // namespace sumi::protocol
