// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/commands.h"
#include "tests/support/command_fixture.h"
#include "tests/support/stderr_capture.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace sumi;
using Catch::Contains;
using Catch::StartsWith;
using sumi::test::CommandFixture;

namespace {

std::string after(const std::string& moves) {
  return to_text(parse_game(moves)->replay().position());
}

class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : kept_(dup(STDIN_FILENO)) {
    const int file = open(path.c_str(), O_RDONLY);
    REQUIRE(file >= 0);
    dup2(file, STDIN_FILENO);
    close(file);
  }
  ~StandardInput() {
    dup2(kept_, STDIN_FILENO);
    close(kept_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int kept_;
};

/// The locations and positions that `hint --json` answered.
std::vector<std::string> hinted(const std::string& text) {
  std::vector<std::string> found;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    const auto row = nlohmann::json::parse(text.substr(begin, end - begin));
    std::string place = row.value("source", "");
    place.erase(0, place.find_last_of('/') + 1);
    found.push_back(place + " " + row["position"].get<std::string>());
  }
  return found;
}

const protocol::Args kQuick{"--json", "--depth", "1", "--evaluator", "mobility", "--hash-mib", "1"};

protocol::Args with(protocol::Args args) {
  args.insert(args.end(), kQuick.begin(), kQuick.end());
  return args;
}

}  // namespace

TEST_CASE("sumi hint reads files, pipes and several games", "[position_input]") {
  const CommandFixture hint(protocol::kHintCommand);
  const std::string games = hint.write("games.txt", "f5d6c3\nf5f6\n");
  const std::vector<std::string> both{"games.txt:1 " + after("f5d6c3"),
                                      "games.txt:2 " + after("f5f6")};
  CHECK(hinted(hint.run(with({games}))) == both);
  CHECK(hinted(hint.run(with({games, "--game", "2"}))) == std::vector<std::string>{both[1]});
  CHECK(hinted(hint.run(with({games, "--at", "1"}))) ==
        std::vector<std::string>{"games.txt:1 " + after("f5"), "games.txt:2 " + after("f5")});
  CHECK(hinted(hint.run(with({"f5d6", "--at", "1"}))) ==
        std::vector<std::string>{" " + after("f5")});
  CHECK(hinted(hint.run(with({}))) == std::vector<std::string>{" " + to_text(Position{})});
  {
    const StandardInput input(games);
    CHECK(hinted(hint.run(with({"-"}))) ==
          std::vector<std::string>{"standard input:1 " + after("f5d6c3"),
                                   "standard input:2 " + after("f5f6")});
  }
  const std::string sgf =
      hint.write("gogui.sgf", "(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.6.0]SZ[8];B[fd];W[fe])");
  CHECK(hinted(hint.run(with({sgf}))) == std::vector<std::string>{"gogui.sgf:1 " + after("f5f4")});
}

TEST_CASE("--at includes the forced pass after the selected move", "[position_input]") {
  const CommandFixture hint(protocol::kHintCommand);
  CHECK(hinted(hint.run(with({"d3c3b3b2f5a3a1c1e3", "--at", "8"}))) ==
        std::vector<std::string>{" " + after("d3c3b3b2f5a3a1c1pa")});
}

TEST_CASE("an unreadable entry affects only itself and the status", "[position_input]") {
  const CommandFixture hint(protocol::kHintCommand);
  const std::string games = hint.write("games.txt", "f5d6c3\nf5a1\nf5f6\n");
  const test::StderrCapture capture;
  CHECK(hinted(hint.run(with({games}), protocol::kFailed)).size() == 2);
  CHECK_THAT(capture.text(), StartsWith("sumi: ") && Contains("games.txt:2: illegal move: 'a1'"));
  CHECK(hinted(hint.run(with({games, "--at", "3"}), protocol::kFailed)).size() == 1);
  CHECK_THAT(capture.text(), Contains("--at 3: the game has 2 moves"));
  CHECK(hint.run(with({games, "--game", "4"}), protocol::kFailed).empty());
  CHECK_THAT(capture.text(), Contains("--game 4: the input has 3"));
  CHECK(hint.run(with({hint.write("empty.txt", "")}), protocol::kFailed).empty());
  CHECK_THAT(hint.fault(with({"f5", "--at", "2"})), Contains("--at 2: the game has 1 move"));
  CHECK_THAT(hint.fault(with({"no-such.sgf"})),
             Contains("neither a file nor a position") && Contains("moves: f5d6c3"));
}

TEST_CASE("sumi perft and sumi board accept the same input", "[position_input]") {
  const CommandFixture perft(protocol::kPerftCommand), board(protocol::kBoardCommand);
  const std::string games = perft.write("games.txt", "f5d6c3\nf5f6\n");
  const std::string rows = perft.run({games, "--depth", "1", "--json"});
  CHECK_THAT(rows, Contains("games.txt:1\"") && Contains("games.txt:2\""));
  CHECK_THAT(perft.run({games, "--depth", "1", "--game", "2"}),
             Contains("games.txt:2\n") && !Contains("games.txt:1\n"));

  const std::string text = board.run({games, "--last", "--lang", "en"});
  CHECK_THAT(text, Contains("games.txt:1\n") && Contains("[X]") && Contains("[O]"));
  CHECK_THAT(board.fault({games, "--svg"}), Contains("--game N"));
  CHECK_THAT(board.run({games, "--svg", "--game", "1"}), Contains("<svg"));
  CHECK_THAT(board.run({"8/8/8/3ox3/3xo3/8/8/8", "o", "--lang", "en"}), Contains("White to move."));
}

TEST_CASE("a file of one game selects the book's position", "[position_input]") {
  const CommandFixture show(protocol::kBookShowCommand);
  const std::string game = show.write("game.txt", "f5d6c3\n");
  CHECK(show.run({"default", game, "--json"}) == show.run({"default", "f5d6c3", "--json"}));
  CHECK(show.run({"default", game, "--at", "1", "--json"}) ==
        show.run({"default", "f5", "--json"}));
  CHECK_THAT(show.fault({"default", show.write("two.txt", "f5d6\nf5f6\n")}), Contains("--game N"));
}
