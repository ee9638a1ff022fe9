// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/base/time.h"
#include "tests/support/junk.h"
#include "tests/support/stop_delay.h"
#include "tests/unit/protocol/ggs/ggs_talk.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;
using test::ggs_message;
using test::GgsServerGame;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

const std::string kMatchEnd = "/os: - match .5 1720 alice 1720 sumi 8 U ";

/// White has c1 and c3; Black never has a move.
Position black_is_stuck(Color to_move) {
  const Position p = parse_position(
                         "OX------"
                         "--------"
                         "OX------" +
                         std::string(40, '-') + " X")
                         .value();
  return to_move == Color::kBlack ? p : p.passed();
}

Position late_position(int moves) {
  GgsServerGame game(".0", "8", "a", "b");
  for (int i = 0; i < moves; ++i) game.play_any();
  return game.position();
}

/// Our move, which the server accepts and sends to both players.
std::string our_turn(GgsTalk& ggs, GgsServerGame& game) {
  const std::string move = ggs.move_in(game.id());
  CAPTURE(game.id(), move);
  REQUIRE(game.to_move() == "sumi");
  REQUIRE(game.play(move));
  ggs.server(game.update());
  return move;
}

void their_turn(GgsTalk& ggs, GgsServerGame& game) {
  REQUIRE(game.to_move() == "alice");
  game.play_any();
  ggs.server(game.update());
}

}  // namespace

TEST_CASE("ggs: a whole game is played as either side", "[ggs]") {
  const bool black = GENERATE(true, false);
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", black ? "sumi" : "alice", black ? "alice" : "sumi");
  ggs.begin(".5", "8", {&game});
  while (!game.over()) {
    if (game.to_move() == "sumi") {
      our_turn(ggs, game);
    } else {
      CHECK(ggs.sent().empty());
      their_turn(ggs, game);
    }
  }
  CHECK(game.moves() >= 60);
  ggs.server(ggs_message(kMatchEnd + "+12.00"));
  CHECK(ggs.session().boards() == 0);
  CHECK(ggs.sent().empty());
  CHECK(has(ggs.notes, "match .5 alice - sumi, 8, unrated ends: +12.00\n"));
}

TEST_CASE("ggs: a move is sent with its value and time", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  ggs.begin(".5", "8", {&game});
  const std::string move = ggs.move_in(".5");
  CHECK(parse_square(move.substr(0, 2)));
  const std::size_t first = move.find('/'), second = move.find('/', first + 1);
  REQUIRE(second != move.npos);
  CHECK(std::abs(std::stod(move.substr(first + 1))) <= 64);
  const double seconds = std::stod(move.substr(second + 1));
  CHECK(seconds >= 0.01);
  CHECK(seconds < 10);
  CHECK(has(ggs.notes, "game .5: " + move.substr(0, 2)));
}

TEST_CASE("ggs: a pass is sent if, and only if, it is forced", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice", black_is_stuck(Color::kBlack));
  ggs.begin(".5", "8", {&game});
  CHECK(our_turn(ggs, game) == "pa");
  their_turn(ggs, game);
  CHECK(our_turn(ggs, game) == "pa");
  their_turn(ggs, game);
  CHECK(game.over());
  CHECK(ggs.sent().empty());  // neither side has a move, so the server ends the game
}

TEST_CASE("ggs: the opponent's pass is accepted", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "alice", "sumi", black_is_stuck(Color::kWhite));
  ggs.begin(".5", "8", {&game});
  our_turn(ggs, game);
  their_turn(ggs, game);
  our_turn(ggs, game);
  CHECK(game.over());
}

