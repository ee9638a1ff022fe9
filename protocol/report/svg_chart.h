// SPDX-License-Identifier: MIT
/// Simple charts as SVG text, for pages and files: round ticks, colours that the colour-blind can
/// tell apart, legible on light and dark ground (the reader's setting decides). Each picture stands
/// alone; several of them may stand in one HTML page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

/// `text` for HTML and SVG, between tags or in quotes. Control characters become blanks.
std::string escaped(std::string_view text);

/// The multiples in from..to of the smallest round step (1, 2 or 5 times a power of ten) of which
/// there are at most `most`. Requires: finite, from < to, most >= 2.
std::vector<double> round_ticks(double from, double to, int most);

/// Colours of lines and bars are numbered from 0; after the last one they begin again.
inline constexpr int kChartColors = 6;

struct ChartLabels {
  std::string title;
  std::string x, y;  ///< Names of the axes; may be empty.
};

struct ChartPoint {
  double x = 0;                 ///< Finite.
  double y = 0;                 ///< A line has a gap where it is infinite or not a number.
  double lower = 0, upper = 0;  ///< Ends of the band; may be infinite.
};

struct ChartLine {
  std::string name;                ///< Shown if there is more than one line.
  std::vector<ChartPoint> points;  ///< From left to right.
};

struct LineChart {
  ChartLabels labels;
  std::vector<ChartLine> lines;
  bool band = false;                               ///< Draw it.
  std::optional<double> mark;                      ///< A dashed line at this height.
  std::optional<std::pair<double, double>> range;  ///< Shown range of y; nothing: all.
};
std::string to_svg(const LineChart& chart);

struct HistogramBin {
  double from = 0, to = 0;
  double count = 0;
  int color = 0;
};

/// What a colour stands for.
struct ChartKey {
  std::string name;
  int color = 0;
};

struct Histogram {
  ChartLabels labels;
  std::vector<HistogramBin> bins;
  std::vector<ChartKey> keys;  ///< Shown if there are any.
};
std::string to_svg(const Histogram& histogram);

struct Bar {
  std::string name;
  double value = 0;
  double error = 0;  ///< A whisker so far to both sides; 0 or infinite: none.
};

/// Horizontal bars from zero, one below the other.
struct BarChart {
  ChartLabels labels;
  std::vector<Bar> bars;
  bool signs = false;  ///< "+1.5" rather than "1.5".
};
std::string to_svg(const BarChart& chart);

// Tables of numbers as coloured squares, as SVG text.

struct HeatPanel {
  std::string title;
  std::vector<std::vector<double>> values;  ///< [row][column]; blank where it is no finite number.
};

/// Several tables of one kind side by side; one scale of colours for all, pale is low.
struct HeatMap {
  ChartLabels labels;                      ///< `x` names the columns, `y` the rows.
  std::vector<std::string> columns, rows;  ///< Their headings.
  std::vector<HeatPanel> panels;
  int decimals = 0;     ///< Decimals of the numbers in the squares.
  bool numbers = true;  ///< Write them there.
  bool zero = false;    ///< 0 is pale, what is far from it on either side dark.
};
std::string to_svg(const HeatMap& map);

}  // namespace sumi::protocol
