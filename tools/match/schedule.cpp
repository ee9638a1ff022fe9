// SPDX-License-Identifier: MIT
/// Of a round with M places for meetings and K pairs of games in each, the k-th pair of the m-th
/// meeting has the number k * M + m after those of the earlier rounds. Without rounds, each late
/// entry begins a new range of numbers (kPairsAStage). Pair p has the games 2 * p and 2 * p + 1, a
/// single game is 2 * p. Numbers depend on neither shard nor results, and no change of an event
/// alters those of finished games.
#include "book/opening_names.h"
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tools/match/schedule.h"
#include "tools/match/swiss.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace sumi::match {

// Openings depend only on seed and number, so that shards and resumed tournaments agree.

namespace {

/// Independent for each (seed, number, attempt).
SplitMix64 derived(std::uint64_t seed, std::uint64_t number, std::uint64_t attempt = 0) {
  std::uint64_t state = SplitMix64(seed).next();
  state = SplitMix64(state ^ number).next();
  return SplitMix64(state ^ attempt);
}

/// Whether the first word has only ranks of digits and discs. Texts for parse_game() also have
/// empty squares or file letters.
bool looks_like_fen(std::string_view line) {
  const std::string_view board =
      line.substr(0, std::ranges::find_if(line, is_space) - line.begin());
  return board.find('/') != board.npos && board.find_first_not_of("12345678/xXoOpP") == board.npos;
}

Result<GameRecord> parse_opening(std::string_view line, int size, int plies) {
  GameRecord opening;
  if (looks_like_fen(line)) {
    const Result<Position> position = parse_fen(line);
    if (!position) return position.error();
    opening.start = *position;
  } else {
    Result<GameRecord> game = parse_game(line, size);
    if (!game) return game.error();
    opening = std::move(*game);
  }
  if (opening.start.size != size) {
    return Error{ErrorCode::kOutOfRange, fmt::format("{} is on a board of size {}, not {}",
                                                     sumi::quoted(line), opening.start.size, size)};
  }
  if (plies > 0 && static_cast<std::size_t>(plies) < opening.moves.size()) {
    opening.moves.resize(static_cast<std::size_t>(plies));
  }
  if (opening.replay().over()) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} is a finished game; --opening-plies N takes its first N moves",
                             sumi::quoted(line))};
  }
  return opening;
}

/// Plays `plies` random moves (without passes), or until the game is over.
Game random_game(SplitMix64 random, int plies, int size) {
  Game game(start_position(size));
  for (int ply = 0; ply < plies && !game.over();) {
    const Bitboard moves = game.legal_moves();
    const Square square = moves == 0 ? Square::kPass : random_square(random, moves);
    [[maybe_unused]] const auto played = game.play(game.position().to_move, square);
    assert(played);
    if (square != Square::kPass) ++ply;
  }
  return game;
}

/// The opening at `index` in the order of lap `lap`.
std::size_t shuffled(std::size_t count, std::size_t index, std::uint64_t seed, std::uint64_t lap) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  SplitMix64 random = derived(seed, lap);
  // Fisher-Yates from the front, up to `index`.
  for (std::size_t i = 0; i <= index; ++i) {
    std::swap(order[i], order[i + random.next() % (count - i)]);
  }
  return order[index];
}

}  // namespace

Result<std::vector<GameRecord>> parse_openings(std::string_view text, int size, int plies) {
  std::vector<GameRecord> openings;
  text = without_bom(text);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = trim(take_until(text, '\n'));
    if (line.empty() || line[0] == '#' || line[0] == '%') continue;
    Result<GameRecord> opening = parse_opening(line, size, plies);
    if (!opening) {
      return Error{opening.error().code,
                   fmt::format("line {}: {}", number, opening.error().message)};
    }
    openings.push_back(std::move(*opening));
  }
  if (openings.empty()) {
    return Error{ErrorCode::kBadSyntax, "no openings; need one a line: moves, a board or a FEN"};
  }
  return openings;
}

