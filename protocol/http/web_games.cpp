// SPDX-License-Identifier: MIT
/// Actions of WebSession on the database of games.
#include "book/games/game_past.h"
#include "book/games/game_search.h"
#include "engine/game/notation.h"
#include "protocol/http/web_session.h"
#include "protocol/report/games_report.h"
#include "protocol/report/service_json.h"
#include "protocol/service/game_library.h"
#include "protocol/service/upload_folder.h"
#include "protocol/text/json_fields.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMaxListed = 100;
constexpr int kUsuallyListed = 10;

std::optional<int> year_in(const Json& object, std::string_view key) {
  if (!object.contains(key)) return std::nullopt;
  return int_at(object, key, book::kFirstYear, book::kLastYear, book::kFirstYear);
}

/// Reads "filter"; without it, all games match.
book::GameFilter filter_in(const Json& object) {
  constexpr std::string_view kFilterKeys[] = {"player", "opponent", "tournament", "since", "until"};
  book::GameFilter filter;
  const auto found = object.find("filter");
  if (found == object.end()) return filter;
  if (!found->is_object()) reject("filter", *found, "an object");
  check_keys(*found, kFilterKeys, "filter: ");
  filter.player = text_at(*found, "player");
  filter.opponent = text_at(*found, "opponent");
  filter.event = text_at(*found, "tournament");
  filter.from = year_in(*found, "since");
  filter.to = year_in(*found, "until");
  return filter;
}

/// Games, oriented like the position on the page's board.
Json met_games_json(const book::GameStore& store, const std::vector<std::uint32_t>& games,
                    const Board& board) {
  Json list = Json::array();
  for (const std::uint32_t id : games) {
    const book::StoredGame stored = store.game(id);
    auto met = book::meeting_at(stored.record, board);
    if (!met) throw FatalError(fmt::format("game {} did not come to the position", id));
    Json game = game_json(met->game);
    game["id"] = id;
    game["ply"] = met->moves;
    game["year"] = stored.year == 0 ? Json() : Json(stored.year);
    game["source"] = stored.source;
    list.push_back(std::move(game));
  }
  return list;
}

/// The answer to `games` without a database.
Json no_games_json() {
  return {{"all", 0},
          {"games", 0},
          {"moves", Json::array()},
          {"latest", Json::array()},
          {"best_known", Json::array()}};
}

Json new_move_answer(const book::GameStore& store, const GameRecord& game) {
  const auto found = book::first_new_move(store, game);
  if (!found) return {};
  const auto latest = book::latest_games(store, found->games, kUsuallyListed);
  return {{"number", found->number},
          {"side", to_text(found->side)},
          {"move", to_text(found->move)},
          {"games", found->games.size()},
          {"latest", met_games_json(store, latest, found->before)}};
}

/// An import's first notes of each kind, with the page's file names.
class PageNotes {
 public:
  explicit PageNotes(const UploadFolder& files) : files_(files) {}

  void take(book::ImportNote note) {
    constexpr std::uint64_t kMaxOfKind = 100;
    if (++counts_[note.kind] > kMaxOfKind) {
      ++more_;
      return;
    }
    note.where = files_.without_folder(std::move(note.where));
    note.what = files_.without_folder(std::move(note.what));
    list_.push_back(note_json(note));
  }
  void put(Json& answer) {
    answer["notes"] = std::move(list_);
    answer["more"] = more_;
  }

 private:
  const UploadFolder& files_;
  std::map<book::ImportNote::Kind, std::uint64_t> counts_;
  std::uint64_t more_ = 0;
  Json list_ = Json::array();
};

void import_files(GameLibrary& library, const UploadFolder& files, const WebDesk::Order& order) {
  constexpr auto kBetweenReports = std::chrono::milliseconds(100);
  const std::vector<std::string> paths = files.paths();
  PageNotes notes(files);
  std::uint64_t games = 0;
  auto reported = std::chrono::steady_clock::now();
  book::ImportSetup setup;
  setup.tell = [&](const book::ImportNote& note) { notes.take(note); };
  setup.stop = [&] { return order.stop.load(); };
  setup.progress = [&](std::optional<double>) {
    ++games;
    const auto now = std::chrono::steady_clock::now();
    if (now - reported < kBetweenReports) return;
    reported = now;
    order.reply({{"final", false}, {"games", games}});
  };
  const auto imported = library.import(paths, setup);
  Json answer = import_json(imported.report, imported.all);
  notes.put(answer);
  answer["final"] = true;
  if (order.stop) answer["terminated"] = true;
  order.reply(std::move(answer));
}

}  // namespace

