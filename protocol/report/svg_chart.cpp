// SPDX-License-Identifier: MIT
/// One style sheet formats all shapes by their classes.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "protocol/report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <limits>

namespace sumi::protocol {
namespace {

struct Palette {
  std::array<std::string_view, kChartColors> series;
  std::string_view ink, faint, grid;
};

/// Okabe-Ito colours, darker on light backgrounds and lighter on dark ones. Lines also differ in
/// dashes.
constexpr Palette kLight{{"#0068a8", "#c85000", "#00805c", "#a8548a", "#8a6d00", "#5c5c66"},
                         "#26262b",
                         "#6b6b75",
                         "#e2e2e8"};
constexpr Palette kDark{{"#56b4e9", "#f08c3c", "#2fc79a", "#e09ac4", "#e6c84b", "#a8a8b4"},
                        "#e8e8ee",
                        "#a0a0ac",
                        "#36363f"};

constexpr std::string_view kChartShapes =
    ".chart{font:12px system-ui,sans-serif}.chart .title{font-size:14px;font-weight:600}"
    ".chart .end{text-anchor:end}.chart .mid{text-anchor:middle}"
    ".chart .mark{stroke-dasharray:2 3}"
    ".chart .line{fill:none;stroke-width:2;stroke-linejoin:round}.chart .band{fill-opacity:.2}"
    ".chart .bar{fill-opacity:.6}.chart .whisker{stroke-width:1.5;fill:none}"
    ".chart .l1{stroke-dasharray:7 3}.chart .l2{stroke-dasharray:2 2}"
    ".chart .l3{stroke-dasharray:9 3 2 3}.chart .l5{stroke-dasharray:4 4}";

std::string chart_colors(const Palette& palette) {
  std::string rules = fmt::format(
      ".chart text{{fill:{1}}}.chart .title,.chart .name{{fill:{0}}}.chart .grid{{stroke:{2}}}"
      ".chart .axis,.chart .mark{{stroke:{1}}}.chart .whisker{{stroke:{0}}}",
      palette.ink, palette.faint, palette.grid);
  for (std::size_t i = 0; i < palette.series.size(); ++i) {
    rules +=
        fmt::format(".chart .f{0}{{fill:{1}}}.chart .l{0}{{stroke:{1}}}", i, palette.series[i]);
  }
  return rules;
}

/// Plain colours first, for programs that know neither CSS variables nor media queries (rsvg,
/// Inkscape, LaTeX); browsers replace them on dark backgrounds.
std::string style_of(std::string_view shapes, std::string (*colors)(const Palette&)) {
  return fmt::format("{}{}@media(prefers-color-scheme:dark){{{}}}", shapes, colors(kLight),
                     colors(kDark));
}

constexpr double kChartWidth = 720;
constexpr double kRight = 18, kBottom = 44;
constexpr double kTitleHeight = 28, kLegendHeight = 20, kLabelHeight = 26;
constexpr double kCharacter = 6.8;
constexpr int kYTicks = 7;
constexpr std::size_t kMaxNameLength = 24;

struct Scale {
  double from, to;  ///< from < to; positive if `log`.
  double start, end;
  bool log = false;

  /// Clamps values outside the scale.
  double operator()(double value) const {
    const double inside = std::clamp(value, from, to);
    const double share =
        log ? std::log(inside / from) / std::log(to / from) : (inside - from) / (to - from);
    return start + share * (end - start);
  }
};

std::string shortened(std::string_view name) {
  const std::string_view begin = first_characters(name, kMaxNameLength);
  return std::string(begin) + (begin == name ? "" : "…");
}

double width_of(std::string_view text) {
  return kCharacter * static_cast<double>(count_characters(text));
}

int color_of(std::size_t number) { return static_cast<int>(number) % kChartColors; }

/// A tick's number with the decimals that `step` needs.
std::string tick_text(double tick, double step) {
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  const std::string text = fmt::format("{:.{}f}", tick, decimals);
  return text.find_first_not_of("-0.") == text.npos ? "0" : text;
}

/// Minimum and maximum of values; empty (from > to) if none is finite.
struct Range {
  double from = std::numeric_limits<double>::infinity(), to = -from;

