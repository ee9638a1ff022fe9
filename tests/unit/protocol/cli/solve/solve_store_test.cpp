// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/game/notation.h"
#include "protocol/cli/solve/solve_store.h"
#include "protocol/report/format.h"
#include "tests/support/flips.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <optional>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr SolveMode kScore{}, kWld{true, false}, kAll{false, true};

Line line_of(const std::vector<std::string>& moves) {
  Line line;
  for (const std::string& move : moves) line.push_back(*parse_square(move));
  return line;
}

Solution sample() { return {{4}, line_of({"d3", "c3", "c4"}), 1234, 0.5, {}}; }

Position other() { return {kStartBoard, Color::kWhite, 8}; }

std::unique_ptr<SolveStore> opened(const std::string& path) {
  auto store = SolveStore::open(path);
  REQUIRE(store.has_value());
  return std::move(*store);
}

std::string moves_of(const Line& line) { return moves_text(line); }

/// In version 1 of the format, without checksums.
std::string without_sums(std::string text) {
  const std::string version = "\"version\":2";
  text.replace(text.find(version), version.size(), "\"version\":1");
  const std::string sum = ",\"sum\":\"0123456789abcdef\"";
  for (std::size_t at; (at = text.find(sum.substr(0, 8))) != text.npos;) text.erase(at, sum.size());
  return text;
}

std::string contents(const std::string& path) { return read_file(path).value(); }

std::string refusal(const std::string& path) {
  const auto store = SolveStore::open(path);
  return store ? "none" : store.error().message;
}

}  // namespace

TEST_CASE("a stored solution is found for the same mode only", "[solve][resume]") {
  const test::TemporaryFile file;
  {
    const auto store = opened(file.path());
    CHECK_FALSE(store->find(Position{}, kScore).has_value());
    store->add(Position{}, kScore, sample());
    CHECK(store->find(Position{}, kScore).has_value());
  }
  const auto store = opened(file.path());
  CHECK(store->size() == 1);
  CHECK(store->damaged() == 0);
  const auto known = store->find(Position{}, kScore);
  REQUIRE(known.has_value());
  CHECK(known->score == DiscDiff{4});
  CHECK(moves_of(known->line) == moves_of(sample().line));
  CHECK(known->nodes == 1234);
  CHECK(known->seconds == 0.5);
  CHECK_FALSE(store->find(Position{}, kWld).has_value());
  CHECK_FALSE(store->find(Position{}, kAll).has_value());
  CHECK_FALSE(store->find(other(), kScore).has_value());
}

TEST_CASE("the scores of all moves survive storage", "[solve][resume]") {
  const test::TemporaryFile file;
  Solution solution = sample();
  solution.moves = {{{4}, solution.line}, {{-2}, line_of({"c4", "e3"})}};
  opened(file.path())->add(Position{}, kAll, solution);
  const auto known = opened(file.path())->find(Position{}, kAll);
  REQUIRE(known.has_value());
  REQUIRE(known->moves.size() == 2);
  CHECK(known->moves[1].score == DiscDiff{-2});
  CHECK(moves_of(known->moves[1].line) == moves_of(solution.moves[1].line));
}

TEST_CASE("a file truncated anywhere keeps its complete lines and accepts more",
          "[solve][resume]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("solved");
  {
    const auto store = opened(path);
    store->add(Position{}, kScore, sample());
    store->add(other(), kScore, sample());
  }
  const std::string whole = contents(path);
  const std::size_t header = whole.find('\n') + 1, first = whole.find('\n', header) + 1;
  for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
    CAPTURE(bytes);
    folder.write("solved", whole.substr(0, bytes));
    {
      const auto store = opened(path);
      const std::size_t want = bytes < first ? 0 : bytes < whole.size() ? 1 : 2;
      REQUIRE(store->size() == want);
      REQUIRE(store->find(Position{}, kScore).has_value() == (bytes >= first));
      store->add(Position{}, kScore, sample());
      store->add(other(), kScore, sample());
    }
    REQUIRE(contents(path) == whole);
  }
}