Result<std::string> read_openings(const std::string& path, int size) {
  Result<std::string> text = read_file(path);
  if (!text) return text;
  const auto format = detect_format(path, *text);
  // parse_openings() reads lines, and names the line of a mistake.
  const bool is_lines = !format || *format == FileFormat::kTranscript ||
                        *format == FileFormat::kBoard || *format == FileFormat::kFen;
  if (!format || (is_lines && parse_openings(*text, size))) return text;
  TextOptions options;
  options.size = size;
  Result<GameFileReader> reader = GameFileReader::open(path, *format, {}, options);
  if (!reader) return reader.error();
  std::string lines;
  while (const auto item = reader->next()) {
    if (!item->entry && is_lines) return text;
    if (!item->entry) {
      return Error{item->entry.error().code,
                   fmt::format("{}: {}", item->where, item->entry.error().message)};
    }
    const GameRecord game = game_of(*item->entry);
    lines += fmt::format("{} {}\n", to_text(game.start), to_transcript(game));
  }
  return lines;
}

namespace {

// Found by `sumi solve`: after ten moves on 6x6 and six on 4x4, best play is a draw.
constexpr std::string_view k6x6Starts = R"(
d5c5b2e3e5f5f3a1b6c6
d5c5b2e5f6f5d6e3f4d2
d5c5b3c2b4a5b6c6b2e5
d5c5b3e3e4a3e2e5c2d2
d5c5b3e5d6c2b2e4b5a3
d5c5b3e5e6e3b5d2d1a3
d5c5b4a5b2c2b6d6d2e5
d5c5b5e5c2d6e3d2c1d1
d5c5b6c6b5a4b4e4f5e2
d5c5b6e2b2e4b3b4d2a2
d5c5b6e2b3b5c2a3a5b1
d5c5b6e3f2f3d2c6f4e4
d5c5b6e4c2c6e6d2e3f4
d5e3b2d6e5f4f2b3b4a5
d5e3c2b3d2c1a3d6f3c5
d5e3c2b3e4d1a3a4f2f3
d5e3c2b3f2c5e4e6b5f3
d5e3c2b3f2d1a3a4a2e4
d5e3c2b5f2d6e5b1b4c5
d5e3d2e1d1c1f3c5b5e5
d5e3e2c5b3d6e5f5f2b2
d5e3f2d6e4e5c5c6e6f4
d5e3f2f3c2b5d2f1c5b6
d5e5b3d2e4b4c2e3b5b1
d5e5b3d2e4f5e3b2b1a1
d5e5c2d6e4f3f5d2c5b5
d5e5e4e3c2b4d2e2f2d1
d5e5e4e3f4d6e2b3c5d2
d5e5f5c5b2e2b5c2d2a2
d5e5f5c5b5b4b2b6a4e2
d5e5f5f6b3d6e6b2c2b4
)";
constexpr std::string_view k4x4Starts = R"(
c4b4a1d1c1d2
c4b4a1d4a4a2
c4d2a1b4c1b1
c4d2c1b4a2b1
c4d2c1b4a3d1
c4d2d1b4a2b1
c4d2d1b4d3d4
c4d2d1d4a2a3
c4d2d1d4a2c1
c4d4a2a3a4c1
c4d4b1c1d1a3
)";

}  // namespace

std::vector<GameRecord> balanced_starts(int size) {
  if (size != 8) return parse_openings(size == 6 ? k6x6Starts : k4x4Starts, size).value();
  const auto starts = book::xot_starts();
  return {starts.begin(), starts.end()};
}

GameRecord random_opening(std::uint64_t seed, std::uint64_t number, int plies, int size) {
  // Redraw the rare games that end early. If all do (for example, with more plies than squares),
  // reduce `plies`; a game of one ply never ends.
  constexpr std::uint64_t kAttempts = 1000;
  for (std::uint64_t attempt = 0;; ++attempt) {
    if (attempt % kAttempts == kAttempts - 1) --plies;
    const Game game = random_game(derived(seed, number, attempt), plies, size);
    if (!game.over()) return record_of(game);
  }
}

Result<Openings> Openings::of(const MatchConfig& config, std::string_view file) {
  const auto first = static_cast<std::uint64_t>(config.first_opening - 1);
  switch (opening_source(config)) {
    case OpeningSource::kRandom:
      return Openings(random_plies(config), config.seed, config.size, first);
    case OpeningSource::kBalanced:
      return Openings(balanced_starts(config.size), config.shuffle, config.seed, first);
    case OpeningSource::kFile:
      break;
  }
  auto list = parse_openings(file, config.size, config.opening_plies);
  if (!list) {
    return Error{list.error().code,
                 fmt::format("openings {}: {}", config.openings, list.error().message)};
  }
  return Openings(std::move(*list), config.shuffle, config.seed, first);
}

Openings::Openings(std::vector<GameRecord> list, bool shuffle, std::uint64_t seed,
                   std::uint64_t first)
    : list_(std::move(list)), shuffle_(shuffle), seed_(seed), first_(first) {
  assert(!list_.empty());
}

