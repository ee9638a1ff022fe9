// SPDX-License-Identifier: MIT
/// The one way in which files are written: a new file is written beside the old one and replaces it
/// when it is whole.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// A file that is written piece by piece and takes its name in finish(). Until then what was there
/// stays as it is, and without finish() it stays for good: nothing of the new file is left, not
/// even if the process is killed, where the system knows files without a name (O_TMPFILE).
/// Elsewhere a kill leaves PATH.PID-RANDOM.new.
///
/// The new file has the permissions of the one that it replaces, and its owner and group where we
/// may give them. A symbolic link stays, and the file is replaced where it leads. Other hard links
/// keep the old contents. A file whose folder is not writable, or that is mounted by itself, cannot
/// be replaced: it is written in place, at the end, after room was made for it on the disk.
///
/// Anything but a plain file is written to at once and not replaced: "-" for standard output,
/// descriptors of our own (/dev/stdout, /dev/fd/N, /proc/self/fd/N), pipes and devices.
///
/// One thread at a time.
class OutputFile {
 public:
  /// Fails with kBadFile, or kNotFound if there is no such folder.
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  /// Errors of this and the following: kBadFile with the file's name and the system's words, "No
  /// space left on device".
  Result<void> write(std::string_view bytes);

  /// Writes over the beginning of the file. Requires: it is a plain file, and at least as many
  /// bytes have been written.
  Result<void> write_front(std::string_view bytes);

  /// Puts the file on the disk, in the place of what was there. To be called once; nothing is
  /// written after it.
  Result<void> finish();

  bool plain() const { return plain_; }

  /// The descriptor, for callers that write to it themselves and then call write_front() or
  /// finish().
  int fd() const { return file_.get(); }

 private:
  explicit OutputFile(const std::string& path) : given_(path) {}
  Error error(int reason) const;
  int open_special(const std::string& path);
  int open_beside();
  int take_name();
  int write_in_place();
  Result<void> flush();
  void drop();

  std::string given_;   ///< The path as given, for errors.
  std::string path_;    ///< Path of the file that is replaced, links followed.
  std::string beside_;  ///< The new file's name, while it has one.
  bool plain_ = false;
  bool in_place_ = false;
  Descriptor file_;
  std::string pending_;
};

}  // namespace sumi
