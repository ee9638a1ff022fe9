// SPDX-License-Identifier: MIT
/// `--deck FILE`, the same in every command of `sumi study` that uses the deck.
#pragma once

#include "protocol/command/command.h"
#include "protocol/study/study_deck.h"

#include <memory>

namespace sumi::protocol {

void add_deck_option(boost::program_options::options_description& options);

/// Opens the deck that the option names, or the default one, and tells of damaged lines. Where
/// there is no file it is begun if `begins`; else that is told and nothing comes back. Throws
/// FatalError, and UsageError if there is no place for a default deck.
std::unique_ptr<StudyDeck> open_deck(const CommandLine& line, bool begins);

}  // namespace sumi::protocol
