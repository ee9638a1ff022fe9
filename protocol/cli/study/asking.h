// SPDX-License-Identifier: MIT
/// Questions on the terminal, or through pipes.
#pragma once

#include "protocol/cli/study/question_dialogue.h"
#include "protocol/command/command.h"
#include "protocol/report/output.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sumi::protocol {

/// --no-color, and the options of the engine that judges.
struct AskingOptions {
  bool color = true;
  EngineOptions engine{};
};
Options asking_rows(AskingOptions& options);

/// The highest --seed.
inline constexpr int kMostSeed = 2147483647;

/// Asks until there are no more questions, the person quits or the input ends. Returns the exit
/// status.
int ask(const AskingOptions& options, QuestionSource source, const std::string& greeting,
        Language language, Output& out);

}  // namespace sumi::protocol
