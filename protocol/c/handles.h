// SPDX-License-Identifier: MIT
/// What the handles of sumi.h are, and how its functions fail. For protocol/c only.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"
#include "protocol/service/game_analysis.h"

#define SUMI_BUILDING  // its functions are to be visible
#include "protocol/c/sumi.h"

#include <atomic>
#include <condition_variable>
#include <cxxabi.h>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sumi_game {
  sumi::GameRecord about;         ///< The game, with what is said about it.
  sumi::Game game;                ///< The same, as it is played.
  mutable std::string opening{};  ///< What sumi_game_opening() has returned.
};

struct sumi_reader {
  sumi::GameFileReader reader;
};

struct sumi_result {
  /// A candidate as the functions of sumi.h tell it.
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
  std::vector<Row> rows;
  std::string json;
};

/// What is asked of a search besides its limits.
struct SearchedGame {
  sumi::Position position;
  bool win_loss_draw = false;
};

struct sumi_engine {
  std::atomic<bool> stopped{false};  ///< The running call is to end.
  std::string value{};               ///< What sumi_engine_get() has returned.

  /// The search that was started, until its last result is taken.
  std::optional<SearchedGame> searched{};
  std::mutex mutex{};  ///< Guards what follows, which the engine's thread writes.
  std::condition_variable news{};
  std::optional<sumi::SearchUpdate> latest{};
  bool done = false;

  sumi::Engine engine;  ///< Last: it ends before what its thread writes to.
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

/// Keeps the words for sumi_error(), and returns the status.
sumi_status fail(sumi_status status, std::string_view text) noexcept;
sumi_status fail(const Error& error) noexcept;

/// For a pointer that must not be null.
inline sumi_status missing(std::string_view argument) noexcept {
  return fail(SUMI_OUT_OF_RANGE, std::string(argument) + " is NULL");
}

/// Lets no exception out, except for what ends the calling thread: it is the program's.
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

/// Fails if boards have no such size.
Result<void> check_size(int size);

/// The limits as this library knows them: what the caller's header did not have is not set. Null is
/// SUMI_LIMITS_INIT.
Result<sumi_limits> checked_limits(const sumi_limits* limits);

/// What the limits mean for a search of the library; `options` are those of the engine. Requires:
/// they are checked.
SearchLimits search_limits(const sumi_limits& limits, const EngineOptions& options);

/// Begins a call that sumi_engine_stop() may end. Fails while a search was started whose last
/// result nobody has taken.
sumi_status begin_call(sumi_engine& engine) noexcept;

}  // namespace sumi::c_api
