// SPDX-License-Identifier: MIT
/// Long work on a whole book as people see it.
#pragma once

#include "book/store/book_reader.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/progress_bar.h"

#include <cstdint>

namespace sumi::protocol {

/// Draws how many of so many positions are done, and ends the work at Ctrl-C. `bar` outlives it.
inline book::Progress drawn_progress(ProgressBar& bar, std::uint64_t positions) {
  return [&bar, positions](double share) {
    bar.draw(share, static_cast<std::uint64_t>(share * static_cast<double>(positions)));
    return !interrupted();
  };
}

}  // namespace sumi::protocol
