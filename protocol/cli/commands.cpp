// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/cli/commands.h"
#include "protocol/command/shards.h"
#include "protocol/report/output.h"
#include "protocol/service/opening_walk.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

namespace sumi::protocol {

const Program kSumi{
    .name = "sumi",
    .title = "Sumi",
    .summary = "an Othello engine",
    .commands = kSumiCommands,
    .no_command = "speak the protocol of a GUI on standard input and output",
    .examples = R"(  printf 'genmove black\nquit\n' | sumi
  sumi play --color white --level 20
  sumi hint f5d6c3 --time 5
  sumi analyze game.ggf --html game.html
  sumi solve positions.obf
  sumi book show default f5d6
  sumi study problems
  sumi perft --depth 8
)",
    .without_command = &kEngineCommand,
};

const Command kStatusCommand = status_command("sumi", R"(  sumi status run
  sumi status run --json | jq .seconds_left
)");

const Command kCompletionCommand =
    completion_command<kSumi>("sumi", R"(  source <(sumi completion bash)
  sumi completion bash > ~/.local/share/bash-completion/completions/sumi
  sumi completion zsh > ~/.zfunc/_sumi
)");

const Command kHelpCommand = help_command<kSumi>(
    "sumi", R"(Same as `sumi --help` and `sumi COMMAND --help`. With json it explains the
fields of JSON output, with --man it prints the manual page that `man` shows
where Sumi is installed.
)",
    R"(  sumi help
  sumi help solve
  sumi help book add
  sumi help json
  sumi help --man solve | man -l -
)");

namespace {

constexpr int kMaxLimitSeconds = 1'000'000, kMaxDepth = 60;

std::string joined_names(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + clean(name);
  return text;
}

}  // namespace

Options limit_rows(LimitOptions& options, const std::string& standard) {
  return {
      {"level,l", number(options.level, 0, kMaxLevel, "L"),
       "search at this level (see `sumi levels`), {}"},
      {"time,t", seconds(options.time, kMaxLimitSeconds),
       "search for this many seconds" + standard},
      {"depth,d", number(options.depth, 1, kMaxDepth, "D"), "search to this depth in plies, {}"}};
}

SearchLimits LimitOptions::limits(const SearchLimits& standard) const {
  if (level.has_value() + time.has_value() + depth.has_value() > 1) {
    throw UsageError("--level, --time and --depth exclude each other");
  }
  if (level) return level_limits(*level);
  if (time) return time_limits(*time);
  if (!depth) return standard;
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

Options mistake_rows(MistakesOf& of, std::string_view what) {
  return {{"player,p", text(of.player, "NAME"),
           fmt::format("{} of this player (whole words of a name)", what)},
          {"side", parsed(of.side, "COLOR", parse_color, "", {"black", "white"}),
           fmt::format("{} of black or white", what)}};
}

std::string no_such_opening(std::string_view name) {
  const std::vector<std::string> similar = similar_openings(name);
  return fmt::format("no opening is named {}{}{}", clean(name),
                     similar.empty() ? "" : "; similar names: ", fmt::join(similar, ", "));
}

void MatchedPlayers::add(const GameRecord& game) {
  constexpr std::size_t kMaxNames = 6;
  if (of_.player.empty()) return;
  ++games_;
  matched_ += of_.any_of(game);
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const std::string& name = color == Color::kBlack ? game.black : game.white;
    if (name.empty()) continue;
    if (of_.includes(game, color)) {
      names_.insert(name);
    } else if (others_.size() < kMaxNames) {
      others_.insert(name);
    } else if (!others_.contains(name)) {
      more_others_ = true;
    }
  }
}

bool MatchedPlayers::report() const {
  if (games_ > 0 && matched_ == 0) {
    std::string text = fmt::format("no game of player '{}'", clean(of_.player));
    if (of_.side) {
      text += fmt::format(" as {}", to_text(*of_.side));
    } else if (others_.empty()) {
      text += ": the games name no players";
    } else {
      text +=
          fmt::format("; the players are {}{}", joined_names(others_), more_others_ ? ", ..." : "");
    }
    print_error(text);
    return false;
  }
  if (names_.size() > 1) {
    print_error(fmt::format("several players match: {}", joined_names(names_)));
  }
  return true;
}

}  // namespace sumi::protocol
