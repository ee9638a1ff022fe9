// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/move_text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "engine/player.h"
#include "protocol/http/web_session.h"
#include "protocol/report/service_json.h"
#include "protocol/text/entry_words.h"
#include "protocol/text/json_fields.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/json_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr Millis kMoveTime{1000};

constexpr std::size_t kMaxGames = 1000, kMaxWarnings = 20;

struct PastedGame {
  FileEntry entry;
  bool cut = false;  ///< Ends before an illegal move.
};

/// Pasted or dropped, in any format of the command line.
struct PastedGames {
  std::vector<PastedGame> entries;  ///< At least one.
  int left_out = 0;                 ///< Entries beyond the limit.
  std::vector<std::string> warnings;
};

/// Reads a file of any format.
Result<PastedGames> read_as_file(const std::string& bytes, const std::string& name,
                                 const TextOptions& options = {}) {
  const auto format = detect_format(name, bytes);
  if (!format) return format.error();
  auto reader = GameFileReader::of_text(bytes, *format, options);
  if (!reader) return reader.error();
  PastedGames games;
  std::optional<Error> fault;
  const auto warn = [&](std::string text) {
    if (games.warnings.size() < kMaxWarnings) games.warnings.push_back(std::move(text));
  };
  while (auto item = reader->next()) {
    if (!item->entry) {
      if (!fault) fault = item->entry.error();
      warn(item->entry.error().message);
      continue;
    }
    for (std::string& warning : item->warnings) warn(std::move(warning));
    if (games.entries.size() < kMaxGames) {
      games.entries.push_back({std::move(*item->entry), item->legal_prefix.has_value()});
    } else {
      ++games.left_out;
    }
  }
  if (!games.entries.empty()) return games;
  return fault ? *fault : Error{ErrorCode::kNotFound, "no game and no position in this"};
}

}  // namespace

void check_action_keys(const Json& object, std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys{"id", "action"};
  keys.insert(keys.end(), own);
  check_keys(object, keys, "");
}

Color color_in(const Json& object, std::string_view key) {
  const std::string color = text_at(object, key);
  if (color != "black" && color != "white") reject(key, color, "black or white");
  return color == "black" ? Color::kBlack : Color::kWhite;
}

GameRecord game_in(const Json& object, std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys(std::begin(kGameKeys), std::end(kGameKeys));
  keys.insert(keys.end(), {"id", "action"});
  keys.insert(keys.end(), own);
  check_keys(object, keys, "");
  return game_from_json(object).value();
}

Position position_to_play(const GameRecord& game) {
  Position position = game.replay().position();
  if (rules::game_over(position.board, position.size)) throw BadField("moves: the game is over");
  if (rules::legal_moves(position.board, position.size) == 0) position = position.passed();
  return position;
}

AnalysisSetup setup_of_review(const Json& object) {
  AnalysisSetup setup{level_limits(kStandardLevel), {"level {}", std::to_string(kStandardLevel)}};
  if (object.contains("limits")) {
    const Json& json = object.at("limits");
    setup.limits = limits_in(json);
    const std::string key = json.begin().key();
    if (key != "level" && key != "time") {
      reject("limits", json, "a level or a time: {\"level\": 16}");
    }
    setup.settings = {key == "level" ? "level {}" : "{} s a move", json.begin()->dump()};
  }
  setup.limits.consults_book = true;
  return setup;
}

