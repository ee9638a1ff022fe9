// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/levels.h"
#include "protocol/session/option_notes.h"
#include "protocol/xboard/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sumi::protocol {

/// Sorted by name. The only other input is a move without "usermove".
std::span<const XBoardSession::Command> XBoardSession::commands() {
  using S = XBoardSession;
  using enum DuringSearch;
  static constexpr std::array kTable{
      Command{".", "", &S::status, kServe},
      Command{"?", "", &S::move_now, kServe},
      Command{"accepted", "", &S::ignored, kServeBesideAnalysis},
      Command{"analyze", "", &S::analyze, kEnd},
      Command{"bk", "", &S::bk, kServeBesideAnalysis},
      Command{"computer", "", &S::ignored, kServeBesideAnalysis},
      Command{"cores", "", &S::cores},
      Command{"draw", "", &S::ignored, kServeBesideAnalysis},
      Command{"easy", "", &S::easy},
      Command{"exit", "", &S::exit},
      Command{"force", "", &S::force, kEnd},
      Command{"go", "", &S::go},
      Command{"hard", "", &S::hard},
      Command{"hint", "", &S::hint, kServeBesideAnalysis},
      Command{"ics", "", &S::ignored, kServeBesideAnalysis},
      Command{"level", "", &S::level, kServeBesideAnalysis},
      Command{"memory", "", &S::memory},
      Command{"name", "", &S::ignored, kServeBesideAnalysis},
      Command{"new", "", &S::new_game, kEnd},
      Command{"nopost", "", &S::nopost, kServe},
      Command{"nps", "", &S::ignored, kServeBesideAnalysis},
      Command{"option", "", &S::option},
      Command{"otim", "", &S::ignored, kServeBesideAnalysis},
      Command{"ping", "", &S::ping, kServeBesideAnalysis},
      Command{"playother", "", &S::playother},
      Command{"post", "", &S::post, kServe},
      Command{"protover", "", &S::protover, kServeBesideAnalysis},
      Command{"quit", "", &S::quit, kServe},
      Command{"random", "", &S::ignored, kServeBesideAnalysis},
      Command{"rating", "", &S::ignored, kServeBesideAnalysis},
      Command{"rejected", "", &S::ignored, kServeBesideAnalysis},
      Command{"remove", "", &S::remove, kEnd},
      Command{"result", "", &S::force, kEnd},
      Command{"sd", "", &S::sd, kServeBesideAnalysis},
      Command{"setboard", "", &S::setboard, kEnd},
      Command{"st", "", &S::st, kServeBesideAnalysis},
      Command{"time", "", &S::time, kServeBesideAnalysis},
      Command{"undo", "", &S::undo, kEnd},
      Command{"usermove", "", &S::usermove},
      Command{"variant", "", &S::variant, kEnd},
      Command{"xboard", "", &S::ignored, kServeBesideAnalysis},
  };
  static_assert(std::ranges::is_sorted(kTable, {}, &Command::name));
  return kTable;
}

XBoardSession::XBoardSession(Engine& engine, Peer& peer)
    : EngineSession(engine, peer),
      learner_(engine, [&peer](std::string_view text) { peer.note(text); }) {
  EngineOptions options = engine.options();
  if (std::exchange(options.size, 8) != 8) {
    // An option conflict becomes an error when a move is requested.
    if (const auto met = engine.configure_step(options); !met) peer.note(met.error().message);
  }
}

void XBoardSession::on_line(const TextLine& line) {
  if (ended_) return;
  const XBoardRequest request = parse_xboard_line(line.text);
  if (request.name.empty() && !line.cut) return;
  const DuringSearch during = during_search(line);
  const bool beside =
      during == DuringSearch::kServeBesideAnalysis && analysis_runs() && waiting_.empty();
  if (during == DuringSearch::kServe || beside) return run(line);

  waiting_.push(line);
  if (during == DuringSearch::kEnd) ++aborts_waiting_;
  if (analysis_runs() || (search_.running() && during == DuringSearch::kEnd)) abandon();
  answer_waiting();
}

void XBoardSession::on_end() {
  ended_ = true;
  cut_short();
  answer_waiting();
}

void XBoardSession::close() {
  waiting_.clear();
  aborts_waiting_ = 0;
  stop_soon_ = true;
  on_end();
}

/// At the end of input, stops analyses and searches limited only by depth, which may take long.
void XBoardSession::cut_short() {
  const SearchLimits limits = this->limits();
  const bool timed = limits.clock || limits.move_time || limits.nodes;
  if (analysis_runs()) abandon();
  if (stop_soon_ || !timed) search_.stop();
}

