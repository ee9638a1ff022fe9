// SPDX-License-Identifier: MIT
/// Game: a game in progress. GameRecord: a game as files store it.
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

struct PlayedMove {
  Color color = Color::kBlack;
  Square square = Square::kPass;
  bool implicit = false;  ///< A pass that was not sent, inserted before the next move.

  friend constexpr bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// Not thread-safe.
class Game {
 public:
  Game() : Game(Position{}) {}
  explicit Game(const Position& start);

  const Position& start() const { return positions_.front(); }
  const Position& position() const { return positions_.back(); }
  const std::vector<PlayedMove>& moves() const { return moves_; }
  bool over() const;
  Bitboard legal_moves() const;

  /// The winner gets the empties. Requires: over().
  DiscDiff black_score() const;

  /// If `color` is not to move but the side to move must pass, first inserts that pass, marked
  /// implicit. A pass is legal if `color` has no move; in a finished game either side may pass
  /// repeatedly, and these passes are kept. An illegal move fails with kIllegalMove and changes
  /// nothing.
  Result<void> play(Color color, Square square);

  /// Plays for the side to move, or for the other side after a forced pass.
  Result<void> play(Square square);

  /// Takes back the last move and any implicit pass before it. False at the start.
  bool undo();

 private:
  void add(const PlayedMove& move, const Position& after);

  std::vector<Position> positions_;  ///< Size: moves_.size() + 1.
  std::vector<PlayedMove> moves_;
};

/// Annotations of a move.
struct MoveNote {
  std::optional<double> discs;  ///< Evaluation for the side that moved.
  std::optional<double> seconds;
  std::string comment{};  ///< UTF-8; may have several lines.

  friend bool operator==(const MoveNote&, const MoveNote&) = default;
};

/// The score of best play from `empties` empties on, as in databases.
struct TheoreticalScore {
  DiscDiff black;
  int empties = 0;

  friend bool operator==(const TheoreticalScore&, const TheoreticalScore&) = default;
};

/// Data without a field in GameRecord, kept to lose nothing.
struct ExtraTag {
  std::string name, value;  ///< As in the format: "Annotator".

  friend bool operator==(const ExtraTag&, const ExtraTag&) = default;
};

/// All moves are legal, because codecs replay them; passes are included. Texts are UTF-8, empty if
/// missing.
struct GameRecord {
  Position start;
  std::vector<Square> moves;
  std::string black, white;
  std::string result;  ///< As in the file: "B+12".

  std::vector<MoveNote> notes;  ///< One for each of `moves`, or empty.
  std::string place, date;      ///< "GGS/os", "2003.12.15_12:33:18.MST".
  std::string event, round;     ///< Tournament and its round.
  std::string comment;
  std::string black_rating, white_rating;  ///< "2345.67".
  std::string black_clock, white_clock;    ///< "05:00//02:00": main time/increment/grace.
  std::optional<TheoreticalScore> theoretical;
  std::vector<ExtraTag> extra;  ///< In file order.

  /// The game after the first `count` moves.
  Game replay(std::size_t count = static_cast<std::size_t>(-1)) const;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

GameRecord record_of(const Game& game);

/// Black's discs minus White's, from a result such as "B+12", "W+4", "37-27", GGF's "+2.000:r" and
/// "-2,000"; 0 for "1/2-1/2". Nothing for other texts, such as "1-0" and "0-1".
std::optional<double> result_score(std::string_view result);

/// From "1-0" (Black), "0-1", "B+Resign", "W+T", "B+" or a result with a score. Nothing for a draw
/// or an unknown result.
std::optional<Color> result_winner(std::string_view result);

}  // namespace sumi
