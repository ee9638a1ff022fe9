// SPDX-License-Identifier: MIT
#include "protocol/report/svg_heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace sumi::protocol {
namespace {

constexpr std::string_view kHeatStyle =
    ".heat{--ink:#26262b;--faint:#6b6b75;font:12px system-ui,sans-serif}"
    "@media(prefers-color-scheme:dark){.heat{--ink:#e8e8ee;--faint:#a0a0ac}}"
    ".heat text{fill:var(--faint);text-anchor:middle}"
    ".heat .title{fill:var(--ink);font-size:14px;font-weight:600;text-anchor:start}"
    ".heat .panel{fill:var(--ink);text-anchor:start}"
    ".heat .end{text-anchor:end}.heat .start{text-anchor:start}"
    ".heat .on-pale{fill:#26262b}.heat .on-dark{fill:#fff}";

constexpr double kHeatWidth = 720, kTop = 44, kPanelTitle = 22, kRowNames = 34, kColumnNames = 20;
constexpr double kGap = 22, kScaleHeight = 46, kLargestCell = 52, kCellHeight = 30;
constexpr std::size_t kMostPanels = 3;  ///< Side by side.

struct Rgb {
  double red, green, blue;
};

/// From pale yellow by green to dark blue: grows darker all the way, so it reads without colours.
/// Source: ColorBrewer's YlGnBu (C. Brewer, https://colorbrewer2.org), five classes.
constexpr std::array<Rgb, 5> kScale{
    {{255, 255, 204}, {161, 218, 180}, {65, 182, 196}, {44, 127, 184}, {37, 52, 148}}};

/// From orange by nearly white to purple: ColorBrewer's PuOr, five classes.
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

/// The range of all numbers, not a single point; with 0 in its middle if the map has that.
std::pair<double, double> range_of(const HeatMap& map) {
  double from = std::numeric_limits<double>::infinity(), to = -from;
  for (const HeatPanel& panel : map.panels) {
    for (const auto& row : panel.values) {
      for (const double value : row) {
        if (!std::isfinite(value)) continue;
        from = std::min(from, value);
        to = std::max(to, value);
      }
    }
  }
  if (from > to) return {map.zero ? -1 : 0, 1};
  if (map.zero) {
    const double most = std::max(std::abs(from), std::abs(to));
    return {-(most > 0 ? most : 1), most > 0 ? most : 1};
  }
  return {from, from < to ? to : from + 1};
}

class HeatDrawing {
 public:
  explicit HeatDrawing(const HeatMap& map)
      : map_(map), scale_(map.zero ? kZeroScale : kScale), range_(range_of(map)) {
    const std::size_t across = std::clamp<std::size_t>(map.panels.size(), 1, kMostPanels);
    const auto columns = static_cast<double>(std::max<std::size_t>(map.columns.size(), 1));
    const double width =
        (kHeatWidth - kGap * static_cast<double>(across - 1)) / static_cast<double>(across) -
        kRowNames;
    cell_ = std::min(width / columns, kLargestCell);
    panel_width_ = kRowNames + cell_ * columns + kGap;
    panel_height_ = kPanelTitle + kCellHeight * static_cast<double>(map.rows.size()) + kColumnNames;
    text(0, 16, map.labels.title, "title");
    text(0, 34, axes_text(), "start");
    for (std::size_t i = 0; i < map.panels.size(); ++i) {
      panel(map.panels[i], static_cast<double>(i % across) * panel_width_,
            kTop + static_cast<double>(i / across) * panel_height_);
    }
    const std::size_t lines = (map.panels.size() + across - 1) / across;
    height_ = kTop + static_cast<double>(lines) * panel_height_;
    scale(height_ + 10);
    height_ += kScaleHeight;
  }

  std::string svg() const {
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" class="heat" viewBox="0 0 {} {:.0f}" role="img">)"
        "<title>{}</title><style>{}</style>{}</svg>\n",
        kHeatWidth, height_, escaped(map_.labels.title), kHeatStyle, body_);
  }

 private:
  std::string axes_text() const {
    if (map_.labels.x.empty() && map_.labels.y.empty()) return "";
    return fmt::format("across: {}; down: {}", map_.labels.x, map_.labels.y);
  }

  void text(double x, double y, std::string_view words, std::string_view style) {
    if (words.empty()) return;
    fmt::format_to(std::back_inserter(body_), R"(<text x="{:.1f}" y="{:.1f}" class="{}">{}</text>)",
                   x, y, style, escaped(words));
  }

  void square(double x, double y, double width, double height, Rgb color) {
    fmt::format_to(std::back_inserter(body_),
                   R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="{}"/>)", x,
                   y, width, height, text_of(color));
  }

  void panel(const HeatPanel& panel, double left, double top) {
    text(left + kRowNames, top + 14, panel.title, "panel");
    const double cells = top + kPanelTitle;
    for (std::size_t r = 0; r < map_.rows.size(); ++r) {
      const double y = cells + kCellHeight * static_cast<double>(r);
      text(left + kRowNames - 6, y + kCellHeight / 2 + 4, map_.rows[r], "end");
      for (std::size_t c = 0; c < map_.columns.size(); ++c) {
        if (r >= panel.values.size() || c >= panel.values[r].size()) continue;
        cell(panel.values[r][c], left + kRowNames + cell_ * static_cast<double>(c), y);
      }
    }
    const double below = cells + kCellHeight * static_cast<double>(map_.rows.size()) + 14;
    for (std::size_t c = 0; c < map_.columns.size(); ++c) {
      text(left + kRowNames + cell_ * (static_cast<double>(c) + 0.5), below, map_.columns[c], "");
    }
  }

  void cell(double value, double x, double y) {
    if (!std::isfinite(value)) return;
    const double share = (value - range_.first) / (range_.second - range_.first);
    square(x, y, cell_ - 1, kCellHeight - 1, color_at(scale_, share));
    if (!map_.numbers) return;
    text(x + cell_ / 2, y + kCellHeight / 2 + 4, number(value),
         is_dark(share) ? "on-dark" : "on-pale");
  }

  bool is_dark(double share) const { return share > (map_.zero ? 0.85 : 0.55); }

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
    text(kRowNames, top + 24, number(range_.first), "start");
    text(kRowNames + kLength, top + 24, number(range_.second), "end");
  }

  const HeatMap& map_;
  const std::array<Rgb, 5>& scale_;
  const std::pair<double, double> range_;
  double cell_ = 0, panel_width_ = 0, panel_height_ = 0, height_ = 0;
  std::string body_;
};

}  // namespace

std::string to_svg(const HeatMap& map) { return HeatDrawing(map).svg(); }

}  // namespace sumi::protocol
