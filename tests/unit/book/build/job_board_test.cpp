// SPDX-License-Identifier: MIT
#include "book/build/job_board.h"
#include "book/build/leaf_search.h"
#include "book/build/leaf_worker.h"
#include "engine/base/checksum.h"
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/time.h"
#include "tests/support/book_work.h"
#include "tests/support/child_process.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::book;
using namespace sumi::test;

namespace {

constexpr const char* kSettings = "{\"evaluator\":\"table\"}\n";

/// Positions with all their moves, each another one.
std::vector<LeafTask> some_leaves(int count, std::uint64_t seed = 1) {
  SplitMix64 random(seed);
  std::vector<LeafTask> leaves;
  std::set<BoardKey> had;
  while (static_cast<int>(leaves.size()) < count) {
    const Board board = canonical(random_book_position(random, 20)).board;
    if (had.insert(key_of(board)).second) leaves.push_back({board, rules::legal_moves(board), 1});
  }
  return leaves;
}

/// What a search could have found: the first move.
LeafAnswer answer_to(const LeafTask& task, int value = 0) {
  return {task, {Leaf::State::kMove, first_square(task.moves), {value}, 1, 100, false}, 10, 100};
}

void answer_all(JobTaker& taker, const TakenJob& job, int value = 0) {
  std::vector<LeafAnswer> answers;
  for (const LeafTask& leaf : job.job.leaves) answers.push_back(answer_to(leaf, value));
  taker.answer(job, answers);
}

std::set<std::string> lines_of(const std::vector<LeafTask>& leaves) {
  std::set<std::string> lines;
  for (const LeafTask& leaf : leaves) lines.insert(leaf_line(leaf));
  return lines;
}

std::set<std::string> lines_of(const std::vector<LeafAnswer>& answers) {
  std::set<std::string> lines;
  for (const LeafAnswer& answer : answers) lines.insert(leaf_line(answer.task));
  return lines;
}

/// A folder of jobs with a writer.
class Desk {
 public:
  explicit Desk(Millis silence = Millis(60'000)) : silence_(silence) { begin(); }

  JobBoard& operator*() { return *board_; }
  JobBoard* operator->() { return board_.get(); }
  std::string path() const { return folder_.file("jobs"); }

  Result<std::unique_ptr<JobBoard>> another(std::string settings = kSettings) const {
    return JobBoard::open(path(), {std::move(settings), {}, silence_});
  }
  void begin(std::string settings = kSettings) {
    board_.reset();
    board_ = another(std::move(settings)).value();
  }

  /// What a kill leaves, for the next writer to find: the same files, which workers still hold.
  void kill() {
    const auto copy = folder_.file("copy");
    std::filesystem::create_directory(copy);
    using Options = std::filesystem::copy_options;
    std::filesystem::copy(path(), copy, Options::create_hard_links | Options::recursive);
    board_.reset();
    std::filesystem::remove_all(path());
    std::filesystem::rename(copy, path());
  }

  /// Names of files that end so.
  std::vector<std::string> files(std::string_view end) const {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(path())) {
      if (file.path().string().ends_with(end)) names.push_back(file.path().string());
    }
    return names;
  }

 private:
  TemporaryFolder folder_;
  Millis silence_;
  std::unique_ptr<JobBoard> board_;
};

/// Answers until `count` leaves have come, and no more than those.
std::vector<LeafAnswer> collect(JobBoard& board, std::size_t count) {
  std::vector<LeafAnswer> all;
  for (int i = 0; i < 3000 && all.size() < count; ++i) {
    for (const LeafAnswer& answer : board.collect()) all.push_back(answer);
    if (all.size() < count) std::this_thread::sleep_for(Millis(1));
  }
  CHECK(all.size() == count);
  return all;
}

/// Takes a job as a process that is killed with it.
void take_and_die(const std::string& folder) {
  const pid_t child = in_child([&] {
    JobTaker taker(folder, {});
    _exit(taker.take() ? 0 : 1);
  });
  REQUIRE(wait_for(child) == 0);
}

/// A worker in threads of this process.
class RunningWorker {
 public:
  explicit RunningWorker(const std::string& folder, int threads = 1) {
    thread_ = std::jthread([this, folder, threads] {
      JobTaker taker(folder, {threads, {}});
      LeafWorkSetup setup;
      setup.engine = work_setup().engine;
      setup.threads = threads;
      setup.interrupted = [this] { return stop_.load(); };
      end_ = work_on_leaves(taker, setup);
    });
  }
  LeafWorkEnd stop() {
    stop_ = true;
    return finish();
  }
  LeafWorkEnd finish() {
    thread_.join();
    return end_;
  }
  ~RunningWorker() { stop_ = true; }