TEST_CASE("ggs: both games of a synchro pair are played, one as each side", "[ggs]") {
  const bool ponder = GENERATE(false, true);
  GgsTalk ggs([ponder](GgsSettings&, EngineOptions& options) {
    options.ponder = ponder;
    if (ponder) options.depth = 0;
  });
  ggs.log_in();
  const Position start = late_position(36);
  GgsServerGame first(".9.0", "s8r40", "sumi", "alice", start);
  GgsServerGame second(".9.1", "s8r40", "alice", "sumi", start);
  if (ponder) first.clock = second.clock = "00:01";
  ggs.begin(".9", "s8r40", {&first, &second});
  CHECK(ggs.session().boards() == 2);
  while (!first.over() || !second.over()) {
    // Each side moves before it sees the other's move.
    GgsServerGame* theirs = nullptr;
    for (GgsServerGame* game : {&first, &second}) {
      if (game->over()) continue;
      if (game->to_move() == "sumi") {
        our_turn(ggs, *game);
      } else {
        theirs = game;
      }
      if (game->over())
        ggs.server(ggs_message("/os: end " + game->id() + " ( sumi vs. alice ) +2.00"));
    }
    if (theirs == nullptr || theirs->over()) continue;
    their_turn(ggs, *theirs);
    if (theirs->over()) ggs.server(ggs_message("/os: end " + theirs->id() + " ( a vs. b ) +2.00"));
  }
  CHECK(ggs.session().boards() == 0);
  ggs.server(ggs_message("/os: - match .9 1720 sumi 1720 alice s8r40 U +1.00"));
  CHECK(ggs.sent().empty());
}

TEST_CASE("ggs: if two boards wait for our move, both games continue", "[ggs]") {
  GgsTalk ggs([](GgsSettings& settings, EngineOptions& options) {
    options.threads = 4;
    settings.open = 1;
  });
  ggs.log_in();
  GgsServerGame first(".9.0", "s8", "sumi", "alice"), second(".9.1", "s8", "sumi", "alice");
  ggs.begin(".9", "s8", {&first, &second});
  ggs.peer().run_until(
      [&] { return has(ggs.peer().text(), "play .9.0 ") && has(ggs.peer().text(), "play .9.1 "); });
  CHECK_FALSE(ggs.session().busy());
}

TEST_CASE("ggs: boards share threads and memory", "[ggs]") {
  EngineOptions options = ggs_engine_options();
  options.threads = 8;
  options.hash_mib = 64;
  GgsEngines engines(options, 1);
  CHECK(engines.threads(1, 0) == 8);
  CHECK(engines.threads(2, 0) == 8);  // the other board waits for its opponent
  CHECK(engines.threads(2, 1) == 4);
  auto first = engines.take(true), second = engines.take(true);
  CHECK(engines.none_left());
  CHECK(first->options().hash_mib == 32);
  engines.put_back(std::move(first));
  CHECK_FALSE(engines.none_left());
  CHECK(engines.take(false)->options().hash_mib == 64);

  options.ponder = true;
  options.threads = 3;
  options.hash_mib = 2;
  GgsEngines ponderers(options, 2);
  CHECK(ponderers.threads(1, 0) == 3);
  CHECK(ponderers.threads(2, 0) == 1);
  CHECK(ponderers.threads(4, 0) == 1);
  CHECK(ponderers.take(true)->options().hash_mib == 1);
}

TEST_CASE("ggs: watched games are ignored, and games of other variants are aborted", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame watched(".4", "8", "alice", "bob");
  ggs.server(ggs_message("/os: + match .4 1720 alice 1720 bob 8 U"));
  ggs.server(watched.join());
  CHECK(ggs.sent().empty());
  CHECK(ggs.session().boards() == 0);
  GgsServerGame anti(".5", "8a", "sumi", "alice");  // a tournament sends no request
  ggs.begin(".5", "8a", {&anti});
  ggs.server(anti.update());
  CHECK(ggs.sent() == "tell /os abort .5\n");
  CHECK(ggs.session().boards() == 0);
}

TEST_CASE("ggs: a match may end during a search", "[ggs]") {
  const char* const end = GENERATE("aborted", "alice left", "+64.00", "sumi left .83353");
  GgsTalk ggs([](GgsSettings&, EngineOptions& options) { options.depth = 0; });
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  ggs.begin(".5", "8", {&game});
  CHECK(ggs.session().busy());
  ggs.server(ggs_message(kMatchEnd + end));
  CHECK_FALSE(ggs.session().busy());
  ggs.peer().run_for(Millis(20));
  CHECK(ggs.sent().empty());
  CHECK(has(ggs.notes, end));
}

