// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/output_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kPiece = 1 << 16;

}  // namespace

Error OutputFile::error(int reason) const {
  if (given_ == "-" && reason == EBADF) {
    return {ErrorCode::kBadFile, "standard output is closed"};
  }
  return system_error(given_ == "-" ? "standard output" : given_, reason);
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  OutputFile file(path);
  // A NUL would end the name.
  if (path.empty() || path.find('\0') != path.npos) return file.error(ENOENT);
  const int reason = file.open_special(path);
  if (reason != 0) return file.error(reason);
  if (file.fd() < 0) {
    if (const int failure = file.open_beside(); failure != 0) return file.error(failure);
  }
  return file;
}

OutputFile::~OutputFile() {
  if (fd() < 0) return;
  // Pipes get the buffered data; unfinished files are discarded.
  if (!plain_) static_cast<void>(flush());
  drop();
}

void OutputFile::drop() {
  file_ = Descriptor();
  std::error_code ignored;
  if (!beside_.empty()) std::filesystem::remove(beside_, ignored);
  beside_.clear();
}

Result<void> OutputFile::flush() {
  const std::string bytes = std::exchange(pending_, {});
  if (const int reason = write_all(fd(), bytes); reason != 0) return error(reason);
  return {};
}

Result<void> OutputFile::write(std::string_view bytes) {
  pending_ += bytes;
  return pending_.size() < kPiece ? Result<void>() : flush();
}

Result<void> OutputFile::finish() {
  if (const Result<void> done = flush(); !done) {
    drop();
    return done;
  }
  const int reason = complete();
  drop();
  return reason == 0 ? Result<void>() : error(reason);
}

}  // namespace sumi
