// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "book/opening_names.h"
#include "book/store/book_reader.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "engine/players/player.h"
#include "protocol/analysis/game_analysis.h"
#include "protocol/http/pasted_games.h"
#include "protocol/http/web_session.h"
#include "protocol/json/write_json.h"
#include "protocol/report/analysis_json.h"
#include "protocol/report/candidates.h"
#include "protocol/report/opening_words.h"
#include "protocol/study/endgame_problem.h"
#include "protocol/study/lines_to_hold.h"
#include "protocol/text/base64.h"
#include "protocol/text/json_fields.h"
#include "protocol/text/json_game.h"
#include "protocol/text/json_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr Millis kMoveTime{1000};
constexpr int kReviewLevel = 16;  ///< As `sumi analyze`.
constexpr int kMostVariety = 16;  ///< Discs.

/// A player of a game needs a smaller table than an analysis that goes on and on.
constexpr int kSeatHashShare = 4;

std::vector<NamedEvaluator> named_evaluators(const WebOffers& offers) {
  std::vector<NamedEvaluator> named;
  for (const OfferedEvaluator& one : offers.evaluators) named.push_back(one.named);
  return named;
}

EngineOptions smaller(EngineOptions options) {
  options.hash_mib = std::max(1, options.hash_mib / kSeatHashShare);
  return options;
}

/// The keys of an action: those of a game, and its own.
Result<GameRecord> game_in(const Json& object, std::initializer_list<std::string_view> own = {}) {
  std::vector<std::string_view> keys(std::begin(kGameKeys), std::end(kGameKeys));
  keys.insert(keys.end(), {"id", "action"});
  keys.insert(keys.end(), own);
  if (const auto known = check_keys(object, keys, ""); !known) return known.error();
  return game_from_json(object);
}

/// The position after the game; fails where nobody can move.
Result<Position> position_to_play(const GameRecord& game) {
  Position position = game.replay().position();
  if (rules::game_over(position.board, position.size)) {
    return Error{ErrorCode::kIllegalMove, "moves: the game is over"};
  }
  if (rules::legal_moves(position.board, position.size) == 0) position = position.passed();
  return position;
}

/// Of a clock or of limits; a second if there are none.
Result<SearchLimits> limits_of_move(const Json& object) {
  constexpr double kMostIncrement = 3600;
  const bool timed = object.contains("clock");
  if (timed && object.contains("limits")) {
    return Error{ErrorCode::kBadSyntax, "both limits and clock: name one"};
  }
  if (!timed) {
    return object.contains("limits") ? limits_in(object.at("limits")) : time_limits(kMoveTime);
  }
  const Json& json = object.at("clock");
  constexpr std::string_view kClockKeys[] = {"remaining", "increment"};
  if (!json.is_object() || !json.contains("remaining")) {
    return bad_value("clock", json, "an object such as {\"remaining\": 300, \"increment\": 2}");
  }
  if (const auto known = check_keys(json, kClockKeys, "clock: "); !known) return known.error();
  const auto remaining = number_at(json, "remaining", 0, kMaxJsonSeconds);
  if (!remaining) return remaining.error();
  Clock clock;
  clock.remaining = to_millis(*remaining);
  if (json.contains("increment")) {
    const auto increment = number_at(json, "increment", 0, kMostIncrement);
    if (!increment) return increment.error();
    if (*increment > 0) clock.increment = to_millis(*increment);
  }
  SearchLimits limits;
  limits.selectivity = kFastSelectivity;
  limits.clock = clock;
  return limits;
}

/// Limits of a review, and how it tells of them.
Result<AnalysisSetup> setup_of_review(const Json& object) {
  AnalysisSetup setup{level_limits(kReviewLevel), {"level {}", std::to_string(kReviewLevel)}};
  if (object.contains("limits")) {
    const Json& json = object.at("limits");
    const auto limits = limits_in(json);
    if (!limits) return limits.error();
    const std::string key = json.begin().key();
    if (key != "level" && key != "time") {
      return bad_value("limits", json, "a level or a time: {\"level\": 16}");
    }
    setup.limits = *limits;
    setup.settings = {key == "level" ? "level {}" : "{} s a move", json.begin()->dump()};
  }
  setup.limits.consults_book = true;
  return setup;
}

Json book_move_json(const GameRecord& game, const BookMove& move) {
  const int size = game.start.size;
  GameRecord after = game;
  after.notes.clear();
  Game replayed = game.replay();
  if (replayed.play(move.move)) after.moves = record_of(replayed).moves;
  return {{"move", to_text(move.move, size)},
          {"score", json_discs(move.value, move.exact)},
          {"exact", move.exact},
          {"depth", move.depth},
          {"selectivity", move.selectivity},
          {"in_book", move.in_book},
          {"wins", move.games.wins},
          {"draws", move.games.draws},
          {"losses", move.games.losses},
          {"opening", opening_json(book::find_opening(after))}};
}

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

