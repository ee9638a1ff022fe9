// SPDX-License-Identifier: MIT
/// Sends lines to an NBoard session and reads its output as NBoard does.
#pragma once

#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "engine/game/game.h"
#include "engine/game/rules.h"
#include "protocol/nboard/nboard_session.h"
#include "protocol/text/gtp.h"
#include "tests/support/boards.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

using Lines = std::vector<std::string>;

inline std::vector<std::string> words_of(std::string_view line) {
  const auto words = split_words(line);
  return {words.begin(), words.end()};
}

inline Lines lines_of(std::string_view text) {
  Lines lines;
  for (; !text.empty(); text.remove_prefix(lines.back().size() + 1)) {
    lines.emplace_back(text.substr(0, text.find('\n')));
  }
  return lines;
}

inline Lines starting_with(const Lines& lines, std::string_view start) {
  Lines found;
  for (const std::string& line : lines) {
    if (line.starts_with(start)) found.push_back(line);
  }
  return found;
}

/// Like "search F5d6 1.25 0 14".
struct SearchLine {
  std::string moves;
  double discs = 0;
  std::string depth;
};

inline SearchLine search_line(const std::string& line) {
  const auto words = words_of(line);
  REQUIRE(words.size() == 5);
  REQUIRE(words[0] == "search");
  REQUIRE(words[3] == "0");
  return {words[1], std::stod(words[2]), words[4]};
}

inline bool is_number(std::string_view text) { return parse_real(text).has_value(); }

/// Like "F5" or "PA".
inline bool is_client_move(std::string_view text) {
  return text == "PA" ||
         (text.size() == 2 && 'A' <= text[0] && text[0] <= 'H' && '1' <= text[1] && text[1] <= '8');
}

/// Whether the client's parser (weltyc/othello, ResponseParser) accepts the line without an error
/// box.
inline bool client_understands(const std::string& line) {
  for (const char c : line) {
    if (c < ' ' || c > '~') return false;
  }
  const auto words = words_of(line);
  if (words.empty()) return false;
  const std::string& name = words[0];
  if (name == "status") return true;
  if (name == "learned") return words.size() == 1;
  if (words.size() < 2) return false;
  if (name == "pong") return words.size() == 2 && parse_int(words[1]).has_value();
  if (name == "set") return words.size() == 3 && words[1] == "myname";
  if (name == "===") {
    const std::string& move = words[1];
    if (words.size() != 2 || !is_client_move(move.substr(0, 2))) return false;
    if (move.size() == 2) return true;
    const std::size_t slash = move.find('/', 3);
    if (move[2] != '/' || slash == move.npos || !is_number(move.substr(slash + 1))) return false;
    return slash == 3 || is_number(move.substr(3, slash - 3));
  }
  if (words.size() < 3 || !is_number(words[2])) return false;
  if (name == "nodestats") return words.size() == 3 && parse_gtp_int(words[1]).has_value();
  if (name == "analysis") return words.size() == 3 && parse_gtp_int(words[1]).has_value();
  const bool no_games = words.size() > 3 && words[3] == "0";
  return words.size() == 5 && is_client_move(words[1].substr(0, 2)) && is_digit(words[4][0]) &&
         (name == "search" ? no_games : name == "book" && parse_count(words[3]).has_value());
}

class NBoardConversation {
 public:
  explicit NBoardConversation(const EngineOptions& options = test::small_engine(),
                              const BookOpener& open_book = {})
      : engine_(options, open_book) {}

  void send(std::string_view line) { session_.on_line({std::string(line), false}); }

  /// The output since the last call.
  Lines said() {
    Lines lines = lines_of(peer_.take());
    for (const std::string& line : lines) {
      CAPTURE(line);
      CHECK(client_understands(line));
    }
    return lines;
  }

  /// As said(), once no search is running.
  Lines settle() {
    peer_.run_until([this] { return !session_.busy(); });
    return said();
  }

  Lines operator()(std::string_view line) {
    send(line);
    return settle();
  }

  /// As said(), once the output contains `text`.
  Lines until(std::string_view text) {
    peer_.run_until_written(text);
    return said();
  }

  /// As said(), after `count` iterations of a hint; each ends with its nodes.
  Lines until_iterations(int count) {
    peer_.run_until([&] {
      const Lines lines = lines_of(peer_.text());
      return static_cast<int>(starting_with(lines, "nodestats").size()) >= count;
    });
    return said();
  }

  NBoardSession& session() { return session_; }
  const Game& game() { return session_.game(); }
  Engine& engine() { return engine_; }
  test::ScriptedPeer& peer() { return peer_; }

 private:
  Engine engine_;
  test::ScriptedPeer peer_;
  NBoardSession session_{engine_, peer_};
};

/// A game in NBoard's format; `moves` like "B[F5]W[D6]".
inline std::string nboard_game(std::string_view moves = "", std::string_view clock = "5:00") {
  return "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[user]PW[Sumi8]RE[?]TI[" +
         std::string(clock) +
         "]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]" +
         std::string(moves) + ";)";
}

/// A random game up to the first `wanted` position.
template <class Wanted>
GameRecord random_record(Wanted wanted) {
  for (std::uint64_t seed = 1; seed < 1000; ++seed) {
    SplitMix64 random(seed);
    Game game;
    GameRecord record;
    while (!wanted(game) && !game.over()) {
      const Bitboard moves = game.legal_moves();
      const Square s = moves != 0 ? test::random_square(random, moves) : Square::kPass;
      game.play(s).value();
      record.moves.push_back(s);
    }
    if (wanted(game)) return record;
  }
  FAIL("no such game");
  return {};
}

inline bool must_pass(const Game& game) {
  return rules::must_pass(game.position().board, game.position().size);
}

inline int empties_of(const Game& game) { return game.position().board.empties(); }

}  // namespace sumi::protocol
