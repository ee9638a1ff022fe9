// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/error.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/command/interrupt.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace sumi::protocol {

Completed completed(std::string_view text, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const auto same = [](char a, char b) { return to_lower(a) == to_lower(b); };
  std::string_view common = words[0];
  for (const std::string& word : words) {
    const auto end = std::mismatch(common.begin(), common.end(), word.begin(), word.end(), same);
    common = common.substr(0, static_cast<std::size_t>(end.first - common.begin()));
  }
  // The longest suffix of `text` that begins all words.
  std::size_t replaced = std::min(text.size(), words[0].size());
  const auto begins = [&](const std::string& word) {
    return word.size() >= replaced &&
           equal_ignoring_case(std::string_view(word).substr(0, replaced),
                               text.substr(text.size() - replaced));
  };
  while (replaced > 0 && !std::ranges::all_of(words, begins)) --replaced;
  return {replaced, std::string(common)};
}

namespace {

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// True for a UTF-8 locale, except East Asian ones: there a disc may take two columns.
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
  // See https://no-color.org.
  return {colors && variable("NO_COLOR").empty() && output_is_terminal(), shows_round_discs()};
}

void PlayTerminal::edit_lines(LineEditor::Complete complete) {
  if (!LineEditor::usable()) return;
  editor_ = std::make_unique<LineEditor>(
      "> ", [] { return wait_for_input(kStdin, interrupted); }, std::move(complete));
}

std::optional<TextLine> PlayTerminal::read_edited_line() {
  out_.flush();
  watch_interrupts();
  auto text = editor_->read();
  if (text) return TextLine{std::move(*text), false};
  left_by_interrupt_ = interrupted();
  write("");  // move past the prompt
  return std::nullopt;
}

std::optional<TextLine> PlayTerminal::read_line() {
  if (editor_) return read_edited_line();
  const bool typed = is_terminal(kStdin);
  // Lines typed ahead were not echoed.
  const bool ahead = typed && (!lines_.empty() || wait_until(Ready::kInput, kStdin, Millis(0)));
  if (typed) out_.write("> ");
  out_.flush();
  watch_interrupts();
  left_by_interrupt_ = interrupted();  // by a signal during the last line
  while (lines_.empty() && !ended_ && !left_by_interrupt_) {
    left_by_interrupt_ = !wait_for_input(kStdin, interrupted);
    if (!left_by_interrupt_) read_some();
  }
  if (lines_.empty() || left_by_interrupt_) {
    if (typed) write("");  // move past the prompt
    return std::nullopt;
  }
  TextLine line = std::move(lines_.front());
  lines_.pop_front();
  if (ahead) write(printable(line.text));
  return line;
}

void PlayTerminal::read_some() {
  const LineSplitter::Emit emit = [this](TextLine line) { lines_.push_back(std::move(line)); };
  std::array<char, 4096> buffer;
  const ReadBytes read = sumi::read_some(kStdin, buffer);
  splitter_.feed({buffer.data(), read.count}, emit);
  if (read.ended) splitter_.finish(emit);
  ended_ = read.ended;
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
