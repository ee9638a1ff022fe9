// SPDX-License-Identifier: MIT
#include "protocol/ggs/ggs_clock.h"

#include <algorithm>

namespace sumi::protocol {

/// Moves are counted in main time only: a count that stays behind ours shows that it is over, also
/// to one who was away when it ended.
void GgsClock::set(const GgsTimes& times, int own_moves) {
  times_ = times;
  moves_made_ = times.moves_made.value_or(own_moves);
  overtime_ = overtime_ || own_moves > moves_made_;
}

Clock GgsClock::clock() const {
  const GgsTime& extension = times_.extension;
  Clock clock{times_.main.time};
  // An increment marked N returns no more than was spent, but that does not change how much time a
  // move may take.
  clock.increment = times_.increment.time / std::max(1, times_.increment.moves);
  if (!overtime_) {
    // Moves to go are of use only if time comes after them.
    const bool renewed = times_.main.moves > 0 && extension.time > Millis{};
    if (renewed) {
      clock.moves_to_go = std::max(1, times_.main.moves - moves_made_);
    } else if (times_.main.is_not) {
      clock.remaining += extension.time;
    }
  } else if (extension.time > Millis{}) {
    // How many moves of this period were made nobody tells: all are still to come, at worst.
    clock.moves_to_go = extension.moves;
  }
  return clock;
}

}  // namespace sumi::protocol
