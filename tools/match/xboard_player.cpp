// SPDX-License-Identifier: MIT
/// An engine that speaks the Chess Engine Communication Protocol, variant reversi, in its own
/// process (README.md, "Protocols"; https://www.gnu.org/software/xboard/engine-intf.html).
///
/// The engine stays in force mode except for its own moves, so it does not ponder. A `ping` follows
/// the start of a game and each move. Except to Sumi, times are whole seconds, rounded down;
/// clocks that start below one second are not sent.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/options.h"
#include "protocol/text/xboard.h"
#include "tools/match/engine_lines.h"
#include "tools/match/process_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::match {
namespace {

using Kind = TimeControl::Kind;
using std::chrono::seconds;

class XBoardPlayer final : public ProcessPlayer {
 public:
  XBoardPlayer(EngineSpec spec, PlayerSetup setup)
      : ProcessPlayer(std::move(spec), std::move(setup)) {}

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color color, Square square) override;
  Outcome<void> pass(Color color) override;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  void on_any_line(std::string_view line) override;
  Outcome<void> shake_hands();
  Outcome<void> set_options(std::uint64_t seed);
  Outcome<void> set_option(const std::string& name, const std::string& value);
  Outcome<void> set_time(const TimeControl& time);
  Outcome<void> synchronize(const std::string& command, Millis limit);
  Outcome<Answer> go(Millis limit);
  Outcome<void> find_own_pass();

  bool has(std::string_view option) const { return std::ranges::count(options_, option) > 0; }
  std::string level_line(const TimeControl& time) const;

  XBoardFeatures features_;
  std::vector<std::string> options_;  ///< Announced names.
  Color own_ = Color::kBlack;
  std::string rejected_;         ///< The engine's message about the last command.
  std::string option_conflict_;  ///< The engine's message while options conflict.
  int pings_ = 0;                ///< Since the process started.
};

bool is_error(std::string_view line) {
  return line.starts_with("Error (") || line.starts_with("Illegal move") ||
         line.starts_with("tellusererror ");
}

/// An empty line, thinking, or a line whose first word belongs to the protocol.
bool is_protocol_line(std::string_view line) {
  constexpr std::string_view kWords[] = {
      "feature", "move",  "resign", "offer",   "1-0",   "0-1",      "1/2-1/2", "pong",
      "Hint:",   "setup", "#",      "askuser", "Book:", "telluser", "tellall", "stat01:"};
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  return word.empty() || is_error(line) || parse_xboard_thinking(line) ||
         std::ranges::count(kWords, word) > 0;
}

}  // namespace

Outcome<void> XBoardPlayer::new_game(const Position& start_of_game, Color own,
                                     const TimeControl& time, std::uint64_t seed) {
  if (start_of_game.size != 8) {
    return Fault{Ending::kBadAnswer, "speaks XBoard's protocol, which has the board of 8x8 only"};
  }
  own_ = own;
  refusal_.clear();
  option_conflict_.clear();
  const bool fresh = !started();
  if (fresh) {
    if (const auto done = shake_hands(); !done) return done;
  }
  for (const std::string_view line : {"new", "variant reversi", "easy", "post", "force"}) {
    if (const auto done = send(std::string(line)); !done) return done;
  }
  for (const std::string& line : spec_.setup) {
    if (const auto done = send(line); !done) return done;
  }
  if (const auto done = set_options(seed); !done) return done;
  if (const auto done = set_time(time); !done) return done;
  std::string last = "force";
  if (start_of_game != start_position(8)) {
    if (!features_.setboard) {
      return Fault{Ending::kBadAnswer,
                   "does not announce the feature setboard, so it cannot be given the start "
                   "position of this opening"};
    }
    last = "setboard " + protocol::xboard_fen(start_of_game);
  }
  const Millis limit = fresh ? start_limit() : setup_.hang_after;
  if (const auto done = synchronize(last, limit); !done) return done;
  if (refusal_.empty()) refusal_ = std::exchange(option_conflict_, {});
  if (const auto done = check_options(); !done) return done;
  if (!fresh || !features_.ping) return {};
  return measure_pipe([this] { return synchronize("force", start_limit()); });
}

