// SPDX-License-Identifier: MIT
#include "tools/match/game_result.h"

#include <cassert>

namespace sumi::match {

std::string_view to_text(Ending ending) {
  switch (ending) {
    case Ending::kPlayedOut:
      return "played out";
    case Ending::kAdjudicated:
      return "adjudicated";
    case Ending::kIllegalMove:
      return "illegal move";
    case Ending::kWrongPass:
      return "wrong pass";
    case Ending::kResigned:
      return "resigned";
    case Ending::kResignRule:
      return "resign rule";
    case Ending::kUnplayed:
      return "unplayed";
    case Ending::kTimeLoss:
      return "time loss";
    case Ending::kHang:
      return "hang";
    case Ending::kCrash:
      return "crash";
    case Ending::kFlood:
      return "flood";
    case Ending::kBadAnswer:
      return "bad answer";
    case Ending::kRefusedOption:
      return "refused option";
  }
  return "?";  // unreachable
}

bool is_fault(Ending ending) { return ending >= Ending::kIllegalMove; }

int GameResult::black_points() const {
  if (at_fault) return *at_fault == Color::kBlack ? 0 : 2;
  if (ending == Ending::kUnplayed) return 1;
  assert(black_score);
  return black_score->discs > 0 ? 2 : black_score->discs == 0 ? 1 : 0;
}

}  // namespace sumi::match
