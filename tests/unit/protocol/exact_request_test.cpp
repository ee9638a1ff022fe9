// SPDX-License-Identifier: MIT
/// Requests for exact results through every protocol, with a wrong move in the opening book.
#include "engine/base/file.h"
#include "engine/game/notation.h"
#include "protocol/console/console_session.h"
#include "protocol/http/web_session.h"
#include "protocol/json/json_session.h"
#include "protocol/service/game_analysis.h"
#include "protocol/text/xboard.h"
#include "tests/support/fake_book.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/protocol/ggs/ggs_talk.h"
#include "tests/unit/protocol/gtp/conversation.h"
#include "tests/unit/protocol/nboard/conversation.h"
#include "tests/unit/protocol/ugi/conversation.h"
#include "tests/unit/protocol/xboard/xboard_conversation.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <sstream>
#include <string>
#include <string_view>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;
using test::book_move;
using test::FakeShelf;

namespace {

/// g8 wins by 18; the book has h7 at +40.
const std::string kSquares = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
const std::string kLate = kSquares + " X";

Position late() { return parse_position(kLate).value(); }

FakeShelf& misled(FakeShelf& shelf) {
  shelf.shipped->put(late().board, {book_move("h7", 40)});
  shelf.shipped->put(kStartBoard, {book_move("c4", 40)});
  return shelf;
}

EngineOptions at_level(int level) {
  EngineOptions options = test::small_engine();
  options.level = level;
  return options;
}

struct Heard : ReplySink {
  void write(std::string_view line) override { text += std::string(line) + "\n"; }
  std::string text;
};

template <class Session>
Json answer(Session& session, test::ScriptedPeer& peer, std::string_view line) {
  session.on_line({std::string(line), false});
  peer.run_until([&] { return !session.working(); });
  std::istringstream text(peer.take());
  Json last;
  for (std::string said; std::getline(text, said);) last = Json::parse(said);
  return last;
}

/// Like "h7 40.0 book" or "g8 18 exact".
std::string best_of(const Json& answer) {
  const Json& best = answer.at("candidates").at(0);
  return fmt::format("{} {} {}", best["move"].get<std::string>(), best["score"].dump(),
                     best["exact"].get<bool>() ? "exact" : best["source"].get<std::string>());
}

}  // namespace

TEST_CASE("json: an exact request ignores the book", "[exact-request][json]") {
  FakeShelf shelf;
  Engine engine(test::small_engine(), misled(shelf).opener());
  test::ScriptedPeer peer;
  JsonSession session({&engine}, peer);
  const auto best = [&](std::string_view what, const std::string& position = kLate) {
    return best_of(
        answer(session, peer,
               fmt::format(R"({{"id": 1, "position": "{}", "candidates": 1{}}})", position, what)));
  };
  CHECK(best(R"(, "limits": {"level": 1})") == "h7 40.0 book");
  CHECK(best(R"(, "exact": true)") == "g8 18 exact");
  CHECK(best(R"(, "exact": true, "book": true)") == "g8 18 exact");
  CHECK(best(R"(, "exact": true, "limits": {"level": 1})") == "g8 18 exact");
  CHECK(best(R"(, "limits": {"level": 60})") == "g8 18 exact");
  CHECK(best(R"(, "limits": {"level": 20})") == "g8 18 exact");  // this level solves 20 empties

  // A search that ends early is neither exact nor a book answer.
  const std::string start = "---------------------------OX------XO--------------------------- X";
  CHECK_THAT(best(R"(, "exact": true, "limits": {"nodes": 1000})", start),
             Catch::EndsWith(" search"));
  session.on_line({R"({"id": 1, "moves": "", "exact": true, "candidates": 1})", false});
  const Json ended = answer(session, peer, R"({"id": 2, "action": "terminate", "target": 1})");
  CHECK_THAT(ended.dump(), !Contains(R"("source":"book")") && !Contains(R"("exact":true)"));
}

TEST_CASE("gtp: level 60 is exact and ignores the book", "[exact-request][gtp]") {
  FakeShelf shelf;
  Conversation gtp(at_level(0), misled(shelf).opener());
  gtp("setup_board " + kLate);
  CHECK(gtp("sumi-hint 1") == "h7 +40.00");
  gtp("sumi-set level 60");
  CHECK(gtp("sumi-hint 1") == "g8 +18.00");
  CHECK_THAT(gtp("sumi-best_line"), Contains("g8") && Contains("+18 at depth"));
  CHECK(gtp("genmove b") == "g8");
  CHECK_THAT(gtp("sumi-last_search"),
             Contains(R"("exact":true,"likely_error":0,"source":"search")"));

  gtp("clear_board");
  gtp("sumi-set nodes 1000");
  gtp("genmove b");
  CHECK_THAT(gtp("sumi-last_search"),
             Contains(R"("exact":false,"likely_error":null,"source":"search")"));
}

