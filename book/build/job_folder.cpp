// SPDX-License-Identifier: MIT
#include "book/build/job_folder.h"
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sumi::book {
namespace {

constexpr std::string_view kJobEnd = ".job", kTakenEnd = ".taken", kAnswerEnd = ".answer",
                           kWorkerEnd = ".worker", kPartEnd = ".part";
constexpr std::string_view kWorkerTitle = "sumi book worker 1";

/// Letters, digits and dashes: a name that stands between the dots of a file's name.
bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return is_alnum(c) || c == '-'; });
}

bool cut_end(std::string_view& name, std::string_view end) {
  if (!name.ends_with(end)) return false;
  name.remove_suffix(end.size());
  return true;
}

/// Nothing if the name tells nothing.
std::optional<JobFile> job_file_of(std::string_view name) {
  using Kind = JobFile::Kind;
  JobFile file{Kind::kJob, std::string(name)};
  if (cut_end(name, kPartEnd)) {
    file.kind = Kind::kPart;
    file.worker = name.substr(name.rfind('.') + 1);
    return file;
  }
  if (cut_end(name, kWorkerEnd)) {
    file.kind = Kind::kWorker;
    file.worker = name;
    return is_plain_name(name) ? std::optional(file) : std::nullopt;
  }
  if (cut_end(name, kTakenEnd)) {
    file.kind = Kind::kTaken;
    file.job = take_until(name, '.');
    file.worker = name;
    return is_plain_name(file.job) && is_plain_name(name) ? std::optional(file) : std::nullopt;
  }
  if (cut_end(name, kAnswerEnd)) {
    file.kind = Kind::kAnswer;
  } else if (!cut_end(name, kJobEnd)) {
    return std::nullopt;
  }
  file.job = name;
  return is_plain_name(name) ? std::optional(file) : std::nullopt;
}

/// A number that the system draws when it starts: processes that see the same one share its locks.
std::string system_start() {
  const auto id = read_file("/proc/sys/kernel/random/boot_id", 256);
  return id ? std::string(trim(*id)) : std::string();
}

/// For names of files.
std::string plain_host_name() {
  constexpr std::size_t kMost = 40;
  std::string plain;
  for (const char c : sumi::host_name().substr(0, kMost)) plain += is_alnum(c) ? c : '-';
  return plain;
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

}  // namespace

std::string JobFolder::file(std::string_view name) const { return path_ + '/' + std::string(name); }

Result<std::vector<JobFile>> JobFolder::list() const {
  const std::unique_ptr<DIR, CloseFolder> folder(opendir(path_.c_str()));
  if (!folder) return system_error(path_, errno);
  std::vector<JobFile> files;
  errno = 0;
  while (const dirent* const entry = readdir(folder.get())) {
    if (auto file = job_file_of(entry->d_name)) files.push_back(*std::move(file));
    errno = 0;
  }
  if (errno != 0) return system_error(path_, errno);
  std::ranges::sort(files, {}, &JobFile::name);
  return files;
}

/// Nothing is put on the disk by force: what a crash of the machine has cost is searched again, and
/// the checksum shows it.
Result<void> JobFolder::place(const std::string& name, std::string_view bytes) const {
  const std::string path = file(name), part = fmt::format("{}.{}{}", path, self_, kPartEnd);
  const int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return system_error(part, errno);
  int reason = 0;
  while (!bytes.empty() && reason == 0) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n >= 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) reason = errno;
  }
  if (::close(fd) != 0 && reason == 0) reason = errno;  // a full disk may show only now
  if (reason == 0 && std::rename(part.c_str(), path.c_str()) != 0) reason = errno;
  if (reason == 0) return {};
  std::remove(part.c_str());
  return system_error(path, reason);
}

