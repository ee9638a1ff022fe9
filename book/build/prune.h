// SPDX-License-Identifier: MIT
/// Books cut back.
#pragma once

#include "book/build/build_goal.h"
#include "book/store/book_reader.h"
#include "book/store/book_store.h"

#include <cstdint>
#include <optional>

namespace sumi::book {

/// Takes all but the positions within the goal out of the book, in one change. If `min_games` is
/// not 0 those stay, too, that so many games went through and that a move leads to from one that
/// stays, whatever its loss.
///
/// Where moves led to what is gone the best of them and of the leaf becomes the leaf, so that no
/// score has another value than before. Where that need not be the best move that leads out, since
/// the leaf was to be searched still or what is gone had no score, the leaf becomes unsearched; or,
/// if the score depends on it, it stays with the level unknown, and BookWorker::deepen() searches
/// it again.
///
/// Returns how many went: all, if no root is in the book; nothing where `progress` has ended it,
/// and nothing is changed then.
std::optional<std::uint64_t> prune(BookStore& book, const BuildGoal& goal,
                                   std::uint64_t min_games = 0, const Progress& progress = {});

}  // namespace sumi::book
