// SPDX-License-Identifier: MIT
/// Tables of numbers as coloured squares, as SVG text; in the style of svg_chart.h.
#pragma once

#include "protocol/report/svg_chart.h"

#include <string>
#include <vector>

namespace sumi::protocol {

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