/// The server of a network's file system may have done it though its first answer was lost, and the
/// second one says that there is no such file: then the new name is there.
Result<bool> JobFolder::rename(const std::string& from, const std::string& to) const {
  if (std::rename(file(from).c_str(), file(to).c_str()) == 0) return true;
  if (errno != ENOENT) return system_error(file(from), errno);
  return has(to);
}

bool JobFolder::remove(const std::string& name) const { return unlink(file(name).c_str()) == 0; }

bool JobFolder::has(const std::string& name) const { return access(file(name).c_str(), F_OK) == 0; }

std::uint64_t JobFolder::identity(const std::string& name) const {
  struct stat info {};
  if (stat(file(name).c_str(), &info) != 0) return 0;
  const auto mixed = mix_word(mix_word(static_cast<std::uint64_t>(info.st_ino),
                                       static_cast<std::uint64_t>(info.st_mtim.tv_sec)),
                              static_cast<std::uint64_t>(info.st_mtim.tv_nsec));
  return mixed | 1;
}

std::string job_file(std::string_view job) { return fmt::format("{}{}", job, kJobEnd); }

std::string taken_file(std::string_view job, std::string_view worker) {
  return fmt::format("{}.{}{}", job, worker, kTakenEnd);
}

std::string answer_file(std::string_view job) { return fmt::format("{}{}", job, kAnswerEnd); }

std::string worker_file(std::string_view worker) { return fmt::format("{}{}", worker, kWorkerEnd); }

std::string random_digits(int count) {
  std::random_device random;
  std::string digits;
  for (int i = 0; i < count; ++i) digits += fmt::format("{:x}", random() & 15);
  return digits;
}

std::string own_worker_name() {
  return fmt::format("{}-{}-{}", plain_host_name(), getpid(), random_digits(8));
}

std::optional<SeenWorker> look_at_worker(const JobFolder& folder, std::string_view worker) {
  const std::string path = folder.file(worker_file(worker));
  // Locking needs a file that is open to be written, where the system does it by a network's
  // server.
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  SeenWorker seen;
  seen.locked = flock(fd, LOCK_EX | LOCK_NB) != 0;
  struct stat info {};
  if (fstat(fd, &info) == 0) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    seen.touched_ns = std::int64_t{info.st_mtim.tv_sec} * kSecond + info.st_mtim.tv_nsec;
  }
  std::array<char, 512> bytes{};
  const ssize_t n = pread(fd, bytes.data(), bytes.size(), 0);
  ::close(fd);
  std::string_view text(bytes.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  if (take_until(text, '\n') != kWorkerTitle) return seen;
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    const std::string_view key = take_word(line);
    if (key == "threads") seen.threads = std::clamp(parse_count(line).value_or(1), 1, 1024);
    if (key == "system") seen.same_machine = !line.empty() && line == system_start();
  }
  return seen;
}

/// Others see the file only when it is locked.
Result<WorkerSign> WorkerSign::put_up(const JobFolder& folder, int threads) {
  const std::string name = worker_file(folder.self()),
                    part = fmt::format("{}.{}{}", name, folder.self(), kPartEnd);
  auto file = HeldFile::open_locked(folder.file(part), O_RDWR | O_CREAT | O_TRUNC,
                                    "another process has it");
  if (!file) return file.error();
  const auto written =
      write_at(folder.file(part), *file,
               fmt::format("{}\nhost {}\nprocess {}\nsystem {}\nthreads {}\n", kWorkerTitle,
                           host_name(), getpid(), system_start(), threads),
               0);
  if (!written) return written.error();
  const auto put = folder.rename(part, name);
  if (!put) return put.error();
  return WorkerSign(folder, std::move(*file));
}

WorkerSign::~WorkerSign() {
  if (folder_) folder_->remove(worker_file(folder_->self()));
}

bool WorkerSign::touch() const {
  struct stat info {};
  if (fstat(file_.fd(), &info) != 0 || info.st_nlink == 0) return false;
  return futimens(file_.fd(), nullptr) == 0;
}

}  // namespace sumi::book
