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
void add_asking_options(boost::program_options::options_description& options);

/// The options of that engine. Throws UsageError.
EngineOptions asking_options(const CommandLine& line);

/// --seed, 0..kMostSeed, if it is given. Throws UsageError.
inline constexpr int kMostSeed = 2147483647;
std::optional<std::uint64_t> seed_value(const CommandLine& line);

/// Asks until there are no more questions, the person quits or the input ends. Returns the exit
/// status.
int ask(const CommandLine& line, QuestionSource source, const std::string& greeting,
        Language language, Output& out);

}  // namespace sumi::protocol
