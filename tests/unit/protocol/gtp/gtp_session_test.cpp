// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/protocol/gtp/conversation.h"

#include <catch2/catch.hpp>

#include <sstream>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("GTP commands are answered with the id of their line, if any", "[gtp]") {
  Conversation gtp;
  CHECK(gtp.raw("protocol_version") == "= 2\n\n");
  CHECK(gtp.raw("42 protocol_version\r") == "=42 2\n\n");
  CHECK(gtp.raw("protocol_version") == "= 2\n\n");  // the id of the previous line is dropped
  CHECK(gtp.raw("7 clear_board") == "=7\n\n");
  CHECK(gtp("name") == "Sumi");
  CHECK_FALSE(gtp("version").empty());
  CHECK(gtp("known_command genmove") == "true");
  CHECK(gtp("known_command castle") == "false");
  CHECK(gtp.raw("# a comment").empty());
  CHECK(gtp.raw("   \r").empty());
}

TEST_CASE("GTP errors start with the standard's words and quote the text", "[gtp]") {
  Conversation gtp;
  CHECK(gtp.raw("castle") == "? unknown command: 'castle' (see list_commands)\n\n");
  CHECK(gtp("NAME") == "? unknown command");
  CHECK(gtp.raw("9 play b") == "?9 syntax error: usage play <color> <vertex>\n\n");
  CHECK(gtp("name x") == "? syntax error");
  CHECK(gtp("play b d3 c4") == "? syntax error");
  CHECK(gtp("play purple d3") == "? syntax error");
  CHECK(gtp("play b z9") == "? syntax error");
  CHECK(gtp.raw("5") == "?5 syntax error: an id without a command\n\n");
  CHECK(gtp("99999999999 name") == "? syntax error");
  CHECK(gtp.raw("play b d4") == "? illegal move: 'd4' for black (legal: d3 c4 f5 e6)\n\n");
}

TEST_CASE("every listed command is known and checks the number of its arguments", "[gtp]") {
  Conversation gtp;
  std::istringstream names(gtp("list_commands"));
  int count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    CAPTURE(name);
    CHECK(gtp("known_command " + name) == "true");
    std::string line = name;
    for (int i = 0; i < 63; ++i) line += " x";
    // Only this command accepts arbitrary text as its last argument.
    const char* const fault = name == "sumi-set" ? "? no option named 'x'" : "? syntax error: ";
    CHECK(gtp.raw(line).starts_with(fault));
  }
  CHECK(count > 30);
  CHECK(gtp("known_command fixed_handicap") == "false");
  CHECK(gtp("known_command lz-analyze") == "false");
}

TEST_CASE("an overlong line gives a single error", "[gtp]") {
  Conversation gtp;
  const std::string blanks(100, ' ');
  CHECK(gtp.raw_cut("12 play b " + blanks) ==
        "?12 syntax error: line is longer than 65536 bytes\n\n");
  CHECK(gtp.raw_cut(blanks).starts_with("? syntax error: line is longer"));
  CHECK(gtp.raw_cut("name # xxx") == "= Sumi\n\n");
  CHECK(gtp.raw_cut("# xxx").empty());
}

TEST_CASE("quit answers and ends", "[gtp]") {
  Conversation gtp;
  CHECK_FALSE(gtp.session().finished());
  CHECK(gtp.raw("3 quit") == "=3\n\n");
  CHECK(gtp.session().finished());
}

TEST_CASE("boardsize, komi and set_game check their arguments", "[gtp]") {
  Conversation gtp;
  gtp("play b d3");
  CHECK(gtp("boardsize 8").empty());
  CHECK(gtp.session().game().moves().empty());
  for (const char* size : {"0", "5", "7", "9", "19", "2147483647"}) {
    CHECK(gtp("boardsize " + std::string(size)) == "? unacceptable size");
  }
  CHECK(gtp("boardsize eight") == "? syntax error");
  CHECK(gtp("boardsize -8") == "? syntax error");
  for (const char* komi : {"6.5", "0", "-3", "1e2"}) {
    CHECK(gtp("komi " + std::string(komi)).empty());
  }
  for (const char* komi : {"nan", "inf", "six", "1e999"}) {
    CHECK(gtp("komi " + std::string(komi)) == "? syntax error");
  }
  CHECK(gtp("list_games") == "Othello");
  for (const char* game : {"Othello", "othello", "REVERSI", "reversi"}) {
    CHECK(gtp("set_game " + std::string(game)).empty());
  }
  CHECK(gtp("set_game Go") == "? unsupported game");
}