namespace {

PastedGames one_game(FileEntry entry, std::vector<std::string> warnings) {
  return {{{std::move(entry), false}}, 0, std::move(warnings)};
}

/// Tries words before file formats, as on the command line: moves on a small board are not a file.
Result<PastedGames> read_whole(const std::string& bytes, const std::string& name, int size) {
  const std::string_view text = trim(bytes);
  const bool one_line = text.find('\n') == text.npos;
  if (name.empty() && one_line && !text.empty()) {
    std::vector<std::string> warnings;
    if (auto entry = parse_entry_words(std::string(text), {size}, &warnings)) {
      return one_game(std::move(*entry), std::move(warnings));
    }
  }
  auto games = read_as_file(bytes, name);
  if (games || !name.empty()) return games;
  std::vector<std::string> warnings;
  auto entry = parse_entry_words(std::string(text), {size}, &warnings);
  if (entry) return one_game(std::move(*entry), std::move(warnings));
  if (entry.error().code != ErrorCode::kNotFound) return entry.error();
  return Error{
      ErrorCode::kNotFound,
      fmt::format("{} is neither a game nor a position: moves (f5d6c3), a board and the side to "
                  "move, FEN, OBF, GGF, SGF, PGN or JSON of a game",
                  quoted(text))};
}

/// A game with an illegal move, up to that move.
Result<PastedGames> read_begun(const std::string& bytes, const std::string& name, int size) {
  TextOptions options{size};
  options.keep_going = true;
  auto games = read_as_file(bytes, name, options);
  if (!games) return games;
  std::erase_if(games->entries, [](const PastedGame& pasted) {
    const auto* const game = std::get_if<GameRecord>(&pasted.entry);
    return game && game->moves.empty();
  });
  if (games->entries.empty()) return Error{ErrorCode::kNotFound, "no game in it"};
  return games;
}

/// A text's words: moves ("f5", "f5d6c3"), and the number of others.
struct Prose {
  std::vector<std::string> moves;
  int others = 0;
};

bool is_move_word(std::string_view word) {
  if (word.empty() || word.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < word.size(); i += 2) {
    if (!find_square(word.substr(i, 2), 8)) return false;
  }
  return true;
}

Prose words_of(std::string_view text) {
  const auto is_inside = [](char c) { return is_letter(c) || is_digit(c) || (c & 0x80) != 0; };
  Prose prose;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_inside(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (is_move_word(word)) {
      prose.moves.emplace_back(word);
    } else if (word.size() > 2) {
      ++prose.others;
    }
    at = std::max(end, at + 1);
  }
  return prose;
}

/// The game in a text about it: all moves in the text if they are a game, otherwise the longest
/// line. Not for damaged files and lists of moves.
Result<PastedGames> read_prose(std::string_view text, int size) {
  constexpr std::size_t kFewestMoves = 4;
  constexpr int kFewestWords = 3;
  const Error none{ErrorCode::kNotFound, "no game in it"};
  const bool file = text.find("(;") != text.npos || text.starts_with('{') || text.starts_with('[');
  const Prose prose = words_of(text);
  if (file || prose.others < kFewestWords || prose.moves.empty()) return none;
  std::string all;
  for (const std::string& word : prose.moves) all += word;
  for (const std::string& moves :
       {all, *std::ranges::max_element(prose.moves, {}, &std::string::size)}) {
    if (moves.size() < 2 * kFewestMoves) continue;
    if (auto game = parse_entry_words(moves, {size})) {
      return one_game(std::move(*game),
                      {"only the moves in the text are read: " + sumi::quoted(moves)});
    }
  }
  return none;
}

/// Reads a text, or the contents of file `name`. Without a board, moves start on one of `size`.
/// Fails with the first error if nothing is readable.
Result<PastedGames> read_pasted(const std::string& bytes, const std::string& name, int size) {
  auto games = read_whole(bytes, name, size);
  if (games) return games;
  if (auto begun = read_begun(bytes, name, size)) return begun;
  if (!name.empty() || bytes.size() > kMaxGameText) return games;
  if (const auto address = check_address(bytes, size); !address) return address.error();
  if (auto prose = read_prose(trim(bytes), size)) return prose;
  return games;
}

constexpr int kMaxVariety = 16;  ///< Discs.

/// Bytes, parsed within milliseconds. Only `read` accepts longer messages; games have at most half.
constexpr std::size_t kLargeMessage = 2 * kMaxGameText;

std::vector<std::string> names_of(const std::vector<Offer>& offers) {
  std::vector<std::string> names;
  for (const Offer& one : offers) names.push_back(one.name);
  return names;
}

/// `now` is the position's opening. "opening" is null if the move keeps it.
Json book_move_json(const GameRecord& game, const BookMove& move, const book::OpeningName* now) {
  const int size = game.start.size;
  GameRecord after = game;
  after.notes.clear();
  Game replayed = game.replay();
  if (replayed.play(move.move)) after.moves = record_of(replayed).moves;
  const book::OpeningName* const then = book::find_opening(after);
  return {{"move", to_text(move.move, size)},
          {"score", json_discs(move.value, move.exact)},
          {"exact", move.exact},
          {"depth", move.depth},
          {"selectivity", move.selectivity},
          {"in_book", move.in_book},
          {"wins", move.games.wins},
          {"draws", move.games.draws},
          {"losses", move.games.losses},
          {"opening", opening_json(then != now ? then : nullptr)}};
}

/// Reads "clock" or "limits" of a move; default 1 s.
SearchLimits limits_of_move(const Json& object) {
  constexpr double kMaxIncrement = 3600;
  const bool timed = object.contains("clock");
  if (timed && object.contains("limits")) throw BadField("both limits and clock: name one");
  if (!timed) {
    return object.contains("limits") ? limits_in(object.at("limits")) : time_limits(kMoveTime);
  }
  const Json& json = object.at("clock");
  constexpr std::string_view kClockKeys[] = {"remaining", "increment"};
  if (!json.is_object() || !json.contains("remaining")) {
    reject("clock", json, "an object such as {\"remaining\": 300, \"increment\": 2}");
  }
  check_keys(json, kClockKeys, "clock: ");
  Clock clock;
  clock.remaining = to_millis(number_at(json, "remaining", 0, kMaxJsonSeconds));
  if (json.contains("increment")) {
    const double increment = number_at(json, "increment", 0, kMaxIncrement);
    if (increment > 0) clock.increment = to_millis(increment);
  }
  SearchLimits limits;
  limits.selectivity = kFastSelectivity;
  limits.clock = clock;
  return limits;
}

/// The answer to `read`. Moves large texts out of `object`. Throws FatalError.
Json games_in(Json object, Language language) {
  check_action_keys(object, {"text", "base64", "name", "size"});
  const int size = size_at(object);
  const std::string name = text_at(object, "name");
  const bool coded = object.contains("base64");
  std::string bytes = text_taken(object, coded ? "base64" : "text");
  if (coded) bytes = decode_base64(bytes).value();
  const PastedGames pasted = read_pasted(bytes, name, size).value();
  Json games = Json::array(), warnings = Json::array();
  for (const PastedGame& game : pasted.entries) {
    games.push_back(game_json(game.entry));
    if (game.cut) games.back()["cut"] = true;
  }
  for (const std::string& warning : pasted.warnings) {
    warnings.push_back(tr_error(language, warning));
  }
  return {{"games", std::move(games)},
          {"left_out", pasted.left_out},
          {"warnings", std::move(warnings)}};
}

/// `read` for an unparsed message.
void read_message(std::string text, Language language, const WebDesk::Order& order) {
  Json object = read_json(text);
  text = std::string();  // frees up to 16 MB
  if (!object.is_object()) throw FatalError("the line is not a JSON object");
  const auto id = object.find("id"), action = object.find("action");
  const bool named = id != object.end() && is_json_id(*id) && json_text(*id).size() < kLargeMessage;
  if (!named) throw FatalError("no id: a text or a whole number");
  order.request["id"] = *id;
  if (action == object.end() || *action != "read") {
    throw FatalError(fmt::format("only read accepts more than {} bytes", kLargeMessage));
  }
  order.request["action"] = *action;
  order.reply(games_in(std::move(object), language));
}

}  // namespace

