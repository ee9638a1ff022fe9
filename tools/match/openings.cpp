// SPDX-License-Identifier: MIT
/// Openings as a pure function of seed and number, so that shards and resumed tournaments agree.
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/random_square.h"
#include "tools/match/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace sumi::match {
namespace {

/// A generator for one purpose, unlike those for all other numbers.
SplitMix64 derived(std::uint64_t seed, std::uint64_t number, std::uint64_t attempt = 0) {
  std::uint64_t state = SplitMix64(seed).next();
  state = SplitMix64(state ^ number).next();
  return SplitMix64(state ^ attempt);
}

/// The first word is ranks of digits and discs, and nothing that parse_game() needs: empty
/// squares as signs, or the files of moves.
bool looks_like_fen(std::string_view line) {
  const std::string_view board =
      line.substr(0, std::ranges::find_if(line, is_space) - line.begin());
  return board.find('/') != board.npos && board.find_first_not_of("12345678/xXoOpP") == board.npos;
}

Result<GameRecord> parse_opening(std::string_view line, int size) {
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
  if (opening.replay().over()) {
    return Error{ErrorCode::kOutOfRange, fmt::format("{} is a finished game", sumi::quoted(line))};
  }
  return opening;
}

/// Plays random moves until there are `plies`, passes not counted, or the game is over.
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

/// The place of `index` in the order of one time through.
std::size_t shuffled(std::size_t count, std::size_t index, std::uint64_t seed, std::uint64_t lap) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  SplitMix64 random = derived(seed, lap);
  // Fisher and Yates, from the front: what comes after `index` is of no interest.
  for (std::size_t i = 0; i <= index; ++i) {
    std::swap(order[i], order[i + random.next() % (count - i)]);
  }
  return order[index];
}

}  // namespace

Result<std::vector<GameRecord>> parse_openings(std::string_view text, int size) {
  std::vector<GameRecord> openings;
  text = without_bom(text);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == '#' || line[0] == '%') continue;
    Result<GameRecord> opening = parse_opening(line, size);
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

GameRecord random_opening(std::uint64_t seed, std::uint64_t number, int plies, int size) {
  // Short games are rare, and a game of one ply is never over; but where all are, as with more
  // plies than squares, fewer plies must do.
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

Openings::Openings(std::vector<GameRecord> from_file, bool shuffle, std::uint64_t seed)
    : from_file_(std::move(from_file)), shuffle_(shuffle), seed_(seed) {
  assert(!from_file_.empty());
}

Openings::Openings(int random_plies, std::uint64_t seed, int size)
    : seed_(seed), random_plies_(random_plies), size_(size) {}

GameRecord Openings::operator[](std::uint64_t number) const {
  if (from_file_.empty()) return random_opening(seed_, number, random_plies_, size_);
  const std::size_t count = from_file_.size();
  const std::size_t index = number % count;
  return from_file_[shuffle_ ? shuffled(count, index, seed_, number / count) : index];
}

}  // namespace sumi::match
