// SPDX-License-Identifier: MIT
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

/// Line editing with history and completion by libedit, on standard input and output. One thread at
/// a time. The terminal is raw only during read(), so that otherwise Ctrl-C and typeahead work as
/// usual. Reads ~/.editrc; discards the history when destroyed.
class LineEditor {
 public:
  /// Waits for input; false abandons the line.
  using Wait = std::function<bool()>;
  /// Candidates for the last word before the cursor.
  using Complete = std::function<std::vector<std::string>(std::string_view text)>;

  /// True if standard input and output are a terminal that is not "dumb".
  static bool usable();

  /// Requires: usable().
  LineEditor(std::string prompt, Wait wait, Complete complete);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// The next line, without line feed; nothing at the end of input or if `wait` returned false.
  std::optional<std::string> read();

 private:
  struct Keys;
  const std::unique_ptr<Keys> keys_;
};

/// The common prefix of `words`, and how many characters before the cursor it replaces.
struct Completed {
  std::size_t replaced = 0;
  std::string text;

  friend bool operator==(const Completed&, const Completed&) = default;
};
Completed completed(std::string_view text, const std::vector<std::string>& words);

/// Style for standard output: colours on a terminal unless NO_COLOR is set, round discs by locale.
BoardStyle board_style(bool colors);

/// Standard input and output of `sumi play` and `sumi study`. One thread at a time. The first
/// Ctrl-C sets interrupted() while a line is processed, and ends the input at the prompt. SIGTERM
/// and SIGHUP end the input at the next prompt, despite typeahead.
class PlayTerminal final : public ReplySink {
 public:
  explicit PlayTerminal(Output& out) : out_(out), live_(out, output_is_terminal()) {}

  /// Enables line editing if both ends are a terminal.
  void edit_lines(LineEditor::Complete complete);

  /// Waits for a line, with a prompt on a terminal; nothing at the end of input.
  std::optional<TextLine> read_line();
  void write(std::string_view line) override;
  void flush() override { out_.flush(); }

  /// Shows lines in place until the next call; an empty text erases them. Requires: a terminal.
  void progress(std::string_view lines);

  bool left_by_interrupt() const { return left_by_interrupt_; }

 private:
  void read_some();
  std::optional<TextLine> read_edited_line();

  Output& out_;
  LiveText live_;
  std::unique_ptr<LineEditor> editor_;  ///< Null without line editing.
  LineSplitter splitter_;
  std::deque<TextLine> lines_;
  bool ended_ = false;
  bool left_by_interrupt_ = false;
};

}  // namespace sumi::protocol
