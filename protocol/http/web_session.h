// SPDX-License-Identifier: MIT
/// What a tab of the page asks for (README.md): queries as JsonSession takes them, and further
/// actions on games.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"
#include "engine/limits.h"
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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

// What actions of a tab have in common (README.md): games, positions and limits of their objects.

/// The game of an action. Fails also if the object has other keys than those of a game, "id",
/// "action" and the action's `own`.
Result<GameRecord> game_in(const Json& object, std::initializer_list<std::string_view> own = {});

/// The position after the game, of the side that has a move; fails where nobody has.
Result<Position> position_to_play(const GameRecord& game);

/// Limits of "clock" or of "limits"; a second if there are none.
Result<SearchLimits> limits_of_move(const Json& object);

/// How a review searches, by "limits"; as `sumi analyze` if there are none.
Result<AnalysisSetup> setup_of_review(const Json& object);

/// Games and positions that somebody pastes or drops: whatever the command line reads.
struct PastedGames {
  std::vector<FileEntry> entries;  ///< At least one.
  int left_out = 0;                ///< How many more there were.
  std::vector<std::string> warnings;
};

/// The contents of a file, or a text; `name` is the file's, or empty. Moves alone begin on a board
/// of `size`. Fails if nothing in it is a game or a position, with the first fault.
Result<PastedGames> read_pasted(const std::string& bytes, const std::string& name, int size);

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
