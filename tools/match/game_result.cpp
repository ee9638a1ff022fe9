// SPDX-License-Identifier: MIT
#include "tools/match/game_result.h"

#include <cassert>
#include <cstddef>
#include <iterator>

namespace sumi::match {

namespace {

// By Ending.
constexpr std::string_view kEndings[] = {
    "played out",   "adjudicated", "resigned",      "resign rule", "unplayed",
    "illegal move", "wrong pass",  "time loss",     "hang",        "crash",
    "flood",        "bad answer",  "refused option"};
static_assert(std::size(kEndings) == static_cast<std::size_t>(Ending::kRefusedOption) + 1);

}  // namespace

std::string_view to_text(Ending ending) { return kEndings[static_cast<std::size_t>(ending)]; }

bool is_fault(Ending ending) { return ending >= Ending::kIllegalMove; }

int GameResult::black_points() const {
  if (at_fault) return *at_fault == Color::kBlack ? 0 : 2;
  if (ending == Ending::kUnplayed) return 1;
  assert(black_score);
  return black_score->discs > 0 ? 2 : black_score->discs == 0 ? 1 : 0;
}

}  // namespace sumi::match
