// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "protocol/command/command.h"
#include "protocol/command/program.h"

#include <utility>

namespace sumi::match {

extern const protocol::Command kCompletionCommand, kEnterCommand, kGamesCommand, kHelpCommand,
    kMergeCommand, kReportCommand, kRunCommand, kStatusCommand, kVerifyCommand;

extern const protocol::Program kSumiMatch;

/// The value, or a UsageError.
template <class T>
T usage_or(Result<T> result) {
  if (!result) throw protocol::UsageError(result.error().message);
  return std::move(result).value();
}

}  // namespace sumi::match