 private:
  std::atomic<bool> stop_{false};
  LeafWorkEnd end_{};
  std::jthread thread_;
};

BuildGoal shared_goal(int plies, int level) {
  BuildGoal goal;
  goal.plies = plies;
  goal.max_loss = {3 * Value::kPerDisc};
  goal.level = level;
  return goal;
}

}  // namespace

TEST_CASE("jobs are taken in their order and their answers come in", "[book][workers]") {
  Desk desk;
  const auto leaves = some_leaves(25);
  desk->give(leaves, 3);
  CHECK(desk->leaves_out() == 25);
  CHECK(desk.files(".job").size() == 9);
  JobTaker taker(desk.path(), {});
  std::vector<std::string> order, given;
  for (const LeafTask& leaf : leaves) given.push_back(leaf_line(leaf));
  while (const auto job = taker.take()) {
    for (const LeafTask& leaf : job->job.leaves) order.push_back(leaf_line(leaf));
    answer_all(taker, *job);
  }
  CHECK(order == given);
  CHECK(lines_of(collect(*desk, 25)) == lines_of(leaves));
  CHECK(desk->leaves_out() == 0);
  CHECK(desk.files(".answer").size() == 9);  // until they are in the book
  desk->settle();
  CHECK(desk.files(".answer").empty());
  CHECK(desk.files(".taken").empty());
  CHECK(desk->collect().empty());
}

TEST_CASE("two workers never do the same job", "[book][workers]") {
  Desk desk;
  const auto leaves = some_leaves(400);
  desk->give(leaves, 1);
  std::atomic<int> taken = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        JobTaker taker(desk.path(), {});
        while (const auto job = taker.take()) {
          ++taken;
          answer_all(taker, *job);
        }
      });
    }
  }
  CHECK(taken == 400);
  CHECK(lines_of(collect(*desk, 400)) == lines_of(leaves));
}

TEST_CASE("the job of a killed worker is given out again, and no other", "[book][workers]") {
  Desk desk;
  const auto leaves = some_leaves(4);
  desk->give(leaves, 2);
  take_and_die(desk.path());
  CHECK(desk.files(".worker").size() == 1);
  JobTaker lives(desk.path(), {});
  const auto other = lives.take();
  REQUIRE(other.has_value());
  CHECK_FALSE(lives.take().has_value());
  CHECK(desk->collect().empty());
  CHECK(desk->workers() == 1);
  CHECK(desk.files(".worker").size() == 1);
  CHECK(desk.files(".taken").size() == 1);
  const auto again = lives.take();
  REQUIRE(again.has_value());
  CHECK(lines_of(again->job.leaves) == lines_of(std::vector(leaves.begin(), leaves.begin() + 2)));
  answer_all(lives, *other);
  answer_all(lives, *again);
  CHECK(lines_of(collect(*desk, 4)) == lines_of(leaves));
}