const WebSession::ActionRow WebSession::kActionRows[] = {
    {"about", &WebSession::about},         {"book", &WebSession::book},
    {"games", &WebSession::games},         {"import", &WebSession::import},
    {"learn", &WebSession::learn},         {"lines", &WebSession::lines},
    {"move", &WebSession::move},           {"names", &WebSession::names},
    {"new_move", &WebSession::new_move},   {"openings", &WebSession::openings},
    {"opinions", &WebSession::opinions},   {"problem", &WebSession::problem},
    {"read", &WebSession::read},           {"review", &WebSession::review},
    {"terminate", &WebSession::terminate}, {"upload", &WebSession::upload},
    {"write", &WebSession::write},
};

WebSession::WebSession(const WebOffers& offers, Peer& peer)
    : offers_(offers),
      peer_(peer),
      analyst_(offers.options, offers.open_book),
      queries_({&analyst_}, peer, {false, names_of(offers.evaluators)}),
      desk_(peer),
      reader_(peer),
      archive_(peer) {
  analyst_.prepare();
}

bool WebSession::working() const {
  return queries_.working() || desk_.working() || reader_.working() || archive_.working() ||
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
  reader_.stop({});
  archive_.stop({});
  for (const auto& seat : seats_) {
    if (seat) seat->search.stop();
  }
}

