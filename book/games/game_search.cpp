// SPDX-License-Identifier: MIT
#include "book/games/game_search.h"
#include "book/games/game_walk.h"
#include "engine/formats/codecs.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace sumi::book {
namespace {

/// A set of name numbers; all numbers if `text` is empty.
class NameSet {
 public:
  NameSet(const NameIndex& index, const std::string& text, std::size_t names) {
    if (text.empty()) return;
    chosen_.emplace(names);
    for (const std::uint32_t number : index.find(text)) (*chosen_)[number] = true;
  }
  bool has(std::uint32_t number) const { return !chosen_ || (*chosen_)[number]; }

 private:
  std::optional<std::vector<bool>> chosen_;
};

/// Conditions on GameFacts alone.
class FactsFilter {
 public:
  FactsFilter(const GameStore& store, const GameFilter& filter)
      : filter_(filter),
        player_(set_of(store, filter.player)),
        opponent_(set_of(store, filter.opponent)),
        black_(set_of(store, filter.black)),
        white_(set_of(store, filter.white)),
        event_(store.event_index(), filter.event, store.events().size()) {}

  bool fits(const GameFacts& facts) const {
    if (filter_.from && facts.year < std::max(*filter_.from, 1)) return false;
    if (filter_.to && (facts.year == 0 || facts.year > *filter_.to)) return false;
    if (filter_.outcome && facts.outcome != *filter_.outcome) return false;
    if (!black_.has(facts.black) || !white_.has(facts.white) || !event_.has(facts.event)) {
      return false;
    }
    return fits_as(facts.black, facts.white, facts.outcome, Outcome::kBlack, Outcome::kWhite) ||
           fits_as(facts.white, facts.black, facts.outcome, Outcome::kWhite, Outcome::kBlack);
  }

 private:
  static NameSet set_of(const GameStore& store, const std::string& name) {
    static const NameIndex kNone({});
    return name.empty() ? NameSet(kNone, name, 0)
                        : NameSet(store.player_index(), name, store.players().size());
  }

  /// True if names match and the player, who wins with `own`, has the requested result.
  bool fits_as(std::uint32_t player, std::uint32_t opponent, Outcome outcome, Outcome own,
               Outcome other) const {
    using enum GameFilter::PlayerResult;
    if (!player_.has(player) || !opponent_.has(opponent)) return false;
    return filter_.player_result == kAny ||
           outcome == (filter_.player_result == kWon ? own : other);
  }

  const GameFilter& filter_;
  NameSet player_, opponent_, black_, white_, event_;
};

std::vector<std::uint32_t> numbers_of(const std::vector<Occurrence>& occurrences) {
  std::vector<std::uint32_t> games;
  for (const Occurrence& occurrence : occurrences) games.push_back(occurrence.game);
  return games;
}

std::vector<std::uint32_t> games_of(const GameStore& store, const OpeningName& name) {
  const GameRecord moves = parse_game(name.moves).value();
  std::vector<std::uint32_t> games = numbers_of(store.occurrences(moves.replay().position().board));
  if (name.by_order) {
    std::erase_if(games, [&](std::uint32_t id) {
      return find_opening(store.game(id).record, name.plies) != &name;
    });
  }
  return games;
}

void keep_common(std::optional<std::vector<std::uint32_t>>& games,
                 const std::vector<std::uint32_t>& others) {
  std::vector<std::uint32_t> common;
  if (games) {
    std::ranges::set_intersection(*games, others, std::back_inserter(common));
  } else {
    common = others;
  }
  games = std::move(common);
}

/// The games that match position and openings; nothing if there is no such condition.
std::optional<std::vector<std::uint32_t>> by_positions(const GameStore& store,
                                                       const GameFilter& filter) {
  std::optional<std::vector<std::uint32_t>> games;
  if (filter.position) keep_common(games, numbers_of(store.occurrences(*filter.position)));
  if (!filter.openings) return games;
  std::vector<std::uint32_t> any;
  for (const OpeningName* const name : *filter.openings) {
    if (name->moves.empty()) continue;  // XOT starts are many positions
    const std::vector<std::uint32_t> more = games_of(store, *name);
    any.insert(any.end(), more.begin(), more.end());
  }
  std::ranges::sort(any);
  any.erase(std::unique(any.begin(), any.end()), any.end());
  keep_common(games, any);
  return games;
}

}  // namespace

bool GameFilter::asks_facts() const {
  return !player.empty() || !opponent.empty() || !black.empty() || !white.empty() ||
         !event.empty() || from || to || outcome || player_result != PlayerResult::kAny;
}

std::vector<std::uint32_t> find_games(const GameStore& store, const GameFilter& filter) {
  const std::span<const GameFacts> facts = store.facts();
  auto games = by_positions(store, filter);
  if (!games) {
    games.emplace(facts.size());
    std::iota(games->begin(), games->end(), 1);
  }
  if (!filter.asks_facts()) return *games;
  const FactsFilter wanted(store, filter);
  std::erase_if(*games, [&](std::uint32_t id) { return !wanted.fits(facts[id - 1]); });
  return *games;
}

