// SPDX-License-Identifier: MIT
#include "engine/core/search/parallel.h"
#include "tests/support/boards.h"
#include "tests/support/core.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace sumi::SUMI_ISA {
std::unique_ptr<SearchCore> make_core(EvaluatorKind kind, int size, const EvaluatorData& data);
}

using namespace sumi;
using namespace sumi::SUMI_ISA;

namespace {

using Table = TableEvaluator<8>;
const Table kTable;

Board board_with_moves(SplitMix64& random, int empties, int moves = 1) {
  while (true) {
    const Board b = test::random_game(random, empties);
    if (b.empties() == empties && std::popcount(rules::legal_moves(b)) >= moves) return b;
  }
}

/// A thread team with a search core.
class Helped {
 public:
  Helped(test::ThreadFixture& fixture, ThreadTeam& threads)
      : fixture_(fixture),
        locals_(std::make_unique<LocalTable[]>(static_cast<std::size_t>(threads.helpers()))),
        threads_(threads),
        team(threads),
        owner(fixture.thread, eval_, 100, &team) {
    threads_.start(&Helped::help, this);
  }
  ~Helped() {
    team.end();
    threads_.finish();
  }

 private:
  static void help(void* context, int helper) {
    Helped& begin = *static_cast<Helped*>(context);
    const SearchThread thread(begin.fixture_.thread,
                              begin.locals_[static_cast<std::size_t>(helper)]);
    Worker<Table, 8> worker(thread, begin.eval_, 100, &begin.team);
    begin.team.help(worker);
  }

  test::ThreadFixture& fixture_;
  const std::unique_ptr<LocalTable[]> locals_;
  const Table eval_{};
  ThreadTeam& threads_;

 public:
  Team<Table> team;
  Worker<Table, 8> owner;
};

struct Node {
  Board board;
  int depth;
  bool to_end;
  Value alpha, beta;
};

/// Shares all moves of the node, runs `work` and returns the best value.
template <class W, class Work>
Value value_of(const Node& node, W& owner, Work&& work) {
  MoveList moves;
  generate_endgame_moves<8>(node.board, legal_moves<8>(node.board), {}, &owner.thread.tt, moves);
  Split<Table> split(nullptr, {.board = node.board,
                               .state = owner.midgame.state(0),
                               .moves = moves,
                               .next = 0,
                               .ply = 0,
                               .depth = node.depth,
                               .to_end = node.to_end,
                               .selectivity = 100,
                               .alpha = node.alpha,
                               .beta = node.beta,
                               .best = -kInfinity,
                               .best_move = Square::kPass});
  work(split);
  CHECK(split.workers == 1);
  CHECK((split.next == moves.size() || split.best >= node.beta));
  return split.best;
}

Value value_by_one(const Node& node) {
  test::ThreadFixture fixture;
  auto worker = fixture.worker<8>(kTable);
  return value_of(node, worker, [&](Split<Table>& split) { worker.run(split); });
}

Value value_by(ThreadTeam& threads, const Node& node, std::uint64_t& helper_nodes) {
  test::ThreadFixture fixture;
  Value value;
  {
    Helped helped(fixture, threads);
    value = value_of(node, helped.owner,
                     [&](Split<Table>& split) { helped.team.share(helped.owner, split); });
  }
  helper_nodes += fixture.share.helper_nodes;
  return value;
}

bool agree(Value a, Value b, Value alpha, Value beta) {
  return std::clamp(a, alpha, beta) == std::clamp(b, alpha, beta);
}

/// Raises the node's best value in run(), after a move of `board` is taken and before its search.
struct Interrupter {
  struct State {};
  const Board* board = nullptr;
  Value* best = nullptr;  ///< the node's best value
  Value new_best;

  void reset(const Board&, State&) const {}
  void advance(const Board& b, const State&, Square, Bitboard, State&) const {
    if (&b == board) *best = std::max(*best, new_best);
  }
  void pass(const State&, State&) const {}
  Value value(const Board& b, const State&) const { return kTable.value(b, {}); }
  static const ErrorModel& error() { return kTable.error(); }
};

std::unique_ptr<SearchCore> pattern_core() {
  auto core = make_core(EvaluatorKind::kPattern, 8, {.pattern = &test::shipped_weights()});
  core->resize_table(4);
  return core;
}

SearchReport search(SearchCore& core, const Board& b, const SearchLimits& limits) {
  test::CountingMonitor monitor;
  return core.search(b, limits, monitor);
}

/// Requires that the line leads to its promised score.
void check_line(const Board& b, const Candidate& candidate) {
  REQUIRE(test::legal_line(b, candidate.line));
  const Board end = test::after(b, candidate.line);
  REQUIRE(rules::game_over(end));
  const int sign = candidate.line.size() % 2 == 0 ? 1 : -1;
  REQUIRE(to_value(final_score(end)).units * sign == candidate.value().units);
}

}  // namespace

