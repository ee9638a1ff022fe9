// SPDX-License-Identifier: MIT
/// `sumi levels`, `players` and `version`.
#include "engine/isa_dispatch.h"
#include "engine/levels.h"
#include "engine/player.h"
#include "protocol/cli/commands.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"
#include "protocol/version.h"

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

// `sumi players`.

namespace {

int run_players(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, Options(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const Language language = default_language();
  out.write(fmt::format("{}\n    {}\n", kSearchPlayer, tr(language, "the engine's own search")));
  for (const PlayerKind& kind : player_kinds()) {
    constexpr int kHang = 4;
    out.write(fmt::format("{}{}\n{}\n", kind.name, kind.argument,
                          folded(fmt::format("    {}", tr(language, kind.help)), kHang)));
  }
  return kDone;
}

}  // namespace

const Command kPlayersCommand{
    "players",
    "",
    "who may choose the moves of games instead of the search",
    R"(For --player of other commands, the option `player` of every protocol and of
sumi-match: the opponents and the players of published systems. Analyses and
hints stay the search's. engine/players/README.md has the arguments.
)",
    R"(  sumi play --player nhand:2
  sumi gtp --player montecarlo:1000
)",
    run_players};

// `sumi version`.

namespace {

int run_version(const Command& self, const Args& args, Output& out) {
  bool json = false;
  const auto line =
      parse(self, Options{{"json", flag(json), "one JSON object instead of text"}}, args, out);
  if (!line) return kDone;
  forbid_words(*line);

  const auto isas = runnable_isas();
  const std::string_view commit = this_build().commit;
  const std::string_view isa = isas.empty() ? "none" : isas.front();
  if (json) {
    out.write(json_line({{"name", kName},
                         {"version", kVersion},
                         {"commit", commit.empty() ? Json() : Json(commit)},
                         {"compiler", kCompiler},
                         {"isa", isa},
                         {"isas", isas},
                         {"built_isas", built_isas()}}));
  } else {
    out.write(fmt::format("{} {}\ncommit {}\ncompiler {}\nisa {}\nisas {}\n", kName, kVersion,
                          commit.empty() ? "unknown" : commit, kCompiler, isa,
                          fmt::join(isas, " ")));
  }
  return kDone;
}

}  // namespace

const Command kVersionCommand{
    "version",
    "[--json]",
    "name, version, commit, compiler and instruction sets",
    R"(`commit` is the one that the program was built from, with -dirty behind it if
the sources were changed since; unknown (null in JSON) where they came without
git. `isa` is the instruction-set level used here, `isas` are all that this
processor can run, best first; --isa of other commands takes any of them. JSON:
{"name", "version", "commit", "compiler", "isa", "isas", "built_isas"}.
)",
    R"(  sumi version
  sumi version --json | jq -r .isa
)",
    run_version};

}  // namespace sumi::protocol
