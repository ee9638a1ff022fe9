// SPDX-License-Identifier: MIT
#include "engine/book_play.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/fake_book.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace sumi;
using test::book_move;

namespace {

EngineOptions options_of(int variety, int max_loss, std::string_view draws = "neutral") {
  EngineOptions options;
  options.book_variety_discs = variety;
  options.book_max_loss_discs = max_loss;
  options.book_draws = draws;
  return options;
}

Board board_with(int empties, std::uint64_t game = 5) {
  SplitMix64 random(game);
  return test::random_game(random, empties);
}

/// The board after `move` and the first legal reply.
Board answered(const Board& board, Square move) {
  const Board after = board.played(move, rules::flips(board, move));
  const Square reply = first_square(rules::legal_moves(after));
  return after.played(reply, rules::flips(after, reply));
}

/// How often each move is chosen in `times` new games.
std::map<std::string, int> counts(const std::vector<BookMove>& moves, const EngineOptions& options,
                                  int times = 1000) {
  SplitMix64 random(77);
  std::map<std::string, int> counts;
  for (int i = 0; i < times; ++i) {
    BookPlay play;
    ++counts[to_text(play.choose(moves, kStartBoard, options, random).move)];
  }
  return counts;
}

using Counts = std::map<std::string, int>;

}  // namespace

TEST_CASE("without variety the best move in the book is played, without random numbers",
          "[book-play]") {
  const std::vector<BookMove> moves{book_move("d3", 1), book_move("c4", 1), book_move("f5", 0.99)};
  SplitMix64 random(1), untouched(1);
  BookPlay play;
  for (int i = 0; i < 10; ++i) {
    CHECK(play.choose(moves, kStartBoard, options_of(0, 64), random) == moves[0]);
  }
  CHECK(random.next() == untouched.next());
}