/// Sumi reports its settings and conflicts as comments.
void XBoardPlayer::on_any_line(std::string_view line) {
  const auto after = [line](std::string_view begin) {
    return line.starts_with(begin) ? std::string(line.substr(begin.size())) : std::string();
  };
  if (is_error(line)) rejected_ = line;
  if (auto plays = after("# plays: "); !plays.empty()) {
    plays_ = std::move(plays);
    option_conflict_.clear();  // a later option may resolve it
  }
  if (auto conflict = after("# not usable yet: "); !conflict.empty()) {
    option_conflict_ = std::move(conflict);
  }
}

/// Requires version 2 of the protocol: an engine of version 1 announces no features.
Outcome<void> XBoardPlayer::shake_hands() {
  if (const auto done = start(); !done) return done;
  pings_ = 0;
  features_ = {};
  options_.clear();
  if (const auto done = send("xboard"); !done) return done;
  const auto done =
      converse("protover 2", start_limit(), [&](std::string_view line) -> Outcome<LineKind> {
        if (!parse_xboard_features(line, features_)) {
          return is_protocol_line(line) ? LineKind::kPart : LineKind::kNoise;
        }
        return features_.done ? LineKind::kLast : LineKind::kPart;
      });
  if (!done) return done;
  name_ = features_.name;
  for (const std::string& option : features_.options) {
    const std::size_t end = option.rfind(" -");
    options_.push_back(option.substr(0, end));
  }
  if (!features_.variants.empty() && !std::ranges::count(features_.variants, "reversi")) {
    return Fault{Ending::kBadAnswer,
                 fmt::format("announces no variant reversi, only {}", listed(features_.variants))};
  }
  return send("accepted done");
}

Outcome<void> XBoardPlayer::set_options(std::uint64_t seed) {
  for (const auto& [name, value] : spec_.options) {
    if (const auto done = set_option(name, value); !done) return done;
  }
  const auto own_seed = seed_option(seed);
  if (!own_seed || !has("seed")) return {};
  return set_option("seed", std::to_string(*own_seed));
}

/// hash-mib, threads and depth have commands. The engine must have announced other options.
Outcome<void> XBoardPlayer::set_option(const std::string& name, const std::string& value) {
  std::string line;
  if (has(name)) {
    line = fmt::format("option {}={}", name, value);
  } else if (name == "hash-mib" && features_.memory) {
    line = "memory " + value;
  } else if (name == "threads" && features_.smp) {
    line = "cores " + value;
  } else if (name == "depth") {
    line = "sd " + value;
  } else {
    return refused_option(name, "is none of the engine's: " + listed(options_));
  }
  const auto done = synchronize(line, setup_.hang_after);
  if (!done && done.error().ending == Ending::kBadAnswer) return refused_option(name, rejected_);
  return done;
}

/// "level 0 5:00 2". Only Sumi, which announces move-time-ms, reads fractions.
std::string XBoardPlayer::level_line(const TimeControl& time) const {
  const bool exact = has("move-time-ms");
  const auto text = [exact](Millis value) {
    return exact ? seconds_text(value) : std::to_string(std::chrono::floor<seconds>(value).count());
  };
  if (time.kind == Kind::kMove) {
    return "st " + text(exact ? time.main : std::max(time.main, Millis(seconds(1))));
  }
  const auto minutes = std::chrono::floor<std::chrono::minutes>(time.main);
  const Millis rest = time.main - minutes;
  return fmt::format("level 0 {}:{}{} {}", minutes.count(), rest < seconds(10) ? "0" : "",
                     text(rest), text(time.increment));
}

Outcome<void> XBoardPlayer::set_time(const TimeControl& time) {
  const bool unsaid = time.kind == Kind::kGame && time.main < seconds(1) && !has("move-time-ms");
  if (time.kind == Kind::kNone || unsaid) return {};
  return send(level_line(time));
}

