// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/ugi/ugi_session.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sumi::protocol {

/// Sorted by name.
std::span<const UgiSession::Command> UgiSession::commands() {
  using S = UgiSession;
  using enum DuringSearch;
  static constexpr std::array kTable{
      Command{"bench", "[<plies>]", &S::bench, kEnd},
      Command{"d", "", &S::d, kServe},
      Command{"debug", "on|off", &S::ignore, kServe},
      Command{"eval", "", &S::eval, kEnd},
      Command{"gameover", "[win|lose|draw]", &S::ignore, kEnd},
      Command{"go",
              "[p1time|btime <ms>] [p2time|wtime <ms>] [p1inc|binc <ms>] [p2inc|winc <ms>] "
              "[byoyomi <ms>] [movestogo <n>] [movetime <ms>] [depth <n>] [nodes <n>] [infinite] "
              "[ponder] [searchmoves <moves>] | go perft <n>",
              &S::go, kEnd},
      Command{"help", "", &S::help, kServe},
      Command{"isready", "", &S::isready, kServe},
      Command{"ponderhit", "[<times as for go>]", &S::ponderhit, kServe},
      Command{"position", "startpos|fen <board> <side>|<64 squares><side> [moves <moves>]",
              &S::position, kEnd},
      Command{"query", "gameover|p1turn|result|fen|board", &S::query, kServe},
      Command{"quit", "", &S::quit, kServe},
      Command{"register", "", &S::ignore, kServe},
      Command{"score_scale_and_type", "", &S::score_scale_and_type, kServe},
      Command{"setoption", "name <name> [value <value>]", &S::setoption, kEnd},
      Command{"stop", "", &S::stop, kServe},
      Command{"uci", "", &S::uci, kServe},
      Command{"ucinewgame", "", &S::newgame, kEnd},
      Command{"ugi", "", &S::ugi, kServe},
      Command{"uginewgame", "", &S::newgame, kEnd},
      Command{"usi", "", &S::usi, kServe},
      Command{"usinewgame", "", &S::newgame, kEnd},
  };
  static_assert(std::ranges::is_sorted(kTable, {}, &Command::name));
  return kTable;
}

const UgiSession::Command* UgiSession::find(std::string_view name) {
  return find_command(commands(), name, equal_ignoring_case);
}

UgiSession::UgiSession(Engine& engine, Peer& peer, UgiDialect dialect)
    : EngineSession(engine, peer),
      learner_(engine, [this](std::string_view text) { send_info(text); }),
      perft_(engine, peer),
      dialect_(dialect),
      size_(engine.options().size),
      game_(start_position(size_)) {}

void UgiSession::on_line(const TextLine& line) {
  if (ended_) return;
  waiting_.push(line);
  answer_waiting();
}

void UgiSession::on_end() {
  ended_ = true;
  if (thinking_ && thinking_->endless()) stop_thinking();
}

void UgiSession::close() {
  ended_ = true;
  waiting_.clear();
  stop_work();
}

void UgiSession::answer_waiting() {
  waiting_.take_turn([this](const TextLine& line) { return may_serve(line); },
                     [this](const TextLine& line) { answer(line); });
  peer_.flush();
}

/// False if the search must finish first; then stops it. May answer within this call.
bool UgiSession::may_serve(const TextLine& line) {
  if (line.cut) return true;  // too long: only causes an error
  const std::vector<std::string_view> words = split_words(line.text);
  const Command* const command = words.empty() ? nullptr : find(words[0]);
  if (command && command->during_search == DuringSearch::kEnd) stop_work();
  return !busy() || !command || command->during_search == DuringSearch::kServe;
}

void UgiSession::answer(const TextLine& line) {
  const std::vector<std::string_view> words = split_words(line.text);
  if (line.cut) {
    send_info(fmt::format("line is longer than {} bytes: ignored", kMaxLineBytes));
  } else if (words.empty()) {
    return;
  } else if (const Command* const command = find(words[0])) {
    (this->*command->run)(UgiWords(words).subspan(1));
  } else {
    send_info(fmt::format("unknown command: {} (see help)", sumi::quoted(words[0])));
  }
}

void UgiSession::stop_work() {
  if (perft_.running()) {
    perft_.stop();
    send_info("perft: stopped");
  }
  if (bench_) {
    bench_->stopped = true;
    search_.stop();
  }
  if (thinking_) stop_thinking();
}

void UgiSession::send_info(std::string_view text) { send(fmt::format("info string {}", text)); }

void UgiSession::send_error(const Error& error) {
  send_info(fmt::format("error: {}", error.message));
}

void UgiSession::send_description() { send_info(fmt::format("plays: {}", engine_.description())); }

void UgiSession::ugi(UgiWords) { greet(UgiDialect::kUgi); }

void UgiSession::uci(UgiWords) { greet(UgiDialect::kUci); }

void UgiSession::usi(UgiWords) { greet(UgiDialect::kUsi); }

void UgiSession::greet(UgiDialect dialect) {
  static constexpr std::string_view kOk[] = {"ugiok", "uciok", "usiok"};
  dialect_ = dialect;
  send(fmt::format("id name {} {}", engine_.options().name, kVersion));
  send("id author the Sumi authors");
  send_options();
  if (!engine_.pending()) send_description();
  send(kOk[static_cast<std::size_t>(dialect)]);
}

/// Answers "readyok", after an error if options conflict.
void UgiSession::isready(UgiWords) {
  if (engine_.pending()) send_error(*engine_.pending());
  prepare_engine();
  send("readyok");
}

/// USI-X: scores are in 1/100 disc.
void UgiSession::score_scale_and_type(UgiWords) { send("scoretype other min -6400 max 6400"); }

void UgiSession::quit(UgiWords) { close(); }

void UgiSession::help(UgiWords) {
  for (const Command& command : commands()) {
    send_info(fmt::format("{} {}", command.name, command.usage));
  }
}

void UgiSession::ignore(UgiWords) {}

}  // namespace sumi::protocol