Openings::Openings(int random_plies, std::uint64_t seed, int size, std::uint64_t first)
    : seed_(seed), first_(first), random_plies_(random_plies), size_(size) {}

GameRecord Openings::operator[](std::uint64_t number) const {
  number += first_;
  if (list_.empty()) return random_opening(seed_, number, random_plies_, size_);
  const std::size_t count = list_.size();
  const std::size_t index = number % count;
  return list_[shuffle_ ? shuffled(count, index, seed_, number / count) : index];
}

namespace {

/// Pairs of games in a meeting; a single game is a pair.
int pairs_a_meeting(const MatchConfig& config) { return std::max(config.games / 2, 1); }

/// Pair numbers reserved for the meetings that one change of an event adds.
constexpr int kPairsAStage = 1 << 23;
static_assert((kMaxChanges + 1) * (kPairsAStage / 1024) <= (1 << 20));  // below 2^30 pairs

/// Whether a stage adds the meeting of two engines: the later of both joins in it.
bool meets_in(const MatchConfig& config, int stage, int a, int b) {
  const auto gone = [&](int engine) {
    const auto& withdrawn = config.engine(engine).withdrawn;
    return withdrawn && *withdrawn <= stage;
  };
  const int joined = std::max(config.engine(a).joined, config.engine(b).joined);
  return joined == stage && !gone(a) && !gone(b);
}

/// Everyone against everyone, or the first against all others.
std::vector<Encounter> stage_encounters(const MatchConfig& config, int stage) {
  const int engines = static_cast<int>(config.engines.size());
  const int firsts = config.format == Format::kRoundRobin ? engines : 1;
  std::vector<Encounter> encounters;
  for (int first = 0; first < firsts; ++first) {
    for (int second = first + 1; second < engines; ++second) {
      if (meets_in(config, stage, first, second)) encounters.push_back({first, second});
    }
  }
  return encounters;
}

/// A round of the circle method, in which one place is fixed and the others rotate. Over all rounds
/// of a cycle nobody has one colour more than once more often than the other; the next cycle swaps
/// the colours.
std::vector<Encounter> circle_round(const MatchConfig& config, int round) {
  const int engines = static_cast<int>(config.engines.size());
  const int circle = engines + engines % 2 - 1;  // with an odd number, the fixed place is empty
  const int turn = round % circle, cycle = round / circle;
  std::vector<Encounter> encounters;
  const auto add = [&](int first, int second) {
    if (cycle % 2 != 0) std::swap(first, second);
    encounters.push_back({first, second, cycle});
  };
  if (engines % 2 == 0) turn % 2 == 0 ? add(circle, turn) : add(turn, circle);
  for (int i = 1; i <= circle / 2; ++i) {
    add((turn + i) % circle, (turn + circle - i) % circle);
  }
  return encounters;
}

/// A knockout's tree: 2^k places, seeded so that the best engines meet last.
class Knockout {
 public:
  static constexpr int kNobody = -1;

  Knockout(const MatchConfig& config, std::span<const GameResult> games);

  int rounds() const { return rounds_; }

  /// Who plays at a place of a round: the winner of two places of the round before; kNobody if both
  /// were empty.
  int at_place(int round, int place) const;

 private:
  int winner(int round, int a, int b) const;

