// SPDX-License-Identifier: MIT
#include "book/build/job_board.h"
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

namespace sumi::book {
namespace {

using Kind = JobFile::Kind;

constexpr const char* kWriterName = "writer";
constexpr auto kBetweenLooks = std::chrono::milliseconds(500);  // at one worker
constexpr double kJobMicros = 100'000;
constexpr std::size_t kMostLeaves = 64;  // of one job
constexpr std::size_t kJobsAhead = 2;    // of one thread of a worker, beside the one that it does

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw FatalError(result.error().message);
  return *std::move(result);
}

}  // namespace

Result<std::unique_ptr<JobBoard>> JobBoard::open(const std::string& folder, JobBoardSetup setup) {
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) return system_error(folder, errno);
  JobFolder files(folder, kWriterName);
  const std::string path = files.file(kWriterFile);
  auto lock =
      HeldFile::open_locked(path, O_RDWR | O_CREAT, "another process gives out leaves here");
  if (!lock) return lock.error();
  std::unique_ptr<JobBoard> board(
      new JobBoard(std::move(files), std::move(*lock), std::move(setup)));
  board->clear_away();
  return board;
}

JobBoard::JobBoard(JobFolder folder, HeldFile lock, JobBoardSetup setup)
    : folder_(std::move(folder)),
      lock_(std::move(lock)),
      setup_(std::move(setup)),
      settings_(checksum(setup_.settings)),
      run_(random_digits(8)) {}

/// What the writer before has left. The settings come last: workers wait for them.
void JobBoard::clear_away() {
  for (const JobFile& file : list()) {
    const bool ours = file.kind == Kind::kPart && file.worker == kWriterName;
    if (ours || file.kind == Kind::kJob) folder_.remove(file.name);
    if (file.kind == Kind::kTaken) adopt(file);
  }
  folder_.remove(kOverFile);
  place(kWorkFile, setup_.settings);
}

void JobBoard::adopt(const JobFile& file) {
  const auto text = read_file(folder_.file(file.name), kMaxJobBytes);
  if (!text) return;  // it was answered meanwhile
  const auto job = parse_job(*text);
  if (!job || job->settings != settings_) return;
  jobs_[file.job] = {{}, true, Clock::now()};
  for (const LeafTask& leaf : job->leaves) adopted_[leaf_line(leaf)] = file.job;
}

JobBoard::~JobBoard() { withdraw(); }

void JobBoard::withdraw() {
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    const auto at = job++;
    if (folder_.remove(job_file(at->first))) {
      forget(at);
      continue;
    }
    for (const LeafTask& leaf : at->second.leaves) adopted_[leaf_line(leaf)] = at->first;
    at->second.leaves.clear();
  }
  out_.clear();
}

std::vector<JobFile> JobBoard::list() const { return value_or_throw(folder_.list()); }

void JobBoard::place(const std::string& name, std::string_view bytes) const {
  if (const auto placed = folder_.place(name, bytes); !placed) {
    throw FatalError(placed.error().message);
  }
}

/// Answers are read before anything is given out again: who has answered has done its work, lost or
/// not.
std::vector<LeafAnswer> JobBoard::collect() {
  std::vector<LeafAnswer> found;
  const std::vector<JobFile> files = list();
  const auto now = Clock::now();
  look_at_workers(files);
  for (const JobFile& file : files) {
    if (file.kind == Kind::kAnswer && !read_.contains(file.name)) read_answer(file, found);
  }
  for (const JobFile& file : files) {
    const auto job = jobs_.find(file.job);
    if (job != jobs_.end() && (file.kind == Kind::kJob || file.kind == Kind::kTaken)) {
      job->second.taken = file.kind == Kind::kTaken;
      job->second.seen = now;
    }
    if (file.kind == Kind::kTaken && is_lost(file.worker)) give_again(file);
  }
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    const auto at = job++;
    if (now - at->second.seen > setup_.silence) give_anew(at);
  }
  return found;
}

