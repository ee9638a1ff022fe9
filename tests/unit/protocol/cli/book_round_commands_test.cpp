// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "protocol/cli/book/round_files.h"
#include "tests/support/book_commands.h"
#include "tests/support/books.h"
#include "tests/support/junk.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::test;
using Catch::Contains;
using protocol::Args;

namespace {

constexpr const char* kStartKey =
    R"("position":"---------------------------OX------XO--------------------------- X")";

class Rounds {
 public:
  explicit Rounds(const BookCommands& it, const std::string& book) : it_(it), book_(book) {}

  /// False if the book is complete.
  bool begin(int count, const Args& more = {"--plies", "5", "--max-loss", "3", "--level", "4"}) {
    Args args{"leaves",      book_,   "--count",    std::to_string(count),
              "--evaluator", "table", "--hash-mib", "1"};
    args.insert(args.end(), more.begin(), more.end());
    const std::string text = it_.run(args);
    std::filesystem::remove_all(answers());
    it_.write("leaves", text);
    return std::ranges::count(text, '\n') > 1;
  }
  std::string leaves() const { return it_.file("leaves"); }
  std::string answers() const { return it_.file("answers"); }

  nlohmann::json search(int index, int count, int status = protocol::kDone) const {
    return it_.json({"search", leaves(), answers(), "--jobs", "2", "--shard",
                     fmt::format("{}/{}", index, count)},
                    status);
  }
  nlohmann::json take() const { return it_.json({"take", book_, answers()}); }

 private:
  const BookCommands& it_;
  std::string book_;
};

std::string text_of(const BookCommands& it, const std::string& book) {
  return it.run({"export", book, "-", "--format", "obf"});
}

}  // namespace

TEST_CASE("the result of a round does not depend on the number of shards", "[book_command]") {
  const BookCommands it;
  std::vector<std::string> books;
  for (const int shards : {1, 2, 7}) {
    const std::string book = it.file(fmt::format("{}.book", shards));
    Rounds rounds(it, book);
    while (rounds.begin(20)) {
      // Backwards; a repeated shard searches nothing.
      for (int i = shards; i >= 1; --i) rounds.search(i, shards);
      CHECK(rounds.search(shards, shards)["searched"] == 0);
      CHECK(rounds.take()["ignored"] == 0);
    }
    CHECK(it.json({"verify", book})["faults"] == 0);
    const auto again = it.search({"build", book});
    CHECK(again["searched"] == 0);
    books.push_back(text_of(it, book));
  }
  CHECK(std::ranges::count(books[0], '\n') > 20);
  CHECK(books[1] == books[0]);
  CHECK(books[2] == books[0]);
}

TEST_CASE("rounds of one leaf give the same book as sumi book build", "[book_command]") {
  const BookCommands it;
  const std::string built = it.book("built.book", 4), book = it.file("rounds.book");
  Rounds rounds(it, book);
  while (rounds.begin(1, {"--plies", "4", "--max-loss", "64", "--level", "1"})) {
    rounds.search(1, 1);
    rounds.take();
  }
  CHECK(text_of(it, book) == text_of(it, built));
}

TEST_CASE("a search killed at any time resumes", "[book_command]") {
  const BookCommands it;
  Rounds rounds(it, it.file("a.book"));
  rounds.begin(1);
  rounds.search(1, 1);
  rounds.take();
  rounds.begin(1);
  rounds.search(1, 1);
  rounds.take();
  REQUIRE(rounds.begin(8));
  const Args search{"search", rounds.leaves(), it.file("whole"), "-j", "1"};
  it.run(search);
  const std::string whole = read_file(it.file("whole")).value();
  REQUIRE(std::ranges::count(whole, '\n') > 2);
  for (std::size_t at = 0; at < whole.size(); at += 37) {
    it.write("whole", whole.substr(0, at));
    it.run(search);
    CHECK(read_file(it.file("whole")).value() == whole);
  }
}

