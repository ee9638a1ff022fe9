// SPDX-License-Identifier: MIT
/// Real errors in Japanese. Fails if an English message changes without its translation.
#include "engine/base/file.h"
#include "engine/formats/codecs.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/options.h"
#include "protocol/cli/solve/solve_store.h"
#include "protocol/console/saved_game.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/service/entry_source.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/args.h>
#include <fmt/format.h>

#include <regex>
#include <string>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

/// Adjacent English words outside quotes; single words are names.
std::string english_in(const std::string& text) {
  static const std::regex quoted("'[^']*'|`[^`]*`");
  static const std::regex words("(^|[^A-Za-z-])[a-z]{2,}( [a-z]{2,})+");
  const std::string rest = std::regex_replace(text, quoted, "");
  std::smatch found;
  return std::regex_search(rest, found, words) ? found.str() : "";
}

std::string japanese(const std::string& message) {
  const std::string text = tr_error(Language::kJapanese, message);
  CAPTURE(message, text);
  CHECK(text != message);
  CHECK(english_in(text) == "");
  CHECK(tr_error(Language::kEnglish, message) == message);
  return text;
}

}  // namespace

TEST_CASE("errors about moves and games are translated", "[language]") {
  CHECK_THAT(japanese(parse_square("z9", 8).error().message),
             Contains("'z9'") && Contains("a1..h8"));
  Game game;
  const std::string illegal = japanese(game.play(parse_square("a1").value()).error().message);
  CHECK_THAT(illegal, Contains("'a1'") && Contains("黒") && Contains("d3 c4 f5 e6"));
  CHECK_THAT(japanese(parse_game("f5a1").error().message), Contains("'a1'") && Contains("2手目"));
  CHECK_THAT(japanese(parse_game("f5 hello").error().message), Contains("'hello'"));
  CHECK_THAT(japanese(parse_position("XXX").error().message), Contains("'XXX'") && Contains("3"));
  CHECK_THAT(japanese(parse_humans("red").error().message), Contains("'red'"));
  CHECK_THAT(japanese(parse_level("99").error().message), Contains("0..60"));
}

TEST_CASE("errors about files and options are translated", "[language]") {
  CHECK_THAT(japanese(read_file("/nonexistent").error().message),
             Contains("'/nonexistent'") && Contains("見つかりません"));
  CHECK_THAT(japanese(read_file("/").error().message), Contains("フォルダ"));
  EngineOptions options;
  CHECK_THAT(japanese(set_option(options, "threads", "0").error().message), Contains("1..256"));
  CHECK_THAT(japanese(set_option(options, "evaluator", "patern").error().message),
             Contains("pattern のことですか"));
  CHECK_THAT(japanese("--html: 'g.txt' is also an input; name another file"),
             Contains("'g.txt'は"));
  CHECK_THAT(japanese("--html: 'g.txt' exists and holds no page of Sumi; name another file, or add "
                      "--force to replace it"),
             Contains("'g.txt'はSumiのページ") && Contains("--force"));
  CHECK_THAT(japanese("games.txt:3: file 'a: b': No such file or directory"),
             Contains("games.txt:3: ") && Contains("'a: b'"));
  CHECK_THAT(japanese("no command named 'plya'; did you mean play? (see `sumi --help`)"),
             Contains("'plya'") && Contains("play のことですか") && Contains("`sumi --help`"));
}

TEST_CASE("errors that combine several messages are translated", "[language]") {
  CHECK_THAT(japanese(EntrySource::open({"nofile"}, {}).error().message),
             Contains("'nofile'はファイルでも局面でもありません（X O - の64マス"));
  CHECK_THAT(japanese(EntrySource::open({"f5a1"}, {}).error().message), Contains("打てません"));
  CHECK_THAT(japanese(parse_game("https://example.org/game").error().message),
             Contains("'https://example.org/game'に着手"));
  const test::TemporaryFolder folder;
  const std::string letter = folder.write("letter", "Dear Anna,\n");
  CHECK_THAT(japanese(SolveStore::open(letter).error().message),
             Contains("`sumi solve --resume` のファイルではないか"));
  try {
    Output closed(-1);
    closed.write("f5");
    closed.flush();
    FAIL("a closed descriptor was written to");
  } catch (const FatalError& error) {
    CHECK(japanese(error.what()) == "標準出力は閉じています");
  }
  for (const FileKind& kind :
       {page_kind(), picture_kind(), json_kind(), game_kind(FileFormat::kTranscript, "g"),
        game_kind(FileFormat::kObf, "g")}) {
    japanese("FILE: 'g' exists and holds no " + kind.name +
             "; name another file, or add --force to replace it (see `sumi convert --help`)");
  }
  CHECK(japanese("--at 9: the game has 2 moves") == "--at 9: この棋譜は2手です");
  CHECK_THAT(japanese("no --port: 1..65535, or 0 for any free one"),
             Contains("--port がありません"));
  for (const char* const message :
       {"--out: file 'x/y': No such file or directory",
        "cannot write to file '/dev/full': No space left on device",
        "file 'k.book': cannot be written: the disk is full; what was in it is still there",
        "--resume: file 'g': is not a file of `sumi analyze`",
        "--resume: file 'g': is in use by another sumi",
        "--resume: file 'g': was made with \"depth 3\", this is \"depth 4\": name another file",
        "--scores: 'z9' is not SQUARE=TEXT, such as d3=1, square in a1..h8, text of 1..4 bytes",
        "--depth: '' is not in 0..60 (see `sumi hint --help`)",
        "games.txt:3: position: 'x' after the squares is not a side (X or O) or a % comment",
        "--from: game: 'x' is not a move (d3 or pass) at move 1",
        "games.ggf:1: ggf: 'x' is not a move (F5, F5/eval/seconds or PA) at move 3",
        "games.ggf:1: ggf: the text ends inside the game, ';)' is missing",
        "player: 'rando' is not one of random, greedy; did you mean random?",
        "player qtable: '' is not the file of a table: qtable:FILE"}) {
    japanese(message);
  }
}

TEST_CASE("each message matches its own sentence, and its translation has no English word",
          "[language]") {
  fmt::dynamic_format_arg_store<fmt::format_context> fields;
  for (const char field : {'a', 'b', 'c', 'd', 'e', 'f'}) {
    fields.push_back(fmt::format("'{}'", field));
  }
  for (const ErrorSentence& sentence : error_sentences()) {
    const std::string message = fmt::vformat(sentence.english, fields);
    const std::string text = fmt::vformat(sentence.japanese, fields);
    CHECK(tr_error(Language::kJapanese, message) == text);
    CHECK(english_in(text) == "");
  }
}

TEST_CASE("unknown text is not changed", "[language]") {
  for (const char* const text : {"", "no such sentence", ": ", "file : ", "{}", "illegal move: "}) {
    CAPTURE(text);
    CHECK(tr_error(Language::kJapanese, text) == text);
  }
}
