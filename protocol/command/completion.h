// SPDX-License-Identifier: MIT
/// Completion of command lines in shells, made from the tables of commands and their options.
#pragma once

#include "protocol/command/command_tree.h"

#include <string>
#include <vector>

namespace sumi::protocol {

/// What may stand in one place of a command line: any of some words, names of files or of folders.
/// Nothing of these: a number or a text that no shell can know.
struct Offer {
  std::vector<std::string> words;
  bool files = false, folders = false;

  bool nothing() const { return words.empty() && !files && !folders; }
  friend bool operator==(const Offer&, const Offer&) = default;
};

struct OfferedOption {
  CommandOption option;
  Offer value;
};

struct OfferedCommand {
  CommandNode node;
  std::vector<OfferedOption> options;
  Offer arguments;  ///< Words and files that are no options. Commands within it are not among them.
};

/// The program and all its commands.
std::vector<OfferedCommand> offers_of(const Program& program);

/// Scripts that define the completion; all they offer stands in them.
std::string bash_completion(const Program& program);
std::string zsh_completion(const Program& program);

}  // namespace sumi::protocol
