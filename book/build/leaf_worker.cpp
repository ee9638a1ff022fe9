// SPDX-License-Identifier: MIT
#include "book/build/leaf_search.h"
#include "book/build/leaf_worker.h"
#include "engine/base/checksum.h"
#include "engine/base/file.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sumi::book {
namespace {

constexpr std::size_t kMaxSettingsBytes = 1 << 16;

}  // namespace

JobTaker::JobTaker(const std::string& folder, JobTakerSetup setup)
    : folder_(folder, own_worker_name()),
      setup_(std::move(setup)),
      over_before_(folder_.identity(kOverFile)) {}

bool JobTaker::over() const {
  const std::uint64_t said = folder_.identity(kOverFile);
  return said != 0 && (said != over_before_ || watch_.elapsed() >= setup_.grace);
}

/// Puts up the sign as soon as there is a writer whose settings fit: jobs are given out for it.
bool JobTaker::may_take() {
  if (!settings_ && !(folder_.has(kWorkFile) && knows_settings(0))) return false;
  if (!sign_) {
    auto sign = WorkerSign::put_up(folder_, setup_.threads);
    if (!sign) throw FatalError(sign.error().message);
    sign_.emplace(std::move(*sign));
  }
  return true;
}

std::optional<TakenJob> JobTaker::take() {
  const std::lock_guard lock(mutex_);
  if (!may_take()) return std::nullopt;
  const auto files = folder_.list();
  if (!files) throw FatalError(files.error().message);
  for (const JobFile& file : *files) {
    if (file.kind != JobFile::Kind::kJob || of_others_.contains(file.job)) continue;
    if (auto job = take(file.job)) return job;
  }
  return std::nullopt;
}

/// Renaming takes it: of several workers one finds the file. The sign is up by then, so that the
/// writer never sees a job that was taken by nobody.
std::optional<TakenJob> JobTaker::take(const std::string& job) {
  const std::string taken = taken_file(job, folder_.self());
  const auto renamed = folder_.rename(job_file(job), taken);
  if (!renamed) throw FatalError(renamed.error().message);
  if (!*renamed) return std::nullopt;
  const auto text = read_file(folder_.file(taken), kMaxJobBytes);
  if (!text) return std::nullopt;  // its writer has taken it away
  auto read = parse_job(*text);
  if (!read) {
    folder_.remove(taken);
    return std::nullopt;
  }
  if (read->settings != settings_ && !knows_settings(read->settings)) {
    of_others_.insert(job);
    if (const auto back = folder_.rename(taken, job_file(job)); !back) {
      throw FatalError(back.error().message);
    }
    return std::nullopt;
  }
  return TakenJob{job, *std::move(read)};
}

/// Reads what the writer says and has it checked; whether that is what a job is for. 0: of any.
bool JobTaker::knows_settings(std::uint64_t settings) {
  const auto text = read_file(folder_.file(kWorkFile), kMaxSettingsBytes);
  if (!text) return false;
  const std::uint64_t sum = checksum(*text);
  if (sum != settings_ && setup_.check) setup_.check(*text);
  settings_ = sum;
  return settings == 0 || settings == sum;
}

void JobTaker::answer(const TakenJob& job, const std::vector<LeafAnswer>& leaves) {
  const auto placed = folder_.place(answer_file(job.name), answer_text(job.job.settings, leaves));
  if (!placed) throw FatalError(placed.error().message);
  folder_.remove(taken_file(job.name, folder_.self()));
}

void JobTaker::give_back(const TakenJob& job) {
  const auto renamed = folder_.rename(taken_file(job.name, folder_.self()), job_file(job.name));
  if (!renamed) throw FatalError(renamed.error().message);
}

/// A client of a network's file system that has changed a folder itself looks at it anew, so that a
/// waiting worker does not look at an old list of it.
void JobTaker::beat() {
  const std::lock_guard lock(mutex_);
  if (!sign_) return;
  if (!sign_->touch()) {
    sign_.reset();
    may_take();
  }
  const std::string look = folder_.self() + ".part";
  const int fd = ::open(folder_.file(look).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0) ::close(fd);
  folder_.remove(look);
}

