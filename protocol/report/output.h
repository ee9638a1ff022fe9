// SPDX-License-Identifier: MIT
/// Standard output and files, written to so that a full disk or a closed pipe is noticed.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::protocol {

/// One line on standard error. Whether anybody can read it or not, the program goes on.
void tell_stderr(std::string_view line) noexcept;

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
  explicit Output(int fd, std::string name = "standard output") : fd_(fd), name_(std::move(name)) {}
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

/// An Output into a file that takes its name when it is whole: until then it is PATH.new, and what
/// was there stays. Pipes and devices are written to at once.
class FileOutput {
 public:
  /// `option`: begins the errors, "--out". Throws FatalError if the file cannot be written.
  FileOutput(const std::string& option, const std::string& path);
  /// Without finish(): PATH.new stays if anything was written, else it is removed.
  ~FileOutput();
  FileOutput(const FileOutput&) = delete;
  FileOutput& operator=(const FileOutput&) = delete;

  Output& output() { return output_; }

  /// Flushes, and gives the file its name. Throws as Output::flush() does.
  void finish();

  /// Nothing that was written is wanted: what was there stays, PATH.new goes.
  void discard() noexcept;

 private:
  /// Where it leads and what is written, which are the same for what is no regular file.
  struct Names {
    std::string path, written;
    bool regular() const { return written != path; }
  };
  static Names names_of(const std::string& path);
  int open_file() const;
  [[noreturn]] void fail(int reason) const;

  const std::string option_, given_;
  const Names names_;
  int fd_;
  Output output_;
};

/// The two paths lead to one file, or would if there were one.
bool same_file(const std::string& a, const std::string& b);

}  // namespace sumi::protocol