/// Lines that the book has behind a position; none if it does not know it.
Json book_lines_json(const EngineOptions& options, const Position& position, Color player,
                     int max_loss) {
  const auto book = book::open_book(options.book);
  if (!book) throw FatalError(book.error().message);
  const bool known = position.size == 8;
  const book::LineCounts counts =
      known ? book::count_lines(**book, position.board, to_value({max_loss})) : book::LineCounts{};
  return {{"all", counts.all}, {"to_remember", counts.to_remember[position.to_move != player]}};
}

Json held_lines_json(const LinesToHold& found, int size) {
  Json moves = Json::array();
  for (const HoldingMove& move : found.moves) {
    moves.push_back({{"move", to_text(move.move, size)}, {"lines", move.lines}});
  }
  return {{"best", found.best.discs},
          {"held", found.held.discs},
          {"to_remember", found.lines},
          {"moves", std::move(moves)}};
}

Json problem_json(const EndgameProblem& problem) {
  const int size = problem.position.size;
  return {{"position", to_text(problem.position)},
          {"move", to_text(problem.solution, size)},
          {"score", problem.score.discs},
          {"second", problem.second.discs},
          {"empties", empties(problem.position.board, size)},
          {"difficulty", problem.difficulty}};
}

}  // namespace

const WebSession::ActionRow WebSession::kActionRows[] = {
    {"about", &WebSession::about},         {"book", &WebSession::book},
    {"learn", &WebSession::learn},         {"lines", &WebSession::lines},
    {"move", &WebSession::move},           {"openings", &WebSession::openings},
    {"opinions", &WebSession::opinions},   {"problem", &WebSession::problem},
    {"read", &WebSession::read},           {"review", &WebSession::review},
    {"terminate", &WebSession::terminate}, {"write", &WebSession::write},
};

WebSession::WebSession(const WebOffers& offers, Peer& peer)
    : offers_(offers),
      peer_(peer),
      analyst_(offers.options, offers.open_book),
      queries_({&analyst_}, peer, {false, named_evaluators(offers)}),
      desk_(peer),
      reader_(peer) {
  analyst_.prepare();
}

bool WebSession::at_work() const {
  return queries_.at_work() || desk_.at_work() || reader_.at_work() ||
         std::ranges::any_of(seats_,
                             [](const auto& seat) { return seat && seat->search.running(); });
}

void WebSession::on_end() {
  ended_ = true;
  queries_.on_end();
}

void WebSession::close() {
  ended_ = true;
  queries_.close();
  desk_.stop({});
  for (const auto& seat : seats_) {
    if (seat) seat->search.stop();
  }
}

void WebSession::on_line(const TextLine& line) {
  if (ended_) return;
  const Json object = read_json(line.text);
  // A query, or a line that JsonSession refuses in its words.
  if (!object.is_object() || !object.contains("action")) return queries_.on_line(line);
  const auto action = object.find("action");
  const auto row = std::ranges::find_if(kActionRows, [&](const ActionRow& known) {
    return action->is_string() && *action == known.name;
  });
  const bool of_queries = *action == "clear" || *action == "version";
  if (of_queries) return queries_.on_line(line);
  const auto id = object.find("id");
  if (id == object.end() || !is_json_id(*id)) {
    return write_json(peer_, json_fault(nullptr, "no id: a text or a whole number"));
  }
  if (row == std::end(kActionRows)) {
    std::vector<std::string_view> names{"clear", "version"};
    for (const ActionRow& known : kActionRows) names.push_back(known.name);
    const Error unknown =
        bad_value("action", *action, fmt::format("one of {}", fmt::join(names, ", ")));
    return write_json(peer_, json_fault(*id, unknown.message));
  }
  if (const auto done = (this->*row->run)(object); !done) {
    write_json(peer_, json_fault(*id, done.error().message));
  }
}

/// The answer of an action: its id and name, and what it has found.
void WebSession::reply(const Json& request, Json fields) {
  Json answer{{"id", request.at("id")}, {"action", request.at("action")}};
  answer.update(fields);
  write_json(peer_, answer);
}

Result<void> WebSession::about(const Json& object) {
  reply(object, about_json(offers_));
  return {};
}

Result<void> WebSession::read(const Json& object) {
  constexpr std::string_view kReadKeys[] = {"id", "action", "text", "base64", "name", "size"};
  if (const auto known = check_keys(object, kReadKeys, ""); !known) return known.error();
  const auto size = size_at(object);
  if (!size) return size.error();
  const auto name = text_at(object, "name");
  if (!name) return name.error();
  auto bytes = text_at(object, object.contains("base64") ? "base64" : "text");
  if (!bytes) return bytes.error();
  if (object.contains("base64")) bytes = decode_base64(*bytes);
  if (!bytes) return bytes.error();
  reader_.put(object, [bytes = *bytes, name = *name, size = *size](const WebDesk::Order& order) {
    const auto pasted = read_pasted(bytes, name, size);
    if (!pasted) throw FatalError(pasted.error().message);
    Json games = Json::array();
    for (const FileEntry& entry : pasted->entries) games.push_back(game_json(entry));
    order.reply({{"games", std::move(games)},
                 {"left_out", pasted->left_out},
                 {"warnings", pasted->warnings}});
  });
  return {};
}