TEST_CASE("a worker that shows no life for long is lost, and may answer later", "[book][workers]") {
  Desk desk(Millis(30));
  const auto leaves = some_leaves(1);
  desk->give(leaves, 1);
  JobTaker silent(desk.path(), {});
  const auto job = silent.take();
  REQUIRE(job.has_value());
  CHECK(desk->collect().empty());
  CHECK(desk->workers() == 1);
  JobTaker other(desk.path(), {});
  std::optional<TakenJob> again;
  for (int i = 0; i < 3000 && !again; ++i) {
    std::this_thread::sleep_for(Millis(1));
    other.beat();
    CHECK(desk->collect().empty());
    again = other.take();
  }
  REQUIRE(again.has_value());
  CHECK(again->name == job->name);
  answer_all(silent, *job, 5);
  const auto first = collect(*desk, 1);
  CHECK(first.front().leaf.value.units == 5);
  desk->settle();
  answer_all(other, *again, 6);
  CHECK(desk->collect().empty());
  desk->settle();
  CHECK(desk.files(".answer").empty());
  CHECK(desk.files(".job").empty());
}

TEST_CASE("a worker that lives keeps its job", "[book][workers]") {
  Desk desk(Millis(1000));
  desk->give(some_leaves(1), 1);
  JobTaker taker(desk.path(), {});
  REQUIRE(taker.take().has_value());
  for (const StopWatch watch; watch.elapsed() < Millis(1800);) {
    taker.beat();
    CHECK(desk->collect().empty());
    CHECK(desk.files(".taken").size() == 1);
    std::this_thread::sleep_for(Millis(20));
  }
  CHECK(desk->workers() == 1);
}

TEST_CASE("damaged, strange and partial answers cost their leaves a search", "[book][workers]") {
  Desk desk;
  const auto leaves = some_leaves(4);
  desk->give(leaves, 1);
  JobTaker taker(desk.path(), {});
  const auto whole = taker.take(), cut = taker.take(), foreign = taker.take(), wrong = taker.take();
  REQUIRE(wrong.has_value());
  answer_all(taker, *whole);
  const std::string text = read_file(desk.files(".answer").front()).value();
  const auto put = [&](const TakenJob& job, const std::string& bytes) {
    write_file(desk.path() + '/' + answer_file(job.name), bytes).value();
  };
  put(*cut, text.substr(0, text.size() / 2));
  put(*foreign, answer_text(checksum("other weights"), std::vector{answer_to(leaves[2])}));
  put(*wrong, answer_text(checksum(kSettings), std::vector{answer_to(leaves[0])}));
  CHECK(lines_of(collect(*desk, 1)) == std::set{leaf_line(leaves[0])});
  desk->settle();
  CHECK(desk.files(".answer").empty());
  CHECK(desk->leaves_out() == 3);
  while (const auto job = taker.take()) answer_all(taker, *job);
  CHECK(lines_of(collect(*desk, 3)) == lines_of(std::vector(leaves.begin() + 1, leaves.end())));

  const auto more = some_leaves(3, 2);
  desk->give(more, 3);
  const auto three = taker.take();
  REQUIRE(three.has_value());
  taker.answer(*three, {answer_to(more[1])});
  CHECK(lines_of(collect(*desk, 1)) == std::set{leaf_line(more[1])});
  const auto rest = taker.take();
  REQUIRE(rest.has_value());
  CHECK(lines_of(rest->job.leaves) == std::set{leaf_line(more[0]), leaf_line(more[2])});
}

TEST_CASE("a job whose file is lost or damaged is given out again", "[book][workers]") {
  Desk desk(Millis(30));
  const auto leaves = some_leaves(2);
  desk->give(leaves, 1);
  const auto jobs = desk.files(".job");
  std::remove(jobs[0].c_str());
  write_file(jobs[1], "junk").value();
  JobTaker taker(desk.path(), {});
  std::vector<LeafAnswer> found;
  for (int i = 0; i < 3000 && found.size() < 2; ++i) {
    while (const auto job = taker.take()) answer_all(taker, *job);
    for (const LeafAnswer& answer : desk->collect()) found.push_back(answer);
    std::this_thread::sleep_for(Millis(1));
  }
  CHECK(lines_of(found) == lines_of(leaves));
}

