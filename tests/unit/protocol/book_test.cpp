// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/random.h"
#include "engine/formats/codecs.h"
#include "protocol/console/console_session.h"
#include "tests/support/fake_book.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/protocol/ggs/ggs_talk.h"
#include "tests/unit/protocol/gtp/conversation.h"
#include "tests/unit/protocol/nboard/conversation.h"
#include "tests/unit/protocol/ugi/conversation.h"
#include "tests/unit/protocol/xboard/xboard_conversation.h"

#include <catch2/catch.hpp>

#include <bit>
#include <filesystem>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;
using test::book_move;
using test::FakeBook;
using test::FakeShelf;

namespace {

/// Has all of Black's first moves except d3; c4 is best.
FakeShelf& filled(FakeShelf& shelf) {
  BookMove best = book_move("c4", 0.25, 21);
  best.selectivity = 73;
  best.games = {.wins = 5, .draws = 2, .losses = 3};
  BookMove out = book_move("f5", 0, 18);
  out.in_book = false;
  shelf.shipped->put(kStartBoard, {best, out, book_move("e6", -0.5)});
  Game game;
  game.play(parse_square("c4").value()).value();
  shelf.shipped->put(game.position().board, {book_move("e3", -0.25)});
  return shelf;
}

EngineOptions plain() {
  EngineOptions options = test::small_engine();
  options.depth = 2;
  return options;
}

EngineOptions learning(bool on = true) {
  EngineOptions options = plain();
  options.book = "mine";
  options.book_learn = on;
  return options;
}

const std::string kTable =
    "move   score       depth   games   won  then\n"
    "c4     +0.25    1+20@73%      10   60%  book\n"
    "f5      0.00     18@100%       0     -  out\n"
    "e6     -0.50     20@100%       0     -  book\n";

const std::vector<std::string> kShortGame{"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"};

std::string transcript() {
  std::string text;
  for (const std::string& move : kShortGame) text += move;
  return text;
}

void know_white(FakeBook& book) {
  Game game;
  for (const std::string& move : kShortGame) {
    if (game.position().to_move == Color::kWhite)
      book.put(game.position().board, {book_move(move, 0)});
    game.play(parse_square(move).value()).value();
  }
}

/// genmove gives White's moves.
void play_short_game(Conversation& gtp) {
  for (std::size_t i = 0; i < kShortGame.size(); ++i) {
    if (i % 2 == 0) gtp("play b " + kShortGame[i]);
    if (i % 2 == 1) CHECK(gtp("genmove w") == kShortGame[i]);
  }
}

std::string learned_transcripts(const FakeShelf& shelf) {
  std::string text;
  for (const GameRecord& game : shelf.mine->added) text += to_transcript(game) + "\n";
  return text;
}

Lines indented(std::string_view text) {
  Lines lines;
  for (const std::string& line : lines_of(text)) lines.push_back(" " + line);
  return lines;
}

struct Collector : ReplySink {
  void write(std::string_view line) override { text += std::string(line) + "\n"; }
  std::string text;
};

}  // namespace

TEST_CASE("the short game ends in a wipe-out", "[protocol-book]") {
  const Game game = parse_game(transcript()).value().replay();
  REQUIRE(game.over());
  CHECK(game.black_score().discs == 64);
}

TEST_CASE("gtp: book moves are played and listed in a table", "[protocol-book][gtp]") {
  FakeShelf shelf;
  Conversation gtp(plain(), filled(shelf).opener());
  CHECK(gtp("sumi-book") + "\n" == kTable);
  CHECK(gtp("genmove b") == "c4");
  CHECK_THAT(gtp("sumi-last_search"), Contains(R"("move":"c4","score":0.25,"depth":21)"));
  CHECK(gtp("genmove w") == "e3");
  CHECK(gtp("sumi-book") == "The book has no move here.");
  gtp("clear_board");
  CHECK(gtp("sumi-set own-book false").empty());
  CHECK(gtp("sumi-book") == "No book is in use.");
  gtp("genmove b");
  CHECK_THAT(gtp("sumi-last_search"), Contains(R"("depth":2)"));
  CHECK_THAT(gtp("gogui-analyze_commands"), Contains("hstring/Book/sumi-book"));
}

