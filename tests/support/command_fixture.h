// SPDX-License-Identifier: MIT
/// Runs one command as main() does, with files in a temporary folder.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "protocol/command/command.h"
#include "protocol/command/program.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <string_view>

namespace sumi::test {

class CommandFixture {
 public:
  explicit CommandFixture(const protocol::Command& command) : command_(command) {}

  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string read(const std::string& name) const { return read_file(file(name)).value(); }

  /// Returns the file's path.
  std::string write(const std::string& name, std::string_view bytes) const {
    return folder_.write(name, bytes);
  }

  /// Returns standard output, in English unless `args` select a language. Checks the exit status.
  std::string run(const protocol::Args& args, int status = protocol::kDone) const {
    protocol::prefer_language(protocol::Language::kEnglish);
    {
      const Descriptor descriptor = open_to_append(write("output", "")).value();
      protocol::Output out(descriptor.get());
      CHECK(protocol::run_command(command_, args, out) == status);
      out.flush();
    }
    protocol::prefer_language(protocol::Language::kEnglish);  // for later tests
    return read_file(file("output")).value();
  }

  /// The error message for these arguments, or "none".
  std::string fault(const protocol::Args& args) const {
    protocol::Output nowhere(-1);
    try {
      command_.run(command_, args, nowhere);
    } catch (const std::exception& e) {
      return e.what();
    }
    return "none";
  }

 private:
  const protocol::Command& command_;
  TemporaryFolder folder_;
};

}  // namespace sumi::test
