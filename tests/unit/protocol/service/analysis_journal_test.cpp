// SPDX-License-Identifier: MIT
/// The file that an interrupted analysis goes on from.
#include "engine/base/file.h"
#include "engine/formats/codecs.h"
#include "protocol/service/analysis_journal.h"
#include "tests/support/flips.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <optional>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr const char* kSetup = "level 20, evaluator auto";

GameRecord sample_game() { return *parse_game("f5d6c3d3c4"); }

/// As an analysis would leave them.
std::vector<AnalyzedMove> judged_moves(const GameRecord& game) {
  std::vector<AnalyzedMove> moves = list_moves(game);
  for (AnalyzedMove& move : moves) {
    move.best = {1.5, false, 12, 73};
    move.after = {-2.5078125, false, 12, 73};
    move.best_line.push_back(move.played);
    move.played_line.push_back(move.played);
    move.seconds = 0.25;
    judge(move);
  }
  return moves;
}

std::unique_ptr<AnalysisJournal> opened(const std::string& path,
                                        const std::string& setup = kSetup) {
  auto journal = AnalysisJournal::open(path, setup);
  if (!journal) FAIL(journal.error().message);
  return std::move(*journal);
}

std::string why_not(const std::string& path, const std::string& setup = kSetup) {
  const auto journal = AnalysisJournal::open(path, setup);
  return journal ? "" : journal.error().message;
}

void write_sample(const std::string& path) {
  const auto journal = opened(path);
  for (const AnalyzedMove& move : judged_moves(sample_game())) journal->add(sample_game(), move);
}

}  // namespace

TEST_CASE("what was found is there at the next start", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  const auto known = opened(file.path())->known(sample_game());
  const auto expected = judged_moves(sample_game());
  REQUIRE(known.size() == expected.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    CHECK(known[i].index == expected[i].index);
    CHECK(known[i].before == expected[i].before);
    CHECK(known[i].best == expected[i].best);
    CHECK(known[i].after == expected[i].after);
    CHECK(known[i].lost == expected[i].lost);
    CHECK(known[i].mark == Mark::kMistake);
    CHECK(known[i].seconds == expected[i].seconds);
    REQUIRE(known[i].best_line.size() == 1);
    CHECK(known[i].best_line[0] == expected[i].best_line[0]);
  }
}

TEST_CASE("a game is known by its start and moves alone", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  const auto journal = opened(file.path());
  GameRecord named = sample_game();
  named.black = "Ann";
  CHECK(journal->known(named).size() == 5);
  CHECK(journal->known(*parse_game("f5d6c3d3")).empty());
}

TEST_CASE("a kill anywhere costs the last line at most", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  const std::string whole = file.contents();
  std::size_t lines = 0;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    std::ofstream(file.path(), std::ios::binary) << whole.substr(0, cut);
    if (cut > 0 && whole[cut - 1] == '\n') ++lines;
    const auto journal = opened(file.path());
    INFO("cut at " << cut);
    REQUIRE(journal->known(sample_game()).size() == (lines == 0 ? 0 : lines - 1));
    journal->add(sample_game(), judged_moves(sample_game())[0]);
    const std::string after = file.contents();
    REQUIRE(after.back() == '\n');
    REQUIRE(std::count(after.begin(), after.end(), '\n') ==
            static_cast<std::ptrdiff_t>(std::max<std::size_t>(lines, 1) + 1));
  }
}

TEST_CASE("lines that were changed are searched again", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string text = file.contents();
  const auto change = [&text](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != text.npos);
    text.replace(at, from.size(), to);
  };
  change("[1.5,", "[1e99,");
  change("\"played_line\":\"d6\"", "\"played_line\":\"a1\"");
  change("\"index\":2", "\"index\":-2");
  change("{\"game\"", "{\"gamy\"");
  std::ofstream(file.path(), std::ios::binary) << text << "[1,2]\nnull\n{\"game\":7}\n\n";
  CHECK(opened(file.path())->known(sample_game()).size() == 2);
}

TEST_CASE("lines that another program wrote anew are found", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string text = file.contents(), spaced;
  for (const char c : text)
    spaced += c == ':' || c == ',' ? std::string(1, c) + " " : std::string(1, c);
  std::ofstream(file.path(), std::ios::binary) << spaced;
  CHECK(opened(file.path(), "level 20,  evaluator auto")->known(sample_game()).size() == 5);
}

