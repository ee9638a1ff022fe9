// SPDX-License-Identifier: MIT
/// The commands of `sumi study`, and the deck that they share.
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

/// `--deck FILE`, the same in every command that uses the deck.
Option deck_row(std::optional<std::string>& deck);

/// What is done with the deck.
enum class DeckUse {
  kRead,    ///< Needs no right to write, and no lock.
  kChange,  ///< Of a deck that is there.
  kBegin,   ///< Where there is no file it is begun.
};

/// Opens the deck that the option names, or the default one, and tells of damaged lines. If there
/// is no file, and it is not begun, that is told and nothing comes back. Throws FatalError, and
/// UsageError if there is no place for a default deck.
std::unique_ptr<StudyDeck> open_deck(const std::optional<std::string>& given, DeckUse use);

}  // namespace sumi::protocol
