// SPDX-License-Identifier: MIT
/// What a tab of the page asks for (README.md): queries as JsonSession takes them, and further
/// actions on games.
#pragma once

#include "engine/engine.h"
#include "protocol/http/web_desk.h"
#include "protocol/http/web_offers.h"
#include "protocol/json/json_session.h"
#include "protocol/report/language.h"
#include "protocol/session/search_runner.h"
#include "protocol/session/session.h"

#include <nlohmann/json.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string_view>

namespace sumi::protocol {

/// One thread at a time.
class WebSession final : public Session {
 public:
  /// `offers` outlive the session.
  WebSession(const WebOffers& offers, Peer& peer);

  /// A message of more than 2 MiB can only be a `read`, and is parsed on the reader's thread.
  void take_line(TextLine line) override;
  void on_line(const TextLine& line) override { take_line(line); }
  void on_end() override;
  void close() override;
  bool finished() const override { return ended_ && !at_work(); }
  bool at_work() const override;
  std::size_t backlog() const override {
    return queries_.backlog() + desk_.backlog() + reader_.backlog();
  }

 private:
  using Action = Result<void> (WebSession::*)(const Json& object);
  struct ActionRow {
    std::string_view name;
    Action run;
  };
  static const ActionRow kActionRows[];

  /// A player of one colour: an engine of its own, so that two can play each other.
  struct Seat {
    Seat(const EngineOptions& options, const BookOpener& open_book, Peer& peer)
        : engine(options, open_book), search(engine, peer) {}
    Engine engine;
    SearchRunner search;
    Json id;
    bool terminated = false;
    Json next;  ///< The request of a move that waits for the end of the terminated one; or null.
  };

  // A row each; they answer at once or later, or fail.
  Result<void> about(const Json& object);
  Result<void> read(const Json& object);
  Result<void> write(const Json& object);
  Result<void> book(const Json& object);
  Result<void> openings(const Json& object);
  Result<void> move(const Json& object);
  Result<void> opinions(const Json& object);
  Result<void> review(const Json& object);
  Result<void> learn(const Json& object);
  Result<void> lines(const Json& object);
  Result<void> problem(const Json& object);
  Result<void> terminate(const Json& object);

  void reply(const Json& request, Json fields);
  Result<EngineOptions> options_of_move(const Json& object, int size) const;
  Seat& seat(Color color);
  void tell_move(Seat& player, const Json& object, const Position& asked,
                 const SearchUpdate& result);
  void fail(const Json& request, const Error& error);

  const WebOffers& offers_;
  Peer& peer_;
  Engine analyst_;
  JsonSession queries_;
  std::array<std::unique_ptr<Seat>, 2> seats_;  ///< By Color; made when they are asked to play.
  /// Searches what games have brought into the book; the desk's thread alone calls it.
  std::unique_ptr<Engine> learner_;
  WebDesk desk_;
  WebDesk reader_;                          ///< Reads games, which does not wait for a review.
  Language language_ = Language::kEnglish;  ///< Of errors and helps.
  bool ended_ = false;
};

}  // namespace sumi::protocol
