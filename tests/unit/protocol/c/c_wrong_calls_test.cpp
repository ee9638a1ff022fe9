// SPDX-License-Identifier: MIT
#include "tests/unit/protocol/c/c_handles.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace sumi::c_tests;

TEST_CASE("c: wrong calls return a status and a message, but no object", "[c]") {
  const EngineHandle holder = new_engine();
  sumi_engine* const engine = holder.get();
  const GameHandle kept = new_game("f5d6");
  sumi_game* const game = kept.get();
  void* const kUntouched = &const_cast<EngineHandle&>(holder);
  sumi_game* new_one = static_cast<sumi_game*>(kUntouched);
  sumi_result* result = static_cast<sumi_result*>(kUntouched);
  sumi_analysis* analysis = static_cast<sumi_analysis*>(kUntouched);
  sumi_reader* reader = static_cast<sumi_reader*>(kUntouched);
  char* text = static_cast<char*>(kUntouched);
  const std::uint64_t one = 1, two = 2, outside = 1;
  std::int8_t score = 0;
  float value = 0;

  const auto limited = [&](auto change) {
    sumi_limits limits = SUMI_LIMITS_INIT;
    change(limits);
    return sumi_search(engine, game, &limits, nullptr, nullptr, &result);
  };
  const auto analyzed = [&](auto change) {
    sumi_limits limits = limits_at_level(1);
    change(limits);
    return sumi_analyze(engine, game, &limits, nullptr, nullptr, &analysis);
  };
  const double nan = std::nan("");

  const struct {
    sumi_status expected;
    std::string word;  ///< expected in the message
    std::function<sumi_status()> call;
  } calls[] = {
      {SUMI_OUT_OF_RANGE, "engine", [&] { return sumi_engine_new(nullptr); }},
      {SUMI_OUT_OF_RANGE, "engine", [&] { return sumi_engine_set(nullptr, "level", "1"); }},
      {SUMI_OUT_OF_RANGE, "option", [&] { return sumi_engine_set(engine, nullptr, "1"); }},
      {SUMI_OUT_OF_RANGE, "value", [&] { return sumi_engine_set(engine, "level", nullptr); }},
      {SUMI_NOT_FOUND, "colour", [&] { return sumi_engine_set(engine, "colour", "1"); }},
      {SUMI_NOT_FOUND, "size", [&] { return sumi_engine_set(engine, "size", "6"); }},
      {SUMI_OUT_OF_RANGE, "0x9", [&] { return sumi_engine_set(engine, "level", "0x9"); }},
      {SUMI_OUT_OF_RANGE, "99", [&] { return sumi_engine_set(engine, "level", "99"); }},
      {SUMI_BAD_SYNTAX, "maybe", [&] { return sumi_engine_set(engine, "own-book", "maybe"); }},
      {SUMI_NOT_FOUND, "/no/where", [&] { return sumi_engine_set(engine, "book", "/no/where"); }},
      {SUMI_BAD_FILE, "/dev/null", [&] { return sumi_engine_set(engine, "weights", "/dev/null"); }},
      {SUMI_OUT_OF_RANGE, "engine", [&] { return sumi_engine_clear(nullptr); }},
      {SUMI_OUT_OF_RANGE, "game", [&] { return sumi_game_new("f5", 8, nullptr); }},
      {SUMI_OUT_OF_RANGE, "7", [&] { return sumi_game_new("f5", 7, &new_one); }},
      {SUMI_BAD_SYNTAX, "hello", [&] { return sumi_game_new("hello", 8, &new_one); }},
      {SUMI_ILLEGAL_MOVE, "a1", [&] { return sumi_game_new("f5a1", 8, &new_one); }},
      {SUMI_BAD_SYNTAX, "XOXO", [&] { return sumi_game_new("XOXO-", 8, &new_one); }},
      {SUMI_OUT_OF_RANGE, "a1", [&] { return sumi_game_of_board(1, 1, 1, 8, &new_one); }},
      {SUMI_OUT_OF_RANGE, "6x6", [&] { return sumi_game_of_board(1, 2, 1, 6, &new_one); }},
      {SUMI_OUT_OF_RANGE, "5", [&] { return sumi_game_of_board(1, 2, 1, 5, &new_one); }},
      {SUMI_OUT_OF_RANGE, "game", [&] { return sumi_game_of_board(1, 2, 1, 8, nullptr); }},
      {SUMI_OUT_OF_RANGE, "game", [&] { return sumi_game_copy(nullptr, &new_one); }},
      {SUMI_OUT_OF_RANGE, "copy", [&] { return sumi_game_copy(game, nullptr); }},
      {SUMI_OUT_OF_RANGE, "game", [&] { return sumi_game_play(nullptr, "f5"); }},
      {SUMI_OUT_OF_RANGE, "moves", [&] { return sumi_game_play(game, nullptr); }},
      {SUMI_BAD_SYNTAX, "", [&] { return sumi_game_play(game, "z9"); }},
      {SUMI_ILLEGAL_MOVE, "h8", [&] { return sumi_game_play(game, "h8"); }},
      {SUMI_OUT_OF_RANGE, "65", [&] { return sumi_game_play_square(game, 65); }},
      {SUMI_OUT_OF_RANGE, "-1", [&] { return sumi_game_play_square(game, -1); }},
      {SUMI_ILLEGAL_MOVE, "pass", [&] { return sumi_game_play_square(game, SUMI_PASS); }},
      {SUMI_OUT_OF_RANGE, "text", [&] { return sumi_game_text(game, "ggf", nullptr); }},
      {SUMI_OUT_OF_RANGE, "format", [&] { return sumi_game_text(game, nullptr, &text); }},
      {SUMI_NOT_FOUND, "word", [&] { return sumi_game_text(game, "word", &text); }},
      {SUMI_OUT_OF_RANGE, "value", [&] { return sumi_game_set_info(game, "black", nullptr); }},
      {SUMI_NOT_FOUND, "wthor", [&] { return sumi_game_text(game, "wthor", &text); }},
      {SUMI_NOT_FOUND, "/no/where", [&] { return sumi_reader_new("/no/where", &reader); }},
      {SUMI_OUT_OF_RANGE, "path", [&] { return sumi_reader_new(nullptr, &reader); }},
      {SUMI_OUT_OF_RANGE, "reader", [&] { return sumi_reader_next(nullptr, &new_one); }},
      {SUMI_OUT_OF_RANGE, "level: 61", [&] { return limited([](auto& l) { l.level = 61; }); }},
      {SUMI_OUT_OF_RANGE, "depth: -1", [&] { return limited([](auto& l) { l.depth = -1; }); }},
      {SUMI_OUT_OF_RANGE, "seconds", [&] { return limited([&](auto& l) { l.seconds = nan; }); }},
      {SUMI_OUT_OF_RANGE, "seconds", [&] { return limited([](auto& l) { l.seconds = 1e9; }); }},
      {SUMI_OUT_OF_RANGE, "candidates: 0",
       [&] { return limited([](auto& l) { l.candidates = 0; }); }},
      {SUMI_OUT_OF_RANGE, "struct_size: 0",
       [&] { return limited([](auto& l) { l.struct_size = 0; }); }},
      {SUMI_OUT_OF_RANGE, "remaining", [&] { return limited([](auto& l) { l.remaining = -1; }); }},
      {SUMI_OUT_OF_RANGE, "result",
       [&] { return sumi_search(engine, game, nullptr, nullptr, nullptr, nullptr); }},
      {SUMI_OUT_OF_RANGE, "game",
       [&] { return sumi_search(engine, nullptr, nullptr, nullptr, nullptr, &result); }},
      {SUMI_OUT_OF_RANGE, "engine",
       [&] { return sumi_search(nullptr, game, nullptr, nullptr, nullptr, &result); }},
      {SUMI_OUT_OF_RANGE, "engine", [&] { return sumi_search_start(nullptr, game, nullptr); }},
      {SUMI_NOT_FOUND, "started", [&] { return sumi_search_next(engine, 0, &result); }},
      {SUMI_OUT_OF_RANGE, "engine", [&] { return sumi_book(nullptr, game, &result); }},
      {SUMI_OUT_OF_RANGE, "limits",
       [&] { return sumi_analyze(engine, game, nullptr, nullptr, nullptr, &analysis); }},
      {SUMI_OUT_OF_RANGE, "none is set", [&] { return analyzed([](auto& l) { l.level = -1; }); }},
      {SUMI_OUT_OF_RANGE, "analysis takes", [&] { return analyzed([](auto& l) { l.exact = 1; }); }},
      {SUMI_OUT_OF_RANGE, "values",
       [&] { return sumi_evaluate(engine, 8, &one, &two, 1, 0, nullptr, nullptr, nullptr); }},
      {SUMI_OUT_OF_RANGE, "board 0",
       [&] { return sumi_evaluate(engine, 8, &one, &one, 1, 0, &value, nullptr, nullptr); }},
      {SUMI_OUT_OF_RANGE, "6x6",
       [&] { return sumi_solve(engine, 6, &outside, &two, 1, 0, &score, nullptr, nullptr); }},
      {SUMI_OUT_OF_RANGE, "threads: 300",
       [&] { return sumi_solve(engine, 8, &one, &two, 1, 300, &score, nullptr, nullptr); }},
      {SUMI_OUT_OF_RANGE, "size: 0",
       [&] { return sumi_solve(engine, 0, &one, &two, 1, 0, &score, nullptr, nullptr); }},
  };
  CHECK(std::size(calls) >= 50);
  for (const auto& wrong : calls) {
    const sumi_status status = wrong.call();
    INFO(wrong.word << ": " << sumi_error());
    CHECK(status == wrong.expected);
    CHECK(std::string(sumi_error()).find(wrong.word) != std::string::npos);
    CHECK(std::string(sumi_error()).size() > 5);
    for (void* made :
         {static_cast<void*>(new_one), static_cast<void*>(result), static_cast<void*>(analysis),
          static_cast<void*>(reader), static_cast<void*>(text)}) {
      CHECK((made == kUntouched || made == nullptr));
    }
  }
  CHECK(sumi_result_count(search(holder, kept, limits_at_level(2)).get()) == 1);
}

TEST_CASE("c: NULL may be freed and queried", "[c]") {
  sumi_engine_free(nullptr);
  sumi_engine_stop(nullptr);
  sumi_game_free(nullptr);
  sumi_result_free(nullptr);
  sumi_analysis_free(nullptr);
  sumi_reader_free(nullptr);
  sumi_text_free(nullptr);
  CHECK(sumi_result_count(nullptr) == 0);
  CHECK(sumi_analysis_count(nullptr) == 0);
  CHECK(sumi_game_size(nullptr) == 0);
  CHECK(sumi_engine_get(nullptr, "level") == nullptr);
  CHECK(std::string(sumi_version()).find('.') != std::string::npos);
}