TEST_CASE("answers are accepted once, and only by the book that asked for them", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book"), other = it.book("b.book", 1);
  CHECK_THAT(it.fault({"take", it.book("c.book", 1), "x"}), Contains("has printed no round"));
  Rounds rounds(it, book);
  rounds.begin(1);
  rounds.search(1, 1);
  CHECK(rounds.take() ==
        nlohmann::json::parse(R"({"added":1,"searched":0,"ignored":0,"positions":1})"));
  CHECK(rounds.take()["ignored"] == 1);
  REQUIRE(rounds.begin(20));
  rounds.search(2, 3);
  CHECK_THAT(it.fault({"take", book, rounds.answers()}),
             Contains("is not complete; shards missing: 1/3, 3/3"));
  CHECK_THAT(it.fault({"search", rounds.leaves(), rounds.answers(), "--shard", "1/2"}),
             Contains("was begun with shards 3, not 2"));
  rounds.search(1, 3);
  rounds.search(3, 3);
  it.run({"leaves", other, "--count", "1", "--plies", "2"});
  CHECK_THAT(it.fault({"take", other, rounds.answers()}), Contains("was begun with round"));
  const std::string file = rounds.answers() + "/1-of-3.answers";
  CHECK_THAT(it.fault({"take", other, file}),
             Contains("/answers/1-of-") && Contains("answers round"));
  CHECK_THAT(it.fault({"take", book, rounds.leaves()}),
             Contains("is not a file that `sumi book search` has made"));
  CHECK_THAT(it.fault({"search", rounds.leaves(), file, "--evaluator", "mobility"}),
             Contains("is for another engine: evaluator \"table\", not \"mobility\""));
  CHECK_THAT(it.fault({"search", rounds.leaves(), file, "--hash-mib", "2"}),
             Contains("hash-mib 1, not 2"));
}

TEST_CASE("damaged rounds and wrong commands are refused", "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 2);
  CHECK_THAT(it.fault({"leaves", book}), Contains("no --count"));
  CHECK_THAT(it.fault({"leaves", book, "--count", "0"}), Contains("--count"));
  CHECK_THAT(it.fault({"leaves", book, "--count", "1", "--deepen"}), Contains("no --level"));
  CHECK_THAT(it.fault({"leaves", "default", "--count", "1"}), Contains("is read-only"));
  CHECK_THAT(it.fault({"search", "x"}), Contains("LEAVES ANSWERS"));
  CHECK_THAT(it.fault({"search", "x", "y", "--shard", "merge"}), Contains("sumi book take"));
  CHECK_THAT(it.fault({"take", book}), Contains("no answers"));
  for (const Args& args : {Args{"work", "jobs", "-j", "4"}, Args{"build", book, "--workers", "x"},
                           Args{"deepen", book, "--workers=x"}, Args{"run", book, "--workers"}}) {
    CHECK_THAT(it.fault(args), Contains("was replaced by rounds: `sumi book leaves`"));
  }
  Rounds rounds(it, book);
  REQUIRE(rounds.begin(5, {"--plies", "3"}));
  const std::string text = read_file(rounds.leaves()).value();
  const auto fault_of_text = [&](const std::string& changed) {
    return it.fault({"search", it.write("bad", changed), it.file("answers")});
  };
  SplitMix64 random(6);
  for (std::size_t at = 0; at < text.size(); at += 7) {
    CAPTURE(at);
    CHECK_THAT(fault_of_text(text.substr(0, at)), Contains("LEAVES: file"));
    std::string flipped = text;
    flipped[at] = static_cast<char>(flipped[at] ^ 1 << random.below(8));
    CHECK(fault_of_text(flipped) != "none");
  }
  CHECK_FALSE(std::filesystem::exists(it.file("answers")));
}

