// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/player.h"
#include "tools/match/process_player.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace sumi::match {

namespace {

using Deadline = EngineProcess::Deadline;

constexpr std::size_t kMaxLineBytes = 64 * 1024;
constexpr std::size_t kMaxBytes = 1024 * 1024;  // between two questions, like kMaxLines
constexpr int kMaxLines = 10'000;
constexpr std::chrono::milliseconds kStatusWait{200};  // from the end of a pipe to the exit
constexpr std::chrono::milliseconds kTick{1};

Fault not_started(std::string_view why) {
  return {Ending::kCrash, fmt::format("could not be started: {}", why)};
}

/// How `process` ended, without reaping it; std::nullopt if it still runs at the deadline.
std::optional<std::string> ending_of(int process, Deadline deadline) {
  auto end = end_of_process(process);
  while (!end && EngineProcess::Clock::now() < deadline) {
    std::this_thread::sleep_for(kTick);
    end = end_of_process(process);
  }
  if (!end) return std::nullopt;
  if (!end->killer.empty()) return fmt::format("was killed by {}", end->killer);
  const std::string_view hint = end->status == 127   ? " (command not found)"
                                : end->status == 126 ? " (command cannot be run)"
                                                     : "";
  return fmt::format("ended with exit status {}{}", end->status, hint);
}

}  // namespace

Fault EngineProcess::fault(bool late) const {
  if (late) return {Ending::kHang, "did not answer in time"};
  const auto ending = ending_of(pid_, Clock::now() + kStatusWait);
  return {Ending::kCrash, ending.value_or("closed its input or output")};
}

/// Removes and returns the first complete line.
std::optional<std::string> EngineProcess::take_line() {
  const std::size_t end = received_.find('\n', scanned_);
  if (end == received_.npos) {
    scanned_ = received_.size();
    return std::nullopt;
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  scanned_ = 0;
  ++lines_;
  return line;
}

/// `line_bytes`: length of the last line read, or of the incomplete next one.
std::optional<Fault> EngineProcess::flood(std::size_t line_bytes) const {
  if (line_bytes > kMaxLineBytes) return Fault{Ending::kFlood, "wrote a line of more than 64 KiB"};
  if (bytes_ > kMaxBytes) return Fault{Ending::kFlood, "wrote more than 1 MiB"};
  if (lines_ > kMaxLines) return Fault{Ending::kFlood, "wrote more than 10,000 lines"};
  return std::nullopt;
}

/// Engines may share a log file, so each line is one write() and names its engine.
void EngineProcess::note(char direction, std::string_view line) const {
  if (log_.get() < 0) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  const std::string text = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {} {} {}\n",
                                       fmt::gmtime(static_cast<std::time_t>(ms / 1000)), ms % 1000,
                                       pid_, direction, line);
  // A log failure must not end the tournament.
  write_once(log_.get(), text);
}

std::optional<double> EngineProcess::cpu_seconds() const {
  return started() ? sumi::cpu_seconds(pid_) : std::nullopt;
}

Outcome<void> EngineProcess::start(const std::string& command, const std::string& directory,
                                   const std::string& log) {
  assert(!started());
  // posix_spawn() does not report which file is missing.
  std::error_code status;
  if (!directory.empty() && !std::filesystem::is_directory(directory, status)) {
    return not_started(fmt::format("{} is not a folder", sumi::quoted(directory)));
  }
  auto to_engine = make_pipe(PipeMode::kToChild), from_engine = make_pipe(PipeMode::kFromChild);
  if (!to_engine) return not_started(to_engine.error().message);
  if (!from_engine) return not_started(from_engine.error().message);
  if (!log.empty()) {
    if (auto opened = open_to_append(log)) log_ = std::move(*opened);
  }
  const auto started = start_process({.command = command,
                                      .folder = directory,
                                      .in = to_engine->read.get(),
                                      .out = from_engine->write.get(),
                                      .error = log_.get()});
  if (!started) return not_started(started.error().message);
  {
    const std::lock_guard lock(pid_mutex_);
    pid_ = *started;
  }
  in_ = std::move(to_engine->write);
  out_ = std::move(from_engine->read);
  return {};
}

