// SPDX-License-Identifier: MIT
/// pselect(2) lets Ctrl-C and its like through only while it waits: none can slip in between
/// looking and waiting.
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/command/interrupt.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <string>
#include <sys/select.h>
#include <unistd.h>
#include <utility>

namespace sumi::protocol {
namespace {

bool input_waits() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

/// Any text, fit to be shown.
std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// Text is UTF-8, in a language whose terminals give a disc one column: in those of East Asia it
/// may take two, and letters are safe.
bool shows_round_discs() {
  std::string locale(variable("LC_ALL"));
  if (locale.empty()) locale = variable("LC_CTYPE");
  if (locale.empty()) locale = variable("LANG");
  locale = to_lower(locale);
  const bool utf8 = locale.find("utf-8") != locale.npos || locale.find("utf8") != locale.npos;
  return utf8 && !locale.starts_with("ja") && !locale.starts_with("ko") &&
         !locale.starts_with("zh");
}

}  // namespace

BoardStyle board_style(bool colors) {
  // NO_COLOR: https://no-color.org
  return {colors && variable("NO_COLOR").empty() && output_is_terminal(), shows_round_discs()};
}

void PlayTerminal::edit_lines(LineEditor::Complete complete) {
  if (!LineEditor::usable()) return;
  editor_ = std::make_unique<LineEditor>(
      "> ", [this] { return wait_for_input(); }, std::move(complete));
}

std::optional<TextLine> PlayTerminal::read_edited_line() {
  out_.flush();
  watch_interrupts();
  auto text = editor_->read();
  if (text) return TextLine{std::move(*text), false};
  left_by_interrupt_ = interrupted();
  write("");  // the cursor stands behind the prompt
  return std::nullopt;
}

std::optional<TextLine> PlayTerminal::read_line() {
  if (editor_) return read_edited_line();
  const bool typed = isatty(STDIN_FILENO) != 0;
  const bool ahead = typed && (!lines_.empty() || input_waits());  // so it was not echoed
  if (typed) out_.write("> ");
  out_.flush();
  watch_interrupts();
  left_by_interrupt_ = interrupted();  // while the last line was worked on, and not by Ctrl-C
  while (lines_.empty() && !ended_ && !left_by_interrupt_) {
    left_by_interrupt_ = !wait_for_input();
    if (!left_by_interrupt_) read_some();
  }
  if (lines_.empty() || left_by_interrupt_) {
    if (typed) write("");  // the cursor stands behind the prompt
    return std::nullopt;
  }
  TextLine line = std::move(lines_.front());
  lines_.pop_front();
  if (ahead) write(printable(line.text));
  return line;
}

/// False on Ctrl-C, SIGTERM and SIGHUP.
bool PlayTerminal::wait_for_input() {
  sigset_t ends, before;
  sigemptyset(&ends);
  for (const int signal : kEndSignals) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, &before);
  int ready = -1;
  while (ready < 0 && !interrupted()) {
    fd_set input;
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    ready = pselect(STDIN_FILENO + 1, &input, nullptr, nullptr, nullptr, &before);
    if (ready < 0 && errno != EINTR) break;  // read() says what is wrong
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return !interrupted();
}

void PlayTerminal::read_some() {
  const LineSplitter::Emit emit = [this](TextLine line) { lines_.push_back(std::move(line)); };
  std::array<char, 4096> buffer;
  const ssize_t n = read(STDIN_FILENO, buffer.data(), buffer.size());
  if (n > 0) splitter_.feed({buffer.data(), static_cast<std::size_t>(n)}, emit);
  if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN))) return;
  splitter_.finish(emit);
  ended_ = true;
}

void PlayTerminal::write(std::string_view line) {
  out_.write(line);
  out_.write("\n");
}

void PlayTerminal::progress(std::string_view lines) {
  if (lines.empty()) {
    live_.erase();
  } else {
    live_.show(lines);
  }
}

}  // namespace sumi::protocol