void XBoardSession::abandon() {
  abandoned_ = true;
  search_.stop();
}

DuringSearch XBoardSession::during_search(const TextLine& line) {
  const Command* const command =
      line.cut ? nullptr : find_command(commands(), parse_xboard_line(line.text).name);
  return command ? command->during_search : DuringSearch::kWait;
}

void XBoardSession::answer_waiting() {
  const auto serve = [this](const TextLine& line) {
    if (during_search(line) == DuringSearch::kEnd) --aborts_waiting_;
    run(line);
  };
  waiting_.take_turn([this](const TextLine&) { return !search_.running(); }, serve);
  if (!search_.running() && waiting_.empty()) on_idle();
}

void XBoardSession::run(const TextLine& line) {
  const XBoardRequest request = parse_xboard_line(line.text);
  if (line.cut) {
    return write(fmt::format("Error (line is longer than {} bytes): {}", kMaxLineBytes,
                             sumi::quoted(request.name)));
  }
  line_ = trim(line.text);
  if (const Command* const command = find_command(commands(), request.name)) {
    (this->*command->run)(request.args);
  } else if (parse_xboard_move(request.name)) {
    usermove(request.name);
  } else {
    refuse({ErrorCode::kNotFound, "unknown command"});
  }
}

void XBoardSession::refuse(const Error& error) {
  write(fmt::format("Error ({}): {}", error.message, sumi::quoted(line_)));
}

/// Not sent in version 1, which has no features.
void XBoardSession::protover(Args) {
  for (const std::string& line : xboard_features(engine_.options())) peer_.write(line);
  peer_.flush();
}

void XBoardSession::ping(Args args) {
  const auto number = parse_int(args);
  if (!number) return refuse(syntax_error("ping", args, "a number"));
  prepare_engine();
  write(fmt::format("pong {}", *number));
}

/// Serves waiting lines first; a requested move is the best so far.
void XBoardSession::quit(Args) {
  stop_soon_ = true;
  on_end();
}

namespace {

constexpr int kMaxDepth = 60;

}  // namespace

void XBoardSession::level(Args args) {
  const auto level = parse_xboard_level(args);
  if (!level) return refuse(level.error());
  level_ = *level;
  left_ = level->base;
  moves_made_ = 0;
  move_time_.reset();
}

/// Sets the time per move, instead of a level.
void XBoardSession::st(Args args) {
  const auto time = parse_xboard_seconds(args);
  if (!time) return refuse(time.error());
  move_time_ = std::max(*time, Millis(1));
  level_.reset();
}

/// Sets the depth limit, besides level or time per move.
void XBoardSession::sd(Args args) {
  const auto depth = parse_int(args);
  if (!depth || *depth < 1) {
    return refuse(syntax_error("depth", args, "a number of plies, 1 or more"));
  }
  depth_ = std::min(*depth, kMaxDepth);
}

/// Our time left in centiseconds; without a level or time per move, for the whole game.
void XBoardSession::time(Args args) {
  const auto centiseconds = parse_int(args);
  if (!centiseconds) return refuse(syntax_error("time", args, "a number of centiseconds"));
  left_ = Millis(10) * std::max(*centiseconds, 0);
  if (!level_ && !move_time_) level_ = XBoardLevel{.moves = 0, .base = left_, .increment = {}};
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
void XBoardSession::configure(std::string_view name, std::string_view value) {
  EngineOptions options = engine_.options();
  if (const auto set = set_option(options, name, value); !set) return refuse(set.error());
  if (options.size != 8) return refuse({ErrorCode::kOutOfRange, "size: reversi is 8x8 here"});
  const auto met = configure_with_notes(engine_, options, name,
                                        [this](const std::string& note) { write("# " + note); });
  if (!met) refuse(met.error());
}

/// Clamps a number to the option's range, because the peer sends values for its user's machine.
/// Requires: the option exists.
void XBoardSession::configure_clamped(std::string_view name, Args number) {
  const auto wanted = parse_int(number);
  if (!wanted) return refuse(syntax_error(name, number, "a number"));
  const OptionSpec& spec = *find_option(name);
  configure(name, std::to_string(std::clamp(*wanted, spec.min, spec.max)));
}

void XBoardSession::option(Args args) {
  const auto option = parse_xboard_option(args);
  if (!option) return refuse(option.error());
  configure(option->name, option->value);
}

}  // namespace sumi::protocol
