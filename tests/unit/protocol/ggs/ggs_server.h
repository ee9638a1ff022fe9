// SPDX-License-Identifier: MIT
/// Output of a scripted GGS, in the format of the real service.
#pragma once

#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::test {

inline std::string ggs_message(std::string_view lines) {
  std::string text = "\n";
  text += lines;
  text += "\nREADY\n";
  std::string wire;
  for (const char c : text) wire += c == '\n' ? "\r\n" : std::string(1, c);
  return wire;
}

inline const std::string kGgsLogin =
    "\r\nGeneric Game Server (GGS)\r\n----\r\n: Enter login (yours, or one you'd like to use).\r\n";
inline const std::string kGgsPassword = ": Enter your password.\r\n";

/// With rules and both clocks.
class GgsServerGame {
 public:
  GgsServerGame(std::string id, std::string type, std::string black, std::string white,
                const Position& start = {})
      : id_(std::move(id)),
        type_(std::move(type)),
        names_{std::move(black), std::move(white)},
        game_(start) {}

  std::string clock = "15:00";  ///< of each player
  std::string extension = "02:00";
  const std::string& id() const { return id_; }
  const Position& position() const { return game_.position(); }
  bool over() const { return game_.over(); }
  const std::string& to_move() const {
    return names_[static_cast<std::size_t>(position().to_move)];
  }
  std::size_t moves() const { return moves_.size(); }

  /// Plays "d3", "d3/1.25/0.53" or "pa" for the side to move; false if illegal.
  bool play(const std::string& move) {
    const auto square = parse_square(move.substr(0, move.find('/')));
    if (!square || (*square == Square::kPass && over())) return false;
    if (!game_.play(position().to_move, *square)) return false;
    moves_.push_back(move);
    return true;
  }

  void play_any() {
    const Bitboard legal = rules::legal_moves(position().board);
    play(legal != 0 ? to_text(first_square(legal)) + "//1.50" : "PA");
  }

  std::string join() const {
    std::string text = fmt::format("/os: join {} {} K?\n|{} move(s)\n", id_, type_, moves());
    if (!moves_.empty()) {
      for (const int side : {0, 1}) {
        text += fmt::format("|{:<8} (1720.0 {}) 15:00//02:00\n", names_[side], "*O"[side]);
      }
      text += "|\n" + board(game_.start()) + "\n";
      for (std::size_t i = 0; i + 1 < moves(); ++i) {
        text += fmt::format("|{:3}: {}\n", i + 1, moves_[i]);
      }
    }
    return ggs_message(text + state());
  }

  std::string update() const {
    return ggs_message(fmt::format("/os: update {} {} K?\n{}", id_, type_, state()));
  }

 private:
  std::string state() const {
    std::string text = fmt::format("|{:3}: {}\n", moves(), moves_.empty() ? "PASS" : moves_.back());
    const bool black = position().to_move == Color::kBlack;
    for (const int side : {0, 1}) {
      const std::size_t made = (moves() + ((side == 0) == black ? 0 : 1)) / 2;
      text += fmt::format("|{:<8} (1720.0 {}) {},{}:0//{},{}:0\n", names_[side], "*O"[side], clock,
                          made, extension, made);
    }
    return text + "|\n" + board(position()) + "\n|";
  }

  static std::string board(const Position& p) {
    std::string text = "|   A B C D E F G H\n";
    for (int rank = 0; rank < 8; ++rank) {
      text += fmt::format("|{:2}", rank + 1);
      for (int file = 0; file < 8; ++file) {
        const Bitboard here = bit(square_at(file, rank));
        text += p.discs(Color::kBlack) & here ? " *" : p.discs(Color::kWhite) & here ? " O" : " -";
      }
      text += fmt::format("{:2} \n", rank + 1);
    }
    return text + "|   A B C D E F G H\n|\n" +
           (p.to_move == Color::kBlack ? "|* to move" : "|O to move");
  }

  std::string id_, type_;
  std::array<std::string, 2> names_;
  Game game_;
  std::vector<std::string> moves_;
};

}  // namespace sumi::test