TEST_CASE("boardsize changes the board of the game and of the engine", "[gtp][size]") {
  Conversation gtp;
  const auto size = [&] { return gtp.engine().options().size; };
  for (const int n : {6, 4, 8, 4, 6}) {
    CAPTURE(n);
    gtp("play b d3");
    CHECK(gtp.raw("boardsize " + std::to_string(n)) == "=\n\n");
    CHECK(gtp.session().game().position() == start_position(n));
    CHECK(gtp.session().game().moves().empty());
    CHECK(gtp("gogui-rules_board_size") == std::to_string(n));
    CHECK(size() == n);
  }
  CHECK(gtp.raw("boardsize 10") == "? unacceptable size: 10 (only 4, 6 and 8)\n\n");
  CHECK(gtp("play b c2").empty());
  CHECK(gtp("clear_board").empty());  // keeps the size
  CHECK(gtp.session().game().position() == start_position(6));

  CHECK(gtp.raw("sumi-set size 4") == "=\n\n");
  CHECK(gtp.session().game().position() == start_position(4));
  CHECK(size() == 4);
  CHECK(gtp("play b b1").empty());
  CHECK(gtp("sumi-set hash-mib 2").empty());  // other options keep the game
  CHECK(gtp.session().game().moves().size() == 1);
  CHECK(gtp("sumi-set size 5").starts_with("?"));
  CHECK(gtp("sumi-set size 10").starts_with("?"));
  CHECK(gtp.session().game().moves().size() == 1);
  CHECK(gtp("sumi-set size 4").empty());  // a new game, like boardsize
  CHECK(gtp.session().game().moves().empty());
  CHECK(size() == 4);
}

TEST_CASE("a session starts on the engine's board size", "[gtp][size]") {
  EngineOptions options = fast_options();
  options.size = 6;
  Conversation gtp(options);
  CHECK(gtp("gogui-rules_board_size") == "6");
  CHECK(gtp("gogui-rules_legal_moves") == "C2 B3 E4 D5");
}

TEST_CASE("setup commands set the board size and the square names", "[gtp][size]") {
  Conversation gtp;
  CHECK(gtp("setup_board -X---XX--XO----- O").empty());
  CHECK(gtp.engine().options().size == 4);
  CHECK(gtp("gogui-rules_legal_moves") == "A1 C1 A3");
  CHECK(gtp.raw("gogui-rules_board") == "= . . . .\n. X O .\n. X X .\n. X . .\n\n");
  CHECK(gtp("setup_board start").empty());  // at the current size
  CHECK(gtp.session().game().position() == start_position(4));
  CHECK(gtp("setup_board " + std::string(17, '-')) == "? syntax error");
  CHECK(gtp.engine().options().size == 4);
  CHECK(gtp("setup_board " + kBlackIsStuck + " X").empty());
  CHECK(gtp.engine().options().size == 8);

  gtp("boardsize 4");
  CHECK(gtp("gogui-setup b a1 w b1 b d4").empty());
  CHECK(to_text(gtp.session().game().position()) == "XO-------------X X");
  CHECK(gtp("gogui-setup_player w").empty());
  CHECK(gtp.session().game().position().size == 4);
  CHECK(gtp.raw("gogui-setup b d4 w D4") == "? syntax error: d4 is named twice\n\n");
  CHECK(gtp("gogui-setup b e5") == "? syntax error");
}

