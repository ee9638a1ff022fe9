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
Result<std::optional<SearchMemo>> memo_in(const Json& object) {
  const auto texts = object.find("searches");
  if (texts == object.end()) return std::optional<SearchMemo>();
  if (!texts->is_array() ||
      !std::ranges::all_of(*texts, [](const Json& text) { return text.is_string(); })) {
    return bad_value("searches", *texts, "a list of texts");
  }
  SearchMemo memo(texts->get<std::vector<std::string>>());
  if (object.contains("share")) {
    const auto share = int_at(object, "share", 0, kMaxLegalMoves, 0);
    if (!share) return share.error();
    memo.share = static_cast<std::size_t>(*share);
  }
  return std::optional(std::move(memo));
}

/// The book's lines after a position; 0 out of book.
Json book_lines_json(const EngineOptions& options, const Position& position, Color player,
                     int max_loss) {
  const auto book = book::open_book(options.book);
  if (!book) throw FatalError(book.error().message);
  const bool known = position.size == 8;
  const book::LineCounts counts =
      known ? book::count_lines(**book, position.board, to_value({max_loss})) : book::LineCounts{};
  return {{"all", lines_json(counts.all)},
          {"to_remember", lines_json(counts.to_remember[position.to_move != player])}};
}

}  // namespace

Result<void> WebSession::opinions(const Json& object) {
  const auto game = game_in(object, {"player"});
  if (!game) return game.error();
  const auto position = position_to_play(*game);
  if (!position) return position.error();
  const auto name = text_at(object, "player");
  if (!name) return name.error();
  const Offer* const offered = find_offer(offers_.players, *name);
  if (!offered && *name != kSearchPlayer) {
    return bad_value("player", *name, "one of those that `about` lists");
  }
  desk_.put(object, [offered, asked = *position, object](const WebDesk::Order& order) {
    Json opinions = Json::array();
    if (offered) {
      const auto player = make_move_player(offered->name, asked.size);
      if (!player) throw FatalError(player.error().message);
      opinions = opinions_json((*player)->opinions(asked, 1, order.stop), asked.size);
    }
    Json answer{{"opinions", std::move(opinions)}};
    if (order.stop) answer["terminated"] = true;
    order.reply(answer);
  });
  return {};
}

Result<void> WebSession::review(const Json& object) {
  const auto game = game_in(object, {"limits", "searches", "share"});
  if (!game) return game.error();
  const auto setup = setup_of_review(object);
  if (!setup) return setup.error();
  const auto memo = memo_in(object);
  if (!memo) return memo.error();
  if (!*memo && object.contains("share")) {
    return Error{ErrorCode::kBadSyntax, "share: plays no part in review without searches"};
  }
  EngineOptions options = *memo ? seat_options(offers_.options) : offers_.options;
  options.size = game->start.size;
  if (*memo && !reviewer_) reviewer_ = std::make_unique<Engine>(options, offers_.open_book);
  desk_.put(object, [options, this, game = *game, setup = *setup,
                     memo = *memo](const WebDesk::Order& order) mutable {
    std::optional<Engine> own;
    Engine& engine = memo ? *reviewer_ : own.emplace(options, offers_.open_book);
    if (memo) {
      if (options != engine.options()) {
        if (const auto met = engine.configure(options); !met) throw FatalError(met.error().message);
      }
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
  return {};
}

Result<void> WebSession::learn(const Json& object) {
  const auto game = game_in(object);
  if (!game) return game.error();
  if (!offers_.options.book_learn) {
    return Error{ErrorCode::kNotFound, "no book to learn in: start with --book FILE --book-learn"};
  }
  if (!learner_)
    learner_ = std::make_unique<Engine>(seat_options(offers_.options), offers_.open_book);
  desk_.put(object, [&learner = *learner_, game = *game](const WebDesk::Order& order) {
    if (const auto done = learner.learn(game); !done) throw FatalError(done.error().message);
    order.reply(Json::object());
  });
  return {};
}

/// Counts lines of the book or, to hold a result, of perfect play.
Result<void> WebSession::lines(const Json& object) {
  constexpr int kMaxLoss = 64;
  const auto game = game_in(object, {"max_loss", "side", "hold"});
  if (!game) return game.error();
  const auto position = position_to_play(*game);
  if (!position) return position.error();
  const auto max_loss = int_at(object, "max_loss", 0, kMaxLoss, 0);
  if (!max_loss) return max_loss.error();
  const auto side = text_at(object, "side");
  if (!side) return side.error();
  if (*side != "black" && *side != "white") return bad_value("side", *side, "black or white");
  const Color player = *side == "black" ? Color::kBlack : Color::kWhite;
  const auto hold = text_at(object, "hold");
  if (!hold) return hold.error();
  if (hold->empty()) {
    desk_.put(object, [&offers = offers_, asked = *position, player,
                       max_loss = *max_loss](const WebDesk::Order& order) {
      order.reply(book_lines_json(offers.options, asked, player, max_loss));
    });
    return {};
  }
  constexpr std::string_view kHolds[] = {"best", "draw", "win"};
  const auto result = std::ranges::find(kHolds, *hold);
  if (result == std::end(kHolds)) return bad_value("hold", *hold, "best, draw or win");
  const HoldGoal goal{static_cast<HoldGoal::Result>(result - kHolds), *max_loss};
  EngineOptions options = seat_options(offers_.options);
  options.size = position->size;
  desk_.put(object, [options, asked = *position, player, goal](const WebDesk::Order& order) {
    Engine engine(options);
    const auto found =
        lines_to_hold(engine, asked, player, goal, [&] { return order.stop.load(); });
    if (!found) throw FatalError(found.error().message);
    order.reply(*found ? held_json(**found, asked.size, goal.result == HoldGoal::Result::kBest)
                       : Json{{"terminated", true}});
  });
  return {};
}

Result<void> WebSession::problem(const Json& object) {
  constexpr std::string_view kProblemKeys[] = {"id", "action", "difficulty", "seed"};
  if (const auto known = check_keys(object, kProblemKeys, ""); !known) return known.error();
  const auto difficulty = int_at(object, "difficulty", 1, kMaxDifficulty, 1);
  if (!difficulty) return difficulty.error();
  const auto seed = int_at(object, "seed", 0, std::numeric_limits<int>::max(), 0);
  if (!seed) return seed.error();
  desk_.put(object, [difficulty = *difficulty, seed = *seed](const WebDesk::Order& order) {
    Engine engine(problem_engine_options());
    const auto made = make_problem(engine, difficulty, static_cast<std::uint64_t>(seed),
                                   [&] { return order.stop.load(); });
    order.reply(made ? problem_json(*made, static_cast<std::uint64_t>(seed))
                     : Json{{"terminated", true}});
  });
  return {};
}

}  // namespace sumi::protocol
