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

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color color, Square square) override;
  Outcome<void> pass(Color color) override;
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  void on_any_line(std::string_view line) override;
  Outcome<void> shake_hands();
  Outcome<void> set_options(std::uint64_t seed);
  Outcome<void> set_option(std::string_view name, std::string_view value);
  Outcome<void> begin_game(bool fresh);
  Outcome<void> wait_until_ready(Millis limit);
  Outcome<Answer> search(const std::string& go, Millis limit);
  Outcome<void> find_own_pass();

  const UgiOption* option(std::string_view name) const;
  std::string position_line() const;
  std::string go_line(const TurnClock& clock) const;
  void note(Square square);

  const protocol::UgiDialect dialect_;
  std::vector<UgiOption> options_;
  std::string search_limits_;  ///< " depth 8": options that `go` sends.
  Position start_;
  std::string moves_;  ///< " d3 c3"
  Color own_ = Color::kBlack;
};

using protocol::UgiDialect;

/// The clock for a position with a single possible answer.
constexpr TurnClock kMoment{{TimeControl::Kind::kMove, Millis(100), {}}, {}, {}, {}};

struct Words {
  std::string_view hello;
  std::string_view black_time, white_time, black_increment, white_increment;
};

Words words_in(UgiDialect dialect) {
  switch (dialect) {
    case UgiDialect::kUgi:
      return {"ugi", "p1time", "p2time", "p1inc", "p2inc"};
    case UgiDialect::kUci:
      return {"uci", "btime", "wtime", "binc", "winc"};
    case UgiDialect::kUsi:
      break;
  }
  return {"usi", "btime", "wtime", "binc", "winc"};
}

Fault bad_option(std::string_view name, std::string_view what) {
  return {Ending::kRefusedOption, fmt::format("option {} {}", sumi::quoted(name), what)};
}

