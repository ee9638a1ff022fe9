// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "engine/player.h"
#include "tools/match/process_player.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
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

/// How `process` ended, without reaping it; std::nullopt while it runs.
std::optional<std::string> ending_of(int process) {
  const auto end = end_of_process(process);
  if (!end) return std::nullopt;
  if (!end->killer.empty()) return fmt::format("was killed by {}", end->killer);
  const std::string_view hint = end->status == 127   ? " (command not found)"
                                : end->status == 126 ? " (command cannot be run)"
                                                     : "";
  return fmt::format("ended with exit status {}{}", end->status, hint);
}

std::optional<std::string> ending_of(int process, Deadline deadline) {
  auto ending = ending_of(process);
  while (!ending && EngineProcess::Clock::now() < deadline) {
    std::this_thread::sleep_for(kTick);
    ending = ending_of(process);
  }
  return ending;
}

}  // namespace

struct EngineProcess::Impl {
  Descriptor in, out, log;
  std::mutex pid_mutex;  ///< Keeps interrupt() from using a reaped process ID.
  int pid = -1;
  std::string received;     ///< Bytes not yet returned as lines.
  std::size_t scanned = 0;  ///< Leading bytes without a line feed.
  std::size_t bytes = 0;    ///< Since the last question.
  int lines = 0;            ///< Since the last question.

  Fault fault(bool late) const {
    if (late) return {Ending::kHang, "did not answer in time"};
    const auto ending = ending_of(pid, Clock::now() + kStatusWait);
    return {Ending::kCrash, ending.value_or("closed its input or output")};
  }

  /// Removes and returns the first complete line.
  std::optional<std::string> take_line() {
    const std::size_t end = received.find('\n', scanned);
    if (end == received.npos) {
      scanned = received.size();
      return std::nullopt;
    }
    std::string line = received.substr(0, end);
    received.erase(0, end + 1);
    scanned = 0;
    ++lines;
    return line;
  }

  /// `line_bytes`: length of the last line read, or of the incomplete next one.
  std::optional<Fault> flood(std::size_t line_bytes) const {
    if (line_bytes > kMaxLineBytes)
      return Fault{Ending::kFlood, "wrote a line of more than 64 KiB"};
    if (bytes > kMaxBytes) return Fault{Ending::kFlood, "wrote more than 1 MiB"};
    if (lines > kMaxLines) return Fault{Ending::kFlood, "wrote more than 10,000 lines"};
    return std::nullopt;
  }

  /// Engines may share a log file, so each line is one write() and names its engine.
  void note(char direction, std::string_view line) const {
    if (log.get() < 0) return;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    const std::string text = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {} {} {}\n",
                                         fmt::gmtime(static_cast<std::time_t>(ms / 1000)),
                                         ms % 1000, pid, direction, line);
    // A log failure must not end the tournament.
    write_once(log.get(), text);
  }
};

EngineProcess::EngineProcess() : impl_(std::make_unique<Impl>()) {}
EngineProcess::~EngineProcess() { kill(); }

bool EngineProcess::started() const { return impl_->pid >= 0; }

std::optional<double> EngineProcess::cpu_seconds() const {
  return started() ? sumi::cpu_seconds(impl_->pid) : std::nullopt;
}

int EngineProcess::pid() const {
  assert(started());
  return impl_->pid;
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
    if (auto opened = open_to_append(log)) impl_->log = std::move(*opened);
  }
  const auto started = start_process({.command = command,
                                      .folder = directory,
                                      .in = to_engine->read.get(),
                                      .out = from_engine->write.get(),
                                      .error = impl_->log.get()});
  if (!started) return not_started(started.error().message);
  {
    const std::lock_guard lock(impl_->pid_mutex);
    impl_->pid = *started;
  }
  impl_->in = std::move(to_engine->write);
  impl_->out = std::move(from_engine->read);
  return {};
}