  int engines_, rounds_ = 0;
  std::vector<int> seeds_ = {0};  ///< By place.
  std::span<const GameResult> games_;
};

Knockout::Knockout(const MatchConfig& config, std::span<const GameResult> games)
    : engines_(static_cast<int>(config.engines.size())), games_(games) {
  while (static_cast<int>(seeds_.size()) < engines_) {
    const int places = 2 * static_cast<int>(seeds_.size());
    std::vector<int> next;
    for (const int seed : seeds_) next.insert(next.end(), {seed, places - 1 - seed});
    seeds_ = std::move(next);
    ++rounds_;
  }
}

int Knockout::at_place(int round, int place) const {
  if (round == 0) return seeds_[at(place)] < engines_ ? seeds_[at(place)] : kNobody;
  const int a = at_place(round - 1, 2 * place), b = at_place(round - 1, 2 * place + 1);
  if (a == kNobody || b == kNobody) return a == kNobody ? b : a;
  return winner(round - 1, a, b);
}

/// By points, discs and the better seed.
int Knockout::winner(int round, int a, int b) const {
  int points = 0, discs = 0;  // of `a`, less those of `b`
  for (const GameResult& game : games_) {
    const Fixture& f = game.fixture;
    if (f.round != round || std::minmax(f.black, f.white) != std::minmax(a, b)) continue;
    const int sign = f.black == a ? 1 : -1;
    points += sign * (game.black_points() - 1);
    if (game.black_score) discs += sign * game.black_score->discs;
  }
  if (points != 0) return points > 0 ? a : b;
  if (discs != 0) return discs > 0 ? a : b;
  return std::min(a, b);
}

/// By meeting; std::nullopt where nobody plays.
using Meetings = std::vector<std::optional<Encounter>>;

Meetings knockout_round(const MatchConfig& config, int round, std::span<const GameResult> games) {
  const Knockout knockout(config, games);
  Meetings meetings(std::size_t{1} << (knockout.rounds() - 1 - round));
  for (std::size_t m = 0; m < meetings.size(); ++m) {
    int a = knockout.at_place(round, 2 * static_cast<int>(m));
    int b = knockout.at_place(round, 2 * static_cast<int>(m) + 1);
    if (a == Knockout::kNobody || b == Knockout::kNobody) continue;
    // The better seed has Black in every other round.
    if ((a < b) != (round % 2 == 0)) std::swap(a, b);
    meetings[m] = Encounter{a, b};
  }
  return meetings;
}

/// Places for meetings in a round, which does not depend on withdrawals.
int places_of(const MatchConfig& config, int round) {
  if (config.format == Format::kKnockout) return 1 << (rounds(config) - 1 - round);
  const auto joined = std::ranges::count_if(
      config.engines, [&](const EngineSpec& spec) { return spec.joined <= round; });
  return static_cast<int>(joined / 2);
}

/// The number of the first pair of a round or stage.
int first_pair(const MatchConfig& config, int round) {
  if (!has_rounds(config)) return round * kPairsAStage;
  int first = 0;
  for (int r = 0; r < round; ++r) first += places_of(config, r) * pairs_a_meeting(config);
  return first;
}

/// The meetings of a Swiss round at their places. Where games of the round are finished, those are
/// kept even if its pairing would now differ.
Meetings swiss_meetings(const MatchConfig& config, int round, std::span<const GameResult> games) {
  const int places = places_of(config, round), base = first_pair(config, round);
  Meetings begun(at(places));
  for (const GameResult& game : games) {
    const Fixture& f = game.fixture;
    if (f.round != round || places == 0 || f.pair < base) continue;
    const bool swapped = f.id % 2 != 0;
    begun[at((f.pair - base) % places)] =
        Encounter{swapped ? f.white : f.black, swapped ? f.black : f.white};
  }
  const std::vector<Encounter> fresh = swiss_round(config, round, games);
  bool agree = true;
  for (std::size_t m = 0; m < begun.size(); ++m) {
    if (!begun[m]) continue;
    agree = agree && m < fresh.size() && fresh[m].first == begun[m]->first &&
            fresh[m].second == begun[m]->second;
  }
  Meetings meetings(at(places));
  if (agree) {
    std::ranges::copy(fresh, meetings.begin());
    return meetings;
  }
  std::vector<std::pair<int, int>> kept;
  for (const auto& encounter : begun) {
    if (encounter) kept.emplace_back(encounter->first, encounter->second);
  }
  auto place = meetings.begin();
  for (const Encounter& encounter : swiss_round(config, round, games, kept)) {
    const auto same = std::ranges::find_if(begun, [&](const auto& b) {
      return b &&
             std::minmax(b->first, b->second) == std::minmax(encounter.first, encounter.second);
    });
    if (same != begun.end()) {
      meetings[static_cast<std::size_t>(same - begun.begin())] = {
          {(*same)->first, (*same)->second, encounter.before}};
      continue;
    }
    while (place != meetings.end() && begun[static_cast<std::size_t>(place - meetings.begin())]) {
      ++place;
    }
    if (place == meetings.end()) break;  // games that no plan of ours has
    *place++ = encounter;
  }
  return meetings;
}

Meetings meetings_of(const MatchConfig& config, int round, std::span<const GameResult> games) {
  if (config.format == Format::kSwiss) return swiss_meetings(config, round, games);
  if (config.format == Format::kKnockout) return knockout_round(config, round, games);
  const std::vector<Encounter> encounters =
      has_rounds(config) ? circle_round(config, round) : stage_encounters(config, round);
  return {encounters.begin(), encounters.end()};
}

/// Adds the games of a round, or of what a change added, in starting order.
void add_fixtures(const MatchConfig& config, int round, std::span<const GameResult> games,
                  std::vector<Fixture>& fixtures) {
  const Meetings meetings = meetings_of(config, round, games);
  const int base = first_pair(config, round), pairs = pairs_a_meeting(config);
  const int shown_round = has_rounds(config) ? round : 0;
  for (int k = 0; k < pairs; ++k) {
    for (std::size_t m = 0; m < meetings.size(); ++m) {
      if (!meetings[m]) continue;
      const int pair = base + k * static_cast<int>(meetings.size()) + static_cast<int>(m);
      if (!config.shard.has(static_cast<std::uint64_t>(pair))) continue;
      const Encounter& e = *meetings[m];
      // With the same openings, a rematch continues with those after its last meeting's.
      const auto opening =
          static_cast<std::uint64_t>(config.same_openings ? e.before * pairs + k : pair);
      fixtures.push_back({2 * pair, pair, shown_round, e.first, e.second, opening});
      if (config.games == 1) continue;
      fixtures.push_back({2 * pair + 1, pair, shown_round, e.second, e.first, opening});
    }
  }
}

}  // namespace

