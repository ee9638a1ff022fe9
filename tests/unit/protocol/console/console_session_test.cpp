// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/console/console_session.h"
#include "tests/support/junk.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

constexpr Humans kBlack{true, false}, kWhite{false, true}, kBoth{true, true}, kNone{false, false};

EngineOptions small_options(int size) {
  EngineOptions options = test::small_engine();
  options.size = size;
  return options;
}

struct Collector : ReplySink {
  void write(std::string_view line) override { text += std::string(line) + "\n"; }
  std::string text;
};

/// The user at the keyboard.
class Player {
 public:
  explicit Player(Humans humans, int level = 1, int size = 8, ConsoleScreen screen = {})
      : Player(small_options(size), humans, level, std::move(screen)) {}
  Player(const EngineOptions& options, Humans humans, int level = 1, ConsoleScreen screen = {})
      : engine_(options), session_(engine_, humans, level, std::move(screen)) {}

  std::string start() {
    Collector collector;
    session_.start(collector);
    return collector.text;
  }
  std::string operator()(std::string_view line, bool cut = false) {
    Collector collector;
    session_.on_line({std::string(line), cut}, collector);
    return collector.text;
  }
  std::string goodbye() {
    Collector collector;
    session_.goodbye(collector);
    return collector.text;
  }
  ConsoleSession& session() { return session_; }
  std::size_t moves() { return session_.game().moves().size(); }

 private:
  Engine engine_;
  ConsoleSession session_;
};

/// Black must pass until the end of the game.
const std::string kBlackIsStuck = "OX------OX------" + std::string(48, '-') + " X";

}  // namespace

TEST_CASE("the first screen shows the board, both sides and the move number", "[console]") {
  Player player(kBoth, 7);
  CHECK(player.start() ==
        "Sumi plays Othello. Type a move such as f5, or help.\n"
        "\n"
        "  A B C D E F G H     Black X   2  you\n"
        "1 . . . . . . . . 1   White O   2  you\n"
        "2 . . . . . . . . 2\n"
        "3 . . . * . . . . 3   Move 1, Black to play\n"
        "4 . . * O X . . . 4\n"
        "5 . . . X O * . . 5\n"
        "6 . . . . * . . . 6\n"
        "7 . . . . . . . . 7\n"
        "8 . . . . . . . . 8\n"
        "  A B C D E F G H\n");
  CHECK(player(" F5\r") ==
        "\n"
        "  A B C D E F G H     Black X   4  you\n"
        "1 . . . . . . . . 1   White O   1  you\n"
        "2 . . . . . . . . 2\n"
        "3 . . . . . . . . 3   Move 2, White to play\n"
        "4 . . . O X * . . 4   Last move: Black f5\n"
        "5 . . . X X[X]. . 5\n"
        "6 . . . * . * . . 6\n"
        "7 . . . . . . . . 7\n"
        "8 . . . . . . . . 8\n"
        "  A B C D E F G H\n");
}

TEST_CASE("the engine answers a move, and moves first as Black", "[console]") {
  Player black(kBlack);
  CHECK_THAT(black.start(), !Contains("plays d") && Contains("Sumi, level 1"));
  CHECK_THAT(black("f5"), Contains(" for White.") && Contains("Move 3, Black to play") &&
                              Contains("Evaluation: "));
  CHECK(black.moves() == 2);
  Player white(kWhite);
  CHECK_THAT(white.start(), Contains(" for Black.") && Contains("Move 2, White to play"));
  CHECK(white.moves() == 1);
}

TEST_CASE("the engine plays a whole game against itself", "[console]") {
  for (const int size : {4, 6}) {
    Player player(kNone, 1, size);
    CHECK_THAT(player.start(), Contains(" for Black.") && Contains("Game over. "));
    CHECK(player.session().game().over());
    CHECK_THAT(player("go"), Contains("The game is over"));
    CHECK_THAT(player("hint"), Contains("The game is over"));
    CHECK_THAT(player("undo"), Contains("Move "));
  }
}

