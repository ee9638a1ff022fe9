// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/output_file.h"

#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi {
enum class FileFormat;
}

namespace sumi::protocol {

/// Prefix of error messages, "sumi: ". Call once, before starting threads.
void set_program_name(std::string_view name);

/// Writes "PROGRAM: MESSAGE" to standard error, translated to default_language() if possible. Folds
/// lines on a terminal.
void print_error(std::string_view message) noexcept;

/// Ignores failures.
void print_stderr(std::string_view line) noexcept;

/// Reports the number of a journal's damaged lines on standard error, if any. `repeated`: the
/// caller does their work again.
void report_damaged_lines(const std::string& path, int lines, bool repeated = true);

/// The reader closed the output (`sumi solve ... | head`). main() then ends the program silently.
class OutputClosed : public std::exception {
 public:
  const char* what() const noexcept override { return "nobody reads the output any more"; }
};

/// Buffers text for a file descriptor, which the caller owns. Requires: SIGPIPE is ignored. Not
/// thread-safe.
class Output {
 public:
  explicit Output(int fd = kStdout, std::string name = "standard output")
      : fd_(fd), name_(std::move(name)) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Flushes when the buffer is large.
  void write(std::string_view text);

  /// Writes the buffer. Throws OutputClosed, or FatalError on other failures, after dropping the
  /// buffer.
  void flush();

 private:
  int fd_;
  const std::string name_;
  std::string pending_;
};

/// Output to a file that atomically replaces the old one when finished. "-" is standard output.
class FileOutput {
 public:
  /// `option`: prefix of errors, "--out". Throws FatalError if the file cannot be written.
  FileOutput(const std::string& option, const std::string& path);

  Output& output() { return output_; }

  /// Flushes and renames the file into place. Throws like Output::flush(). Without this call, the
  /// file is discarded.
  void finish();

 private:
  const std::string option_;
  sumi::OutputFile file_;
  Output output_;
};

/// Whether both paths lead to the same existing or future file.
bool same_file(const std::string& a, const std::string& b);

// A type of file that commands write; they overwrite other types only with --force.

struct FileKind {
  /// Completes "holds no ..." in errors: "page of Sumi".
  std::string name;
  /// Recognizes a file by `head`: its whole content or at least 1 MiB.
  std::function<bool(std::string_view head)> holds;
};

FileKind page_kind();     ///< HTML with kPageMark.
FileKind picture_kind();  ///< SVG without an XML declaration, like all our pictures.
FileKind json_kind();     ///< A JSON object or JSON lines.
FileKind any_kind();      ///< For files to append to; the caller checks their contents.

/// Files that `sumi convert --from FORMAT` would read from `path`.
FileKind game_kind(FileFormat format, const std::string& path);

/// Whether `path` may be overwritten without --force: missing, empty, of that kind, or not a
/// regular file (such as a pipe). False if unreadable.
bool may_replace(const std::string& path, const FileKind& kind);

}  // namespace sumi::protocol