TEST_CASE("a move that beats the old best value but not the new one is searched again",
          "[parallel]") {
  // A null-window search fails high, which gives a lower bound. Meanwhile another thread raises the
  // best value to that bound.
  SplitMix64 random(601);
  Interrupter eval;
  int telling = 0;
  for (int i = 0; i < 120; ++i) {
    const Board b = board_with_moves(random, 20 + random.below(30));
    MoveList all, moves;
    generate_endgame_moves<8>(b, legal_moves<8>(b), {}, nullptr, all);
    OrderedMove move = all[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
    move.hash = hash(move.child);
    moves.push_back(move);
    const int depth = 2 + random.below(4);
    const auto value_in = [&](Value alpha, Value beta) {
      test::ThreadFixture fixture;
      auto worker = fixture.worker<8>(eval);
      return worker.midgame.search_child(b, move.square, depth, alpha, beta);
    };
    const Value value = value_in(-kInfinity, kInfinity);
    const Value alpha{value.units - 1 - random.below(1000)};
    const Value bound = value_in(alpha, {alpha.units + 1});
    telling += bound < value;

    test::ThreadFixture fixture;
    auto worker = fixture.worker<8>(eval);
    Split<Interrupter> split(nullptr, {.board = b,
                                       .state = worker.midgame.state(0),
                                       .moves = moves,
                                       .next = 0,
                                       .ply = 0,
                                       .depth = depth,
                                       .to_end = false,
                                       .selectivity = 100,
                                       .alpha = alpha,
                                       .beta = {value.units + 1000},
                                       .best = -kInfinity,
                                       .best_move = Square::kPass});
    eval.board = &b;
    eval.best = &split.best;
    eval.new_best = bound;
    worker.run(split);
    eval.board = nullptr;
    CAPTURE(b.own, b.opp, index(move.square), depth, alpha.units, bound.units);
    REQUIRE(split.best == value);
  }
  CHECK(telling > 12);
}

TEST_CASE("threads that share a node return its value", "[parallel]") {
  // Inside a wide window, a move that beats the best value is searched twice.
  SplitMix64 random(607);
  ThreadTeam one(1), two(2), three(3);
  std::uint64_t helper_nodes = 0;
  // Under load the helpers may start too late.
  for (int i = 0; i < 75 || (helper_nodes == 0 && i < 1000); ++i) {
    const int depth = 4 + random.below(4);
    const Board b = board_with_moves(random, 20 + random.below(30), 4);
    const Value value = value_by_one({b, depth, false, -kInfinity, kInfinity});
    const Value alpha{value.units - 1000 + random.below(1500)};
    const Value beta{alpha.units + 1 + random.below(1000)};
    ThreadTeam& threads = i % 3 == 0 ? one : i % 3 == 1 ? two : three;
    CAPTURE(b.own, b.opp, depth, i, value.units, alpha.units, beta.units);
    REQUIRE(value_by(threads, {b, depth, false, -kInfinity, kInfinity}, helper_nodes) == value);
    REQUIRE(
        agree(value_by(threads, {b, depth, false, alpha, beta}, helper_nodes), value, alpha, beta));
  }
  CHECK(helper_nodes > 0);
}

TEST_CASE("a helper searches at the selectivity of the node", "[parallel]") {
  SplitMix64 random(611);
  const Board b = board_with_moves(random, 30, 4);
  test::ThreadFixture fixture;
  auto worker = fixture.worker<8>(kTable);
  worker.midgame.set_selectivity(73);
  value_of({b, 4, false, -kInfinity, kInfinity}, worker,
           [&](Split<Table>& split) { worker.run(split); });
  CHECK(worker.midgame.selectivity() == 100);
}

TEST_CASE("threads that share an endgame return the exact score", "[parallel]") {
  SplitMix64 random(613);
  ThreadTeam one(1), two(2), three(3);
  test::BruteForce brute_force;
  std::uint64_t helper_nodes = 0;
  for (int i = 0; i < 90; ++i) {
    const Board b = board_with_moves(random, 7 + i % 2, 2);
    const Value score = to_value({brute_force.solve(b)});
    const int low = -64 + random.below(128);
    const Value alpha = to_value({low}), beta = to_value({low + 1 + random.below(64 - low)});
    ThreadTeam& threads = i % 3 == 0 ? one : i % 3 == 1 ? two : three;
    CAPTURE(b.own, b.opp, i, score.units, alpha.units, beta.units);
    const Value lost = to_value({-64}), won = to_value({64});
    REQUIRE(value_by(threads, {b, b.empties(), true, lost, won}, helper_nodes) == score);
    REQUIRE(agree(value_by(threads, {b, b.empties(), true, alpha, beta}, helper_nodes), score,
                  alpha, beta));
  }
}

TEST_CASE("several threads and one find the same solution", "[parallel]") {
  SplitMix64 random(617);
  const auto one = pattern_core(), several = pattern_core();
  for (int i = 0; i < 8; ++i) {
    const Board b = board_with_moves(random, 14 + i % 5);
    const SearchLimits limits{.exact_at_empties = 60, .candidates = 1 + i % 4 / 3};
    several->set_threads(2 + i % 3);
    one->clear_table();
    several->clear_table();
    const SearchReport want = search(*one, b, limits), got = search(*several, b, limits);
    CAPTURE(b.own, b.opp, i);
    REQUIRE(got.exact);
    REQUIRE(got.lower == got.upper);
    REQUIRE(got.value() == want.value());
    check_line(b, got);
    REQUIRE(got.others.size() == want.others.size());
    for (std::size_t k = 0; k < want.others.size(); ++k) {
      REQUIRE(got.others[k].value() == want.others[k].value());
      check_line(b, got.others[k]);
    }
  }
}

TEST_CASE("a search on one thread is deterministic after clear_table()", "[parallel]") {
  SplitMix64 random(619);
  const auto fresh = pattern_core(), used = pattern_core();
  for (const int empties : {40, 20, 15}) {
    const Board b = board_with_moves(random, empties);
    const SearchLimits limits{.depth = 8, .exact_at_empties = 16};
    fresh->clear_table();
    const SearchReport want = search(*fresh, b, limits);
    used->set_threads(3);
    search(*used, b, limits);
    used->set_threads(1);
    used->clear_table();
    const SearchReport got = search(*used, b, limits);
    CAPTURE(empties);
    CHECK(got.nodes == want.nodes);
    CHECK(got.value() == want.value());
    CHECK(std::ranges::equal(got.line, want.line));
  }
}

TEST_CASE("a node limit counts the nodes of all threads", "[parallel][stop]") {
  SplitMix64 random(631);
  const auto core = pattern_core();
  for (const int threads : {2, 3, 4}) {
    core->set_threads(threads);
    const Board b = board_with_moves(random, 45, 4);
    const SearchReport report = search(*core, b, {.nodes = 300'000});
    CAPTURE(threads, report.nodes);
    CHECK(report.nodes >= 300'000);
    // helpers continue while the main thread waits for a CPU
    CHECK(report.nodes < 700'000);
    CHECK(rules::flips(b, report.move()) != 0);
  }
}

TEST_CASE("a thousand short searches on four threads all end", "[parallel][stop]") {
  SplitMix64 random(641);
  const auto core = pattern_core();
  core->set_threads(4);
  for (int i = 0; i < 1000; ++i) {
    const Board b = board_with_moves(random, 5 + random.below(55));
    SearchLimits limits{.depth = 1 + random.below(6)};
    if (i % 4 == 0) limits.nodes = 1 + random.below(5000);
    test::CountingMonitor monitor;
    if (i % 4 == 1) monitor.max_polls = random.below(3);
    const SearchReport report = core->search(b, limits, monitor);
    CAPTURE(b.own, b.opp, i);
    REQUIRE(rules::flips(b, report.move()) != 0);
    REQUIRE(test::legal_line(b, report.line));
  }
}

TEST_CASE("the number of threads can change between searches", "[parallel]") {
  SplitMix64 random(643);
  const auto core = pattern_core();
  const Board b = board_with_moves(random, 16);
  const SearchLimits limits{.exact_at_empties = 60};
  const Value want = search(*core, b, limits).value();
  for (const int threads : {2, 4, 1, 3, 3, 1}) {
    core->set_threads(threads);
    CHECK(search(*core, b, limits).value() ==
          want);  // from the table that the other threads filled
    core->clear_table();
    CHECK(search(*core, b, limits).value() == want);
  }
}

TEST_CASE("a spin lock protects a counter from concurrent changes", "[spin-lock][thread]") {
  SpinLock lock;
  long count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const SpinGuard guard(lock);
        const long before = count;
        std::this_thread::yield();
        count = before + 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(count == 8000);
}

TEST_CASE("a thread waits for a spin lock that another holds", "[spin-lock][thread]") {
  SpinLock lock;
  std::atomic<bool> entered = false;
  lock.lock();
  std::thread other([&] {
    const SpinGuard guard(lock);
    entered = true;
  });
  // long enough to spin and yield
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(!entered);
  lock.unlock();
  other.join();
  CHECK(entered);
}