namespace {

constexpr auto kWatchTick = std::chrono::milliseconds(20);  // an interruption waits so long
constexpr auto kBetweenNews = std::chrono::milliseconds(200);
// The folder is looked at so often while there is no job: an eighth of the time since there was
// one, within these.
constexpr auto kFirstPoll = std::chrono::milliseconds(2),
               kLastPoll = std::chrono::milliseconds(250);

class JobWorkers {
 public:
  JobWorkers(JobTaker& taker, const LeafWorkSetup& setup) : taker_(taker), setup_(setup) {
    for (int i = 0; i < setup.threads; ++i) {
      searches_.push_back(std::make_unique<LeafSearch>(setup.engine));
    }
  }
  ~JobWorkers() { stop(); }

  LeafWorkEnd run() {
    running_ = setup_.threads;
    last_job_ = Clock::now();
    for (const auto& search : searches_) {
      threads_.emplace_back([this, &search = *search] { work_and_note(search); });
    }
    const LeafWorkEnd end = watch();
    stop();
    threads_.clear();
    if (failure_) std::rethrow_exception(failure_);
    if (setup_.progress) setup_.progress(progress_);
    return end;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Until the threads end, or are to end.
  LeafWorkEnd watch() {
    auto next_beat = Clock::now(), next_news = next_beat;
    std::unique_lock lock(mutex_);
    while (running_ > 0 && !failure_) {
      const LeafWorkProgress progress = progress_;
      const auto now = Clock::now();
      if (progress.searching > 0) last_job_ = now;
      const bool idle = setup_.idle && now - last_job_ >= *setup_.idle;
      lock.unlock();
      if (now >= next_beat) {
        taker_.beat();
        next_beat = now + kBeat;
      }
      if (setup_.progress && now >= next_news) {
        setup_.progress(progress);
        next_news = now + kBetweenNews;
      }
      if (setup_.interrupted && setup_.interrupted()) return LeafWorkEnd::kInterrupted;
      if (setup_.deadline && now >= *setup_.deadline) return LeafWorkEnd::kTimeUp;
      if (idle) return LeafWorkEnd::kIdle;
      lock.lock();
      changed_.wait_for(lock, kWatchTick, [this] { return running_ == 0 || failure_; });
    }
    return LeafWorkEnd::kOver;
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    for (const auto& search : searches_) search->stop();
  }

  void work_and_note(LeafSearch& search) {
    std::exception_ptr failure;
    try {
      work(search);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --running_;
    if (failure && !failure_) failure_ = failure;
    changed_.notify_all();
  }

  void work(LeafSearch& search) {
    auto last = Clock::now();
    while (!stop_) {
      if (const std::optional<TakenJob> job = taker_.take()) {
        do_job(search, *job);
        last = Clock::now();
        continue;
      }
      if (taker_.over()) return;
      const auto poll =
          std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last) / 8;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, std::clamp(poll, kFirstPoll, kLastPoll),
                        [this] { return stop_.load(); });
    }
  }

  void do_job(LeafSearch& search, const TakenJob& job) {
    count(0, 0, 0, 1);
    std::vector<LeafAnswer> answers;
    std::uint64_t nodes = 0;
    for (const LeafTask& task : job.job.leaves) {
      const auto begin = Clock::now();
      const std::uint64_t before = search.nodes();
      const auto leaf = search.search(task.board, task.moves, task.level);
      if (!leaf) {
        taker_.give_back(job);
        return;
      }
      const auto taken =
          std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
      answers.push_back(
          {task, *leaf, search.nodes() - before, static_cast<std::uint64_t>(taken.count())});
      nodes += search.nodes() - before;
    }
    taker_.answer(job, answers);
    count(1, answers.size(), nodes, -1);
  }

  void count(std::uint64_t jobs, std::uint64_t leaves, std::uint64_t nodes, int searching) {
    const std::lock_guard lock(mutex_);
    progress_.jobs += jobs;
    progress_.leaves += leaves;
    progress_.nodes += nodes;
    progress_.searching += searching;
  }

  JobTaker& taker_;
  const LeafWorkSetup& setup_;
  std::vector<std::unique_ptr<LeafSearch>> searches_;
  std::atomic<bool> stop_{false};

  std::mutex mutex_;  ///< Guards what follows.
  std::condition_variable changed_;
  int running_ = 0;
  std::exception_ptr failure_;
  LeafWorkProgress progress_;
  Clock::time_point last_job_;  ///< Used by watch() alone, once the threads run.

  std::vector<std::jthread> threads_;  ///< Last: joined before the rest goes.
};

}  // namespace

LeafWorkEnd work_on_leaves(JobTaker& taker, const LeafWorkSetup& setup) {
  return JobWorkers(taker, setup).run();
}

}  // namespace sumi::book
