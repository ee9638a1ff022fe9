// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "protocol/report/svg_chart.h"
#include "tests/support/markup.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using test::count_of;
using test::markup_fault;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::vector<double> rounded(std::vector<double> values) {
  for (double& value : values) value = std::round(value * 1e6) / 1e6 + 0.0;
  return values;
}

}  // namespace

TEST_CASE("a line chart may have a logarithmic x axis and named levels", "[svg]") {
  LineChart chart;
  chart.log_x = true;
  chart.lines = {{"", {{10, 1, 1, 1}, {100, 2, 2, 2}, {1000, 3, 3, 3}}}};
  chart.levels = {{"a <rung>", 2.5}};
  const std::string svg = to_svg(chart);
  CHECK(markup_fault(svg) == "");
  CHECK(count_of(svg, "a &lt;rung&gt;") == 1);
  for (const char* tick : {">10<", ">100<", ">1000<"}) CHECK(count_of(svg, tick) == 1);
  // Equal ratios have equal distances.
  const std::string path = svg.substr(svg.rfind("d=\"M", svg.find("class=\"line l0\"")));
  double x[3] = {}, y[3] = {};
  REQUIRE(std::sscanf(path.c_str(), "d=\"M%lf %lfL%lf %lfL%lf %lf", &x[0], &y[0], &x[1], &y[1],
                      &x[2], &y[2]) == 6);
  CHECK(x[1] - x[0] == Approx(x[2] - x[1]).margin(0.2));

  const std::string both = stacked({svg, svg});
  CHECK(markup_fault(both) == "");
  CHECK(count_of(both, "a &lt;rung&gt;") == 2);
  CHECK(count_of(both, "viewBox=\"0 0 720 660\"") == 1);
  CHECK(count_of(both, "y=\"330\" width=") == 1);
}

TEST_CASE("axis ticks are few and round numbers", "[svg]") {
  using Ticks = std::vector<double>;
  CHECK(rounded(round_ticks(0, 10, 6)) == Ticks{0, 2, 4, 6, 8, 10});
  CHECK(rounded(round_ticks(0, 10, 5)) == Ticks{0, 5, 10});
  CHECK(rounded(round_ticks(-64, 64, 11)) == Ticks{-60, -40, -20, 0, 20, 40, 60});
  CHECK(rounded(round_ticks(0.001, 0.0042, 5)) == Ticks{0.001, 0.002, 0.003, 0.004});
  CHECK(rounded(round_ticks(-1, 1, 3)) == Ticks{-1, 0, 1});
  CHECK(rounded(round_ticks(1, 1000, 7)) == Ticks{200, 400, 600, 800, 1000});
  SplitMix64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const double scale = std::pow(10, random.below(13) - 6);
    const double from = (random.below(2000) - 1000) * scale;
    const double to = from + (1 + random.below(2000)) * scale;
    const int most = 2 + random.below(10);
    const Ticks ticks = round_ticks(from, to, most);
    CAPTURE(from, to, most);
    REQUIRE(static_cast<int>(ticks.size()) <= most);
    REQUIRE((most < 6 || ticks.size() >= 2));
    for (const double tick : ticks) {
      REQUIRE(tick >= from - 1e-6 * scale);
      REQUIRE(tick <= to + 1e-6 * scale);
    }
  }
}

TEST_CASE("text in pictures is escaped", "[svg]") {
  CHECK(escaped("a<b>&\"'\n\x01\x7F é") == "a&lt;b&gt;&amp;&quot;&#39;    é");
  const std::string bad = "</title></svg><script>\"&";
  LineChart lines{
      {bad, bad, bad}, {{bad, {{0, 0}, {1, 1}}}, {bad, {{0, 1}, {1, 0}}}}, true, {}, {}};
  Histogram histogram{{bad, bad, bad}, {{0, 1, 3, 0}}, {{bad, 0}}};
  BarChart bars{{bad, bad, bad}, {{bad, 1, 1}}, false};
  for (const std::string& svg : {to_svg(lines), to_svg(histogram), to_svg(bars)}) {
    CHECK(markup_fault(svg) == "");
    CHECK_THAT(svg, !Catch::Contains("<script"));
  }
}

