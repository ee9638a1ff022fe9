// SPDX-License-Identifier: MIT
/// Any input gives valid output, with one bestmove for each go.
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "tests/support/junk.h"
#include "tests/unit/protocol/ugi/conversation.h"

#include <catch2/catch.hpp>

#include <array>
#include <string>

using namespace sumi;
using namespace sumi::protocol;
using namespace sumi::protocol::ugi_test;

namespace {

/// Commands and arguments in random order, without `quit` and slow ones.
std::string random_words(SplitMix64& random) {
  static constexpr std::array kWords{"ugi",
                                     "uci",
                                     "usi",
                                     "isready",
                                     "position",
                                     "startpos",
                                     "fen",
                                     "sfen",
                                     "moves",
                                     "f5",
                                     "d6",
                                     "0000",
                                     "pass",
                                     "z9",
                                     "go",
                                     "depth",
                                     "2",
                                     "-1",
                                     "nodes",
                                     "infinite",
                                     "ponder",
                                     "movetime",
                                     "1",
                                     "btime",
                                     "wtime",
                                     "byoyomi",
                                     "perft",
                                     "searchmoves",
                                     "setoption",
                                     "name",
                                     "value",
                                     "multipv",
                                     "level",
                                     "ponder",
                                     "true",
                                     "stop",
                                     "ponderhit",
                                     "query",
                                     "gameover",
                                     "p1turn",
                                     "result",
                                     "board",
                                     "d",
                                     "eval",
                                     "help",
                                     "ucinewgame",
                                     "debug",
                                     "x",
                                     "board size",
                                     "4",
                                     "8/8/8/3ox3/3xo3/8/8/8",
                                     "ox6/8/ox6/8/8/8/8/8",
                                     "4/1ox1/1xo1/4",
                                     "-----OX--XO-----B1",
                                     "\t",
                                     "\r",
                                     "\xC3\xA9",
                                     "99999999999999999999"};
  std::string line;
  for (int n = random.below(7); n >= 0; --n) {
    line += kWords[static_cast<std::size_t>(random.below(static_cast<int>(kWords.size())))];
    line += ' ';
  }
  return line;
}

bool is_said(const std::string& line) {
  static constexpr std::array kBeginnings{"info ",     "bestmove ",       "id ",   "option name ",
                                          "ugiok",     "uciok",           "usiok", "readyok",
                                          "response ", "Nodes searched: "};
  for (const char* beginning : kBeginnings) {
    if (line.starts_with(beginning)) return true;
  }
  return line.find(": ") != line.npos || line.find("to move") != line.npos || line.size() <= 19 ||
         line.starts_with("fen ");
}

}  // namespace

TEST_CASE("random lines never break UGI's protocol", "[ugi][fuzz]") {
  Conversation ugi;
  SplitMix64 random(20261122);
  for (int i = 0; i < 3000; ++i) {
    const std::string line = i % 4 == 0 ? test::junk(random, 60) : random_words(random);
    if (line.find('\n') != line.npos || to_lower(line).find("quit") != line.npos) continue;
    CAPTURE(i, line);
    const auto words = split_words(line);
    const auto has = [&](std::string_view word) {
      return std::ranges::any_of(words, [&](auto w) { return equal_ignoring_case(w, word); });
    };
    const bool go = !words.empty() && words[0] == "go";
    ugi.said();
    ugi.send(line);
    if (go && !has("perft") && (has("infinite") || has("ponder"))) ugi.send("stop");
    ugi.finish();
    const std::string text = ugi.said();
    if (go) {
      REQUIRE(count(text, "bestmove ") == (text.find("Nodes searched") == text.npos ? 1 : 0));
    } else {
      REQUIRE(count(text, "bestmove ") == 0);
    }
    for (const std::string& said : Conversation::lines_of(text)) {
      CAPTURE(said);
      REQUIRE(is_said(said));
      for (const char c : said) REQUIRE((c >= ' ' && c <= '~'));
    }
    if (i % 50 == 0) {  // even if settings have changed, a search is fast
      ugi.answer("setoption name level value -1");
      ugi.answer("setoption name multipv value 1");
    }
  }
}