  void add(double value) {
    if (!std::isfinite(value)) return;
    from = std::min(from, value);
    to = std::max(to, value);
  }

  /// Widened if empty or a single point.
  Range opened() const {
    if (from > to) return {0, 1};
    const double margin = from == to ? std::max(1.0, std::abs(from) / 10) : 0;
    return {from - margin, to + margin};
  }

  /// Widened to the next ticks on both sides.
  Range rounded(int ticks) const {
    const std::vector<double> inside = round_ticks(from, to, ticks);
    const double step = inside.size() > 1 ? inside[1] - inside[0] : (to - from);
    Range wide{std::floor(from / step + 1e-9) * step, std::ceil(to / step - 1e-9) * step};
    return wide.from < wide.to ? wide : *this;
  }
};

struct Tick {
  double value;
  std::string text;
};

/// At most `most`, or powers of ten if `log`. Requires: from < to; positive if `log`.
std::vector<Tick> ticks_of(double from, double to, bool log, int most) {
  std::vector<Tick> ticks;
  if (!log) {
    const std::vector<double> values = round_ticks(from, to, most);
    const double step = values.size() > 1 ? values[1] - values[0] : 1;
    for (const double value : values) ticks.push_back({value, tick_text(value, step)});
    return ticks;
  }
  constexpr double kRounding = 1e-9;
  for (double power = std::ceil(std::log10(from) - kRounding); power <= std::log10(to) + kRounding;
       ++power) {
    const double value = std::pow(10, power);
    ticks.push_back({value, tick_text(value, value)});
  }
  return ticks;
}

/// The left edge of the data, with room for the numbers of the y axis.
double left_of(const Range& ys, bool log = false) {
  constexpr double kLeft = 52, kGap = 10;
  double left = kLeft;
  for (const Tick& tick : ticks_of(ys.from, ys.to, log, kYTicks)) {
    left = std::max(left, width_of(tick.text) + kGap);
  }
  return left;
}

/// A picture with a title; its functions for axes and legends are for charts.
class Picture {
 public:
  Picture(const ChartLabels& labels, double height) : labels_(labels), height_(height) {
    text(0, 16, labels.title, "title");
  }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
  }

  void text(double x, double y, std::string_view words, std::string_view style) {
    if (words.empty()) return;
    add(R"(<text x="{:.1f}" y="{:.1f}" class="{}">{}</text>)", x, y, style, escaped(words));
  }

  void line(double x1, double y1, double x2, double y2, std::string_view style) {
    add(R"(<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}" class="{}"/>)", x1, y1, x2, y2, style);
  }

  /// Legend of lines or areas. Call before top() and the axes.
  void legend(const std::vector<ChartKey>& keys, bool lines) {
    constexpr double kSample = 24, kGap = 22;
    double x = 0, y = kTitleHeight + 8;
    legend_height_ = kLegendHeight;
    for (const ChartKey& key : keys) {
      const std::string name = shortened(key.name);
      const double width = kSample + width_of(name);
      if (x > 0 && x + width > kChartWidth) {
        x = 0;
        y += kLegendHeight;
        legend_height_ += kLegendHeight;
      }
      if (lines) {
        line(x, y - 4, x + kSample - 6, y - 4, fmt::format("line l{}", key.color % kChartColors));
      } else {
        add(R"(<rect x="{:.1f}" y="{:.1f}" width="12" height="10" class="f{}"/>)", x + 4, y - 9,
            key.color % kChartColors);
      }
      text(x + kSample, y, name, "name");
      x += width + kGap;
    }
  }

  double top() const {
    return kTitleHeight + legend_height_ + (labels_.y.empty() ? 4 : kLabelHeight);
  }
  double bottom() const { return height_ - kBottom; }

  void x_axis(const Scale& x, bool grid) {
    constexpr int kTicks = 11;
    for (const Tick& tick : ticks_of(x.from, x.to, x.log, kTicks)) {
      const double at = x(tick.value);
      if (grid) line(at, top(), at, bottom(), "grid");
      const bool cut = at + width_of(tick.text) / 2 > kChartWidth;
      text(cut ? kChartWidth : at, bottom() + 16, tick.text, cut ? "end" : "mid");
    }
    text(x.end, bottom() + 36, labels_.x, "end");
  }

