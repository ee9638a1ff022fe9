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

class CassioPlayer final : public ProcessPlayer {
 public:
  CassioPlayer(EngineSpec spec, PlayerSetup setup)
      : ProcessPlayer(std::move(spec), std::move(setup), command("quit")) {}

  void start_game(const Position& start, const TimeControl& time, std::uint64_t seed) override;
  void tell_move(Color, Square) override {}
  void tell_pass(Color) override {}
  Answer ask_move(const Position& position, const TurnClock& clock) override;
  bool is_protocol_line(std::string_view line) const override;
  void on_any_line(std::string_view line) override;
  void set_option(const std::string& name, const std::string& value) override;
  bool takes_seed() const override { return is_sumi(); }

 private:
  void ask(const std::string& question, Millis limit);
  void settle();
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

void CassioPlayer::start_game(const Position& start_of_game, const TimeControl&,
                              std::uint64_t seed) {
  require_8x8(start_of_game, "Cassio's protocol");
  const bool fresh = !started();
  if (fresh) {
    start();
    for (const std::string_view text : {"init", "get-version"}) ask(command(text), start_limit());
  }
  for (const std::string& line : spec_.setup) ask(line, setup_.hang_after);
  set_options(seed);
  if (is_sumi()) ask(command("empty-hash"), setup_.hang_after);  // Edax does not answer it
  ask(command("new-position"), setup_.hang_after);
  if (fresh) measure_pipe([this] { ask(command("get-version"), start_limit()); });
}

bool CassioPlayer::is_protocol_line(std::string_view line) const {
  return line.empty() || line == kReady || line == "ok." || line.starts_with(kVersion) ||
         line.starts_with(kError) || line.starts_with("node ") || line.starts_with("bye bye");
}

void CassioPlayer::on_any_line(std::string_view line) {
  if (line.starts_with(kVersion)) name_ = trim(line.substr(kVersion.size()));
  if (line.starts_with(kError)) error_ = line;
}

/// Sends a command that is answered by "ready." alone. An error message is a fault.
void CassioPlayer::ask(const std::string& question, Millis limit) {
  error_.clear();
  await(question, kReady, limit);
  if (!error_.empty()) throw bad_answer(error_, question);
}

void CassioPlayer::set_option(const std::string& name, const std::string& value) {
  const bool depth = name == "depth";
  if (depth || name == "precision") {
    const auto number = parse_count(value);
    const int most = depth ? kMaxDepth : 100;
    if (!number || *number < 1 || *number > most) {
      throw refused_option(name, fmt::format("takes 1..{}, not {}", most, sumi::quoted(value)));
    }
    (depth ? depth_ : precision_) = *number;
    return;
  }
  if (!is_sumi()) {
    throw Fault{Ending::kRefusedOption,
                fmt::format("{} speaks Cassio's protocol, which has no command for option {}; give "
                            "it in its command line",
                            spec_.name, sumi::quoted(name))};
  }
  try {
    ask(command(fmt::format("set-option {} {}", name, value)), setup_.hang_after);
  } catch (const Fault&) {
    if (error_.empty()) throw;
    throw refused_option(name, error_);
  }
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

Answer CassioPlayer::ask_move(const Position& position, const TurnClock& clock) {
  const auto time = time_of(clock, empties(position.board, position.size));
  const std::string line = search_line(position, time.has_value());
  std::optional<CassioResult> last;
  error_.clear();
  std::optional<Stop> stop;
  if (time) stop = Stop{*time, command("stop")};
  Answer answer;
  const StopWatch watch;
  converse(
      line, move_limit(setup_, clock),
      [&](std::string_view text) {
        if (text == kReady) return LineKind::kLast;
        const auto result = parse_cassio_result(text, position);
        if (result) last = result;
        return result ? LineKind::kPart : kind_of(text);
      },
      stop);
  answer.seconds = watch.seconds();
  if (!last) throw bad_answer(error_.empty() ? kReady : std::string_view(error_), line);
  if (time && answer.seconds >= to_seconds(*time)) settle();
  answer.square = last->move;
  answer.evaluation = plausible(last->evaluation);
  return answer;
}

/// An engine that had just finished answers `stop`, too: skips that answer.
void CassioPlayer::settle() {
  bool met = false;
  converse(command("get-version"), setup_.hang_after, [&](std::string_view line) {
    met = met || line.starts_with(kVersion);
    return line == kReady && met ? LineKind::kLast : kind_of(line);
  });
}

std::unique_ptr<Player> make_cassio_player(EngineSpec spec, PlayerSetup setup) {
  return std::make_unique<CassioPlayer>(std::move(spec), std::move(setup));
}

}  // namespace sumi::match