Result<void> WebSession::write(const Json& object) {
  auto game = game_in(object, {"format", "ply"});
  if (!game) return game.error();
  const auto name = text_at(object, "format");
  if (!name) return name.error();
  const auto format = parse_format(*name);
  if (!format) return format.error();
  const auto ply = whole_at(object, "ply", 0, kMaxPly, kMaxPly);
  if (!ply) return ply.error();
  if (!format_spec(*format).games) {
    // Plies are counted as the page counts them: without passes.
    std::size_t kept = 0;
    for (int left = *ply; kept < game->moves.size() && left > 0; ++kept) {
      if (game->moves[kept] != Square::kPass) --left;
    }
    game->moves.resize(kept);
    game->notes.resize(game->notes.empty() ? 0 : kept);
  }
  const auto file = entry_file(*game, *format);
  if (!file) return file.error();
  const bool binary = *format == FileFormat::kWthor;
  reply(object, {{binary ? "base64" : "text", binary ? encode_base64(file->bytes) : file->bytes},
                 {"lost", file->lost}});
  return {};
}

Result<void> WebSession::book(const Json& object) {
  const auto game = game_in(object);
  if (!game) return game.error();
  const Game replayed = game->replay();
  Position position = replayed.position();
  if (rules::legal_moves(position.board, position.size) == 0) position = position.passed();
  Json moves = Json::array(), line = Json::array();
  const auto book = analyst_.book();
  if (book && position.size == 8 && !replayed.over()) {
    for (const BookMove& move : book->moves(position.board)) {
      moves.push_back(book_move_json(*game, move));
    }
    line = json_moves(book->line(position.board));
  }
  reply(object, {{"opening", opening_json(book::find_opening(*game))},
                 {"moves", std::move(moves)},
                 {"line", std::move(line)}});
  return {};
}

Result<void> WebSession::openings(const Json& object) {
  Json all = Json::array();
  for (const book::OpeningName& name : book::opening_names()) all.push_back(opening_json(&name));
  reply(object, {{"openings", std::move(all)}});
  return {};
}

WebSession::Seat& WebSession::seat(Color color) {
  auto& made = seats_[static_cast<std::size_t>(color)];
  if (!made) made = std::make_unique<Seat>(smaller(offers_.options), offers_.open_book, peer_);
  return *made;
}

Result<EngineOptions> WebSession::options_of_move(const Json& object, int size) const {
  EngineOptions options = smaller(offers_.options);
  options.size = size;
  options.player = kSearchPlayer;
  const auto player = text_at(object, "player"), evaluator = text_at(object, "evaluator");
  if (!player) return player.error();
  if (!evaluator) return evaluator.error();
  if (!player->empty() && *player != kSearchPlayer) {
    const OfferedPlayer* const offered = find_player(offers_, *player);
    if (!offered) return bad_value("player", *player, "one of those that `about` lists");
    options.player = offered->option;
  }
  if (!evaluator->empty()) {
    const OfferedEvaluator* const offered = find_evaluator(offers_, *evaluator);
    if (!offered) return bad_value("evaluator", *evaluator, "one of those that `about` lists");
    options.evaluator = offered->named.evaluator;
    options.weights = offered->named.weights;
  }
  const auto book = truth_at(object, "book", true);
  if (!book) return book.error();
  options.own_book = *book;
  const auto variety = whole_at(object, "variety", 0, kMostVariety, 0);
  if (!variety) return variety.error();
  options.book_variety_discs = *variety;
  return options;
}

Result<void> WebSession::move(const Json& object) {
  const auto game = game_in(
      object, {"seat", "player", "evaluator", "limits", "clock", "new_game", "book", "variety"});
  if (!game) return game.error();
  const auto position = position_to_play(*game);
  if (!position) return position.error();
  const auto color = text_at(object, "seat");
  if (!color) return color.error();
  if (*color != "black" && *color != "white") return bad_value("seat", *color, "black or white");
  const auto limits = limits_of_move(object);
  if (!limits) return limits.error();
  const auto options = options_of_move(object, position->size);
  if (!options) return options.error();
  const auto new_game = truth_at(object, "new_game", false);
  if (!new_game) return new_game.error();

  Seat& player = seat(*color == "black" ? Color::kBlack : Color::kWhite);
  if (player.search.running()) {
    return Error{ErrorCode::kBadSyntax, "seat: this player is thinking about another move"};
  }
  if (*options != player.engine.options()) {
    if (const auto met = player.engine.configure(*options); !met) return met.error();
  }
  if (*new_game) player.engine.clear_table();
  player.id = object.at("id");
  player.terminated = false;
  SearchLimits wanted = *limits;
  wanted.varies = true;
  SearchRunner::Listener listener;
  listener.on_done = [this, &player, object, asked = *position](const SearchUpdate& result) {
    Json fields = best_json(asked, result);
    if (player.terminated) fields["terminated"] = true;
    reply(object, std::move(fields));
  };
  player.search.start(position->board, wanted, std::move(listener), position->to_move);
  return {};
}

