// SPDX-License-Identifier: MIT
/// Actions of WebSession on its desk.
#include "book/book.h"
#include "book/book_lines.h"
#include "book/store/book_entry.h"
#include "engine/game/notation.h"
#include "engine/player.h"
#include "protocol/http/web_session.h"
#include "protocol/report/service_json.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/lines_to_hold.h"
#include "protocol/service/search_memo.h"
#include "protocol/text/json_fields.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

Json opinions_json(const std::vector<MoveOpinion>& opinions, int size) {
  Json json = Json::array();
  for (const MoveOpinion& opinion : opinions) {
    Json terms = Json::array();
    for (const OpinionTerm& term : opinion.terms) {
      terms.push_back({{"name", term.name}, {"value", term.value}});
    }
    json.push_back({{"move", to_text(opinion.square, size)},
                    {"value", opinion.value},
                    {"terms", std::move(terms)}});
  }
  return json;
}

/// The memo of a part of a review; std::nullopt for a whole review.
std::optional<SearchMemo> memo_in(const Json& object) {
  const auto texts = object.find("searches");
  if (texts == object.end()) return std::nullopt;
  if (!texts->is_array() ||
      !std::ranges::all_of(*texts, [](const Json& text) { return text.is_string(); })) {
    reject("searches", *texts, "a list of texts");
  }
  SearchMemo memo(texts->get<std::vector<std::string>>());
  if (object.contains("share")) {
    memo.share = static_cast<std::size_t>(int_at(object, "share", 0, kMaxLegalMoves, 0));
  }
  return memo;
}

/// The book's lines after a position; 0 out of book.
Json book_lines_json(const EngineOptions& options, const Position& position, Color player,
                     int max_loss) {
  const auto book = book::open_book(options.book).value();
  const bool known = position.size == 8;
  const book::LineCounts counts =
      known ? book::count_lines(*book, position.board, to_value({max_loss})) : book::LineCounts{};
  return {{"all", lines_json(counts.all)},
          {"to_remember", lines_json(counts.to_remember[position.to_move != player])}};
}

}  // namespace

void WebSession::opinions(const Json& object) {
  const Position position = position_to_play(game_in(object, {"player"}));
  const std::string name = text_at(object, "player");
  const Offer* const offered = find_offer(offers_.players, name);
  if (!offered && name != kSearchPlayer) reject("player", name, kListedByAbout);
  desk_.put(object, [offered, position](const WebDesk::Order& order) {
    Json opinions = Json::array();
    if (offered) {
      const auto player = make_move_player(offered->name, position.size).value();
      opinions = opinions_json(player->opinions(position, 1, order.stop), position.size);
    }
    Json answer{{"opinions", std::move(opinions)}};
    if (order.stop) answer["terminated"] = true;
    order.reply(answer);
  });
}

void WebSession::review(const Json& object) {
  const GameRecord game = game_in(object, {"limits", "searches", "share"});
  AnalysisSetup setup = setup_of_review(object);
  std::optional<SearchMemo> memo = memo_in(object);
  if (!memo && object.contains("share")) {
    throw FatalError("share: plays no part in review without searches");
  }
  EngineOptions options = memo ? seat_options(offers_.options) : offers_.options;
  options.size = game.start.size;
  if (memo && !reviewer_) reviewer_ = std::make_unique<Engine>(options, offers_.open_book);
  desk_.put(object, [options, this, game, setup, memo](const WebDesk::Order& order) mutable {
    std::optional<Engine> own;
    Engine& engine = memo ? *reviewer_ : own.emplace(options, offers_.open_book);
    if (memo) {
      if (options != engine.options()) engine.configure(options).value();
      engine.clear_table();
      setup.memo = &*memo;
    }
    const GameAnalysis analysis = analyze_game(
        engine, game, setup,
        [&](const AnalyzedMove* move, int done, int all) {
          order.reply({{"final", false}, {"done", done}, {"all", all}, {"move", json_move(*move)}});
        },
        [&] { return order.stop.load(); });
    Json answer{{"final", true}, {"analysis", analysis_json(analysis)}};
    if (memo) answer.update({{"searches", memo->texts()}, {"missing", memo->missing}});
    if (order.stop) answer["terminated"] = true;
    order.reply(answer);
  });
}

void WebSession::learn(const Json& object) {
  const GameRecord game = game_in(object);
  if (!offers_.options.book_learn) {
    throw FatalError("no book to learn in: start with --book FILE --book-learn");
  }
  if (!learner_)
    learner_ = std::make_unique<Engine>(seat_options(offers_.options), offers_.open_book);
  desk_.put(object, [&learner = *learner_, game](const WebDesk::Order& order) {
    learner.learn(game).value();
    order.reply(Json::object());
  });
}

/// Counts lines of the book or, to hold a result, of perfect play.
void WebSession::lines(const Json& object) {
  constexpr int kMaxLoss = 64;
  const Position position = position_to_play(game_in(object, {"max_loss", "side", "hold"}));
  const int max_loss = int_at(object, "max_loss", 0, kMaxLoss, 0);
  const Color player = color_in(object, "side");
  const std::string hold = text_at(object, "hold");
  if (hold.empty()) {
    return desk_.put(object,
                     [&offers = offers_, position, player, max_loss](const WebDesk::Order& order) {
                       order.reply(book_lines_json(offers.options, position, player, max_loss));
                     });
  }
  constexpr std::string_view kHolds[] = {"best", "draw", "win"};
  const auto result = std::ranges::find(kHolds, hold);
  if (result == std::end(kHolds)) reject("hold", hold, "best, draw or win");
  const HoldGoal goal{static_cast<HoldGoal::Result>(result - kHolds), max_loss};
  EngineOptions options = seat_options(offers_.options);
  options.size = position.size;
  desk_.put(object, [options, position, player, goal](const WebDesk::Order& order) {
    Engine engine(options);
    const auto found =
        lines_to_hold(engine, position, player, goal, [&] { return order.stop.load(); }).value();
    order.reply(found ? held_json(*found, position.size, goal.result == HoldGoal::Result::kBest)
                      : Json{{"terminated", true}});
  });
}

void WebSession::problem(const Json& object) {
  check_action_keys(object, {"difficulty", "seed"});
  const int difficulty = int_at(object, "difficulty", 1, kMaxDifficulty, 1);
  const auto seed =
      static_cast<std::uint64_t>(int_at(object, "seed", 0, std::numeric_limits<int>::max(), 0));
  desk_.put(object, [difficulty, seed](const WebDesk::Order& order) {
    Engine engine(problem_engine_options());
    const auto made = make_problem(engine, difficulty, seed, [&] { return order.stop.load(); });
    order.reply(made ? problem_json(*made, seed) : Json{{"terminated", true}});
  });
}

}  // namespace sumi::protocol
