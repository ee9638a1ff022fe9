// SPDX-License-Identifier: MIT
/// Only for protocol/c.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"
#include "protocol/service/game_analysis.h"

#define SUMI_BUILDING  // exports its functions
#include "protocol/c/sumi.h"

#include <atomic>
#include <condition_variable>
#include <cxxabi.h>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sumi_game {
  sumi::GameRecord about;         ///< The game's text and fields.
  sumi::Game game;                ///< The same game on a board.
  mutable std::string opening{};  ///< Last result of sumi_game_opening().
};

struct sumi_reader {
  sumi::GameFileReader reader;
};

struct sumi_result {
  /// A candidate with the texts that sumi.h returns.
  struct Row {
    sumi::Square square;
    std::string move, line;
    double score;
    sumi::Basis basis;
    bool exact;
    sumi::GameCounts games{};
  };

  bool final;
  std::uint64_t nodes;
  double seconds;
  sumi::EndedBy ended_by;
  std::vector<Row> rows;
  std::string json;
};

/// The position of a search, and how to read its result.
struct SearchedGame {
  sumi::Position position;
  bool win_loss_draw = false;
  bool by_depth = false;  ///< `depth` and not a level sets the depth.
};

struct sumi_engine {
  std::atomic<bool> stopped{false};  ///< The running call should end.
  std::string value{};               ///< Last result of sumi_engine_get().

  /// The started search, until the caller takes its last result.
  std::optional<SearchedGame> searched{};
  std::mutex mutex{};  ///< Guards the members below, which the engine's thread writes.
  std::condition_variable updated{};
  std::optional<sumi::SearchUpdate> latest{};
  bool done = false;

  sumi::Engine engine;  ///< Last member: destroyed before the data that its thread writes.
};

struct sumi_analysis {
  struct Row {
    std::string move, best, mark;
  };

  sumi::protocol::GameAnalysis analysis;
  std::vector<Row> rows;
  std::string json;
};

namespace sumi::c_api {

/// Stores the message for sumi_error() and returns the status.
sumi_status fail(sumi_status status, std::string_view text) noexcept;
sumi_status fail(const Error& error) noexcept;

inline sumi_status missing(std::string_view argument) noexcept {
  return fail(SUMI_OUT_OF_RANGE, std::string(argument) + " is NULL");
}

/// Turns exceptions into errors, but propagates forced unwinding (thread cancellation).
template <class Call>
sumi_status guarded(Call call) {
  try {
    return call();
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (const std::bad_alloc&) {
    return fail(SUMI_NO_MEMORY, "out of memory");
  } catch (const std::exception& e) {
    return fail(SUMI_INTERNAL, e.what());
  } catch (...) {
    return fail(SUMI_INTERNAL, "an exception of no known kind");
  }
}

Result<void> check_size(int size);

/// Sets fields that the caller's older header lacks to their defaults. Null: SUMI_LIMITS_INIT.
Result<sumi_limits> checked_limits(const sumi_limits* limits);

/// `options` are the engine's. Requires: the limits are checked.
SearchLimits search_limits(const sumi_limits& limits, const EngineOptions& options);

SearchedGame searched_game(const Position& position, const sumi_limits& limits,
                           const EngineOptions& options);

std::unique_ptr<sumi_result> result_of(SearchUpdate update, const SearchedGame& game, bool final);

/// Starts a call that sumi_engine_stop() can end. Fails until the caller has taken the last result
/// of a started search.
sumi_status begin_call(sumi_engine& engine) noexcept;

}  // namespace sumi::c_api