Outcome<void> EngineProcess::write(std::string_view text, Deadline deadline) {
  if (!started()) return Fault{Ending::kCrash, "does not run"};
  bytes_ = 0;
  lines_ = 0;
  note('>', text.substr(0, text.find_last_not_of('\n') + 1));
  const int reason = write_until(in_.get(), text, deadline);
  if (reason != 0) return fault(reason == ETIMEDOUT);
  return {};
}

Outcome<std::string> EngineProcess::read_line(Deadline deadline) {
  if (!started()) return Fault{Ending::kCrash, "does not run"};
  std::array<char, 16 * 1024> chunk;
  for (;;) {
    auto line = take_line();
    if (auto flooded = flood(line ? line->size() : scanned_)) return std::move(*flooded);
    if (line) {
      note('<', *line);
      return std::move(*line);
    }
    const ReadBytes bytes = read_until(out_.get(), chunk, deadline);
    if (bytes.count == 0) return fault(!bytes.ended);
    received_.append(chunk.data(), bytes.count);
    bytes_ += bytes.count;
  }
}

bool EngineProcess::wait_for_end(Deadline deadline) {
  if (!started()) return true;
  in_ = Descriptor();
  return ending_of(pid_, deadline).has_value();
}

void EngineProcess::interrupt() {
  const std::lock_guard lock(pid_mutex_);
  if (pid_ >= 0) kill_group(pid_);
}

void EngineProcess::kill() {
  if (!started()) return;
  {
    // Not reaped yet, so its process and group IDs are still valid.
    const std::lock_guard lock(pid_mutex_);
    kill_group(pid_);
    wait_for_process(pid_);
    pid_ = -1;
  }
  for (Descriptor* end : {&in_, &out_, &log_}) *end = Descriptor();
  received_.clear();
  scanned_ = bytes_ = 0;
  lines_ = 0;
}

