// SPDX-License-Identifier: MIT
#include "protocol/report/html_page.h"

#include <fmt/format.h>

#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ground:#f6f6f8;--card:#fff;--ink:#26262b;--faint:#6b6b75;
--line:#e2e2e8;--accent:#0068a8;--good:#0068a822;--bad:#c8500022}
@media(prefers-color-scheme:dark){:root{--ground:#16161a;--card:#1f1f25;--ink:#e8e8ee;
--faint:#a0a0ac;--line:#36363f;--accent:#56b4e9;--good:#56b4e92e;--bad:#f08c3c2e}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1160px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:26px;line-height:1.25;margin:8px 0 4px;overflow-wrap:anywhere}
h2{font-size:18px;margin:36px 0 10px}p+details.card{margin-top:14px}h3{font-size:15px;margin:18px 0 8px;overflow-wrap:anywhere}
p{margin:4px 0}.faint{color:var(--faint)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px;
margin:0 0 14px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:12px;
margin:18px 0}
.tiles .card{margin:0}.tiles b{display:block;font-size:19px;font-weight:600;white-space:nowrap}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:5px 8px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th{font-weight:600;color:var(--faint);font-size:13px}
tr:last-child td{border-bottom:0}
td.left,th.left{text-align:left}td.left{white-space:normal;overflow-wrap:anywhere;min-width:9em}td.wrap{min-width:14em}
td.good{background:var(--good)}td.bad{background:var(--bad)}
td.cell,th.cell{text-align:center}td.cell small{display:block;color:var(--faint)}
code{font:13px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
details dl{margin-top:10px}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px}
dt{color:var(--faint)}dd{margin:0;overflow-wrap:anywhere}
.chart{display:block;width:100%;max-width:860px;height:auto;margin:0 auto}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:12px}
.boards .card{margin:0}.board{display:block;width:100%;max-width:170px;border-radius:4px;
margin:0 auto 8px}
details{font-size:13px}summary{cursor:pointer}
)";

}  // namespace

std::string to_html(const HtmlPage& page) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\n"
      "{}\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<title>{}</title><style>{}{}</style></head><body><main>\n{}</main>",
      page.language, kPageMark, page.title, kStyle, page.style, page.body);
  if (!page.script.empty()) html += fmt::format("<script>{}</script>\n", page.script);
  return html + "</body></html>\n";
}

std::string html_json(const Json& json) {
  std::string text = json_text(json);
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos;) text.replace(at, 1, "\\u003c");
  return text;
}

HtmlTable::HtmlTable(std::vector<Column> columns) : columns_(std::move(columns)) {
  html_ = "<tr>";
  for (const Column& column : columns_) {
    html_ += fmt::format("<th class=\"{}\">{}</th>", column.style, column.title);
  }
  html_ += "</tr>\n";
}

void HtmlTable::row(const std::vector<std::string>& cells,
                    const std::vector<std::string_view>& styles) {
  html_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    html_ += fmt::format("<td class=\"{}\">{}</td>",
                         i < styles.size() ? styles[i] : columns_[i].style, cells[i]);
  }
  html_ += "</tr>\n";
}

std::string HtmlTable::html() const {
  return "<div class=\"card scroll\"><table>\n" + html_ + "</table></div>\n";
}

std::string html_section(std::string_view title, std::string_view body) {
  return body.empty() ? "" : fmt::format("<h2>{}</h2>\n{}", title, body);
}

std::string html_note(std::string_view words) {
  return fmt::format("<p class=\"faint\">{}</p>\n", words);
}

std::string html_tile(std::string_view number, std::string_view words) {
  return fmt::format("<div class=\"card\"><b>{}</b><span class=\"faint\">{}</span></div>\n", number,
                     words);
}

std::string html_tiles(std::string_view tiles) {
  return fmt::format("<div class=\"tiles\">{}</div>\n", tiles);
}

}  // namespace sumi::protocol