/// One that was not listed may have come while the folder was read.
bool JobBoard::is_lost(const std::string& worker) const {
  const auto known = workers_.find(worker);
  return known == workers_.end() ? !folder_.has(worker_file(worker)) : !known->second.lives;
}

void JobBoard::look_at_workers(const std::vector<JobFile>& files) {
  std::map<std::string, Worker> now;
  for (const JobFile& file : files) {
    std::string name = file.worker;
    if (file.kind != Kind::kWorker) continue;
    const auto known = workers_.find(name);
    Worker worker = known == workers_.end() ? Worker{} : known->second;
    if (lives(name, worker)) {
      now.emplace(std::move(name), worker);
      continue;
    }
    for (const JobFile& part : files) {
      if (part.kind == Kind::kPart && part.worker == name) folder_.remove(part.name);
    }
  }
  workers_ = std::move(now);
}

/// Looks at a worker, if that was not done lately. False if it is gone for good: then its file is
/// gone, too.
bool JobBoard::lives(const std::string& name, Worker& worker) const {
  const auto now = Clock::now();
  const bool is_new = worker.looked == Clock::time_point();
  if (!is_new && now - worker.looked < kBetweenLooks) return true;
  const auto seen = look_at_worker(folder_, name);
  if (!seen) return false;
  if (is_new || seen->touched_ns != worker.touched_ns) worker.touched = now;
  worker.touched_ns = seen->touched_ns;
  worker.threads = seen->threads;
  worker.looked = now;
  worker.lives = now - worker.touched <= setup_.silence;
  const bool lock_is_gone = !seen->locked && (worker.lock_is_seen || seen->same_machine);
  worker.lock_is_seen = worker.lock_is_seen || seen->locked;
  if (!lock_is_gone && (worker.lives || seen->locked)) return true;
  folder_.remove(worker_file(name));
  return false;
}

/// A leaf of the job that is still waited for, as the answer is damaged or has not all, is given
/// out again.
void JobBoard::read_answer(const JobFile& file, std::vector<LeafAnswer>& found) {
  const auto text = read_file(folder_.file(file.name), kMaxJobBytes);
  if (!text) return;
  const auto answered = parse_answer(*text);
  if (answered && answered->settings == settings_) {
    for (const LeafAnswer& answer : answered->leaves) take_in(answer, found);
    read_.insert(file.name);
    // Of an earlier writer's job some leaves may be asked for later, and a kill may come before.
    if (file.job.starts_with(run_)) to_settle_.push_back(file.name);
  } else {
    folder_.remove(file.name);
  }
  const auto job = jobs_.find(file.job);
  if (job == jobs_.end()) return;
  folder_.remove(job_file(file.job));  // who was taken for lost has answered after all
  std::erase_if(job->second.leaves,
                [&](const LeafTask& leaf) { return !out_.contains(leaf_line(leaf)); });
  give_anew(job);
}

void JobBoard::take_in(const LeafAnswer& answer, std::vector<LeafAnswer>& found) {
  constexpr double kWeight = 1.0 / 32;  // of one leaf in the mean
  const double micros = static_cast<double>(answer.micros);
  leaf_micros_ = leaf_micros_ == 0 ? micros : leaf_micros_ + kWeight * (micros - leaf_micros_);
  std::string line = leaf_line(answer.task);
  if (out_.erase(line) != 0) {
    found.push_back(answer);
  } else {
    spare_.emplace(std::move(line), answer);
  }
}

void JobBoard::settle() {
  for (const std::string& name : to_settle_) {
    folder_.remove(name);
    read_.erase(name);
  }
  to_settle_.clear();
}

/// A job of a worker that is lost. If its answer came meanwhile, the file is nobody's.
void JobBoard::give_again(const JobFile& file) {
  const auto job = jobs_.find(file.job);
  if (job != jobs_.end() && !job->second.leaves.empty()) {
    if (value_or_throw(folder_.rename(file.name, job_file(file.job)))) job->second.taken = false;
    return;
  }
  folder_.remove(file.name);
  if (job != jobs_.end()) forget(job);
}

