// SPDX-License-Identifier: MIT
/// A thousand broken files of each format: each gives errors or legal games.
#include "engine/base/random.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/formats/wthor.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;
using namespace std::string_view_literals;

namespace {

constexpr int kBrokenFiles = 1000;

/// Games of a few moves that use every field of a record.
std::vector<GameRecord> sample_games() {
  std::vector<GameRecord> games;
  for (const char* moves :
       {"f5d6c3d3c4f4f6", "e6f4e3f6g5d6e7f5c5", "d3c3b3b2f5a3a1c1 pass e3", ""}) {
    GameRecord game = parse_game(moves).value();
    game.black = "Anna [2]";
    game.white = "J\xC3\xB6rg";
    game.result = "37-27";
    game.place = "Rome";
    game.date = "1977";
    game.event = "Cup \"A\"";
    game.comment = "two\nlines \\ ] } )";
    game.black_rating = "1800";
    game.black_clock = "05:00//02:00";
    game.theoretical = TheoreticalScore{{2}, 24};
    game.extra = {{"Annotator", "Carl"}};
    if (!game.moves.empty()) {
      game.notes.resize(game.moves.size());
      game.notes[0] = {1.5, 2.0, "good ] move"};
    }
    games.push_back(game);
  }
  GameRecord small = parse_game("start c2", 6).value();
  games.push_back(parse_game("start", 4).value());
  games.push_back(small);
  return games;
}

/// A valid file of these games and of the format's other content.
std::string sample_of(FileFormat format, std::span<const GameRecord> games) {
  const std::string board = to_text(parse_game("f5d6c3").value().replay().position());
  const FormatSpec& spec = format_spec(format);
  std::string text;
  for (const GameRecord& game : games) {
    if (!spec.written || spec.binary) break;
    if (spec.games) {
      text += entry_file(game, format).value().bytes;
      continue;
    }
    ObfLine line;
    line.position = game.replay().position();
    line.comment = "comment";
    text += entry_file(line, format).value().bytes;
    if (format == FileFormat::kBoard) text += diagram(line.position) + "\n";
  }
  if (format == FileFormat::kTranscript) {
    text +=
        to_text(Position{}) + " f5d6\n1. F5 d6 2. C3 d3\n3. c4\n" + board + " d3 c4\n# comment\n";
  }
  if (format == FileFormat::kObf) text += to_text(Position{}) + "; d3:+2; c4:-4; --:-127;\n";
  if (format == FileFormat::kPos) text = board.substr(0, 64) + "\nWhite\nJ\xC3\xB6rg, move 3\n";
  if (format == FileFormat::kQuest) {
    text = R"({"black":{"name":"Anna","rating":1800},"moves":[{"m":"f5","t":1200},{"m":"d6"},)"
           R"({"m":"c3"}],"note":"\"\u00e9\\"})"
           "\n[\"f5\",\"d6\",\"c3\"]\n{\"kifu\":\"f5d6c3\"}\n";
  }
  if (format == FileFormat::kWthor) {
    WthorFile file;
    for (const char* moves : {"f5d6c3d3c4", "e6f4e3f6g5d6e7f5c5"}) {
      WthorGame game;
      game.moves = parse_game(moves).value().moves;
      file.games.push_back(game);
    }
    text = write_wthor(file);
  }
  return text;
}

std::string sample_of(FileFormat format) { return sample_of(format, sample_games()); }

/// Valid files of two adjacent sample games: damage to one must not affect the other. Longer files
/// take more time per broken byte.
std::vector<std::string> short_samples_of(FileFormat format) {
  std::vector<GameRecord> games = sample_games();
  const std::size_t count = games.size();
  games.push_back(games[0]);
  std::vector<std::string> samples;
  for (std::size_t i = 0; i < count; ++i) {
    samples.push_back(sample_of(format, std::span(games).subspan(i, 2)));
  }
  return samples;
}

/// Bytes that are syntax in some format.
constexpr std::string_view kTelling = "()[]{};:/\\\"'%#.,-+*XO0bw1589aBfFPp \n\r\t\0\x80\xFF"sv;

/// `sample` truncated, with flipped bits, with inserted or deleted bytes, or with a repeated part.
std::string broken(const std::string& sample, SplitMix64& random) {
  std::string text = sample;
  const auto place = [&] {
    return static_cast<std::size_t>(random.below(static_cast<int>(text.size()) + 1));
  };
  const int changes = 1 + random.below(4);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = place();
    switch (random.below(5)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
        break;
      case 2:
        text.insert(
            at, 1,
            kTelling[static_cast<std::size_t>(random.below(static_cast<int>(kTelling.size())))]);
        break;
      case 3:
        text.erase(at, 1 + static_cast<std::size_t>(random.below(20)));
        break;
      default:
        text.insert(at, text.substr(place(), 40));
        break;
    }
  }
  return text;
}

