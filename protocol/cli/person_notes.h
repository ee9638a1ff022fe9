// SPDX-License-Identifier: MIT
/// What `sumi` says to people where programs are expected: on a terminal.
#pragma once

#include "protocol/report/language.h"
#include "protocol/session/session.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// What is spoken here, and what there is for people. `kind`: the protocol if it is fixed. Lines
/// without a line feed at the end.
std::string greeting_for_person(std::optional<ProtocolKind> kind, Language language);

/// The answer to a line that is meant for the shell or asks for help ("help", "hint", "play white",
/// "sumi solve x"); empty if the line can be of a protocol.
std::string note_for_person(std::string_view line, Language language);

}  // namespace sumi::protocol