TEST_CASE("input errors change nothing and are explained", "[console]") {
  Player player(kBlack);
  player.start();
  CHECK(player("e4") == "illegal move: 'e4' for black (legal: d3 c4 f5 e6)\n");
  CHECK(player("pass") == "illegal move: 'pass' for black (legal: d3 c4 f5 e6)\n");
  CHECK_THAT(player("i9"), Contains("'i9'") && Contains("a1..h8"));
  CHECK(player("castle") == "No move and no command: 'castle'. Try help.\n");
  CHECK(player("") == "Type a move such as f5, or help.\n");
  CHECK(player("undo") == "There is no move of yours to take back.\n");
  CHECK(player("undo 3") == "undo takes no argument.\n");
  CHECK(player("level 61") == "level: '61' is not in 0..60\n");
  CHECK_THAT(player("color red"), Contains("'red' is not one of"));
  CHECK_THAT(player("new 5"), Contains("'5' is not 4, 6 or 8"));
  CHECK_THAT(player("save"), Contains("needs the name"));
  CHECK_THAT(player("load /nonexistent/file"), Contains("/nonexistent/file"));
  CHECK(player("f5", true) == "That line is too long.\n");
  CHECK(player.moves() == 0);
}

TEST_CASE("a device is not loaded", "[console][posix]") {
  Player player(kBlack);
  player.start();
  CHECK_THAT(player("load /dev/null"), Contains("not a regular file"));
}

TEST_CASE("undo returns to the user's previous turn", "[console]") {
  Player player(kWhite);
  player.start();
  REQUIRE(player.moves() == 1);
  const Position mine = player.session().game().position();
  const std::string move = to_text(first_square(player.session().game().legal_moves()));
  player(move);
  REQUIRE(player.moves() == 3);
  CHECK_THAT(player("u"), Contains("Move 2, White to play"));
  CHECK(player.session().game().position() == mine);
  CHECK(player("undo") == "There is no move of yours to take back.\n");
}

TEST_CASE("a forced pass is played and reported", "[console]") {
  const test::TemporaryFolder folder;
  Player player(kBlack);
  player.start();
  const std::string told = player("load " + folder.write("stuck", kBlackIsStuck));
  CHECK_THAT(told, Contains("Black has no move and passes.") && Contains(" for White.") &&
                       Contains("Game over. White wins by 64, 64 to 0.") && Contains("You lose."));
}

TEST_CASE("levels and colours can be changed during a game", "[console]") {
  Player player(kBoth);
  player.start();
  CHECK_THAT(player("level 5"), Contains("Level 5: looks "));
  CHECK_THAT(player("level"), Contains("Level 5: "));
  CHECK(player("color") == "You play: both.\n");
  CHECK_THAT(player("color white"), Contains(" for Black."));
  CHECK(player.moves() == 1);
  CHECK_THAT(player("go"), Contains(" for White.") && Contains(" for Black."));
  CHECK(player.moves() == 3);
  CHECK_THAT(player("new 6"), Contains("  A B C D E F     Black X"));
  CHECK(player.session().game().start().size == 6);
}

TEST_CASE("a hint is a table of moves", "[console]") {
  Player player(kBoth, 1, 4);
  player.start();
  const std::string hint = player("hint");
  CHECK_THAT(hint, Contains("move  score             depth  exact  source  line of play\n") &&
                       Contains(" yes "));
  CHECK(player.moves() == 0);
}

TEST_CASE("the evaluation can be hidden", "[console]") {
  Player player(kBlack);
  player.start();
  CHECK(player("eval") == "The evaluation is hidden.\n");
  CHECK_THAT(player("f5"), !Contains("Evaluation"));
  CHECK(player("eval") == "The evaluation is shown.\n");
  CHECK_THAT(player("board"), Contains("Evaluation: "));
}

TEST_CASE("a player without a search has neither a level nor an evaluation", "[console]") {
  EngineOptions options = small_options(4);
  options.player = "dp";
  Player player(options, kBlack);
  CHECK_THAT(player.start(), Contains("2  Sumi, player dp\n"));
  const std::string reply = player("b1");
  CHECK_THAT(reply, Contains("Sumi plays") && !Contains("Evaluation") && !Contains("level"));
  CHECK(player("level 5") == "The player dp has no levels.\n");
}

