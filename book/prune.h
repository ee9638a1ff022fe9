// SPDX-License-Identifier: MIT
/// Books cut back.
#pragma once

#include "book/book_store.h"
#include "book/build_goal.h"

#include <cstdint>

namespace sumi::book {

/// Takes all but the positions within the goal out of the book, in one change. If `min_games` is
/// not 0 those stay, too, that so many games went through and that a move leads to from one that
/// stays, whatever its loss. Where moves led to what is gone the best of them and of the leaf
/// becomes the leaf: no score changes. Returns how many went: all, if no root is in the book.
std::uint64_t prune(BookStore& book, const BuildGoal& goal, std::uint64_t min_games = 0);

}  // namespace sumi::book
