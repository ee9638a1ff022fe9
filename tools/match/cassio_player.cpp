// SPDX-License-Identifier: MIT
/// An engine that speaks Cassio's protocol, in its own process (README.md, "Protocols";
/// http://cassio.free.fr/engine-protocol.htm).
///
/// Each search names its position, so the engine gets no moves and no passes. The protocol has no
/// clock: as Cassio does, we choose the time of a move and send `stop` when it is over. Only Sumi
/// has a command for options; `depth` and `precision` are part of each search.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/limits.h"
#include "engine/time_manager.h"
#include "tools/match/engine_lines.h"
#include "tools/match/process_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::match {
namespace {

using Kind = TimeControl::Kind;

constexpr std::string_view kReady = "ready.", kVersion = "version:", kError = "ERROR";
constexpr int kMaxDepth = 60;
constexpr int kUntimedDepth = 12;    ///< Without time and depth.
constexpr int kUsualPrecision = 73;  ///< In per cent, as Cassio sends it in the midgame.
constexpr int kSolvedEmpties = 20;   ///< At most these are solved exactly when a clock runs.
constexpr Millis kDelivery{20};      ///< From our clock to the engine and back.

std::string command(std::string_view text) { return fmt::format("ENGINE-PROTOCOL {}", text); }

bool is_protocol_line(std::string_view line) {
  return line.empty() || line == kReady || line == "ok." || line.starts_with(kVersion) ||
         line.starts_with(kError) || line.starts_with("node ") || line.starts_with("bye bye");
}

class CassioPlayer final : public ProcessPlayer {
 public:
  CassioPlayer(EngineSpec spec, PlayerSetup setup)
      : ProcessPlayer(std::move(spec), std::move(setup), command("quit")) {}

  Outcome<void> new_game(const Position& start, Color own, const TimeControl& time,
                         std::uint64_t seed) override;
  Outcome<void> play(Color, Square) override { return {}; }
  Outcome<void> pass(Color) override { return {}; }
  Outcome<Answer> genmove(const Position& position, const TurnClock& clock) override;

 private:
  void on_any_line(std::string_view line) override;
  Outcome<void> ask(const std::string& question, Millis limit);
  Outcome<void> set_options(std::uint64_t seed);
  Outcome<void> set_option(std::string_view name, std::string_view value);
  Outcome<void> settle();
  bool is_sumi() const { return name_.starts_with("Sumi "); }
  std::string search_line(const Position& position, bool timed) const;

  std::optional<int> depth_, precision_;
  std::string error_;  ///< The engine's message about the last command.
};

/// Time after which a search is stopped; std::nullopt without a time control.
std::optional<Millis> time_of(const TurnClock& clock, int empties) {
  SearchLimits limits;
  if (clock.control.kind == Kind::kNone) return std::nullopt;
  if (clock.control.kind == Kind::kMove) limits.move_time = clock.control.main;
  if (clock.control.kind == Kind::kGame) {
    limits.clock = Clock{std::max(clock.remaining, Millis(0)), clock.control.increment, 0, {}, 0};
  }
  const TimeBudget budget = TimeManager(limits, empties, kDelivery).budget();
  return clock.control.kind == Kind::kMove ? budget.hard : budget.soft;
}

}  // namespace

Outcome<void> CassioPlayer::new_game(const Position& start_of_game, Color, const TimeControl&,
                                     std::uint64_t seed) {
  if (start_of_game.size != 8) {
    return Fault{Ending::kBadAnswer, "speaks Cassio's protocol, which has the board of 8x8 only"};
  }
  const bool fresh = !started();
  if (fresh) {
    if (const auto done = start(); !done) return done;
    for (const std::string_view text : {"init", "get-version"}) {
      if (const auto done = ask(command(text), start_limit()); !done) return done;
    }
  }
  for (const std::string& line : spec_.setup) {
    if (const auto done = ask(line, setup_.hang_after); !done) return done;
  }
  if (const auto done = set_options(seed); !done) return done;
  if (const auto done = ask(command("new-position"), setup_.hang_after); !done) return done;
  if (!fresh) return {};
  return measure_pipe([this] { return ask(command("get-version"), start_limit()); });
}

void CassioPlayer::on_any_line(std::string_view line) {
  if (line.starts_with(kVersion)) name_ = trim(line.substr(kVersion.size()));
  if (line.starts_with(kError)) error_ = line;
}

