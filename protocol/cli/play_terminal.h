// SPDX-License-Identifier: MIT
/// The terminal, or the pipe, that `sumi play` and `sumi study` talk to.
#pragma once

#include "protocol/console/board_view.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/session/session.h"
#include "protocol/text/line_splitter.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

// A line typed on a terminal, with the keys people know: arrows, history, Tab. By libedit.

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

/// How boards look on standard output: colours if they are wanted, not refused by NO_COLOR, and it
/// is a terminal; round discs by the locale.
BoardStyle board_style(bool colors);

/// Standard input and output. One thread at a time. While a line is worked on the first Ctrl-C is
/// noted by interrupted() (interrupt.h); at the prompt it ends the input. SIGTERM and SIGHUP end it
/// at the next prompt, whatever was typed ahead.
class PlayTerminal final : public ReplySink {
 public:
  explicit PlayTerminal(Output& out) : out_(out), live_(out, output_is_terminal()) {}

  /// From now on people edit their lines, with history and completion, if both ends are a terminal.
  void edit_lines(LineEditor::Complete complete);

  /// Waits for the next line, with a prompt if a person types; nothing at the end of the input.
  std::optional<TextLine> read_line();
  void write(std::string_view line) override;
  void flush() override { out_.flush(); }

  /// Shows lines in place until the next call; empty: wipes them. Nothing without a terminal.
  void progress(std::string_view lines);

  bool left_by_interrupt() const { return left_by_interrupt_; }

 private:
  void read_some();
  std::optional<TextLine> read_edited_line();

  Output& out_;
  LiveText live_;
  std::unique_ptr<LineEditor> editor_;  ///< Null: lines are read as they come.
  LineSplitter splitter_;
  std::deque<TextLine> lines_;
  bool ended_ = false;
  bool left_by_interrupt_ = false;
};

}  // namespace sumi::protocol
