// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/report/output.h"
#include "tools/match/cli/commands.h"
#include "tools/match/people.h"
#include "tools/match/report_text.h"
#include "tools/match/result_store.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::match {
namespace {

using namespace protocol;

/// "12, 14"
std::string numbers_of(std::span<const Fixture> games) {
  std::string text;
  for (const Fixture& f : games) text += fmt::format("{}{}", text.empty() ? "" : ", ", f.id);
  return text;
}

/// The game whose result a person may correct.
Fixture replaceable(const std::vector<GameResult>& games, int id) {
  const auto known = std::ranges::find(games, id, [](const auto& g) { return g.fixture.id; });
  if (known == games.end()) throw UsageError(fmt::format("game {} has no result", id));
  if (known->detail != kEnteredByHand) {
    throw UsageError(fmt::format("game {}: its result was not entered", id));
  }
  if (known->fixture.round != first_open_round(games)) {
    throw UsageError(fmt::format("game {}: round {}, which it has paired, has begun", id,
                                 known->fixture.round + 2));
  }
  return known->fixture;
}

/// A game that waits for a result.
Fixture open_game(const MatchConfig& config, const std::vector<GameResult>& games, int id) {
  const std::vector<Fixture> waiting = games_of_people(config, games);
  const auto fixture = std::ranges::find(waiting, id, &Fixture::id);
  if (fixture != waiting.end()) return *fixture;
  const auto known = std::ranges::find(games, id, [](const auto& g) { return g.fixture.id; });
  if (known != games.end()) {
    throw UsageError(fmt::format("game {} has the result {}", id, result_text(*known)));
  }
  throw UsageError(waiting.empty() ? fmt::format("game {}: no game waits for a result", id)
                                   : fmt::format("game {}: these wait for a result: {}", id,
                                                 numbers_of(waiting)));
}

int run_enter(const Command& self, const Args& args, Output& out) {
  bool replace = false;
  const Options rows{
      {"replace", flag(replace), "correct a result that was entered, until the next round begins"}};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 3) throw UsageError("need a file of results, a game and its result");
  const std::string &path = line->words[0], &number = line->words[1];
  const auto id = parse_count(number);
  if (!id) throw UsageError(fmt::format("{} is not the number of a game", sumi::quoted(number)));

  ResultStore store = ResultStore::open(path, ResultStore::Access::kAdd).value();
  const MatchConfig& config = store.config();
  const std::vector<GameResult> games = store.games().value();
  const Fixture fixture = replace ? replaceable(games, *id) : open_game(config, games, *id);
  const Openings openings = Openings::of(config, store.openings()).value();
  const auto result = entered_result(fixture, openings[fixture.opening], line->words[2]);
  if (!result) throw UsageError(result.error().message);
  (replace ? store.replace(*result) : store.add(*result)).value();
  out.write(fmt::format("game {}: {} - {}, {}\n", *id, name_of(config, fixture.black),
                        name_of(config, fixture.white), result_text(*result)));
  return kDone;
}

}  // namespace

const Command kEnterCommand{
    "enter",
    "FILE GAME RESULT [--replace]",
    "store the result of a person's game",
    R"(`sumi-match run` prints the games that wait for people (player=person), with
their numbers. RESULT is the number of Black's and White's discs (38-26), a
score (B+12, W+4, 0), W+resign or W+time, or all moves of the game. Empty
squares count for the winner.
)",
    R"(  sumi-match enter event.db 12 38-26
  sumi-match enter event.db 14 W+resign
  sumi-match enter event.db 14 B+resign --replace
)",
    run_enter,
    "sumi-match"};

}  // namespace sumi::match
