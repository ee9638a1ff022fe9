// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
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
  const Command* const command = find_command(commands(), request.name);
  Result<void> done;
  if (command) {
    done = (this->*command->run)(request.args);
  } else if (parse_xboard_move(request.name)) {
    done = usermove(request.name);
  } else {
    done = Error{ErrorCode::kNotFound, "unknown command"};
  }
  if (!done)
    write(fmt::format("Error ({}): {}", done.error().message, sumi::quoted(trim(line.text))));
}

void XBoardSession::write(std::string_view line) {
  peer_.write(line);
  peer_.flush();
}

Result<void> XBoardSession::ignored(Args) { return {}; }

/// Not sent in version 1, which has no features.
Result<void> XBoardSession::protover(Args) {
  for (const std::string& line : xboard_features(engine_.options())) peer_.write(line);
  peer_.flush();
  return {};
}

Result<void> XBoardSession::ping(Args args) {
  const auto number = parse_int(args);
  if (!number) return syntax_error("ping", args, "a number");
  prepare_engine();
  write(fmt::format("pong {}", *number));
  return {};
}

/// Serves waiting lines first; a requested move is the best so far.
Result<void> XBoardSession::quit(Args) {
  stop_soon_ = true;
  on_end();
  return {};
}

}  // namespace sumi::protocol
