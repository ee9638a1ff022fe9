// SPDX-License-Identifier: MIT
/// The terminal, or the pipe, that `sumi play` and `sumi study` talk to.
#pragma once

#include "protocol/cli/line_editor.h"
#include "protocol/console/board_view.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/session/session.h"
#include "protocol/text/line_splitter.h"

#include <deque>
#include <memory>
#include <optional>
#include <string_view>

namespace sumi::protocol {

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
