// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// Writes a file in pieces. Until finish(), the old file is unchanged. An unfinished file
/// disappears, even after a kill (without O_TMPFILE, a kill leaves PATH.PID-RANDOM.new).
///
/// The new file gets the old one's permissions and, if allowed, owner and group. Symbolic links are
/// followed; other hard links keep the old contents. If a file cannot be replaced (read-only
/// folder, mount point), finish() reserves the disk space and overwrites it.
///
/// Written directly: "-" (standard output), our own descriptors (/dev/stdout, /dev/fd/N,
/// /proc/self/fd/N), pipes and devices.
///
/// One thread at a time.
class OutputFile {
 public:
  /// Fails with kBadFile, or with kNotFound without the folder.
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  /// Errors, also below: kBadFile with the file name and the system's message.
  Result<void> write(std::string_view bytes);

  /// Overwrites the beginning. Requires: a regular file; at least bytes.size() bytes written.
  Result<void> write_front(std::string_view bytes);

  /// Syncs the file and renames it to its final name. Call once, last.
  Result<void> finish();

  bool plain() const { return plain_; }

  /// For writing before write_front() or finish().
  int fd() const { return file_.get(); }

 private:
  explicit OutputFile(const std::string& path) : given_(path) {}
  Error error(int reason) const;
  // These return 0 or errno.
  int open_special(const std::string& path);
  int open_beside();
  int take_name();
  int write_in_place();
  int complete();  ///< Syncs, names and closes the file.
  Result<void> flush();
  void drop();

  std::string given_;   ///< For error messages.
  std::string path_;    ///< The file to replace, links resolved.
  std::string beside_;  ///< Name of the new file, if it has one.
  bool plain_ = false;
  bool in_place_ = false;
  Descriptor file_;
  std::string pending_;
};

}  // namespace sumi
