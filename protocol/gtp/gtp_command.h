// SPDX-License-Identifier: MIT
/// A row of GtpSession's command table. Private to protocol/gtp/.
#pragma once

#include "protocol/gtp/gtp_session.h"

#include <limits>

namespace sumi::protocol {

inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

struct GtpSession::Command {
  std::string_view name;
  std::string_view usage;  ///< Arguments, as shown when they are wrong.
  std::size_t min_args, max_args;
  Reply (GtpSession::*run)(Args);
  /// "type/label/command" for GoGui's menu of tools; empty: not shown there.
  std::string_view gogui = {};
};

}  // namespace sumi::protocol