TEST_CASE("long lines and short keys cost themselves alone", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::ofstream(file.path(), std::ios::app)
      << "{\"game\":\"12\"}\n{\"game\":\"\n{\"game\":\"" << std::string(16, 'x')
      << "\"}\n{\"game\":\"" << std::string(60'000, '0') << "\"}\n";
  CHECK(opened(file.path())->known(sample_game()).size() == 5);
}

TEST_CASE("another version's scores are not taken up", "[analysis]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string text = file.contents();
  const std::string key = "\"version\":\"";
  const std::size_t at = text.find(key);
  REQUIRE(at < text.find('\n'));
  text.insert(at + key.size(), "0.0.");
  std::ofstream(file.path(), std::ios::binary) << text;
  CHECK(why_not(file.path()).find("was made by Sumi \"0.0.") != std::string::npos);
  CHECK(file.contents() == text);
}

TEST_CASE("files of something else and of another setup are left alone", "[analysis]") {
  const test::TemporaryFolder folder;
  const std::string letter = folder.write("letter", "Dear Sir,\n");
  CHECK(why_not(letter).find("is no file of `sumi analyze`") != std::string::npos);
  CHECK(*read_file(letter) == "Dear Sir,\n");
  const std::string unended = folder.write("unended", "Dear Sir");
  CHECK(why_not(unended).find("is no file of `sumi analyze`") != std::string::npos);
  CHECK(*read_file(unended) == "Dear Sir");
  const std::string json = folder.write("json", "{\"a\":1}\n");
  CHECK(why_not(json).find("is no file of `sumi analyze`") != std::string::npos);

  const std::string ours = folder.file("ours");
  write_sample(ours);
  const std::string before = *read_file(ours);
  CHECK(why_not(ours, "level 10, evaluator auto").find("was made with \"level 20") !=
        std::string::npos);
  CHECK(*read_file(ours) == before);
  CHECK_FALSE(why_not(folder.file("none/such")).empty());
  CHECK_FALSE(why_not(folder.path()).empty());
}

TEST_CASE("two processes do not share the file", "[analysis]") {
  const test::TemporaryFile file;
  const auto first = opened(file.path());
  CHECK(why_not(file.path()).find("in use") != std::string::npos);
}

namespace {

std::optional<std::string> content_of(const std::string& path) {
  const auto journal = AnalysisJournal::open(path, kSetup);
  if (!journal || (*journal)->damaged() > 0) return std::nullopt;
  std::string text;
  for (const AnalyzedMove& move : (*journal)->known(sample_game())) {
    for (const Judgement& j : {move.best, move.after}) {
      text += std::to_string(j.discs) + (j.exact ? "=" : "~") + std::to_string(j.depth) + "@" +
              std::to_string(j.selectivity) + " ";
    }
    for (const Line& line : {move.best_line, move.played_line}) {
      for (const Square s : line) text += std::to_string(index(s)) + " ";
    }
    text += std::to_string(move.index) + ": " + std::to_string(move.seconds) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a flipped bit in the file of an analysis is harmless or found", "[analysis][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("journal");
  write_sample(path);
  // Opening is its check: all lines are looked at.
  test::check_flips(
      {"analysis", content_of, [](const std::string& file) { return !content_of(file); }}, folder,
      path);
}

TEST_CASE("the file of an older analysis is gone on with", "[analysis][damage]") {
  const test::TemporaryFile file;
  write_sample(file.path());
  std::string old = file.contents();
  old.replace(old.find("analysis 2"), 10, "analysis 1");
  for (std::size_t at; (at = old.find(",\"sum\":")) != old.npos;) old.erase(at, 25);
  std::ofstream(file.path(), std::ios::binary) << old;
  opened(file.path())->add(*parse_game("f5d6"), judged_moves(*parse_game("f5d6"))[0]);
  CHECK(file.contents().starts_with(old));
  CHECK(file.contents().find("\"sum\":") > old.size());
  const auto journal = opened(file.path());
  CHECK(journal->damaged() == 0);
  CHECK(journal->known(sample_game()).size() == 5);
  CHECK(journal->known(*parse_game("f5d6")).size() == 1);
}
