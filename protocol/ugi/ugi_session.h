// SPDX-License-Identifier: MIT
/// A session in UGI, UCI or USI (README.md), for cutegames, UCI GUIs, scripts, and USI-X GUIs.
#pragma once

#include "engine/base/time.h"
#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/session/command_table.h"
#include "protocol/session/engine_session.h"
#include "protocol/session/game_learner.h"
#include "protocol/text/ugi.h"

#include <cstddef>
#include <cstdint>
#include <memory>
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
  bool working() const override { return search_.running() || perft_ != nullptr; }

  /// A `go`, `perft` or `bench` is running.
  bool busy() const override { return thinking_ || bench_ || perft_; }
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

  // ugi_session.cpp
  void ugi(UgiWords) { greet(UgiDialect::kUgi); }
  void uci(UgiWords) { greet(UgiDialect::kUci); }
  void usi(UgiWords) { greet(UgiDialect::kUsi); }
  void greet(UgiDialect dialect);
  void isready(UgiWords);
  void score_scale_and_type(UgiWords);
  void quit(UgiWords) { close(); }
  void help(UgiWords);
  void ignore(UgiWords) {}
  void send_options();
  void setoption(UgiWords);
  Result<void> set(const UgiSetting& setting);
  Result<void> set_own(const OptionSpec& spec, const std::string& value);
  void newgame(UgiWords);
  void position(UgiWords);
  Result<void> adopt(Game game);
  void query(UgiWords);
  void d(UgiWords);

  // ugi_search_commands.cpp
  void go(UgiWords);
  void stop(UgiWords) { stop_work(); }
  void ponderhit(UgiWords);
  void ponder();
  void search(const SearchLimits& limits);
  void report(const SearchUpdate& update);
  void stop_thinking();
  void answer_if_due();
  void keep_move();
  void eval(UgiWords);
  void start_perft(int depth);
  void resume_perft();
  void enter(const Board& board, int depth);
  void step();
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

  /// Counts leaves on the session's thread in small portions, between which lines are served.
  struct Perft {
    struct Node {
      Board board;
      int depth = 0;       ///< Plies to the leaves.
      Bitboard moves = 0;  ///< Not yet counted.
      bool passes = false;
    };

    StopWatch watch{};
    std::vector<Node> path{};  ///< From the root; empty at the end.
    Square first_move = Square::kPass;
    std::uint64_t leaves = 0, leaves_before = 0;  ///< `leaves_before`: before this first move.
  };

  GameLearner learner_;
  UgiDialect dialect_;
  int size_;  ///< Of startpos.
  Game game_;
  int multi_pv_ = 1;
  std::optional<Thinking> thinking_;
  std::optional<Bench> bench_;
  std::shared_ptr<Perft> perft_;  ///< Posted work has weak pointers.
};

}  // namespace sumi::protocol
