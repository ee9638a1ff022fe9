// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/error.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/command/interrupt.h"
#include "protocol/text/utf8.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <histedit.h>
#include <utility>

namespace sumi::protocol {

// libedit reads by our callback, so Ctrl-C only ends the wait.

/// libedit's state and callbacks; its client data points to this.
struct LineEditor::Keys {
  Keys(std::string prompt_text, Wait wait_function, Complete complete_function)
      : prompt(std::move(prompt_text)),
        wait(std::move(wait_function)),
        complete(std::move(complete_function)) {
    std::setlocale(LC_CTYPE, "");  // character encoding
    editor = el_init("sumi", stdin, stdout, stderr);
    past = history_init();
    if (!editor || !past) throw FatalError("the terminal's lines cannot be edited");
    HistEvent event;
    constexpr int kLines = 500;
    history(past, &event, H_SETSIZE, kLines);
    history(past, &event, H_SETUNIQUE, 1);
    el_set(editor, EL_CLIENTDATA, this);
    el_set(editor, EL_PROMPT, &show_prompt);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_SIGNAL, 0);
    el_set(editor, EL_HIST, history, past);
    el_set(editor, EL_GETCFN, &get_character);
    // Wide strings, because libedit leaks copies of narrow ones.
    el_wset(editor, EL_ADDFN, L"sumi-complete", L"Completes a word", &complete_word);
    el_set(editor, EL_BIND, "^I", "sumi-complete", nullptr);
    el_source(editor, nullptr);
  }
  ~Keys() {
    if (editor) el_end(editor);
    if (past) history_end(past);
  }
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  static Keys& of(EditLine* editor) {
    void* keys = nullptr;
    el_get(editor, EL_CLIENTDATA, &keys);
    return *static_cast<Keys*>(keys);
  }

  static char* show_prompt(EditLine* editor) { return of(editor).prompt.data(); }

  /// Returns 1; 0 at the end of input; -1 if `wait` gave up.
  static int get_character(EditLine* editor, wchar_t* character) {
    const Keys& keys = of(editor);
    std::mbstate_t state{};
    for (;;) {
      if (!keys.wait()) return -1;
      char byte;
      const ReadBytes read = read_some(kStdin, {&byte, 1});
      if (read.ended) return 0;
      if (read.count == 0) continue;
      constexpr auto kBad = static_cast<std::size_t>(-1), kMore = static_cast<std::size_t>(-2);
      const std::size_t length = std::mbrtowc(character, &byte, 1, &state);
      if (length == kMore) continue;
      if (length == kBad) *character = L'?';
      return 1;
    }
  }

  static unsigned char complete_word(EditLine* editor, int) {
    const LineInfo* const line = el_line(editor);
    const std::string text(line->buffer, static_cast<std::size_t>(line->cursor - line->buffer));
    const std::vector<std::string> words = of(editor).complete(text);
    if (words.empty()) return CC_ERROR;
    const Completed more = completed(text, words);
    const std::string_view typed = std::string_view(text).substr(text.size() - more.replaced);
    if (typed != more.text) {
      if (more.replaced > 0) el_deletestr(editor, static_cast<int>(more.replaced));
      return el_insertstr(editor, more.text.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    }
    if (words.size() == 1) return CC_ERROR;
    std::string listed;
    for (const std::string& word : words) listed += clean(trim(word)) + "  ";
    std::printf("\r\n%s\r\n", clipped(listed, 79).c_str());
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  std::string prompt;
  const Wait wait;
  const Complete complete;
  EditLine* editor = nullptr;
  History* past = nullptr;
};

bool LineEditor::usable() { return is_terminal(kStdin) && output_is_terminal(); }

LineEditor::LineEditor(std::string prompt, Wait wait, Complete complete)
    : keys_(std::make_unique<Keys>(std::move(prompt), std::move(wait), std::move(complete))) {}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read() {
  el_resize(keys_->editor);  // the window size may have changed
  int length = 0;
  const char* const line = el_gets(keys_->editor, &length);
  if (!line || length <= 0) return std::nullopt;
  std::string text(line, static_cast<std::size_t>(length));
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  if (!trim(text).empty()) {
    HistEvent event;
    history(keys_->past, &event, H_ENTER, text.c_str());
  }
  return text;
}

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
