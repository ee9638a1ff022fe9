// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/ggs/ggs_session.h"
#include "protocol/session/game_learner.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
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

}  // namespace sumi::protocol
