// SPDX-License-Identifier: MIT
/// Plain write(2): stdio would tell neither when nor why it failed.
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "protocol/report/error_words.h"
#include "protocol/report/output.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::size_t kFlushBytes = 1 << 16;

std::string program_name = "sumi";

sumi::OutputFile checked(const std::string& option, sumi::Result<sumi::OutputFile> file) {
  if (!file) throw FatalError(fmt::format("{}: {}", option, file.error().message));
  return std::move(*file);
}

}  // namespace

void set_program_name(std::string_view name) { program_name = name; }

void tell_error(std::string_view message) noexcept {
  std::string text;
  try {
    text = program_name + ": " + tr_error(default_language(), message);
    constexpr int kHang = 2;
    if (is_terminal(kStderr)) text = folded(text, kHang);
  } catch (const std::exception&) {  // no memory even for that
  }
  tell_stderr(text.empty() ? message : text);
}

void tell_stderr(std::string_view line) noexcept {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

void tell_damaged_lines(const std::string& path, int lines, std::string_view lost) {
  if (lines == 0) return;
  const bool one = lines == 1;
  tell_error(fmt::format("{}: {} damaged or unfinished {} not used{}", path, lines,
                         one ? "line is" : "lines are",
                         fmt::format(fmt::runtime(lost), one ? "it" : "they")));
}

void Output::write(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= kFlushBytes) flush();
}

void Output::flush() {
  const std::string text = std::exchange(pending_, {});
  const int reason = write_all(fd_, text);
  if (reason == 0) return;
  if (reason == EPIPE) throw OutputClosed();
  if (reason == EBADF) throw FatalError(fmt::format("{} is closed", name_));
  throw FatalError(
      fmt::format("cannot write to {}: {}", name_, std::generic_category().message(reason)));
}

FileOutput::FileOutput(const std::string& option, const std::string& path)
    : option_(option),
      file_(checked(option_, sumi::OutputFile::create(path))),
      output_(file_.fd(), path == "-" ? "standard output" : "file " + sumi::quoted(path)) {}

void FileOutput::finish() {
  output_.flush();
  const sumi::Result<void> done = file_.finish();
  if (!done) throw FatalError(fmt::format("{}: {}", option_, done.error().message));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto whole = [&error](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const auto path = whole(a);
  return !path.empty() && path == whole(b);
}

}  // namespace sumi::protocol