Outcome<void> EngineProcess::write(std::string_view text, Deadline deadline) {
  if (!started()) return Fault{Ending::kCrash, "does not run"};
  impl_->bytes = 0;
  impl_->lines = 0;
  impl_->note('>', text.substr(0, text.find_last_not_of('\n') + 1));
  const int reason = write_until(impl_->in.get(), text, deadline);
  if (reason != 0) return impl_->fault(reason == ETIMEDOUT);
  return {};
}

Outcome<std::string> EngineProcess::read_line(Deadline deadline) {
  if (!started()) return Fault{Ending::kCrash, "does not run"};
  std::array<char, 16 * 1024> chunk;
  for (;;) {
    auto line = impl_->take_line();
    if (auto flood = impl_->flood(line ? line->size() : impl_->scanned)) return std::move(*flood);
    if (line) {
      impl_->note('<', *line);
      return std::move(*line);
    }
    const ReadBytes bytes = read_until(impl_->out.get(), chunk, deadline);
    if (bytes.count == 0) return impl_->fault(!bytes.ended);
    impl_->received.append(chunk.data(), bytes.count);
    impl_->bytes += bytes.count;
  }
}

bool EngineProcess::wait_for_end(Deadline deadline) {
  if (!started()) return true;
  impl_->in = Descriptor();
  return ending_of(impl_->pid, deadline).has_value();
}

void EngineProcess::interrupt() {
  const std::lock_guard lock(impl_->pid_mutex);
  if (impl_->pid >= 0) kill_group(impl_->pid);
}

void EngineProcess::kill() {
  if (!started()) return;
  {
    // Not reaped yet, so its process and group IDs are still valid.
    const std::lock_guard lock(impl_->pid_mutex);
    kill_group(impl_->pid);
    wait_for_process(impl_->pid);
    impl_->pid = -1;
  }
  for (Descriptor* end : {&impl_->in, &impl_->out, &impl_->log}) *end = Descriptor();
  impl_->received.clear();
  impl_->scanned = impl_->bytes = 0;
  impl_->lines = 0;
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

ProcessPlayer::ProcessPlayer(EngineSpec spec, PlayerSetup setup, std::string quit)
    : spec_(std::move(spec)), setup_(std::move(setup)), quit_(std::move(quit)) {}

Outcome<void> ProcessPlayer::start() {
  name_.clear();
  plays_.clear();
  return process_.start(spec_.command, spec_.directory, setup_.log);
}

Outcome<void> ProcessPlayer::converse(const std::string& question, Millis limit,
                                      const Listener& listen, std::optional<Stop> stop) {
  const auto begun = EngineProcess::Clock::now(), deadline = begun + limit;
  broken_ = true;  // until proved otherwise
  const auto sent = process_.write(question + '\n', deadline);
  if (!sent) return after(sent.error(), question, limit);
  std::string noise;  // its last line
  for (LineKind kind = LineKind::kPart; kind != LineKind::kLast;) {
    const auto line = process_.read_line(stop ? std::min(begun + stop->after, deadline) : deadline);
    if (!line && stop && line.error().ending == Ending::kHang &&
        EngineProcess::Clock::now() < deadline) {
      const auto told = process_.write(std::exchange(stop, {})->line + '\n', deadline);
      if (!told) return after(told.error(), question, limit, noise);
      continue;
    }
    if (!line) return after(line.error(), question, limit, noise);
    on_any_line(trim(*line));
    const auto taken = listen(trim(*line));
    if (!taken) return taken.error();
    kind = *taken;
    if (kind != LineKind::kNoise || trim(*line).empty()) continue;
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

EngineInfo ProcessPlayer::take_info() {
  std::string plays = name_;
  if (!plays_.empty()) plays += plays.empty() ? plays_ : ": " + plays_;
  EngineInfo info;
  info.plays = std::move(plays);
  info.noise = std::exchange(noise_, 0);
  return info;
}

Outcome<void> ProcessPlayer::send(const std::string& line) {
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