TEST_CASE("variety plays moves near the best, better ones with higher probability", "[book-play]") {
  const std::vector<BookMove> moves{book_move("d3", 3), book_move("c4", 2.5), book_move("f5", 2),
                                    book_move("e6", 1), book_move("a1", 0.99)};
  const Counts of = counts(moves, options_of(2, 64), 10'000);
  // Weights 257, 193, 129 and 1 of 580.
  CHECK(of.at("d3") == Approx(4431).margin(200));
  CHECK(of.at("c4") == Approx(3328).margin(200));
  CHECK(of.at("f5") == Approx(2224).margin(200));
  CHECK(of.at("e6") == Approx(17).margin(15));
  CHECK(of.count("a1") == 0);
  CHECK(counts(moves, options_of(64, 1)).count("e6") == 0);  // limited by the maximum per game
  CHECK(counts(moves, options_of(64, 0)) == Counts{{"d3", 1000}});
}

TEST_CASE("the same seed gives the same choices", "[book-play]") {
  const std::vector<BookMove> moves{book_move("d3", 0), book_move("c4", 0), book_move("f5", 0)};
  const auto choices = [&](std::uint64_t seed) {
    SplitMix64 random(seed);
    BookPlay play;
    std::string text;
    for (int empties = 60; empties > 30; empties -= 2) {
      text += to_text(play.choose(moves, board_with(empties), options_of(1, 4), random).move);
    }
    return text;
  };
  CHECK(choices(3) == choices(3));
  CHECK(choices(3) != choices(4));
}

TEST_CASE("variety repeats no line before all have been played", "[book-play]") {
  // Two choices among all legal moves; each reply is the first legal move.
  const auto moves_of = [](const Board& board) {
    std::vector<BookMove> moves;
    for (Bitboard left = rules::legal_moves(board); left != 0; left &= left - 1) {
      moves.push_back(book_move(to_text(first_square(left)), 0));
    }
    return moves;
  };
  const auto key = [](const Board& board, Square move) {
    const Board end = canonical(board.played(move, rules::flips(board, move))).board;
    return std::pair(end.own, end.opp);
  };
  const Board start = answered(kStartBoard, *parse_square("f5"));
  std::set<std::pair<Bitboard, Bitboard>> all, seen;
  for (const BookMove& first : moves_of(start)) {
    const Board next = answered(start, first.move);
    for (const BookMove& second : moves_of(next)) all.insert(key(next, second.move));
  }
  REQUIRE(all.size() > 15);

  SplitMix64 random(31);
  BookPlay play;
  const auto game = [&] {
    const Board next =
        answered(start, play.choose(moves_of(start), start, options_of(1, 4), random).move);
    return key(next, play.choose(moves_of(next), next, options_of(1, 4), random).move);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(seen.insert(game()).second);
    if (i % 2 == 0) play.end_game();  // explicit, or detected at the next position
  }
  CHECK(seen == all);
  CHECK(seen.contains(game()));  // games continue
}

TEST_CASE("out of book, games diverge as early as possible and cover every line", "[book-play]") {
  // Three choices, each reply being the first legal move. Each move loses one disc more than the
  // previous one.
  const auto value_of = [](const Board& board, Square move) {
    return -std::popcount(rules::legal_moves(board) & (bit(move) - 1));
  };
  BookPlay play;
  int searches = 0;
  const auto choose = [&](const Board& board, const EngineOptions& options) {
    std::vector<BookMove> found;
    if (const Bitboard moves = play.to_search(board); moves != 0) {
      const Square best = first_square(moves);
      found.push_back(book_move(to_text(best), value_of(board, best)));
      ++searches;
    }
    return play.choose_out_of_book(found, board, options).move;
  };
  const Board start = board_with(40);
  const auto game = [&](const EngineOptions& options) {
    std::vector<Square> moves;
    int spent = 0;
    for (Board board = start; moves.size() < 3; board = answered(board, moves.back())) {
      REQUIRE(std::popcount(rules::legal_moves(board)) > 4);
      moves.push_back(choose(board, options));
      spent -= value_of(board, moves.back());
    }
    return std::pair(spent, moves);
  };

  const auto play_games = [&](const EngineOptions& options) {
    std::vector<std::pair<int, std::vector<Square>>> games;
    for (int i = 0; i < 100; ++i) {
      games.push_back(game(options));
      if (i % 2 == 0) play.end_game();
    }
    return games;
  };
  const auto games = play_games(options_of(2, 4));
  // Three moves are within the variety.
  std::set<Square> first;
  for (int i = 0; i < 3; ++i) first.insert(games[i].second[0]);
  CHECK(first.size() == 3);
  // A game repeats only where the engine has yet to learn that a position has no further move.
  CHECK(std::set(games.begin(), games.begin() + 15).size() == 15);
  const std::set all(games.begin(), games.end());
  CHECK(all.size() == 35);
  CHECK(all.rbegin()->first == 4);
  const int all_searches = searches;
  game(options_of(2, 4));
  CHECK(searches == all_searches);

  play = BookPlay();
  const auto cheap = play_games(options_of(2, 3));
  CHECK(std::set(cheap.begin(), cheap.end()).size() == 20);
}

TEST_CASE("out of book, a proven win or draw is never given up", "[book-play]") {
  const Board board = board_with(10);
  REQUIRE(std::popcount(rules::legal_moves(board)) > 2);
  struct Case {
    double best, next;
    bool best_exact, next_exact;
    bool both;  ///< the second move is played, too
  };
  for (const Case& c : {Case{2, 0, false, false, true}, Case{2, 0, true, true, false},
                        Case{0, -2, true, true, false}, Case{-2, -4, true, true, true},
                        Case{4, 2, true, false, false}, Case{4, 1, false, false, true},
                        Case{8, 4, true, true, true}, Case{8, 3, false, false, false},
                        Case{8, 2, true, true, true}, Case{-8, -20, true, true, true}}) {
    CAPTURE(c.best, c.next, c.best_exact, c.next_exact);
    BookPlay play;
    std::vector<Square> chosen;
    for (int i = 0; i < 3; ++i) {
      std::vector<BookMove> found;
      const Bitboard left = play.to_search(board);
      REQUIRE((left != 0 || i == 2));
      if (left != 0) {
        const double discs = i == 0 ? c.best : i == 1 ? c.next : -64;
        found.push_back(book_move(to_text(first_square(left)), discs));
        found[0].exact = i == 0 ? c.best_exact : i == 1 && c.next_exact;
      }
      chosen.push_back(play.choose_out_of_book(found, board, options_of(2, 4)).move);
    }
    CHECK((chosen[1] != chosen[0]) == c.both);
    CHECK(chosen[2] == chosen[0]);
    CHECK(play.to_search(board) == 0);
  }
}

/// Two book lines with one searched move after each.
class TwoLines {
 public:
  /// Plays a game and returns its book move and the next move. A search values the latter at
  /// `discs[line]`.
  std::pair<Square, Square> play(std::array<double, 2> discs) {
    const EngineOptions options = options_of(1, 4);
    const Square of_book = play_.choose(moves_, start_, options, random_).move;
    const std::size_t line = of_book == moves_[0].move ? 0 : 1;
    const Board after = start_.played(of_book, rules::flips(start_, of_book));
    const Bitboard left = play_.to_search(after);
    std::vector<BookMove> found;
    if (left != 0) found.push_back(book_move(to_text(first_square(left)), discs[line]));
    return {of_book, play_.choose_out_of_book(found, after, options).move};
  }

  Square better() const { return moves_[0].move; }
  Square worse() const { return moves_[1].move; }

 private:
  const Board start_ = board_with(40);
  const Bitboard legal_ = rules::legal_moves(start_);
  const std::vector<BookMove> moves_{book_move(to_text(first_square(legal_)), 1),
                                     book_move(to_text(first_square(legal_&(legal_ - 1))), 0.5)};
  SplitMix64 random_{3};
  BookPlay play_;
};

TEST_CASE("all lines of the book are played before lines that continue it", "[book-play]") {
  TwoLines book;
  std::vector<std::pair<Square, Square>> games;
  for (int i = 0; i < 6; ++i) games.push_back(book.play({0, -1}));
  CHECK(games[0].first != games[1].first);
  for (std::size_t i = 2; i < games.size(); ++i) CHECK(games[i].first == book.better());
  CHECK(std::set(games.begin(), games.end()).size() == games.size());
}

TEST_CASE("once the book's lines are played, the one with the best results is played",
          "[book-play]") {
  for (const double better : {-5.0, 3.0}) {
    TwoLines book;
    for (int i = 0; i < 2; ++i) book.play({better, -1});
    CHECK(book.play({better, -1}).first == (better > -1 ? book.better() : book.worse()));
  }
}

TEST_CASE("a line that ends in a forced move is played once", "[book-play]") {
  const auto moves_after = [](const Board& board, Square move) {
    return std::popcount(rules::legal_moves(board.played(move, rules::flips(board, move))));
  };
  Board start;
  std::vector<BookMove> lines;
  for (std::uint64_t game = 1; lines.size() < 2; ++game) {
    REQUIRE(game < 10'000);
    start = board_with(16, game);
    std::optional<Square> narrow, wide;
    for (Bitboard left = rules::legal_moves(start); left != 0; left &= left - 1) {
      const Square move = first_square(left);
      if (moves_after(start, move) == 1) narrow = move;
      if (moves_after(start, move) > 6) wide = move;
    }
    if (narrow && wide) lines = {book_move(to_text(*narrow), 1), book_move(to_text(*wide), 1)};
  }
  SplitMix64 random(3);
  BookPlay play;
  int of_narrow = 0;
  for (int i = 0; i < 6; ++i) {
    const Square line = play.choose(lines, start, options_of(1, 4), random).move;
    const Board after = start.played(line, rules::flips(start, line));
    std::vector<BookMove> found;
    if (const Bitboard left = play.to_search(after); left != 0) {
      found.push_back(book_move(to_text(first_square(left)), line == lines[0].move ? 9 : 0));
    }
    play.choose_out_of_book(found, after, options_of(1, 4));
    of_narrow += line == lines[0].move;
  }
  CHECK(of_narrow == 1);
}

TEST_CASE("in book, the maximum loss is used up once all lines have been played", "[book-play]") {
  const Board board = board_with(40);
  std::vector<BookMove> moves;
  Bitboard left = rules::legal_moves(board);
  for (const double discs : {3, 2, 0, -2}) {
    moves.push_back(book_move(to_text(first_square(left)), discs));
    left &= left - 1;
  }
  SplitMix64 random(4);
  BookPlay play;
  std::vector<double> lost;
  for (int i = 0; i < 10; ++i) {
    const BookMove move = play.choose(moves, board, options_of(1, 4), random);
    lost.push_back((moves[0].value.units - move.value.units) / Value::kPerDisc);
  }
  CHECK(lost[0] + lost[1] == 1);
  CHECK(lost[2] == 3);  // no moves out of book exist here
  CHECK(std::ranges::max(lost) == 3);
}

TEST_CASE("games vary from the first move if scores are proven", "[book-play]") {
  // The second first move loses 4 discs, more than the variety; the next position has another
  // unplayed move.
  for (const bool exact : {false, true}) {
    BookPlay play;
    std::set<Square> chosen;
    for (const double score : {8, 4}) {
      std::vector<BookMove> found{
          book_move(to_text(first_square(play.to_search(board_with(12)))), score)};
      found[0].exact = exact;
      chosen.insert(play.choose_out_of_book(found, board_with(12), options_of(1, 4)).move);
      const Bitboard next = play.to_search(board_with(10));
      found = {book_move(to_text(first_square(next)), 8)};
      if (score == 8) found.push_back(book_move(to_text(first_square(next & (next - 1))), 8));
      play.choose_out_of_book(found, board_with(10), options_of(1, 4));
    }
    CHECK(chosen.size() == (exact ? 2 : 1));
  }
}

TEST_CASE("unplayed moves are played in the order of their scores", "[book-play]") {
  const Board board = board_with(12);
  BookPlay play;
  std::vector<int> chosen;
  for (const std::vector<double>& scores : {std::vector<double>{8, 6}, {5}, {4}, {}}) {
    std::vector<BookMove> found;
    Bitboard left = play.to_search(board);
    for (const double score : scores) {
      REQUIRE(left != 0);
      found.push_back(book_move(to_text(first_square(left)), score));
      found.back().exact = true;
      left &= left - 1;
    }
    const BookMove move = play.choose_out_of_book(found, board, options_of(1, 4));
    chosen.push_back(move.value.units / Value::kPerDisc);
  }
  CHECK(chosen == std::vector<int>{8, 6, 5, 4});
}

TEST_CASE("a position reached by another move order makes a new game", "[book-play]") {
  // Two moves win in each of two positions, whatever the first choice.
  BookPlay play;
  const auto choose = [&play](const Board& board) {
    const Bitboard legal = rules::legal_moves(board);
    const Bitboard wins = bit(first_square(legal)) | bit(first_square(legal & (legal - 1)));
    std::vector<BookMove> found;
    for (Bitboard left = play.to_search(board); left != 0 && found.size() < 2; left &= left - 1) {
      const Square move = first_square(left);
      found.push_back(book_move(to_text(move), (wins & bit(move)) != 0 ? 8 : -8));
      found.back().exact = true;
    }
    return play.choose_out_of_book(found, board, options_of(1, 4)).move;
  };
  std::set<std::pair<Square, Square>> games;
  for (int i = 0; i < 4; ++i) {
    const Square first = choose(board_with(12));
    games.emplace(first, choose(board_with(10)));
  }
  CHECK(games.size() == 4);
}

TEST_CASE("out of book, symmetric positions count as one position", "[book-play]") {
  const Board board = board_with(12);
  const Bitboard legal = rules::legal_moves(board);
  const Square first = first_square(legal);
  const std::vector<BookMove> found{book_move(to_text(first), 0)};
  for (int s = 0; s < kSymmetries; ++s) {
    BookPlay play;
    play.choose_out_of_book(found, board, options_of(1, 4));
    CHECK(play.to_search(symmetric(board, s)) == symmetric(legal & ~bit(first), s));
  }
}

TEST_CASE("in book, a game of any length loses at most the variety", "[book-play]") {
  const std::vector<BookMove> moves{book_move("d3", 2), book_move("c4", 1.5), book_move("f5", 1),
                                    book_move("e6", 0.25)};
  SplitMix64 random(9);
  BookPlay play;
  int most = 0;
  for (std::uint64_t game = 0; game < 200; ++game) {
    int spent = 0;
    for (int empties = 60; empties > 20; empties -= 2) {
      const Board board = board_with(empties, game);
      const BookMove move = play.choose(moves, board, options_of(2, 6), random);
      spent += moves[0].value.units - move.value.units;
    }
    CHECK(spent <= 2 * Value::kPerDisc);
    most = std::max(most, spent);
  }
  CHECK(most == 2 * Value::kPerDisc);
}

TEST_CASE("draws are sought or avoided within the maximum loss", "[book-play]") {
  const std::vector<BookMove> moves{book_move("d3", 3), book_move("c4", 0.25),
                                    book_move("f5", -0.25), book_move("e6", -1)};
  const auto choice = [](const std::vector<BookMove>& of, const EngineOptions& options) {
    SplitMix64 random(1);
    return to_text(BookPlay().choose(of, kStartBoard, options, random).move);
  };
  CHECK(choice(moves, options_of(0, 4, "seek")) == "c4");
  CHECK(choice(moves, options_of(0, 2, "seek")) == "d3");  // would lose too much
  CHECK(choice(moves, options_of(0, 4, "avoid")) == "d3");
  const std::vector<BookMove> even(moves.begin() + 1, moves.end());
  CHECK(choice(even, options_of(0, 4, "avoid")) == "e6");
  CHECK(choice(even, options_of(0, 1, "avoid")) == "c4");
  CHECK(choice(even, options_of(0, 4, "neutral")) == "c4");
  CHECK(choice({book_move("d3", 1), book_move("c4", 0.5)}, options_of(0, 4, "seek")) == "d3");
  CHECK(counts(moves, options_of(1, 4, "seek")).size() == 2);
  CHECK(counts(moves, options_of(1, 4, "seek")).count("d3") == 0);
}

TEST_CASE("the loss for a draw counts towards the game's maximum loss", "[book-play]") {
  const std::vector<BookMove> moves{book_move("d3", 3), book_move("c4", 0)};
  SplitMix64 random(1);
  BookPlay play;
  const auto choice = [&](int empties) {
    const EngineOptions options = options_of(0, 4, "seek");
    return to_text(play.choose(moves, board_with(empties), options, random).move);
  };
  CHECK(choice(60) == "c4");
  CHECK(choice(58) == "d3");  // only 1 disc is left
  CHECK(choice(58) == "c4");  // a new game
}