Result<void> WebSession::opinions(const Json& object) {
  const auto game = game_in(object, {"player"});
  if (!game) return game.error();
  const auto position = position_to_play(*game);
  if (!position) return position.error();
  const auto name = text_at(object, "player");
  if (!name) return name.error();
  const OfferedPlayer* const offered = find_player(offers_, *name);
  if (!offered && *name != kSearchPlayer) {
    return bad_value("player", *name, "one of those that `about` lists");
  }
  desk_.put(object, [offered, asked = *position, object](const WebDesk::Order& order) {
    Json opinions = Json::array();
    if (offered) {
      const auto player = make_move_player(offered->option, asked.size);
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
  const auto game = game_in(object, {"limits"});
  if (!game) return game.error();
  const auto setup = setup_of_review(object);
  if (!setup) return setup.error();
  EngineOptions options = offers_.options;
  options.size = game->start.size;
  desk_.put(object, [options, &offers = offers_, game = *game,
                     setup = *setup](const WebDesk::Order& order) {
    Engine engine(options, offers.open_book);
    const GameAnalysis analysis = analyze_game(
        engine, game, setup,
        [&](const AnalyzedMove* move, int done, int all) {
          order.reply({{"final", false}, {"done", done}, {"all", all}, {"move", json_move(*move)}});
        },
        [&] { return order.stop.load(); });
    Json answer{{"final", true}, {"analysis", analysis_json(analysis)}};
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
  if (!learner_) learner_ = std::make_unique<Engine>(smaller(offers_.options), offers_.open_book);
  desk_.put(object, [&learner = *learner_, game = *game](const WebDesk::Order& order) {
    if (const auto done = learner.learn(game); !done) throw FatalError(done.error().message);
    order.reply(Json::object());
  });
  return {};
}

/// By the book, or by perfect play to the end where a result is to be held.
Result<void> WebSession::lines(const Json& object) {
  constexpr int kMostLoss = 64;
  const auto game = game_in(object, {"max_loss", "side", "hold"});
  if (!game) return game.error();
  const auto position = position_to_play(*game);
  if (!position) return position.error();
  const auto max_loss = whole_at(object, "max_loss", 0, kMostLoss, 0);
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
  EngineOptions options = smaller(offers_.options);
  options.size = position->size;
  desk_.put(object, [options, asked = *position, player, goal](const WebDesk::Order& order) {
    Engine engine(options);
    const auto found =
        lines_to_hold(engine, asked, player, goal, [&] { return order.stop.load(); });
    if (!found) throw FatalError(found.error().message);
    order.reply(*found ? held_lines_json(**found, asked.size) : Json{{"terminated", true}});
  });
  return {};
}

Result<void> WebSession::problem(const Json& object) {
  constexpr std::string_view kProblemKeys[] = {"id", "action", "difficulty", "seed"};
  if (const auto known = check_keys(object, kProblemKeys, ""); !known) return known.error();
  const auto difficulty = whole_at(object, "difficulty", 1, kMaxDifficulty, 1);
  if (!difficulty) return difficulty.error();
  const auto seed = whole_at(object, "seed", 0, std::numeric_limits<int>::max(), 0);
  if (!seed) return seed.error();
  desk_.put(object, [difficulty = *difficulty, seed = *seed](const WebDesk::Order& order) {
    Engine engine(problem_engine_options());
    const auto made = make_problem(engine, difficulty, static_cast<std::uint64_t>(seed),
                                   [&] { return order.stop.load(); });
    order.reply(made ? problem_json(*made) : Json{{"terminated", true}});
  });
  return {};
}

/// Those of this session, and then the queries, which tell how many they were.
Result<void> WebSession::terminate(const Json& object) {
  std::optional<Json> target;
  if (object.contains("target")) target = object.at("target");
  desk_.stop(target);
  for (const auto& seat : seats_) {
    if (!seat || !seat->search.running() || (target && seat->id != *target)) continue;
    seat->terminated = true;
    seat->search.stop();
  }
  queries_.on_line({json_text(object)});
  return {};
}

}  // namespace sumi::protocol
