// SPDX-License-Identifier: MIT
/// A row of GtpSession's command table. Private to protocol/gtp/.
#pragma once

#include "protocol/gtp/gtp_session.h"
#include "protocol/session/command_table.h"

#include <limits>

namespace sumi::protocol {

inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

struct GtpSession::Command : CommandRow<GtpSession, Args, Reply> {
  std::size_t min_args, max_args;
  /// "type/label/command" for GoGui's menu of tools; empty: not shown there.
  std::string_view gogui = {};
};

}  // namespace sumi::protocol