TEST_CASE("a writer goes on with what the one before has given out", "[book][workers]") {
  Desk desk;
  const auto leaves = some_leaves(4);
  CHECK_FALSE(desk.another().has_value());
  desk->give(leaves, 1);
  JobTaker taker(desk.path(), {});
  const auto done = taker.take(), begun = taker.take(), ended = taker.take();
  REQUIRE(ended.has_value());
  answer_all(taker, *done, 1);
  desk.kill();
  desk.begin();
  CHECK(desk.files(".job").empty());  // what nobody had taken
  CHECK(desk.files(".taken").size() == 2);
  CHECK(desk->collect().empty());
  CHECK(desk->take_known(leaves[0])->leaf.value.units == 1);
  CHECK_FALSE(desk->take_known(leaves[0]).has_value());
  CHECK_FALSE(desk->take_known(leaves[1]).has_value());
  // The second is waited for; the third comes before anybody asks for it.
  desk->give({leaves[1], leaves[3]}, 1);
  CHECK(desk.files(".job").size() == 1);
  answer_all(taker, *ended, 3);
  CHECK(desk->collect().empty());
  CHECK(desk->take_known(leaves[2])->leaf.value.units == 3);
  answer_all(taker, *begun, 2);
  const auto found = collect(*desk, 1);
  CHECK(leaf_line(found.front().task) == leaf_line(leaves[1]));
  CHECK(found.front().leaf.value.units == 2);
  desk->end(true);
  CHECK(desk.files(".answer").empty());
  CHECK(desk.files(".job").empty());
  CHECK(taker.over());
}

TEST_CASE("what was found by another engine is nothing to a writer", "[book][workers]") {
  Desk desk;
  const auto leaves = some_leaves(3);
  desk->give(leaves, 1);
  JobTaker old(desk.path(), {});
  const auto done = old.take(), begun = old.take();
  answer_all(old, *done);
  desk.kill();
  desk.begin("{\"evaluator\":\"pattern\"}\n");
  CHECK(desk->collect().empty());
  CHECK_FALSE(desk->take_known(leaves[0]).has_value());
  desk->give({leaves[1]}, 1);
  answer_all(old, *begun);
  CHECK(desk->collect().empty());
  CHECK(desk->leaves_out() == 1);
  // A worker is shown what the leaves depend on before it takes one, and again when that changes.
  std::vector<std::string> shown;
  JobTaker taker(desk.path(), {1, [&](std::string_view text) { shown.emplace_back(text); }});
  const auto job = taker.take();
  REQUIRE(job.has_value());
  taker.give_back(*job);
  desk.begin();
  desk->give({leaves[2]}, 1);
  REQUIRE(taker.take().has_value());
  CHECK(shown == std::vector<std::string>{"{\"evaluator\":\"pattern\"}\n", kSettings});
  JobTaker refuses(desk.path(), {1, [](std::string_view) { throw FatalError("another engine"); }});
  CHECK_THROWS_AS(refuses.take(), FatalError);
}

TEST_CASE("what an earlier writer has said ends no worker that waits for the next",
          "[book][workers]") {
  Desk desk;
  desk->end(true);
  JobTaker waits(desk.path(), {}), hurries(desk.path(), {1, {}, Millis(0)});
  CHECK_FALSE(waits.over());
  CHECK(hurries.over());
  desk.begin();
  CHECK_FALSE(hurries.over());
  desk->end(false);
  CHECK(waits.over());
}