namespace {

constexpr Millis kStartLimit{5000};
constexpr Millis kQuitLimit{300};
constexpr int kMaxDepth = 120;
constexpr double kMaxDiscs = 64;

/// Adds to a process fault the question, and the noise received instead of an answer.
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

void require_8x8(const Position& start, std::string_view protocol) {
  if (start.size == 8) return;
  throw Fault{Ending::kBadAnswer,
              fmt::format("speaks {}, which has the board of 8x8 only", protocol)};
}

bool begins_with_any(std::string_view line, std::span<const std::string_view> words) {
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  return word.empty() || std::ranges::count(words, word) > 0;
}

ProcessPlayer::ProcessPlayer(EngineSpec spec, PlayerSetup setup, std::string quit)
    : spec_(std::move(spec)), setup_(std::move(setup)), quit_(std::move(quit)) {}

namespace {

/// What `talk` returns, or the Fault that it throws.
template <class Talk>
auto outcome_of(const Talk& talk) -> Outcome<decltype(talk())> {
  try {
    if constexpr (std::is_void_v<decltype(talk())>) {
      talk();
      return {};
    } else {
      return talk();
    }
  } catch (const Fault& fault) {
    return fault;
  }
}

}  // namespace

Outcome<void> ProcessPlayer::new_game(const Position& start, Color own, const TimeControl& time,
                                      std::uint64_t seed) {
  own_ = own;
  refusal_.clear();
  option_conflict_.clear();
  return outcome_of([&] { start_game(start, time, seed); });
}

Outcome<void> ProcessPlayer::play(Color color, Square square) {
  return outcome_of([&] { tell_move(color, square); });
}

Outcome<void> ProcessPlayer::pass(Color color) {
  return outcome_of([&] { tell_pass(color); });
}

Outcome<Answer> ProcessPlayer::genmove(const Position& position, const TurnClock& clock) {
  return outcome_of([&] { return ask_move(position, clock); });
}

void ProcessPlayer::start() {
  name_.clear();
  plays_.clear();
  pings_ = 0;
  if (const auto done = process_.start(spec_.command, spec_.directory, setup_.log); !done) {
    throw done.error();
  }
}

void ProcessPlayer::converse(const std::string& question, Millis limit, const Listener& listen,
                             std::optional<Stop> stop) {
  const auto begun = EngineProcess::Clock::now(), deadline = begun + limit;
  broken_ = true;     // until proved otherwise
  std::string noise;  // its last line
  const auto write = [&](const std::string& line) {
    const auto sent = process_.write(line + '\n', deadline);
    if (!sent) throw after(sent.error(), question, limit, noise);
  };
  write(question);
  for (LineKind kind = LineKind::kPart; kind != LineKind::kLast;) {
    const auto line = process_.read_line(stop ? std::min(begun + stop->after, deadline) : deadline);
    if (!line && stop && line.error().ending == Ending::kHang &&
        EngineProcess::Clock::now() < deadline) {
      write(std::exchange(stop, {})->line);
      continue;
    }
    if (!line) throw after(line.error(), question, limit, noise);
    on_any_line(trim(*line));
    kind = listen(trim(*line));
    if (kind != LineKind::kNoise || trim(*line).empty()) continue;
    ++noise_;
    noise = *line;
  }
  broken_ = false;
}

void ProcessPlayer::await(const std::string& question, std::string_view answer, Millis limit) {
  converse(question, limit,
           [&](std::string_view line) { return line == answer ? LineKind::kLast : kind_of(line); });
}

void ProcessPlayer::ping(Millis limit) {
  const std::string number = std::to_string(++pings_);
  await("ping " + number, "pong " + number, limit);
}

ProcessPlayer::LineKind ProcessPlayer::kind_of(std::string_view line) const {
  return is_protocol_line(line) ? LineKind::kPart : LineKind::kNoise;
}

void ProcessPlayer::send(const std::string& line) {
  const auto sent = process_.write(line + '\n', EngineProcess::Clock::now() + setup_.hang_after);
  if (sent) return;
  broken_ = true;
  throw after(sent.error(), line, setup_.hang_after);
}

void ProcessPlayer::set_options(std::uint64_t seed) {
  for (const auto& [name, value] : spec_.options) set_option(name, value);
  const auto own_seed = seed_option(seed);
  if (own_seed && takes_seed()) set_option("seed", std::to_string(*own_seed));
}

void ProcessPlayer::note_settings(std::string_view line, std::string_view front) {
  constexpr std::string_view kPlays = "plays: ", kConflict = "not usable yet: ";
  if (!line.starts_with(front)) return;
  line.remove_prefix(front.size());
  if (line.starts_with(kPlays)) {
    plays_ = line.substr(kPlays.size());
    option_conflict_.clear();  // a later option may resolve it
  }
  if (line.starts_with(kConflict)) option_conflict_ = line.substr(kConflict.size());
}

void ProcessPlayer::check_options() {
  std::string why = std::exchange(option_conflict_, {});
  if (!refusal_.empty()) why = std::exchange(refusal_, {});
  if (!why.empty()) throw Fault{Ending::kRefusedOption, "refused an option: " + why};
}

void ProcessPlayer::require_pass(const Answer& answer) const {
  if (!answer.resigned && answer.square == Square::kPass) return;
  throw Fault{Ending::kWrongPass,
              fmt::format("answered {} where it had to pass",
                          answer.resigned ? "resign" : to_text(answer.square, setup_.size))};
}

EngineInfo ProcessPlayer::take_info() {
  std::string plays = name_;
  if (!plays_.empty()) plays += plays.empty() ? plays_ : ": " + plays_;
  EngineInfo info;
  info.plays = std::move(plays);
  info.noise = std::exchange(noise_, 0);
  return info;
}

void ProcessPlayer::measure_pipe(const std::function<void()>& ask) {
  std::array<double, 5> times{};
  for (double& time : times) {
    const StopWatch watch;
    ask();
    time = watch.seconds();
  }
  std::ranges::sort(times);
  pipe_seconds_ = times[times.size() / 2];
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

/// Gives a well-behaved engine time to quit.
void ProcessPlayer::end() {
  if (process_.started() && !broken_) {
    const auto deadline = EngineProcess::Clock::now() + kQuitLimit;
    if (process_.write(quit_ + '\n', deadline)) process_.wait_for_end(deadline);
  }
  process_.kill();
  broken_ = false;
}

}  // namespace sumi::match