/// What is left of a job that is no more, as a job of another name.
void JobBoard::give_anew(Jobs::iterator job) {
  std::vector<LeafTask> leaves = forget(job);
  if (!leaves.empty()) place_job(std::move(leaves));
}

/// Returns the leaves that were waited for.
std::vector<LeafTask> JobBoard::forget(Jobs::iterator job) {
  std::vector<LeafTask> leaves = std::move(job->second.leaves);
  std::erase_if(adopted_, [&](const auto& leaf) { return leaf.second == job->first; });
  jobs_.erase(job);
  return leaves;
}

std::optional<LeafAnswer> JobBoard::take_known(const LeafTask& task) {
  const auto spare = spare_.find(leaf_line(task));
  if (spare == spare_.end()) return std::nullopt;
  const LeafAnswer answer = spare->second;
  spare_.erase(spare);
  return answer;
}

std::size_t JobBoard::live_threads() const {
  std::size_t threads = 0;
  for (const auto& [name, worker] : workers_) {
    if (worker.lives) threads += static_cast<std::size_t>(worker.threads);
  }
  return threads;
}

JobBoard::Room JobBoard::room(std::size_t waiting) const {
  const std::size_t threads = live_threads(), wanted = kJobsAhead * threads;
  const auto untaken = static_cast<std::size_t>(
      std::ranges::count_if(jobs_, [](const auto& job) { return !job.second.taken; }));
  Room room;
  if (untaken >= wanted) return room;
  if (leaf_micros_ > 0) {
    const double leaves = kJobMicros / std::max(leaf_micros_, 1.0);
    room.job_leaves = static_cast<std::size_t>(std::min<double>(leaves, kMostLeaves));
    room.job_leaves =
        std::clamp(waiting / wanted, std::size_t{1}, std::max<std::size_t>(1, room.job_leaves));
  }
  const std::size_t most = setup_.leaves ? static_cast<std::size_t>(*setup_.leaves) : SIZE_MAX;
  room.job_leaves = std::clamp(most / wanted, std::size_t{1}, room.job_leaves);
  room.leaves = std::min((wanted - untaken) * room.job_leaves, most - std::min(most, out_.size()));
  return room;
}

void JobBoard::give(const std::vector<LeafTask>& leaves, std::size_t job_leaves) {
  std::vector<LeafTask> job;
  for (const LeafTask& leaf : leaves) {
    const std::string line = leaf_line(leaf);
    out_.insert(line);
    const auto adopted = adopted_.find(line);
    if (adopted != adopted_.end()) {
      jobs_.at(adopted->second).leaves.push_back(leaf);
      continue;
    }
    job.push_back(leaf);
    if (job.size() == job_leaves) place_job(std::exchange(job, {}));
  }
  if (!job.empty()) place_job(std::move(job));
}

void JobBoard::place_job(std::vector<LeafTask> leaves) {
  const std::string name = fmt::format("{}-{:09}", run_, ++number_);
  place(job_file(name), job_text(settings_, leaves));
  jobs_[name] = {std::move(leaves), false, Clock::now()};
}

std::vector<LeafTask> JobBoard::take_back() {
  for (auto job = jobs_.end(); job != jobs_.begin();) {
    --job;
    // A worker that takes it at this moment renames it before or finds nothing.
    if (job->second.leaves.empty() || !folder_.remove(job_file(job->first))) continue;
    std::vector<LeafTask> leaves = forget(job);
    for (const LeafTask& leaf : leaves) out_.erase(leaf_line(leaf));
    return leaves;
  }
  return {};
}

/// Without the settings a worker that comes now waits for another writer, which may be of another
/// engine.
void JobBoard::end(bool done) {
  withdraw();
  folder_.remove(kWorkFile);
  place(kOverFile, done ? "done\n" : "to be gone on with\n");
  if (!done) return;
  for (const JobFile& file : list()) {
    if (file.kind == Kind::kAnswer) folder_.remove(file.name);
  }
}

int JobBoard::workers() const {
  return static_cast<int>(
      std::ranges::count_if(workers_, [](const auto& worker) { return worker.second.lives; }));
}

}  // namespace sumi::book
