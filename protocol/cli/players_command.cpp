// SPDX-License-Identifier: MIT
/// `sumi players`: the table of players.
#include "engine/player.h"
#include "protocol/cli/commands.h"
#include "protocol/report/folded.h"
#include "protocol/report/language.h"

#include <fmt/format.h>

namespace sumi::protocol {
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

}  // namespace sumi::protocol
