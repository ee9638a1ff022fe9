// SPDX-License-Identifier: MIT
#include "book/store/book_tree.h"
#include "engine/formats/codecs.h"
#include "tests/support/book_commands.h"

#include <catch2/catch.hpp>

using namespace sumi;
using Catch::Contains;
using test::BookCommands;

namespace {

book::BookEntry searched(Square move, double discs, GameCounts games = {}) {
  book::BookEntry entry;
  entry.leaf = {book::Leaf::State::kMove,
                move,
                Value{static_cast<int>(discs * Value::kPerDisc)},
                12,
                73,
                false};
  entry.level = 12;
  entry.games = games;
  return entry;
}

Board board_of(const std::string& moves) {
  return parse_game(moves).value().replay().position().board;
}

/// Has f5d6 and f5f6, two of three replies; f5f4 is the leaf of f5.
std::string small_book(const BookCommands& it) {
  auto store = book::BookStore::create(it.file("a.book")).value();
  const auto put = [&](const std::string& moves, const book::BookEntry& entry) {
    book::update(*store, board_of(moves), entry);
  };
  book::BookEntry start;
  start.leaf.state = book::Leaf::State::kNoMove;
  put("", start);
  put("f5", searched(Square{29}, -6.5, {10, 2, 8}));   // f4
  put("f5d6", searched(Square{18}, 0.25, {3, 1, 2}));  // c3
  put("f5f6", searched(Square{44}, 1.25, {1, 0, 0}));  // e6
  return it.file("a.book");
}

}  // namespace

TEST_CASE("sumi book show lists moves from the mover's point of view, best first",
          "[book_command]") {
  const BookCommands it;
  const std::string book = small_book(it);
  const auto shown = it.json({"show", book, "f5"});
  CHECK(shown["in_book"] == true);
  CHECK(shown["score"] == -0.25);
  CHECK(shown["depth"] == 13);
  CHECK(shown["level"] == 12);
  CHECK(shown["games"]["wins"] == 10);
  REQUIRE(shown["moves"].size() == 3);
  const auto& d6 = shown["moves"][0];
  CHECK(d6["move"] == "d6");
  CHECK(d6["score"] == -0.25);
  CHECK(d6["loss"] == 0);
  CHECK(d6["depth"] == 13);
  CHECK(d6["selectivity"] == 73);
  CHECK(d6["exact"] == false);
  CHECK(d6["in_book"] == true);
  CHECK(d6["games"] == nlohmann::json{{"wins", 2}, {"draws", 1}, {"losses", 3}});
  CHECK(d6["opening"]["english"] == "Perpendicular (Tatedori)");
  CHECK(shown["moves"][1]["move"] == "f6");
  CHECK(shown["moves"][1]["loss"] == 1);
  CHECK(shown["moves"][2]["move"] == "f4");
  CHECK(shown["moves"][2]["in_book"] == false);
  CHECK(shown["moves"][2]["score"] == -6.5);
  CHECK(shown["line"] == nlohmann::json{"d6", "c3"});
}

TEST_CASE("sumi book show uses the orientation of the given position", "[book_command]") {
  const BookCommands it;
  const std::string book = small_book(it);
  const auto shown = it.json({"show", book, "c4"});
  REQUIRE(shown["moves"].size() == 3);
  CHECK(shown["moves"][0]["move"] == "e3");
  CHECK(shown["moves"][0]["opening"]["english"] == "Perpendicular (Tatedori)");
  CHECK(it.json({"show", book})["moves"].size() == 4);
}

TEST_CASE("sumi book show draws the tree of the book", "[book_command]") {
  const BookCommands it;
  const std::string book = small_book(it);
  const std::string text = it.run({"show", book, "f5", "--depth", "2", "--lang", "en"});
  CHECK_THAT(text, Contains("White to move. Scores are for White.\n") &&
                       Contains("In the book: -0.25 at depth 1+12@73%, searched at level 12\n"
                                "20 games (won 10, drawn 2, lost 8)\n"));
  CHECK_THAT(text,
             Contains("d6       -0.25   0.00    1+12@73%  no          6   41.7%  Perpendicular "
                      "(Tatedori)\n"
                      "  c3     +0.25   0.00      12@73%  no          –       –  (leads out of "
                      "the book)\n") &&
                 Contains("\nBest line: d6 c3\n"));
  const std::string near = it.run({"show", book, "f5", "--max-loss", "1", "--lang", "en"});
  CHECK_THAT(near, Contains("\nf6 ") && !Contains("\nf4 "));
  CHECK_THAT(it.run({"show", book, "f5", "--lang", "ja"}), Contains("最善手順: d6 c3"));
}

TEST_CASE("sumi book explain shows the best line, its end and its number of lines",
          "[book_command]") {
  const BookCommands it;
  const std::string book = small_book(it);
  const std::string text = it.run({"explain", book, "f5"});
  CHECK_THAT(text, Contains("-0.25 for White, depth 1+12@73%, by this line:") &&
                       Contains("  1  White  d6") && Contains("(leads out of the book)") &&
                       Contains("It leaves the book with c3, by a search at level 12: 12 plies, "
                                "confidence 73%."));
  const auto json = it.json({"explain", book, "f5", "--max-loss", "64"});
  CHECK(json["score"] == -0.25);
  CHECK(json["book_plies"] == 1);
  CHECK(json["line"].size() == 2);
  CHECK(json["line"][0]["in_book"] == true);
  CHECK(json["line"][1]["in_book"] == false);
  CHECK(json["leaf"]["move"] == "c3");
  CHECK(json["lines"]["all"] >= json["lines"]["black"]);
  // White needs one reply to each move; Black must know all replies.
  CHECK(json["lines"]["white"] <= json["lines"]["black"]);
  CHECK_THAT(it.fault({"explain", book, "f5", "--max-loss", "x"}), Contains("--max-loss: 'x'"));
  it.run({"explain", book, "f5d6c3"}, protocol::kFailed);
}

