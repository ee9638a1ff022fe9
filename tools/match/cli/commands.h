// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/command/program.h"

namespace sumi::match {

extern const protocol::Command kCompletionCommand, kEnterCommand, kGamesCommand, kHelpCommand,
    kMergeCommand, kReportCommand, kRunCommand, kStatusCommand, kVerifyCommand;

extern const protocol::Program kSumiMatch;

}  // namespace sumi::match
