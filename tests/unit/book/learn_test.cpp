// SPDX-License-Identifier: MIT
#include "book/book_games.h"
#include "book/build/leaf_search.h"
#include "engine/formats/codecs.h"
#include "engine/levels.h"
#include "tests/support/book_work.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <latch>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

Value value_of(const Board& board) { return Value{board.empties() + 1}; }

/// Returns the first move as the best, counts calls, and stops on request.
class FakeSearch {
 public:
  explicit FakeSearch(int most = 1000) : most_(most) {}

  OpeningBook::Search function() {
    return [this](const Board& board, const SearchLimits& limits) { return search(board, limits); };
  }

  std::vector<Board> searched;
  std::vector<SearchLimits> limits;

 private:
  std::optional<SearchReport> search(const Board& board, const SearchLimits& asked) {
    if (static_cast<int>(searched.size()) == most_) return std::nullopt;
    searched.push_back(board);
    limits.push_back(asked);
    SearchReport report;
    report.line.push_back(first_square(asked.moves & rules::legal_moves(board)));
    report.lower = report.upper = value_of(board);
    report.depth = 7;
    return report;
  }

  int most_;
};

void search_alone(BookStore& book, FakeSearch& search) {
  LeafClaims claims;
  search_learned(book, search.function(), claims);
}

/// Sixty moves without passes.
GameRecord game() {
  SplitMix64 random(89);
  GameRecord game = random_record(random);
  while (has_passes(game) || game.moves.size() < 60) game = random_record(random);
  return game;
}

}  // namespace

TEST_CASE("a learned game is counted, and its positions are searched from the end",
          "[book][learn]") {
  const TemporaryBook book;
  FakeSearch search;
  REQUIRE(learn(*book, game(), search.function()));
  // The start, and the positions after 40 moves.
  CHECK(book->size() == 41);
  // The start's four moves are symmetric: no search.
  REQUIRE(search.searched.size() == 40);
  for (std::size_t i = 0; i < search.searched.size(); ++i) {
    const Board& board = search.searched[i];
    CHECK(board.empties() == kLearnEmpties + static_cast<int>(i));
    CHECK(book->find(board)->leaf.value == value_of(board));
  }
  for (const SearchLimits& limits : search.limits) {
    CHECK(limits.depth == level_limits(kLearnLevel).depth);
    CHECK(limits.selectivity == level_limits(kLearnLevel).selectivity);
  }
  const TreeFaults tree = check_tree(*book);
  CHECK(tree.faulty == 0);
  CHECK(tree.unsearched == 0);
  CHECK(tree.stale == 0);
  CHECK(tree.unreached == 0);
  CHECK(book->find(kStartBoard)->level == kLearnLevel);
  CHECK(book->find(kStartBoard)->games.games() == 1);
  CHECK(book->note("to-learn").empty());

  FakeSearch none;
  const auto again = learn(*book, game(), none.function());
  REQUIRE(again);
  CHECK(again->known == 1);
  CHECK(none.searched.empty());
  CHECK(book->find(kStartBoard)->games.games() == 1);
}

TEST_CASE("learning resumes after a stop", "[book][learn]") {
  const TemporaryBook book;
  std::vector<Board> searched;
  REQUIRE(learn_game(*book, game()));
  CHECK(check_tree(*book).unsearched == 41);
  for (int runs = 0; !book->note("to-learn").empty(); ++runs) {
    REQUIRE(runs < 6);
    FakeSearch search(10);
    if (runs % 2 == 0) {
      search_alone(*book, search);
    } else {
      REQUIRE(learn(*book, game(), search.function()));
    }
    searched.insert(searched.end(), search.searched.begin(), search.searched.end());
    const bool done = book->note("to-learn").empty();
    CHECK(check_tree(*book).unsearched == (done ? 0 : 41 - searched.size()));
  }
  CHECK(searched.size() == 40);
  for (std::size_t i = 0; i < searched.size(); ++i) {
    CHECK(searched[i].empties() == kLearnEmpties + static_cast<int>(i));
  }
}

TEST_CASE("leaves that a game makes stale are searched as well", "[book][learn]") {
  const TemporaryBook book;
  // The book's best line ends with the game's third move.
  const GameRecord played = game();
  const Board third = played.replay(2).position().board;
  BookEntry entry;
  entry.leaf = {Leaf::State::kMove, played.moves[2], {Value::kPerDisc}, 4, 100, false};
  entry.level = 3;
  update(*book, third, entry);
  FakeSearch search;
  REQUIRE(learn(*book, played, search.function()));
  REQUIRE(search.searched.size() == 40);
  const auto at = std::ranges::find(search.searched, canonical(third).board);
  REQUIRE(at != search.searched.end());
  const SearchLimits& limits =
      search.limits[static_cast<std::size_t>(at - search.searched.begin())];
  const Board turned = canonical(third).board;
  CHECK(limits.moves == moves_out(children(*book, turned)));
  CHECK(std::popcount(limits.moves) == std::popcount(rules::legal_moves(third)) - 1);
  CHECK(check_tree(*book).stale == 0);
}