std::shared_ptr<GameLibrary> WebSession::library() const {
  if (!offers_.games) throw FatalError("this server has no database of games");
  return offers_.games;
}

void WebSession::games(const Json& object) {
  const GameRecord game = game_in(object, {"filter", "count"});
  const book::GameFilter filter = filter_in(object);
  const auto count =
      static_cast<std::size_t>(int_at(object, "count", 0, kMaxListed, kUsuallyListed));
  archive_.put(object, [games = library(), game, filter, count](const WebDesk::Order& order) {
    games->look([&](const book::GameStore* store) {
      if (!store) return order.reply(no_games_json());
      check_names(*store, filter).value();
      const auto view = view_games(*store, game, game.replay().position(), filter, count).value();
      Json answer = view_json(view, true);
      answer["all"] = store->facts().size();
      answer["latest"] = met_games_json(*store, view.latest, view.position.board);
      answer["best_known"] = met_games_json(*store, view.best_known, view.position.board);
      order.reply(std::move(answer));
    });
  });
}

void WebSession::names(const Json& object) {
  check_action_keys(object, {"of", "text", "count"});
  const std::string of = text_at(object, "of");
  const std::string text = text_at(object, "text");
  if (of != "player" && of != "tournament") reject("of", of, "player or tournament");
  const auto count =
      static_cast<std::size_t>(int_at(object, "count", 1, kMaxListed, kUsuallyListed));
  archive_.put(object, [games = library(), players = of == "player", text,
                        count](const WebDesk::Order& order) {
    games->look([&](const book::GameStore* store) {
      Json list = Json::array();
      const auto add = [&](const std::string& name, std::uint64_t of_name) {
        if (list.size() < count) list.push_back({{"name", name}, {"games", of_name}});
      };
      if (store && players) {
        for (const auto& [player, tally] :
             book::player_tallies(*store, store->player_index().complete(text))) {
          add(store->players()[player], tally.games);
        }
      } else if (store) {
        for (const auto& [event, of_event] :
             book::tournament_counts(*store, store->event_index().complete(text))) {
          add(store->events()[event], of_event);
        }
      }
      order.reply({{"names", std::move(list)}});
    });
  });
}

void WebSession::new_move(const Json& object) {
  const GameRecord game = game_in(object);
  archive_.put(object, [games = library(), game](const WebDesk::Order& order) {
    games->look([&](const book::GameStore* store) {
      const std::size_t all = store ? store->facts().size() : 0;
      order.reply({{"all", all}, {"new_move", all > 0 ? new_move_answer(*store, game) : Json()}});
    });
  });
}

void WebSession::upload(const Json& object) {
  check_action_keys(object, {"name", "at", "base64", "new_import"});
  const std::string name = text_at(object, "name");
  const std::string coded = text_at(object, "base64");
  const bool fresh = bool_at(object, "new_import", false);
  const Json at = object.contains("at") ? object.at("at") : Json(0U);
  if (!at.is_number_unsigned()) reject("at", at, "a whole number of bytes");
  reader_.put(
      object,
      [this, games = library(), name, coded, fresh,
       at = at.get<std::uint64_t>()](const WebDesk::Order& order) {
        const std::string bytes = decode_base64(coded).value();
        if (fresh || !upload_) upload_ = std::make_shared<UploadFolder>(games->path());
        order.reply({{"bytes", upload_->add(name, at, bytes)}});
      },
      WebDesk::kPieceBytes + coded.size());
}

void WebSession::import(const Json& object) {
  check_action_keys(object, {});
  reader_.put(object, [this, games = library()](const WebDesk::Order& order) {
    const auto files = std::exchange(upload_, nullptr);
    if (!files) throw FatalError("no file to import: send one with `upload`");
    import_files(*games, *files, order);
  });
}

}  // namespace sumi::protocol
