// SPDX-License-Identifier: MIT
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("counts have three significant digits", "[report]") {
  CHECK(short_count(0) == "0");
  CHECK(short_count(999) == "999");
  CHECK(short_count(999.6) == "1.00k");
  CHECK(short_count(1000) == "1.00k");
  CHECK(short_count(12'345) == "12.3k");
  CHECK(short_count(999'400) == "999k");
  CHECK(short_count(999'600) == "1.00M");
  CHECK(short_count(4'560'000) == "4.56M");
  CHECK(short_count(789e9) == "789G");
  CHECK(short_count(2e12) == "2.00T");
  CHECK(short_rate(1'000'000, 0.5) == "2.00M");
  CHECK(short_rate(1'000'000, 0) == kUnknown);
  CHECK(short_rate(0, 1) == kUnknown);
}

TEST_CASE("times are shown in seconds or as on a clock", "[report]") {
  CHECK(short_seconds(0.0004) == "0.000");
  CHECK(short_seconds(12.3456) == "12.346");
  CHECK(short_seconds(1234.56) == "1234.6");
  CHECK(clock_time(5) == "0:05");
  CHECK(clock_time(65.4) == "1:05");
  CHECK(clock_time(7384) == "2:03:04");
}

TEST_CASE("scores have signs, and moves have names", "[report]") {
  CHECK(signed_score({12}) == "+12");
  CHECK(signed_score({-4}) == "-4");
  CHECK(signed_score({0}) == "0");
  Line line;
  CHECK(moves_text(line).empty());
  line.push_back(Square::kA1);
  line.push_back(Square::kPass);
  line.push_back(Square::kH8);
  CHECK(moves_text(line) == "a1 pass h8");
  CHECK(json_moves(line).dump() == R"(["a1","pass","h8"])");
}

TEST_CASE("tables align their columns", "[report]") {
  const Table table({{"n", 3}, {"name", 6, Table::Align::kLeft}, {"x", 4}});
  CHECK(table.header() == "  n  name       x\n");
  const std::string row[] = {"12", "ab", "1.5"};
  CHECK(table.row(row) == " 12  ab       1.5\n");
  const std::string wide[] = {"12345", "ab", ""};
  CHECK(table.row(wide) == "12345  ab\n");
}

TEST_CASE("text is measured in columns of the terminal", "[report]") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("黒番") == 4);
  CHECK(display_width("為則 Tamenori") == 13);
  CHECK(display_width("Éva") == 3);
  CHECK(display_width("E\xCC\x81va") == 3);   // a combining accent
  CHECK(display_width("ｶﾅ") == 2);            // halfwidth
  CHECK(display_width("\xFF\xE9\x80") == 3);  // invalid UTF-8
  CHECK(fitting("黒番", 3) == "黒");
  CHECK(fitting("abc", 2) == "ab");
  CHECK(fitting("abc", 9) == "abc");
}

TEST_CASE("tables align wide characters and fit their titles", "[report]") {
  const Table table({{"手番", 5, Table::Align::kLeft}, {"損失", 6}, {"x", 2}});
  CHECK(table.header() == "手番     損失   x\n");
  const std::string row[] = {"黒", "4", "1"};
  CHECK(table.row(row) == "黒          4   1\n");
  const Table narrow({{"完全読み", 5, Table::Align::kLeft}, {"x", 1}});
  CHECK(narrow.header() == "完全読み  x\n");
  const std::string narrow_row[] = {"はい", "1"};
  CHECK(narrow.row(narrow_row) == "はい      1\n");
}

TEST_CASE("each JSON value is one line, with its keys in order, in valid UTF-8", "[report]") {
  CHECK(json_line({{"b", 1}, {"a", "x\ny"}, {"c", nullptr}}) ==
        "{\"b\":1,\"a\":\"x\\ny\",\"c\":null}\n");
  CHECK(json_line({{"a", "\xFF"}}) == "{\"a\":\"\xEF\xBF\xBD\"}\n");
  CHECK(json_line({{"a", "\xC2\x9B\x7F\xC2\xA0\x1B"}}) ==
        "{\"a\":\"\\u009b\\u007f\xC2\xA0\\u001b\"}\n");
  CHECK(json_seconds(0.12345678) == 0.123457);
}

TEST_CASE("progress shows the completed part and the time left", "[report]") {
  CHECK(progress_text(0.5, 12, "positions", 7) ==
        "[###############               ] 50%  12 positions  0:07 left");
  CHECK(progress_text(0.0, 0, "positions", 1) ==
        "[                              ] 0%  0 positions  ? left");
  CHECK(progress_text(1.5, 3, "positions", 1) ==
        "[##############################] 100%  3 positions  0:00 left");
  CHECK(progress_text(std::nullopt, 12, "positions", 65) == "12 positions  1:05");
  // Nine tenths took one second, the next twentieth ten seconds.
  CHECK_THAT(progress_text(0.95, 95, "positions", 11, {0.9, 1}), Catch::Contains("  0:10 left"));
  CHECK_THAT(progress_text(0.9, 90, "positions", 2, {0.9, 1}), Catch::Contains("  ? left"));
}

TEST_CASE("CSV cells are quoted if necessary", "[report]") {
  const std::string cells[] = {"f5", "", "Rose, Brian", "the \"Tiger\"", "a\nb", " blank ", "岩下"};
  CHECK(csv_line(cells) ==
        "f5,,\"Rose, Brian\",\"the \"\"Tiger\"\"\",\"a\nb\",\" blank \",岩下\r\n");
  CHECK(csv_line({}) == "\r\n");
}