TEST_CASE("a line chart has axes, lines and a legend", "[svg]") {
  LineChart chart;
  chart.labels = {"Title", "games", "Elo"};
  chart.lines = {{"one", {{0, 0, -10, 10}, {50, 5, -5, 15}, {100, 10, 0, 20}}}};
  const std::string plain = to_svg(chart);
  CHECK(markup_fault(plain) == "");
  CHECK_THAT(plain, Catch::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK_THAT(plain, Catch::Contains(">Title</text>") && Catch::Contains(">games</text>") &&
                        Catch::Contains(">Elo</text>") && Catch::Contains(">100</text>"));
  // From the lower left to the upper right corner through the centre.
  CHECK_THAT(plain, Catch::Contains("d=\"M52.0 286.0L377.0 170.0L702.0 54.0\" class=\"line l0\""));
  CHECK_THAT(plain, !Catch::Contains("class=\"band") && !Catch::Contains(">one</text>") &&
                        !Catch::Contains("class=\"mark\""));
  CHECK_THAT(plain, Catch::Contains("prefers-color-scheme:dark"));

  chart.band = true;
  chart.mark = 0;
  const std::string band = to_svg(chart);
  CHECK(count_of(band, "class=\"band f0\"") == 1);
  CHECK(count_of(band, "class=\"mark\"") == 1);
  CHECK_THAT(band, Catch::Contains(">-10</text>") && Catch::Contains(">20</text>"));

  chart.lines.push_back({"two", {{0, 10, 10, 10}, {100, 0, 0, 0}}});
  const std::string two = to_svg(chart);
  CHECK_THAT(two, Catch::Contains(">one</text>") && Catch::Contains(">two</text>"));
  CHECK(count_of(two, "class=\"line l1\"") == 2);  // the line and its legend

  chart.range = std::pair(0.0, 5.0);  // clipped to the border
  CHECK_THAT(to_svg(chart), !Catch::Contains(">-10</text>"));
}

TEST_CASE("charts accept infinite values, NaN and no values", "[svg]") {
  const std::vector<ChartPoint> odd = {{0, kInfinite, -kInfinite, kInfinite},
                                       {1, std::nan(""), std::nan(""), 1},
                                       {2, 3, -kInfinite, 4},
                                       {3, 3, 2, 4},
                                       {4, -kInfinite, -kInfinite, 0},
                                       {5, 3, 2, 4}};
  LineChart chart{{"t", "", ""}, {{"", odd}}, true, std::nullopt, std::nullopt};
  const std::string gaps = to_svg(chart);
  CHECK(markup_fault(gaps) == "");
  CHECK(count_of(gaps.substr(gaps.find("class=\"band")), "M") == 2);  // two parts of a line
  std::vector<std::string> pictures = {gaps, to_svg(LineChart{}), to_svg(Histogram{}),
                                       to_svg(BarChart{})};
  chart.lines = {{"", {{7, 3, 3, 3}}}};
  pictures.push_back(to_svg(chart));
  chart.lines = {{"", {{7, kInfinite, -kInfinite, kInfinite}}}};
  pictures.push_back(to_svg(chart));
  pictures.push_back(to_svg(Histogram{{}, {{0, 1, 0, 0}, {1, 2, kInfinite, 9}}, {}}));
  pictures.push_back(
      to_svg(BarChart{{}, {{"", kInfinite, kInfinite}, {"", std::nan(""), 0}, {"a", 0, 0}}, true}));
  for (const std::string& svg : pictures) {
    CAPTURE(svg);
    CHECK(markup_fault(svg) == "");
    CHECK_THAT(svg.substr(svg.find("</style>")),
               !Catch::Contains("inf") && !Catch::Contains("nan"));
  }
}

TEST_CASE("long numbers fit the picture", "[svg]") {
  LineChart chart;
  chart.lines = {{"", {{0, 0}, {1'000'000, 2'000'000}}}};
  const std::string svg = to_svg(chart);
  // The last number of the x axis ends at the border; numbers of the y axis shift the plot.
  CHECK(svg.find(R"(<text x="720.0" y="302.0" class="end">1000000<)") != svg.npos);
  CHECK(svg.find(R"(<text x="51.6" y="36.0" class="end">2000000<)") != svg.npos);
}

TEST_CASE("a line chart may have a logarithmic axis", "[svg]") {
  LineChart chart;
  chart.lines = {{"", {{0, 1}, {1, 0.1}, {2, 0.01}, {3, 0}}}};
  chart.range = {0.01, 1};
  chart.log = true;
  const std::string svg = to_svg(chart);
  CHECK(markup_fault(svg) == "");
  // Equal distances for equal quotients; what is below the range is at the bottom.
  CHECK_THAT(svg, Catch::Contains("M52.0 32.0L268.7 159.0L485.3 286.0L702.0 286.0"));
  CHECK(count_of(svg, "class=\"grid\"") == 3);
  CHECK_THAT(svg, Catch::Contains(">0.01</text>") && Catch::Contains(">0.1</text>") &&
                      Catch::Contains(">1</text>"));
}

TEST_CASE("style sheets have plain colours, then those of dark backgrounds", "[svg]") {
  for (const std::string& svg : {to_svg(LineChart{}), to_svg(HeatMap{})}) {
    const std::string plain = svg.substr(0, svg.find("@media"));
    CHECK_THAT(svg, !Catch::Contains("var("));
    CHECK_THAT(plain, Catch::Contains(" text{fill:#6b6b75}") && !Catch::Contains("#a0a0ac"));
    CHECK_THAT(svg, Catch::Contains("@media(prefers-color-scheme:dark)") &&
                        Catch::Contains(" text{fill:#a0a0ac}"));
  }
  CHECK_THAT(to_svg(LineChart{}), Catch::Contains(".l1{stroke:#c85000}"));
}

TEST_CASE("a histogram has a bar for each bin and kind", "[svg]") {
  const Histogram histogram{{"Margins", "discs", "games"},
                            {{-4, -2, 2, 1}, {-2, 2, 0, 5}, {2, 4, 4, 0}},
                            {{"won", 0}, {"lost", 1}}};
  const std::string svg = to_svg(histogram);
  CHECK(markup_fault(svg) == "");
  CHECK(count_of(svg, "<rect") == 4);  // two bars, none for zero, and two keys of the legend
  CHECK_THAT(svg, Catch::Contains(">won</text>") && Catch::Contains(">lost</text>"));
  CHECK_THAT(svg, Catch::Contains("height=\"182.0\" class=\"f0\"><title>4</title>"));
  CHECK_THAT(svg, Catch::Contains("height=\"91.0\" class=\"f1\"><title>2</title>"));
}

TEST_CASE("bars may be horizontal", "[svg]") {
  BarChart chart{{"Ratings", "Elo", ""},
                 {{"a name that is much too long for its place", 40, 10}, {"b", -20.5, 0}},
                 true};
  const std::string svg = to_svg(chart);
  CHECK(markup_fault(svg) == "");
  CHECK(count_of(svg, "class=\"bar f0\"") == 2);
  CHECK(count_of(svg, "class=\"whisker\"") == 1);
  CHECK_THAT(svg, Catch::Contains(">+40.0 ± 10.0</text>") && Catch::Contains(">-20.5</text>"));
  CHECK_THAT(svg, Catch::Contains(">a name that is much too …</text>"));
  chart.signs = false;
  CHECK_THAT(to_svg(chart), Catch::Contains(">40.0 ± 10.0</text>"));
  chart.bars[0].name = "ééééééééééééééééééééééééé";
  CHECK_THAT(to_svg(chart), Catch::Contains(">éééééééééééééééééééééééé…</text>"));
}

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

TEST_CASE("heat map: each number has a square, from pale (lowest) to dark (highest)", "[svg]") {
  const std::string svg = to_svg(two_by_two());
  CHECK_THAT(svg, Contains("Wins &lt;of&gt; 10") && Contains("across: FS; down: BP"));
  CHECK_THAT(svg, Contains(">CN 0<") && Contains(">CN 1<"));
  // Four and two numbers, and 40 squares of the scale.
  CHECK(count(svg, "<rect ") == 4 + 2 + 40);
  CHECK(count(svg, "on-pale\">") + count(svg, "on-dark\">") == 6);
  CHECK_THAT(svg, Contains("fill=\"#ffffcc\"") && Contains("fill=\"#253494\""));
  CHECK_THAT(svg, Contains("class=\"on-dark\">10<") && Contains("class=\"on-pale\">1<"));
}

TEST_CASE("heat map: an empty or constant map is drawn, with or without numbers", "[svg]") {
  CHECK_THAT(to_svg(HeatMap{}), Contains("<svg ") && Contains("</svg>"));
  HeatMap map = two_by_two();
  map.panels = {{"same", {{4, 4}, {4, 4}}}};
  map.numbers = false;
  const std::string svg = to_svg(map);
  CHECK(count(svg, "fill=\"#ffffcc\"") == 4);
  CHECK(count(svg, "\"on-pale\">") == 0);
}

TEST_CASE("heat map: zero may be the pale centre, and is never -0", "[svg]") {
  HeatMap map = two_by_two();
  map.zero = true;
  map.decimals = 1;
  map.panels = {{"", {{-4, -0.01}, {0, 2}}}};
  const std::string svg = to_svg(map);
  CHECK_THAT(svg, Contains("fill=\"#f7f7f7\""));
  CHECK(count(svg, ">0.0<") == 2);
  CHECK(count(svg, "-0.0") == 0);
  CHECK_THAT(svg, Contains("fill=\"#e66101\""));                         // the end of the scale
  CHECK_THAT(svg, Contains(">-4.0</text>") && Contains(">4.0</text>"));  // both ends of the scale
}
