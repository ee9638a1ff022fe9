// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/report/json_lines.h"
#include "protocol/session/session.h"

namespace sumi::protocol {

/// Writes the object as a line and hands it over.
inline void write_json(Peer& peer, const Json& object) {
  peer.write(json_text(object));
  peer.flush();
}

}  // namespace sumi::protocol
