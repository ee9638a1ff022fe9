// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"
#include "tests/support/command_fixture.h"
#include "tests/support/stderr_capture.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using Catch::Contains;

namespace {

class Conversions : public test::CommandFixture {
 public:
  Conversions() : CommandFixture(protocol::kConvertCommand) {}

  /// The output goes to files.
  void run(const protocol::Args& args, int status = protocol::kDone) const {
    CHECK(output(args, status) == "");
  }
  std::string told(const protocol::Args& args) const {
    const test::StderrCapture capture;
    protocol::Output nowhere(-1);
    protocol::kConvertCommand.run(protocol::kConvertCommand, args, nowhere);
    return capture.text();
  }
  std::string output(const protocol::Args& args, int status = protocol::kDone) const {
    return CommandFixture::run(args, status);
  }
};

}  // namespace

TEST_CASE("sumi convert detects formats by contents and file names", "[convert_command]") {
  const Conversions it;
  const std::string games = it.write("games.txt", "f5d6c3\nf5f6\n");
  const std::string more = it.write("more.txt", "(;GM[2];B[e6])");
  it.run({games, more, it.file("out.ggf")});
  const std::string ggf = it.read("out.ggf");
  CHECK_THAT(ggf, Contains("B[F5]W[D6]B[C3];)\n(;GM[Othello]") && Contains("B[E6];)\n"));
  it.run({it.file("out.ggf"), it.file("back"), "--to", "transcript"});
  CHECK(it.read("back") == "f5d6c3\nf5f6\ne6\n");
  it.run({it.file("back"), it.file("out.wtb"), "--strict"}, protocol::kFailed);
  it.run({it.file("back"), it.file("boards"), "--to", "fen"});
  CHECK(it.read("boards") ==
        "8/8/2x5/3xx3/3oxx2/3o4/8/8 o\n8/8/8/3ox3/3xox2/5o2/8/8 x\n8/8/8/3ox3/3xx3/4x3/8/8 o\n");
}

TEST_CASE("sumi convert counts rows from the bottom in files of gogui-twogtp",
          "[convert_command]") {
  const Conversions it;
  const std::string game =
      it.write("games-0.sgf", "(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.6.0]SZ[8];B[fd];W[fe])");
  it.run({game, it.file("out.txt")});
  CHECK(it.read("out.txt") == "f5f4\n");
}

TEST_CASE("sumi convert skips bad entries", "[convert_command]") {
  const Conversions it;
  std::string text = "f5d6c3\n";
  for (int i = 0; i < 20; ++i) text += "f5a1\n";
  const std::string games = it.write("games.txt", text);
  it.run({games, it.file("out.txt")}, protocol::kFailed);
  CHECK(it.read("out.txt") == "f5d6c3\n");
  const std::string good = it.write("good.txt", "f5d6c3\n");
  it.run({good, it.file("none"), it.file("out.txt")}, protocol::kFailed);
  CHECK(it.read("out.txt") == "f5d6c3\n");
}

TEST_CASE("lines that cannot be read affect the status, not the games", "[convert_command]") {
  const Conversions it;
  for (const std::string text : {"f5d6c3\n\nThe end.\n", "Games:\nf5d6c3\n"}) {
    it.run({it.write("games.txt", text), it.file("out.txt")}, protocol::kFailed);
    CHECK(it.read("out.txt") == "f5d6c3\n");
  }
  it.run({it.write("games.txt", "# Games\n\nf5d6c3\n"), it.file("out.txt")});
}

TEST_CASE("sumi convert --strict also refuses repaired entries", "[convert_command]") {
  const Conversions it;
  const std::string games = it.write("games.txt", "f5d6c3 Tiger\n");
  it.run({games, it.file("out.txt")});
  it.run({games, it.file("out.txt"), "--strict"}, protocol::kFailed);
}

TEST_CASE("sumi convert counts losses, in singular and plural", "[convert_command]") {
  const Conversions it;
  const std::string two =
      it.write("two.ggf", "(;GM[Othello]PB[A]TY[8]B[F5];)\n(;GM[Othello]TY[8]B[F5];)\n");
  CHECK_THAT(it.told({two, it.file("two.txt")}),
             Contains("1 entry loses: names (the format transcript") &&
                 Contains("2 entries converted, 1 with losses or warnings, 0 bad"));
  const std::string one = it.write("one.txt", "Anna\nf5d6\nBert\nCarl\n");
  CHECK_THAT(it.told({one, it.file("one.ggf")}),
             Contains("3 lines without meaning skipped") &&
                 Contains("1 entry converted, 1 with losses or warnings, 0 bad"));
}

TEST_CASE("sumi convert keeps the old file if no entry is valid", "[convert_command]") {
  const Conversions it;
  it.write("out.ggf", "old");
  it.run({it.write("bad.txt", "f5a1\n"), it.file("out.ggf"), "--force"}, protocol::kFailed);
  CHECK(it.read("out.ggf") == "old");
  CHECK_THAT(it.fault({it.file("bad.txt"), it.file("out.ggf")}), Contains("--force"));
  CHECK_THAT(it.fault({it.file("bad.txt"), it.file("bad.txt")}), Contains("is also an input"));
}

TEST_CASE("sumi convert writes WTHOR files of finished games", "[convert_command]") {
  const Conversions it;
  const std::string won = "(;GM[Othello]PB[Anna]PW[Bert]RE[+4]TY[8]B[F5]W[D6];)";
  it.run({it.write("a.ggf", won), it.file("a.wtb"), "--strict"});
  it.run({it.file("a.wtb"), it.file("b.ggf"), "--strict"});
  CHECK_THAT(it.read("b.ggf"), Contains("PB[Anna]PW[Bert]RE[+4.000]"));
}

TEST_CASE("sumi convert --formats lists the formats", "[convert_command]") {
  CHECK_THAT(Conversions().output({"--formats"}),
             Contains("wthor") && Contains("read only") && Contains("obf"));
}

TEST_CASE("errors of sumi convert name the fault", "[convert_command]") {
  const Conversions it;
  CHECK_THAT(it.fault({"a"}), Contains("IN... OUT"));
  CHECK_THAT(it.fault({"a", "b"}), Contains("--to FORMAT"));
  CHECK_THAT(it.fault({"a", "b.json"}), Contains("read-only"));
  CHECK_THAT(it.fault({"a", "-", "--to", "wthor"}), Contains("WTHOR needs a file"));
  CHECK_THAT(it.fault({"a", "b", "--to", "xyz"}), Contains("--to: format: 'xyz' is not"));
  CHECK_THAT(it.fault({"a", "b.ggf", "--from", "xyz"}), Contains("--from: format: 'xyz'"));
  CHECK_THAT(it.fault({it.write("a.txt", "f5"), it.file("none/b.ggf")}), Contains("none/b.ggf"));
}