/// An empty line, or a line whose first word belongs to the protocol.
bool is_protocol_line(std::string_view line) {
  constexpr std::string_view kWords[] = {"id",       "option",       "ugiok",     "uciok",
                                         "usiok",    "readyok",      "bestmove",  "info",
                                         "response", "registration", "scoretype", "copyprotection",
                                         "gameover", "protocol",     "checkmate", "error"};
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  return word.empty() || std::ranges::count(kWords, word) > 0;
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

Outcome<void> UgiPlayer::new_game(const Position& start, Color own, const TimeControl&,
                                  std::uint64_t seed) {
  if (dialect_ == UgiDialect::kUsi && start.size != 8) {
    return Fault{Ending::kBadAnswer, "speaks USI, which has the board of 8x8 only"};
  }
  start_ = start;
  own_ = own;
  moves_.clear();
  refusal_.clear();
  const bool fresh = !started();
  if (fresh) {
    if (const auto done = shake_hands(); !done) return done;
  }
  for (const std::string& line : spec_.setup) {
    if (const auto done = send(line); !done) return done;
  }
  if (const auto done = set_options(seed); !done) return done;
  return begin_game(fresh);
}

/// Sumi reports refused and conflicting options, Stockfish and its derivatives unknown ones; most
/// engines report nothing.
void UgiPlayer::on_any_line(std::string_view line) {
  if (const auto name = after(line, "id name ")) name_ = *name;
  if (const auto plays = after(line, "info string plays: ")) plays_ = *plays;
  if (const auto error = after(line, "info string error: ")) refusal_ = *error;
  if (after(line, "no such option")) refusal_ = line;
}

Outcome<void> UgiPlayer::shake_hands() {
  if (const auto done = start(); !done) return done;
  options_.clear();
  const std::string hello(words_in(dialect_).hello), ok = hello + "ok";
  return converse(hello, start_limit(), [&](std::string_view line) -> Outcome<LineKind> {
    if (auto option = parse_ugi_option(line)) options_.push_back(std::move(*option));
    return line == ok               ? LineKind::kLast
           : is_protocol_line(line) ? LineKind::kPart
                                    : LineKind::kNoise;
  });
}

/// USI engines load their data at `isready`, so it comes first.
Outcome<void> UgiPlayer::begin_game(bool fresh) {
  const std::string line = fmt::format("{}newgame", words_in(dialect_).hello);
  const bool ready_first = dialect_ == UgiDialect::kUsi;
  if (!ready_first) {
    if (const auto done = send(line); !done) return done;
  }
  const Millis limit = fresh ? start_limit() : setup_.hang_after;
  if (const auto done = wait_until_ready(limit); !done) return done;
  if (const auto done = check_options(); !done) return done;
  if (fresh) {
    const auto done = measure_pipe([this] { return wait_until_ready(start_limit()); });
    if (!done) return done;
  }
  return ready_first ? send(line) : Outcome<void>();
}

Outcome<void> UgiPlayer::wait_until_ready(Millis limit) {
  return converse("isready", limit, [](std::string_view line) -> Outcome<LineKind> {
    return line == "readyok"        ? LineKind::kLast
           : is_protocol_line(line) ? LineKind::kPart
                                    : LineKind::kNoise;
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

Outcome<void> UgiPlayer::set_options(std::uint64_t seed) {
  search_limits_.clear();
  for (const auto& [name, value] : spec_.options) {
    const bool limit = same_option_name(name, "depth") || same_option_name(name, "nodes");
    if (limit && !option(name)) {
      if (parse_count(value).value_or(0) < 1) {
        return bad_option(name,
                          fmt::format("takes a number from 1 on, not {}", sumi::quoted(value)));
      }
      search_limits_ += fmt::format(" {} {}", to_lower(name), value);
      continue;
    }
    if (const auto done = set_option(name, value); !done) return done;
  }
  const auto own_seed = seed_option(seed);
  if (!own_seed || !option("seed")) return {};
  return set_option("seed", std::to_string(*own_seed));
}

/// Checks the option, because engines do not report errors.
Outcome<void> UgiPlayer::set_option(std::string_view name, std::string_view value) {
  const UgiOption* const known = option(name);
  if (!known) {
    std::vector<std::string> names;
    for (const UgiOption& option : options_) names.push_back(option.name);
    return bad_option(name, "is none of the engine's: " + listed(names));
  }
  if (known->type == "button") return send("setoption name " + known->name);
  const std::string fault = fault_of(*known, value);
  if (!fault.empty()) return bad_option(name, fault);
  return send(
      fmt::format("setoption name {} value {}", known->name, value.empty() ? "<empty>" : value));
}

/// For the opponent and the opening; genmove() adds the engine's own moves.
Outcome<void> UgiPlayer::play(Color, Square square) {
  note(square);
  return {};
}

Outcome<void> UgiPlayer::pass(Color color) {
  if (spec_.pass == PassStyle::kAsk && color == own_) {
    if (const auto found = find_own_pass(); !found) return found;
  }
  if (spec_.pass != PassStyle::kOmit) note(Square::kPass);
  return {};
}

Outcome<void> UgiPlayer::find_own_pass() {
  const auto answer = search(go_line(kMoment), setup_.hang_after);
  if (!answer) return answer.error();
  if (!answer->resigned && answer->square == Square::kPass) return {};
  return Fault{Ending::kWrongPass,
               fmt::format("answered {} where it had to pass",
                           answer->resigned ? "resign" : to_text(answer->square, start_.size))};
}

Outcome<Answer> UgiPlayer::genmove(const Position&, const TurnClock& clock) {
  auto answer = search(go_line(clock), move_limit(setup_, clock));
  if (answer && !answer->resigned) note(answer->square);
  return answer;
}

Outcome<Answer> UgiPlayer::search(const std::string& go, Millis limit) {
  if (const auto done = send(position_line()); !done) return done.error();
  std::optional<Answer> best;
  std::optional<Evaluation> last;
  bool exact = false;  // the next score is exact
  const StopWatch watch;
  const auto done = converse(go, limit, [&](std::string_view line) -> Outcome<LineKind> {
    if (line == "info string exact") exact = true;
    if (const auto evaluation = parse_ugi_info(line)) {
      last = evaluation;
      last->exact = std::exchange(exact, false);
    }
    const std::size_t word = std::min(line.find_first_of(" \t"), line.size());
    if (line.substr(0, word) != "bestmove") {
      return is_protocol_line(line) ? LineKind::kPart : LineKind::kNoise;
    }
    best = parse_best_move(line, dialect_, start_.size);
    if (!best) return bad_answer(line, go);
    return LineKind::kLast;
  });
  if (!done) return done.error();
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
  const Words words = words_in(dialect_);
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
    line += fmt::format(" {} {} {} {} {} {} {} {}", words.black_time, left[0].count(),
                        words.white_time, left[1].count(), words.black_increment, more[0].count(),
                        words.white_increment, more[1].count());
  } else if (clock.control.kind == TimeControl::Kind::kMove) {
    const auto time = clock.control.main.count();
    line += dialect_ == UgiDialect::kUsi ? fmt::format(" btime 0 wtime 0 byoyomi {}", time)
                                         : fmt::format(" movetime {}", time);
  }
  return line + search_limits_;
}

void UgiPlayer::note(Square square) {
  moves_ += ' ' + protocol::ugi_move(square, dialect_, start_.size);
}

std::unique_ptr<Player> make_ugi_player(EngineSpec spec, PlayerSetup setup, UgiDialect dialect) {
  return std::make_unique<UgiPlayer>(std::move(spec), std::move(setup), dialect);
}

}  // namespace sumi::match
