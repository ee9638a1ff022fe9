// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "protocol/command/command.h"
#include "protocol/command/options.h"
#include "protocol/session/option_notes.h"
#include "tests/support/stderr_capture.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr Command kTest{"test", "", "", "", "", nullptr};

/// With only some topics, the command has a --depth of its own.
EngineOptions read(const Args& args, OptionTopics topics = kAllTopics) {
  EngineOptions options;
  Options rows = engine_rows(options, topics);
  std::string depth;
  if (topics != kAllTopics) rows += {{"depth", text(depth, "N"), ""}};
  Output nowhere(-1);
  parse(kTest, rows, args, nowhere);
  return options;
}

}  // namespace

TEST_CASE("every row of the engine's table is an option", "[options]") {
  CHECK((read({}) == EngineOptions{}));
  const EngineOptions options = read({"--hash-mib", "64", "--evaluator=mobility"});
  CHECK(options.hash_mib == 64);
  CHECK(options.evaluator == "mobility");
  for (const OptionSpec& spec : engine_options()) {
    CAPTURE(spec.name);
    const std::string value = get_option(EngineOptions{}, spec);
    CHECK_NOTHROW(read({"--" + std::string(spec.name), value}));
    CHECK_FALSE(describe(spec).empty());
  }
}

TEST_CASE("values are checked against the engine's table", "[options]") {
  CHECK_THROWS_AS(read({"--hash-mib", "0"}), UsageError);
  CHECK_THROWS_AS(read({"--hash-mib", "x"}), UsageError);
  CHECK_THROWS_AS(read({"--evaluator", "guess"}), UsageError);
}

TEST_CASE("a command may offer only some rows of the table", "[options]") {
  CHECK_NOTHROW(read({"--isa", "auto"}, kIsaTopic));
  CHECK_THROWS_AS(read({"--hash-mib", "64"}, kIsaTopic), UsageError);
  CHECK(read({"--depth", "soon"}, kIsaTopic).depth == 0);
}

namespace {

/// Two renamed options, one of which may be repeated.
struct Renamed {
  double epsilon = 0;
  std::vector<std::string> notes{};
  std::string help{}, warnings{};

  explicit Renamed(const Args& args) {
    const Options rows{renamed("damping", {"epsilon,e", number(epsilon, 0, 1), "of Adam"}),
                       renamed("remark", {"note", text(notes, "TEXT"), "a note"})};
    const test::StderrCapture capture;
    const test::TemporaryFolder folder;
    const Descriptor file = open_to_append(folder.file("help")).value();
    Output out(file.get());
    parse(kTest, rows, args, out);
    out.flush();
    help = read_file(folder.file("help")).value();
    warnings = capture.text();
  }
};

}  // namespace

TEST_CASE("the former name of an option is accepted with a warning", "[options]") {
  CHECK(Renamed({"--epsilon", "0.5"}).warnings == "");
  for (const Args& args : {Args{"--damping", "0.5"}, Args{"--damping=0.5"}}) {
    const Renamed renamed(args);
    CHECK(renamed.epsilon == 0.5);
    CHECK_THAT(renamed.warnings, Catch::EndsWith(": --damping is now --epsilon\n"));
  }
  CHECK(Renamed({"--remark", "a", "--note", "b"}).notes == std::vector<std::string>{"a", "b"});
}

TEST_CASE("a former name has the same checks and does not appear in help", "[options]") {
  CHECK_THROWS_WITH(Renamed({"--damping", "2"}), Catch::StartsWith("--epsilon: "));
  CHECK_THROWS_WITH(Renamed({"--damping", "0", "-e", "0"}),
                    "--damping and --epsilon are the same option");
  const std::string help = Renamed({"--help"}).help;
  CHECK_THAT(help, Catch::Contains("--epsilon"));
  CHECK_THAT(help, !Catch::Contains("damping"));
}
