// SPDX-License-Identifier: MIT
/// Owning C++ handles for sumi.h.
#pragma once

#include "protocol/c/sumi.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

namespace sumi::c_tests {

template <auto free>
struct Free {
  template <class T>
  void operator()(T* handle) const {
    free(handle);
  }
};

using EngineHandle = std::unique_ptr<sumi_engine, Free<sumi_engine_free>>;
using GameHandle = std::unique_ptr<sumi_game, Free<sumi_game_free>>;
using ResultHandle = std::unique_ptr<sumi_result, Free<sumi_result_free>>;
using AnalysisHandle = std::unique_ptr<sumi_analysis, Free<sumi_analysis_free>>;
using ReaderHandle = std::unique_ptr<sumi_reader, Free<sumi_reader_free>>;

inline EngineHandle new_engine() {
  sumi_engine* engine = nullptr;
  REQUIRE(sumi_engine_new(&engine) == SUMI_OK);
  REQUIRE(sumi_engine_set(engine, "hash-mib", "8") == SUMI_OK);
  return EngineHandle(engine);
}

inline GameHandle new_game(const std::string& text, int size = 8) {
  sumi_game* game = nullptr;
  INFO(text);
  const sumi_status status = sumi_game_new(text.c_str(), size, &game);
  INFO(sumi_error());
  REQUIRE(status == SUMI_OK);
  return GameHandle(game);
}

inline std::string text_of(const GameHandle& game, const char* format) {
  char* text = nullptr;
  REQUIRE(sumi_game_text(game.get(), format, &text) == SUMI_OK);
  std::string copy = text;
  sumi_text_free(text);
  return copy;
}

inline sumi_limits limits_at_level(int level) {
  sumi_limits limits = SUMI_LIMITS_INIT;
  limits.level = level;
  return limits;
}

inline ResultHandle search(const EngineHandle& engine, const GameHandle& game,
                           const sumi_limits& limits, sumi_search_callback callback = nullptr,
                           void* user = nullptr) {
  sumi_result* result = nullptr;
  const sumi_status status =
      sumi_search(engine.get(), game.get(), &limits, callback, user, &result);
  INFO(sumi_error());
  REQUIRE(status == SUMI_OK);
  return ResultHandle(result);
}

/// 12 empties, Black to move: g8 wins by 18.
inline constexpr const char* kLateBoard =
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

}  // namespace sumi::c_tests
