// SPDX-License-Identifier: MIT
/// An engine that speaks UGI, UCI or USI-X, in its own process (README.md, "Protocols";
/// https://github.com/kz04px/cutegames/blob/master/ugi.md).
///
/// Before each move the engine gets the start position and all moves. Engines silently ignore
/// unknown options, so options and values that the engine did not announce are faults. Without a
/// time control `go` has no limits. `info ... score cp` is in 1/100 disc; ignored for USI, where it
/// may be a win probability.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/options.h"
#include "protocol/text/ugi.h"
#include "tools/match/engine_lines.h"
#include "tools/match/process_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::match {
namespace {

class UgiPlayer final : public ProcessPlayer {
 public:
  UgiPlayer(EngineSpec spec, PlayerSetup setup, protocol::UgiDialect dialect);

  void start_game(const Position& start, const TimeControl& time, std::uint64_t seed) override;
  void tell_move(Color, Square square) override { note(square); }
  void tell_pass(Color color) override;
  Answer ask_move(const Position& position, const TurnClock& clock) override;
  bool is_protocol_line(std::string_view line) const override;
  void on_any_line(std::string_view line) override;
  void set_option(const std::string& name, const std::string& value) override;
  bool takes_seed() const override { return option("seed") != nullptr; }

 private:
  void shake_hands();
  Answer search(const std::string& go, Millis limit);

  const UgiOption* option(std::string_view name) const;
  std::string position_line() const;
  std::string go_line(const TurnClock& clock) const;
  void note(Square square) { moves_ += ' ' + protocol::ugi_move(square, dialect_, start_.size); }

  const protocol::UgiDialect dialect_;
  std::vector<UgiOption> options_;
  std::string search_limits_;  ///< " depth 8": options that `go` sends.
  Position start_;
  std::string moves_;  ///< " d3 c3"
};

using protocol::UgiDialect;

/// The clock for a position with a single possible answer.
constexpr TurnClock kMoment{{TimeControl::Kind::kMove, Millis(100), {}}, {}, {}, {}};

/// The first line that an engine gets.
std::string_view hello_in(UgiDialect dialect) {
  return dialect == UgiDialect::kUgi ? "ugi" : dialect == UgiDialect::kUci ? "uci" : "usi";
}

Fault bad_option(std::string_view name, std::string_view what) {
  return {Ending::kRefusedOption, fmt::format("option {} {}", sumi::quoted(name), what)};
}

/// The text after `begin`, ignoring case, or std::nullopt.
std::optional<std::string_view> after(std::string_view line, std::string_view begin) {
  if (!equal_ignoring_case(line.substr(0, begin.size()), begin)) return std::nullopt;
  return trim(line.substr(begin.size()));
}

/// "bestmove d3", and in UCI and USI "bestmove d3 ponder c3".
std::optional<Answer> parse_best_move(std::string_view line, UgiDialect dialect, int size) {
  const auto words = split_words(line);
  const bool with_reply = words.size() == 4 && words[2] == "ponder" && dialect != UgiDialect::kUgi;
  if (words.size() != 2 && !with_reply) return std::nullopt;
  Answer answer;
  answer.resigned = equal_ignoring_case(words[1], "resign");
  if (answer.resigned) return answer;
  const auto square = parse_square(words[1], size);
  if (!square) return std::nullopt;
  answer.square = *square;
  return answer;
}

}  // namespace

UgiPlayer::UgiPlayer(EngineSpec spec, PlayerSetup setup, UgiDialect dialect)
    : ProcessPlayer(std::move(spec), std::move(setup)), dialect_(dialect) {}

void UgiPlayer::start_game(const Position& start_of_game, const TimeControl&, std::uint64_t seed) {
  const bool usi = dialect_ == UgiDialect::kUsi;
  if (usi) require_8x8(start_of_game, "USI");
  start_ = start_of_game;
  moves_.clear();
  const bool fresh = !started();
  if (fresh) shake_hands();
  for (const std::string& line : spec_.setup) send(line);
  search_limits_.clear();
  set_options(seed);
  // USI engines load their data at `isready`, so it comes first.
  const std::string line = fmt::format("{}newgame", hello_in(dialect_));
  if (!usi) send(line);
  await("isready", "readyok", fresh ? start_limit() : setup_.hang_after);
  check_options();
  if (fresh) measure_pipe([this] { await("isready", "readyok", start_limit()); });
  if (usi) send(line);
}

bool UgiPlayer::is_protocol_line(std::string_view line) const {
  constexpr std::string_view kWords[] = {"id",       "option",       "ugiok",     "uciok",
                                         "usiok",    "readyok",      "bestmove",  "info",
                                         "response", "registration", "scoretype", "copyprotection",
                                         "gameover", "protocol",     "checkmate", "error"};
  return begins_with_any(line, kWords);
}

/// Sumi reports refused and conflicting options, Stockfish and its derivatives unknown ones; most
/// engines report nothing.
void UgiPlayer::on_any_line(std::string_view line) {
  if (const auto name = after(line, "id name ")) name_ = *name;
  if (const auto plays = after(line, "info string plays: ")) plays_ = *plays;
  if (const auto error = after(line, "info string error: ")) refusal_ = *error;
  if (after(line, "no such option")) refusal_ = line;
}

