// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/player.h"
#include "tools/match/process_player.h"
#include "tools/match/sumi_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sumi::match {
namespace {

constexpr Millis kStartLimit{5000};
constexpr Millis kQuitLimit{300};
/// An engine without a clock may think long; only so many times hang_after is too long.
constexpr int kUntimedPatience = 60;
constexpr int kMaxDepth = 120;
constexpr double kMaxDiscs = 64;

/// A fault of the process, with the question that it happened to, and the noise that came instead
/// of an answer.
Fault after(Fault fault, std::string_view question, Millis limit, std::string_view noise = {}) {
  if (fault.ending == Ending::kHang) {
    const double seconds = to_seconds(limit);
    fault.detail =
        fmt::format("did not answer {} within {:.1f} s", sumi::quoted(question), seconds);
  } else {
    fault.detail += fmt::format(" after {}", sumi::quoted(question));
  }
  if (!noise.empty() && fault.ending != Ending::kFlood)
    fault.detail += fmt::format("; wrote {}", sumi::quoted(noise));
  return fault;
}

}  // namespace

Fault bad_answer(std::string_view answer, std::string_view question) {
  return {Ending::kBadAnswer,
          fmt::format("answered {} to {}", sumi::quoted(answer), sumi::quoted(question))};
}

Fault refused_option(std::string_view name, std::string_view why) {
  return {Ending::kRefusedOption, fmt::format("refused option {}: {}", sumi::quoted(name), why)};
}

std::optional<Evaluation> plausible(Evaluation evaluation) {
  if (!(std::abs(evaluation.discs) <= kMaxDiscs)) return std::nullopt;
  if (evaluation.depth < 0 || evaluation.depth > kMaxDepth) evaluation.depth = 0;
  return evaluation;
}

ProcessPlayer::ProcessPlayer(EngineSpec spec, PlayerSetup setup)
    : spec_(std::move(spec)), setup_(std::move(setup)) {}

Outcome<void> ProcessPlayer::start() {
  name_.clear();
  plays_.clear();
  return process_.start(spec_.command, spec_.directory, setup_.log);
}

Outcome<void> ProcessPlayer::converse(const std::string& question, Millis limit,
                                      const Listener& listen) {
  const auto deadline = EngineProcess::Clock::now() + limit;
  broken_ = true;  // until we know better
  const auto sent = process_.write(question + '\n', deadline);
  if (!sent) return after(sent.error(), question, limit);
  std::string noise;  // the last line of it
  for (Heard heard = Heard::kMore; heard != Heard::kAll;) {
    const auto line = process_.read_line(deadline);
    if (!line) return after(line.error(), question, limit, noise);
    overhear(trim(*line));
    const auto taken = listen(trim(*line));
    if (!taken) return taken.error();
    heard = *taken;
    if (heard != Heard::kNoise || trim(*line).empty()) continue;
    ++noise_;
    noise = *line;
  }
  broken_ = false;
  return {};
}

Outcome<void> ProcessPlayer::check_options() {
  if (refusal_.empty()) return {};
  return Fault{Ending::kRefusedOption,
               fmt::format("refused an option: {}", std::exchange(refusal_, {}))};
}

EngineRemarks ProcessPlayer::take_remarks() {
  std::string plays = name_;
  if (!plays_.empty()) plays += plays.empty() ? plays_ : ": " + plays_;
  EngineRemarks remarks;
  remarks.plays = std::move(plays);
  remarks.noise = std::exchange(noise_, 0);
  return remarks;
}

Outcome<void> ProcessPlayer::say(const std::string& line) {
  const auto sent = process_.write(line + '\n', EngineProcess::Clock::now() + setup_.hang_after);
  if (sent) return {};
  broken_ = true;
  return after(sent.error(), line, setup_.hang_after);
}

Outcome<void> ProcessPlayer::measure_pipe(const std::function<Outcome<void>()>& ask) {
  std::array<double, 5> times{};
  for (double& time : times) {
    const StopWatch watch;
    if (const auto done = ask(); !done) return done;
    time = watch.seconds();
  }
  std::sort(times.begin(), times.end());
  pipe_seconds_ = times[times.size() / 2];
  return {};
}

std::optional<int> ProcessPlayer::seed_option(std::uint64_t seed) const {
  const bool draws_lots = std::ranges::any_of(spec_.options, [](const auto& option) {
    const OptionSpec* const ours = find_option(option.first);
    if (!ours) return false;
    return (ours->name == "variety" && option.second != "0") ||
           (ours->name == "player" && option.second != kSearchPlayer);
  });
  return draws_lots ? std::optional(engine_seed(seed)) : std::nullopt;
}

Millis ProcessPlayer::start_limit() const { return std::max(kStartLimit, setup_.hang_after); }

Millis ProcessPlayer::patience(const TurnClock& clock) const {
  switch (clock.control.kind) {
    case TimeControl::Kind::kNone:
      break;
    case TimeControl::Kind::kGame:
      return std::max(clock.remaining, Millis(0)) + setup_.hang_after;
    case TimeControl::Kind::kMove:
      return clock.control.main + setup_.hang_after;
  }
  return kUntimedPatience * setup_.hang_after;
}

/// An engine that did nothing wrong may put its affairs in order.
void ProcessPlayer::end() {
  if (process_.started() && !broken_) {
    const auto deadline = EngineProcess::Clock::now() + kQuitLimit;
    if (process_.write("quit\n", deadline)) process_.wait_for_end(deadline);
  }
  process_.kill();
  broken_ = false;
}

}  // namespace sumi::match
