// SPDX-License-Identifier: MIT
/// Passes are never implicit.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/ugi/ugi_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sumi::protocol {
namespace {

struct Question {
  std::string_view name;
  std::string (*answer)(const Game&);
};

std::string yes_no(bool yes) { return yes ? "true" : "false"; }

std::string result_word(const Game& game) {
  if (!game.over()) return "none";
  const int black = game.black_score().discs;
  return black > 0 ? "p1win" : black < 0 ? "p2win" : "draw";
}

constexpr std::array kQuestions{
    Question{"gameover", [](const Game& game) { return yes_no(game.over()); }},
    Question{"p1turn",
             [](const Game& game) { return yes_no(game.position().to_move == Color::kBlack); }},
    Question{"result", result_word},
    Question{"fen", [](const Game& game) { return to_fen(game.position()); }},
    Question{"board", [](const Game& game) { return to_text(game.position()); }},
};

std::string state_text(const Game& game) {
  const Position& now = game.position();
  if (game.over()) return "game over: " + outcome_text(now);
  return fmt::format("{} {}", to_text(now.to_move),
                     game.legal_moves() != 0 ? "to move" : "must pass");
}

}  // namespace

/// Clears the table, because matches treat games as independent. Waits for the weights, because no
/// clock runs yet.
void UgiSession::newgame(UgiWords) {
  engine_.await_prepared();
  engine_.clear_table();
  if (const auto adopted = adopt(Game(start_position(size_))); !adopted) {
    return send_info(adopted.error().message);
  }
  learner_.on_position(game_);
}

/// Changes nothing on error.
void UgiSession::position(UgiWords words) {
  auto game = parse_ugi_position(words, size_);
  if (!game) return send_info(game.error().message);
  if (const auto adopted = adopt(std::move(*game)); !adopted) {
    send_info(adopted.error().message);
  }
}

/// Switches the engine to the game's board size; fails without changes. The position counts as
/// played only if we are to move or the game is over.
Result<void> UgiSession::adopt(Game game) {
  const int size = game.position().size;
  if (engine_.options().size != size) {
    if (const auto met = engine_.use_size(size); !met) return met.error();
  }
  game_ = std::move(game);
  if (game_.over()) learner_.on_position(game_);
  return {};
}

void UgiSession::query(UgiWords words) {
  const std::string_view name = words.empty() ? "" : words[0];
  const auto question = std::ranges::find_if(
      kQuestions, [name](const Question& q) { return equal_ignoring_case(q.name, name); });
  if (question == kQuestions.end()) {
    return send_info(
        fmt::format("query: {} is not gameover, p1turn, result, fen or board", sumi::quoted(name)));
  }
  send("response " + question->answer(game_));
}

void UgiSession::d(UgiWords) {
  const Position& now = game_.position();
  std::string text = fmt::format("{}\n{}\nfen {}\n", diagram(now), state_text(game_), to_fen(now));
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.erase(0, end + 1)) {
    send(std::string_view(text).substr(0, end));
  }
}

}  // namespace sumi::protocol
