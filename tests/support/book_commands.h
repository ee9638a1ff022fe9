// SPDX-License-Identifier: MIT
/// Runs commands of `sumi book` in a temporary folder.
#pragma once

#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/commands.h"
#include "tests/support/command_fixture.h"

#include <nlohmann/json.hpp>

#include <string>

namespace sumi::test {

class BookCommands {
 public:
  std::string file(const std::string& name) const { return fixture_.file(name); }
  std::string write(const std::string& name, const std::string& text) const {
    REQUIRE(write_file(file(name), text));
    return file(name);
  }

  std::string run(const protocol::Args& args, int status = protocol::kDone) const {
    return fixture_.run(args, status);
  }
  nlohmann::json json(protocol::Args args, int status = protocol::kDone) const {
    args.push_back("--json");
    return nlohmann::json::parse(run(args, status));
  }

  /// Runs `command BOOK options` with a fast search on one thread.
  nlohmann::json search(protocol::Args args, int status = protocol::kDone) const {
    args.insert(args.end(), {"--jobs", "1", "--evaluator", "table", "--hash-mib", "1"});
    return json(args, status);
  }

  /// All positions of the first `plies` plies, at level 1.
  std::string book(const std::string& name, int plies) const {
    search({"build", file(name), "--plies", std::to_string(plies), "--max-loss", "64", "--level",
            "1"});
    return file(name);
  }

  /// The error message for these arguments; the first one is the command.
  std::string fault(const protocol::Args& args) const {
    const protocol::Command* const command = protocol::find_command(protocol::kSumiBook, args[0]);
    protocol::Output nowhere(-1);
    try {
      command->run(*command, {args.begin() + 1, args.end()}, nowhere);
    } catch (const std::exception& e) {
      return e.what();
    }
    return "none";
  }

 private:
  CommandFixture fixture_{protocol::kBookCommand};
};

}  // namespace sumi::test
