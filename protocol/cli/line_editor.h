// SPDX-License-Identifier: MIT
/// A line typed on a terminal, with the keys people know: arrows, history, Tab. By libedit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Standard input and output, which are a terminal. One thread at a time. The terminal is set to
/// single keys only while read() waits, so that Ctrl-C and lines typed ahead are as ever at other
/// times. The history lives as long as the editor; ~/.editrc is obeyed.
class LineEditor {
 public:
  /// Waits until there is something to read; false gives the line up.
  using Wait = std::function<bool()>;
  /// The words that can stand in the place of the last one of the text before the cursor.
  using Complete = std::function<std::vector<std::string>(std::string_view text)>;

  /// Standard input and output are a terminal, and not one that calls itself dumb.
  static bool usable();

  /// Requires: usable().
  LineEditor(std::string prompt, Wait wait, Complete complete);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// The next line without its line feed; nothing at the end of the input, or if `wait` gave up.
  std::optional<std::string> read();

 private:
  struct Keys;
  const std::unique_ptr<Keys> keys_;
};

/// How a completion goes on: what all of `words` begin with, for the text before the cursor. The
/// number of characters of the text that it takes the place of, and the characters.
struct Completed {
  std::size_t replaced = 0;
  std::string text;

  friend bool operator==(const Completed&, const Completed&) = default;
};
Completed completed(std::string_view text, const std::vector<std::string>& words);

}  // namespace sumi::protocol