TEST_CASE("loadsgf uses the board size of the file", "[gtp][size]") {
  const test::TemporaryFolder folder;
  const auto load = [&](Conversation& gtp, const std::string& text, const char* number = "") {
    return gtp("loadsgf " + folder.write("game.sgf", text) + number);
  };
  Conversation gtp;
  CHECK(load(gtp, "(;GM[2]SZ[6];B[cb];W[bb])").empty());
  CHECK(gtp.engine().options().size == 6);
  CHECK(gtp.session().game().moves().size() == 2);
  CHECK(load(gtp, "(;GM[2]SZ[4];B[ba];W[aa])", " 2").empty());
  CHECK(to_text(gtp.session().game().position()) == "-X---XX--XO----- O");
  CHECK(load(gtp, "(;GM[2]SZ[10])") == "? cannot load file");
  CHECK(gtp.engine().options().size == 4);
  CHECK(load(gtp, "(;GM[2];B[f5])").empty());
  CHECK(gtp.engine().options().size == 8);
}

TEST_CASE("loadsgf reads games of gogui-twogtp, with rows from the bottom", "[gtp][gogui]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write(
      "games-0.sgf",
      "(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.6.0]SZ[6]\nKM[6.5]PB[Sumi:0.1.0]PW[Sumi:0.1.0]"
      "DT[2026-11-23]RE[0]\n;B[ce];W[bc])\n");
  Conversation gtp, played;
  CHECK(gtp("loadsgf " + file).empty());
  for (const char* line : {"boardsize 6", "play b c2", "play w b4"}) CHECK(played(line).empty());
  CHECK(gtp.session().game().position() == played.session().game().position());
}

TEST_CASE("options are listed, set and checked", "[gtp]") {
  Conversation gtp;
  CHECK(gtp("sumi-options").find("hash-mib 1 ") != std::string::npos);
  CHECK(gtp.raw("sumi-set hash-mib 2") == "=\n\n");
  CHECK(gtp.engine().options().hash_mib == 2);
  CHECK(gtp.raw("sumi-set hash-mib 0").starts_with("? hash-mib: '0'"));
  CHECK(gtp.raw("sumi-set colour blue").starts_with("? "));
  CHECK(gtp("sumi-set hash-mib") == "? syntax error");
  CHECK(gtp.engine().options().hash_mib == 2);
}

TEST_CASE("GTP: the name option sets the engine's name", "[gtp]") {
  Conversation gtp;
  CHECK(gtp("name") == "Sumi");
  const std::string version = gtp("version");
  CHECK(gtp("sumi-set name Sumi L10").empty());
  CHECK(gtp("name") == "Sumi L10");
  CHECK(gtp("sumi-param_play name \"Sumi L 11\"").empty());
  CHECK(gtp("name") == "Sumi L 11");
  CHECK(gtp("version") == version);
}

TEST_CASE("GoGui's dialogs show every option except the board size", "[gtp][gogui]") {
  Conversation gtp;
  std::string all;
  for (const char* const dialog : {"sumi-param_search", "sumi-param_play", "sumi-param_book"}) {
    CHECK(gtp("gogui-analyze_commands").find(std::string("/") + dialog + "\n") !=
          std::string::npos);
    all += gtp(dialog) + "\n";
  }
  for (const OptionSpec& spec : engine_options()) {
    CAPTURE(spec.name);
    const auto at = all.find("] " + std::string(spec.name) + " ");
    CHECK((at == std::string::npos) == (spec.name == "size"));
  }
  CHECK(all.find("[bool] ponder 0\n") != std::string::npos);
  CHECK(all.find("[list/neutral/seek/avoid] book-draws neutral\n") != std::string::npos);
  CHECK(all.find("[string] hash-mib 1\n") != std::string::npos);

  CHECK(gtp("sumi-param_play ponder 1").empty());
  CHECK(gtp.engine().options().ponder);
  CHECK(gtp("sumi-param_play").find("[bool] ponder 1\n") != std::string::npos);
  CHECK(gtp("sumi-param_play ponder 0").empty());
  CHECK_FALSE(gtp.engine().options().ponder);
  CHECK(gtp("sumi-param_search hash-mib 2").empty());
  CHECK(gtp.engine().options().hash_mib == 2);
  CHECK(gtp("sumi-param_search weights \"\"").empty());
  CHECK(gtp.engine().options().weights.empty());
  CHECK(gtp("sumi-param_search ponder 1").starts_with("? "));
  CHECK(gtp("sumi-param_search size 6").starts_with("? "));
  CHECK(gtp("sumi-param_play ponder 2").starts_with("? "));
}

