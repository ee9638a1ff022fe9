// SPDX-License-Identifier: MIT
/// Lines in, lines out: what a session needs of the world.
#pragma once

#include "protocol/session.h"

#include <optional>

namespace sumi::protocol {

/// Reads ahead while a session works on a line, so that the peer can interrupt it: an interrupt
/// line (the protocol says which) is not delivered; it requests the stop of every line that came
/// before it and is not finished. All other lines are delivered in order.
class LineChannel : public ReplySink {
 public:
  /// Waits for the next line; nothing at the end of the input. The work on the line delivered
  /// before counts as finished now.
  virtual std::optional<InputLine> read_line() = 0;
};

}  // namespace sumi::protocol
