// SPDX-License-Identifier: MIT
/// The k-th pair of the m-th of M meetings (of a round, G games each) is pair = (round * G/2 + k) *
/// M + m, with game ids 2 * pair and 2 * pair + 1. It depends on neither shard nor results.
#include "book/opening_names.h"
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tools/match/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>
#include <tuple>
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
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
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
    if (game.over()) continue;
    GameRecord opening;
    opening.start = game.start();
    for (const PlayedMove& move : game.moves()) opening.moves.push_back(move.square);
    return opening;
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

struct Encounter {
  int first = 0, second = 0;
  int before = 0;  ///< Earlier meetings (Swiss).
};

std::vector<Encounter> all_play_all(int engines) {
  std::vector<Encounter> encounters;
  for (int first = 0; first < engines; ++first) {
    for (int second = first + 1; second < engines; ++second) encounters.push_back({first, second});
  }
  return encounters;
}

std::vector<Encounter> first_plays_all(int engines) {
  std::vector<Encounter> encounters;
  for (int second = 1; second < engines; ++second) encounters.push_back({0, second});
  return encounters;
}

/// Pairs a Swiss round. Standings are by points, then index. Pairs the best free engine with the
/// next one it has not met, by backtracking and with as few rematches as possible. If the number of
/// engines is odd, the lowest engine with the fewest byes gets a bye. For pairing only, a bye
/// counts as a meeting with all games won.
class SwissRound {
 public:
  SwissRound(const MatchConfig& config, int round, std::span<const GameResult> earlier);

  std::vector<Encounter> encounters();

 private:
  using Engines = std::vector<int>;

  Engines standings() const;
  std::vector<Engines> fields() const;
  bool pair_up(const Engines& engines, int rematches);
  int& met(int a, int b) { return met_[a * count_ + b]; }

  int count_;
  std::vector<int> points_;  ///< Half points.
  std::vector<int> byes_;
  std::vector<int> met_;  ///< Meetings of each pair of engines.
  std::vector<Encounter> encounters_;
  int steps_ = 0;  ///< Left for pair_up().
};

SwissRound::SwissRound(const MatchConfig& config, int round, std::span<const GameResult> earlier)
    : count_(static_cast<int>(config.engines.size())),
      points_(count_),
      byes_(count_, round),  // played rounds are subtracted below
      met_(static_cast<std::size_t>(count_) * count_) {
  std::set<std::tuple<int, int, int>> seen;
  for (const GameResult& game : earlier) {
    const auto [first, second] = std::minmax({game.fixture.black, game.fixture.white});
    points_[game.fixture.black] += game.black_points();
    points_[game.fixture.white] += 2 - game.black_points();
    if (!seen.insert({game.fixture.round, first, second}).second) continue;
    ++met(first, second);
    ++met(second, first);
    --byes_[first];
    --byes_[second];
  }
  for (int engine = 0; engine < count_; ++engine) {
    points_[engine] += byes_[engine] * 2 * config.games;
  }
}

SwissRound::Engines SwissRound::standings() const {
  Engines engines(count_);
  std::iota(engines.begin(), engines.end(), 0);
  std::ranges::stable_sort(engines, [&](int a, int b) { return points_[a] > points_[b]; });
  return engines;
}

/// Possible sets of players, best first: all, or all but one.
std::vector<SwissRound::Engines> SwissRound::fields() const {
  const Engines all = standings();
  if (count_ % 2 == 0) return {all};
  const int fewest = *std::ranges::min_element(byes_);
  std::vector<Engines> fields;
  for (std::size_t place = all.size(); place-- > 0;) {
    if (byes_[all[place]] > fewest) continue;
    fields.push_back(all);
    fields.back().erase(fields.back().begin() + static_cast<std::ptrdiff_t>(place));
  }
  return fields;
}

/// Pairs all engines by backtracking, with at most `rematches` earlier meetings in total.
bool SwissRound::pair_up(const Engines& engines, int rematches) {
  if (engines.empty()) return true;
  if (--steps_ < 0) return false;
  const int first = engines[0];
  for (std::size_t i = 1; i < engines.size(); ++i) {
    const int second = engines[i], before = met(first, second);
    if (before > rematches) continue;
    Engines others(engines.begin() + 1, engines.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    encounters_.push_back({first, second, before});
    if (pair_up(others, rematches - before)) return true;
    encounters_.pop_back();
  }
  return false;
}

std::vector<Encounter> SwissRound::encounters() {
  // Exhaustive for a dozen engines. With more, allows another rematch after kMaxSteps; with enough
  // rematches the first try succeeds.
  constexpr int kMaxSteps = 20'000;
  for (int rematches = 0;; ++rematches) {
    steps_ = kMaxSteps;
    for (const Engines& engines : fields()) {
      if (pair_up(engines, rematches)) return encounters_;
    }
  }
}

std::vector<Encounter> encounters_of(const MatchConfig& config, int round,
                                     std::span<const GameResult> earlier) {
  const int engines = static_cast<int>(config.engines.size());
  switch (config.format) {
    case Format::kRoundRobin:
      return all_play_all(engines);
    case Format::kSwiss:
      return SwissRound(config, round, earlier).encounters();
    case Format::kMatch:
    case Format::kGauntlet:
      break;
  }
  return first_plays_all(engines);
}

}  // namespace

int rounds(const MatchConfig& config) {
  return config.format == Format::kSwiss ? config.rounds : 1;
}

int planned_games(const MatchConfig& config) {
  if (!check(config)) return 0;
  // All Swiss rounds have the same number of games.
  return rounds(config) * static_cast<int>(schedule(config, 0, {}).size());
}

std::vector<Fixture> schedule(const MatchConfig& config, int round,
                              std::span<const GameResult> earlier) {
  assert(check(config) && round >= 0 && round < rounds(config));
  const std::vector<Encounter> encounters = encounters_of(config, round, earlier);
  const int openings = config.games / 2, count = static_cast<int>(encounters.size());
  std::vector<Fixture> fixtures;
  for (int k = 0; k < openings; ++k) {
    for (int m = 0; m < count; ++m) {
      const int pair = (round * openings + k) * count + m;
      if (!config.shard.has(static_cast<std::uint64_t>(pair))) continue;
      const Encounter& e = encounters[static_cast<std::size_t>(m)];
      // With the same openings, a rematch continues with those after its last meeting's.
      const auto opening =
          static_cast<std::uint64_t>(config.same_openings ? e.before * openings + k : pair);
      fixtures.push_back({2 * pair, pair, round, e.first, e.second, opening});
      fixtures.push_back({2 * pair + 1, pair, round, e.second, e.first, opening});
    }
  }
  return fixtures;
}

}  // namespace sumi::match
