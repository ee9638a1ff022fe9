// SPDX-License-Identifier: MIT
/// Real errors, as they come from where they are found, in Japanese: a message whose English was
/// changed and not its translation fails here.
#include "engine/base/file.h"
#include "engine/game/game.h"
#include "engine/game/game_record.h"
#include "engine/game/notation.h"
#include "engine/options.h"
#include "protocol/console/saved_game.h"
#include "protocol/report/error_words.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

/// No word of English is left but what was quoted or is a name.
std::string japanese(const std::string& message) {
  const std::string text = tr_error(Language::kJapanese, message);
  CAPTURE(message, text);
  CHECK(text != message);
  CHECK_THAT(text, !Contains(" is ") && !Contains(" not ") && !Contains(" has "));
  CHECK(tr_error(Language::kEnglish, message) == message);
  return text;
}

}  // namespace

TEST_CASE("errors about moves and games are Japanese", "[language]") {
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

TEST_CASE("errors about files and options are Japanese", "[language]") {
  CHECK_THAT(japanese(read_file("/nonexistent").error().message),
             Contains("'/nonexistent'") && Contains("見つかりません"));
  CHECK_THAT(japanese(read_file("/").error().message), Contains("フォルダ"));
  EngineOptions options;
  CHECK_THAT(japanese(set_option(options, "threads", "0").error().message), Contains("1..256"));
  CHECK_THAT(japanese(set_option(options, "evaluator", "patern").error().message),
             Contains("pattern のことですか"));
  CHECK_THAT(japanese("--html: 'g.txt' is read, too; name another file"), Contains("'g.txt'は"));
  CHECK_THAT(japanese("--html: 'g.txt' is there and holds no page of Sumi; name another file, or "
                      "replace it by --force"),
             Contains("'g.txt'はpage of Sumi") && Contains("--force"));
  CHECK_THAT(japanese("games.txt:3: file 'a: b': No such file or directory"),
             Contains("games.txt:3: ") && Contains("'a: b'"));
  CHECK_THAT(japanese("no command named 'plya'; did you mean play? (see `sumi --help`)"),
             Contains("'plya'") && Contains("play のことですか") && Contains("`sumi --help`"));
}

TEST_CASE("what is not known stays as it is", "[language]") {
  for (const char* const text : {"", "no such sentence", ": ", "file : ", "{}", "illegal move: "}) {
    CAPTURE(text);
    CHECK(tr_error(Language::kJapanese, text) == text);
  }
}
