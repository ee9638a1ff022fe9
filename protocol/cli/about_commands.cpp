// SPDX-License-Identifier: MIT
#include "engine/catalog.h"
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
  const Options rows{{"json", flag(json), "print a JSON object per level"}};
  if (!parse_options(self, rows, args, out)) return kDone;

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

  const Table opponents({{tr(language, "strength"), 8},
                         {tr(language, "rating"), 6},
                         {tr(language, "exact at empties"), 16},
                         {tr(language, "temperature"), 20},
                         {tr(language, "book plies"), 10}});
  if (!json) out.write("\n" + opponents.header());
  for (int strength = 1; strength <= kMaxStrength; ++strength) {
    const Strength& row = strength_row(strength);
    if (json) {
      out.write(json_line({{"strength", strength},
                           {"rating", row.rating},
                           {"exact_at_empties", row.exact_at_empties},
                           {"temperatures", row.temperatures},
                           {"book_plies", row.book_plies}}));
    } else {
      const auto [opening, midgame, endgame] = row.temperatures;
      const std::string cells[] = {
          std::to_string(strength), std::to_string(row.rating),
          std::to_string(row.exact_at_empties),
          fmt::format("{:5.2f} {:5.2f} {:5.2f}", opening, midgame, endgame),
          std::to_string(row.book_plies)};
      out.write(opponents.row(cells));
    }
  }
  return kDone;
}

}  // namespace

const Command kLevelsCommand{
    .name = "levels",
    .arguments = "[--json]",
    .summary = "list the playing levels and strengths",
    .details = R"(A level is a search depth in plies, its selectivity (the confidence of pruning;
100%: no pruning), and the number of empty squares at which it begins to play
perfectly. Levels do not count the opening book. Other commands take a level as
--level.

A strength, the option --strength, is for games against people. Sumi then errs
as people do: it compares all moves by a search of four plies and chooses each
with a probability proportional to exp(value / temperature), in discs. There is
a temperature for the opening, the middle game and the endgame. The first plies
come from the opening book, by the same rule. Each strength scores 100 Elo more
than the one before. People with its rating (1500: the average tournament
player) lose as many discs; below 1000 the ratings are extrapolated.
Measured on 8x8 with the default evaluator.
)",
    .examples = R"(  sumi levels
  sumi levels --json | jq -c 'select(.level == 20)'
  sumi play --strength 8
)",
    .run = run_levels,
    .json = R"(One object per level, then one per strength.
  level             integer: 0 to 60
  depth             integer: plies
  selectivity       integer: 73, 87, 95, 98, 99 or 100
  exact_at_empties  integer: plays perfectly with this many empty squares and
                    fewer
  strength          integer: 1 to 15; instead of level
  rating            integer: of people who lose as many discs
  temperatures      array of numbers: discs, in the opening, middle game and
                    endgame
  book_plies        integer: plays from the opening book up to this ply
)"};

// `sumi evaluators`.

namespace {

/// Term and explanation, indented and wrapped.
std::string entry(std::string_view term, std::string_view explanation) {
  constexpr int kHang = 4;
  return fmt::format("{}\n{}\n", term, folded(fmt::format("    {}", explanation), kHang));
}

int run_evaluators(const Command& self, const Args& args, Output& out) {
  if (!parse_options(self, {}, args, out)) return kDone;
  const Language language = default_language();
  for (const CatalogEntry& each : catalog()) {
    if (!each.evaluator) continue;
    std::string about(tr(language, each.summary));
    if (!each.any_size) about += tr(language, "; 8x8 only");
    if (!each.weights.empty()) about += fmt::format("; --weights {}", each.weights);
    out.write(entry(each.name, about));
  }
  return kDone;
}

}  // namespace

const Command kEvaluatorsCommand{
    .name = "evaluators",
    .arguments = "",
    .summary = "list the evaluators of the search",
    .details = R"(Names for --evaluator and for the option `evaluator` of every protocol, and the
weights that each takes. `mlp` and `qtable` need weights; the others have
built-in ones. --weights FILE alone selects the evaluator that reads the file.
S1 to S6 are published systems (tools/lab/papers/README.md).
)",
    .examples = R"(  sumi hint --evaluator s2 --depth 5 f5d6
  sumi hint --evaluator bpfscn --weights 2:5:1 --depth 5 f5d6
  sumi gtp --weights s2/corrected/result
)",
    .run = run_evaluators};

// `sumi players`.

namespace {

int run_players(const Command& self, const Args& args, Output& out) {
  if (!parse_options(self, {}, args, out)) return kDone;
  const Language language = default_language();
  out.write(entry(kSearchPlayer, tr(language, "the engine's own search")));
  for (const CatalogEntry& each : catalog()) {
    if (!each.is_player()) continue;
    out.write(entry(fmt::format("{}{}", each.name, each.argument), tr(language, each.summary)));
  }
  return kDone;
}

}  // namespace

const Command kPlayersCommand{
    .name = "players",
    .arguments = "",
    .summary = "list the players besides the search",
    .details = R"(Names for --player, for the option `player` of every protocol and for
sumi-match: baseline opponents and players from published papers (S1 to S6).
They choose moves of games only; analyses and hints always come from the
search. A file with a / in its name plays with what was learned in it.
engine/players/README.md explains the arguments.
)",
    .examples = R"(  sumi play --player nhand:2
  sumi play --player s2/corrected/result
  sumi gtp --player montecarlo:1000
)",
    .run = run_players};

// `sumi version`.

namespace {

int run_version(const Command& self, const Args& args, Output& out) {
  bool json = false;
  const Options rows{{"json", flag(json), "print a JSON object"}};
  if (!parse_options(self, rows, args, out)) return kDone;

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
    .name = "version",
    .arguments = "[--json]",
    .summary = "print version, commit, compiler and instruction sets",
    .details = R"(`commit` is the Git commit of the sources, with -dirty if they were changed, or
unknown if they were built without Git. `isa` is the instruction set in use;
`isas` are all that this processor can run, best first, by the names that --isa
accepts.
)",
    .examples = R"(  sumi version
  sumi version --json | jq -r .isa
)",
    .run = run_version,
    .json = R"(  name        string: Sumi
  version     string: MAJOR.MINOR.PATCH
  commit      string: Git commit; null: unknown
  compiler    string: name and version of the compiler
  isa         string: instruction set in use
  isas        array of strings: those that this processor can run, best first
  built_isas  array of strings: those that this program contains
)"};

}  // namespace sumi::protocol
