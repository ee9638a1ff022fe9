// SPDX-License-Identifier: MIT
/// Consoles of Windows edit lines themselves, with history but without completion.
#include "protocol/cli/play_terminal.h"

namespace sumi::protocol {

struct LineEditor::Keys {};

bool LineEditor::usable() { return false; }
LineEditor::LineEditor(std::string, Wait, Complete) {}
LineEditor::~LineEditor() = default;
std::optional<std::string> LineEditor::read() { return std::nullopt; }

}  // namespace sumi::protocol