TEST_CASE("leaves and answers survive writing and reading", "[book_command]") {
  SplitMix64 random(3);
  for (int i = 0; i < 200; ++i) {
    book::LeafAnswer answer;
    answer.task.board = random_book_position(random, 1 + random.below(50));
    answer.leaf = random_leaf(random, answer.task.board);
    if (answer.leaf.state == book::Leaf::State::kMove) {
      answer.task.moves =
          bit(answer.leaf.move) | (rules::legal_moves(answer.task.board) & random.next());
    } else {
      answer.leaf.state = book::Leaf::State::kNoMove;
    }
    answer.task.level = random.below(61);
    const auto read = protocol::parse_answer(protocol::answer_line(answer));
    REQUIRE(read.has_value());
    CHECK(read->task.board == answer.task.board);
    CHECK(read->task.moves == answer.task.moves);
    CHECK(read->task.level == answer.task.level);
    CHECK(read->leaf == answer.leaf);
  }
}

TEST_CASE("impossible answers are refused despite a correct checksum", "[book_command]") {
  const auto read = [](const std::string& text) {
    return protocol::parse_answer('{' + text + '}').has_value();
  };
  const std::string start(kStartKey), moves = R"(,"moves":["d3","c4"],"level":10)",
                                      found = R"(,"move":"d3","score":-0.375)",
                                      rest = R"(,"depth":10,"selectivity":73,"exact":false)";
  REQUIRE(read(start + moves + found + rest));
  REQUIRE(read(start + R"(,"moves":[],"level":10,"move":null)"));
  for (const char* const bad :
       {"", R"(,"moves":["d3"])", R"(,"moves":["d3"],"level":61)", R"(,"moves":["d3"],"level":-1)",
        R"(,"moves":["a1","d3"],"level":10)", R"(,"moves":"d3","level":10)",
        R"(,"moves":["c4"],"level":10)", R"(,"moves":["d3"],"level":"10")",
        R"(,"moves":["d3"],"level":1e300)", R"(,"moves":["pass","d3"],"level":10)"}) {
    CAPTURE(bad);
    CHECK_FALSE(read(start + bad + found + rest));
  }
  for (const char* const bad :
       {"", R"(,"move":null)", R"(,"move":"a1","score":0)", R"(,"move":"pass","score":0)",
        R"(,"move":"d3")", R"(,"move":"d3","score":65)", R"(,"move":"d3","score":1e300)",
        R"(,"move":"d3","score":"0")"}) {
    CAPTURE(bad);
    CHECK_FALSE(read(start + moves + bad + rest));
  }
  for (const char* const bad : {"", R"(,"depth":61,"selectivity":73,"exact":false)",
                                R"(,"depth":10,"selectivity":74,"exact":false)",
                                R"(,"depth":60,"selectivity":100,"exact":true)",
                                R"(,"depth":10,"selectivity":73,"exact":0)"}) {
    CAPTURE(bad);
    CHECK_FALSE(read(start + moves + found + bad));
  }
  for (const char* const position :
       {"", R"("position":"")", R"("position":"---------------------------OX------XO--- X")",
        R"("position":"---------------------------OX------XO--------------------------- O")",
        R"("position":"---------------------------------------------------------------- X")"}) {
    CAPTURE(position);
    CHECK_FALSE(read(position + moves + found + rest));
  }
  CHECK_FALSE(protocol::parse_answer("[1]").has_value());
  CHECK_FALSE(protocol::parse_answer("").has_value());
}

TEST_CASE("no text crashes the reader of answers", "[book_command]") {
  SplitMix64 random(7);
  book::LeafAnswer answer;
  answer.task.board = random_book_position(random, 20);
  while (answer.leaf.state != book::Leaf::State::kMove) {
    answer.leaf = random_leaf(random, answer.task.board);
  }
  answer.task.moves = rules::legal_moves(answer.task.board);
  const auto read = [](std::string_view line) -> Result<book::LeafAnswer> {
    const auto found = protocol::parse_answer(line);
    if (found) return *found;
    return Error{ErrorCode::kBadFile, "no answer"};
  };
  check_bad_input(read, {protocol::answer_line(answer)}, R"({}[]:,"0123456789.-eE abcdfgh)");
}