int rounds(const MatchConfig& config) {
  if (config.format == Format::kKnockout) return Knockout(config, {}).rounds();
  if (config.format == Format::kSwiss) return config.rounds > 0 ? config.rounds : kSwissRounds;
  return has_rounds(config) ? config.rounds : 1;
}

int first_open_round(std::span<const GameResult> games) {
  int round = 0;
  for (const GameResult& game : games) round = std::max(round, game.fixture.round);
  return round;
}

std::vector<int> left_in_knockout(const MatchConfig& config, int round,
                                  std::span<const GameResult> games) {
  const Knockout knockout(config, games);
  std::vector<int> engines;
  for (int place = 0; place < 1 << (knockout.rounds() - round); ++place) {
    const int engine = knockout.at_place(round, place);
    if (engine != Knockout::kNobody) engines.push_back(engine);
  }
  return engines;
}

int next_change(const MatchConfig& config, std::span<const GameResult> games) {
  if (has_rounds(config)) return games.empty() ? 0 : first_open_round(games) + 1;
  int latest = 0;
  for (const EngineSpec& spec : config.engines) {
    latest = std::max({latest, spec.joined, spec.withdrawn.value_or(0)});
  }
  return latest + 1;
}

int planned_games(const MatchConfig& config) {
  if (!check(config)) return 0;
  if (config.format == Format::kKnockout) {
    return (static_cast<int>(config.engines.size()) - 1) * config.games;
  }
  if (config.format != Format::kSwiss) {
    int games = 0;
    for (int round = 0; round < rounds(config); ++round) {
      games += static_cast<int>(schedule(config, round, {}).size());
    }
    return games;
  }
  int meetings = 0;
  for (int round = 0; round < rounds(config); ++round) {
    meetings += static_cast<int>(paired_in(config, round).size() / 2);
  }
  return meetings * config.games;
}

std::vector<int> possible_ids(const MatchConfig& config) {
  std::vector<int> ids;
  if (!has_rounds(config)) {
    for (const Fixture& fixture : schedule(config, 0, {})) ids.push_back(fixture.id);
    return ids;
  }
  const int end = 2 * first_pair(config, rounds(config));
  for (int id = 0; id < end; id += config.games == 1 ? 2 : 1) ids.push_back(id);
  return ids;
}

std::vector<Fixture> schedule(const MatchConfig& config, int round,
                              std::span<const GameResult> games) {
  assert(check(config) && round >= 0 && round < rounds(config));
  std::vector<Fixture> fixtures;
  const int stages = has_rounds(config) ? 1 : std::min(next_change(config, {}), kMaxChanges + 1);
  for (int stage = 0; stage < stages; ++stage) {
    add_fixtures(config, has_rounds(config) ? round : stage, games, fixtures);
  }
  return fixtures;
}

std::vector<Fixture> missing_games(const MatchConfig& config, int round,
                                   std::span<const GameResult> games) {
  std::set<int> finished;
  for (const GameResult& game : games) finished.insert(game.fixture.id);
  std::vector<Fixture> missing = schedule(config, round, games);
  std::erase_if(missing, [&](const Fixture& f) { return finished.contains(f.id); });
  return missing;
}

}  // namespace sumi::match
