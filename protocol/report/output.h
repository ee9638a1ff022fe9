// SPDX-License-Identifier: MIT
/// Standard output and files, written to so that a full disk or a closed pipe is noticed.
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

/// Errors of this process begin with the name of its program, "sumi: ". To be called once, before
/// there are threads.
void set_program_name(std::string_view name);

/// "PROGRAM: MESSAGE" on standard error. All errors, warnings and news of long work are told by
/// this, so that they look alike: in the default_language(), if tr_error() knows the message, and
/// on a terminal folded.
void tell_error(std::string_view message) noexcept;

/// One line on standard error. Whether anybody can read it or not, the program goes on.
void tell_stderr(std::string_view line) noexcept;

/// Tells on standard error that so many lines of a journal are damaged; nothing for 0. `lost`: what
/// comes of it, for one line with "it" in the place of {}, for several with "they".
inline constexpr std::string_view kDoneAgain = "; what {} held is done again";
void tell_damaged_lines(const std::string& path, int lines, std::string_view lost = kDoneAgain);

/// The reader went away (`sumi solve ... | head`, a GUI that quit): no more output is wanted.
/// main() ends the program without a word.
class OutputClosed : public std::exception {
 public:
  const char* what() const noexcept override { return "nobody reads the output any more"; }
};

/// Collects text for a file descriptor and hands it over whole in flush(). The descriptor stays
/// the caller's. One thread at a time. Requires: SIGPIPE is ignored.
class Output {
 public:
  /// `name`: what errors call it.
  explicit Output(int fd = kStdout, std::string name = "standard output")
      : fd_(fd), name_(std::move(name)) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Adds text; flushes by itself when much has been collected.
  void write(std::string_view text);

  /// Hands over what was collected. Throws OutputClosed, or FatalError on any other failure; the
  /// collected text is dropped then.
  void flush();

 private:
  int fd_;
  const std::string name_;
  std::string pending_;
};

/// An OutputFile as an Output: it takes its name when it is whole, and until then what was there
/// stays. "-" is standard output.
class FileOutput {
 public:
  /// `option`: begins the errors, "--out". Throws FatalError if the file cannot be written.
  FileOutput(const std::string& option, const std::string& path);

  Output& output() { return output_; }

  /// Flushes, and gives the file its name. Throws as Output::flush() does. Without it nothing of
  /// what was written stays.
  void finish();

 private:
  const std::string option_;
  sumi::OutputFile file_;
  Output output_;
};

/// The two paths lead to one file, or would if there were one.
bool same_file(const std::string& a, const std::string& b);

// Kinds of files that commands write. A command replaces files of its own kind without a question,
// and others only if it is told to: they were most likely named by mistake.

struct FileKind {
  /// What stands in errors behind "holds no": "page of Sumi".
  std::string name;
  /// Whether a file that begins with these bytes, the whole file or at least 1 MiB, is one.
  std::function<bool(std::string_view head)> holds;
};

FileKind page_kind();     ///< HTML, by the mark that to_html() puts into its pages.
FileKind picture_kind();  ///< SVG without an XML declaration, as all our pictures are.
FileKind json_kind();     ///< A JSON object, or lines of such.
FileKind any_kind();      ///< For files that are added to, by one who knows their first lines.

/// Games or positions that `sumi convert --from FORMAT` would read from `path`.
FileKind game_kind(FileFormat format, const std::string& path);

/// Whether what `path` leads to may be written without asking: there is no such file, or it is
/// empty, or of that kind, or no plain file but a pipe, say, which is not replaced. False for a
/// file that cannot be read.
bool may_replace(const std::string& path, const FileKind& kind);

}  // namespace sumi::protocol
