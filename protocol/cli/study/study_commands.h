// SPDX-License-Identifier: MIT
/// The commands of `sumi study`.
#pragma once

#include "protocol/command/program.h"

namespace sumi::protocol {

extern const Command kStudyAddCommand, kStudyAskCommand, kStudyForgetCommand, kStudyHelpCommand,
    kStudyLinesCommand, kStudyListCommand, kStudyOpeningCommand, kStudyProblemsCommand;

extern const Program kSumiStudy;
inline constexpr std::string_view kSumiStudyName = "sumi study";

}  // namespace sumi::protocol
