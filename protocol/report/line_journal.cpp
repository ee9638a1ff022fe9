// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/report/checked_lines.h"
#include "protocol/report/line_journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr double kSyncSeconds = 3;

/// What the system has just failed to do, and why.
Error failure(const std::string& path, std::string_view what) {
  const std::error_code reason(errno, std::generic_category());
  Error error = resume_error(path, fmt::format(": {}: {}", what, reason.message()));
  if (reason == std::errc::no_such_file_or_directory) error.code = ErrorCode::kNotFound;
  return error;
}

}  // namespace

Error resume_error(const std::string& path, std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("--resume: file {}{}", sumi::quoted(path), what)};
}

Result<std::unique_ptr<LineJournal>> LineJournal::open(const std::string& path,
                                                       std::string_view header,
                                                       const CheckHeader& check_header,
                                                       const Take& take) {
  std::error_code missing;
  const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(path, missing));
  // O_NONBLOCK: a pipe is refused, not waited for.
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd < 0) return failure(path, "cannot open");
  std::unique_ptr<LineJournal> journal(new LineJournal(path, fd));
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    return resume_error(path, ": is not a regular file");
  }
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? resume_error(path, " is in use by another sumi")
                                : failure(path, "cannot lock");
  }
  if (const Result<void> loaded = journal->load(header, check_header, take); !loaded) {
    if (is_new) std::remove(path.c_str());
    return loaded.error();
  }
  return journal;
}

LineJournal::~LineJournal() {
  if (unsynced_) fdatasync(fd_);
  close(fd_);
}

Result<void> LineJournal::load(std::string_view header, const CheckHeader& check_header,
                               const Take& take) {
  std::array<char, kMaxLine> buffer;
  std::string line;  // What is longer than kMaxLine is not kept whole.
  std::int64_t begin = 0, at = 0;
  const auto finish_line = [&](bool ended) -> Result<void> {
    std::string_view text = line;
    if (text.size() > kMaxLine) text = "\n";  // nothing of ours, whatever it says
    if (begin == 0) {
      const Result<bool> sums_may_lack = check_header(text);
      if (!sums_may_lack) return sums_may_lack.error();
      sums_may_lack_ = *sums_may_lack;
    } else {
      text.remove_suffix(ended ? 1 : 0);
      const bool whole = ended && is_whole_line(text, sums_may_lack_);
      if (!whole || !take(text, {begin, text.size()})) ++damaged_;
    }
    if (ended) begin = at;
    line.clear();
    return {};
  };

  while (const ssize_t n = pread(fd_, buffer.data(), buffer.size(), at)) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failure(path_, "cannot read");
    for (std::string_view rest(buffer.data(), static_cast<std::size_t>(n)); !rest.empty();) {
      const std::size_t bytes = std::min(rest.find('\n'), rest.size() - 1) + 1;
      const bool ended = rest[bytes - 1] == '\n';
      if (line.size() <= kMaxLine) line += rest.substr(0, bytes);
      at += static_cast<std::int64_t>(bytes);
      rest.remove_prefix(bytes);
      if (!ended) continue;
      if (const Result<void> used = finish_line(true); !used) return used;
    }
  }
  if (begin < at) {
    if (const Result<void> used = finish_line(false); !used) return used;
    if (ftruncate(fd_, begin) != 0) return failure(path_, "cannot write");
  }
  if (begin > 0) return {};
  const Result<Place> begun = append(header);
  return begun ? Result<void>() : begun.error();
}

Result<LineJournal::Place> LineJournal::append(std::string_view line) {
  assert(line.ends_with('\n') && line.size() <= kMaxLine);
  const std::lock_guard lock(writing_);
  const off_t begin = lseek(fd_, 0, SEEK_END);
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t n = write(fd_, rest.data(), rest.size());
    if (n >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      const Error error = failure(path_, "cannot write");
      // A half would spoil the next line, once the disk has room again.
      if (ftruncate(fd_, begin) == 0) return error;
      return resume_error(path_, " cannot be written, and its last line is unfinished");
    }
  }
  unsynced_ = true;
  if (since_sync_.seconds() >= kSyncSeconds) {
    fdatasync(fd_);  // a disk that cannot is told by the next write
    unsynced_ = false;
    since_sync_ = {};
  }
  return Place{begin, line.size() - 1};
}

std::optional<std::string> LineJournal::read(Place place) const {
  std::string line(place.bytes, '\0');
  const ssize_t got = pread(fd_, line.data(), line.size(), place.offset);
  const bool whole =
      got == static_cast<ssize_t>(line.size()) && is_whole_line(line, sums_may_lack_);
  return whole ? std::optional(std::move(line)) : std::nullopt;
}

}  // namespace sumi::protocol
