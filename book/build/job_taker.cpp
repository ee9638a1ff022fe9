// SPDX-License-Identifier: MIT
#include "book/build/job_taker.h"
#include "engine/base/checksum.h"
#include "engine/base/file.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

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
  const auto placed =
      folder_.place(answer_file(job.name), answer_text(job.job.settings, leaves));
  if (!placed) throw FatalError(placed.error().message);
  folder_.remove(taken_file(job.name, folder_.self()));
}

void JobTaker::give_back(const TakenJob& job) {
  const auto renamed =
      folder_.rename(taken_file(job.name, folder_.self()), job_file(job.name));
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

}  // namespace sumi::book