TEST_CASE("a damaged line affects only itself", "[solve][resume]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("solved");
  {
    const auto store = opened(path);
    store->add(Position{}, kScore, sample());
    store->add(other(), kScore, sample());
  }
  const std::string text = contents(path);
  const std::size_t header = text.find('\n') + 1;
  for (const char* junk : {"\n", "{}\n", "[1,2]\n", "{\"position\":1}\n", "{\"position\n"}) {
    CAPTURE(junk);
    std::string damaged = text;
    damaged.insert(header, junk);
    folder.write("solved", damaged);
    const auto store = opened(path);
    CHECK(store->size() == 2);
    CHECK(store->damaged() == 1);
    CHECK(contents(path) == damaged);
  }
  // Impossible values; lines of this version have no checksums.
  const std::string old = without_sums(text);
  for (const auto& [was, is] : std::initializer_list<std::pair<std::string, std::string>>{
           {"\"score\":4", "\"score\":66"},
           {"\"score\":4", "\"score\":\"4\""},
           {"\"pv\":[\"d3\"", "\"pv\":[\"a1\""},
           {"\"nodes\":1234", "\"nodes\":-1"},
           {"\"mode\":\"score\"", "\"mode\":\"guess\""}}) {
    CAPTURE(is);
    std::string damaged = old;
    damaged.replace(damaged.find(was), was.size(), is);
    folder.write("solved", damaged);
    CHECK(opened(path)->size() == 1);
  }
}

TEST_CASE("files of other types are refused and unchanged", "[solve][resume]") {
  const test::TemporaryFolder folder;
  for (const std::string_view text :
       {"XXXX", "{\"sumi\":\"other\"}\n", "\n", "{\"sumi\":\"solve --resume\",\"version\":3}\n"}) {
    const std::string path = folder.write("file", text);
    CHECK(refusal(path).find("is not a file that `sumi solve --resume` has made") !=
          std::string::npos);
    CHECK(contents(path) == text);
  }
  CHECK(refusal(folder.path()).find("Is a directory") != std::string::npos);
  CHECK(refusal(folder.file("no/such")).find("No such file") != std::string::npos);
}

TEST_CASE("a device is refused", "[solve][resume][posix]") {
  CHECK(refusal("/dev/null").find("is not a regular file") != std::string::npos);
}

TEST_CASE("a second process is refused", "[solve][resume]") {
  const test::TemporaryFile file;
  const auto store = opened(file.path());
  CHECK(refusal(file.path()).find("is in use by another sumi") != std::string::npos);
}

namespace {

std::optional<std::string> content_of(const std::string& path) {
  const auto store = SolveStore::open(path);
  if (!store || (*store)->damaged() > 0) return std::nullopt;
  std::string text = std::to_string((*store)->size());
  for (const Position& position : {Position{}, other()}) {
    for (const SolveMode mode : {kScore, kWld, kAll}) {
      const auto known = (*store)->find(position, mode);
      text += known ? "+" : "-";
      if (!known) continue;
      text += SolveStore::line_of({position, mode}, *known);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a flipped bit in a file of solutions is harmless or detected",
          "[solve][resume][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("solved");
  {
    const auto store = opened(path);
    Solution all = sample();
    all.moves = {{{4}, all.line}, {{-2}, line_of({"c4", "e3"})}};
    store->add(Position{}, kScore, sample());
    store->add(other(), kScore, sample());
    store->add(Position{}, kAll, all);
    store->add(Position{}, kWld, sample());
  }
  test::check_flips(
      {"solutions", content_of, [](const std::string& file) { return !content_of(file); }}, folder,
      path);
}

TEST_CASE("a file without checksums can be continued", "[solve][resume][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("solved");
  opened(path)->add(Position{}, kScore, sample());
  const std::string old = without_sums(contents(path));
  CHECK(old.find("sum\"") == old.npos);
  folder.write("solved", old);
  opened(path)->add(other(), kScore, sample());
  CHECK(contents(path).starts_with(old));
  CHECK(contents(path).find("\"sum\":") > old.size());
  const auto store = opened(path);
  CHECK(store->size() == 2);
  CHECK(store->damaged() == 0);
  // In version 2 each line needs a checksum.
  std::string header = old;
  header.replace(header.find("\"version\":1"), 11, "\"version\":2");
  folder.write("new", header);
  CHECK(opened(folder.file("new"))->damaged() == 1);
}

TEST_CASE("a line damaged while the file is open is solved again", "[solve][resume][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("solved");
  const auto store = opened(path);
  store->add(Position{}, kScore, sample());
  std::string text = contents(path);
  text.replace(text.find("\"score\":4"), 9, "\"score\":6");
  folder.write("solved", text);
  CHECK_FALSE(store->find(Position{}, kScore).has_value());
  store->add(Position{}, kScore, sample());
  CHECK(store->find(Position{}, kScore).value().score == DiscDiff{4});
}
