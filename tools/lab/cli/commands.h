// SPDX-License-Identifier: MIT
/// The commands of `sumi-lab`.
#pragma once

#include "protocol/command/program.h"

namespace sumi::lab {

extern const protocol::Command kCompletionCommand, kCurvesCommand, kDataCommand, kDpCommand,
    kEvalReportCommand, kExperimentCommand, kGeneticCommand, kHelpCommand, kInspectCommand,
    kLabelCommand, kProbcutCommand, kQlearnCommand, kReturnsCommand, kSelfplayCommand,
    kStatusCommand, kSweepCommand, kTdCommand, kTrainCommand, kTuneCommand;

extern const protocol::Program kSumiLab;

}  // namespace sumi::lab
