// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "tests/unit/protocol/c/c_handles.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace sumi::c_tests;

namespace {

struct RandomBoards {
  std::vector<std::uint64_t> own, opponent;
};

/// From random play.
RandomBoards random_boards(int count, int empties, int size = 8) {
  RandomBoards boards;
  std::minstd_rand random(7);
  while (static_cast<int>(boards.own.size()) < count) {
    sumi::Board board = sumi::kStartBoard;
    while (sumi::empties(board, size) > empties && !sumi::rules::game_over(board, size)) {
      std::uint64_t legal = sumi::rules::legal_moves(board, size);
      if (legal == 0) {
        board = board.passed();
        continue;
      }
      for (auto skip = random() % static_cast<unsigned>(std::popcount(legal)); skip > 0; --skip) {
        legal &= legal - 1;
      }
      const sumi::Square square = sumi::first_square(legal);
      board = board.played(square, sumi::rules::flips(board, square, size));
    }
    boards.own.push_back(board.own);
    boards.opponent.push_back(board.opp);
  }
  return boards;
}

}  // namespace

TEST_CASE("c: many boards get the same scores as each board alone", "[c]") {
  const EngineHandle engine = new_engine();
  for (const int size : {8, 6}) {
    const RandomBoards boards = random_boards(60, 8, size);
    std::vector<std::int8_t> scores(60, 99);
    for (const int threads : {0, 1, 3}) {
      REQUIRE(sumi_solve(engine.get(), size, boards.own.data(), boards.opponent.data(), 60, threads,
                         scores.data(), nullptr, nullptr) == SUMI_OK);
    }
    sumi_limits limits = SUMI_LIMITS_INIT;
    limits.exact = 1;
    for (std::size_t i = 0; i < 60; ++i) {
      sumi_game* made = nullptr;
      REQUIRE(sumi_game_of_board(boards.own[i], boards.opponent[i], 1, size, &made) == SUMI_OK);
      const GameHandle game(made);
      if (sumi_game_over(made)) {
        CHECK(scores[i] == sumi_game_black_score(made));
      } else {
        CHECK(scores[i] == sumi_result_score(search(engine, game, limits).get(), 0));
      }
    }
  }
}

TEST_CASE("c: many boards get the same values on any number of threads", "[c]") {
  const EngineHandle engine = new_engine();
  constexpr std::size_t kBoards = 10000;
  const RandomBoards boards = random_boards(kBoards, 30);
  std::vector<float> once(kBoards), again(kBoards);
  REQUIRE(sumi_evaluate(engine.get(), 8, boards.own.data(), boards.opponent.data(), kBoards, 1,
                        once.data(), nullptr, nullptr) == SUMI_OK);
  REQUIRE(sumi_evaluate(engine.get(), 8, boards.own.data(), boards.opponent.data(), kBoards, 3,
                        again.data(), nullptr, nullptr) == SUMI_OK);
  CHECK(once == again);
  // For so few boards the caller's engine is used.
  std::fill(again.begin(), again.end(), 99.0F);
  REQUIRE(sumi_evaluate(engine.get(), 8, boards.own.data(), boards.opponent.data(), 100, 0,
                        again.data(), nullptr, nullptr) == SUMI_OK);
  CHECK(std::equal(again.begin(), again.begin() + 100, once.begin()));
  CHECK(again[100] == 99);
  double squares = 0;
  for (const float value : once) {
    CHECK(value > -64);
    CHECK(value < 64);
    squares += value * value;
  }
  CHECK(squares / kBoards > 1);  // the values differ
  CHECK(sumi_evaluate(engine.get(), 8, nullptr, nullptr, 0, 0, nullptr, nullptr, nullptr) ==
        SUMI_OK);
}

TEST_CASE("c: a stopped batch returns SUMI_STOPPED and leaves the remaining values unchanged",
          "[c]") {
  const EngineHandle engine = new_engine();
  constexpr std::size_t kBoards = 4000;
  const RandomBoards boards = random_boards(kBoards, 18);
  std::vector<std::int8_t> scores(kBoards, 99);
  struct Heard {
    int calls = 0;
    std::size_t all = 0;
  } heard;
  const auto callback = [](std::size_t done, std::size_t all, void* user) {
    Heard& own = *static_cast<Heard*>(user);
    own.all = all;
    CHECK(done <= all);
    return static_cast<int>(++own.calls == 4);
  };
  CHECK(sumi_solve(engine.get(), 8, boards.own.data(), boards.opponent.data(), kBoards, 2,
                   scores.data(), callback, &heard) == SUMI_STOPPED);
  CHECK(heard.calls == 4);
  CHECK(heard.all == kBoards);
  CHECK(scores.back() == 99);
}

TEST_CASE("c: searched boards keep their finished results if stopped", "[c]") {
  const EngineHandle engine = new_engine();
  constexpr std::size_t kBoards = 200;
  const RandomBoards boards = random_boards(kBoards, 30);
  std::vector<sumi_result*> results(kBoards, nullptr);
  sumi_limits limits = limits_at_level(10);
  const auto run = [&](sumi_progress_callback callback) {
    return sumi_search_boards(engine.get(), 8, boards.own.data(), boards.opponent.data(), kBoards,
                              &limits, 2, results.data(), callback, nullptr);
  };
  const auto finished = [&] {
    std::size_t count = 0;
    for (sumi_result*& result : results) {
      count += result != nullptr && sumi_result_ended_by(result) == SUMI_END_LEVEL;
      sumi_result_free(std::exchange(result, nullptr));
    }
    return count;
  };
  REQUIRE(run(nullptr) == SUMI_OK);
  CHECK(finished() == kBoards);
  CHECK(run([](std::size_t done, std::size_t, void*) { return int{done > 3}; }) == SUMI_STOPPED);
  const std::size_t some = finished();
  CHECK(some > 3);
  CHECK(some < kBoards);

  limits = SUMI_LIMITS_INIT;
  CHECK(run(nullptr) == SUMI_OUT_OF_RANGE);
  limits.play = 1;
  limits.depth = 1;
  CHECK(run(nullptr) == SUMI_OUT_OF_RANGE);
  CHECK(std::string(sumi_error()).find("play") != std::string::npos);
  CHECK(finished() == 0);
}