TEST_CASE("gtp: sumi-last_search shows the whole line of the book", "[protocol-book][gtp]") {
  FakeShelf shelf;
  filled(shelf);
  Game game;
  for (const char* const move : {"c4", "e3"}) game.play(parse_square(move).value()).value();
  shelf.shipped->put(game.position().board, {book_move("f6", 0.25)});
  Conversation gtp(plain(), shelf.opener());
  CHECK(gtp("genmove b") == "c4");
  CHECK_THAT(gtp("sumi-last_search"),
             Contains(R"("book_plies":2)") && Contains(R"("pv":["c4","e3","f6"])"));
}

TEST_CASE("gtp: a game in which we move is learned once", "[protocol-book][gtp]") {
  FakeShelf shelf;
  know_white(*shelf.mine);
  Conversation gtp(learning(), shelf.opener());
  play_short_game(gtp);
  CHECK(learned_transcripts(shelf) == transcript() + "\n");
  gtp("play w pass");  // as twogtp
  gtp("play b pass");
  gtp("gg-undo 3");  // as GoGui when browsing
  gtp("play b c5");
  CHECK(shelf.mine->added.size() == 1);
  gtp("clear_board");
  std::string sequence = "gogui-play_sequence";
  for (std::size_t i = 0; i < kShortGame.size(); ++i) {
    sequence += (i % 2 == 0 ? " b " : " w ") + kShortGame[i];
  }
  CHECK(gtp(sequence).empty());
  gtp("clear_board");
  for (std::size_t i = 0; i < kShortGame.size(); ++i) {
    CHECK(gtp((i % 2 == 0 ? "play b " : "play w ") + kShortGame[i]).empty());
  }
  CHECK(gtp.session().game().over());
  CHECK(shelf.mine->added.size() == 1);  // no move of ours
  gtp("clear_board");
  gtp("reg_genmove b");
  play_short_game(gtp);
  CHECK(shelf.mine->added.size() == 2);
}

TEST_CASE("gtp: a game against ourselves is learned", "[protocol-book][gtp]") {
  FakeShelf shelf;
  Conversation gtp(learning(), shelf.opener());
  std::string moves;
  while (!gtp.session().game().over()) {
    const bool black = gtp.session().game().position().to_move == Color::kBlack;
    const std::string move = gtp(black ? "genmove b" : "genmove w");
    if (move != "pass") moves += move;
  }
  CHECK(learned_transcripts(shelf) == moves + "\n");
}

TEST_CASE("games are learned only on request, and only from the usual start",
          "[protocol-book][gtp]") {
  FakeShelf shelf;
  know_white(*shelf.mine);
  Conversation off(learning(false), shelf.opener());
  play_short_game(off);
  CHECK(shelf.mine->added.empty());

  Conversation on(learning(), shelf.opener());
  on("setup_board OX--------------OX---------------------------------------------- O");
  on("play w c1");
  CHECK(on("genmove w") == "c3");
  CHECK(on.session().game().over());
  CHECK(shelf.mine->added.empty());
  on("loadsgf /nonexistent");

  shelf.mine->to_learn = false;
  on("clear_board");
  play_short_game(on);
  CHECK(on.peer().notes ==
        std::vector<std::string>{"the game was not learned: a fake that is not to learn"});
}

TEST_CASE("ugi: info string book precedes a book move", "[protocol-book][ugi]") {
  FakeShelf shelf;
  ugi_test::Conversation ugi("ugi", plain(), filled(shelf).opener());
  ugi.answer("position startpos");
  const auto lines = ugi_test::Conversation::lines_of(ugi.answer("go"));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "info string book");
  CHECK_THAT(lines[1], Catch::StartsWith("info depth 21 score cp 25 nodes 0 ") &&
                           Catch::EndsWith(" pv c4 e3"));
  CHECK(lines[2] == "bestmove c4");
  CHECK(ugi.answer("setoption name ownbook value false").empty());
  CHECK_THAT(ugi.answer("go"), !Contains("book"));
  CHECK(ugi.answer("setoption name OwnBook value true").empty());
  CHECK_THAT(ugi.answer("go depth 2 searchmoves d3 c4"), !Contains("book"));
  ugi.send("go infinite");
  CHECK_THAT(ugi.answer("stop"), Catch::StartsWith("info string book\ninfo depth 21 "));
  CHECK(ugi.answer("setoption name OwnBook value false").empty());
  ugi.send("go infinite");
  CHECK_THAT(ugi.answer("stop"), !Contains("book"));
}

