// SPDX-License-Identifier: MIT
/// Simple charts as self-contained SVG, for light and dark mode and colour-blind readers. An HTML
/// page may contain several.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

/// Escapes `text` for HTML and SVG content or attributes. Control characters become blanks.
std::string escaped(std::string_view text);

/// Multiples in from..to of the smallest round step (1, 2 or 5 times a power of ten) that gives at
/// most `most` ticks. Requires: finite, from < to, most >= 2.
std::vector<double> round_ticks(double from, double to, int most);

/// Colours of lines and bars repeat after this many.
inline constexpr int kChartColors = 6;

struct ChartLabels {
  std::string title;
  std::string x, y;  ///< Axis titles; may be empty.
};

struct ChartPoint {
  double x = 0;                 ///< Finite.
  double y = 0;                 ///< Not finite: a gap in the line.
  double lower = 0, upper = 0;  ///< Confidence band; may be infinite.
};

struct ChartLine {
  std::string name;                ///< Shown if there are several lines.
  std::vector<ChartPoint> points;  ///< From left to right.
};

struct ChartDot {
  double x = 0, y = 0;  ///< Finite.
  std::string name;     ///< Alternative text.
};

struct LineChart {
  ChartLabels labels;
  std::vector<ChartLine> lines;
  bool band = false;
  std::optional<double> mark;                      ///< A dashed line at this y.
  std::optional<std::pair<double, double>> range;  ///< Shown range of y; std::nullopt: all.
  bool log = false;                                ///< Logarithmic y. Requires: a positive range.
  bool log_x = false;                              ///< Logarithmic x. Requires: positive x.
  std::vector<std::pair<std::string, double>> levels{};  ///< Dashed lines with names; ascending.
  std::vector<ChartDot> dots{};
};
std::string to_svg(const LineChart& chart);

/// One picture of several, from top to bottom. Requires: each is by to_svg().
std::string stacked(const std::vector<std::string>& pictures);

struct HistogramBin {
  double from = 0, to = 0;
  double count = 0;
  int color = 0;
};

struct ChartKey {
  std::string name;
  int color = 0;
};

struct Histogram {
  ChartLabels labels;
  std::vector<HistogramBin> bins;
  std::vector<ChartKey> keys;  ///< Legend; may be empty.
};
std::string to_svg(const Histogram& histogram);

struct Bar {
  std::string name;
  double value = 0;
  double error = 0;  ///< Half length of the error bar; 0 or infinite: none.
};

/// Horizontal bars from zero.
struct BarChart {
  ChartLabels labels;
  std::vector<Bar> bars;
  bool signs = false;  ///< "+1.5" rather than "1.5".
};
std::string to_svg(const BarChart& chart);

struct HeatPanel {
  std::string title;
  std::vector<std::vector<double>> values;  ///< [row][column]; blank if not finite.
};

/// Panels side by side with a common colour scale, from pale (low) to dark.
struct HeatMap {
  ChartLabels labels;  ///< `x` titles the columns, `y` the rows.
  std::vector<std::string> columns, rows;
  std::vector<HeatPanel> panels;
  int decimals = 0;  ///< Of the numbers in the squares.
  bool numbers = true;
  bool zero = false;  ///< Diverging scale: 0 is pale, both extremes dark.
};
std::string to_svg(const HeatMap& map);

}  // namespace sumi::protocol
