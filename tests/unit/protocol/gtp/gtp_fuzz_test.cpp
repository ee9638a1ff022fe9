// SPDX-License-Identifier: MIT
/// Any input gives one response per command line and none for other lines.
#include "engine/base/random.h"
#include "tests/unit/protocol/gtp/conversation.h"

#include <catch2/catch.hpp>

#include <array>

using namespace sumi;
using namespace sumi::protocol;

namespace {

/// A plain version of the rule that blank lines and comments get no answer.
bool wants_answer(std::string_view line) {
  for (const char c : line) {
    if (c == '#') return false;
    if (c != '\t' && c != ' ' && !(c >= 0 && c < 32) && c != 127) return true;
  }
  return false;
}

void check_response(const std::string& text, bool wanted) {
  if (!wanted) {
    REQUIRE(text.empty());
    return;
  }
  REQUIRE(text.size() >= 3);
  REQUIRE((text[0] == '=' || text[0] == '?'));
  REQUIRE(text.find("\n\n") == text.size() - 2);  // only the last line is empty
  for (const char c : text) REQUIRE((c == '\n' || (c >= ' ' && c <= '~')));
}

std::string random_bytes(SplitMix64& random) {
  std::string line;
  for (int n = random.below(60); n > 0; --n) {
    const char c = static_cast<char>(random.next());
    if (c != '\n') line += c;
  }
  return line;
}

/// Commands and arguments in random order.
std::string random_words(SplitMix64& random) {
  static constexpr std::array kWords{
      "play",
      "b",
      "w",
      "black",
      "WHITE",
      "d3",
      "C4",
      "f5",
      "e6",
      "pass",
      "PASS",
      "i9",
      "a0",
      "undo",
      "gg-undo",
      "clear_board",
      "boardsize",
      "4",
      "6",
      "size",
      "-----OX--XO-----",
      "8",
      "0",
      "-1",
      "2147483647",
      "2147483648",
      "komi",
      "6.5",
      "nan",
      "time_settings",
      "time_left",
      "kgs-time_settings",
      "byoyomi",
      "known_command",
      "final_score",
      "showboard",
      "list_commands",
      "gogui-rules_board",
      "gogui-rules_legal_moves",
      "gogui-play_sequence",
      "gogui-setup",
      "gogui-setup_player",
      "setup_board",
      "XO",
      "set_game",
      "Othello",
      "loadsgf",
      "/",
      "/dev/null",
      "#",
      "\t",
      "\r",
      "12",
      "0007",
      "\xC3\xA9",
      "\xFF",
      "sumi-options",
      "sumi-set",
      "sumi-time_left",
      "sumi-last_search",
      "clear_cache",
      "evaluator",
      "genmove",
      "gogui-analyze_commands",
      "cputime",
      "version",
      "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-"};
  std::string line;
  for (int n = random.below(6); n >= 0; --n) {
    line += kWords[static_cast<std::size_t>(random.below(static_cast<int>(kWords.size())))];
    line += ' ';
  }
  return line;
}

}  // namespace

TEST_CASE("random bytes never break GTP", "[gtp][fuzz]") {
  EngineOptions options = fast_options();
  options.move_time_ms = 1;
  Conversation gtp(options);
  SplitMix64 random(20261121);
  for (int i = 0; i < 6000; ++i) {
    const std::string line = i % 2 == 0 ? random_bytes(random) : random_words(random);
    CAPTURE(i, line);
    check_response(gtp.raw(line), wants_answer(line));
  }
}
