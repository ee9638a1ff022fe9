// SPDX-License-Identifier: MIT
/// mean_report(): the reports of several seeds as one.
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/learn/share.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace sumi::lab {
namespace {

/// Digits behind the point of the number that a text begins with.
int decimals_of(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::size_t point = text.substr(0, end).find('.');
  return point == text.npos ? 0 : static_cast<int>(end - point - 1);
}

/// The mean of numbers; a text that all have.
Cell mean_cell(const std::vector<const Cell*>& cells) {
  const auto same = [&](const Cell* cell) { return cell->text == cells[0]->text; };
  if (std::ranges::all_of(cells, same)) return *cells[0];
  std::vector<double> values;
  for (const Cell* const cell : cells) values.push_back(cell->value);
  if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) {
    return text_cell("varies");
  }
  const Share mean = mean_of(values);
  return interval_cell(mean.value, mean.lower, mean.upper,
                       std::max(decimals_of(cells[0]->text), 1));
}

using Tables = std::vector<const PaperTable*>;

/// As many rows of the same names, all with as many cells.
bool alike(const PaperTable& a, const PaperTable& b) {
  return std::ranges::equal(a.rows, b.rows, [](const auto& one, const auto& other) {
    return one.size() == other.size() && (one.empty() || one[0].text == other[0].text);
  });
}

PaperTable mean_table(const Tables& tables) {
  PaperTable mean = *tables[0];
  mean.title += fmt::format("; means of {} seeds with their intervals", tables.size());
  for (std::size_t row = 0; row < mean.rows.size(); ++row) {
    for (std::size_t column = 1; column < mean.rows[row].size(); ++column) {
      std::vector<const Cell*> cells;
      for (const PaperTable* const table : tables) cells.push_back(&table->rows[row][column]);
      mean.rows[row][column] = mean_cell(cells);
    }
  }
  return mean;
}

/// The rows of all seeds below each other.
PaperTable seed_rows(const std::vector<std::uint64_t>& seeds, const Tables& tables) {
  PaperTable all{tables[0]->name + "-seeds", tables[0]->title, tables[0]->columns, {}, true};
  all.columns.insert(all.columns.begin(), "seed");
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (const std::vector<Cell>& row : tables[i]->rows) {
      all.rows.push_back(row);
      all.rows.back().insert(all.rows.back().begin(), number_cell(static_cast<double>(seeds[i])));
    }
  }
  return all;
}

using Lines = std::vector<const protocol::LineChart*>;

/// Lines of the same names over the same x.
bool alike(const protocol::LineChart& a, const protocol::LineChart& b) {
  return std::ranges::equal(a.lines, b.lines, [](const auto& one, const auto& other) {
    return one.name == other.name &&
           std::ranges::equal(one.points, other.points, {}, &protocol::ChartPoint::x,
                              &protocol::ChartPoint::x);
  });
}

protocol::LineChart mean_chart(const Lines& charts) {
  protocol::LineChart mean = *charts[0];
  mean.band = true;
  for (std::size_t line = 0; line < mean.lines.size(); ++line) {
    for (std::size_t i = 0; i < mean.lines[line].points.size(); ++i) {
      std::vector<double> values;
      for (const protocol::LineChart* const chart : charts) {
        values.push_back(chart->lines[line].points[i].y);
      }
      const Share share = mean_of(values);
      const double x = mean.lines[line].points[i].x;
      mean.lines[line].points[i] = {x, share.value, share.lower, share.upper};
    }
  }
  return mean;
}

/// One picture of those of all seeds, or nothing if they have no lines in common.
std::optional<Picture> mean_picture(const std::vector<const Picture*>& pictures) {
  Lines charts;
  for (const Picture* const picture : pictures) {
    const auto* chart = std::get_if<protocol::LineChart>(&picture->drawing);
    if (!chart || (!charts.empty() && !alike(*charts[0], *chart))) return std::nullopt;
    charts.push_back(chart);
  }
  return Picture{pictures[0]->name, mean_chart(charts)};
}

/// The things of that place in all reports, if all have it.
template <class T>
std::vector<const T*> at_place(const std::vector<ExperimentReport>& reports,
                               std::vector<T> ExperimentReport::*list, std::size_t place) {
  std::vector<const T*> found;
  for (const ExperimentReport& report : reports) found.push_back(&(report.*list)[place]);
  return found;
}

}  // namespace

ExperimentReport mean_report(const std::vector<std::uint64_t>& seeds,
                             const std::vector<ExperimentReport>& reports) {
  if (reports.size() == 1) return reports[0];
  ExperimentReport mean;
  for (std::size_t i = 0; i < reports[0].tables.size(); ++i) {
    const Tables tables = at_place(reports, &ExperimentReport::tables, i);
    mean.tables.push_back(seed_rows(seeds, tables));
    const auto like_first = [&](const PaperTable* table) { return alike(*tables[0], *table); };
    if (std::ranges::all_of(tables, like_first)) {
      mean.tables.push_back(mean_table(tables));
      continue;
    }
    for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
      PaperTable one = *tables[seed];
      one.name += fmt::format("-seed-{}", seeds[seed]);
      one.title += fmt::format("; seed {}", seeds[seed]);
      mean.tables.push_back(std::move(one));
    }
  }
  for (std::size_t i = 0; i < reports[0].pictures.size(); ++i) {
    const std::vector<const Picture*> pictures = at_place(reports, &ExperimentReport::pictures, i);
    if (auto picture = mean_picture(pictures)) {
      mean.pictures.push_back(std::move(*picture));
      continue;
    }
    for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
      Picture one = *pictures[seed];
      one.name += fmt::format("-seed-{}", seeds[seed]);
      mean.pictures.push_back(std::move(one));
    }
  }
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (const std::string& finding : reports[i].findings) {
      mean.findings.push_back(fmt::format("Seed {}: {}", seeds[i], finding));
    }
  }
  return mean;
}

}  // namespace sumi::lab