  void y_axis(const Scale& y, double left) {
    for (const Tick& tick : ticks_of(y.from, y.to, y.log, kYTicks)) {
      line(left, y(tick.value), kChartWidth - kRight, y(tick.value), "grid");
      text(left - 6, y(tick.value) + 4, tick.text, "end");
    }
    text(0, top() - 14, labels_.y, "");
  }

  std::string svg(std::string_view name = "chart",
                  const std::string& style = style_of(kChartShapes, chart_colors)) const {
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" class="{}" viewBox="0 0 {} {:.0f}" role="img">)"
        "<title>{}</title><style>{}</style>{}</svg>\n",
        name, kChartWidth, height_, escaped(labels_.title), style, body_);
  }

 private:
  const ChartLabels& labels_;
  const double height_;
  double legend_height_ = 0;
  std::string body_;
};

/// "M1 2L3 4 5 6", with a new subpath after each gap.
std::string path_of(const std::vector<ChartPoint>& points, const Scale& x, const Scale& y) {
  std::string path;
  bool drawing = false;
  for (const ChartPoint& point : points) {
    if (!std::isfinite(point.y)) {
      drawing = false;
      continue;
    }
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", drawing ? "L" : "M", x(point.x),
                   y(point.y));
    drawing = true;
  }
  return path;
}

/// Forward along the upper ends, back along the lower ones.
std::string band_of(const std::vector<ChartPoint>& points, const Scale& x, const Scale& y) {
  std::string there, back;
  for (const ChartPoint& point : points) {
    if (std::isnan(point.lower) || std::isnan(point.upper)) continue;
    fmt::format_to(std::back_inserter(there), "{}{:.1f} {:.1f}", there.empty() ? "M" : "L",
                   x(point.x), y(point.upper));
    back.insert(0, fmt::format("L{:.1f} {:.1f}", x(point.x), y(point.lower)));
  }
  return there.empty() ? "" : there + back + "Z";
}

}  // namespace

std::string escaped(std::string_view text) {
  constexpr std::pair<char, std::string_view> kEntities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string out;
  for (const char c : text) {
    const auto* const entity =
        std::ranges::find(kEntities, c, &std::pair<char, std::string_view>::first);
    if (entity != std::end(kEntities)) {
      out += entity->second;
    } else {
      out += is_control(c) ? ' ' : c;
    }
  }
  return out;
}

std::vector<double> round_ticks(double from, double to, int most) {
  const auto count = [&](double step) {
    return std::floor(to / step + 1e-9) - std::ceil(from / step - 1e-9) + 1;
  };
  double power = std::pow(10, std::floor(std::log10((to - from) / most)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
    step = factor * power;
    if (count(step) <= most) break;
  }
  std::vector<double> ticks;
  const double first = std::ceil(from / step - 1e-9);
  for (int i = 0; i < count(step); ++i) ticks.push_back((first + i) * step);
  return ticks;
}

std::string to_svg(const LineChart& chart) {
  constexpr double kHeight = 330;
  Range xs, ys;
  for (const ChartLine& line : chart.lines) {
    for (const ChartPoint& point : line.points) {
      xs.add(point.x);
      ys.add(point.y);
      if (chart.band) ys.add(point.lower);
      if (chart.band) ys.add(point.upper);
    }
  }
  if (chart.mark) ys.add(*chart.mark);
  for (const auto& [name, level] : chart.levels) ys.add(level);
  if (chart.range) ys = {chart.range->first, chart.range->second};
  if (!chart.log_x || xs.from >= xs.to) xs = xs.opened();
  if (!chart.log) ys = ys.opened().rounded(kYTicks);

  Picture picture(chart.labels, kHeight);
  std::vector<ChartKey> keys;
  for (const ChartLine& line : chart.lines) {
    keys.push_back({line.name, static_cast<int>(keys.size())});
  }
  if (keys.size() > 1) picture.legend(keys, true);
  const double left = left_of(ys, chart.log);
  const Scale x{xs.from, xs.to, left, kChartWidth - kRight, chart.log_x};
  const Scale y{ys.from, ys.to, picture.bottom(), picture.top(), chart.log};
  picture.y_axis(y, left);
  picture.x_axis(x, false);
  // Names of levels side by side where they would overlap.
  constexpr double kNameHeight = 12, kNameGap = 14;
  double last = -kNameHeight, end = 0;
  for (const auto& [name, level] : chart.levels) {
    picture.line(left, y(level), kChartWidth - kRight, y(level), "mark");
    end = std::abs(y(level) - last) < kNameHeight ? end : kChartWidth - kRight;
    picture.text(end, y(level) - 3, name, "end");
    end -= width_of(name) + kNameGap;
    last = y(level);
  }
  if (chart.mark) picture.line(left, y(*chart.mark), kChartWidth - kRight, y(*chart.mark), "mark");
  for (std::size_t i = 0; i < chart.lines.size(); ++i) {
    const std::vector<ChartPoint>& points = chart.lines[i].points;
    if (chart.band) {
      picture.add(R"(<path d="{}" class="band f{}"/>)", band_of(points, x, y), color_of(i));
    }
    picture.add(R"(<path d="{}" class="line l{}"/>)", path_of(points, x, y), color_of(i));
  }
  for (const ChartDot& dot : chart.dots) {
    picture.add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="4" class="f1"><title>{}</title></circle>)",
                x(dot.x), y(dot.y), escaped(dot.name));
  }
  return picture.svg();
}