TEST_CASE("ggs: aborting a synchro match ends both games", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame first(".9.0", "s8", "sumi", "alice"), second(".9.1", "s8", "alice", "sumi");
  ggs.begin(".9", "s8", {&first, &second});
  ggs.server(ggs_message("/os: end .9.0 ( sumi vs. alice ) aborted"));
  CHECK(ggs.session().boards() == 1);
  ggs.server(ggs_message("/os: - match .9 1720 sumi 1720 alice s8 U aborted"));
  CHECK(ggs.session().boards() == 0);
}

TEST_CASE("ggs: the end of a match does not end matches with similar names", "[ggs]") {
  GgsTalk ggs([](GgsSettings& settings, EngineOptions&) { settings.open = 2; });
  ggs.log_in();
  GgsServerGame first(".5", "8", "alice", "sumi"), second(".51", "8", "alice", "sumi");
  ggs.begin(".5", "8", {&first});
  ggs.begin(".51", "8", {&second});
  ggs.server(ggs_message(kMatchEnd + "aborted"));
  CHECK(ggs.session().boards() == 1);
  their_turn(ggs, second);
  our_turn(ggs, second);
}

TEST_CASE("ggs: the opponent's abort and undo are accepted in unrated games only", "[ggs]") {
  const char mode = GENERATE('U', 'R', 'T');
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "alice", "sumi");
  ggs.begin(".5", "8", {&game}, mode);
  const auto answer = [mode](const char* text) { return mode == 'U' ? text : ""; };
  ggs.server(ggs_message("/os: abort .5 alice is asking"));
  CHECK(ggs.sent() == answer("tell /os abort .5\n"));
  ggs.server(ggs_message("/os: undo .5 alice is asking"));
  CHECK(ggs.sent() == answer("tell /os undo .5\n"));
  ggs.server(ggs_message("/os: abort .5.0 alice is asking"));
  ggs.server(ggs_message("/os: abort .5.1 alice is asking"));
  CHECK(ggs.sent() == answer("tell /os abort .5\n"));
  for (const char* none : {"/os: abort .5 sumi is asking", "/os: abort .6 alice is asking",
                           "/os: score .5 alice is offering"}) {
    ggs.server(ggs_message(none));
    CHECK(ggs.sent().empty());
  }
}

TEST_CASE("ggs: match .1 is not mistaken for the second board of a pair", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".1", "8", "alice", "sumi");
  ggs.begin(".1", "8", {&game});
  ggs.server(ggs_message("/os: abort .1 alice is asking"));
  CHECK(ggs.sent() == "tell /os abort .1\n");
}

TEST_CASE("ggs: an update of a game that we did not join is ignored", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  ggs.server(GgsServerGame(".9", "8", "sumi", "alice").update());
  CHECK(ggs.session().boards() == 0);
  CHECK(ggs.sent().empty());
}

TEST_CASE("ggs: play continues after moves are taken back", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "alice", "sumi");
  ggs.begin(".5", "8", {&game});
  GgsServerGame before = game;
  their_turn(ggs, game);
  our_turn(ggs, game);
  // The server sends the game without its last two moves.
  ggs.server(before.join());
  CHECK(ggs.sent().empty());
  their_turn(ggs, before);
  our_turn(ggs, before);
}

TEST_CASE("ggs: a new position replaces the one being searched", "[ggs]") {
  GgsTalk ggs([](GgsSettings&, EngineOptions& options) { options.depth = 60; });
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  game.clock = "1:00:00";
  ggs.begin(".5", "8", {&game});
  REQUIRE(ggs.session().busy());
  GgsServerGame other(".5", "8", "sumi", "alice", black_is_stuck(Color::kBlack));
  ggs.server(other.join());
  CHECK(ggs.move_in(".5") == "pa");  // no move for the old position
}

TEST_CASE("ggs: an update of a position that we have answered is ignored", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  ggs.begin(".5", "8", {&game});
  ggs.move_in(".5");
  ggs.server(game.update());
  ggs.peer().run_for(Millis(20));
  CHECK(ggs.sent().empty());
  // After a rejoin it is answered again: the first answer may be lost.
  ggs.server(game.join());
  our_turn(ggs, game);
}

TEST_CASE("ggs: after a refused move the position is requested once", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  ggs.begin(".5", "8", {&game});
  ggs.move_in(".5");
  ggs.server(ggs_message("/os: error .5 illegal move"));
  CHECK(ggs.sent() == "tell /os moves .5\n");
  ggs.server(ggs_message("/os: error .5 illegal move"));
  CHECK(ggs.sent().empty());
  ggs.server(game.join());
  our_turn(ggs, game);
  their_turn(ggs, game);
  ggs.move_in(".5");
  ggs.server(ggs_message("/os: error .5 not your turn"));
  CHECK(ggs.sent() == "tell /os moves .5\n");
}

