// SPDX-License-Identifier: MIT
/// No file can be opened.
#include "engine/base/file.h"
#include "engine/base/held_file.h"

#include <cerrno>

/// Is declared by wasi-libc, and not there.
int flock(int, int) { return -1; }

namespace sumi {

Result<HeldFile> HeldFile::open(const std::string& path, int /*flags*/) {
  return system_error(path, ENOENT);
}

}  // namespace sumi
