// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/error.h"
#include "engine/base/text.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/text/utf8.h"

#include <clocale>
#include <cstdio>
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

}  // namespace sumi::protocol