TEST_CASE("ugi: games in which we move are learned", "[protocol-book][ugi]") {
  FakeShelf shelf;
  ugi_test::Conversation ugi("ugi", learning(), shelf.opener());
  std::string moves, before;
  for (const std::string& move : kShortGame) {
    before = moves;
    moves += " " + move;
  }
  // The client shows a finished game.
  ugi.answer("position startpos moves" + moves);
  CHECK(shelf.mine->added.empty());
  // The opponent's move ends the game.
  shelf.mine->put(parse_game(before).value().replay().position().board, {book_move("c5", 64)});
  std::string earlier = before.substr(0, before.rfind(' '));
  shelf.mine->put(parse_game(earlier).value().replay().position().board, {book_move("f5", 0)});
  ugi.answer("position startpos moves" + earlier);
  CHECK(ugi.last("go") == "bestmove f5");
  ugi.answer("position startpos moves" + before);
  CHECK(shelf.mine->added.empty());
  ugi.answer("position startpos moves" + moves);
  CHECK(learned_transcripts(shelf) == transcript() + "\n");
  ugi.answer("position startpos moves" + moves);
  CHECK(shelf.mine->added.size() == 1);
  // Our move ends the game.
  ugi.answer("uginewgame");
  FakeShelf other;
  other.mine->put(parse_game(before).value().replay().position().board, {book_move("c5", 64)});
  ugi_test::Conversation last("uci", learning(), other.opener());
  last.answer("position startpos moves" + before);
  last.send("go infinite depth 1");
  last.answer("stop");
  CHECK(other.mine->added.empty());  // only an analysis
  CHECK(last.last("go") == "bestmove c5");
  CHECK(learned_transcripts(other) == transcript() + "\n");
}

TEST_CASE("ugi: a game is learned if its moves were sent, not from its last position alone",
          "[protocol-book][ugi]") {
  FakeShelf shelf;
  ugi_test::Conversation ugi("ugi", learning(), shelf.opener());
  ugi.answer("uginewgame");
  SplitMix64 random(7);
  Game game;
  std::string moves, before;
  for (bool ours = true; !game.over(); ours = !ours) {
    std::string move = "0000";
    if (ours) {
      ugi.answer("position startpos moves" + moves);
      move = ugi.last("go").substr(9);
    } else if (Bitboard legal = game.legal_moves(); legal != 0) {
      for (int skip = random.below(std::popcount(legal)); skip > 0; --skip) legal &= legal - 1;
      move = to_text(first_square(legal));
    }
    game.play(move == "0000" ? Square::kPass : parse_square(move).value()).value();
    before = moves;
    moves += " " + move;
  }
  REQUIRE(game.moves().size() > kMaxOpeningMoves);
  if (shelf.mine->added.empty()) ugi.answer("position startpos moves" + moves);
  CHECK(learned_transcripts(shelf) == to_transcript(record_of(game)) + "\n");

  ugi.answer("uginewgame");
  ugi.answer("position startpos moves" + before);
  CHECK(ugi.last("go depth 1") != "bestmove 0000");
  ugi.answer("position startpos moves" + moves);
  CHECK(shelf.mine->added.size() == 1);
}

TEST_CASE("ugi: a pondered move belongs to the game only after a ponder hit",
          "[protocol-book][ugi]") {
  FakeShelf shelf;
  EngineOptions options = learning();
  options.depth = 0;  // otherwise it would not ponder
  ugi_test::Conversation ugi("uci", options, shelf.opener());
  std::string moves;
  for (std::size_t i = 0; i + 1 < kShortGame.size(); ++i) moves += " " + kShortGame[i];
  shelf.mine->put(parse_game(moves).value().replay().position().board, {book_move("c5", 64)});
  ugi.answer("position startpos moves" + moves);
  ugi.send("go ponder movetime 10");
  CHECK_THAT(ugi.last("stop"), Catch::StartsWith("bestmove c5"));
  CHECK(shelf.mine->added.empty());
  ugi.send("go ponder movetime 10");
  CHECK_THAT(ugi.last("ponderhit"), Catch::StartsWith("bestmove c5"));
  CHECK(learned_transcripts(shelf) == transcript() + "\n");
}