std::string stacked(const std::vector<std::string>& pictures) {
  constexpr std::string_view kBox = "viewBox=\"0 0 720 ";
  static_assert(kChartWidth == 720);
  std::string inside;
  int height = 0;
  for (const std::string& picture : pictures) {
    const std::size_t box = picture.find(kBox);
    assert(box != picture.npos);
    const int own = std::atoi(picture.c_str() + box + kBox.size());
    constexpr std::string_view kBegin = "<svg ";
    inside += fmt::format("{}y=\"{}\" width=\"{}\" height=\"{}\" {}", kBegin, height, kChartWidth,
                          own, picture.substr(kBegin.size()));
    height += own;
  }
  return fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img">)"
                     "{}</svg>\n",
                     kChartWidth, height, inside);
}

std::string to_svg(const Histogram& histogram) {
  constexpr double kHeight = 300;
  Range xs, ys{0, 0};
  for (const HistogramBin& bin : histogram.bins) {
    xs.add(bin.from);
    xs.add(bin.to);
    ys.add(bin.count);
  }
  xs = xs.opened();
  if (ys.to <= 0) ys.to = 1;
  ys = ys.rounded(kYTicks);

  Picture picture(histogram.labels, kHeight);
  if (!histogram.keys.empty()) picture.legend(histogram.keys, false);
  const double start = left_of(ys);
  const Scale x{xs.from, xs.to, start, kChartWidth - kRight};
  const Scale y{0, ys.to, picture.bottom(), picture.top()};
  picture.y_axis(y, start);
  picture.x_axis(x, false);
  for (const HistogramBin& bin : histogram.bins) {
    if (!(bin.count > 0) || !std::isfinite(bin.count)) continue;
    const double left = x(bin.from) + 0.5, width = x(bin.to) - 0.5 - left;
    picture.add(
        R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" class="f{}"><title>{:g}</title></rect>)",
        left, y(bin.count), std::max(width, 0.5), y(0) - y(bin.count),
        color_of(static_cast<std::size_t>(bin.color)), bin.count);
  }
  picture.line(start, y(0), kChartWidth - kRight, y(0), "axis");
  return picture.svg();
}

