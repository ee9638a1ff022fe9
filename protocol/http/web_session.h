// SPDX-License-Identifier: MIT
/// A tab's session: JsonSession's queries, and actions on games (README.md).
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/game/game.h"
#include "protocol/http/web_desk.h"
#include "protocol/http/web_offers.h"
#include "protocol/json/json_session.h"
#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"
#include "protocol/session/search_runner.h"
#include "protocol/session/session.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <array>
#include <initializer_list>
#include <memory>
#include <string_view>

namespace sumi::protocol {

class UploadFolder;

// The objects of actions (README.md). A bad object throws FatalError.

/// Throws for keys other than "id", "action" and `own`.
void check_action_keys(const Json& object, std::initializer_list<std::string_view> own);

/// "black" or "white".
Color color_in(const Json& object, std::string_view key);

/// Reads an action's game. Throws for keys other than the game's, "id", "action" and `own`.
GameRecord game_in(const Json& object, std::initializer_list<std::string_view> own = {});

/// The position after the game, with a move for the side to move; throws if the game is over.
Position position_to_play(const GameRecord& game);

inline constexpr std::string_view kListedByAbout = "one of those that `about` lists";

/// Reads a review's "limits"; default as in `sumi analyze`.
AnalysisSetup setup_of_review(const Json& object);

/// One thread at a time.
class WebSession final : public Session {
 public:
  /// `offers` must outlive the session.
  WebSession(const WebOffers& offers, Peer& peer);

  /// The reader's thread parses messages above 2 MiB, which must be `read`.
  void take_line(TextLine line) override;
  void on_line(const TextLine& line) override { take_line(line); }
  void on_end() override;
  void close() override;
  bool finished() const override { return ended_ && !working(); }
  bool working() const override;
  std::size_t backlog() const override {
    return queries_.backlog() + desk_.backlog() + reader_.backlog() + archive_.backlog();
  }

 private:
  using Action = void (WebSession::*)(const Json& object);
  struct ActionRow {
    std::string_view name;
    Action run;
  };
  static const ActionRow kActionRows[];

  /// The player of one colour. Two engines can play each other.
  struct Seat {
    Seat(const EngineOptions& options, const BookOpener& open_book, Peer& peer)
        : engine(options, open_book), search(engine, peer) {}
    Engine engine;
    SearchRunner search;
    Json id;
    bool terminated = false;
    Json next;  ///< A move request that waits for the terminated one; or null.
  };

  // One per action; answers at once or later, or throws FatalError.
  void about(const Json& object);
  void read(const Json& object);
  void write(const Json& object);
  void book(const Json& object);
  void openings(const Json& object);
  void move(const Json& object);
  void opinions(const Json& object);
  void review(const Json& object);
  void learn(const Json& object);
  void lines(const Json& object);
  void problem(const Json& object);
  void games(const Json& object);
  void names(const Json& object);
  void new_move(const Json& object);
  void upload(const Json& object);
  void import(const Json& object);
  void terminate(const Json& object);

  void run(Action action, const Json& object);
  void reply(const Json& request, Json fields);
  std::shared_ptr<GameLibrary> library() const;
  EngineOptions options_of_move(const Json& object, int size) const;
  Seat& seat(Color color);
  void send_move(Seat& player, const Json& object, const Position& asked,
                 const SearchUpdate& result);
  void fail(const Json& request, std::string_view message);

  const WebOffers& offers_;
  Peer& peer_;
  Engine analyst_;
  JsonSession queries_;
  std::array<std::unique_ptr<Seat>, 2> seats_;  ///< By Color; created on first use.
  /// Searches positions that games added to the book. For the desk's thread.
  std::unique_ptr<Engine> learner_;
  std::unique_ptr<Engine> reviewer_;  ///< For parts of reviews. For the desk's thread.
  /// Files to import. For the reader's thread.
  std::shared_ptr<UploadFolder> upload_;
  WebDesk desk_;
  WebDesk reader_;   ///< Reads and imports games; does not wait for reviews.
  WebDesk archive_;  ///< Queries the database of games; does not wait for imports.
  Language language_ = Language::kEnglish;  ///< Of errors and help texts.
  bool ended_ = false;
};

}  // namespace sumi::protocol
