// SPDX-License-Identifier: MIT
#include "book/build/leaf_texts.h"
#include "engine/base/checksum.h"
#include "tests/support/books.h"
#include "tests/support/junk.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

LeafAnswer random_answer(SplitMix64& random) {
  LeafAnswer answer;
  answer.task.board = random_book_position(random, 1 + random.below(50));
  do {
    answer.leaf = random_leaf(random, answer.task.board);
  } while (answer.leaf.state != Leaf::State::kMove);
  answer.task.moves =
      bit(answer.leaf.move) | (rules::legal_moves(answer.task.board) & random.next());
  answer.task.level = random.below(61);
  answer.nodes = random.next() >> random.below(64);
  answer.micros = random.next() >> random.below(64);
  return answer;
}

/// The text with a checksum that fits.
std::string summed(const std::string& text) {
  return text + fmt::format("sum {:016x}\n", checksum(text));
}

constexpr const char* kJob = "sumi book job 1 0123456789abcdef\n";
constexpr const char* kAnswer = "sumi book answer 1 0123456789abcdef\n";
constexpr const char* kStart = "0000000810000000 0000001008000000 0000102004080000 10";

}  // namespace

TEST_CASE("jobs and answers are read as they were written", "[book][workers]") {
  SplitMix64 random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<LeafTask> tasks;
    std::vector<LeafAnswer> answers;
    for (int i = 1 + random.below(5); i > 0; --i) {
      answers.push_back(random_answer(random));
      tasks.push_back(answers.back().task);
    }
    const std::uint64_t settings = random.next();
    const LeafJob job = parse_job(job_text(settings, tasks)).value();
    const AnsweredJob answered = parse_answer(answer_text(settings, answers)).value();
    CHECK(job.settings == settings);
    CHECK(answered.settings == settings);
    REQUIRE(job.leaves.size() == tasks.size());
    REQUIRE(answered.leaves.size() == tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      CHECK(leaf_line(job.leaves[i]) == leaf_line(tasks[i]));
      CHECK(leaf_line(answered.leaves[i].task) == leaf_line(tasks[i]));
      CHECK(answered.leaves[i].leaf == answers[i].leaf);
      CHECK(answered.leaves[i].nodes == answers[i].nodes);
      CHECK(answered.leaves[i].micros == answers[i].micros);
    }
  }
}

TEST_CASE("a job or an answer that is cut off, damaged or something else is refused",
          "[book][workers]") {
  SplitMix64 random(4);
  const LeafAnswer answer = random_answer(random);
  const std::string job = job_text(7, std::vector{answer.task, random_answer(random).task});
  const std::string answered = answer_text(7, std::vector{answer, random_answer(random)});
  CHECK_FALSE(parse_job(answered).has_value());
  CHECK_FALSE(parse_answer(job).has_value());
  for (const std::string& text : {job, answered}) {
    const auto is_read = [&](const std::string& changed) {
      return parse_job(changed).has_value() || parse_answer(changed).has_value();
    };
    REQUIRE(is_read(text));
    for (std::size_t at = 0; at < text.size(); ++at) {
      CAPTURE(at);
      CHECK_FALSE(is_read(text.substr(0, at)));
      std::string flipped = text;
      flipped[at] = static_cast<char>(flipped[at] ^ 1 << random.below(8));
      CHECK_FALSE(is_read(flipped));
    }
    CHECK_FALSE(is_read(text + text));
    CHECK_FALSE(is_read(text + '\n'));
  }
  check_bad_input(parse_job, {job}, "sumi book job 1\n0123456789abcdef");
  check_bad_input(parse_answer, {answered}, "sumi book answer 1\n0123456789abcdef-");
}

TEST_CASE("leaves that no book has are refused though the checksum fits", "[book][workers]") {
  const std::string start(kStart);
  REQUIRE(parse_job(summed(kJob + start + "\n")).has_value());
  REQUIRE(parse_answer(summed(kAnswer + start + " d3 -48 10 73 0 51234 4711\n")).has_value());
  for (const char* const line : {
           "",
           "0000000810000000 0000001008000000 0000102004080000",         // no level
           "0000000810000000 0000001008000000 0000102004080000 61",      // no such level
           "0000000810000000 0000001008000000 0000102004080000 -1",      //
           "0000000810000000 0000001008000000 0000000000000000 10",      // no moves
           "0000000810000000 0000001008000000 0000102004080001 10",      // a1 is not legal
           "0000000810000000 0000000818000000 0000102004080000 10",      // discs of both
           "0000000000000000 0000000000000000 0000102004080000 10",      // no discs
           "000000810000000 0000001008000000 0000102004080000 10",       // a digit too few
           "0000000810000000 0000001008000000 0000102004080000 10 10",   // one word more
           "0000000810000000 0000001008000000 0000102004080000 d3",      //
           "FFFFFFFFFFFFFFFFF 0000001008000000 0000102004080000 10",     //
           "0000000810000000 0000001008000000 0000102004080000 \xff\x01",  // binary
       }) {
    CAPTURE(line);
    CHECK_FALSE(parse_job(summed(kJob + std::string(line) + "\n")).has_value());
    CHECK_FALSE(parse_answer(summed(kAnswer + std::string(line) + " d3 -48 10 73 0 1 1\n")).has_value());
  }
  for (const char* const rest : {
           "",
           " d3 -48 10 73 0 1",        // a word too few
           " d3 -48 10 73 0 1 1 1",    // one too many
           " a1 -48 10 73 0 1 1",      // not legal
           " pass -48 10 73 0 1 1",    //
           " d3 99999 10 73 0 1 1",    // more discs than there are
           " d3 -48 61 73 0 1 1",      // deeper than the game
           " d3 -48 10 74 0 1 1",      // no such selectivity
           " d3 -48 10 73 2 1 1",      //
           " d3 -49 60 100 1 1 1",     // proven, but no number of discs
           " d3 -48 10 73 0 -1 1",     //
           " d3 -48 10 73 0 1 99999999999999999999",
       }) {
    CAPTURE(rest);
    CHECK_FALSE(parse_answer(summed(kAnswer + start + rest + "\n")).has_value());
  }
  // A legal move, but not one of those that were asked for.
  const std::string some = "0000000810000000 0000001008000000 0000100000000000 10";
  CHECK_FALSE(parse_answer(summed(kAnswer + some + " d3 -48 10 73 0 1 1\n")).has_value());
  for (const char* const title :
       {"", "sumi book job 1\n", "sumi book job 2 0123456789abcdef\n",
        "sumi book job 1 0123456789abcde\n", "sumi book job 10123456789abcdefg\n"}) {
    CAPTURE(title);
    CHECK_FALSE(parse_job(summed(title + start + "\n")).has_value());
  }
  CHECK_FALSE(parse_job(summed(kJob)).has_value());
  std::string many = kJob;
  for (std::size_t i = 0; i <= kMaxJobLeaves; ++i) many += start + "\n";
  CHECK_FALSE(parse_job(summed(many)).has_value());
}
