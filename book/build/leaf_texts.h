// SPDX-License-Identifier: MIT
/// Leaves to search, and leaves that were found, as the text of a file. A file is a line that says
/// what it is and for which settings, a line for each leaf, and a line with a checksum of all that
/// stands before it:
///
///   sumi book job 1 2c26b46b68ffc68f
///   0000000810000000 0000001008000000 0000102004080000 10
///   sum 5d7b0f3a9c11e204
///
///   sumi book answer 1 2c26b46b68ffc68f
///   0000000810000000 0000001008000000 0000102004080000 10 d3 -48 10 73 0 51234 4711
///   sum 90aa31c5e0d7f266
///
/// A leaf is the discs of the side to move, those of the other one and the moves to choose from, as
/// sets of squares in hexadecimal digits, and the level. Behind them an answer has the best move, its
/// value in the units of Value, the depth, the selectivity, 1 if it is exact, the nodes and the
/// microseconds of the search.
#pragma once

#include "book/build/leaf_team.h"
#include "engine/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

inline constexpr std::size_t kMaxJobLeaves = 4096;  ///< Leaves of one file.
inline constexpr std::size_t kMaxJobBytes = 1 << 20;

struct LeafAnswer {
  LeafTask task;
  Leaf leaf;
  std::uint64_t nodes = 0, micros = 0;
};

/// The leaves of a job, in the order in which they are to be searched.
struct LeafJob {
  std::uint64_t settings = 0;  ///< A checksum of what the values of leaves depend on.
  std::vector<LeafTask> leaves;
};

struct AnsweredJob {
  std::uint64_t settings = 0;
  std::vector<LeafAnswer> leaves;
};

// Readers fail with kBadFile: the text is damaged or not one of these, or a leaf is none: a board
// that no book holds, moves that are not legal, an answer that is none of the moves or is impossible
// for its board. Of such a text nothing is used.

std::string job_text(std::uint64_t settings, std::span<const LeafTask> leaves);
Result<LeafJob> parse_job(std::string_view text);

/// Requires: each leaf's state is kMove.
std::string answer_text(std::uint64_t settings, std::span<const LeafAnswer> leaves);
Result<AnsweredJob> parse_answer(std::string_view text);

/// The line of a leaf, which tells it from all others. Without a line end.
std::string leaf_line(const LeafTask& task);

}  // namespace sumi::book
