// SPDX-License-Identifier: MIT
/// An engine that speaks the Chess Engine Communication Protocol, variant reversi, in its own
/// process (README.md, "Protocols"; https://www.gnu.org/software/xboard/engine-intf.html).
///
/// The engine stays in force mode except for its own moves, so it does not ponder. A `ping` follows
/// the start of a game and each move. Except to Sumi, times are whole seconds, rounded down;
/// clocks that start below one second are not sent.
#include "engine/base/text.h"
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

  void start_game(const Position& start, const TimeControl& time, std::uint64_t seed) override;
  void tell_move(Color color, Square square) override;
  void tell_pass(Color color) override;
  Answer ask_move(const Position& position, const TurnClock& clock) override;
  bool is_protocol_line(std::string_view line) const override;
  void on_any_line(std::string_view line) override;
  void set_option(const std::string& name, const std::string& value) override;
  bool takes_seed() const override { return has("seed"); }

 private:
  void shake_hands();
  void set_time(const TimeControl& time);
  void synchronize(const std::string& command, Millis limit);
  Answer go(Millis limit);

  bool has(std::string_view option) const { return std::ranges::count(options_, option) > 0; }
  std::string level_line(const TimeControl& time) const;

  XBoardFeatures features_;
  std::vector<std::string> options_;  ///< Announced names.
  std::string rejected_;              ///< The engine's message about the last command.
};

bool is_error(std::string_view line) {
  return line.starts_with("Error (") || line.starts_with("Illegal move") ||
         line.starts_with("tellusererror ");
}

}  // namespace

void XBoardPlayer::start_game(const Position& start_of_game, const TimeControl& time,
                              std::uint64_t seed) {
  require_8x8(start_of_game, "XBoard's protocol");
  const bool fresh = !started();
  if (fresh) shake_hands();
  for (const char* line : {"new", "variant reversi", "easy", "post", "force"}) send(line);
  for (const std::string& line : spec_.setup) send(line);
  set_options(seed);
  set_time(time);
  std::string last = "force";
  if (start_of_game != start_position(8)) {
    if (!features_.setboard) {
      throw Fault{Ending::kBadAnswer,
                  "does not announce the feature setboard, so it cannot be given the start "
                  "position of this opening"};
    }
    last = "setboard " + protocol::xboard_fen(start_of_game);
  }
  synchronize(last, fresh ? start_limit() : setup_.hang_after);
  check_options();
  if (fresh && features_.ping) measure_pipe([this] { synchronize("force", start_limit()); });
}

/// Includes thinking lines, which begin with a number.
bool XBoardPlayer::is_protocol_line(std::string_view line) const {
  constexpr std::string_view kWords[] = {
      "feature", "move",  "resign", "offer",   "1-0",   "0-1",      "1/2-1/2", "pong",
      "Hint:",   "setup", "#",      "askuser", "Book:", "telluser", "tellall", "stat01:"};
  return begins_with_any(line, kWords) || is_error(line) || parse_xboard_thinking(line);
}

/// Sumi reports its settings and conflicts as comments.
void XBoardPlayer::on_any_line(std::string_view line) {
  if (is_error(line)) rejected_ = line;
  note_settings(line, "# ");
}

/// Requires version 2 of the protocol: an engine of version 1 announces no features.
void XBoardPlayer::shake_hands() {
  start();
  features_ = {};
  options_.clear();
  send("xboard");
  converse("protover 2", start_limit(), [&](std::string_view line) {
    if (!parse_xboard_features(line, features_)) return kind_of(line);
    return features_.done ? LineKind::kLast : LineKind::kPart;
  });
  name_ = features_.name;
  for (const std::string& option : features_.options) {
    options_.push_back(option.substr(0, option.rfind(" -")));
  }
  if (!features_.variants.empty() && !std::ranges::count(features_.variants, "reversi")) {
    throw Fault{Ending::kBadAnswer,
                fmt::format("announces no variant reversi, only {}", listed(features_.variants))};
  }
  send("accepted done");
}

/// hash-mib, threads and depth have commands. The engine must have announced other options.
void XBoardPlayer::set_option(const std::string& name, const std::string& value) {
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
    throw refused_option(name, "is none of the engine's: " + listed(options_));
  }
  try {
    synchronize(line, setup_.hang_after);
  } catch (const Fault& fault) {
    if (fault.ending != Ending::kBadAnswer) throw;
    throw refused_option(name, rejected_);
  }
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

void XBoardPlayer::set_time(const TimeControl& time) {
  const bool unsaid = time.kind == Kind::kGame && time.main < seconds(1) && !has("move-time-ms");
  if (time.kind != Kind::kNone && !unsaid) send(level_line(time));
}

/// Sends the command and waits until it is served. An error message is a fault.
void XBoardPlayer::synchronize(const std::string& command, Millis limit) {
  rejected_.clear();
  send(command);
  if (!features_.ping) return;
  ping(limit);
  if (!rejected_.empty()) throw bad_answer(rejected_, command);
}

/// For the opponent and the opening; the engine knows its own moves.
void XBoardPlayer::tell_move(Color, Square square) {
  const std::string move = protocol::xboard_move(square);
  synchronize(features_.usermove ? "usermove " + move : move, setup_.hang_after);
}

void XBoardPlayer::tell_pass(Color color) {
  if (spec_.pass == PassStyle::kOmit) return;
  if (spec_.pass == PassStyle::kAsk && color == own_) {
    require_pass(go(setup_.hang_after));
  } else {
    tell_move(color, Square::kPass);
  }
}

Answer XBoardPlayer::ask_move(const Position&, const TurnClock& clock) {
  if (clock.control.kind == Kind::kGame && features_.time) {
    const bool both = clock.opponent.kind == Kind::kGame;
    const Millis other = both ? clock.opponent_remaining : clock.remaining;
    for (const auto& [word, left] : {std::pair("time", clock.remaining), {"otim", other}}) {
      send(fmt::format("{} {}", word, std::max<std::int64_t>(left.count() / 10, 0)));
    }
  }
  return go(move_limit(setup_, clock));
}

/// A claimed loss is a resignation, as in the protocol's document; other claims are faults.
Answer XBoardPlayer::go(Millis limit) {
  constexpr std::string_view kMove = "move ";
  const std::string_view own_loss = own_ == Color::kBlack ? "0-1" : "1-0";
  Answer answer;
  std::optional<Evaluation> last;
  const StopWatch watch;
  converse("go", limit, [&](std::string_view line) {
    if (const auto thinking = parse_xboard_thinking(line)) last = thinking;
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    answer.resigned = word == "resign" || word == own_loss;
    if (answer.resigned) return LineKind::kLast;
    if (is_error(line) || word == "1-0" || word == "0-1" || word == "1/2-1/2") {
      throw bad_answer(line, "go");
    }
    if (word != "move") return kind_of(line);
    const auto square =
        protocol::parse_xboard_move(trim(line.substr(std::min(kMove.size(), line.size()))));
    if (!square) throw bad_answer(line, "go");
    answer.square = *square;
    return LineKind::kLast;
  });
  answer.seconds = watch.seconds();
  if (last) answer.evaluation = plausible(*last);
  if (!answer.resigned) send("force");
  return answer;
}

std::unique_ptr<Player> make_xboard_player(EngineSpec spec, PlayerSetup setup) {
  return std::make_unique<XBoardPlayer>(std::move(spec), std::move(setup));
}

}  // namespace sumi::match
