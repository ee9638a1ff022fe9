// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "protocol/command/program.h"
#include "protocol/report/output.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <unistd.h>

namespace sumi::protocol {
namespace {

int no_such_command(const Program& program, std::string_view word) {
  fmt::print(stderr, "{}: no command named {} (see `{} --help`)\n", program.name,
             sumi::quoted(word), program.name);
  return kBadUsage;
}

}  // namespace

const Command* find_command(const Program& program, std::string_view name) {
  const auto found = std::ranges::find(program.commands, name, &Command::name);
  return found != program.commands.end() ? *found : nullptr;
}

std::string overview(const Program& program) {
  const std::size_t width = program.name.size() + 17;
  const auto usage = [&](std::string_view arguments, std::string_view text) {
    const std::string line = fmt::format("{} {}", program.name, arguments);
    return fmt::format("  {:<{}}  {}\n", arguments.empty() ? program.name : line, width, text);
  };
  std::string text = fmt::format("{} {}, {}\n\nUsage:\n", program.title, kVersion, program.summary);
  if (!program.no_command.empty()) text += usage("", program.no_command);
  text += usage("COMMAND [ARGS]", "run a command") + usage("COMMAND --help", "explain a command") +
          "\nCommands:\n";
  std::size_t longest = 0;
  for (const Command* c : program.commands) longest = std::max(longest, c->name.size());
  for (const Command* c : program.commands) {
    text += fmt::format("  {:<{}}  {}\n", c->name, longest, c->summary);
  }
  return fmt::format("{}\nExamples:\n{}", text, program.examples);
}

int run_help(const Program& program, const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, boost::program_options::options_description("Options"), args, out);
  if (!line) return kDone;
  if (line->words.size() > 1) throw UsageError("one command at a time");
  if (line->words.empty()) {
    out.write(overview(program));
    return kDone;
  }
  const Command* const command = find_command(program, line->words[0]);
  if (!command) {
    throw UsageError(fmt::format("no command named {}", sumi::quoted(line->words[0])));
  }
  return command->run(*command, {"--help"}, out);
}

int run_words(const Program& program, const Args& words, Output& out) {
  const Args rest(words.begin() + !words.empty(), words.end());
  const auto run = [&](std::string_view name) {
    return run_command(*find_command(program, name), rest, out);
  };
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) return run("help");
  if (!words.empty() && words[0] == "--version") {
    if (find_command(program, "version")) return run("version");
    out.write(fmt::format("{} {}\n", program.name, kVersion));
    out.flush();
    return kDone;
  }
  if (words.empty() || words[0].starts_with('-')) {
    if (program.without_command) return run_command(*program.without_command, words, out);
    if (words.empty()) {
      fmt::print(stderr, "{}", overview(program));
      return kBadUsage;
    }
  }
  const Command* const command = find_command(program, words[0]);
  return command ? run_command(*command, rest, out) : no_such_command(program, words[0]);
}

int run_program(const Program& program, int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // Output tells a closed pipe by errno
  try {
    Output out(STDOUT_FILENO);
    return run_words(program, Args(argv + (argc > 0), argv + argc), out);
  } catch (const OutputClosed&) {
    return kFailed;
  } catch (const FatalError& e) {
    tell_stderr(fmt::format("{}: {}", program.name, e.what()));
  } catch (const std::bad_alloc&) {
    tell_stderr(fmt::format("{}: out of memory", program.name));
  } catch (const std::exception& e) {
    tell_stderr(fmt::format("{}: {}", program.name, e.what()));
  }
  return kFailed;
}

}  // namespace sumi::protocol