namespace {

template <class Rank>
std::vector<std::uint32_t> highest(std::vector<std::uint32_t> games, std::size_t most,
                                   const Rank& rank) {
  const std::size_t count = std::min(most, games.size());
  // Greater numbers often rank higher: starting with them saves updates of the heap.
  std::ranges::reverse(games);
  std::ranges::partial_sort(games, games.begin() + static_cast<std::ptrdiff_t>(count),
                            std::ranges::greater{}, rank);
  games.resize(count);
  return games;
}

/// Games per player number; 0 for unknown players.
std::vector<std::uint32_t> games_of_players(const GameStore& store) {
  std::vector<std::uint32_t> counts(store.players().size());
  for (const GameFacts& facts : store.facts()) {
    ++counts[facts.black];
    ++counts[facts.white];
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // WTHOR's "#812" is one player without a name.
    const std::string& name = store.players()[i];
    if (is_unknown_name(name) && !name.starts_with('#')) counts[i] = 0;
  }
  return counts;
}

}  // namespace

std::vector<std::uint32_t> latest_games(const GameStore& store, std::vector<std::uint32_t> games,
                                        std::size_t most) {
  const std::span<const GameFacts> facts = store.facts();
  return highest(std::move(games), most,
                 [&](std::uint32_t id) { return std::tuple(facts[id - 1].year, id); });
}

std::vector<std::uint32_t> best_known_games(const GameStore& store,
                                            std::vector<std::uint32_t> games, std::size_t most) {
  const std::span<const GameFacts> facts = store.facts();
  const std::vector<std::uint32_t> known = games_of_players(store);
  return highest(std::move(games), most, [&](std::uint32_t id) {
    const GameFacts& game = facts[id - 1];
    return std::tuple(std::min(known[game.black], known[game.white]), game.year, id);
  });
}

void GameTally::add(const GameFacts& facts, Color side) {
  ++games;
  const bool black = side == Color::kBlack;
  if (facts.outcome == Outcome::kDraw) ++draws;
  if (facts.outcome == Outcome::kBlack) ++(black ? wins : losses);
  if (facts.outcome == Outcome::kWhite) ++(black ? losses : wins);
  if (facts.score) {
    ++scored;
    discs += black ? *facts.score : -*facts.score;
  }
  if (facts.year == 0) return;
  first_year = first_year == 0 ? facts.year : std::min<int>(first_year, facts.year);
  last_year = std::max<int>(last_year, facts.year);
}

std::optional<double> GameTally::average() const {
  if (scored == 0) return std::nullopt;
  return static_cast<double>(discs) / static_cast<double>(scored);
}

GameTally tally_of(const GameStore& store, std::span<const std::uint32_t> games,
                   const std::string& player) {
  const NameSet players(store.player_index(), player, store.players().size());
  GameTally tally;
  for (const std::uint32_t id : games) {
    const GameFacts& facts = store.facts()[id - 1];
    tally.add(facts, players.has(facts.black) ? Color::kBlack : Color::kWhite);
  }
  return tally;
}

PositionGames games_at(const GameStore& store, const Board& board, const GameFilter& filter) {
  const CanonicalPosition position(board);
  const std::span<const GameFacts> facts = store.facts();
  PositionGames found;
  std::array<GameTally, 65> tallies{};
  std::optional<FactsFilter> wanted;
  if (filter.asks_facts()) wanted.emplace(store, filter);
  const auto others = by_positions(store, filter);
  for (const Occurrence& occurrence : store.occurrences(board)) {
    const GameFacts& game = facts[occurrence.game - 1];
    if (wanted && !wanted->fits(game)) continue;
    if (others && !std::ranges::binary_search(*others, occurrence.game)) continue;
    found.games.push_back(occurrence.game);
    found.tally.add(game, occurrence.to_move);
    if (occurrence.move) {
      tallies[static_cast<std::size_t>(index(*occurrence.move))].add(game, occurrence.to_move);
    } else {
      ++found.ended;
    }
  }
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    if (tallies[i].games == 0) continue;
    const auto move = static_cast<Square>(i);
    found.moves.push_back({position.original(move), position.originals(move), tallies[i]});
  }
  std::ranges::sort(found.moves, [](const PlayedHere& a, const PlayedHere& b) {
    return a.tally.games != b.tally.games ? a.tally.games > b.tally.games : a.move < b.move;
  });
  return found;
}

std::vector<PlayerTally> player_tallies(const GameStore& store,
                                        std::span<const std::uint32_t> players) {
  std::vector<PlayerTally> tallies;
  std::vector<std::size_t> places(store.players().size(), players.size());
  for (const std::uint32_t player : players) {
    places[player] = tallies.size();
    tallies.push_back({player, {}});
  }
  for (const GameFacts& facts : store.facts()) {
    if (places[facts.black] < tallies.size()) {
      tallies[places[facts.black]].tally.add(facts, Color::kBlack);
    }
    if (places[facts.white] < tallies.size()) {
      tallies[places[facts.white]].tally.add(facts, Color::kWhite);
    }
  }
  std::ranges::stable_sort(tallies, [](const PlayerTally& a, const PlayerTally& b) {
    return a.tally.games > b.tally.games;
  });
  return tallies;
}

std::vector<NameCount> tournament_counts(const GameStore& store,
                                         std::span<const std::uint32_t> events) {
  std::vector<std::uint64_t> games(store.events().size());
  for (const GameFacts& facts : store.facts()) ++games[facts.event];
  std::vector<NameCount> counts;
  for (const std::uint32_t event : events) counts.push_back({event, games[event]});
  std::ranges::stable_sort(counts, std::ranges::greater{}, &NameCount::games);
  return counts;
}

}  // namespace sumi::book
