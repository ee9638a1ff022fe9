// SPDX-License-Identifier: MIT
/// A player on GGS: logs in, configures itself, accepts matches by rules, plays them, and comes
/// back when the connection was lost.
///
/// Nothing is remembered across connections: the server stores what we left, and `tell /os
/// continue` resumes it.
#pragma once

#include "engine/engine.h"
#include "protocol/ggs/ggs_game.h"
#include "protocol/ggs/ggs_rules.h"
#include "protocol/session/session.h"
#include "protocol/text/ggs.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// The engines of the boards at play: threads and memory are shared out among them.
/// One thread at a time.
class GgsEngines {
 public:
  /// For so many matches at once, each of one board or two, with the threads and the memory of
  /// `whole`. Throws FatalError as Engine does.
  GgsEngines(const EngineOptions& whole, int matches, const BookOpener& open_book = {});

  /// Lends an engine that knows nothing yet, with its part of the memory. Requires: not all engines
  /// are lent.
  std::unique_ptr<Engine> take(bool synchro);

  /// Takes back an engine and frees its memory. Returns the engine: it may learn until it is lent
  /// again.
  Engine& put_back(std::unique_ptr<Engine> engine);

  bool none_left() const { return idle_.empty(); }

  /// The threads of a search on one of `boards` at play, with `searching` searches on others.
  int threads(int boards, int searching) const;

 private:
  const EngineOptions whole_;
  const int matches_;
  std::vector<std::unique_ptr<Engine>> idle_;
};

struct GgsSettings {
  std::string login, password;
  GgsRules rules;
  int open = 1;                   ///< Most matches played at once, at least 1.
  Millis keep_alive{60'000};      ///< Time between two keep-alive commands.
  Millis first_retry{2'000};      ///< Wait after a first lost connection; doubled each further
                                  ///< time.
  Millis longest_retry{300'000};  ///< Longest wait after a lost connection.
  std::function<void(std::string_view)> note{};   ///< For people: what happens, a line each.
  std::function<void(std::string_view)> trace{};  ///< "> " and "< ": all lines that are sent and
                                                  ///< received, without the password. In both
                                                  ///< nothing is left that a terminal obeys.
};

/// One thread at a time.
class GgsSession final : public ClientSession {
 public:
  /// Matches of ours that are kept in mind. A server that begins more of them without an end of any
  /// is broken: the later ones are not kept, and it is said.
  static constexpr std::size_t kMaxMatches = 100;

  /// Throws FatalError if the options cannot be met, as Engine does.
  GgsSession(const EngineOptions& options, GgsSettings settings, Peer& peer,
             const BookOpener& open_book = {});
  ~GgsSession() override;

  void on_connect() override;
  std::optional<Millis> on_loss(std::string_view reason) override;

  /// A line that means nothing to us is left alone.
  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;  ///< Leaves the server, which stores what is at play.
  bool finished() const override { return over_; }

  /// Why the session ended by itself: the server did not let us in.
  const std::optional<std::string>& failure() const { return failure_; }

  std::size_t boards() const { return games_.size(); }     ///< Boards at play.
  std::size_t matches() const { return matches_.size(); }  ///< Matches at play.
  bool busy() const { return searching() > 0; }

 private:
  enum class Stage { kAway, kGreeted, kNamed, kChecked, kIn };
  struct Playing {
    std::unique_ptr<Engine> engine;
    std::unique_ptr<GgsGame> game;  ///< Uses the engine.
  };
  using Games = std::map<std::string, Playing, std::less<>>;

  // What to do about each message.
  void on(const GgsOther&) {}
  void on(const GgsLoginPrompt&);
  void on(const GgsPasswordPrompt&);
  void on(const GgsReady&);
  void on(const GgsService& service);
  void on(const GgsRequest& request);
  void on(const GgsMatch& match);
  void on(const GgsBoard& board);
  void on(const GgsGameEnd& end);
  void on(const GgsError& error);
  void on(const GgsComment& comment);
  void on(const GgsTimeout& timeout);
  void on(const GgsOffer& offer);

  void handle(std::span<const std::string> lines);
  void configure_service();
  void keep_alive();
  void keep_alive_later();
  GgsGame* game_at(const GgsBoard& board);
  void begin_game(const GgsBoard& board);
  void end_game(Games::iterator game);
  void end_match(std::string_view id);
  void leave_games();
  void leave_all();
  void give_up(std::string_view reason);
  int searching() const;
  void say(const std::string& line);
  void note(std::string_view text) const;
  void trace(std::string_view mark, std::string_view line) const;

  const GgsSettings settings_;
  Peer& peer_;
  GgsEngines engines_;
  GgsFramer framer_;
  Stage stage_ = Stage::kAway;
  std::shared_ptr<int> connection_;  ///< Timers of another connection know it by a weak pointer.
  Millis retry_;                     ///< Wait after the next lost connection.
  int refusals_ = 0;                 ///< Connections in a row that ended at the password.
  std::map<std::string, GgsMatch, std::less<>> matches_;  ///< Ours, by id.
  Games games_;                                           ///< By id.
  bool over_ = false;
  std::optional<std::string> failure_;
};

}  // namespace sumi::protocol