/// Sends the command and waits until it is served. An error message is a fault.
Outcome<void> XBoardPlayer::synchronize(const std::string& command, Millis limit) {
  rejected_.clear();
  if (!features_.ping) return send(command);
  if (const auto done = send(command); !done) return done;
  const std::string number = std::to_string(++pings_);
  const auto done =
      converse("ping " + number, limit, [&](std::string_view line) -> Outcome<LineKind> {
        return line == "pong " + number ? LineKind::kLast
               : is_protocol_line(line) ? LineKind::kPart
                                        : LineKind::kNoise;
      });
  if (!done) return done;
  if (!rejected_.empty()) return bad_answer(rejected_, command);
  return {};
}

/// For the opponent and the opening; the engine knows its own moves.
Outcome<void> XBoardPlayer::play(Color, Square square) {
  const std::string move = protocol::xboard_move(square);
  return synchronize(features_.usermove ? "usermove " + move : move, setup_.hang_after);
}

Outcome<void> XBoardPlayer::pass(Color color) {
  if (spec_.pass == PassStyle::kOmit) return {};
  if (spec_.pass == PassStyle::kAsk && color == own_) return find_own_pass();
  return play(color, Square::kPass);
}

Outcome<void> XBoardPlayer::find_own_pass() {
  const auto answer = go(setup_.hang_after);
  if (!answer) return answer.error();
  if (!answer->resigned && answer->square == Square::kPass) return {};
  return Fault{Ending::kWrongPass,
               fmt::format("answered {} where it had to pass",
                           answer->resigned ? "resign" : to_text(answer->square))};
}

Outcome<Answer> XBoardPlayer::genmove(const Position&, const TurnClock& clock) {
  if (clock.control.kind == Kind::kGame && features_.time) {
    const bool both = clock.opponent.kind == Kind::kGame;
    const Millis other = both ? clock.opponent_remaining : clock.remaining;
    for (const auto& [word, left] : {std::pair("time", clock.remaining), {"otim", other}}) {
      const auto done =
          send(fmt::format("{} {}", word, std::max<std::int64_t>(left.count() / 10, 0)));
      if (!done) return done.error();
    }
  }
  return go(move_limit(setup_, clock));
}

/// A claimed loss is a resignation, as in the protocol's document; other claims are faults.
Outcome<Answer> XBoardPlayer::go(Millis limit) {
  constexpr std::string_view kMove = "move ";
  const std::string_view own_loss = own_ == Color::kBlack ? "0-1" : "1-0";
  Answer answer;
  std::optional<Evaluation> last;
  const StopWatch watch;
  const auto done = converse("go", limit, [&](std::string_view line) -> Outcome<LineKind> {
    if (const auto thinking = parse_xboard_thinking(line)) last = thinking;
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    answer.resigned = word == "resign" || word == own_loss;
    if (answer.resigned) return LineKind::kLast;
    if (is_error(line) || word == "1-0" || word == "0-1" || word == "1/2-1/2") {
      return bad_answer(line, "go");
    }
    if (word != "move") return is_protocol_line(line) ? LineKind::kPart : LineKind::kNoise;
    const auto square =
        protocol::parse_xboard_move(trim(line.substr(std::min(kMove.size(), line.size()))));
    if (!square) return bad_answer(line, "go");
    answer.square = *square;
    return LineKind::kLast;
  });
  answer.seconds = watch.seconds();
  if (!done) return done.error();
  if (last) answer.evaluation = plausible(*last);
  if (answer.resigned) return answer;
  if (const auto stopped = send("force"); !stopped) return stopped.error();
  return answer;
}

std::unique_ptr<Player> make_xboard_player(EngineSpec spec, PlayerSetup setup) {
  return std::make_unique<XBoardPlayer>(std::move(spec), std::move(setup));
}

}  // namespace sumi::match
