// SPDX-License-Identifier: MIT
#include "tests/unit/protocol/c/c_handles.h"

#include <array>
#include <atomic>
#include <chrono>
#include <random>
#include <thread>

using namespace sumi::c_tests;

TEST_CASE("c: two engines in two threads are stopped a thousand times at random", "[c]") {
  constexpr int kEngines = 2, kStops = 500;
  std::array<EngineHandle, kEngines> engines{new_engine(), new_engine()};
  // Catch2 is not thread-safe.
  std::array<GameHandle, kEngines> games{new_game("f5d6c3d3c4b3b2f4"), new_game("f5f6e6f4")};
  std::array<std::atomic<int>, kEngines> done{}, wrong{};
  const auto search_often = [&](std::size_t own) {
    const GameHandle& game = games[own];
    sumi_limits endless = SUMI_LIMITS_INIT;
    endless.book = 0;
    for (int i = 0; i < kStops; ++i) {
      sumi_result* result = nullptr;
      const sumi_status status =
          sumi_search(engines[own].get(), game.get(), &endless, nullptr, nullptr, &result);
      const int square = sumi_result_square(result, 0);
      wrong[own] += status != SUMI_OK || square == SUMI_PASS ||
                    (sumi_game_legal(game.get()) >> square & 1) == 0;
      sumi_result_free(result);
      ++done[own];
    }
  };
  std::thread first(search_often, 0), second(search_often, 1);
  std::minstd_rand random(31);
  while (done[0] < kStops || done[1] < kStops) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    sumi_engine_stop(engines[random() % kEngines].get());
  }
  first.join();
  second.join();
  CHECK(wrong[0] == 0);
  CHECK(wrong[1] == 0);
}

TEST_CASE("c: threads can create and destroy engines at the same time", "[c]") {
  std::atomic<int> failed{0};
  const auto live = [&failed] {
    for (int i = 0; i < 30; ++i) {
      sumi_engine* engine = nullptr;
      sumi_game* game = nullptr;
      sumi_limits endless = SUMI_LIMITS_INIT;
      endless.book = 0;
      failed += sumi_engine_new(&engine) != SUMI_OK || sumi_game_new("f5", 8, &game) != SUMI_OK ||
                sumi_search_start(engine, game, &endless) != SUMI_OK;
      sumi_game_free(game);
      sumi_engine_free(engine);
    }
  };
  std::thread first(live), second(live);
  first.join();
  second.join();
  CHECK(failed == 0);
}
