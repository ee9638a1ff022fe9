// SPDX-License-Identifier: MIT
/// Erases and rewrites text in one flush, to avoid flicker.
#include "engine/base/descriptor.h"
#include "engine/base/encoding.h"
#include "protocol/report/format.h"
#include "protocol/report/live_text.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

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

bool output_is_terminal() { return understands_escapes(kStdout); }

std::string progress_text(std::optional<double> share, std::uint64_t done, std::string_view what,
                          double seconds, ProgressPoint from, Language language) {
  if (!share) return fmt::format("{} {}  {}", done, what, clock_time(seconds));
  constexpr int kWidth = 30;
  const double s = std::clamp(*share, 0.0, 1.0);
  const std::string bar(static_cast<std::size_t>(std::lround(s * kWidth)), '#');
  const double rate = (s - from.share) / (seconds - from.seconds);
  const std::string left = s > from.share ? clock_time((1 - s) / rate) : "?";
  return fmt::format("[{:<{}}] {:.0f}%  {} {}  {}", bar, kWidth, std::floor(s * 100), done, what,
                     tr_format(language, "{} left", left));
}

ProgressBar::ProgressBar(bool wanted, std::string_view what, Language language)
    : enabled_(wanted && is_terminal(kStderr)), what_(tr(language, what)), language_(language) {}

void ProgressBar::draw(std::optional<double> share, std::uint64_t done) {
  if (!enabled_) return;
  const double seconds = watch_.seconds();
  if (seconds >= std::max(1.0, 2 * latest_.seconds)) {
    before_ = std::exchange(latest_, ProgressPoint{share.value_or(0), seconds});
  }
  show(progress_text(share, done, what_, seconds, before_, language_));
}

void ProgressBar::show(std::string_view text) {
  if (!enabled_) return;
  // fmt::print() would throw once the terminal is closed.
  std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::erase() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace sumi::protocol