void WebSession::take_line(TextLine line) {
  if (ended_) return;
  if (const std::size_t bytes = line.cost(); line.text.size() > kLargeMessage) {
    auto work = [text = std::move(line.text),
                 language = language_](const WebDesk::Order& order) mutable {
      read_message(std::move(text), language, order);
    };
    return reader_.put(std::move(work), bytes);
  }
  const Json object = read_json(line.text);
  // A query, or an error that JsonSession reports.
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
    const std::string wanted = fmt::format("one of {}", fmt::join(names, ", "));
    return fail(object, bad_value("action", *action, wanted));
  }
  run(row->run, object);
}

void WebSession::run(Action action, const Json& object) {
  try {
    (this->*action)(object);
  } catch (const FatalError& e) {
    fail(object, e.what());
  }
}

/// Adds id and action.
void WebSession::reply(const Json& request, Json fields) {
  Json answer{{"id", request.at("id")}, {"action", request.at("action")}};
  answer.update(fields);
  write_json(peer_, answer);
}

void WebSession::fail(const Json& request, std::string_view message) {
  write_json(peer_, json_fault(request.at("id"), tr_error(language_, message)));
}

void WebSession::about(const Json& object) {
  check_action_keys(object, {"language"});
  const std::string language = text_at(object, "language");
  if (!language.empty() && language != "en" && language != "ja") {
    reject("language", language, "en or ja");
  }
  if (!language.empty()) language_ = language == "ja" ? Language::kJapanese : Language::kEnglish;
  desk_.speak(language_);
  reader_.speak(language_);
  archive_.speak(language_);
  reply(object, about_json(offers_, language_));
}

void WebSession::read(const Json& object) {
  std::size_t bytes = WebDesk::kPieceBytes;
  for (const char* key : {"text", "base64"}) {
    const auto text = object.find(key);
    if (text != object.end() && text->is_string())
      bytes += text->get_ref<const std::string&>().size();
  }
  reader_.put(
      object,
      [object, language = language_](const WebDesk::Order& order) {
        order.reply(games_in(object, language));
      },
      bytes);
}

void WebSession::write(const Json& object) {
  GameRecord game = game_in(object, {"format", "ply"});
  const FileFormat format = parse_format(text_at(object, "format")).value();
  const int ply = int_at(object, "ply", 0, kMaxPly, kMaxPly);
  if (!format_spec(format).games) {
    // Plies exclude passes, as on the page.
    std::size_t kept = 0;
    for (int left = ply; kept < game.moves.size() && left > 0; ++kept) {
      if (game.moves[kept] != Square::kPass) --left;
    }
    game.moves.resize(kept);
    game.notes.resize(game.notes.empty() ? 0 : kept);
  }
  const auto file = entry_file(game, format).value();
  const bool binary = format_spec(format).binary;
  reply(object, {{binary ? "base64" : "text", binary ? encode_base64(file.bytes) : file.bytes},
                 {"lost", file.lost}});
}

void WebSession::book(const Json& object) {
  const GameRecord game = game_in(object);
  const Game replayed = game.replay();
  Position position = replayed.position();
  if (rules::legal_moves(position.board, position.size) == 0) position = position.passed();
  const book::OpeningName* const now = book::find_opening(game);
  Json moves = Json::array(), line = Json::array();
  const auto book = analyst_.book();
  if (book && position.size == 8 && !replayed.over()) {
    for (const BookMove& move : book->moves(position.board)) {
      moves.push_back(book_move_json(game, move, now));
    }
    line = json_moves(book->line(position.board, kMaxPly));
  }
  reply(object,
        {{"opening", opening_json(now)}, {"moves", std::move(moves)}, {"line", std::move(line)}});
}

