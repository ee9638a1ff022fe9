// SPDX-License-Identifier: MIT
/// The folder by which one process gives leaves to others to search, on one machine or on a file
/// system that many share. Of that it needs that files are renamed in one step, and flock(2) on
/// whole files, without which it only takes longer to see that somebody is lost.
///
///   work.json               for which settings leaves are searched, as the writer's command says:
///                           from the writer's beginning until it says that all is over
///   writer.lock             held, by flock, by the process that writes the book
///   over                    there is nothing more to do: workers end; gone when a writer begins
///   HOST-PID-X.worker       held, by flock, by a worker, and touched every two seconds
///   RUN-NUMBER.job          a job that nobody has taken (leaf_texts.h)
///   RUN-NUMBER.HOST-PID-X.taken   the same one, taken by that worker
///   RUN-NUMBER.answer       what was found for it
///   *.part                  a file that is being written: it takes its name when it is whole
///
/// RUN is drawn by lot by each process that writes, so that jobs of two of them have two names.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::book {

/// A worker touches its file so often.
inline constexpr auto kBeat = std::chrono::seconds(2);

inline constexpr const char* kWorkFile = "work.json";
inline constexpr const char* kWriterFile = "writer.lock";
inline constexpr const char* kOverFile = "over";

/// A file of the folder whose name tells what it is.
struct JobFile {
  enum class Kind { kJob, kTaken, kAnswer, kWorker, kPart };
  Kind kind = Kind::kJob;
  std::string name;
  std::string job{};     ///< "RUN-NUMBER", of the first three kinds.
  std::string worker{};  ///< "HOST-PID-X", of kTaken and kWorker; of kPart who is writing it.
};

/// One thread at a time, but for const members, which any may call.
class JobFolder {
 public:
  /// `self`: who writes files here, a name of letters, digits and dashes.
  JobFolder(std::string path, std::string self) : path_(std::move(path)), self_(std::move(self)) {}

  const std::string& path() const { return path_; }
  const std::string& self() const { return self_; }
  std::string file(std::string_view name) const;

  /// The files, by their names: jobs of one run in their order. Files of other names are left out.
  /// Fails with kNotFound if there is no such folder.
  Result<std::vector<JobFile>> list() const;

  /// The file is there whole or not at all, whoever looks at it and whenever; it replaces one of
  /// this name. A crash of the machine may cost it.
  Result<void> place(const std::string& name, std::string_view bytes) const;

  /// Gives a file another name, in one step; false if it is not there any more.
  Result<bool> rename(const std::string& from, const std::string& to) const;

  /// Returns whether it was there.
  bool remove(const std::string& name) const;

  bool has(const std::string& name) const;

  /// Tells a file from one that replaces it, or from itself when it was touched; 0: there is none.
  std::uint64_t identity(const std::string& name) const;

 private:
  std::string path_, self_;
};

std::string job_file(std::string_view job);
std::string taken_file(std::string_view job, std::string_view worker);
std::string answer_file(std::string_view job);
std::string worker_file(std::string_view worker);

/// "HOST-PID-X", X drawn by lot: no two processes have the same.
std::string own_worker_name();

/// So many hexadecimal digits drawn by lot.
std::string random_digits(int count);

/// A worker as its file shows it.
struct SeenWorker {
  bool locked = false;            ///< The process lives, and the lock is seen here.
  bool same_machine = false;      ///< It lives under this system: the lock is certainly seen.
  int threads = 1;                ///< Jobs that it does at the same time.
  std::int64_t touched_ns = 0;    ///< By the clock of the file system.
};

/// Nothing if there is no such file.
std::optional<SeenWorker> look_at_worker(const JobFolder& folder, std::string_view worker);

/// The file that shows others that this process works here, until the end of the object. One thread
/// at a time.
class WorkerSign {
 public:
  static Result<WorkerSign> put_up(const JobFolder& folder, int threads);
  WorkerSign(WorkerSign&& other) noexcept
      : folder_(std::exchange(other.folder_, nullptr)), file_(std::move(other.file_)) {}
  WorkerSign& operator=(WorkerSign&&) = delete;
  ~WorkerSign();

  /// Shows that the process lives. False if somebody has taken the file away: a writer who had not
  /// seen it touched for long.
  bool touch() const;

 private:
  WorkerSign(const JobFolder& folder, HeldFile file) : folder_(&folder), file_(std::move(file)) {}

  const JobFolder* folder_;
  HeldFile file_;
};

}  // namespace sumi::book
