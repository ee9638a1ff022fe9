// SPDX-License-Identifier: MIT
#include "protocol/report/svg_heat_map.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;

namespace {

HeatMap two_by_two() {
  HeatMap map;
  map.labels = {"Wins <of> 10", "FS", "BP"};
  map.columns = {"0", "1"};
  map.rows = {"0", "1"};
  map.panels = {{"CN 0", {{1, 2}, {3, 10}}},
                {"CN 1", {{std::numeric_limits<double>::quiet_NaN(), 5}, {6}}}};
  return map;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("heat map: a square for each number, the lowest pale, the highest dark", "[svg]") {
  const std::string svg = to_svg(two_by_two());
  CHECK_THAT(svg, Contains("Wins &lt;of&gt; 10") && Contains("across: FS; down: BP"));
  CHECK_THAT(svg, Contains(">CN 0<") && Contains(">CN 1<"));
  // Four and two numbers; 40 squares are the scale.
  CHECK(count(svg, "<rect ") == 4 + 2 + 40);
  CHECK(count(svg, "on-pale\">") + count(svg, "on-dark\">") == 6);
  CHECK_THAT(svg, Contains("fill=\"#ffffcc\"") && Contains("fill=\"#253494\""));
  CHECK_THAT(svg, Contains("class=\"on-dark\">10<") && Contains("class=\"on-pale\">1<"));
}

TEST_CASE("heat map: empty, constant and without numbers", "[svg]") {
  CHECK_THAT(to_svg(HeatMap{}), Contains("<svg ") && Contains("</svg>"));
  HeatMap map = two_by_two();
  map.panels = {{"same", {{4, 4}, {4, 4}}}};
  map.numbers = false;
  const std::string svg = to_svg(map);
  CHECK(count(svg, "fill=\"#ffffcc\"") == 4);
  CHECK(count(svg, "\"on-pale\">") == 0);
}

TEST_CASE("heat map: about zero, which is pale, and never -0", "[svg]") {
  HeatMap map = two_by_two();
  map.zero = true;
  map.decimals = 1;
  map.panels = {{"", {{-4, -0.01}, {0, 2}}}};
  const std::string svg = to_svg(map);
  CHECK_THAT(svg, Contains("fill=\"#f7f7f7\""));
  CHECK(count(svg, ">0.0<") == 2);
  CHECK(count(svg, "-0.0") == 0);
  CHECK_THAT(svg, Contains("fill=\"#e66101\""));                         // -4: the far end
  CHECK_THAT(svg, Contains(">-4.0</text>") && Contains(">4.0</text>"));  // both ends of the scale
}
