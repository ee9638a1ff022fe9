// SPDX-License-Identifier: MIT
/// The positions of an evaluation report: records with scores, and OBF lines whose moves have them.
#pragma once

#include "engine/formats/obf.h"
#include "tools/lab/records.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sumi::lab {

/// A position and what it is worth.
struct ScoredBoard {
  Board board;
  DiscDiff score;  ///< What it is worth for the side to move.

  friend bool operator==(const ScoredBoard&, const ScoredBoard&) = default;
};

/// An OBF line.
struct ScoredMoves {
  Board board;
  DiscDiff score;              ///< The score of its best moves.
  std::vector<ObfMove> moves;  ///< Perhaps not all legal ones; none if only the score is known.
};

/// The lines of one OBF file.
struct MoveSet {
  std::string name;  ///< The file's, without folder and suffix.
  std::vector<ScoredMoves> positions;
};

/// Which positions take part.
struct EvalFilter {
  bool all_scores = false;  ///< Records whose score is how the game ended take part, too.
  int min_empties = 0, max_empties = 60;

  bool takes(const Board& board) const;  ///< Never a finished game: it needs no estimate.
};

struct EvalInput {
  std::vector<ScoredBoard> records;  ///< In the order of the files.
  std::vector<MoveSet> sets;         ///< One for each OBF file with positions that take part.
  std::uint64_t records_read = 0;    ///< Records, with those that do not take part.
  std::uint64_t positions_read = 0;  ///< OBF lines, with those that do not take part.
  std::uint64_t without_score = 0;   ///< OBF lines left out because they have no score.
};

/// Reads files, told by their contents, and folders of records. Fails with kNotFound or kBadFile on
/// what is neither; messages name file and line.
Result<EvalInput> read_eval_input(std::span<const std::string> files_and_folders,
                                  const EvalFilter& filter);

/// The lines of an OBF text of 8x8, whatever their scores. Messages name the line.
Result<std::vector<ObfLine>> parse_obf(std::string_view text);

/// `wanted` of them, spread evenly: one drawn by the seed from each of so many equal parts, in
/// their order. All if there are no more.
std::vector<ScoredBoard> spread_sample(std::span<const ScoredBoard> boards, std::size_t wanted,
                                       std::uint64_t seed);

}  // namespace sumi::lab