/// Sends a command that is answered by "ready." alone. An error message is a fault.
Outcome<void> CassioPlayer::ask(const std::string& question, Millis limit) {
  error_.clear();
  const auto done = converse(question, limit, [](std::string_view line) -> Outcome<LineKind> {
    return line == kReady           ? LineKind::kLast
           : is_protocol_line(line) ? LineKind::kPart
                                    : LineKind::kNoise;
  });
  if (done && !error_.empty()) return bad_answer(error_, question);
  return done;
}

Outcome<void> CassioPlayer::set_options(std::uint64_t seed) {
  for (const auto& [name, value] : spec_.options) {
    if (const auto done = set_option(name, value); !done) return done;
  }
  if (!is_sumi()) return {};
  if (const auto own_seed = seed_option(seed)) {
    if (const auto done = set_option("seed", std::to_string(*own_seed)); !done) return done;
  }
  return ask(command("empty-hash"), setup_.hang_after);  // Edax does not answer it
}

Outcome<void> CassioPlayer::set_option(std::string_view name, std::string_view value) {
  const bool depth = name == "depth";
  if (depth || name == "precision") {
    const auto number = parse_count(value);
    const int most = depth ? kMaxDepth : 100;
    if (!number || *number < 1 || *number > most) {
      return refused_option(name, fmt::format("takes 1..{}, not {}", most, sumi::quoted(value)));
    }
    (depth ? depth_ : precision_) = *number;
    return {};
  }
  if (!is_sumi()) {
    return Fault{
        Ending::kRefusedOption,
        fmt::format("{} speaks Cassio's protocol, which has no command for option {}; give "
                    "it in its command line",
                    spec_.name, sumi::quoted(name))};
  }
  const auto done = ask(command(fmt::format("set-option {} {}", name, value)), setup_.hang_after);
  if (!done && !error_.empty()) return refused_option(name, error_);
  return done;
}

/// With depth the search to that depth, which solves the end; with a clock the deepest one.
std::string CassioPlayer::search_line(const Position& position, bool timed) const {
  const int left = empties(position.board, position.size);
  const int depth = std::min(depth_.value_or(timed ? left : kUntimedDepth), left);
  std::string board = to_text(position);
  board.erase(64, 1);  // between the squares and the side to move
  const bool solves = depth == left && (depth_ || left <= kSolvedEmpties);
  if (solves)
    return command(fmt::format("endgame-search {} -64 64 {}", board, precision_.value_or(100)));
  return command(fmt::format("midgame-search {} -64 64 {} {}", board, depth,
                             precision_.value_or(kUsualPrecision)));
}

Outcome<Answer> CassioPlayer::genmove(const Position& position, const TurnClock& clock) {
  const auto time = time_of(clock, empties(position.board, position.size));
  const std::string line = search_line(position, time.has_value());
  std::optional<CassioResult> last;
  error_.clear();
  std::optional<Stop> stop;
  if (time) stop = Stop{*time, command("stop")};
  const StopWatch watch;
  const auto done = converse(
      line, move_limit(setup_, clock),
      [&](std::string_view text) -> Outcome<LineKind> {
        if (const auto result = parse_cassio_result(text, position)) {
          last = result;
        } else if (!is_protocol_line(text)) {
          return LineKind::kNoise;
        }
        return text == kReady ? LineKind::kLast : LineKind::kPart;
      },
      stop);
  Answer answer;
  answer.seconds = watch.seconds();
  if (!done) return done.error();
  if (!last) return bad_answer(error_.empty() ? kReady : std::string_view(error_), line);
  if (time && answer.seconds >= to_seconds(*time)) {
    if (const auto settled = settle(); !settled) return settled.error();
  }
  answer.square = last->move;
  answer.evaluation = plausible(last->evaluation);
  return answer;
}

/// An engine that had just finished answers `stop`, too: skips that answer.
Outcome<void> CassioPlayer::settle() {
  bool met = false;
  return converse(command("get-version"), setup_.hang_after,
                  [&](std::string_view line) -> Outcome<LineKind> {
                    met = met || line.starts_with(kVersion);
                    return line == kReady && met    ? LineKind::kLast
                           : is_protocol_line(line) ? LineKind::kPart
                                                    : LineKind::kNoise;
                  });
}

std::unique_ptr<Player> make_cassio_player(EngineSpec spec, PlayerSetup setup) {
  return std::make_unique<CassioPlayer>(std::move(spec), std::move(setup));
}

}  // namespace sumi::match