void WebSession::openings(const Json& object) {
  Json all = Json::array();
  for (const book::OpeningName& name : book::opening_names()) all.push_back(opening_json(&name));
  reply(object, {{"openings", std::move(all)}});
}

WebSession::Seat& WebSession::seat(Color color) {
  auto& made = seats_[static_cast<std::size_t>(color)];
  if (!made) made = std::make_unique<Seat>(seat_options(offers_.options), offers_.open_book, peer_);
  return *made;
}

EngineOptions WebSession::options_of_move(const Json& object, int size) const {
  EngineOptions options = seat_options(offers_.options);
  options.size = size;
  options.player = kSearchPlayer;
  const std::string player = text_at(object, "player");
  const std::string evaluator = text_at(object, "evaluator");
  if (!player.empty() && player != kSearchPlayer) {
    if (!find_offer(offers_.players, player)) reject("player", player, kListedByAbout);
    options.player = player;
  }
  if (!evaluator.empty()) {
    if (!find_offer(offers_.evaluators, evaluator)) reject("evaluator", evaluator, kListedByAbout);
    options.evaluator = evaluator;
    options.weights.clear();
  }
  options.strength = int_at(object, "strength", 0, kMaxStrength, 0);
  options.own_book = bool_at(object, "book", true);
  options.book_variety_discs = int_at(object, "variety", 0, kMaxVariety, 0);
  return options;
}

void WebSession::move(const Json& object) {
  const GameRecord game = game_in(object, {"seat", "player", "evaluator", "strength", "limits",
                                           "clock", "new_game", "book", "variety"});
  const Position position = position_to_play(game);
  const Color color = color_in(object, "seat");
  SearchLimits limits = limits_of_move(object);
  limits.varies = true;
  const EngineOptions options = options_of_move(object, position.size);
  const bool new_game = bool_at(object, "new_game", false);

  Seat& player = seat(color);
  if (player.search.running()) {
    if (!player.terminated || !player.next.is_null()) {
      throw FatalError("seat: this player is thinking about another move");
    }
    player.next = object;
    return;
  }
  if (options != player.engine.options()) player.engine.configure(options).value();
  if (new_game) player.engine.clear_table();
  player.id = object.at("id");
  player.terminated = false;
  SearchRunner::Listener listener;
  listener.on_done = [this, &player, object, position](const SearchUpdate& result) {
    send_move(player, object, position, result);
  };
  player.search.start(position.board, limits, std::move(listener), position.to_move);
}

/// Only searches have a score.
void WebSession::send_move(Seat& player, const Json& object, const Position& asked,
                           const SearchUpdate& result) {
  Json fields = best_json(asked, result);
  if (player.engine.options().player != kSearchPlayer) {
    fields = {{"move", fields.at("move")}, {"seconds", fields.at("seconds")}};
  }
  if (player.terminated) fields["terminated"] = true;
  reply(object, std::move(fields));
  if (const Json next = std::exchange(player.next, nullptr); !next.is_null() && !ended_) {
    run(&WebSession::move, next);
  }
}

/// Ends this session's work, then the queries, whose number is reported.
void WebSession::terminate(const Json& object) {
  std::optional<Json> target;
  if (object.contains("target")) target = object.at("target");
  desk_.stop(target);
  reader_.stop(target);
  for (const auto& seat : seats_) {
    if (!seat) continue;
    if (!seat->next.is_null() && (!target || seat->next.at("id") == *target)) {
      reply(std::exchange(seat->next, nullptr), {{"terminated", true}});
    }
    if (!seat->search.running() || (target && seat->id != *target)) continue;
    seat->terminated = true;
    seat->search.stop();
  }
  queries_.on_line({json_text(object)});
}

}  // namespace sumi::protocol
