// SPDX-License-Identifier: MIT
/// An engine that speaks NBoard's protocol, version 2, as a process of its own
/// (https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm).
///
/// What the protocol leaves open, and what is done about it:
///   - A game starts with `set game`; then the engine is told every move by `move`, its own and
///     passes too, as NBoard does. `ping` follows each, so nothing said before it is taken for an
///     answer. What it says beside its moves is ignored, unless it tells of its search.
///   - There is no message for clocks. TI of the game says what the engine has, rounded down to
///     seconds, and its moves say what it used. An engine that adds these up counts an increment
///     for moves of the opening and passes too, so they are said to have used one. Time for each
///     move is told as a main time and an increment, all of which each move uses. Less than a
///     second cannot be told in this way; Sumi is told by its option move-time-ms, which others
///     ignore. The opponent's moves come without their time.
///   - How deep it may search is an option: `depth=8` is `set depth 8`. So is any `option.NAME`,
///     Sumi knows all of its own by `set`, but no engine says that it does not know one.
///   - Nothing tells an engine to forget the game before: `restart=true` does.
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

/// The text that NBoard sends back with a move: "/1.50/0.123", "//2.000" or nothing.
std::string text_of(const MoveNote& note) {
  if (note == MoveNote{}) return "";
  const std::string discs = note.discs ? fmt::format("{:.2f}", *note.discs) : "";
  return note.seconds ? fmt::format("/{}/{:.3f}", discs, *note.seconds) : "/" + discs;
}

/// Whether a line is empty, or belongs to the protocol by its first word.
bool is_spoken(std::string_view line) {
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
  void overhear(std::string_view line) override;
  Outcome<void> ping(Millis limit);
  Outcome<void> move(Square square, const MoveNote& note = {});
  MoveNote no_time(Color color) const;
  Outcome<Answer> go(Millis limit);
  Outcome<void> find_own_pass();

  Color own_ = Color::kBlack;
  Millis increment_{};  ///< The increment that the engine was told.
  std::string unmet_;   ///< Why the options so far do not fit together, in the engine's words.
  int pings_ = 0;       ///< Pings sent since the start of the process.
};

Outcome<void> NBoardPlayer::new_game(const Position& start_of_game, Color own,
                                     const TimeControl& time, std::uint64_t seed) {
  own_ = own;
  refusal_.clear();
  unmet_.clear();
  const protocol::GgfClock clock = told_clock(time);
  increment_ = clock.increment;
  const bool fresh = !started();
  if (fresh) {
    pings_ = 0;
    if (const auto done = start(); !done) return done;
    if (const auto done = say("nboard 2"); !done) return done;
  }
  GameRecord game;
  game.start = start_of_game;
  game.place = "sumi-match";
  (own == Color::kBlack ? game.black : game.white) = spec_.name;
  game.black_clock = game.white_clock = protocol::to_text(clock);
  if (const auto done = say("set game " + to_ggf(game)); !done) return done;
  for (const std::string& line : spec_.setup) {
    if (const auto done = say(line); !done) return done;
  }
  if (const auto done = set_options(seed); !done) return done;
  if (time.kind == Kind::kMove) {
    // Where no clock can say it: an option of Sumi's, others leave it alone.
    const auto done = say(fmt::format("set move-time-ms {}", time.main.count()));
    if (!done) return done;
  }
  if (const auto done = ping(fresh ? start_limit() : setup_.hang_after); !done) return done;
  if (refusal_.empty()) refusal_ = std::exchange(unmet_, {});
  if (const auto done = check_options(); !done) return done;
  if (!fresh) return {};
  return measure_pipe([this] { return ping(start_limit()); });
}

Outcome<void> NBoardPlayer::set_options(std::uint64_t seed) {
  for (const auto& [name, value] : spec_.options) {
    if (const auto done = say(fmt::format("set {} {}", name, value)); !done) return done;
  }
  const auto own_seed = seed_option(seed);
  return own_seed ? say(fmt::format("set seed {}", *own_seed)) : Outcome<void>();
}

void NBoardPlayer::overhear(std::string_view line) {
  const auto after = [line](std::string_view begin) {
    return line.starts_with(begin) ? std::string(line.substr(begin.size())) : std::string();
  };
  if (auto name = after("set myname "); !name.empty()) name_ = std::move(name);
  if (auto plays = after("status plays: "); !plays.empty()) plays_ = std::move(plays);
  if (auto error = after("status error: "); !error.empty()) refusal_ = std::move(error);
  // Options that do not fit together yet may do so when more are set.
  if (line.starts_with("status plays: ")) unmet_.clear();
  if (auto unmet = after("status not usable yet: "); !unmet.empty()) unmet_ = std::move(unmet);
}

Outcome<void> NBoardPlayer::ping(Millis limit) {
  const std::string number = std::to_string(++pings_);
  return converse("ping " + number, limit, [&](std::string_view line) -> Outcome<Heard> {
    return line == "pong " + number ? Heard::kAll : is_spoken(line) ? Heard::kMore : Heard::kNoise;
  });
}

Outcome<void> NBoardPlayer::move(Square square, const MoveNote& note) {
  const std::string line = "move " + to_capitals(square, setup_.size) + text_of(note);
  if (const auto done = say(line); !done) return done;
  return ping(setup_.hang_after);
}

/// The note that makes a move without thought use up the increment it brings.
MoveNote NBoardPlayer::no_time(Color color) const {
  if (color != own_ || increment_ == Millis(0)) return {};
  return {std::nullopt, to_seconds(increment_)};
}

/// The moves of others and of the opening; the engine's own are sent back when it makes them.
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

/// A move that the rules forbid is not sent back: the referee ends the game.
Outcome<Answer> NBoardPlayer::genmove(const Position& position, const TurnClock& clock) {
  const auto answer = go(patience(clock));
  if (!answer || rules::flips(position.board, answer->square, position.size) == 0) return answer;
  MoveNote note;
  if (answer->evaluation) note.discs = answer->evaluation->discs;
  // To the millisecond, rounded up: to its loss.
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
  const auto done = converse("go", limit, [&](std::string_view line) -> Outcome<Heard> {
    if (const auto search = parse_nboard_search(line)) last = search;
    nodes = parse_nboard_nodes(line).value_or(nodes);
    if (!line.starts_with("===")) return is_spoken(line) ? Heard::kMore : Heard::kNoise;
    move = parse_nboard_answer(line, setup_.size);
    if (!move) return bad_answer(line, "go");
    return Heard::kAll;
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

protocol::GgfClock told_clock(const TimeControl& time) {
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
