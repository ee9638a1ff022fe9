// SPDX-License-Identifier: MIT
/// A game in progress, on a board of any size: start, moves so far, the position now; every
/// protocol session and the match referee keep one. Below it a game as files have it.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// A move as it was made: by whom, where (kPass for a pass).
struct PlayedMove {
  Color color = Color::kBlack;
  Square square = Square::kPass;
  bool implicit = false;  ///< A pass that was not sent but followed from the next move.

  friend constexpr bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// One thread at a time.
class Game {
 public:
  Game() : Game(Position{}) {}
  explicit Game(const Position& start);

  const Position& start() const { return positions_.front(); }
  const Position& position() const { return positions_.back(); }
  const std::vector<PlayedMove>& moves() const { return moves_; }
  bool over() const;
  Bitboard legal_moves() const;  ///< Moves of the side to move.

  /// Black's final score, empties to the winner. Requires: over().
  DiscDiff black_score() const;

  /// Plays for `color`. If `color` is not to move but the side to move must pass, that pass is
  /// put in first and marked implicit. A pass is legal when `color` has no move; in a finished
  /// game either side may pass, any number of times (such passes are kept as moves).
  /// Fails with kIllegalMove and changes nothing.
  Result<void> play(Color color, Square square);

  /// play() for the side to move, or for the other side if the side to move must pass.
  Result<void> play(Square square);

  /// Takes back the last move, and with it an implicit pass before it. False at the start.
  bool undo();

 private:
  void add(const PlayedMove& move, const Position& after);

  std::vector<Position> positions_;  ///< One more than moves_; never empty.
  std::vector<PlayedMove> moves_;
};

// A recorded game, as the codecs of engine/formats/ read it.

/// What a game's record says of a move besides its square.
struct MoveNote {
  std::optional<double> discs;    ///< Evaluation, for the side that moved.
  std::optional<double> seconds;  ///< Time spent on the move.
  std::string comment{};          ///< UTF-8; may have several lines.

  friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

/// The score that best play from `empties` empties on would have ended in, as databases give it.
struct TheoreticalScore {
  DiscDiff black;
  int empties = 0;

  friend bool operator==(const TheoreticalScore&, const TheoreticalScore&) = default;
};

/// Something that a file says and GameRecord has no place for; kept, so that nothing is lost.
struct ExtraTag {
  std::string name, value;  ///< The name as its format has it, "Annotator".

  friend bool operator==(const ExtraTag&, const ExtraTag&) = default;
};

/// A recorded game: the start, then the squares played, passes included. The moves are legal:
/// every codec replays what it reads. Texts are UTF-8, and empty if the file has none.
struct GameRecord {
  Position start;
  std::vector<Square> moves;
  std::string black, white;  ///< Names.
  std::string result;        ///< In the file's words, "B+12".

  std::vector<MoveNote> notes;  ///< One for each of `moves`, or none at all.
  std::string place, date;      ///< "GGS/os", "2003.12.15_12:33:18.MST".
  std::string event, round;     ///< Tournament, and round in it.
  std::string comment;
  std::string black_rating, white_rating;  ///< "2345.67".
  std::string black_clock, white_clock;    ///< "05:00//02:00": main time/increment/grace.
  std::optional<TheoreticalScore> theoretical;
  std::vector<ExtraTag> extra;  ///< In the order of the file.

  /// The game after the first `count` moves, or after all.
  Game replay(std::size_t count = static_cast<std::size_t>(-1)) const;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// The start of a game and all its moves.
GameRecord record_of(const Game& game);

/// Black's discs minus White's by a result as games tell it: "B+12", "W+4", "37-27", "+2.000:r" or
/// "-2,000" (GGF); 0 for "1/2-1/2". Nothing for "?", for "1-0" and "0-1", which name the winner
/// only (the first listed is Black, so "1-0" is won by Black), and for other words.
std::optional<double> result_score(std::string_view result);

/// The winner by "1-0" or "0-1" and by a result that has a score; nothing for a draw and for what
/// is unknown. "B+Resign", "W+T" and "B+" too.
std::optional<Color> result_winner(std::string_view result);

}  // namespace sumi
