// SPDX-License-Identifier: MIT
/// The loop of every protocol program.
#include "protocol/line_channel.h"
#include "protocol/session.h"

namespace sumi::protocol {

void run_session(Session& session, LineChannel& channel) {
  while (!session.finished()) {
    const auto line = channel.read_line();
    if (!line) return;
    session.on_line(*line, channel);
  }
}

}  // namespace sumi::protocol
