// SPDX-License-Identifier: MIT
/// `sumi`: the first word is the command; without one it speaks GTP.
///
/// Exit status: 0 done, 1 failed, 2 bad usage, 130 interrupted.
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "protocol/cli/command.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <new>
#include <unistd.h>

namespace {

using namespace sumi;
using namespace sumi::protocol;

int dispatch(const Args& words, Output& out) {
  // Options without a command are those of the protocol.
  const bool command_given = !words.empty() && !words[0].starts_with('-');
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    return run_command(kHelpCommand, Args(words.begin() + 1, words.end()), out);
  }
  if (!words.empty() && words[0] == "--version") {
    return run_command(kVersionCommand, Args(words.begin() + 1, words.end()), out);
  }
  if (!command_given) return run_command(kGtpCommand, words, out);
  const Command* const command = find_command(words[0]);
  if (!command) {
    fmt::print(stderr, "sumi: no command named {} (see `sumi --help`)\n", sumi::quoted(words[0]));
    return kBadUsage;
  }
  return run_command(*command, Args(words.begin() + 1, words.end()), out);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // Output tells a closed pipe by errno
  try {
    Output out(STDOUT_FILENO);
    return dispatch(Args(argv + (argc > 0), argv + argc), out);
  } catch (const OutputClosed&) {
    return kFailed;
  } catch (const FatalError& e) {
    fmt::print(stderr, "sumi: {}\n", e.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "sumi: out of memory\n");
  } catch (const std::exception& e) {
    fmt::print(stderr, "sumi: {}\n", e.what());
  }
  return kFailed;
}