TEST_CASE("ugi: level 60 is exact and ignores the book", "[exact-request][ugi]") {
  FakeShelf shelf;
  ugi_test::Conversation ugi("uci", at_level(0), misled(shelf).opener());
  ugi.answer("position fen " + kLate);
  CHECK_THAT(ugi.answer("go"), Contains("info string book"));
  ugi.answer("setoption name Level value 60");
  CHECK_THAT(ugi.answer("go"), !Contains("book") && Contains("info string exact") &&
                                   Contains("cp 1800") && Contains("bestmove g8"));
  ugi.answer("position startpos");
  CHECK_THAT(ugi.answer("go nodes 1000"), !Contains("book") && !Contains("exact"));
}

TEST_CASE("nboard: depth 60 is exact and ignores the book", "[exact-request][nboard]") {
  FakeShelf shelf;
  NBoardConversation nboard(at_level(0), misled(shelf).opener());
  std::string board = kSquares;
  for (char& square : board) square = square == 'X' ? '*' : square;
  nboard("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 " + board + " *];)");
  CHECK(starting_with(nboard("go"), "=== H7/40.00/").size() == 1);
  CHECK(starting_with(nboard("analyze"), "analysis 0 40.00").size() == 1);
  nboard("set depth 60");
  CHECK(starting_with(nboard("go"), "=== G8/18.00/").size() == 1);
  CHECK(starting_with(nboard("analyze"), "analysis 0 18.00").size() == 1);
}

TEST_CASE("xboard: level 60 is exact and ignores the book", "[exact-request][xboard]") {
  FakeShelf shelf;
  XBoardConversation xboard(at_level(0), misled(shelf).opener());
  const std::string set_up = "setboard " + xboard_fen(late());
  xboard("force");
  xboard(set_up);
  CHECK(xboard("go") == Lines{"move P@h7"});
  xboard("force");
  xboard("option level=60");
  xboard(set_up);
  CHECK(xboard("go") == Lines{"move P@g8"});
}

TEST_CASE("ggs: level 60 is exact and ignores the book", "[exact-request][ggs]") {
  for (const int level : {0, 60}) {
    CAPTURE(level);
    FakeShelf shelf;
    GgsTalk ggs(
        [level](GgsSettings&, EngineOptions& options) {
          options.depth = 0;
          options.level = level;
        },
        misled(shelf).opener());
    ggs.log_in();
    test::GgsServerGame game(".5", "8", "sumi", "alice", late());
    ggs.begin(".5", "8", {&game});
    CHECK_THAT(ggs.move_in(".5"), Catch::StartsWith(level == 60 ? "g8/18.00/" : "h7/40.00/"));
  }
}

TEST_CASE("console: level 60 is exact and ignores the book", "[exact-request][console]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("late.txt");
  write_file(file, kLate + "\n").value();
  FakeShelf shelf;
  Engine engine(test::small_engine(), misled(shelf).opener());
  ConsoleSession session(engine, {.black = true, .white = true}, 0, {});
  const auto said = [&session](const std::string& line) {
    Heard told;
    session.on_line({line, false}, told);
    return told.text;
  };
  said("load " + file);
  said("level 0");
  CHECK_THAT(said("go"), Contains("Sumi plays h7 for Black."));
  said("undo");
  said("level 60");
  CHECK_THAT(said("hint"), Contains("g8    +18 ") && !Contains("book"));
  CHECK_THAT(said("go"), Contains("Sumi plays g8 for Black."));
}

TEST_CASE("web: an exact result never comes from the book", "[exact-request]") {
  FakeShelf shelf;
  const WebOffers offers = make_web_offers(test::small_engine(), misled(shelf).opener());
  test::ScriptedPeer peer;
  WebSession session(offers, peer);
  const std::string position = fmt::format(R"("position": "{}")", kLate);
  const std::string start = fmt::format(R"("start": "{}")", kLate);
  const auto ask = [&](const std::string& what) {
    return answer(session, peer, R"({"id": 1, )" + what + "}");
  };
  const std::string one = R"(, "candidates": 1)";
  CHECK(best_of(ask(position + one + R"(, "limits": {"level": 1})")) == "h7 40.0 book");
  CHECK(best_of(ask(position + one + R"(, "exact": true)")) == "g8 18 exact");
  CHECK(best_of(ask(position + one + R"(, "limits": {"level": 60})")) == "g8 18 exact");
  const std::string move = R"("action": "move", "seat": "black", "moves": [], )" + start;
  CHECK(ask(move + R"(, "limits": {"level": 1})")["move"] == "h7");
  CHECK(ask(move + R"(, "limits": {"level": 60})")["move"] == "g8");
}

TEST_CASE("an analysis that solves ignores the book", "[exact-request][analysis]") {
  FakeShelf shelf;
  shelf.shipped->put(late().board, {book_move("h7", 40), book_move("g8", 2)});
  Engine engine(test::small_engine(), shelf.opener());
  GameRecord game;
  game.start = late();
  game.moves = {parse_square("g8").value()};
  AnalysisSetup setup;
  setup.limits.consults_book = true;
  setup.limits.depth = 2;
  CHECK(analyze_game(engine, game, setup, {}, {}).moves.at(0).best.discs == 40);
  setup.limits.exact_at_empties = 64;
  const AnalyzedMove g8 = analyze_game(engine, game, setup, {}, {}).moves.at(0);
  CHECK(g8.best.discs == 18);
  CHECK(g8.best.exact);
  CHECK_FALSE(g8.best.book);
}