std::string to_svg(const BarChart& chart) {
  constexpr double kNames = 180, kRow = 26, kBarHeight = 14, kValues = 90;
  constexpr int kTicks = 7;
  Range xs{0, 0};
  for (const Bar& bar : chart.bars) {
    xs.add(bar.value - bar.error);
    xs.add(bar.value + bar.error);
    xs.add(bar.value);
  }
  xs = xs.opened().rounded(kTicks);

  const double rows = kRow * static_cast<double>(chart.bars.size());
  Picture picture(chart.labels, kTitleHeight + rows + kBottom + 4);
  const Scale x{xs.from, xs.to, kNames, kChartWidth - kValues};
  picture.x_axis(x, true);
  double middle = picture.top() + kRow / 2;
  for (const Bar& bar : chart.bars) {
    const double value = std::isfinite(bar.value) ? bar.value : 0;
    const double left = x(std::min(value, 0.0)), right = x(std::max(value, 0.0));
    const bool whisker = std::isfinite(bar.error) && bar.error > 0;
    picture.text(kNames - 8, middle + 4, shortened(bar.name), "name end");
    picture.add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" class="bar f0"/>)", left,
                middle - kBarHeight / 2, right - left, kBarHeight);
    if (whisker) {
      const double from = x(value - bar.error), to = x(value + bar.error);
      picture.add(R"(<path d="M{0:.1f} {2:.1f}v8m0-4H{1:.1f}m0-4v8" class="whisker"/>)", from, to,
                  middle - 4);
    }
    std::string number = fmt::format("{:.1f}", value);
    if (chart.signs) number = fmt::format("{:+.1f}", value);
    if (whisker) number += fmt::format(" ± {:.1f}", bar.error);
    picture.text(kChartWidth - kValues + 10, middle + 4, number, "");
    middle += kRow;
  }
  picture.line(x(0), picture.top(), x(0), picture.bottom(), "axis");
  return picture.svg();
}