/// The fault of an accepted entry; empty if none.
std::string fault_of_entry(const FileEntry& entry) {
  const Position start = game_of(entry).start;
  if ((start.board.own & start.board.opp) != 0) return "two discs on a square";
  if (!is_board_size(start.size)) return "no board";
  if (((start.board.own | start.board.opp) & ~squares_of(start.size)) != 0) return "discs outside";
  const auto* record = std::get_if<GameRecord>(&entry);
  if (!record) return {};
  if (!record->notes.empty() && record->notes.size() != record->moves.size()) return "notes";
  Game game(start);
  for (const Square s : record->moves) {
    if (!game.play(s)) return "an illegal move: " + to_text(s, start.size);
  }
  return {};
}

/// Reads everything and returns the first fault; empty if none.
std::string fault_of_file(const std::string& text, std::optional<FileFormat> format) {
  auto reader = GameFileReader::of_text(text, format);
  if (!reader) return test::fault_of(reader.error());
  std::size_t items = 0;
  while (const auto item = reader->next()) {
    if (++items > text.size() + 1) return "entries without end";
    const std::string fault =
        item->entry ? fault_of_entry(*item->entry) : test::fault_of(item->entry.error());
    if (!fault.empty()) return item->where + ": " + fault;
  }
  return {};
}

}  // namespace

TEST_CASE("the sample files of all formats are valid", "[malformed]") {
  for (const FormatSpec& spec : file_formats()) {
    CAPTURE(spec.name);
    auto reader = GameFileReader::of_text(sample_of(spec.format), spec.format);
    REQUIRE(reader);
    int good = 0;
    while (const auto item = reader->next()) {
      CAPTURE(item->where);
      CHECK(item->entry);
      ++good;
    }
    CHECK(good >= 1);
  }
}

TEST_CASE("broken files give errors or legal games", "[malformed]") {
  for (const FormatSpec& spec : file_formats()) {
    const std::vector<std::string> samples = short_samples_of(spec.format);
    SplitMix64 random(2026 + static_cast<unsigned>(spec.format));
    for (std::size_t i = 0; i < kBrokenFiles; ++i) {
      const std::string text = broken(samples[i % samples.size()], random);
      for (const auto format : {std::optional(spec.format), std::optional<FileFormat>()}) {
        const std::string fault = fault_of_file(text, format);
        if (fault.empty()) continue;
        CAPTURE(spec.name, i, text);
        FAIL(fault);
      }
    }
  }
}

TEST_CASE("a reader of one format does not crash on files of other formats", "[malformed]") {
  for (const FormatSpec& spec : file_formats()) {
    for (const FormatSpec& other : file_formats()) {
      CAPTURE(spec.name, other.name);
      CHECK(fault_of_file(sample_of(spec.format), other.format).empty());
    }
  }
}

TEST_CASE("long files of one repeated part are read in linear time", "[malformed]") {
  // Readers that rescan would take hours.
#ifdef SUMI_SANITIZED
  constexpr std::size_t kBytes = 15'000;
#else
  constexpr std::size_t kBytes = 100'000;
#endif
  const auto check_soon = [](const std::string& part, std::optional<FileFormat> format) {
    std::string text;
    while (text.size() < kBytes) text += part;
    CAPTURE(part);
    const std::clock_t begin = std::clock();  // CPU time, independent of load
    CHECK(fault_of_file(text, format).empty());
    CHECK(std::clock() - begin < 5 * CLOCKS_PER_SEC);
  };
  constexpr const char* kParts[] = {"(", "(;", "[",  "[[",      "{",   "{\"a\":",    "a1 ", "1.",
                                    "X", "-",  "\n", "1. f5\n", "f5 ", "--------\n", "|\n", "/ "};
  for (const char* const part : kParts) check_soon(part, std::nullopt);
  for (const FormatSpec& spec : file_formats()) {
    CAPTURE(spec.name);
    for (const char* const part : kParts) check_soon(part, spec.format);
    const std::string sample = sample_of(spec.format);
    for (const std::string& part : {sample.substr(0, 3), sample.substr(0, sample.size() / 2)}) {
      if (part.empty()) continue;
      check_soon(part, spec.format);
      check_soon(part, std::nullopt);
    }
  }
}
