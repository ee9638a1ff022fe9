// SPDX-License-Identifier: MIT
/// A session over a connection that we make ourselves, and make again when it is lost.
#pragma once

#include "engine/base/time.h"
#include "protocol/session/session.h"

#include <optional>
#include <string_view>

namespace sumi::protocol {

class ClientSession : public Session {
 public:
  /// There is a (new) connection; nothing was said yet.
  virtual void on_connect() = 0;

  /// The connection is lost, or could not be made, for this reason. When to try again; nothing: the
  /// conversation is over, and on_end() follows.
  virtual std::optional<Millis> on_loss(std::string_view reason) = 0;
};

}  // namespace sumi::protocol