TEST_CASE("leaves that are withdrawn are known later, and answer nobody", "[book][workers]") {
  Desk desk;
  const auto leaves = some_leaves(3);
  desk->give(leaves, 1);
  JobTaker taker(desk.path(), {});
  const auto one = taker.take(), two = taker.take();
  REQUIRE(two.has_value());
  desk->withdraw();
  CHECK(desk.files(".job").empty());
  CHECK(desk->leaves_out() == 0);
  answer_all(taker, *one);
  CHECK(desk->collect().empty());
  CHECK(desk->take_known(leaves[0]).has_value());
  // One that is at work is waited for, not given to another.
  desk->give({leaves[1], leaves[2]}, 2);
  CHECK(desk.files(".job").size() == 1);
  answer_all(taker, *two);
  CHECK(lines_of(collect(*desk, 1)) == std::set{leaf_line(leaves[1])});
}

TEST_CASE("a folder of jobs needs to be one", "[book][workers]") {
  const TemporaryFolder folder;
  CHECK(JobBoard::open(folder.file("no/such"), {kSettings}).error().code == ErrorCode::kNotFound);
  CHECK_FALSE(JobBoard::open(folder.write("file", "x"), {kSettings}).has_value());
  JobTaker taker(folder.file("not-yet"), {});
  CHECK_FALSE(taker.take().has_value());
  CHECK_FALSE(taker.over());
}

TEST_CASE("as many leaves are given out as keep workers busy", "[book][workers]") {
  Desk desk;
  desk->collect();
  CHECK(desk->room(1000).leaves == 0);  // nobody is there
  JobTaker one(desk.path(), {1, {}}), two(desk.path(), {2, {}});
  one.take();
  desk->collect();
  CHECK(desk->room(1000).leaves == 2);  // nobody knows how long they take
  two.take();
  desk->collect();
  CHECK(desk->room(1000).leaves == 6);
  desk->give(some_leaves(4), 1);
  CHECK(desk->room(1000).leaves == 2);
  while (const auto job = one.take()) answer_all(one, *job);  // 0.1 ms each
  collect(*desk, 4);
  CHECK(desk->room(1000).job_leaves == 64);
  CHECK(desk->room(1000).leaves == 6 * 64);
  CHECK(desk->room(12).job_leaves == 2);
  CHECK(desk->room(0).job_leaves == 1);
}

TEST_CASE("a book is built by others alone, and beside own threads", "[book][workers]") {
  const BuildGoal goal = shared_goal(5, 2);
  for (const int threads : {0, 2}) {
    Desk desk;
    RunningWorker one(desk.path()), two(desk.path(), 2);
    const TemporaryBook book;
    WorkSetup setup = work_setup(threads);
    setup.board = &*desk;
    BuildProgress last;
    setup.progress = [&](const BuildProgress& progress) { last = progress; };
    REQUIRE(BookWorker(*book, setup).build(goal) == BuildEnd::kDone);
    desk->end(true);
    CHECK(one.finish() == LeafWorkEnd::kOver);
    CHECK(two.finish() == LeafWorkEnd::kOver);
    const NaiveWalk walk(*book, goal);
    CHECK(walk.missing == 0);
    CHECK(walk.unsearched == 0);
    CHECK(check_tree(*book).faulty == 0);
    CHECK(last.given_out == 0);
    CHECK(last.nodes > 0);
    CHECK(last.added == book->size());
    CHECK(desk.files(".job").empty());
  }
}

TEST_CASE("one leaf at a time for one worker makes the book of one thread", "[book][workers]") {
  const BuildGoal goal = shared_goal(5, 4);
  const TemporaryBook alone, shared;
  REQUIRE(BookWorker(*alone, work_setup()).build(goal) == BuildEnd::kDone);
  const TemporaryFolder folder;
  const auto board = JobBoard::open(folder.file("jobs"), {kSettings, 1}).value();
  RunningWorker worker(folder.file("jobs"));
  WorkSetup setup = work_setup(0);
  setup.board = board.get();
  REQUIRE(BookWorker(*shared, setup).build(goal) == BuildEnd::kDone);
  CHECK(worker.stop() == LeafWorkEnd::kInterrupted);
  CHECK(entries_of(*alone) == entries_of(*shared));
}

