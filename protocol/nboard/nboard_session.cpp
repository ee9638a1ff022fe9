// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "protocol/nboard/nboard_session.h"
#include "protocol/session/command_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sumi::protocol {

/// Arguments in square brackets are optional.
struct NBoardSession::Command : CommandRow<NBoardSession, Args, Reply> {
  bool is_task = false;  ///< A ping drops it from the queue.
};

std::span<const NBoardSession::Command> NBoardSession::commands() {
  using S = NBoardSession;
  using enum DuringSearch;
  static constexpr std::array kTable{
      Command{{"analyze", "", &S::analyze}, true},
      Command{{"go", "", &S::go}, true},
      Command{{"hint", "[<moves>]", &S::hint}, true},
      Command{{"learn", "", &S::learn}},
      Command{{"move", "<move>", &S::move}},
      Command{{"nboard", "[<version>]", &S::nboard}},
      Command{{"ping", "<number>", &S::ping, kServe}},
      Command{{"quit", "", &S::quit, kServe}},
      Command{{"set", "<name> <value>", &S::set}},
  };
  return kTable;
}

namespace {

/// Version 1 sends moves without a command.
bool is_bare_move(std::string_view word, int size) {
  return word.substr(0, word.find('/')).size() == 2 && parse_nboard_move(word, size).has_value();
}

}  // namespace

NBoardSession::NBoardSession(Engine& engine, Peer& peer)
    : EngineSession(engine, peer), game_(start_position(engine.options().size)) {}

void NBoardSession::on_line(const TextLine& line) {
  if (ended_) return;
  if (line.cut) {
    peer_.write(
        fmt::format("status {} is longer than {} bytes", sumi::quoted(line.text), kMaxLineBytes));
    return peer_.flush();
  }
  NBoardRequest request = split_nboard_line(line.text);
  const Command* const command = read(request);
  if (!command) return;
  if (command->during_search == DuringSearch::kServe) return serve(*command, request.arguments);
  if (task_ == Task::kHint) stop_task();
  waiting_.push(line);
  answer_waiting();
}

/// Expands a bare move to a full command. Null for an unknown command.
const NBoardSession::Command* NBoardSession::read(NBoardRequest& request) const {
  const Command* const command = find_command(commands(), request.name);
  if (command || !request.arguments.empty()) return command;
  if (!is_bare_move(request.name, game_.position().size)) return nullptr;
  request.arguments = request.name;
  return find_command(commands(), "move");
}

/// A hint that has shown nothing may finish an iteration.
void NBoardSession::on_end() {
  ended_ = true;
  if (task_ == Task::kHint && result_shown_) search_.stop();
}

void NBoardSession::close() {
  waiting_.clear();
  stop_soon();
}

/// Moves are then the best so far; hints and analyses report nothing more.
void NBoardSession::stop_soon() {
  ended_ = true;
  stop_soon_ = true;
  if (task_ != Task::kMove) task_ = Task::kNone;
  search_.stop();
}

void NBoardSession::answer_waiting() {
  const auto serve_line = [this](const TextLine& line) {
    NBoardRequest request = split_nboard_line(line.text);
    if (const Command* const command = read(request)) serve(*command, request.arguments);
  };
  waiting_.take_turn([this](const TextLine&) { return !busy(); }, serve_line);
}

void NBoardSession::drop_waiting_tasks() {
  waiting_.erase_if([](const TextLine& line) {
    const Command* const command = find_command(commands(), split_nboard_line(line.text).name);
    return command && command->is_task;
  });
}

Error NBoardSession::usage_error(const Command& command) {
  return {ErrorCode::kBadSyntax, fmt::format("usage: {} {}", command.name, command.usage)};
}

void NBoardSession::serve(const Command& command, Args args) {
  const bool missing = args.empty() && command.usage.starts_with('<');
  const Reply done = missing ? Reply(usage_error(command)) : (this->*command.run)(args);
  if (!done) peer_.write("status " + done.error().message);
  peer_.flush();
}

/// Ignores versions that are not numbers.
NBoardSession::Reply NBoardSession::nboard(Args args) {
  version_ = parse_int(args).value_or(version_);
  return {};
}

/// State sent before the ping may wait; reports on the old state end.
NBoardSession::Reply NBoardSession::ping(Args args) {
  const std::optional<int> number = parse_int(args);
  if (!number) {
    return syntax_error("ping", args, "a number");
  }
  drop_waiting_tasks();
  stop_task();
  prepare_engine();
  peer_.write(fmt::format("pong {}", *number));
  return {};
}

/// An explicit request ignores book-learn. Repeated games count once.
NBoardSession::Reply NBoardSession::learn(Args) {
  if (const auto learned = engine_.learn(record_of(game_)); !learned) return learned.error();
  peer_.write("learned");
  return {};
}

/// Serves waiting lines first, so that a requested move is still played.
NBoardSession::Reply NBoardSession::quit(Args) {
  stop_soon();
  return {};
}

}  // namespace sumi::protocol
