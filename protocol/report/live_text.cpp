// SPDX-License-Identifier: MIT
/// Two ANSI sequences: cursor up, and erase from the cursor on. What is erased is written again in
/// the same flush, so nothing flickers.
#include "engine/base/encoding.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace sumi::protocol {
namespace {

struct Window {
  int columns = 80, rows = 24;
};

Window window_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return {};
  }
  return {size.ws_col, size.ws_row};
}

}  // namespace

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
  const Window window = window_size();
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
  termios settings{};
  const bool ended = !wanted;
  if (!terminal_ || ended == echo_ended_ || tcgetattr(STDIN_FILENO, &settings) != 0) return;
  if (ended && (settings.c_lflag & ECHO) == 0) return;  // somebody else's choice
  settings.c_lflag = wanted ? settings.c_lflag | ECHO : settings.c_lflag & ~tcflag_t{ECHO};
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  echo_ended_ = ended;
}

bool output_is_terminal() {
  const char* const kind = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && kind && std::string_view(kind) != "dumb";
}

}  // namespace sumi::protocol