TEST_CASE("nboard: book lines precede a hint, and book moves are played",
          "[protocol-book][nboard]") {
  FakeShelf shelf;
  NBoardConversation nboard(plain(), filled(shelf).opener());
  nboard("set game " + nboard_game());
  nboard.send("hint 2");
  const Lines said = nboard.until("nodestats");
  REQUIRE(said.size() == 4);
  CHECK(said[0] == "status Analyzing");
  CHECK(said[1] == "book C4e3 0.25 10 21");
  CHECK(said[2] == "book F5 0.00 0 18");
  nboard("ping 1");
  nboard.send("hint 4");  // the book has three, so the fourth needs a search
  CHECK(starting_with(nboard.until("nodestats"), "book").size() == 3);
  const Lines searched = nboard.until("nodestats");
  CHECK(starting_with(searched, "book").empty());
  CHECK(starting_with(searched, "search D3").size() == 1);
  nboard("ping 2");
  const Lines answer = starting_with(nboard("go"), "===");
  REQUIRE(answer.size() == 1);
  CHECK(answer[0].starts_with("=== C4/0.25/"));
  nboard("set own-book false");
  nboard.send("hint 2");
  CHECK(starting_with(nboard.until("nodestats"), "book").empty());
}

TEST_CASE("nboard: learn adds the game to the book", "[protocol-book][nboard]") {
  FakeShelf shelf;
  const auto played = [] {
    std::string moves, color = "B";
    for (const std::string& move : kShortGame) {
      moves += color + "[" + move + "]";
      color = color == "B" ? "W" : "B";
    }
    return moves;
  }();
  NBoardConversation nboard(learning(false), shelf.opener());
  nboard("set game " + nboard_game(played));
  CHECK(nboard("learn") == Lines{"learned"});
  CHECK(learned_transcripts(shelf) == transcript() + "\n");
  nboard("set book default");
  CHECK(nboard("learn") == Lines{"status book: no default to learn"});
  CHECK(shelf.mine->added.size() == 1);
}

TEST_CASE("xboard: bk lists book moves, and games are learned", "[protocol-book][xboard]") {
  FakeShelf shelf;
  XBoardConversation xboard(plain(), filled(shelf).opener());
  Lines table = indented(kTable);
  table.push_back("");
  CHECK(xboard("bk") == table);
  CHECK(xboard("go") == Lines{"move P@c4"});
  xboard("new");
  xboard.send("analyze");
  CHECK(xboard("bk").size() >= table.size());  // the analysis continues
  xboard("exit");

  know_white(*shelf.mine);
  XBoardConversation player(learning(), shelf.opener());
  player("force");
  for (const std::string& move : kShortGame) player("usermove P@" + move);
  CHECK(player.session().game().over());
  player("new");
  player("analyze");
  for (const std::string& move : kShortGame) player("usermove P@" + move);
  player("exit");
  CHECK(shelf.mine->added.empty());  // no move of ours
  player("new");
  for (std::size_t i = 0; i < kShortGame.size(); i += 2) player("usermove P@" + kShortGame[i]);
  CHECK(learned_transcripts(shelf) == transcript() + "\n");
  player("undo");
  player("usermove P@c5");
  player("setboard " + xboard_fen(player.session().game().position()));
  CHECK(shelf.mine->added.size() == 1);
}

TEST_CASE("console: book moves, opening names and learned games are reported", "[protocol-book]") {
  FakeShelf shelf;
  Engine engine(plain(), filled(shelf).opener());
  ConsoleSession session(engine, {.black = false, .white = true}, 1, {});
  Collector told;
  session.start(told);
  CHECK_THAT(told.text,
             Contains("Sumi plays c4 for Black.") && Contains("Evaluation: Black +0.25, book"));
  told.text.clear();
  session.on_line({"book", false}, told);
  CHECK_THAT(told.text, Contains("e3     -0.25     20@100%"));

  know_white(*shelf.mine);
  Engine learner(learning(), shelf.opener());
  ConsoleSession people(learner, {.black = true, .white = true}, 1, {});
  people.start(told);
  for (const std::string& move : kShortGame) people.on_line({move, false}, told);
  CHECK(people.game().over());
  CHECK(shelf.mine->added.empty());
  ConsoleSession both(learner, {.black = true, .white = false}, 1, {});
  both.start(told);
  for (std::size_t i = 0; i < kShortGame.size(); i += 2) both.on_line({kShortGame[i], false}, told);
  CHECK(learned_transcripts(shelf) == transcript() + "\n");
  both.on_line({"undo", false}, told);
  both.on_line({"c5", false}, told);
  CHECK(shelf.mine->added.size() == 1);
}

