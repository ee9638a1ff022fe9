// SPDX-License-Identifier: MIT
/// Lines at the bottom of a terminal that are replaced in place while work goes on.
#pragma once

#include "protocol/report/output.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

/// The first `columns` columns of each line. Colour sequences and the later bytes of UTF-8
/// characters take no room and are kept.
std::string clipped(std::string_view lines, int columns);

/// Where there is no terminal only finish() writes. Between show() and erase() nothing else may
/// write to it: keys typed meanwhile are kept, but not echoed. One thread at a time.
class LiveText {
 public:
  /// `out` outlives it. `terminal`: it goes to one that understands cursor movement.
  LiveText(Output& out, bool terminal) : out_(out), terminal_(terminal) {}
  ~LiveText() { echo(true); }
  LiveText(const LiveText&) = delete;
  LiveText& operator=(const LiveText&) = delete;

  /// Whole lines, put in the place of those shown before; what does not fit the window is cut.
  void show(std::string_view lines);

  /// Like show(), for the last time: these lines stay, and without a terminal they are written
  /// whole.
  void finish(std::string_view lines);

  /// Wipes what was shown, for the lines that stay.
  void erase();

 private:
  void wipe();
  void echo(bool wanted);

  Output& out_;
  const bool terminal_;
  int rows_ = 0;             ///< Rows shown now.
  bool echo_ended_ = false;  ///< We have switched the terminal's echo off.
};

/// Standard output is a terminal, and not one that calls itself dumb.
bool output_is_terminal();

}  // namespace sumi::protocol
