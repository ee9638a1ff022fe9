// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/levels.h"
#include "protocol/session/option_notes.h"
#include "protocol/xboard/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

constexpr int kMaxDepth = 60;

/// Parses a number and clamps it to the option's range, because the peer sends values for its
/// user's machine. Requires: the option exists.
Result<std::string> within_range(std::string_view name, std::string_view text) {
  const auto number = parse_int(text);
  if (!number) return syntax_error(name, text, "a number");
  const OptionSpec& spec = *find_option(name);
  return std::to_string(std::clamp(*number, spec.min, spec.max));
}

}  // namespace

Result<void> XBoardSession::level(Args args) {
  const auto level = parse_xboard_level(args);
  if (!level) return level.error();
  level_ = *level;
  left_ = level->base;
  moves_made_ = 0;
  move_time_.reset();
  return {};
}

/// Sets the time per move, instead of a level.
Result<void> XBoardSession::st(Args args) {
  const auto time = parse_xboard_seconds(args);
  if (!time) return time.error();
  move_time_ = std::max(*time, Millis(1));
  level_.reset();
  return {};
}

/// Sets the depth limit, besides level or time per move.
Result<void> XBoardSession::sd(Args args) {
  const auto depth = parse_int(args);
  if (!depth || *depth < 1) {
    return syntax_error("depth", args, "a number of plies, 1 or more");
  }
  depth_ = std::min(*depth, kMaxDepth);
  return {};
}

/// Our time left in centiseconds; without a level or time per move, for the whole game.
Result<void> XBoardSession::time(Args args) {
  const auto centiseconds = parse_int(args);
  if (!centiseconds) return syntax_error("time", args, "a number of centiseconds");
  left_ = Millis(10) * std::max(*centiseconds, 0);
  if (!level_ && !move_time_) level_ = XBoardLevel{.moves = 0, .base = left_, .increment = {}};
  return {};
}

std::optional<Clock> XBoardSession::clock() const {
  if (!level_) return std::nullopt;
  const int moves = level_->moves;
  return Clock{left_, level_->increment, moves > 0 ? moves - moves_made_ % moves : 0};
}

/// Limits for our move: level, time, depth, and the options' limits.
SearchLimits XBoardSession::limits() const {
  EngineOptions options = engine_.options();
  if (move_time_) options.move_time_ms = static_cast<int>(move_time_->count());
  if (depth_) options.depth = std::min(*depth_, options.depth > 0 ? options.depth : kMaxDepth);
  return move_limits(options, clock());
}

/// Counts our time, because the peer need not send it before each move.
void XBoardSession::spend(Millis used) {
  if (!level_) return;
  left_ = std::max(left_ - used, Millis{}) + level_->increment;
  ++moves_made_;
  if (level_->moves > 0 && moves_made_ % level_->moves == 0) left_ += level_->base;
}

/// Sends notes as comments (feature "debug").
Result<void> XBoardSession::configure(std::string_view name, std::string_view value) {
  EngineOptions options = engine_.options();
  if (const auto set = set_option(options, name, value); !set) return set;
  if (options.size != 8) return Error{ErrorCode::kOutOfRange, "size: reversi is 8x8 here"};
  const bool was_pending = engine_.pending().has_value();
  if (const auto met = engine_.configure_step(options); !met) return met;
  for (const std::string& note : option_notes(engine_, name, was_pending)) {
    write("# " + note);
  }
  return {};
}

Result<void> XBoardSession::memory(Args args) {
  const auto mib = within_range("hash-mib", args);
  if (!mib) return mib.error();
  return configure("hash-mib", *mib);
}

Result<void> XBoardSession::cores(Args args) {
  const auto threads = within_range("threads", args);
  if (!threads) return threads.error();
  return configure("threads", *threads);
}

Result<void> XBoardSession::option(Args args) {
  const auto option = parse_xboard_option(args);
  if (!option) return option.error();
  return configure(option->name, option->value);
}

Result<void> XBoardSession::hard(Args) { return configure("ponder", "true"); }

Result<void> XBoardSession::easy(Args) { return configure("ponder", "false"); }

Result<void> XBoardSession::post(Args) {
  post_ = true;
  return {};
}

Result<void> XBoardSession::nopost(Args) {
  post_ = false;
  return {};
}

}  // namespace sumi::protocol
