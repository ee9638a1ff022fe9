// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/command/command.h"
#include "protocol/command/program.h"
#include "protocol/service/study_deck.h"

#include <memory>

namespace sumi::protocol {

extern const Command kStudyAddCommand, kStudyAskCommand, kStudyForgetCommand, kStudyHelpCommand,
    kStudyLinesCommand, kStudyListCommand, kStudyOpeningCommand, kStudyProblemsCommand;

extern const Program kSumiStudy;
inline constexpr std::string_view kSumiStudyName = "sumi study";

/// `--deck FILE`.
Option deck_row(std::optional<std::string>& deck);

enum class DeckUse {
  kRead,    ///< No write access, no lock.
  kChange,  ///< An existing deck.
  kBegin,   ///< Creates a missing deck.
};

/// Opens the deck and reports damaged lines. Throws FatalError, also if the file is missing and
/// `use` is not kBegin, and UsageError if the default has no folder.
std::unique_ptr<StudyDeck> open_deck(const std::optional<std::string>& given, DeckUse use);

}  // namespace sumi::protocol