TEST_CASE("strength replaces the level until one is chosen, and is saved", "[console]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("a game");
  Player first(kBlack, 3);
  CHECK_THAT(first("strength"), Contains("Level 3"));
  CHECK(first("strength 9") == "Strength 9: errs like people rated 1200.\n");
  CHECK_THAT(first("f5"), Contains("Sumi plays") && Contains("Sumi, strength 9"));
  CHECK_THAT(first("strength 16"), Contains("strength: '16' is not in 0..15"));
  CHECK_THAT(first("save " + file), Contains("Saved."));

  Player second(kBlack, 0);
  REQUIRE(second.session().resume(file).has_value());
  CHECK_THAT(second.start(), Contains("Sumi, strength 9"));
  CHECK_THAT(second("level 2"), Contains("Level 2"));
  CHECK_THAT(second("strength"), Contains("Level 2"));
}

TEST_CASE("saved games resume where they ended", "[console]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("a game");
  Player first(kWhite, 3, 6);
  first.start();
  first("b2");
  CHECK_THAT(first("save " + file), Contains("Saved."));
  CHECK_THAT(first("save " + file), Contains("Saved."));
  CHECK(first.goodbye() == "Goodbye.\n");

  Player second(kBoth, 0);
  REQUIRE(second.session().resume(file).has_value());
  CHECK_THAT(second.start(), Contains("Sumi, level 3"));
  CHECK(second.session().game().position() == first.session().game().position());
  CHECK(second.session().game().moves() == first.session().game().moves());

  const std::string other = folder.write("letter", "Dear Sir");
  CHECK_THAT(second("save " + other), Contains("holds no saved game"));
  CHECK_THAT(second("load " + other), Contains("no game or position in a known format"));
  CHECK_THAT(second("save " + other + " force"), Contains("Saved."));
  CHECK_THAT(second("load " + other), Contains("Move "));
  CHECK_THAT(second("save " + folder.file("bell\x07")), !Contains("\x07"));
  CHECK_THAT(second("save " + folder.file("no/such/folder")),
             Contains("No such file or directory"));
}

TEST_CASE("a game resumes from a file of any format", "[console]") {
  const test::TemporaryFolder folder;
  const std::string moves = "f5d6c3";
  const std::string files[] = {
      folder.write("a.ggf", "(;GM[Othello]PB[Anna]TY[8]B[F5]W[D6]B[C3];)"),
      folder.write("b.sgf", "(;FF[4]AP[gogui-twogtp:1.6.0]SZ[8];B[fd];W[dc];B[cf])"),
      folder.write("c.sgf", "(;GM[2]SZ[8];B[fe];W[df];B[cc])"),
      folder.write("d.pgn", "[Event \"Cup\"]\n\n1. f5 d6 2. c3 *\n"),
      folder.write("e.json", "{\"moves\":[\"f5\",\"d6\",\"c3\"]}"),
      folder.write("f.txt",
                   "\xEF\xBB\xBF"
                   "f5\r\nd6\r\nc3\r\n"),
      folder.write("g.txt", "1 f5 2 d6\n3 c3\n"),
      folder.write("h.obf", to_text(parse_game(moves)->replay().position()) + "; d3:+2; f4:-4;\n"),
  };
  for (const std::string& file : files) {
    CAPTURE(file);
    Player player(kBoth);
    REQUIRE(player.session().resume(file).has_value());
    const Game& game = player.session().game();
    CHECK(game.position() == parse_game(moves)->replay().position());
    CHECK_THAT(player.start(), !Contains("several games"));
    CHECK_THAT(player("load " + file), Contains("to play"));
  }
  // The first of several games is used, with a message.
  const std::string two = folder.write("two.txt", "f5d6c3\nf5f6\n");
  Player player(kBoth);
  REQUIRE(player.session().resume(two).has_value());
  CHECK_THAT(player.start(), Contains("The file has several games: this is ") &&
                                 Contains("two.txt:1.") && Contains("Move 4"));
  CHECK_THAT(player("load " + two), Contains("several games"));
  Player small(kBoth, 1, 6);
  REQUIRE(small.session().resume(folder.write("small.txt", "b3\n")).has_value());
  CHECK(small.session().game().start().size == 6);
}

