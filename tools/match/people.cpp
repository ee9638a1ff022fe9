// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tools/match/people.h"
#include "tools/match/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace sumi::match {
namespace {

Error bad_result(std::string_view text, std::string_view what) {
  return {ErrorCode::kBadSyntax, fmt::format("result {}: {}", sumi::quoted(text), what)};
}

std::vector<TimedMove> untimed_moves(const Game& game) {
  std::vector<TimedMove> moves;
  for (const PlayedMove& move : game.moves()) {
    moves.push_back({move.color, move.square, 0, std::nullopt});
  }
  return moves;
}

/// The moves of a game, which must be finished and begin with those of `result`, the opening's.
Result<void> read_moves(std::string_view text, const GameRecord& opening, GameResult& result) {
  const int size = opening.start.size;
  const Result<GameRecord> record =
      parse_game(fmt::format("{} {}", to_text(opening.start), text), size);
  if (!record) return record.error();
  const Game game = record->replay();
  if (!game.over()) return bad_result(text, "these moves do not finish the game");
  const std::vector<TimedMove> moves = untimed_moves(game);
  if (std::ranges::mismatch(result.moves, moves).in1 != result.moves.end()) {
    return bad_result(text, fmt::format("the game begins with {}", to_transcript(opening)));
  }
  result.moves = moves;
  result.black_score = game.black_score();
  return {};
}

/// "38-26"; std::nullopt for other texts.
std::optional<std::pair<int, int>> parse_discs(std::string_view text) {
  const auto black = parse_count(take_until(text, '-')), white = parse_count(text);
  if (!black || !white) return std::nullopt;
  return std::pair(*black, *white);
}

}  // namespace

bool needs_people(const MatchConfig& config, const Fixture& fixture) {
  return is_person(config.engine(fixture.black)) || is_person(config.engine(fixture.white));
}

std::vector<Fixture> games_of_people(const MatchConfig& config, std::span<const GameResult> games) {
  if (std::ranges::none_of(config.engines, is_person)) return {};
  for (int round = first_open_round(games); round < rounds(config); ++round) {
    std::vector<Fixture> open = missing_games(config, round, games);
    if (open.empty()) continue;
    std::erase_if(open, [&](const Fixture& f) { return !needs_people(config, f); });
    return open;
  }
  return {};
}

Result<GameResult> entered_result(const Fixture& fixture, const GameRecord& opening,
                                  std::string_view text) {
  const int squares = opening.start.size * opening.start.size;
  GameResult result = unplayed(fixture, opening, std::nullopt);
  result.detail = kEnteredByHand;
  const Game given = opening.replay();
  result.moves = untimed_moves(given);
  result.opening_moves = static_cast<int>(result.moves.size());
  result.ending = Ending::kPlayedOut;
  const auto set_score = [&](int discs) -> Result<GameResult> {
    if (std::abs(discs) > squares || discs % 2 != 0) {
      return bad_result(
          text, fmt::format("the difference is an even number of at most {} discs", squares));
    }
    result.black_score = DiscDiff{discs};
    return result;
  };
  if (const auto discs = parse_discs(text)) {
    const auto [black, white] = *discs;
    const Board& board = given.position().board;
    if (black + white > squares || black + white < std::popcount(board.own | board.opp)) {
      return bad_result(text, fmt::format("a game ends with at most {} discs, and at least those "
                                          "of its opening",
                                          squares));
    }
    const int empty = squares - black - white;
    return set_score(black - white + (black > white ? empty : black < white ? -empty : 0));
  }
  const auto winner = result_winner(text);
  if (const auto score = result_score(text)) {
    if (*score != std::round(*score)) return bad_result(text, "a score has whole discs");
    return set_score(static_cast<int>(*score));
  }
  if (winner) {
    const char how = text.size() > 2 ? to_lower(text[2]) : ' ';
    result.at_fault = !*winner;
    result.ending = how == 't' ? Ending::kTimeLoss : Ending::kResigned;
    return result;
  }
  if (const auto read = read_moves(text, opening, result); !read) {
    return bad_result(text, fmt::format("neither 38-26, B+12, 0, W+resign or W+time nor all moves "
                                        "({})",
                                        read.error().message));
  }
  return result;
}

}  // namespace sumi::match
