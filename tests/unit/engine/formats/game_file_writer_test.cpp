// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/formats/codecs.h"
#include "engine/formats/format_table.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using Catch::Contains;

namespace {

const std::string kStart = to_text(Position{});

GameRecord full_record() {
  GameRecord game = parse_game("f5d6c3d3c4").value();
  game.black = "Anna";
  game.white = "Bert";
  game.result = "B+12";
  game.place = "Rome";
  game.date = "1977.05.01";
  game.event = "Cup";
  game.round = "3";
  game.comment = "a comment";
  game.black_rating = "1800";
  game.white_rating = "1700";
  game.black_clock = game.white_clock = "05:00//02:00";
  game.theoretical = TheoreticalScore{{2}, 24};
  game.extra = {{"Annotator", "Carl"}};
  game.notes.resize(5);
  game.notes[0] = {1.5, 2.0, "good"};
  return game;
}

}  // namespace

TEST_CASE("a file that cannot be written is an error", "[game_file]") {
  const test::TemporaryFolder folder;
  const auto nowhere = GameFileWriter::open(folder.file("none/x"), FileFormat::kGgf);
  CHECK(nowhere.error().code == ErrorCode::kNotFound);
  CHECK_FALSE(GameFileWriter::open(folder.path(), FileFormat::kGgf));
  CHECK_FALSE(GameFileWriter::open(folder.file("x"), FileFormat::kQuest));
  CHECK(folder.files() == 0);
}

TEST_CASE("every format reports exactly what it loses", "[game_file]") {
  const GameRecord full = full_record();
  const test::TemporaryFolder folder;
  struct Case {
    FileFormat format;
    std::string want;
  };
  const std::string but_moves =
      "names, result, date, place, event, round, ratings, clocks, comment, comments of moves, "
      "evaluations, times, theoretical score, other tags";
  const Case cases[] = {
      {FileFormat::kGgf, ""},
      {FileFormat::kSgf, ""},
      {FileFormat::kPgn, ""},
      {FileFormat::kTranscript, but_moves},
      {FileFormat::kBoard, "moves, " + but_moves},
      {FileFormat::kFen, "moves, " + but_moves},
      {FileFormat::kWthor,
       "date, place, round, ratings, clocks, comment, comments of moves, evaluations, times, "
       "other tags"},
  };
  for (const Case& c : cases) {
    CAPTURE(format_spec(c.format).name);
    const std::string path = folder.file("full");
    auto writer = GameFileWriter::open(path, c.format).value();
    CHECK(writer.write(full).value() == c.want);
    CHECK(writer.finish());
    auto reader = GameFileReader::open(path, c.format).value();
    const FileEntry back = reader.next()->entry.value();
    CHECK(position_of(back) == position_of(full));
    if (!c.want.empty()) continue;
    GameRecord read = game_of(back);
    CHECK(result_score(read.result) == result_score(full.result));
    read.result = full.result;  // in the format's own notation
    CHECK(read == full);
  }
  CHECK(losses(GameRecord{}, FileFormat::kTranscript).empty());
  GameRecord unknown;
  unknown.result = "?";
  CHECK(losses(unknown, FileFormat::kTranscript).empty());
  ObfLine line;
  line.score = DiscDiff{2};
  line.comment = "x";
  CHECK(losses(line, FileFormat::kObf).empty());
  CHECK(losses(line, FileFormat::kScript) == "scores");
  CHECK(losses(line, FileFormat::kGgf) == "scores");
  CHECK(losses(line, FileFormat::kFen) == "scores, comment");
  line.comment = "{x}";
  CHECK(losses(line, FileFormat::kPgn) == "scores, brackets } in comments");
}

TEST_CASE("PGN reports texts that it cannot keep", "[game_file]") {
  GameRecord game = full_record();
  game.notes[4].comment = "two\nlines (all)";
  CHECK(losses(game, FileFormat::kPgn).empty());
  CHECK(parse_pgn(to_pgn(game)).value().notes == game.notes);

  GameRecord braced = game;
  braced.notes[4].comment = "{odd}";
  CHECK(losses(braced, FileFormat::kPgn) == "brackets } in comments");
  CHECK(parse_pgn(to_pgn(braced)).value().notes != braced.notes);
  braced = game;
  braced.comment = "}";
  CHECK(losses(braced, FileFormat::kPgn) == "brackets } in comments");

  GameRecord broken = game;
  broken.black = "Anna\nBeth";
  broken.comment = "two\nlines";
  CHECK(losses(broken, FileFormat::kPgn) == "line breaks and tabs in tags");
  CHECK(parse_pgn(to_pgn(broken)).value().black != broken.black);
  broken.black = game.black;
  CHECK(losses(broken, FileFormat::kPgn).empty());
  broken.extra[0].value = "a\tb";
  CHECK(losses(broken, FileFormat::kPgn) == "line breaks and tabs in tags");
  CHECK(losses(broken, FileFormat::kGgf).empty());
}

TEST_CASE("WTHOR files are written with their name files", "[game_file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("games.wtb");
  {
    auto writer = GameFileWriter::open(path, FileFormat::kWthor).value();
    GameRecord game = full_record();
    game.date = "1977";
    CHECK_THAT(writer.write(game).value(), !Contains("date"));
    game.white = "Carl";
    game.date = "1978";
    CHECK_THAT(writer.write(game).value(), Contains("date"));
    game.start = start_position(6);
    game.moves.clear();
    game.notes.clear();
    CHECK_FALSE(writer.write(game));
    CHECK_FALSE(read_file(path));
    CHECK(writer.finish());
  }
  CHECK(folder.files() == 3);
  auto reader = GameFileReader::open(path).value();
  const GameRecord first = game_of(reader.next()->entry.value());
  CHECK(first.black + first.white + first.event + first.date == "AnnaBertCup1977");
  CHECK(first.theoretical == TheoreticalScore{{2}, 24});
  CHECK(game_of(reader.next()->entry.value()).white == "Carl");
  CHECK_FALSE(reader.next());
  CHECK_FALSE(GameFileWriter::open("/dev/null", FileFormat::kWthor));
}

TEST_CASE("a file is replaced as a whole when the writer finishes", "[game_file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("games.txt", "old");
  {
    auto writer = GameFileWriter::open(path, FileFormat::kTranscript).value();
    CHECK(writer.write(parse_game("f5d6").value()));
    CHECK(read_file(path).value() == "old");
  }
  CHECK(read_file(path).value() == "old");
  CHECK(folder.files() == 1);
  {
    auto writer = GameFileWriter::open(path, FileFormat::kTranscript).value();
    CHECK(writer.write(parse_game(kStart.substr(0, 65) + "O e3").value()));
    CHECK(writer.finish());
  }
  CHECK(read_file(path).value() == kStart.substr(0, 65) + "O e3\n");
  CHECK(folder.files() == 1);
  { auto writer = GameFileWriter::open(path, FileFormat::kTranscript).value(); }
  CHECK(folder.files() == 1);
  auto null = GameFileWriter::open("/dev/null", FileFormat::kGgf).value();
  CHECK(null.write(GameRecord{}));
  CHECK(null.finish());
}
