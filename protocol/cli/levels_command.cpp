// SPDX-License-Identifier: MIT
/// `sumi levels`: the table of playing levels.
#include "engine/levels.h"
#include "protocol/cli/commands.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

int run_levels(const Command& self, const Args& args, Output& out) {
  bool json = false;
  const auto line = parse(
      self, Options{{"json", flag(json), "one JSON object a level instead of a table"}}, args, out);
  if (!line) return kDone;
  forbid_words(*line);

  const Language language = default_language();
  const Table table({{tr(language, "level"), 5},
                     {tr(language, "depth"), 5},
                     {tr(language, "selectivity"), 11},
                     {tr(language, "exact at empties"), 16}});
  if (!json) out.write(table.header());
  for (int level = 0; level <= kMaxLevel; ++level) {
    const Level row = level_row(level);
    if (json) {
      out.write(json_line({{"level", level},
                           {"depth", row.depth},
                           {"selectivity", row.selectivity},
                           {"exact_at_empties", row.exact_at_empties}}));
    } else {
      const std::string cells[] = {std::to_string(level), std::to_string(row.depth),
                                   fmt::format("{}%", row.selectivity),
                                   std::to_string(row.exact_at_empties)};
      out.write(table.row(cells));
    }
  }
  return kDone;
}

}  // namespace

const Command kLevelsCommand{
    "levels",
    "[--json]",
    "what the playing levels mean",
    R"(A level searches so many plies with cuts of that confidence (100%: none), and
plays perfectly from so many empty squares on: there it asks no opening book.
For --level of other commands. JSON lines:
{"level", "depth", "selectivity", "exact_at_empties"}.
)",
    R"(  sumi levels
  sumi levels --json | jq -c 'select(.level == 20)'
)",
    run_levels};

}  // namespace sumi::protocol