TEST_CASE("ggs: a game continues after the connection was lost", "[ggs]") {
  GgsTalk ggs([](GgsSettings&, EngineOptions& options) { options.depth = 60; });
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  ggs.begin(".5", "8", {&game});
  REQUIRE(ggs.session().busy());
  CHECK(ggs.session().on_loss("reset"));
  CHECK_FALSE(ggs.session().busy());
  CHECK(ggs.session().boards() == 0);
  ggs.peer().run_for(Millis(20));
  CHECK(ggs.sent().empty());

  ggs.log_in();
  // "continue" resumes it under another number.
  GgsServerGame resumed(".7", "8", "sumi", "alice");
  resumed.play("d3/0.50/1.00");
  resumed.play("c3");
  resumed.clock = "00:01";
  ggs.begin(".7", "8", {&resumed});
  our_turn(ggs, resumed);
}

TEST_CASE("ggs: the clock limits a move", "[ggs][clock]") {
  GgsTalk ggs([](GgsSettings&, EngineOptions& options) { options.depth = 0; });
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  game.clock = "00:01";
  ggs.begin(".5", "8", {&game});
  const StopWatch watch;
  our_turn(ggs, game);
  CHECK(watch.seconds() < 5);
  game.clock = "00:00";  // the extension is not available for planning
  their_turn(ggs, game);
  our_turn(ggs, game);
  ggs.server(ggs_message("/os: timeout .5 sumi (*)"));
  CHECK(has(ggs.notes, "game .5: the time of sumi is over\n"));
  game.clock = "00:02";
  their_turn(ggs, game);
  our_turn(ggs, game);
  CHECK(watch.seconds() < 10);
}

TEST_CASE("ggs: closing during a search ends at once", "[ggs]") {
  GgsTalk ggs([](GgsSettings&, EngineOptions& options) { options.depth = 60; });
  ggs.log_in();
  GgsServerGame game(".5", "8", "sumi", "alice");
  ggs.begin(".5", "8", {&game});
  ggs.peer().run_for(Millis(20));
  const StopWatch watch;
  ggs.session().close();
  CHECK(watch.seconds() < 5 * test::kMaxStopDelay);
  CHECK(ggs.sent() == "quit\n");
  CHECK(ggs.session().finished());
  CHECK_FALSE(ggs.session().busy());
}

TEST_CASE("ggs: garbage between and in messages does no harm", "[ggs][fuzz]") {
  GgsTalk ggs;
  ggs.log_in();
  GgsServerGame game(".5", "8", "alice", "sumi");
  ggs.begin(".5", "8", {&game});
  ggs.sent();
  SplitMix64 random(2026);
  for (int i = 0; i < 2000; ++i) {
    ggs.server(test::junk(random, 100) + "\n");
    ggs.server("/os: " + test::junk(random, 60, "/os:+- .5ABCDEFGHupdatejoin*O1K?|()") + "\r\n");
    std::string broken = game.update();
    broken[static_cast<std::size_t>(random.below(static_cast<int>(broken.size())))] = '#';
    if (i % 20 == 0) ggs.server(broken);
  }
  CHECK(ggs.session().boards() == 1);
  ggs.session().on_line({std::string(kMaxLineBytes, '|'), true});
  ggs.server(game.join());
  ggs.sent();
  their_turn(ggs, game);
  our_turn(ggs, game);
  CHECK_FALSE(ggs.session().finished());
}

TEST_CASE("ggs: truncated or mixed messages about boards are reported and ignored", "[ggs]") {
  GgsTalk ggs;
  ggs.log_in();
  ggs.server("/os: join .5 8 K?\r\n|0 move(s)\r\nREADY\r\n");
  CHECK(ggs.session().boards() == 0);
  CHECK(has(ggs.notes, "ggs board: "));
  GgsServerGame tiny(".5", "10", "sumi", "alice");
  ggs.server(tiny.join());
  CHECK(ggs.session().boards() == 0);
}
