// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/text.h"
#include "protocol/report/format.h"
#include "protocol/version.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/learn/measure.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace sumi::lab {
namespace {

const Cell* cell_at(const std::vector<Cell>& row, std::size_t column) {
  return column < row.size() ? &row[column] : nullptr;
}

bool is_number(const Cell& cell) { return !std::isnan(cell.value); }
bool has_interval(const Cell& cell) { return is_number(cell) && cell.lower != cell.upper; }

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string markdown_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

std::string number_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.10g}", value) : std::string();
}

std::vector<bool> intervals_of(const PaperTable& table) {
  std::vector<bool> intervals;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    intervals.push_back(std::ranges::any_of(table.rows, [i](const std::vector<Cell>& row) {
      const Cell* cell = cell_at(row, i);
      return cell && has_interval(*cell);
    }));
  }
  return intervals;
}

/// Names become file names.
void check_name(const std::string& name) {
  if (name.empty() || name.find('/') != name.npos || name.starts_with('.')) {
    throw FatalError(fmt::format("report: {} is not a name of a file", sumi::quoted(name)));
  }
}

protocol::Json to_json(const Cell& cell) {
  protocol::Json json{{"text", cell.text}};
  if (!is_number(cell)) return json;
  json["value"] = cell.value;
  if (has_interval(cell)) {
    json["lower"] = cell.lower;
    json["upper"] = cell.upper;
  }
  return json;
}

/// "AMD EPYC 7B13, 2 processors".
std::string machine_text() {
  constexpr std::string_view kKey = "model name\t: ";
  std::string_view name = "unknown processor";
  const auto info = read_file("/proc/cpuinfo");  // Linux
  std::string_view left = info ? std::string_view(*info) : "";
  if (const std::size_t at = left.find(kKey); at != left.npos) {
    left.remove_prefix(at + kKey.size());
    name = take_until(left, '\n');
  }
  return fmt::format("{}, {} processors", name, processors());
}

std::string seeds_text(std::uint64_t first, int count) {
  if (count == 1) return fmt::format("seed {}", first);
  return fmt::format("seeds {} to {}", first, first + static_cast<std::uint64_t>(count) - 1);
}

std::string commit_text() {
  const std::string_view commit = protocol::this_build().commit;
  return std::string(commit.empty() ? "unknown" : commit);
}

std::string to_markdown(const Experiment& experiment, const ExperimentReport& report,
                        const ExperimentSetup& setup, const ReportOrigin& origin) {
  std::string text = fmt::format("# {}: {}\n", experiment.id, experiment.title);
  text += fmt::format("\n`{}`, {}, commit {}, {}, {:.0f} s.\n", origin.command,
                      seeds_text(setup.seed, origin.seeds), commit_text(), machine_text(),
                      origin.seconds);
  for (const std::string& finding : report.findings) text += fmt::format("\n- {}", finding);
  if (!report.findings.empty()) text += '\n';
  for (const PaperTable& table : report.tables) {
    if (!table.file_only) text += fmt::format("\n## {}\n\n{}", table.title, to_markdown(table));
  }
  for (const Picture& picture : report.pictures) {
    text += fmt::format("\n![{0}]({0}.svg)\n", picture.name);
  }
  return text;
}

}  // namespace

Cell text_cell(std::string_view text) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return {std::string(text), kNone, kNone, kNone};
}

Cell number_cell(double value, int decimals) {
  return {fmt::format("{:.{}f}", value, decimals), value, value, value};
}

Cell interval_cell(double value, double lower, double upper, int decimals) {
  if (lower == upper) return number_cell(value, decimals);
  return {fmt::format("{0:.{3}f} ({1:.{3}f} to {2:.{3}f})", value, lower, upper, decimals), value,
          lower, upper};
}

Cell interval_cell(const Estimate& estimate, int decimals) {
  return interval_cell(estimate.value, estimate.lower, estimate.upper, decimals);
}

Cell deviation_cell(double standard_errors) {
  const double size = std::abs(standard_errors);
  return {fmt::format("{:+.1f}{}", standard_errors,
                      size > 3   ? " **"
                      : size > 2 ? " *"
                                 : ""),
          standard_errors, standard_errors, standard_errors};
}

std::string to_svg(const Picture& picture) {
  const auto* lines = std::get_if<protocol::LineChart>(&picture.drawing);
  return lines ? protocol::to_svg(*lines) : std::get<std::string>(picture.drawing);
}

DeviationCount count_deviations(const ExperimentReport& report) {
  DeviationCount count;
  for (const PaperTable& table : report.tables) {
    if (table.file_only) continue;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].find("deviation") == std::string::npos) continue;
      for (const auto& row : table.rows) {
        const Cell* const cell = cell_at(row, i);
        if (!cell || !is_number(*cell)) continue;
        ++count.all;
        count.beyond_2 += std::abs(cell->value) > 2;
        count.beyond_3 += std::abs(cell->value) > 3;
      }
    }
  }
  return count;
}

