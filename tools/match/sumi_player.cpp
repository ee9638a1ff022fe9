// SPDX-License-Identifier: MIT
/// Options in, limits for each move, the search's result out.
#include "book/book.h"
#include "engine/levels.h"
#include "engine/limits.h"
#include "engine/player.h"
#include "engine/ponder.h"
#include "tools/match/sumi_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace sumi::match {
namespace {

SearchLimits limits_of(const EngineOptions& options, const TurnClock& clock) {
  if (clock.control.kind == TimeControl::Kind::kGame) {
    return move_limits(
        options, Clock{std::max(clock.remaining, Millis(0)), clock.control.increment, 0, {}, 0});
  }
  SearchLimits limits = move_limits(options, std::nullopt);
  if (clock.control.kind == TimeControl::Kind::kMove) limits.move_time = clock.control.main;
  return limits;
}

}  // namespace

SumiPlayer::SumiPlayer(const EngineOptions& options)
    : options_(options), engine_(options, book::open_opening_book) {}

Result<std::unique_ptr<SumiPlayer>> SumiPlayer::make(const EngineSpec& spec,
                                                     const PlayerSetup& setup) {
  EngineOptions options;
  options.own_book = false;
  for (const auto& [name, value] : spec.options) {
    if (const auto set = set_option(options, name, value); !set) {
      return Error{set.error().code, fmt::format("{}: {}", spec.name, set.error().message)};
    }
  }
  if (options.book_learn) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{}: book-learn: only an engine with a command learns in a match: "
                             "cmd=\"sumi --book my.book --book-learn true\"",
                             spec.name)};
  }
  options.size = setup.size;
  try {
    return std::unique_ptr<SumiPlayer>(new SumiPlayer(options));
  } catch (const FatalError& e) {
    return Error{ErrorCode::kNotFound, fmt::format("{}: {}", spec.name, e.what())};
  }
}

Outcome<void> SumiPlayer::new_game(const Position&, Color, const TimeControl&, std::uint64_t seed) {
  EngineOptions options = options_;
  if (options.variety_discs > 0 || options.book_variety_discs > 0 ||
      options.player != kSearchPlayer) {
    options.seed = engine_seed(seed);
  }
  engine_.configure(options).value();  // all but the seed was met before
  engine_.clear_table();
  engine_.prepare();
  engine_.await_prepared();  // no clock runs yet
  return {};
}

Outcome<Answer> SumiPlayer::genmove(const Position& position, const TurnClock& clock) {
  const StopWatch watch;
  engine_.set_board(position.board, position.to_move);
  const SearchLimits limits = limits_of(engine_.options(), clock);
  const SearchUpdate result = engine_.think(limits);
  Answer answer;
  answer.seconds = watch.seconds();
  answer.square = result.move();
  if (result.depth > 0 || result.exact) {  // a player has none
    answer.evaluation =
        Evaluation{to_discs(result.value()), result.depth, result.exact, result.nodes};
  }
  const auto expected = ponder_board(engine_.options(), limits, position.board, result);
  if (expected) engine_.ponder(*expected);
  return answer;
}

}  // namespace sumi::match