namespace {

constexpr std::string_view kHeatShapes =
    ".heat{font:12px system-ui,sans-serif}.heat text{text-anchor:middle}"
    ".heat .title{font-size:14px;font-weight:600;text-anchor:start}"
    ".heat .panel,.heat .start{text-anchor:start}.heat .end{text-anchor:end}"
    ".heat .on-pale{fill:#26262b}.heat .on-dark{fill:#fff}";

std::string heat_colors(const Palette& palette) {
  return fmt::format(".heat text{{fill:{1}}}.heat .title,.heat .panel{{fill:{0}}}", palette.ink,
                     palette.faint);
}

constexpr double kTop = 44, kPanelTitle = 22, kRowNames = 34, kColumnNames = 20;
constexpr double kGap = 22, kScaleHeight = 46, kLargestCell = 52, kCellHeight = 30;
constexpr std::size_t kMaxPanels = 3;  ///< In one row.

struct Rgb {
  double red, green, blue;
};

/// Pale yellow to dark blue, readable without colour: ColorBrewer's YlGnBu (C. Brewer,
/// https://colorbrewer2.org), five classes.
constexpr std::array<Rgb, 5> kScale{
    {{255, 255, 204}, {161, 218, 180}, {65, 182, 196}, {44, 127, 184}, {37, 52, 148}}};

/// From orange through near-white to purple: ColorBrewer's PuOr, five classes.
constexpr std::array<Rgb, 5> kZeroScale{
    {{230, 97, 1}, {253, 184, 99}, {247, 247, 247}, {178, 171, 210}, {94, 60, 153}}};

Rgb color_at(const std::array<Rgb, 5>& scale, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (scale.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  const double part = place - static_cast<double>(below);
  const Rgb &a = scale[below], &b = scale[below + 1];
  const auto mix = [part](double x, double y) { return x + (y - x) * part; };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

std::string text_of(Rgb c) {
  return fmt::format("#{:02x}{:02x}{:02x}", static_cast<int>(std::lround(c.red)),
                     static_cast<int>(std::lround(c.green)), static_cast<int>(std::lround(c.blue)));
}

/// Widened if a single point, and symmetric about 0 if `zero`.
Range range_of(const HeatMap& map) {
  Range range;
  for (const HeatPanel& panel : map.panels) {
    for (const auto& row : panel.values) {
      for (const double value : row) range.add(value);
    }
  }
  if (range.from > range.to) return {map.zero ? -1.0 : 0.0, 1};
  if (map.zero) {
    const double most = std::max(std::abs(range.from), std::abs(range.to));
    return {-(most > 0 ? most : 1), most > 0 ? most : 1};
  }
  return {range.from, range.from < range.to ? range.to : range.from + 1};
}

class HeatDrawing {
 public:
  explicit HeatDrawing(const HeatMap& map)
      : map_(map),
        scale_(map.zero ? kZeroScale : kScale),
        range_(range_of(map)),
        across_(std::clamp<std::size_t>(map.panels.size(), 1, kMaxPanels)),
        panel_height_(kPanelTitle + kCellHeight * static_cast<double>(map.rows.size()) +
                      kColumnNames),
        panels_end_(kTop + std::ceil(static_cast<double>(map.panels.size()) /
                                     static_cast<double>(across_)) *
                               panel_height_),
        picture_(map.labels, panels_end_ + kScaleHeight) {
    const auto columns = static_cast<double>(std::max<std::size_t>(map.columns.size(), 1));
    const double width =
        (kChartWidth - kGap * static_cast<double>(across_ - 1)) / static_cast<double>(across_) -
        kRowNames;
    cell_ = std::min(width / columns, kLargestCell);
    const double panel_width = kRowNames + cell_ * columns + kGap;
    picture_.text(0, 34, axes_text(), "start");
    for (std::size_t i = 0; i < map.panels.size(); ++i) {
      panel(map.panels[i], static_cast<double>(i % across_) * panel_width,
            kTop + static_cast<double>(i / across_) * panel_height_);
    }
    scale(panels_end_ + 10);
  }

  std::string svg() const { return picture_.svg("heat", style_of(kHeatShapes, heat_colors)); }

 private:
  std::string axes_text() const {
    if (map_.labels.x.empty() && map_.labels.y.empty()) return "";
    return fmt::format("across: {}; down: {}", map_.labels.x, map_.labels.y);
  }

  void square(double x, double y, double width, double height, Rgb color) {
    picture_.add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="{}"/>)", x, y,
                 width, height, text_of(color));
  }

  void panel(const HeatPanel& panel, double left, double top) {
    picture_.text(left + kRowNames, top + 14, panel.title, "panel");
    const double cells = top + kPanelTitle;
    for (std::size_t r = 0; r < map_.rows.size(); ++r) {
      const double y = cells + kCellHeight * static_cast<double>(r);
      picture_.text(left + kRowNames - 6, y + kCellHeight / 2 + 4, map_.rows[r], "end");
      for (std::size_t c = 0; c < map_.columns.size(); ++c) {
        if (r >= panel.values.size() || c >= panel.values[r].size()) continue;
        cell(panel.values[r][c], left + kRowNames + cell_ * static_cast<double>(c), y);
      }
    }
    const double below = cells + kCellHeight * static_cast<double>(map_.rows.size()) + 14;
    for (std::size_t c = 0; c < map_.columns.size(); ++c) {
      picture_.text(left + kRowNames + cell_ * (static_cast<double>(c) + 0.5), below,
                    map_.columns[c], "");
    }
  }

  void cell(double value, double x, double y) {
    if (!std::isfinite(value)) return;
    const double share = (value - range_.from) / (range_.to - range_.from);
    square(x, y, cell_ - 1, kCellHeight - 1, color_at(scale_, share));
    if (!map_.numbers) return;
    const bool dark = share > (map_.zero ? 0.85 : 0.55);
    picture_.text(x + cell_ / 2, y + kCellHeight / 2 + 4, number(value),
                  dark ? "on-dark" : "on-pale");
  }

  /// Never "-0.0".
  std::string number(double value) const {
    const std::string text = fmt::format("{:.{}f}", value, map_.decimals);
    return text.find_first_not_of("-0.") == text.npos && text[0] == '-' ? text.substr(1) : text;
  }

  void scale(double top) {
    constexpr int kSteps = 40;
    constexpr double kLength = 240, kThick = 10;
    for (int i = 0; i < kSteps; ++i) {
      const double step = kLength / kSteps;
      square(kRowNames + i * step, top, step + 0.5, kThick, color_at(scale_, (i + 0.5) / kSteps));
    }
    picture_.text(kRowNames, top + 24, number(range_.from), "start");
    picture_.text(kRowNames + kLength, top + 24, number(range_.to), "end");
  }

  const HeatMap& map_;
  const std::array<Rgb, 5>& scale_;
  const Range range_;
  const std::size_t across_;  ///< Panels in a row.
  const double panel_height_, panels_end_;
  double cell_ = 0;
  Picture picture_;
};

}  // namespace

std::string to_svg(const HeatMap& map) { return HeatDrawing(map).svg(); }

}  // namespace sumi::protocol
