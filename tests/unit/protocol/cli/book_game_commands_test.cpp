// SPDX-License-Identifier: MIT
#include "book/store/book_store.h"
#include "engine/base/random.h"
#include "engine/formats/codecs.h"
#include "tests/support/book_commands.h"
#include "tests/support/pipe.h"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace sumi;
using Catch::Contains;
using test::BookCommands;

namespace {

std::string random_game(std::uint64_t seed) {
  SplitMix64 random(seed);
  Game game;
  GameRecord record;
  while (!game.over()) {
    Bitboard moves = game.legal_moves();
    Square move = Square::kPass;
    if (moves != 0) {
      for (int skip = random.below(std::popcount(moves)); skip > 0; --skip) moves &= moves - 1;
      move = first_square(moves);
    }
    REQUIRE(game.play(move));
    record.moves.push_back(move);
  }
  return to_transcript(record);
}

nlohmann::json add(const BookCommands& it, protocol::Args args, int status = protocol::kDone) {
  args.insert(args.begin(), "add");
  args.insert(args.end(), {"--level", "1"});
  return it.search(args, status);
}

}  // namespace

TEST_CASE("sumi book add counts each game once", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const std::string games =
      it.write("games.txt", random_game(1) + "\n" + random_game(2) + "\nf5a1\n");
  const auto first = add(it, {book, games, "--plies", "6"});
  CHECK(first["games"] == 2);
  CHECK(first["known"] == 0);
  CHECK(first["bad"] == 1);
  const int positions = first["positions"].get<int>();
  CHECK(first["new"] == positions);
  CHECK(positions >= 7);
  CHECK(positions <= 13);
  CHECK(it.json({"show", book})["games"]["wins"].get<int>() +
            it.json({"show", book})["games"]["losses"].get<int>() +
            it.json({"show", book})["games"]["draws"].get<int>() ==
        2);
  CHECK(it.json({"stats", book})["unsearched"] == 0);
  CHECK(it.json({"verify", book})["faults"] == 0);

  const auto second = add(it, {book, games, "--plies", "6"});
  CHECK(second["known"] == 2);
  CHECK(second["new"] == 0);
  CHECK(second["searched"] == 0);
}

TEST_CASE("sumi book add searches positions that an earlier add did not", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const std::string games = it.write("games.txt", random_game(1));
  const protocol::Args unsearched{"add", book, games, "--plies", "5", "--no-search"};
  CHECK_THAT(it.run(unsearched), Contains("1 games: 0 known already") &&
                                     Contains("6 new positions\n") && Contains("6 positions\n"));
  CHECK(it.json({"stats", book})["unsearched"] == 6);
  CHECK(it.json({"show", book})["score"] == nullptr);
  CHECK(add(it, {book, games})["searched"] >= 6);
  CHECK(it.json({"stats", book})["unsearched"] == 0);
  CHECK(it.json({"show", book})["score"].is_number());
}

TEST_CASE("sumi book add --min-games adds only positions of several games", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  const std::string games = it.write("games.ggf",
                                     "(;GM[Othello]PB[a]PW[b]TY[8]B[F5]W[D6]B[C3];)\n"
                                     "(;GM[Othello]PB[c]PW[d]TY[8]B[F5]W[D6]B[C4];)\n");
  it.run({"add", book, games, "--min-games", "2", "--no-search"});
  CHECK(it.json({"stats", book})["positions"] == 3);  // the start, f5, d6
  CHECK(it.fault({"add", book, "-", "--min-games", "2"}) ==
        "--min-games reads the games twice: it needs files, not - or a pipe");
}

TEST_CASE("errors of sumi book add name the fault", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  CHECK(it.fault({"add", book}) == "no game given: a file, - for standard input, or moves");
  CHECK_THAT(it.fault({"add", book, "nothing.ggf"}),
             Contains("no file named 'nothing.ggf', and no game: "));
  CHECK_THAT(it.fault({"add", book, "f5", "--plies", "0"}),
             Contains("--plies: '0' is not in 1..60"));
  CHECK_THAT(it.fault({"add", book, "f5", "--no-search", "--level", "2"}), Contains("--no-search"));
  CHECK_THAT(it.fault({"add", "default", "f5"}), Contains("is read-only"));
}

TEST_CASE("commands that fail create no book", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  add(it, {book, it.write("none.txt", "f5a1\n")}, protocol::kFailed);
  CHECK_FALSE(std::filesystem::exists(book));
  add(it, {book, it.write("small.ggf", "(;GM[Othello]PB[a]PW[b]TY[4]B[B1];)\n")});
  CHECK_FALSE(std::filesystem::exists(book));
  it.json({"learn", book, "f5d6"}, protocol::kFailed);
  CHECK_FALSE(std::filesystem::exists(book));
  book::BookStore::create(book).value();
  add(it, {book, it.file("none.txt")}, protocol::kFailed);
  it.json({"learn", book, "f5d6"}, protocol::kFailed);
  CHECK(std::filesystem::exists(book));
}

TEST_CASE("--time also ends the reading of games", "[book_command][posix]") {
  const BookCommands it;
  const test::Pipe pipe;  // silent and open
  pipe.write(random_game(2) + "\n");
  const std::string book = it.file("a.book"), file = it.write("games.txt", random_game(1));
  const auto late = add(it, {book, file, pipe.path(), "--time", "1"});
  CHECK(late["end"] == "time");
  CHECK(late["games"] >= 1);
}

TEST_CASE("sumi book learn adds a game and searches its positions", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book"), game = random_game(3);
  const protocol::Args options{"--level", "1", "--evaluator", "table", "--hash-mib", "1"};
  protocol::Args args{"learn", book, game};
  args.insert(args.end(), options.begin(), options.end());
  const auto learned = it.json(args);
  CHECK(learned["games"] == 1);
  CHECK(learned["known"] == 0);
  CHECK(learned["bad"] == 0);
  CHECK(learned["added"] >= 35);
  CHECK(learned["searched"] >= 30);  // some have no move that leaves the book
  CHECK(it.json({"stats", book})["unsearched"] == 0);
  CHECK(it.json({"stats", book})["notes"]["level"] == "1");
  CHECK(it.json({"verify", book})["faults"] == 0);
  const auto again = it.json(args);
  CHECK(again["games"] == 1);
  CHECK(again["known"] == 1);
  CHECK(again["searched"] == 0);
  CHECK(it.json({"learn", book, "f5d6"}, protocol::kFailed)["bad"] == 1);
  const std::string games = it.write("games.txt", "f5d6\n" + game + "\nf5a1\n");
  args = {"learn", book, games};
  args.insert(args.end(), options.begin(), options.end());
  CHECK_THAT(it.run(args),
             Contains("1 games: 1 known already; 2 unsuitable or unreadable; 0 new "));
}
