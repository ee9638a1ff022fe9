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

#include <algorithm>
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

/// An empty line, or a line whose first word belongs to the protocol.
bool is_protocol_line(std::string_view line) {
  constexpr std::string_view kWords[] = {"set",       "status", "search",  "book", "pong",
                                         "nodestats", "learn",  "learned", "hint"};
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  return word.empty() || word.starts_with("===") || std::ranges::count(kWords, word) > 0;
}

class NBoardPlayer final : public ProcessPlayer {
 public:
  NBoardPlayer(EngineSpec spec, PlayerSetup setup)
      : ProcessPlayer(std::move(spec), std::move(setup)) {}

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color color, Square square) override;
  Outcome<void> pass(Color color) override;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  Outcome<void> set_options(std::uint64_t seed);
  void on_any_line(std::string_view line) override;
  Outcome<void> ping(Millis limit);
  Outcome<void> move(Square square, const MoveNote& note = {});
  MoveNote no_time(Color color) const;
  Outcome<Answer> go(Millis limit);
  Outcome<void> find_own_pass();

  Color own_ = Color::kBlack;
  Millis increment_{};           ///< As sent to the engine.
  std::string option_conflict_;  ///< The engine's message while options conflict.
  int pings_ = 0;                ///< Since the process started.
};

Outcome<void> NBoardPlayer::new_game(const Position& start_of_game, Color own,
                                     const TimeControl& time, std::uint64_t seed) {
  own_ = own;
  refusal_.clear();
  option_conflict_.clear();
  const protocol::GgfClock clock = clock_to_send(time);
  increment_ = clock.increment;
  const bool fresh = !started();
  if (fresh) {
    pings_ = 0;
    if (const auto done = start(); !done) return done;
    if (const auto done = send("nboard 2"); !done) return done;
  }
  GameRecord game;
  game.start = start_of_game;
  game.place = "sumi-match";
  (own == Color::kBlack ? game.black : game.white) = spec_.name;
  game.black_clock = game.white_clock = protocol::to_text(clock);
  if (const auto done = send("set game " + to_ggf(game)); !done) return done;
  for (const std::string& line : spec_.setup) {
    if (const auto done = send(line); !done) return done;
  }
  if (const auto done = set_options(seed); !done) return done;
  if (time.kind == Kind::kMove) {
    // A time too short for a clock; only Sumi knows this option.
    const auto done = send(fmt::format("set move-time-ms {}", time.main.count()));
    if (!done) return done;
  }
  if (const auto done = ping(fresh ? start_limit() : setup_.hang_after); !done) return done;
  if (refusal_.empty()) refusal_ = std::exchange(option_conflict_, {});
  if (const auto done = check_options(); !done) return done;
  if (!fresh) return {};
  return measure_pipe([this] { return ping(start_limit()); });
}

Outcome<void> NBoardPlayer::set_options(std::uint64_t seed) {
  for (const auto& [name, value] : spec_.options) {
    if (const auto done = send(fmt::format("set {} {}", name, value)); !done) return done;
  }
  const auto own_seed = seed_option(seed);
  return own_seed ? send(fmt::format("set seed {}", *own_seed)) : Outcome<void>();
}

void NBoardPlayer::on_any_line(std::string_view line) {
  const auto after = [line](std::string_view begin) {
    return line.starts_with(begin) ? std::string(line.substr(begin.size())) : std::string();
  };
  if (auto name = after("set myname "); !name.empty()) name_ = std::move(name);
  if (auto plays = after("status plays: "); !plays.empty()) plays_ = std::move(plays);
  if (auto error = after("status error: "); !error.empty()) refusal_ = std::move(error);
  // A later option may resolve the conflict.
  if (line.starts_with("status plays: ")) option_conflict_.clear();
  if (auto conflict = after("status not usable yet: "); !conflict.empty())
    option_conflict_ = std::move(conflict);
}

Outcome<void> NBoardPlayer::ping(Millis limit) {
  const std::string number = std::to_string(++pings_);
  return converse("ping " + number, limit, [&](std::string_view line) -> Outcome<LineKind> {
    return line == "pong " + number ? LineKind::kLast
           : is_protocol_line(line) ? LineKind::kPart
                                    : LineKind::kNoise;
  });
}

Outcome<void> NBoardPlayer::move(Square square, const MoveNote& note) {
  const std::string line = "move " + to_capitals(square, setup_.size) + text_of(note);
  if (const auto done = send(line); !done) return done;
  return ping(setup_.hang_after);
}

/// A move without thinking time takes one increment.
MoveNote NBoardPlayer::no_time(Color color) const {
  if (color != own_ || increment_ == Millis(0)) return {};
  return {std::nullopt, to_seconds(increment_)};
}

/// For the opponent and the opening; genmove() sends the engine's own moves.
Outcome<void> NBoardPlayer::play(Color color, Square square) {
  return move(square, no_time(color));
}

Outcome<void> NBoardPlayer::pass(Color color) {
  if (spec_.pass == PassStyle::kOmit) return {};
  if (spec_.pass == PassStyle::kAsk && color == own_) {
    if (const auto found = find_own_pass(); !found) return found;
  }
  return move(Square::kPass, no_time(color));
}

Outcome<void> NBoardPlayer::find_own_pass() {
  const auto answer = go(setup_.hang_after);
  if (!answer) return answer.error();
  if (answer->square == Square::kPass) return {};
  return Fault{Ending::kWrongPass, fmt::format("answered {} where it had to pass",
                                               sumi::to_text(answer->square, setup_.size))};
}

/// Does not send back an illegal move: the referee ends the game.
Outcome<Answer> NBoardPlayer::genmove(const Position& position, const TurnClock& clock) {
  const auto answer = go(move_limit(setup_, clock));
  if (!answer || rules::flips(position.board, answer->square, position.size) == 0) return answer;
  MoveNote note;
  if (answer->evaluation) note.discs = answer->evaluation->discs;
  // Round up to milliseconds, to the engine's disadvantage.
  note.seconds = std::ceil(answer->seconds * 1e3) / 1e3;
  if (clock.control.kind == Kind::kMove && increment_ > Millis(0)) {
    note.seconds = to_seconds(increment_);
  }
  if (const auto done = move(answer->square, note); !done) return done.error();
  return answer;
}

Outcome<Answer> NBoardPlayer::go(Millis limit) {
  std::optional<protocol::NBoardMove> move;
  std::optional<Evaluation> last;
  std::uint64_t nodes = 0;
  const StopWatch watch;
  const auto done = converse("go", limit, [&](std::string_view line) -> Outcome<LineKind> {
    if (const auto search = parse_nboard_search(line)) last = search;
    nodes = parse_nboard_nodes(line).value_or(nodes);
    if (!line.starts_with("==="))
      return is_protocol_line(line) ? LineKind::kPart : LineKind::kNoise;
    move = parse_nboard_answer(line, setup_.size);
    if (!move) return bad_answer(line, "go");
    return LineKind::kLast;
  });
  if (!done) return done.error();
  Answer answer;
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
