// SPDX-License-Identifier: MIT
/// The command table, what waits and what does not, and the commands about the session itself.
#include "engine/base/text.h"
#include "protocol/xboard/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sumi::protocol {

/// When a command is served that comes during a search.
enum class XBoardSession::When {
  kInTurn,  ///< After our move is made. An analysis is stopped for it, and begins again.
  kBeside,  ///< After a move is made, but at once during an analysis.
  kAborts,  ///< At once: the move is not made, the analysis ends.
  kAtOnce,  ///< The search goes on, or ends as it should.
};

struct XBoardSession::Command {
  std::string_view name;
  When when;
  Result<void> (XBoardSession::*run)(Args);
};

/// The one place that knows a command exists; a move without "usermove" is the only other thing
/// that is read. Sorted by name.
std::span<const XBoardSession::Command> XBoardSession::commands() {
  using S = XBoardSession;
  static constexpr std::array kTable{
      Command{".", When::kAtOnce, &S::status},
      Command{"?", When::kAtOnce, &S::move_now},
      Command{"accepted", When::kBeside, &S::ignored},
      Command{"analyze", When::kAborts, &S::analyze},
      Command{"bk", When::kBeside, &S::bk},
      Command{"computer", When::kBeside, &S::ignored},
      Command{"cores", When::kInTurn, &S::cores},
      Command{"draw", When::kBeside, &S::ignored},
      Command{"easy", When::kInTurn, &S::easy},
      Command{"exit", When::kInTurn, &S::exit},
      Command{"force", When::kAborts, &S::force},
      Command{"go", When::kInTurn, &S::go},
      Command{"hard", When::kInTurn, &S::hard},
      Command{"hint", When::kBeside, &S::hint},
      Command{"ics", When::kBeside, &S::ignored},
      Command{"level", When::kBeside, &S::level},
      Command{"memory", When::kInTurn, &S::memory},
      Command{"name", When::kBeside, &S::ignored},
      Command{"new", When::kAborts, &S::new_game},
      Command{"nopost", When::kAtOnce, &S::nopost},
      Command{"nps", When::kBeside, &S::ignored},
      Command{"option", When::kInTurn, &S::option},
      Command{"otim", When::kBeside, &S::ignored},
      Command{"ping", When::kBeside, &S::ping},
      Command{"playother", When::kInTurn, &S::playother},
      Command{"post", When::kAtOnce, &S::post},
      Command{"protover", When::kBeside, &S::protover},
      Command{"quit", When::kAtOnce, &S::quit},
      Command{"random", When::kBeside, &S::ignored},
      Command{"rating", When::kBeside, &S::ignored},
      Command{"rejected", When::kBeside, &S::ignored},
      Command{"remove", When::kAborts, &S::remove},
      Command{"result", When::kAborts, &S::force},
      Command{"sd", When::kBeside, &S::sd},
      Command{"setboard", When::kAborts, &S::setboard},
      Command{"st", When::kBeside, &S::st},
      Command{"time", When::kBeside, &S::time},
      Command{"undo", When::kAborts, &S::undo},
      Command{"usermove", When::kInTurn, &S::usermove},
      Command{"variant", When::kAborts, &S::variant},
      Command{"xboard", When::kBeside, &S::ignored},
  };
  static_assert(std::ranges::is_sorted(kTable, {}, &Command::name));
  return kTable;
}

const XBoardSession::Command* XBoardSession::find(std::string_view name) {
  const auto row = std::ranges::lower_bound(commands(), name, {}, &Command::name);
  return row != commands().end() && row->name == name ? &*row : nullptr;
}

XBoardSession::XBoardSession(Engine& engine, Peer& peer)
    : engine_(engine),
      peer_(peer),
      search_(engine, peer),
      learner_(engine, [&peer](std::string_view text) { peer.note(text); }),
      waiting_(peer, [this] { answer_waiting(); }) {
  EngineOptions options = engine.options();
  if (std::exchange(options.size, 8) != 8) {
    // Options that fit only another board become an error when a move is asked for.
    if (const auto met = engine.configure_step(options); !met) peer.note(met.error().message);
  }
}

void XBoardSession::on_line(const TextLine& line) {
  if (ended_) return;
  const XBoardRequest request = parse_xboard_line(line.text);
  if (request.name.empty() && !line.cut) return;
  const When when = when_of(line);
  const bool beside = when == When::kBeside && analysis_runs() && waiting_.empty();
  if (when == When::kAtOnce || beside) return run(line);

  waiting_.push(line);
  if (when == When::kAborts) ++aborts_waiting_;
  if (analysis_runs() || (search_.running() && when == When::kAborts)) abandon();
  answer_waiting();
}

/// A move that only its depth would end may take for ever, and nobody could stop it.
void XBoardSession::on_end() {
  ended_ = true;
  const SearchLimits limits = this->limits();
  const bool timed = limits.clock || limits.move_time || limits.nodes;
  if (analysis_runs()) abandon();
  if (search_.running() && !timed) search_.stop();
  answer_waiting();
}

void XBoardSession::close() {
  ended_ = true;
  waiting_.clear();
  aborts_waiting_ = 0;
  if (search_.running()) abandon();
  answer_waiting();
}

void XBoardSession::abandon() {
  abandoned_ = true;
  search_.stop();
}

XBoardSession::When XBoardSession::when_of(const TextLine& line) {
  const Command* const command = line.cut ? nullptr : find(parse_xboard_line(line.text).name);
  return command ? command->when : When::kInTurn;
}

void XBoardSession::answer_waiting() {
  const auto serve = [this](const TextLine& line) {
    if (when_of(line) == When::kAborts) --aborts_waiting_;
    run(line);
  };
  waiting_.take_turn([this](const TextLine&) { return !search_.running(); }, serve);
  if (!search_.running() && waiting_.empty()) tend_engine();
}

void XBoardSession::run(const TextLine& line) {
  const XBoardRequest request = parse_xboard_line(line.text);
  if (line.cut) {
    return write(fmt::format("Error (line is longer than {} bytes): {}", kMaxLineBytes,
                             sumi::quoted(request.name)));
  }
  const Command* const command = find(request.name);
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

/// Version 1 has no features, and sends no such line.
Result<void> XBoardSession::protover(Args) {
  for (const std::string& line : xboard_features(engine_.options())) peer_.write(line);
  peer_.flush();
  return {};
}

Result<void> XBoardSession::ping(Args args) {
  const auto number = parse_int(args);
  if (!number) return syntax_error("ping", args, "a number");
  if (!search_.running()) {
    engine_.prepare();
    engine_.await_prepared();
  }
  write(fmt::format("pong {}", *number));
  return {};
}

Result<void> XBoardSession::quit(Args) {
  close();
  return {};
}

}  // namespace sumi::protocol
