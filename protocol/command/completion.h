// SPDX-License-Identifier: MIT
/// Completion of command lines in shells: a script asks the program at each Tab, and it answers
/// from the tables of commands and their options.
#pragma once

#include "protocol/command/program.h"

#include <string>

namespace sumi::protocol {

/// What may replace the last of `words`, those typed after the program's name; it may be empty. A
/// first line says whose names may stand there as well: "none", "files" or "folders". Each other
/// line is a word, a tabulator and what it means, which may be empty.
std::string complete(const Program& program, const Args& words);

/// Scripts that define the completion of the program. Each runs `PROGRAM complete WORD...`.
std::string bash_completion(const Program& program);
std::string zsh_completion(const Program& program);

}  // namespace sumi::protocol
