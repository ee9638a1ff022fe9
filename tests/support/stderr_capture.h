// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <cstdio>
#include <string>
#include <unistd.h>

namespace sumi::test {

/// At most one exists at a time.
class StderrCapture {
 public:
  StderrCapture() : path_(folder_.file("stderr")) {
    std::fflush(stderr);
    kept_ = dup(kStderr);
    dup2(open_to_append(path_).value().get(), kStderr);
  }
  ~StderrCapture() {
    std::fflush(stderr);
    dup2(kept_, kStderr);
    close(kept_);
  }
  StderrCapture(const StderrCapture&) = delete;
  StderrCapture& operator=(const StderrCapture&) = delete;

  std::string text() const {
    std::fflush(stderr);
    return read_file(path_).value();
  }

 private:
  TemporaryFolder folder_;
  std::string path_;
  int kept_ = -1;
};

}  // namespace sumi::test
