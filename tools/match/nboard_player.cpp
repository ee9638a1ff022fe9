// SPDX-License-Identifier: MIT
/// An engine that speaks NBoard's protocol, version 2, in its own process
/// (https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm).
///
/// A `ping` follows the start of a game and each move, so that earlier output is not taken for an
/// answer (README.md, "Protocols").
///
/// There is no clock message. TI of the game gives the engine's time in whole seconds, and its
/// moves give the time used. An engine that computes its clock from them also adds an increment for
/// opening moves and passes, so each of these is sent as taking one increment. Time per move is
/// sent as a main time and an increment, and every move as taking one increment. Less than a second
/// cannot be sent, except to Sumi (option move-time-ms). The opponent's moves have no times.
///
/// No command makes an engine forget earlier games: use `restart=true`.
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/text/nboard.h"
#include "tools/match/engine_lines.h"
#include "tools/match/process_player.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace sumi::match {
namespace {

using Kind = TimeControl::Kind;
using std::chrono::seconds;

/// NBoard's suffix of a move: "/1.50/0.123", "//2.000" or empty.
std::string text_of(const MoveNote& note) {
  if (note == MoveNote{}) return "";
  const std::string discs = note.discs ? fmt::format("{:.2f}", *note.discs) : "";
  return note.seconds ? fmt::format("/{}/{:.3f}", discs, *note.seconds) : "/" + discs;
}

class NBoardPlayer final : public ProcessPlayer {
 public:
  NBoardPlayer(EngineSpec spec, PlayerSetup setup)
      : ProcessPlayer(std::move(spec), std::move(setup)) {}

  void start_game(const Position& start, const TimeControl& time, std::uint64_t seed) override;
  void tell_move(Color color, Square square) override;
  void tell_pass(Color color) override;
  Answer ask_move(const Position& position, const TurnClock& clock) override;
  bool is_protocol_line(std::string_view line) const override;
  void on_any_line(std::string_view line) override;
  void set_option(const std::string& name, const std::string& value) override {
    send(fmt::format("set {} {}", name, value));
  }

 private:
  void move(Square square, const MoveNote& note);
  MoveNote no_time(Color color) const;
  Answer go(Millis limit);

  Millis increment_{};  ///< As sent to the engine.
};

void NBoardPlayer::start_game(const Position& start_of_game, const TimeControl& time,
                              std::uint64_t seed) {
  const protocol::GgfClock clock = clock_to_send(time);
  increment_ = clock.increment;
  const bool fresh = !started();
  if (fresh) {
    start();
    send("nboard 2");
  }
  GameRecord game;
  game.start = start_of_game;
  game.place = "sumi-match";
  (own_ == Color::kBlack ? game.black : game.white) = spec_.name;
  game.black_clock = game.white_clock = protocol::to_text(clock);
  send("set game " + to_ggf(game));
  for (const std::string& line : spec_.setup) send(line);
  set_options(seed);
  // A time too short for a clock; only Sumi knows this option.
  if (time.kind == Kind::kMove) send(fmt::format("set move-time-ms {}", time.main.count()));
  ping(fresh ? start_limit() : setup_.hang_after);
  check_options();
  if (fresh) measure_pipe([this] { ping(start_limit()); });
}

bool NBoardPlayer::is_protocol_line(std::string_view line) const {
  constexpr std::string_view kWords[] = {"set",       "status", "search",  "book", "pong",
                                         "nodestats", "learn",  "learned", "hint"};
  return line.starts_with("===") || begins_with_any(line, kWords);
}

void NBoardPlayer::on_any_line(std::string_view line) {
  constexpr std::string_view kName = "set myname ", kRefused = "status error: ";
  if (line.starts_with(kName)) name_ = line.substr(kName.size());
  if (line.starts_with(kRefused)) refusal_ = line.substr(kRefused.size());
  note_settings(line, "status ");
}

void NBoardPlayer::move(Square square, const MoveNote& note) {
  send("move " + to_capitals(square, setup_.size) + text_of(note));
  ping(setup_.hang_after);
}

/// A move without thinking time takes one increment.
MoveNote NBoardPlayer::no_time(Color color) const {
  if (color != own_ || increment_ == Millis(0)) return {};
  return {std::nullopt, to_seconds(increment_)};
}

/// For the opponent and the opening; ask_move() sends the engine's own moves.
void NBoardPlayer::tell_move(Color color, Square square) { move(square, no_time(color)); }

void NBoardPlayer::tell_pass(Color color) {
  if (spec_.pass == PassStyle::kOmit) return;
  if (spec_.pass == PassStyle::kAsk && color == own_) require_pass(go(setup_.hang_after));
  move(Square::kPass, no_time(color));
}

/// Does not send back an illegal move: the referee ends the game.
Answer NBoardPlayer::ask_move(const Position& position, const TurnClock& clock) {
  const Answer answer = go(move_limit(setup_, clock));
  if (rules::flips(position.board, answer.square, position.size) == 0) return answer;
  MoveNote note;
  if (answer.evaluation) note.discs = answer.evaluation->discs;
  // Round up to milliseconds, to the engine's disadvantage.
  note.seconds = std::ceil(answer.seconds * 1e3) / 1e3;
  if (clock.control.kind == Kind::kMove && increment_ > Millis(0)) {
    note.seconds = to_seconds(increment_);
  }
  move(answer.square, note);
  return answer;
}

Answer NBoardPlayer::go(Millis limit) {
  std::optional<protocol::NBoardMove> move;
  std::optional<Evaluation> last;
  std::uint64_t nodes = 0;
  Answer answer;
  const StopWatch watch;
  converse("go", limit, [&](std::string_view line) {
    if (const auto search = parse_nboard_search(line)) last = search;
    nodes = parse_nboard_nodes(line).value_or(nodes);
    if (!line.starts_with("===")) return kind_of(line);
    move = parse_nboard_answer(line, setup_.size);
    if (!move) throw bad_answer(line, "go");
    return LineKind::kLast;
  });
  answer.seconds = watch.seconds();
  answer.square = move->square;
  if (move->note.discs) {
    if (!last) last.emplace();
    last->discs = *move->note.discs;
  }
  if (!last) return answer;
  last->nodes = nodes;
  answer.evaluation = plausible(*last);
  return answer;
}

}  // namespace

protocol::GgfClock clock_to_send(const TimeControl& time) {
  protocol::GgfClock clock;
  clock.grace = Millis(0);
  if (time.kind == Kind::kNone || time.main < seconds(1)) return clock;
  clock.main = std::chrono::floor<seconds>(time.main);
  clock.increment =
      time.kind == Kind::kMove ? clock.main : Millis(std::chrono::floor<seconds>(time.increment));
  return clock;
}

std::unique_ptr<Player> make_nboard_player(EngineSpec spec, PlayerSetup setup) {
  return std::make_unique<NBoardPlayer>(std::move(spec), std::move(setup));
}

}  // namespace sumi::match