TEST_CASE("quit reports unsaved moves", "[console]") {
  Player player(kBoth);
  player.start();
  player("f5");
  CHECK(player("quit") == "The game was not saved: f5\nGoodbye.\n");
  CHECK(player.session().finished());
}

TEST_CASE("an interrupt makes the engine move at once and pauses self-play", "[console]") {
  bool stop = true;
  ConsoleScreen screen;
  screen.interrupted = [&stop] { return stop; };
  Player player(kNone, 40, 8, screen);
  CHECK_THAT(player.start(), Contains("Stopped. Enter continues."));
  CHECK(player.moves() == 1);
  CHECK_THAT(player(""), Contains("Stopped."));
  CHECK(player.moves() == 2);
  CHECK_THAT(player("color both"), Contains("Move 3, Black to play"));
  CHECK(player.moves() == 2);
}

TEST_CASE("in Japanese every line is Japanese", "[console]") {
  ConsoleScreen screen;
  screen.language = Language::kJapanese;
  Player player(kBlack, 1, 8, screen);
  const test::TemporaryFolder folder;
  std::string said = player.start();
  CHECK_THAT(said, Contains("     黒 X   2  あなた\n") && Contains("   1手目、黒番\n"));
  for (const std::string& line :
       {std::string("f5"), std::string("eval"), std::string("eval"), std::string("level"),
        std::string("castle"), std::string("help me"), std::string("undo"), std::string("undo"),
        std::string(), "save " + folder.file("game"), std::string("book"), std::string("hint"),
        std::string("go"), std::string("help"), std::string("color"), std::string("quit")}) {
    said += player(line);
  }
  said += player(std::string(), true);
  CHECK_THAT(said, Contains("Sumi（白）は") && Contains("形勢: "));
  // Except the board and the moves of a hint, which have no words.
  for (std::string_view left = said; !left.empty();) {
    const std::string_view line = take_until(left, '\n');
    const bool words = line.find_first_not_of(" ABCDEFGHabcdefgh0123456789.*[]XO@%+-") != line.npos;
    const bool japanese = std::ranges::any_of(line, [](char c) { return c < 0 || c > '~'; });
    CAPTURE(line);
    CHECK((japanese || !words));
  }
  Player alone(kNone, 0, 4, screen);
  CHECK_THAT(alone.start(), Contains("終局: ") && Contains("石勝ち（"));
}

TEST_CASE("no input crashes the console", "[console]") {
  const std::string words[] = {"a2",     "b1",    "c4",    "d3",   "pass",    "undo", "hint",
                               "go",     "board", "eval",  "help", "?",       "",     "new",
                               "color ", "both",  "white", "none", "level 1", "i",    "quit"};
  Player player(kBoth, 0, 4);
  player.start();
  SplitMix64 random(5);
  for (int i = 0; i < 3000; ++i) {
    std::string line = words[random.below(static_cast<int>(std::size(words)))];
    if (random.below(4) == 0) line += words[random.below(static_cast<int>(std::size(words)))];
    if (random.below(4) == 0) line += test::junk(random, 20);
    if (random.below(8) == 0) line = test::junk(random, 200);
    if (line.starts_with('s') || line.starts_with('l')) continue;  // these would write files
    CAPTURE(line);
    CHECK_FALSE(player(line).empty());
  }
}

TEST_CASE("redo repeats moves that undo took back", "[console]") {
  Player player(kBlack);
  player.start();
  CHECK_THAT(player("redo"), Contains("no move to replay"));
  player("f5");
  const Position after_two = player.session().game().position();
  const Square second = player.session().game().moves()[1].square;
  const Bitboard legal = player.session().game().legal_moves();
  player(to_text(first_square(legal)));
  const Position after_four = player.session().game().position();
  REQUIRE(player.moves() == 4);
  player("undo");
  CHECK(player.session().game().position() == after_two);
  player("undo");
  CHECK(player.moves() == 0);
  player("redo");
  CHECK(player.session().game().position() == after_two);
  CHECK(player.session().game().moves()[1].square == second);
  player("redo");
  CHECK(player.session().game().position() == after_four);
  CHECK_THAT(player("redo"), Contains("no move to replay"));
  // Another move drops the moves to redo.
  player("undo");
  player(to_text(first_square(player.session().game().legal_moves())));
  CHECK_THAT(player("redo"), Contains("no move to replay"));
  player("undo");
  player("new");
  CHECK_THAT(player("redo"), Contains("no move to replay"));
}

