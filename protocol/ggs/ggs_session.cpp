// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/ggs/ggs_session.h"
#include "protocol/session/game_learner.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

namespace sumi::protocol {
namespace {

/// After login: plain text, no bells, news or chat.
constexpr std::string_view kServerSettings[] = {
    "vt100 -", "bell -t -tc -tg -n -nc -ng -ni -nn", "verbose -news -faq -help -ack", "chann %",
    "mso",
};

/// After this many consecutive connections that end at the password, the login is refused.
constexpr int kMaxRefusals = 3;

constexpr std::string_view kHidden = "********";

/// Masks every occurrence of the secret.
std::string without(std::string_view secret, std::string_view line) {
  std::string text(line);
  for (std::size_t at = 0; !secret.empty() && (at = text.find(secret, at)) != text.npos;) {
    text.replace(at, secret.size(), kHidden);
    at += kHidden.size();
  }
  return text;
}

constexpr int kBoards = 2;  // of a synchro match

EngineOptions idle_options(EngineOptions options) {
  options.hash_mib = 1;
  return options;
}

}  // namespace

GgsSession::GgsSession(const EngineOptions& options, GgsSettings settings, Peer& peer,
                       const BookOpener& open_book)
    : settings_(std::move(settings)),
      peer_(peer),
      engines_(options, settings_.open, open_book),
      retry_(settings_.first_retry) {}

void GgsSession::on_connect() {
  connection_ = std::make_shared<int>();
  stage_ = Stage::kGreeted;
  note("connected");
}

std::optional<Millis> GgsSession::on_loss(std::string_view reason) {
  const bool refused = stage_ == Stage::kChecked;
  leave_all();
  if (refused && ++refusals_ == kMaxRefusals)
    give_up("the server closed the connection after the password");
  if (over_) return std::nullopt;
  const Millis delay = retry_;
  retry_ = std::min(retry_ * 2, settings_.longest_retry);
  note(fmt::format("no connection: {}; again in {:.1f} s", reason, to_seconds(delay)));
  return delay;
}

void GgsSession::on_end() {
  leave_all();
  over_ = true;
}

void GgsSession::close() {
  if (stage_ == Stage::kIn)
    send("quit");  // earlier, the server would read "quit" as a name or
                   // password
  on_end();
}

/// Reconnecting would not help.
void GgsSession::give_up(std::string_view reason) {
  failure_ = fmt::format("the login {} or its password was refused: {}",
                         sumi::quoted(settings_.login), reason);
  on_end();
}

/// Stops all searches before waiting.
void GgsSession::leave_games() {
  for (const auto& [id, playing] : games_) playing.engine->stop();
  while (!games_.empty()) end_game(games_.begin());
  matches_.clear();
}

/// The server stores our matches.
void GgsSession::leave_all() {
  leave_games();
  framer_.clear();
  connection_.reset();
  stage_ = Stage::kAway;
}

void GgsSession::on_line(const TextLine& line) {
  trace("< ", line.text);
  if (line.cut || over_) return;  // no message has such a line
  framer_.feed(line.text, [this](std::span<const std::string> lines) { handle(lines); });
}

void GgsSession::handle(std::span<const std::string> lines) {
  if (over_) return;
  const auto message = parse_ggs(lines);
  if (!message) return note(message.error().message);
  std::visit([this](const auto& known) { on(known); }, *message);
}

/// A second prompt means that the login was refused.
void GgsSession::on(const GgsLoginPrompt&) {
  if (stage_ == Stage::kGreeted) {
    stage_ = Stage::kNamed;
    send(settings_.login);
  } else if (stage_ != Stage::kIn) {
    give_up("the server repeated its question");
  }
}

/// Once and only when expected: similar text must not trigger it.
void GgsSession::on(const GgsPasswordPrompt&) {
  if (stage_ != Stage::kNamed) return;
  stage_ = Stage::kChecked;
  send(settings_.password);
}

void GgsSession::on(const GgsReady&) {
  if (stage_ != Stage::kChecked) return;
  stage_ = Stage::kIn;
  refusals_ = 0;
  note(fmt::format("logged in as {}", settings_.login));
  for (const std::string_view line : kServerSettings) send(std::string(line));
  configure_service();
  keep_alive_later();
}

/// A restarted service loses our settings.
void GgsSession::on(const GgsService& service) {
  if (service.name != "/os") return;
  note(fmt::format("/os {}", service.here ? "is here" : "is gone"));
  if (!service.here) {
    leave_games();
  } else if (stage_ == Stage::kIn) {
    configure_service();
  }
}

/// "trust": the server accepts our times, so that network delay is free.
void GgsSession::configure_service() {
  send("ts trust +");
  send(fmt::format("ts rated {}", settings_.rules.rated ? '+' : '-'));
  send("ts request +");
  send("ts client -");
  send(fmt::format("ts open {}", settings_.open));
  send("tell /os continue");
}

void GgsSession::keep_alive_later() {
  const std::weak_ptr<int> connection = connection_;
  peer_.post(
      [this, connection] {
        if (!connection.expired()) keep_alive();
      },
      settings_.keep_alive);
}

/// Resumes stored matches. The connection is stable, so this resets the reconnection delay.
void GgsSession::keep_alive() {
  retry_ = settings_.first_retry;
  send("tell /os continue");
  keep_alive_later();
}

void GgsSession::send(const std::string& line) {
  trace("> ", line);
  peer_.write(line);
  peer_.flush();
}

void GgsSession::note(std::string_view text) const {
  if (settings_.note) settings_.note(clean(without(settings_.password, text)));
}

void GgsSession::trace(std::string_view mark, std::string_view line) const {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (settings_.trace) {
    settings_.trace(std::string(mark) + clean(without(settings_.password, line)));
  }
}

GgsEngines::GgsEngines(const EngineOptions& whole, int matches, const BookOpener& open_book)
    : whole_(whole), matches_(matches) {
  for (int i = 0; i < matches * kBoards; ++i) {
    idle_.push_back(std::make_unique<Engine>(idle_options(whole), open_book));
    idle_.back()->prepare();
  }
}

std::unique_ptr<Engine> GgsEngines::take(bool synchro) {
  assert(!none_left());
  auto engine = std::move(idle_.back());
  idle_.pop_back();
  EngineOptions options = whole_;
  options.hash_mib = std::max(1, whole_.hash_mib / (matches_ * (synchro ? kBoards : 1)));
  engine->configure(options).value();  // only sizes differ from accepted options
  engine->clear_table();
  return engine;
}

Engine& GgsEngines::put_back(std::unique_ptr<Engine> engine) {
  engine->configure(idle_options(whole_)).value();
  idle_.push_back(std::move(engine));
  return *idle_.back();
}

/// Moves of a synchro match are revealed in pairs: we search one board at a time, and can only
/// ponder on the other.
int GgsEngines::threads(int boards, int searching) const {
  const int active = whole_.ponder ? boards : searching + 1;
  return std::max(1, whole_.threads / std::max(1, active));
}

namespace {

/// ".5" of ".5.1".
std::string_view match_of(std::string_view game) { return game.substr(0, game.find('.', 1)); }

std::string text_of(const GgsMatch& match) {
  return fmt::format("match {} {} - {}, {}, {}", match.id, match.players[0], match.players[1],
                     to_text(match.type), match.mode == 'U' ? "unrated" : "rated");
}

std::string text_of(const GgsGame::Move& move) {
  if (move.square == Square::kPass) return "pass";
  return fmt::format("{} {:+.2f} in {:.2f} s", to_text(move.square), to_discs(move.value),
                     to_seconds(move.used));
}

}  // namespace

/// Ignores requests that do not name us.
void GgsSession::on(const GgsRequest& request) {
  if (!request.added || request.to != settings_.login || request.from == settings_.login) return;
  auto reason = refusal(settings_.rules, request);
  if (!reason && matches_.size() >= static_cast<std::size_t>(settings_.open)) reason = "busy";
  send(fmt::format("tell /os {} {}", reason ? "decline" : "accept", request.id));
  note(fmt::format("request of {} for {}: {}", request.from, to_text(request.type),
                   reason ? "declined, " + *reason : "accepted"));
}

void GgsSession::on(const GgsMatch& match) {
  if (std::ranges::count(match.players, settings_.login) == 0) return;
  note(fmt::format("{} {}{}", text_of(match), match.begins ? "begins" : "ends: ", match.result));
  if (!match.begins) return end_match(match.id);
  if (matches_.size() < kMaxMatches || matches_.contains(match.id)) {
    matches_.insert_or_assign(match.id, match);
  } else {
    note(fmt::format("match {} is not kept in mind: {} others have no end", match.id, kMaxMatches));
  }
}

void GgsSession::on(const GgsBoard& board) {
  const auto us = std::ranges::find(board.players, settings_.login, &GgsPlayer::name);
  if (us == board.players.end()) return;  // we are observers
  if (GgsGame* const game = game_at(board)) {
    game->update(board, us == board.players.begin() ? Color::kBlack : Color::kWhite);
  }
}

/// Null for games that we cannot play.
GgsGame* GgsSession::game_at(const GgsBoard& board) {
  if (const auto known = games_.find(board.id); known != games_.end()) {
    return known->second.game.get();
  }
  if (!board.joined) return nullptr;  // the first message of a game is a join
  if (!is_playable(board.type) || engines_.none_left()) {
    note(fmt::format("game {} of type {} is not for us", board.id, to_text(board.type)));
    send(fmt::format("tell /os abort {}", match_of(board.id)));
    return nullptr;
  }
  begin_game(board);
  return games_.find(board.id)->second.game.get();
}

void GgsSession::begin_game(const GgsBoard& board) {
  Playing playing;
  playing.engine = engines_.take(board.type.synchro);
  const auto on_move = [this, id = board.id](const GgsGame::Move& move) {
    send(ggs_play(id, move.square, move.value, move.used));
    note(fmt::format("game {}: {}", id, text_of(move)));
  };
  const auto threads = [this] {
    return engines_.threads(static_cast<int>(games_.size()), searching());
  };
  playing.game =
      std::make_unique<GgsGame>(*playing.engine, peer_, GgsGame::Callbacks{on_move, threads});
  games_.emplace(board.id, std::move(playing));
}

/// The freed engine learns the game if all moves are known.
void GgsSession::end_game(Games::iterator game) {
  const std::optional<Game> played = game->second.game->moves();
  game->second.game.reset();
  Engine& idle = engines_.put_back(std::move(game->second.engine));
  if (played) learn_game(idle, *played, [this](std::string_view text) { note(text); });
  games_.erase(game);
}

void GgsSession::end_match(std::string_view id) {
  matches_.erase(std::string(id));
  for (auto game = games_.begin(); game != games_.end();) {
    const auto here = game++;
    if (match_of(here->first) == id) end_game(here);
  }
}

void GgsSession::on(const GgsGameEnd& end) {
  const auto game = games_.find(end.id);
  if (game == games_.end()) return;
  note(fmt::format("game {} ends: {}", end.id, end.result));
  end_game(game);
}

/// After a mismatch, requests the whole game.
void GgsSession::on(const GgsError& error) {
  note(fmt::format("server: {} {}", error.id, error.text));
  const auto game = games_.find(error.id);
  if (game == games_.end() || !game->second.game->may_ask_again()) return;
  send(fmt::format("tell /os moves {}", error.id));
}

void GgsSession::on(const GgsComment& comment) {
  note(fmt::format("{} on {}: {}", comment.from, comment.id, comment.text));
}

void GgsSession::on(const GgsTimeout& timeout) {
  note(fmt::format("game {}: the time of {} is over", timeout.id, timeout.name));
  const auto game = games_.find(timeout.id);
  if (timeout.name == settings_.login && game != games_.end()) game->second.game->set_overtime();
}

/// In unrated games, agrees to abort or take back a move. Ignores scores, which are unnamed.
void GgsSession::on(const GgsOffer& offer) {
  if (offer.name == settings_.login || offer.what == "score") return;
  const std::string id(match_of(offer.id));
  const auto match = matches_.find(id);
  const bool agreed = match != matches_.end() && match->second.mode == 'U';
  note(fmt::format("{} asks for {} of {}: {}", offer.name, offer.what, offer.id,
                   agreed ? "agreed" : "not in a rated match"));
  // A synchro match sends the offer for each board; answer once.
  const bool second_board = offer.id.size() > id.size() && offer.id.ends_with(".1");
  if (agreed && !second_board) send(fmt::format("tell /os {} {}", offer.what, id));
}

int GgsSession::searching() const {
  return static_cast<int>(
      std::ranges::count_if(games_, [](const auto& item) { return item.second.game->thinking(); }));
}

namespace {

constexpr char kStored = 'S', kUnrated = 'U', kRated = 'R';

/// True if `rule` equals `type` or leaves the number of random discs open.
bool fits(const GgsType& rule, GgsType type) {
  if (rule.random_discs == 0 && type.random_discs) type.random_discs = 0;
  return rule == type;
}

}  // namespace

bool is_playable(const GgsType& type) { return type.size == 8 && !type.komi && !type.anti; }

Result<std::vector<GgsType>> parse_ggs_types(std::string_view text) {
  std::vector<GgsType> types;
  for (bool more = true; more;) {
    more = text.find(',') != text.npos;
    const std::string_view word = take_until(text, ',');
    const auto type = parse_ggs_type(trim(word));
    if (!type) return type.error();
    if (!is_playable(*type)) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("ggs type: {} is not one that Sumi plays ({}, r with or without a "
                               "number)",
                               sumi::quoted(word), kGgsTypes)};
    }
    types.push_back(*type);
  }
  return types;
}

std::optional<std::string> refusal(const GgsRules& rules, const GgsRequest& request) {
  const auto fits_request = [&request](const GgsType& rule) { return fits(rule, request.type); };
  if (!is_playable(request.type) || std::ranges::none_of(rules.types, fits_request)) {
    return "type " + to_text(request.type);
  }
  if (!rules.opponents.empty() && std::ranges::count(rules.opponents, request.from) == 0) {
    return "opponent " + request.from;
  }
  if (request.mode == kStored) return std::nullopt;
  if (request.mode != (rules.rated ? kRated : kUnrated)) {
    return rules.rated ? "not rated" : "rated";
  }
  const Millis time = request.clock.main.time;
  if (time < rules.least_time || time > rules.most_time) {
    return fmt::format("{} s on our clock", time.count() / 1000);
  }
  return std::nullopt;
}

}  // namespace sumi::protocol
