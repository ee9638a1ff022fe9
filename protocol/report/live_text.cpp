// SPDX-License-Identifier: MIT
/// Two ANSI sequences: cursor up, and erase from the cursor on. What is erased is written again in
/// the same flush, so nothing flickers.
#include "engine/base/descriptor.h"
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace sumi::protocol {
std::string clipped(std::string_view lines, int columns) {
  std::string text;
  int left = columns;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto byte = static_cast<unsigned char>(lines[i]);
    if (byte == 0x1b) {
      const std::size_t end = std::min(lines.find('m', i), lines.size() - 1);
      text += lines.substr(i, end + 1 - i);
      i = end;
    } else if (byte == '\n') {
      text += '\n';
      left = columns;
    } else {
      std::size_t end = i + 1;  // of the character
      while (end < lines.size() && !begins_character(lines[end])) ++end;
      const std::string_view character = lines.substr(i, end - i);
      left -= display_width(character);
      if (left >= 0) text += character;
      i = end - 1;
    }
  }
  return text;
}

void LiveText::show(std::string_view lines) {
  if (!terminal_) return;
  const TerminalSize window = terminal_size();
  wipe();
  echo(false);
  for (; !lines.empty() && rows_ < window.rows - 1; ++rows_) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out_.write(clipped(lines.substr(0, end), window.columns) + '\n');
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  out_.flush();
}

void LiveText::finish(std::string_view lines) {
  show(lines);
  if (!terminal_) out_.write(lines);
  rows_ = 0;
  echo(true);
}

void LiveText::erase() {
  wipe();
  echo(true);
}

void LiveText::wipe() {
  if (rows_ == 0) return;
  out_.write(fmt::format("\x1b[{}A\r\x1b[J", rows_));
  rows_ = 0;
}

void LiveText::echo(bool wanted) {
  if (terminal_ && wanted == echo_ended_ && set_echo(wanted)) echo_ended_ = !wanted;
}

bool output_is_terminal() {
  const char* const kind = std::getenv("TERM");
  return is_terminal(kStdout) && kind && std::string_view(kind) != "dumb";
}

}  // namespace sumi::protocol