TEST_CASE("analyze reports losing moves", "[console]") {
  Player player(kBoth, 1, 4);
  player.start();
  CHECK_THAT(player("analyze"), Contains("No move has been played yet"));
  while (!player.session().game().over()) {
    const Bitboard legal = player.session().game().legal_moves();
    player(to_text(first_square(legal), 4));
  }
  const std::size_t moves = player.moves();
  const std::string text = player("analyze");
  CHECK_THAT(text, Contains("Black: accuracy ") && Contains("White: accuracy ") && Contains("??") &&
                       Contains(" b1 "));
  CHECK(player.moves() == moves);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    CHECK(end - begin <= 80);
    begin = end + 1;
  }
}

TEST_CASE("a finished game is analysed once, on request", "[console]") {
  for (const bool wanted : {false, true}) {
    ConsoleScreen screen;
    screen.review = wanted;
    Player player(kBlack, 1, 4, screen);
    player.start();
    std::string text;
    while (!player.session().game().over()) {
      text = player(to_text(first_square(player.session().game().legal_moves()), 4));
      if (player.moves() > 2) continue;
      player("undo");
      player("redo");
    }
    CHECK((text.find("accuracy") != text.npos) == wanted);
    CHECK_THAT(player("board"), !Contains("accuracy"));
    CHECK_THAT(player("color black"), !Contains("accuracy"));
  }
}

TEST_CASE("Tab completes words", "[console]") {
  Player player(kBoth);
  player.start();
  using Words = std::vector<std::string>;
  const auto completions = [&](std::string_view text) {
    return player.session().completions(text);
  };
  CHECK(completions("d") == Words{"d3"});
  CHECK(completions("F") == Words{"f5"});
  CHECK(completions("an") == Words{"analyze"});
  CHECK(completions("le") == Words{"level "});
  CHECK(completions("zz").empty());
  CHECK(completions("color b") == Words{"black", "both"});
  CHECK(completions("new ") == Words{"4", "6", "8"});
  CHECK(completions("undo ").empty());
  CHECK(completions("f5 d").empty());
  const Words all = completions("");
  CHECK(std::ranges::count(all, "e6") == 1);
  CHECK(std::ranges::count(all, "redo") == 1);
  const test::TemporaryFolder folder;
  REQUIRE(write_file(folder.file("evening.txt"), "f5").has_value());
  CHECK(completions("load " + folder.file("eve")) == Words{folder.file("evening.txt")});
  CHECK(completions("load /nonexistent/x").empty());
}

TEST_CASE("similar commands are suggested for a typo", "[console]") {
  Player player(kBoth);
  player.start();
  CHECK_THAT(player("hnit"), Contains("'hnit'") && Contains("Did you mean hint?"));
  CHECK_THAT(player("analyse"), Contains("Did you mean analyze?"));
  CHECK_THAT(player("castle"), Contains("Try help") && !Contains("Did you mean"));
}

TEST_CASE("errors are in the user's language", "[console]") {
  ConsoleScreen screen;
  screen.language = Language::kJapanese;
  Player player(kBoth, 1, 8, screen);
  player.start();
  for (const char* const line : {"a1", "z9", "hnit", "color red", "level 99", "new 5",
                                 "load /nonexistent", "load /", "save /nonexistent/x"}) {
    CAPTURE(line);
    const std::string text = player(line);
    CHECK_THAT(text, !Contains(" is ") && !Contains(" not ") && !Contains("No ") &&
                         !Contains("Did you") && !Contains("illegal"));
  }
}