TEST_CASE("several builds by one folder, each ended early, do one after another what is wanted",
          "[book][workers]") {
  const BuildGoal goal = shared_goal(6, 3);
  Desk desk;
  RunningWorker one(desk.path()), two(desk.path());
  const TemporaryBook book;
  WorkSetup setup = work_setup(0);
  setup.board = &*desk;
  BuildEnd end = BuildEnd::kTimeUp;
  int early = 0;
  for (int ms = 30; end == BuildEnd::kTimeUp; ms += ms / 2, ++early) {
    setup.deadline = std::chrono::steady_clock::now() + Millis(ms);
    end = BookWorker(*book, setup).build(goal);
  }
  CHECK(end == BuildEnd::kDone);
  CHECK(early > 1);
  CHECK(NaiveWalk(*book, goal).missing == 0);
}

TEST_CASE("own threads do what workers leave", "[book][workers]") {
  Desk desk;
  const TemporaryBook book;
  const BuildGoal goal = shared_goal(4, 2);
  JobTaker idle(desk.path(), {4, {}});  // is given jobs, and takes none
  idle.take();
  WorkSetup setup = work_setup(1);
  setup.board = &*desk;
  REQUIRE(BookWorker(*book, setup).build(goal) == BuildEnd::kDone);
  CHECK(NaiveWalk(*book, goal).missing == 0);
}

TEST_CASE("a book that lacks nothing needs no workers", "[book][workers]") {
  const TemporaryBook book;
  const BuildGoal goal = shared_goal(4, 2);
  REQUIRE(BookWorker(*book, work_setup()).build(goal) == BuildEnd::kDone);
  Desk desk;
  WorkSetup setup = work_setup(0);
  setup.board = &*desk;
  CHECK(BookWorker(*book, setup).build(goal) == BuildEnd::kDone);
  CHECK(BookWorker(*book, setup).deepen(goal) == BuildEnd::kDone);
  CHECK(BookWorker(*book, setup).search({kStartBoard}, 2) == BuildEnd::kDone);
}

TEST_CASE("a writer without workers ends when it is interrupted", "[book][workers]") {
  Desk desk;
  const TemporaryBook book;
  WorkSetup setup = work_setup(0);
  setup.board = &*desk;
  const StopWatch watch;
  setup.interrupted = [&watch] { return watch.elapsed() >= Millis(60); };
  CHECK(BookWorker(*book, setup).build(shared_goal(4, 2)) == BuildEnd::kInterrupted);
  CHECK(watch.seconds() < 1);
}

TEST_CASE("an interrupted worker gives back what it has not done", "[book][workers]") {
  Desk desk;
  std::vector<LeafTask> endless = {{kStartBoard, rules::legal_moves(kStartBoard), 60}};
  desk->give(endless, 1);
  RunningWorker worker(desk.path());
  for (int i = 0; i < 3000 && desk.files(".taken").empty(); ++i) {
    std::this_thread::sleep_for(Millis(1));
  }
  CHECK(desk.files(".taken").size() == 1);
  const StopWatch watch;
  CHECK(worker.stop() == LeafWorkEnd::kInterrupted);
  CHECK(watch.seconds() < 1);
  CHECK(desk.files(".job").size() == 1);
  CHECK(desk.files(".taken").empty());
  CHECK(desk.files(".worker").empty());
  JobTaker taker(desk.path(), {});
  LeafWorkSetup setup;
  setup.engine = work_setup().engine;
  setup.deadline = std::chrono::steady_clock::now() + Millis(30);
  CHECK(work_on_leaves(taker, setup) == LeafWorkEnd::kTimeUp);
  CHECK(desk->take_back().size() == 1);
  setup.deadline.reset();
  setup.idle = Millis(30);
  CHECK(work_on_leaves(taker, setup) == LeafWorkEnd::kIdle);
}