void UgiPlayer::shake_hands() {
  start();
  options_.clear();
  const std::string hello(hello_in(dialect_)), ok = hello + "ok";
  converse(hello, start_limit(), [&](std::string_view line) {
    if (auto option = parse_ugi_option(line)) options_.push_back(std::move(*option));
    return line == ok ? LineKind::kLast : kind_of(line);
  });
}

/// By the engine's or Sumi's name: hash-mib is Hash.
const UgiOption* UgiPlayer::option(std::string_view name) const {
  const OptionSpec* const ours = find_option(name);
  const auto found = std::ranges::find_if(options_, [&](const UgiOption& option) {
    return same_option_name(option.name, name) ||
           (ours && same_option_name(option.name, ours->title));
  });
  return found == options_.end() ? nullptr : &*found;
}

/// Checks the option, because engines do not report errors.
void UgiPlayer::set_option(const std::string& name, const std::string& value) {
  const UgiOption* const known = option(name);
  if (!known && (same_option_name(name, "depth") || same_option_name(name, "nodes"))) {
    if (parse_count(value).value_or(0) < 1) {
      throw bad_option(name, fmt::format("takes a number from 1 on, not {}", sumi::quoted(value)));
    }
    search_limits_ += fmt::format(" {} {}", to_lower(name), value);
    return;
  }
  if (!known) {
    std::vector<std::string> names;
    for (const UgiOption& option : options_) names.push_back(option.name);
    throw bad_option(name, "is none of the engine's: " + listed(names));
  }
  std::string line = "setoption name " + known->name;
  if (known->type != "button") {
    const std::string fault = fault_of(*known, value);
    if (!fault.empty()) throw bad_option(name, fault);
    line += " value " + (value.empty() ? "<empty>" : value);
  }
  send(line);
}

void UgiPlayer::tell_pass(Color color) {
  if (spec_.pass == PassStyle::kAsk && color == own_) {
    require_pass(search(go_line(kMoment), setup_.hang_after));
  }
  if (spec_.pass != PassStyle::kOmit) note(Square::kPass);
}

Answer UgiPlayer::ask_move(const Position&, const TurnClock& clock) {
  const Answer answer = search(go_line(clock), move_limit(setup_, clock));
  if (!answer.resigned) note(answer.square);
  return answer;
}

Answer UgiPlayer::search(const std::string& go, Millis limit) {
  send(position_line());
  std::optional<Answer> best;
  std::optional<Evaluation> last;
  bool exact = false;  // the next score is exact
  const StopWatch watch;
  converse(go, limit, [&](std::string_view line) {
    if (line == "info string exact") exact = true;
    if (const auto evaluation = parse_ugi_info(line)) {
      last = evaluation;
      last->exact = std::exchange(exact, false);
    }
    if (line.substr(0, line.find_first_of(" \t")) != "bestmove") return kind_of(line);
    best = parse_best_move(line, dialect_, start_.size);
    if (!best) throw bad_answer(line, go);
    return LineKind::kLast;
  });
  best->seconds = watch.seconds();
  if (last && dialect_ != UgiDialect::kUsi) best->evaluation = plausible(*last);
  return *best;
}

std::string UgiPlayer::position_line() const {
  std::string line = "position startpos";
  if (start_ != start_position(8)) {
    line = "position fen " + to_fen(start_);
    if (dialect_ == UgiDialect::kUsi) {
      const std::string board = to_text(start_).substr(0, 64);
      line = fmt::format("position sfen {}{}1", board, start_.to_move == Color::kBlack ? 'B' : 'W');
    }
  }
  return moves_.empty() ? line : line + " moves" + moves_;
}

/// If the opponent has no game clock, sends the engine's own time for it.
std::string UgiPlayer::go_line(const TurnClock& clock) const {
  std::string line = "go";
  if (clock.control.kind == TimeControl::Kind::kGame) {
    const bool both = clock.opponent.kind == TimeControl::Kind::kGame;
    std::array left{clock.remaining, both ? clock.opponent_remaining : clock.remaining};
    std::array more{clock.control.increment,
                    both ? clock.opponent.increment : clock.control.increment};
    if (own_ == Color::kWhite) {
      std::swap(left[0], left[1]);
      std::swap(more[0], more[1]);
    }
    for (Millis& time : left) time = std::max(time, Millis(1));
    const bool ugi = dialect_ == UgiDialect::kUgi;
    const std::string_view black = ugi ? "p1" : "b", white = ugi ? "p2" : "w";
    line += fmt::format(" {0}time {2} {1}time {3} {0}inc {4} {1}inc {5}", black, white,
                        left[0].count(), left[1].count(), more[0].count(), more[1].count());
  } else if (clock.control.kind == TimeControl::Kind::kMove) {
    const auto time = clock.control.main.count();
    line += dialect_ == UgiDialect::kUsi ? fmt::format(" btime 0 wtime 0 byoyomi {}", time)
                                         : fmt::format(" movetime {}", time);
  }
  return line + search_limits_;
}

std::unique_ptr<Player> make_ugi_player(EngineSpec spec, PlayerSetup setup, UgiDialect dialect) {
  return std::make_unique<UgiPlayer>(std::move(spec), std::move(setup), dialect);
}

}  // namespace sumi::match