TEST_CASE("setup_board accepts pasted text", "[gtp]") {
  Conversation gtp;
  CHECK(gtp("setup_board " + kBlackIsStuck + " O").empty());
  CHECK(gtp("gogui-rules_side_to_move") == "white");
  CHECK(gtp("gogui-rules_legal_moves") == "C1 C3");
  CHECK(gtp("setup_board " + kBlackIsStuck).empty());
  CHECK(gtp("gogui-rules_side_to_move") == "black");
  CHECK(gtp("setup_board ___________________________O@______@O___________________________ *")
            .empty());
  CHECK(gtp.session().game().position() == Position{});
  CHECK(gtp("setup_board XO") == "? syntax error");
  CHECK(gtp.session().game().position() == Position{});
}

TEST_CASE("gogui-setup sets a whole position, but only before moves", "[gtp][gogui]") {
  Conversation gtp;
  CHECK(gtp("gogui-setup w A1 b B1 w A3 b B3").empty());
  CHECK(gtp("gogui-rules_side_to_move") == "black");
  CHECK(gtp("gogui-setup_player W").empty());
  CHECK(to_text(gtp.session().game().position()) == kBlackIsStuck + " O");
  CHECK(gtp("gogui-setup_player w").empty());
  CHECK(gtp("gogui-rules_side_to_move") == "white");
  CHECK(gtp("gogui-setup w a1 b a1") == "? syntax error");
  CHECK(gtp("gogui-setup w a1 b") == "? syntax error");
  CHECK(gtp("gogui-setup w pass") == "? syntax error");
  CHECK(gtp("play w c1").empty());
  CHECK(gtp("gogui-setup w a1") == "? board not empty");
  CHECK(gtp("gogui-setup_player b") == "? board not empty");
  CHECK(gtp("clear_board").empty());
  CHECK(gtp.session().game().position() == Position{});
}

TEST_CASE("cputime never decreases", "[gtp]") {
  Conversation gtp;
  const double before = std::stod(gtp("cputime"));
  CHECK(before >= 0);
  CHECK(std::stod(gtp("cputime")) >= before);
}

TEST_CASE(
    "GTP: evaluator and weights may be set in either order, and no move is made until they fit",
    "[gtp]") {
  EngineOptions options = fast_options();
  options.evaluator = "table";
  Conversation gtp(options);
  CHECK(gtp("sumi-plays").starts_with("evaluator table, isa "));
  CHECK(gtp("sumi-set evaluator mlp").starts_with("not usable yet: evaluator: 'mlp' needs"));
  for (const char* line : {"genmove b", "reg_genmove b", "sumi-hint", "sumi-best_line",
                           "sumi-analyze", "sumi-plays"}) {
    CAPTURE(line);
    CHECK(gtp(line) == "? evaluator");
  }
  CHECK(gtp("boardsize 6").empty());  // later options may support this board
  CHECK(gtp("showboard").find("black to move") != std::string::npos);
  CHECK(gtp("boardsize 8").empty());
  CHECK(gtp("sumi-set weights /no/such/file") == "? file '/no/such/file'");
  CHECK(gtp("genmove b") == "? evaluator");
  CHECK(gtp("sumi-set evaluator table").empty());
  CHECK(gtp("sumi-set weights 1:3:2").starts_with("not usable yet: "));
  CHECK(gtp("genmove b").starts_with("? "));
  CHECK(gtp("sumi-set evaluator bpfscn").empty());
  CHECK(gtp("sumi-plays").starts_with("evaluator bpfscn, weights '1:3:2', isa "));
  CHECK(gtp("genmove b").size() == 2);

  CHECK(gtp("sumi-set weights 1:3:2").empty());
  CHECK(gtp("boardsize 6") == "? evaluator");
  CHECK(gtp("sumi-set size 6").starts_with("not usable yet: evaluator: 'bpfscn' knows"));
  CHECK(gtp("genmove b") == "? evaluator");
  CHECK(gtp("sumi-set evaluator mobility").empty());
  CHECK(gtp("genmove b").size() == 2);
}
