// SPDX-License-Identifier: MIT
/// The terminal, or the pipe, that `sumi play` talks to.
#pragma once

#include "protocol/line_splitter.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/session.h"

#include <deque>
#include <optional>
#include <string_view>

namespace sumi::protocol {

/// Standard input and output. One thread at a time. While a line is worked on the first Ctrl-C is
/// noted by interrupted() (interrupt.h); at the prompt it ends the input.
class PlayTerminal final : public ReplySink {
 public:
  explicit PlayTerminal(Output& out) : out_(out), live_(out, output_is_terminal()) {}

  /// Waits for the next line, with a prompt if a person types; nothing at the end of the input.
  std::optional<TextLine> read_line();
  void write(std::string_view line) override;
  void flush() override { out_.flush(); }

  /// Shows lines in place until the next call; empty: wipes them. Nothing without a terminal.
  void progress(std::string_view lines);

  bool left_by_interrupt() const { return left_by_interrupt_; }

 private:
  bool wait_for_input();
  void read_some();

  Output& out_;
  LiveText live_;
  LineSplitter splitter_;
  std::deque<TextLine> lines_;
  bool ended_ = false;
  bool left_by_interrupt_ = false;
};

}  // namespace sumi::protocol