TEST_CASE("a leaf that becomes stale during its search is searched again", "[book][learn]") {
  const TemporaryBook book;
  REQUIRE(learn_game(*book, game()));
  FakeSearch search;
  std::vector<Board> twice;
  LeafClaims claims;
  const auto search_and_play = [&](const Board& board, const SearchLimits& limits) {
    const auto report = search.function()(board, limits);
    const bool again = std::ranges::count(search.searched, board) > 1;
    // Meanwhile another game plays that move.
    if (!again && std::popcount(moves_out(children(*book, board))) > 1) {
      const Board next = board.played(report->move(), rules::flips(board, report->move()));
      if (const auto position = book_position(next)) {
        update(*book, *position, BookEntry{});
        twice.push_back(board);
      }
    }
    return report;
  };
  search_learned(*book, search_and_play, claims);
  CHECK(twice.size() > 10);
  for (const Board& board : twice) CHECK(std::ranges::count(search.searched, board) == 2);
  CHECK(check_tree(*book).stale == 0);
  CHECK(book->note("to-learn").empty());
}

TEST_CASE("several learners search each leaf once", "[book][learn]") {
  const TemporaryBook book;
  REQUIRE(learn_game(*book, game()));
  FakeSearch search;
  std::mutex mutex;  // guards search
  LeafClaims claims;
  std::latch both_search(2);
  const auto work = [&] {
    bool waited = false;
    search_learned(
        *book,
        [&](const Board& board, const SearchLimits& limits) {
          if (!std::exchange(waited, true)) both_search.arrive_and_wait();
          const std::lock_guard lock(mutex);
          return search.function()(board, limits);
        },
        claims);
  };
  std::thread other(work);
  work();
  other.join();
  CHECK(search.searched.size() == 40);
  std::set<BoardKey> different;
  for (const Board& board : search.searched) different.insert(key_of(board));
  CHECK(different.size() == 40);
  CHECK(check_tree(*book).unsearched == 0);
  CHECK(book->note("to-learn").empty());

  const TemporaryBook second;
  REQUIRE(learn_game(*second, game()));
  search_learned(
      *second, [](const Board&, const SearchLimits&) { return std::nullopt; }, claims);
  FakeSearch rest;
  search_learned(*second, rest.function(), claims);
  CHECK(rest.searched.size() == 40);
}

TEST_CASE("the settings stored in the book determine the search", "[book][learn]") {
  for (const auto& [note, level] : std::map<std::string, int>{
           {"5", 5}, {"0", 0}, {"60", 60}, {"61", kLearnLevel}, {"deep", kLearnLevel}}) {
    const TemporaryBook book;
    book->set_note("level", note);
    FakeSearch search(1);
    REQUIRE(learn(*book, game(), search.function()));
    REQUIRE(search.limits.size() == 1);
    CHECK(search.limits[0].depth == level_limits(level).depth);
    CHECK(search.limits[0].exact_at_empties == level_limits(level).exact_at_empties);
  }
}

TEST_CASE("positions that are learned already or were removed are not searched", "[book][learn]") {
  const TemporaryBook book;
  REQUIRE(learn_game(*book, game()));
  const Board last = canonical(game().replay(40).position().board).board;
  const Board before = canonical(game().replay(39).position().board).board;
  book->erase(last);
  BookEntry entry = book->find(before).value();
  entry.leaf = {Leaf::State::kMove, first_square(rules::legal_moves(before)), {}, 4, 100, false};
  update(*book, before, entry);
  FakeSearch search;
  search_alone(*book, search);
  CHECK(search.searched.size() == 38);
  CHECK(book->note("to-learn").empty());
}

TEST_CASE("a damaged note loses only its bad lines", "[book][learn]") {
  const TemporaryBook book;
  REQUIRE(learn_game(*book, game()));
  const std::string note = book->note("to-learn");
  book->set_note("to-learn", "7 7\nwhat?\n" + note + "0000000810000000\n12345 x\n\n");
  FakeSearch search;
  search_alone(*book, search);
  CHECK(search.searched.size() == 40);
  CHECK(book->note("to-learn").empty());
}

TEST_CASE("small boards and unfinished games are refused, and the book stays unchanged",
          "[book][learn]") {
  const TemporaryBook book;
  FakeSearch search;
  GameRecord small = parse_game("b1", 4).value();
  GameRecord unfinished = game();
  unfinished.moves.pop_back();
  unfinished.result = "B+12";
  for (const GameRecord& bad : {small, unfinished}) {
    const auto result = learn(*book, bad, search.function());
    REQUIRE(!result);
    CHECK(result.error().message.starts_with("game: "));
  }
  CHECK(book->size() == 0);
  CHECK(book->games().empty());
  CHECK(search.searched.empty());
}

TEST_CASE("a lost game lowers the score of the start", "[book][learn]") {
  // The book's best line begins with +40. The game after it ends at -24, and searches near the end
  // agree.
  const TemporaryBook book;
  LeafSearch searcher(work_setup().engine);
  const auto search = [&](const Board& board, const SearchLimits& limits) {
    const std::optional<Leaf> leaf = searcher.search(board, limits.moves, 4);
    SearchReport report;
    report.line.push_back(leaf->move);
    report.lower = report.upper = leaf->value;
    return std::optional(report);
  };
  BookEntry entry;
  entry.leaf = {Leaf::State::kMove, game().moves[0], {40 * Value::kPerDisc}, 4, 100, false};
  update(*book, kStartBoard, entry);
  REQUIRE(learn(*book, game(), search));
  CHECK(book->find(kStartBoard)->score < Value{20 * Value::kPerDisc});
  CHECK(book->find(kStartBoard)->leaf.state == Leaf::State::kNoMove);
}
