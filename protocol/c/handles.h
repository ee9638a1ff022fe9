// SPDX-License-Identifier: MIT
/// Only for protocol/c.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"

#define SUMI_BUILDING  // exports its functions
#include "protocol/c/sumi.h"

#include <atomic>
#include <condition_variable>
#include <cxxabi.h>
#include <exception>
#include <initializer_list>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct sumi_game {
  sumi::GameRecord about;         ///< The game's text and fields.
  sumi::Game game;                ///< The same game on a board.
  mutable std::string opening{};  ///< Last result of sumi_game_opening().
};

struct sumi_reader {
  sumi::GameFileReader reader;
};

namespace sumi::c_api {

/// A score that sumi.h returns for "none".
inline constexpr double kNoScore = std::numeric_limits<double>::quiet_NaN();

}  // namespace sumi::c_api

struct sumi_result {
  /// A candidate as sumi.h returns it; by default, what it returns for none.
  struct Row {
    sumi::Square square = sumi::Square::kPass;
    std::string move{}, line{};
    double score = sumi::c_api::kNoScore;
    sumi::Basis basis{.selectivity = 0};
    bool exact = false;
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
  /// A move as sumi.h returns it; by default, what it returns for none.
  struct Row {
    int number = 0;
    bool black = false, exact = false;
    double score = sumi::c_api::kNoScore;
    double best_score = sumi::c_api::kNoScore;
    double lost = sumi::c_api::kNoScore;
    std::string move{}, best{}, mark{};
  };

  bool partial = false;
  std::vector<Row> rows;
  std::string json;
};

namespace sumi::c_api {

/// Thrown to end a call with this status and message; see guarded().
struct Failure {
  sumi_status status;
  std::string message;
};

Failure failure(const Error& error);

/// The value; throws the error as a Failure.
template <class T>
T value_of(Result<T> result) {
  if (!result) throw failure(result.error());
  return std::move(result).value();
}

struct Argument {
  const void* pointer;
  std::string_view name;
};

/// Throws if one of the arguments is null.
inline void require(std::initializer_list<Argument> arguments) {
  for (const auto& [pointer, name] : arguments) {
    if (!pointer) throw Failure{SUMI_OUT_OF_RANGE, std::string(name) + " is NULL"};
  }
}

/// Sets `*output` to null. Throws if `output` is null.
template <class T>
void clear(T** output, std::string_view name) {
  require({{output, name}});
  *output = nullptr;
}

/// Stores the message for sumi_error() and returns the status.
sumi_status store_error(sumi_status status, std::string_view message) noexcept;

/// Turns exceptions into errors, but propagates forced unwinding (thread cancellation).
template <class Call>
sumi_status guarded(Call call) {
  try {
    call();
    return SUMI_OK;
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (const Failure& e) {
    return store_error(e.status, e.message);
  } catch (const std::bad_alloc&) {
    return store_error(SUMI_NO_MEMORY, "out of memory");
  } catch (const std::exception& e) {
    return store_error(SUMI_INTERNAL, e.what());
  } catch (...) {
    return store_error(SUMI_INTERNAL, "an exception of no known kind");
  }
}

// The functions below may throw Failure.

void check_size(int size);

/// Fails if options conflict.
void check_options(const Engine& engine);

/// Sets fields that the caller's older header lacks to their defaults. Null: SUMI_LIMITS_INIT.
sumi_limits checked_limits(const sumi_limits* limits);

/// `options` are the engine's. Requires: the limits are checked.
SearchLimits search_limits(const sumi_limits& limits, const EngineOptions& options);

SearchedGame searched_game(const Position& position, const sumi_limits& limits,
                           const EngineOptions& options);

std::unique_ptr<sumi_result> result_of(SearchUpdate update, const SearchedGame& game, bool final);

/// Starts a call that sumi_engine_stop() can end. Fails until the caller has taken the last result
/// of a started search.
void begin_call(sumi_engine& engine);

}  // namespace sumi::c_api
