// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/options.h"
#include "protocol/cassio/cassio_session.h"
#include "protocol/session/option_notes.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sumi::protocol {

/// Sorted by name.
std::span<const CassioSession::Command> CassioSession::commands() {
  using S = CassioSession;
  using enum DuringSearch;
  static constexpr std::array kTable{
      Command{"empty-hash", "", &S::empty_hash},
      Command{"endgame-search", "", &S::endgame_search},
      Command{"feed-hash", "", &S::feed_hash},
      Command{"get-search-infos", "", &S::get_search_infos, kServe},
      Command{"get-version", "", &S::get_version},
      Command{"init", "", &S::init},
      Command{"midgame-search", "", &S::midgame_search},
      Command{"new-position", "", &S::new_position},
      Command{"quit", "", &S::quit, kServe},
      Command{"set-option", "", &S::set_option},
      Command{"stop", "", &S::stop, kServe},
  };
  static_assert(std::ranges::is_sorted(kTable, {}, &Command::name));
  return kTable;
}

void CassioSession::on_line(const TextLine& line) {
  if (ended_) return;
  const auto request = parse_cassio_line(line.text);
  if (request && !*request && !line.cut) return heartbeat();
  const Command* const command =
      request && *request ? find_command(commands(), (*request)->command) : nullptr;
  if (command && command->during_search == DuringSearch::kServe && !line.cut) {
    (this->*command->run)((*request)->args);
    return;
  }
  waiting_.push(line);
  answer_waiting();
}

/// A script may send everything and close the pipe, so all lines are answered. An interactive
/// client is gone: drops the rest.
void CassioSession::on_end() {
  if (interactive_) return end_now();
  ended_ = true;
  answer_waiting();
}

void CassioSession::end_now() {
  ended_ = true;
  waiting_.clear();
  search_.stop();
  answer_waiting();
}

void CassioSession::answer_waiting() {
  const auto serve = [this](const TextLine& line) {
    if (const Reply reply = run(line)) write_ready(*reply);
  };
  waiting_.take_turn([this](const TextLine&) { return !search_.running(); }, serve);
  const bool over = ended_ && !search_.running() && waiting_.empty();
  if (over && !std::exchange(bye_sent_, true)) write("bye bye.");
}

CassioSession::Reply CassioSession::run(const TextLine& line) {
  if (line.cut) {
    return Error{ErrorCode::kBadSyntax, fmt::format("line is longer than {} bytes", kMaxLineBytes)};
  }
  const auto request = parse_cassio_line(line.text);
  if (!request) return request.error();
  const Command* const command = find_command(commands(), (*request)->command);
  if (!command) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("unknown command: {}", sumi::quoted((*request)->command))};
  }
  return (this->*command->run)((*request)->args);
}

void CassioSession::write_ready(const Result<void>& done) {
  if (!done) peer_.write(fmt::format("ERROR: {}", done.error().message));
  write("ready.");
}

void CassioSession::heartbeat() {
  interactive_ = interactive_ || search_.running();
  write(search_.running() ? "ok." : "ready.");
}

CassioSession::Reply CassioSession::init(Args) {
  prepare_engine();
  return Result<void>();
}

CassioSession::Reply CassioSession::get_version(Args) {
  peer_.write(fmt::format("version: {} {}", engine_.options().name, kVersion));
  return Result<void>();
}

CassioSession::Reply CassioSession::empty_hash(Args) {
  engine_.clear_table();
  return Result<void>();
}

CassioSession::Reply CassioSession::feed_hash(Args args) {
  const auto known = parse_cassio_table_entry(args);
  if (!known) return known.error();
  if (const auto met = use_size(8); !met) return met;
  if (engine_.pending()) return *engine_.pending();
  engine_.add_knowledge(known->position.board, known->report);
  return Result<void>();
}

CassioSession::Reply CassioSession::set_option(Args args) {
  const std::size_t end = std::min(args.find_first_of(" \t"), args.size());
  if (end == 0) return Error{ErrorCode::kBadSyntax, "usage set-option NAME VALUE"};
  return configure(args.substr(0, end), trim(args.substr(end)));
}

/// Notes go to standard error: scripts take any line before "ready." for an answer.
Result<void> CassioSession::configure(std::string_view name, std::string_view value) {
  if (name == "result-lines") {
    constexpr std::array<std::string_view, 3> kNames{"auto", "all", "final"};  // as in ResultLines
    const auto found = std::ranges::find(kNames, value);
    if (found == kNames.end()) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("{}: {} is not one of {}", name, sumi::quoted(value),
                               fmt::join(kNames, ", "))};
    }
    result_lines_ = static_cast<ResultLines>(found - kNames.begin());
    return {};
  }
  if (const auto met = use_size(8); !met) return met;
  EngineOptions options = engine_.options();
  if (const auto set = sumi::set_option(options, name, value); !set) return set;
  if (options.size != 8) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{}: this protocol knows the board of 8x8 only", name)};
  }
  return configure_with_notes(engine_, options, name,
                              [this](const std::string& note) { peer_.note(note); });
}

/// Drops waiting lines without answers, because the client expects one "ready.".
CassioSession::Reply CassioSession::stop(Args) {
  waiting_.clear();
  if (search_.running()) {
    search_.stop();
  } else {
    write("ready.");
  }
  return std::nullopt;
}

CassioSession::Reply CassioSession::get_search_infos(Args) {
  if (search_.running()) {
    interactive_ = true;
    write(fmt::format("node {}, time {:.3f}", engine_.nodes(), watch_.seconds()));
  } else {
    write("ready.");
  }
  return std::nullopt;
}

CassioSession::Reply CassioSession::quit(Args) {
  end_now();
  return std::nullopt;
}

CassioSession::Reply CassioSession::search(const Result<CassioSearch>& wanted) {
  if (!wanted) return wanted.error();
  if (const auto met = use_size(8); !met) return met;
  if (engine_.pending()) return *engine_.pending();
  wanted_ = *wanted;
  watch_ = StopWatch();
  sufficient_.reset();
  last_result_text_.clear();

  SearchLimits limits;
  limits.depth = wanted_.depth;
  limits.selectivity = wanted_.selectivity;
  if (wanted_.solve) limits.exact_at_empties = wanted_.depth;
  limits.alpha = wanted_.alpha;
  limits.beta = wanted_.beta;
  search_.start(wanted_.position.board, limits,
                {.on_update = [this](const SearchUpdate& update) { on_update(update); },
                 .on_done = [this](const SearchUpdate& result) { finish(result); },
                 .interval = Millis{}});
  return std::nullopt;
}

/// Stops at the requested certainty; the engine would continue until exact.
void CassioSession::on_update(const SearchUpdate& update) {
  if (sufficient_) return;
  const bool solved = update.depth >= wanted_.position.board.empties();
  if (solved && !update.exact && update.selectivity >= wanted_.selectivity) {
    sufficient_ = update;
    search_.stop();
  }
  const bool all =
      result_lines_ == ResultLines::kAll || (result_lines_ == ResultLines::kAuto && interactive_);
  if (all) report(update);
}

void CassioSession::finish(const SearchUpdate& result) {
  report(sufficient_ ? *sufficient_ : result);
  write_ready({});
  answer_waiting();
}

/// Skips results that differ only in nodes and time.
void CassioSession::report(const SearchUpdate& update) {
  std::string result_text = cassio_result_text(wanted_.position, update);
  if (result_text == last_result_text_) return;
  write(cassio_result(result_text, update.nodes, update.seconds));
  last_result_text_ = std::move(result_text);
}

}  // namespace sumi::protocol
