// SPDX-License-Identifier: MIT
/// Boards that no game reaches, in every protocol and command that searches.
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/commands.h"
#include "protocol/service/solve.h"
#include "tests/support/command_fixture.h"
#include "tests/support/odd_boards.h"
#include "tests/support/small_engine.h"
#include "tests/unit/protocol/cassio/cassio_conversation.h"
#include "tests/unit/protocol/gtp/conversation.h"
#include "tests/unit/protocol/nboard/conversation.h"
#include "tests/unit/protocol/ugi/conversation.h"
#include "tests/unit/protocol/xboard/xboard_conversation.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <stop_token>
#include <thread>

using namespace sumi;
using namespace sumi::protocol;

namespace {

std::vector<Board> all_boards() {
  std::vector<Board> boards = test::boards_of_many_moves();
  for (const Board& b : test::odd_boards(8)) boards.push_back(b);
  return boards;
}

std::size_t moves_of(const Board& b) {
  return static_cast<std::size_t>(std::popcount(rules::legal_moves(b)));
}

bool is_answer(const Board& b, std::string_view text) {
  const auto move = parse_square(text);
  if (!move) return false;
  return moves_of(b) == 0 ? *move == Square::kPass : rules::flips(b, *move) != 0;
}

std::string last_word(std::string_view text) {
  return std::string(text.substr(text.find_last_of(' ') + 1));
}

}  // namespace

TEST_CASE("GTP accepts any board", "[gtp][odd]") {
  Conversation gtp;
  gtp("sumi-set depth 3");
  for (const Board& b : all_boards()) {
    const std::string text = to_text(Position{b});
    CAPTURE(text);
    REQUIRE(gtp("setup_board " + text).empty());
    CHECK(is_answer(b, gtp("reg_genmove b")));
    CHECK(split_words(gtp("sumi-hint 64")).size() == 2 * moves_of(b));
    gtp("sumi-best_line");
    gtp.send("sumi-analyze 1");
    CHECK(gtp("name") != "");
    CHECK(is_answer(b, gtp("genmove b")));
  }
}

TEST_CASE("UGI accepts any board", "[ugi][odd]") {
  ugi_test::Conversation ugi("ugi");
  ugi.answer(fmt::format("setoption name MultiPV value {}", kMaxLegalMoves));
  for (const Board& b : all_boards()) {
    CAPTURE(to_text(Position{b}));
    ugi.answer("position fen " + to_fen(Position{b}));
    const std::string answer = ugi.last("go depth 2");
    CAPTURE(answer);
    if (rules::game_over(b)) continue;
    CHECK(is_answer(b, last_word(answer)));
  }
}

TEST_CASE("XBoard, Cassio and NBoard accept any board", "[xboard][cassio][nboard][odd]") {
  XBoardConversation xboard;
  CassioConversation cassio;
  NBoardConversation nboard;
  nboard("set depth 3");
  for (const Board& b : all_boards()) {
    const std::string text = cassio_text(Position{b});
    CAPTURE(text);
    xboard("setboard " + to_fen(Position{b}));
    xboard("go");
    xboard("force");
    cassio("midgame-search " + text + " -64 64 3 100");
    CHECK(cassio.session().finished() == false);
    std::string squares = text.substr(0, 64);
    for (char& c : squares) c = c == 'X' ? '*' : c;
    nboard(fmt::format("set game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 {} *];)", squares));
    nboard.send("hint 64");  // endless until the next line
    if (moves_of(b) == 0) continue;
    const Lines played = nboard("go");
    REQUIRE(!played.empty());
    CHECK(is_answer(b, played.back().substr(4, 2)));
  }
}

TEST_CASE("sumi hint and sumi solve accept any board", "[hint][solve][odd]") {
  const test::CommandFixture hint(kHintCommand);
  Engine engine(test::small_engine());
  for (const Board& b : all_boards()) {
    const std::string text = to_text(Position{b});
    CAPTURE(text);
    const std::string found =
        hint.run({"--depth", "3", "--evaluator", "table", "--hash-mib", "1", "-c",
                  std::to_string(kMaxLegalMoves), "--json", "--", text});
    const auto json = nlohmann::json::parse(found);
    const std::size_t shown = rules::must_pass(b) ? 1 : moves_of(b);
    CHECK(json["candidates"].size() == shown);

    // Some are too deep to solve.
    std::stop_source stop;
    const std::jthread later([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      stop.request_stop();
    });
    CHECK(solve_position(engine, Position{b}, {.wld = false, .all_moves = true}, stop.get_token()));
  }
  CHECK(hint.fault({"-c", std::to_string(kMaxLegalMoves + 1)}) ==
        fmt::format("--candidates: '{0}' is not in 1..{1}", kMaxLegalMoves + 1, kMaxLegalMoves));
}

TEST_CASE("sumi analyze and sumi board accept games from any board", "[analyze][odd]") {
  const test::CommandFixture analyze(kAnalyzeCommand), board(kBoardCommand);
  for (const Board& b : test::boards_of_many_moves()) {
    const Square move = first_square(rules::legal_moves(b));
    const std::string game = to_text(Position{b}) + " " + to_text(move);
    CAPTURE(game);
    const std::string found = analyze.run(
        {"--depth", "2", "--evaluator", "table", "--hash-mib", "1", "--json", "--", game});
    CHECK(found.find("\"" + to_text(move) + "\"") != found.npos);
    CHECK(!board.run({"--", game}).empty());
  }
}
