// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "protocol/cli/commands.h"
#include "tests/support/command_fixture.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fcntl.h>
#include <sstream>
#include <unistd.h>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kEnd = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

std::vector<nlohmann::json> json_lines(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  for (auto& line : lines) {
    line.erase("seconds");
    if (line.contains("total")) line["total"].erase("seconds");
  }
  return lines;
}

class SolveFixture : public test::CommandFixture {
 public:
  SolveFixture() : CommandFixture(kSolveCommand) {}

  Args with(Args more) const {
    more.insert(more.begin(), {"--hash-mib", "1", "--evaluator", "table", "--threads", "1"});
    return more;
  }
};

}  // namespace

TEST_CASE("--all-moves writes OBF with which all moves can be verified", "[solve][command]") {
  const SolveFixture sumi;
  const std::string obf = sumi.run(sumi.with({kEnd, "--all-moves", "--obf"}));
  CHECK(obf == kEnd + "; G8:+18; H1:+12; A2:+6; H7:+6; A3:+4; B1:-4; A4:-22; G2:-24;\n");
  const std::string good = sumi.write("good", obf);
  CHECK(json_lines(sumi.run(sumi.with({good, "-a", "--json"}))).at(0)["ok"] == true);
  CHECK(json_lines(sumi.run(sumi.with({good, "-a", "--wld", "--json"}))).at(0)["ok"] == true);

  std::string text = obf;
  text.replace(text.find("A4:-22"), 6, "A4:-20");
  const std::string wrong = sumi.write("wrong", text);
  const auto lines = json_lines(sumi.run(sumi.with({wrong, "-a", "--json"}), kFailed));
  CHECK(lines.at(0)["ok"] == false);
  CHECK(lines.at(1)["total"]["wrong"] == 1);
  sumi.run(sumi.with({wrong, "--json"}), kDone);  // the best move is right
  sumi.run(sumi.with({wrong, "-a", "--wld"}), kDone);
}

TEST_CASE("--resume solves nothing again and prints the same rows", "[solve][command][resume]") {
  const SolveFixture sumi;
  const std::string file = sumi.write("positions", kEnd + "\n" + kEnd.substr(0, 65) + "O\n");
  const std::string store = sumi.file("solved");
  const auto want = json_lines(sumi.run(sumi.with({file, "--json"})));
  CHECK(json_lines(sumi.run(sumi.with({file, "--json", "--resume", store}))) == want);

  // No search finds this score, so it must come from the store.
  std::string text = read_file(store).value();
  const std::string was = "\"score\":18", is = "\"score\":64";
  const std::size_t begin = text.rfind('\n', text.find(was)) + 1;
  const std::size_t size = text.find('\n', begin) - begin;
  std::string object = text.substr(begin, size);
  object = object.substr(0, object.find(",\"sum\"")) + '}';
  object.replace(object.find(was), was.size(), is);
  text.replace(begin, size, with_sum(object));
  sumi.write("solved", text);
  const auto lines = json_lines(sumi.run(sumi.with({file, "--json", "--resume", store})));
  CHECK(lines.at(0)["score"] == 64);
  CHECK(lines.at(1) == want.at(1));
  CHECK(read_file(store).value() == text);
  CHECK(json_lines(sumi.run(sumi.with({file, "--wld", "--json", "--resume", store})))
            .at(0)["score"] == 1);
  CHECK(read_file(store).value().size() > text.size());
}

TEST_CASE("conflicting options are refused", "[solve][command]") {
  const SolveFixture sumi;
  CHECK(sumi.fault({"--json", "--csv", kEnd}) == "--json, --csv and --obf exclude each other");
  CHECK(sumi.fault({"--obf", "--wld", kEnd}) == "--obf has scores in discs, so it excludes --wld");
  CHECK(sumi.fault({"--jobs", "0", kEnd}).find("1..256") != std::string::npos);
  CHECK(sumi.fault({"--lang", "xx", kEnd}).find("xx") != std::string::npos);
  CHECK(sumi.fault({"--at-empties", "61", kEnd}).find("0..60") != std::string::npos);
  const std::string other = sumi.write("other", "precious\n");
  CHECK(sumi.fault({"--resume", other, kEnd}).find("has made") != std::string::npos);
  CHECK(read_file(other).value() == "precious\n");
}

TEST_CASE("a board size without an evaluator affects that position only", "[solve][command]") {
  const SolveFixture sumi;
  const std::string file =
      sumi.write("positions", kEnd + "\n-----XO--OX----- X\n" + kEnd.substr(0, 65) + "O\n");
  const auto lines = json_lines(sumi.run(
      {file, "--json", "--hash-mib", "1", "--threads", "1", "--evaluator", "pattern"}, kFailed));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0]["score"] == 18);
  CHECK(lines[1]["source"].get<std::string>().ends_with(":3"));
  CHECK(lines[2]["total"]["bad"] == 1);
}

TEST_CASE("rows are written even if standard error cannot be written", "[solve][command]") {
  const SolveFixture sumi;
  const std::string file = sumi.write("positions", "XO\n" + kEnd + "\n");
  const int kept = dup(STDERR_FILENO), unwritable = open("/dev/null", O_RDONLY);
  dup2(unwritable, STDERR_FILENO);
  std::string rows, thrown;
  try {
    rows = sumi.run(sumi.with({file, "--csv"}), kFailed);
  } catch (const std::exception& e) {
    thrown = e.what();
  }
  dup2(kept, STDERR_FILENO);
  close(kept);
  close(unwritable);
  CHECK(thrown.empty());
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 2);
}

TEST_CASE("the order and the nodes do not depend on --jobs", "[solve][command]") {
  const SolveFixture sumi;
  std::string text;
  for (int i = 0; i < 20; ++i) text += (i % 2 != 0 ? "XO" : kEnd) + "\n";
  const std::string file = sumi.write("positions", text);
  const auto one = json_lines(sumi.run(sumi.with({file, "--json", "-j", "1"}), kFailed));
  CHECK(one.size() == 11);
  CHECK(json_lines(sumi.run(sumi.with({file, "--json", "-j", "4"}), kFailed)) == one);
  CHECK(json_lines(sumi.run(sumi.with({file, "--json"}), kFailed)) == one);
}
