// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/session/option_notes.h"
#include "protocol/ugi/ugi_session.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

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
  if (perft_) {
    perft_.reset();
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

void UgiSession::greet(UgiDialect dialect) {
  static constexpr std::string_view kOk[] = {"ugiok", "uciok", "usiok"};
  dialect_ = dialect;
  send(fmt::format("id name {} {}", engine_.options().name, kVersion));
  send("id author the Sumi authors");
  send_options();
  if (!engine_.pending()) send_info("plays: " + engine_.description());
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

void UgiSession::help(UgiWords) {
  for (const Command& command : commands()) {
    send_info(fmt::format("{} {}", command.name, command.usage));
  }
}
namespace {

constexpr std::string_view kMultiPv = "MultiPV", kClearHash = "Clear Hash";

}  // namespace

/// Reports the size of `startpos`, not of the board.
void UgiSession::send_options() {
  EngineOptions options = engine_.options();
  options.size = size_;
  for (const OptionSpec& spec : engine_options()) send(ugi_option(spec, get_option(options, spec)));
  send(fmt::format("option name {} type spin default {} min 1 max {}", kMultiPv, multi_pv_,
                   kMaxLegalMoves));
  send(fmt::format("option name {} type button", kClearHash));
}

/// Only reports errors, because managers send options of other engines. sumi-match looks for
/// "error".
void UgiSession::setoption(UgiWords words) {
  const auto setting = parse_ugi_setting(words);
  if (!setting) return send_error(setting.error());
  if (const auto met = set(*setting); !met) send_error(met.error());
}

Result<void> UgiSession::set(const UgiSetting& setting) {
  const auto& [name, value] = setting;
  if (equal_ignoring_case(name, kClearHash)) {
    engine_.clear_table();
  } else if (equal_ignoring_case(name, kMultiPv)) {
    const auto n = parse_int(value);
    if (!n || *n < 1 || *n > kMaxLegalMoves) {
      return Error{ErrorCode::kOutOfRange, fmt::format("{}: {} is not in 1..{}", kMultiPv,
                                                       sumi::quoted(value), kMaxLegalMoves)};
    }
    multi_pv_ = *n;
  } else if (const OptionSpec* const spec = find_option(name)) {
    return set_own(*spec, value);
  } else {
    return no_such_option(name, true);
  }
  return {};
}

/// Accepts any case ("True"). A new board size starts a new game. Options may come in any order: a
/// conflict causes a note here and an error in isready or go.
Result<void> UgiSession::set_own(const OptionSpec& spec, const std::string& value) {
  EngineOptions options = engine_.options();
  const bool word =
      std::holds_alternative<bool EngineOptions::*>(spec.field) || !spec.choices.empty();
  const auto read = set_option(options, spec.name, word ? to_lower(value) : value);
  if (!read) return read.error();
  const auto met = configure_with_notes(engine_, options, spec.name,
                                        [this](const std::string& note) { send_info(note); });
  if (!met || spec.name != "size") return met;
  size_ = options.size;
  game_ = Game(start_position(size_));
  return {};
}

namespace {

struct Question {
  std::string_view name;
  std::string (*answer)(const Game&);
};

std::string yes_no(bool yes) { return yes ? "true" : "false"; }

std::string result_word(const Game& game) {
  if (!game.over()) return "none";
  const int black = game.black_score().discs;
  return black > 0 ? "p1win" : black < 0 ? "p2win" : "draw";
}

constexpr std::array kQuestions{
    Question{"gameover", [](const Game& game) { return yes_no(game.over()); }},
    Question{"p1turn",
             [](const Game& game) { return yes_no(game.position().to_move == Color::kBlack); }},
    Question{"result", result_word},
    Question{"fen", [](const Game& game) { return to_fen(game.position()); }},
    Question{"board", [](const Game& game) { return to_text(game.position()); }},
};

std::string state_text(const Game& game) {
  const Position& now = game.position();
  if (game.over()) return "game over: " + outcome_text(now);
  return fmt::format("{} {}", to_text(now.to_move),
                     game.legal_moves() != 0 ? "to move" : "must pass");
}

}  // namespace

/// Clears the table, because matches treat games as independent. Waits for the weights, because no
/// clock runs yet.
void UgiSession::newgame(UgiWords) {
  engine_.await_prepared();
  engine_.clear_table();
  if (const auto adopted = adopt(Game(start_position(size_))); !adopted) {
    return send_info(adopted.error().message);
  }
  learner_.on_position(game_);
}

/// Changes nothing on error. Passes are never implicit.
void UgiSession::position(UgiWords words) {
  auto game = parse_ugi_position(words, size_);
  if (!game) return send_info(game.error().message);
  if (const auto adopted = adopt(std::move(*game)); !adopted) {
    send_info(adopted.error().message);
  }
}

/// Switches the engine to the game's board size; fails without changes. The position counts as
/// played only if we are to move or the game is over.
Result<void> UgiSession::adopt(Game game) {
  if (const auto met = use_size(game.position().size); !met) return met;
  game_ = std::move(game);
  if (game_.over()) learner_.on_position(game_);
  return {};
}

void UgiSession::query(UgiWords words) {
  const std::string_view name = words.empty() ? "" : words[0];
  const auto question = std::ranges::find_if(
      kQuestions, [name](const Question& q) { return equal_ignoring_case(q.name, name); });
  if (question == kQuestions.end()) {
    return send_info(
        fmt::format("query: {} is not gameover, p1turn, result, fen or board", sumi::quoted(name)));
  }
  send("response " + question->answer(game_));
}

void UgiSession::d(UgiWords) {
  const Position& now = game_.position();
  const std::string text =
      fmt::format("{}\n{}\nfen {}", diagram(now), state_text(game_), to_fen(now));
  for (std::string_view left = text; !left.empty();) send(take_until(left, '\n'));
}

}  // namespace sumi::protocol