TEST_CASE("sumi book diff compares two books", "[book_command]") {
  const BookCommands it;
  const std::string book = small_book(it), other = it.book("other", 2);
  const auto json = it.json({"diff", book, other, "--most", "2"});
  CHECK(json["both"].get<int>() + json["only_first"].get<int>() ==
        it.json({"stats", book})["positions"].get<int>());
  CHECK(json["largest"].size() <= 2);
  CHECK_THAT(it.run({"diff", book, book}),
             Contains(" 0 only in the first, 0 only in the second") && Contains("mean +0.00"));
  CHECK(it.fault({"diff", book}) == "need two books, BOOK BOOK");
}

TEST_CASE("sumi book show reports that a position is not in the book", "[book_command]") {
  const BookCommands it;
  const std::string book = small_book(it);
  CHECK_THAT(it.run({"show", book, "f5d6c3", "--lang", "en"}), Contains("Not in the book.\n"));
  const auto shown = it.json({"show", book, "f5d6c3"});
  CHECK(shown["in_book"] == false);
  CHECK(shown["moves"].empty());
  const std::string over = std::string(64, 'X') + " O";
  CHECK_THAT(it.run({"show", book, over, "--lang", "en"}), Contains("The game is over.\n"));
  CHECK(it.fault({"show", book, std::string(36, '-') + " X"}) == "books are for boards of 8x8");
  CHECK_THAT(it.fault({"show", book, "f5a1"}), Contains("a1"));
  CHECK_THAT(it.fault({"show", book, "--depth", "0"}), Contains("--depth: '0' is not in 1..20"));
}

TEST_CASE("sumi book show continues after a pass", "[book_command]") {
  const BookCommands it;
  // White has no move, Black h1.
  const std::string squares = "XOOOOOO-" + std::string(56, 'O');
  {
    auto store = book::BookStore::create(it.file("a.book")).value();
    book::BookEntry entry;
    entry.leaf.state = book::Leaf::State::kNoMove;
    book::update(*store, board_of(squares + " X"), entry);
  }
  const auto shown = it.json({"show", it.file("a.book"), squares + " O"});
  CHECK(shown["in_book"] == true);
  REQUIRE(shown["moves"].size() == 1);
  CHECK(shown["moves"][0]["move"] == "h1");
  CHECK(shown["moves"][0]["exact"] == true);
  CHECK_THAT(it.run({"show", it.file("a.book"), squares + " O", "--lang", "en"}),
             Contains("White has no move and must pass.\n"
                      "Black to move. Scores are for Black.\n"));
}

TEST_CASE("sumi book stats counts positions by plies", "[book_command]") {
  const BookCommands it;
  const std::string book = small_book(it);
  const auto stats = it.json({"stats", book});
  CHECK(stats["positions"] == 4);
  CHECK(stats["scored"] == 4);
  CHECK(stats["stale"] == 0);
  CHECK(stats["unsearched"] == 0);
  REQUIRE(stats["plies"].size() == 3);
  const auto& second = stats["plies"][2];
  CHECK(second["ply"] == 2);
  CHECK(second["positions"] == 2);
  CHECK(second["mean_depth"] == 12);
  CHECK(second["games"] == 7);
  CHECK(second["mean_score"] == 0.75);
  CHECK(second["score_deviation"] == 0.5);
  CHECK(second["min_level"] == 12);
  CHECK(stats["plies"][0]["max_level"] == nullptr);
  int in_ranges = 0;
  for (const auto& range : stats["scores"]) in_ranges += range["positions"].get<int>();
  CHECK(in_ranges == 4);
  CHECK(stats["scores"][5] == nlohmann::json{{"from", 0}, {"below", 2}, {"positions", 3}});
  CHECK(stats["bytes"] > 1000);
  CHECK(it.run({"stats", book, "--csv"}) ==
        "ply,positions,scored,stale,unsearched,depth,level,games,mean,sd\r\n"
        "0,1,1,0,0,14.0,,0,+0.25,0.00\r\n"
        "1,1,1,0,0,13.0,12,20,-0.25,0.00\r\n"
        "2,2,2,0,0,12.0,12,7,+0.75,0.50\r\n");
  CHECK_THAT(it.run({"stats", book}), Contains("all          4") && Contains("0..2") &&
                                          Contains("75.0%") && Contains("a position\n"));
  CHECK(it.fault({"stats", book, "--csv", "--json"}) == "--json and --csv exclude each other");
}

TEST_CASE("sumi book stats counts stale and unsearched leaves", "[book_command]") {
  const BookCommands it;
  const std::string path = small_book(it);
  {
    auto store = book::BookStore::open(path, book::BookStore::Access::kWrite).value();
    book::update(*store, board_of("f5d6c3"), book::BookEntry{});
  }
  const auto stats = it.json({"stats", path});
  CHECK(stats["stale"] == 1);
  CHECK(stats["unsearched"] == 1);
  CHECK(stats["scored"] == 3);  // f5d6 has lost its leaf's value
}
