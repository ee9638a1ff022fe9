// SPDX-License-Identifier: MIT
/// A player on GGS (README.md).
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/ggs/ggs_game.h"
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

/// Match types that Sumi plays: Othello on 8x8, from any start.
inline constexpr std::string_view kGgsTypes = "8,8b,8w,s8,s8r";

struct GgsRules {
  std::vector<GgsType> types;          ///< "s8r" includes s8rNN for any NN; "8" does not include
                                       ///< 8b.
  std::vector<std::string> opponents;  ///< Player names; empty: any.
  bool rated = false;                  ///< Only rated or, if false, only unrated matches.
  Millis least_time{};                 ///< Limits for our main time.
  Millis most_time = Millis::max();
};

/// Parses comma-separated playable types: "8,s8r20".
Result<std::vector<GgsType>> parse_ggs_types(std::string_view text);

/// No komi, no anti, 8x8.
bool is_playable(const GgsType& type);

/// Why to decline a request; nothing to accept. Of stored matches, only type and opponent must be
/// allowed.
std::optional<std::string> refusal(const GgsRules& rules, const GgsRequest& request);

/// Engines for the current boards, which share threads and memory. Not thread-safe.
class GgsEngines {
 public:
  /// Divides threads and memory among `matches` matches of one or two boards. Throws FatalError
  /// like Engine.
  GgsEngines(const EngineOptions& whole, int matches, const BookOpener& open_book = {});

  /// Lends an engine with an empty table and its share of memory. Requires: !none_left().
  std::unique_ptr<Engine> take(bool synchro);

  /// Takes an engine back and frees its memory. It may learn until it is lent again.
  Engine& put_back(std::unique_ptr<Engine> engine);

  bool none_left() const { return idle_.empty(); }

  /// Threads for one of `boards` boards while `searching` other searches run.
  int threads(int boards, int searching) const;

 private:
  const EngineOptions whole_;
  const int matches_;
  std::vector<std::unique_ptr<Engine>> idle_;
};

struct GgsSettings {
  std::string login, password;
  GgsRules rules;
  int open = 1;                                   ///< Simultaneous matches, at least 1.
  Millis keep_alive{60'000};                      ///< Interval of keep-alive commands.
  Millis first_retry{2'000};                      ///< Delay before reconnecting, doubled each time.
  Millis longest_retry{300'000};                  ///< Upper limit of the delay.
  std::function<void(std::string_view)> note{};   ///< Gets events for the user, one line each.
  std::function<void(std::string_view)> trace{};  ///< Gets lines sent ("> ") and received ("< "),
                                                  ///< without the password. Neither callback gets
                                                  ///< terminal control sequences.
};

class GgsSession final : public ClientSession {
 public:
  /// Maximum number of tracked matches. Only a broken server starts more; a note reports these, and
  /// they are ignored.
  static constexpr std::size_t kMaxMatches = 100;

  /// Throws FatalError like Engine.
  GgsSession(const EngineOptions& options, GgsSettings settings, Peer& peer,
             const BookOpener& open_book = {});

  void on_connect() override;
  std::optional<Millis> on_loss(std::string_view reason) override;

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;  ///< Logs out; the server stores our matches.
  bool finished() const override { return over_; }

  /// Why the server refused our login.
  const std::optional<std::string>& failure() const { return failure_; }

  std::size_t boards() const { return games_.size(); }     ///< In play.
  std::size_t matches() const { return matches_.size(); }  ///< In play.
  bool busy() const { return searching() > 0; }

 private:
  enum class Stage { kAway, kGreeted, kNamed, kChecked, kIn };
  struct Playing {
    std::unique_ptr<Engine> engine;
    std::unique_ptr<GgsGame> game;  ///< Uses the engine.
  };
  using Games = std::map<std::string, Playing, std::less<>>;

  // One handler per message type.
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
  void send(const std::string& line);
  void note(std::string_view text) const;
  void trace(std::string_view mark, std::string_view line) const;

  const GgsSettings settings_;
  Peer& peer_;
  GgsEngines engines_;
  GgsFramer framer_;
  Stage stage_ = Stage::kAway;
  std::shared_ptr<int> connection_;  ///< Timers have weak pointers, so they expire with it.
  Millis retry_;                     ///< Delay before the next connection.
  int refusals_ = 0;                 ///< Consecutive connections that ended at the password.
  std::map<std::string, GgsMatch, std::less<>> matches_;
  Games games_;
  bool over_ = false;
  std::optional<std::string> failure_;
};

}  // namespace sumi::protocol
