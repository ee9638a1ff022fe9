// SPDX-License-Identifier: MIT
/// Lines at the bottom of a terminal that are replaced in place while work goes on.
#pragma once

#include "engine/base/time.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

// How far a long command is, on the terminal's last line.

/// "[#####     ] 50%  12 positions  0:07 left", in `language`. Without a known share of the work
/// only what is done: "12 positions  0:07". `what` is the word after the number. The time left is
/// told by what was done since `from`: a resumed run has much at once.
struct ProgressPoint {
  double share = 0, seconds = 0;
};
std::string progress_text(std::optional<double> share, std::uint64_t done, std::string_view what,
                          double seconds, ProgressPoint from = {},
                          Language language = Language::kEnglish);

/// Draws on standard error if that is a terminal, and says nothing otherwise. Between draw() and
/// erase() nothing else may write to the terminal. One thread at a time.
class ProgressBar {
 public:
  /// `what` is a key of tr(). `wanted` false: never draws (output meant for a program).
  ProgressBar(bool wanted, std::string_view what, Language language = default_language());
  ~ProgressBar() { erase(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void draw(std::optional<double> share, std::uint64_t done);

  /// Draws this text.
  void show(std::string_view text);

  /// From the next draw() on other words stand after the number.
  void set_words(std::string what) { what_ = std::move(what); }
  void erase();

 private:
  bool enabled_;
  bool drawn_ = false;
  std::string what_;
  Language language_;
  StopWatch watch_;
  /// Points noted when a second, two, four, ... had gone by: the time left is told by the one
  /// before the latest, so by the later half of the work at least.
  ProgressPoint before_, latest_;
};

}  // namespace sumi::protocol