TEST_CASE("ggs: games seen from start to end are learned", "[protocol-book][ggs]") {
  FakeShelf shelf;
  const auto with_book = [](GgsSettings&, EngineOptions& options) {
    options.book = "mine";
    options.book_learn = true;
  };
  GgsTalk ggs(with_book, shelf.opener());
  ggs.log_in();
  const auto end = [&ggs] {
    ggs.server(test::ggs_message("/os: - match .5 1720 alice 1720 sumi 8 U +64.00"));
  };
  know_white(*shelf.mine);  // we are White
  const auto play = [&](bool from_the_start) {
    test::GgsServerGame match(".5", "8", "alice", "sumi");
    if (!from_the_start) match.play(kShortGame[0]);
    ggs.begin(".5", "8", {&match});
    for (std::size_t i = match.moves(); i < kShortGame.size(); ++i) {
      const bool ours = match.to_move() == "sumi";
      REQUIRE(match.play(ours ? ggs.move_in(".5") : kShortGame[i]));
      ggs.server(match.update());
    }
    REQUIRE(match.over());
    end();
  };
  play(true);
  CHECK(learned_transcripts(shelf) == transcript() + "\n");
  play(false);  // we join late
  CHECK(shelf.mine->added.size() == 1);
  CHECK(ggs.session().boards() == 0);
  CHECK_THAT(ggs.notes, !Contains("not learned"));
}

TEST_CASE("setting book and book-learn in either order creates a new book", "[protocol-book]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("new.book");
  const std::string absent = "book: there is no file '" + path + "' yet";
  const auto set = [&](Conversation& gtp, bool book_first) {
    if (book_first) CHECK_THAT(gtp("sumi-set book " + path), Catch::StartsWith(absent));
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(gtp("sumi-set book-learn true").empty());
    if (!book_first) CHECK(gtp("sumi-set book " + path).empty());
    CHECK(std::filesystem::exists(path));
    CHECK(gtp("sumi-book") == "The book has no move here.");
  };
  for (const bool book_first : {true, false}) {
    CAPTURE(book_first);
    std::filesystem::remove(path);
    Conversation gtp(plain(), book::open_opening_book);
    set(gtp, book_first);
  }
  // Until then it plays from the shipped book, which does not learn.
  Conversation gtp(plain(), book::open_opening_book);
  gtp("sumi-set book-learn true");
  CHECK_THAT(gtp("sumi-book"), Contains("book"));
  CHECK_THAT(gtp.engine().learn({}).error().message, Contains("the shipped book is read-only"));
}

TEST_CASE("a missing book is reported", "[protocol-book]") {
  FakeShelf shelf;
  const std::string note = "book: there is no file 'yours' yet, learning makes it (book-learn)";
  Conversation gtp(plain(), shelf.opener());
  CHECK(gtp("sumi-set book yours") == note);
  CHECK(gtp("sumi-book") == "No book is in use.");
  CHECK(gtp("sumi-set seed 3").empty());
  CHECK(gtp("sumi-set book mine").empty());
  CHECK(gtp("sumi-book") == "The book has no move here.");
  ugi_test::Conversation ugi("ugi", plain(), shelf.opener());
  CHECK(ugi.answer("setoption name BookFile value yours") == "info string " + note + "\n");
  CHECK(ugi.answer("setoption name Seed value 3").empty());
  NBoardConversation nboard(plain(), shelf.opener());
  CHECK(nboard("set book yours") == Lines{"status " + note});
  XBoardConversation xboard(plain(), shelf.opener());
  CHECK(xboard("option book=yours") == Lines{"# " + note});
}