std::string to_terminal(const PaperTable& table) {
  using protocol::Table;
  std::vector<Table::Column> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    int width = 0;
    for (const auto& row : table.rows) {
      if (const Cell* cell = cell_at(row, i)) {
        width = std::max(width, protocol::display_width(cell->text));
      }
    }
    columns.push_back(
        {table.columns[i], width, i == 0 ? Table::Align::kLeft : Table::Align::kRight});
  }
  const Table aligned(columns);
  std::string text = table.title + '\n' + aligned.header();
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row) cells.push_back(cell.text);
    text += aligned.row(cells);
  }
  return text;
}

std::string to_markdown(const PaperTable& table) {
  std::string text = "|", rule = "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += fmt::format(" {} |", markdown_text(table.columns[i]));
    rule += i == 0 ? "---|" : "---:|";
  }
  text += '\n' + rule + '\n';
  for (const auto& row : table.rows) {
    text += '|';
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Cell* cell = cell_at(row, i);
      text += fmt::format(" {} |", cell ? markdown_text(cell->text) : "");
    }
    text += '\n';
  }
  return text;
}

std::string to_csv(const PaperTable& table) {
  const std::vector<bool> intervals = intervals_of(table);
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) text += ',';
    text += csv_text(table.columns[i]);
    if (intervals[i]) {
      text += fmt::format(",{},{}", csv_text(table.columns[i] + " lower"),
                          csv_text(table.columns[i] + " upper"));
    }
  }
  text += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (i > 0) text += ',';
      const Cell* cell = cell_at(row, i);
      if (cell) text += is_number(*cell) ? number_text(cell->value) : csv_text(cell->text);
      if (!intervals[i]) continue;
      text += cell && is_number(*cell)
                  ? fmt::format(",{},{}", number_text(cell->lower), number_text(cell->upper))
                  : ",,";
    }
    text += '\n';
  }
  return text;
}

protocol::Json to_json(const ExperimentReport& report) {
  protocol::Json json;
  json["findings"] = report.findings;
  json["tables"] = protocol::Json::array();
  for (const PaperTable& table : report.tables) {
    if (table.file_only) continue;
    protocol::Json rows = protocol::Json::array();
    for (const auto& row : table.rows) {
      protocol::Json cells = protocol::Json::array();
      for (const Cell& cell : row) cells.push_back(to_json(cell));
      rows.push_back(cells);
    }
    json["tables"].push_back(protocol::Json{
        {"name", table.name}, {"title", table.title}, {"columns", table.columns}, {"rows", rows}});
  }
  json["pictures"] = protocol::Json::array();
  for (const Picture& picture : report.pictures) json["pictures"].push_back(picture.name + ".svg");
  return json;
}

void write_report(const Experiment& experiment, const ExperimentReport& report,
                  const ExperimentSetup& setup, const ReportOrigin& origin) {
  make_folder(setup.folder).value();
  const auto path = [&](const std::string& name) { return setup.folder + "/" + name; };
  for (const PaperTable& table : report.tables) {
    check_name(table.name);
    write_file(path(table.name + ".csv"), to_csv(table)).value();
  }
  for (const Picture& picture : report.pictures) {
    check_name(picture.name);
    write_file(path(picture.name + ".svg"), to_svg(picture)).value();
  }
  protocol::Json json{
      {"experiment", experiment.id}, {"title", experiment.title}, {"quick", setup.quick},
      {"seed", setup.seed},          {"seeds", origin.seeds},     {"command", origin.command},
      {"commit", commit_text()},     {"machine", machine_text()}, {"seconds", origin.seconds}};
  if (!setup.parameters.empty()) json["parameters"] = setup.parameters;
  json.update(to_json(report));
  const std::string name = to_lower(experiment.id);
  write_file(path(name + ".json"), json.dump(1) + "\n").value();
  write_file(path(name + ".md"), to_markdown(experiment, report, setup, origin)).value();
}

namespace {

int decimals_of(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::size_t point = text.substr(0, end).find('.');
  return point == text.npos ? 0 : static_cast<int>(end - point - 1);
}

/// The text if all seeds have the same, otherwise the mean.
Cell mean_cell(const std::vector<const Cell*>& cells) {
  const auto same = [&](const Cell* cell) { return cell->text == cells[0]->text; };
  if (std::ranges::all_of(cells, same)) return *cells[0];
  std::vector<double> values;
  for (const Cell* const cell : cells) values.push_back(cell->value);
  if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) {
    return text_cell("varies");
  }
  return interval_cell(mean_of(values), std::max(decimals_of(cells[0]->text), 1));
}

using Tables = std::vector<const PaperTable*>;

/// Same row names and row lengths.
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

/// Same line names and x values.
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
      const Estimate share = mean_of(values);
      const double x = mean.lines[line].points[i].x;
      mean.lines[line].points[i] = {x, share.value, share.lower, share.upper};
    }
  }
  return mean;
}

/// std::nullopt unless all are line charts that are alike().
std::optional<Picture> mean_picture(const std::vector<const Picture*>& pictures) {
  Lines charts;
  for (const Picture* const picture : pictures) {
    const auto* chart = std::get_if<protocol::LineChart>(&picture->drawing);
    if (!chart || (!charts.empty() && !alike(*charts[0], *chart))) return std::nullopt;
    charts.push_back(chart);
  }
  return Picture{pictures[0]->name, mean_chart(charts)};
}

/// Requires: each report has an item at `place`.
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
