// SPDX-License-Identifier: MIT
/// A row of UgiSession's command table. Private to protocol/ugi/.
#pragma once

#include "protocol/ugi/ugi_session.h"

namespace sumi::protocol {

struct UgiSession::Command {
  enum class When {
    kAnyTime,  ///< Served while a search goes on.
    kIdle,     ///< Ends a search, and is served when that has answered.
  };

  std::string_view name;
  std::string_view usage;  ///< Arguments, as help shows them.
  When when;
  void (UgiSession::*run)(UgiWords);
};

}  // namespace sumi::protocol
