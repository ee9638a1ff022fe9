// SPDX-License-Identifier: MIT
/// A session in UGI, UCI or USI (README.md), for cutegames, UCI GUIs, scripts, and USI-X GUIs.
#pragma once

#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/session/command_table.h"
#include "protocol/session/engine_session.h"
#include "protocol/session/game_learner.h"
#include "protocol/text/ugi.h"
#include "protocol/ugi/perft_runner.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

class UgiSession final : public EngineSession {
 public:
  explicit UgiSession(Engine& engine, Peer& peer, UgiDialect dialect = UgiDialect::kUgi);

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;
  bool working() const override { return search_.running() || perft_.running(); }

  /// A `go`, `perft` or `bench` is running.
  bool busy() const override { return thinking_ || bench_ || perft_.running(); }
  const Game& game() const { return game_; }
  UgiDialect dialect() const { return dialect_; }

 private:
  using Command = CommandRow<UgiSession, UgiWords, void>;
  static std::span<const Command> commands();
  static const Command* find(std::string_view name);

  void answer_waiting() override;
  bool may_serve(const TextLine& line);
  void answer(const TextLine& line);
  void stop_work();
  void send(std::string_view line) { peer_.write(line); }
  void send_info(std::string_view text);  ///< "info string TEXT".
  void send_error(const Error& error);    ///< "info string error: MESSAGE".
  void send_description();                ///< "info string plays: evaluator ...".

  // ugi_session.cpp
  void ugi(UgiWords);
  void uci(UgiWords);
  void usi(UgiWords);
  void greet(UgiDialect dialect);
  void isready(UgiWords);
  void score_scale_and_type(UgiWords);
  void quit(UgiWords);
  void help(UgiWords);
  void ignore(UgiWords);

  // ugi_option_commands.cpp
  void send_options();
  void setoption(UgiWords);
  Result<void> set(const UgiSetting& setting);
  Result<void> set_own(const OptionSpec& spec, const std::string& value);

  // ugi_game_commands.cpp
  void newgame(UgiWords);
  void position(UgiWords);
  Result<void> adopt(Game game);
  void query(UgiWords);
  void d(UgiWords);

  // ugi_search_commands.cpp
  void go(UgiWords);
  void stop(UgiWords);
  void ponderhit(UgiWords);
  void ponder();
  void search(const SearchLimits& limits);
  void report(const SearchUpdate& update);
  void stop_thinking();
  void answer_if_due();
  void keep_move();

  // ugi_test_commands.cpp
  void eval(UgiWords);
  void start_perft(int depth);
  void bench(UgiWords);
  void bench_next();

  struct Thinking {
    Position position;
    UgiGo go;
    bool pondering = false;                  ///< Until ponderhit or stop.
    bool missed = false;                     ///< `stop` ended pondering: the opponent played
                                             ///< another move.
    bool stopped = false;                    ///< `stop` or an equivalent line arrived.
    std::optional<SearchUpdate> reported{};  ///< The last update reported.
    std::optional<SearchUpdate> found{};

    /// Only a stop or Engine::confine() ends the search.
    bool endless() const {
      return (go.infinite || pondering) && !stopped && !(found && found->expired);
    }
  };
  struct Bench {
    std::vector<Board> positions;
    int depth = 0;
    bool stopped = false;
    std::uint64_t nodes = 0;
    std::size_t done = 0;
    StopWatch watch{};
  };

  GameLearner learner_;
  PerftRunner perft_;
  UgiDialect dialect_;
  int size_;  ///< Of startpos.
  Game game_;
  int multi_pv_ = 1;
  std::optional<Thinking> thinking_;
  std::optional<Bench> bench_;
};

}  // namespace sumi::protocol
