// SPDX-License-Identifier: MIT
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

/// The first `columns` columns of each line. Keeps colour sequences and whole UTF-8 characters.
std::string clipped(std::string_view lines, int columns);

/// Updates lines at the bottom of a terminal; without a terminal only finish() writes. Between
/// show() and erase() nothing else may write to the terminal; typed keys are kept but not echoed.
/// Not thread-safe.
class LiveText {
 public:
  /// `out` must outlive this object. `terminal`: `out` supports cursor movement.
  LiveText(Output& out, bool terminal) : out_(out), terminal_(terminal) {}
  ~LiveText() { echo(true); }
  LiveText(const LiveText&) = delete;
  LiveText& operator=(const LiveText&) = delete;

  /// Replaces the lines; clips them to the window.
  void show(std::string_view lines);

  /// Like show(), but the lines stay. Without a terminal, writes them unclipped.
  void finish(std::string_view lines);

  void erase();

 private:
  void wipe();
  void echo(bool wanted);

  Output& out_;
  const bool terminal_;
  int rows_ = 0;  ///< On screen.
  bool echo_ended_ = false;
};

/// Whether standard output is a terminal other than TERM=dumb.
bool output_is_terminal();

/// "[#####     ] 50%  12 positions  0:07 left"; with unknown share "12 positions  0:07".
/// Extrapolates the time left from the work since `from`.
struct ProgressPoint {
  double share = 0, seconds = 0;
};
std::string progress_text(std::optional<double> share, std::uint64_t done, std::string_view what,
                          double seconds, ProgressPoint from = {},
                          Language language = Language::kEnglish);

/// Draws on standard error if that is a terminal. Between draw() and erase() nothing else may write
/// to the terminal. Not thread-safe.
class ProgressBar {
 public:
  /// `what` is a key of tr(). `wanted` false: never draws, for output to a program.
  ProgressBar(bool wanted, std::string_view what, Language language = default_language());
  ~ProgressBar() { erase(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void draw(std::optional<double> share, std::uint64_t done);

  void show(std::string_view text);

  void set_words(std::string what) { what_ = std::move(what); }
  void erase();

 private:
  bool enabled_;
  bool drawn_ = false;
  std::string what_;
  Language language_;
  StopWatch watch_;
  /// Points at 1, 2, 4, ... seconds. The estimate starts at `before_`, so it covers at least the
  /// latter half of the run.
  ProgressPoint before_, latest_;
};

}  // namespace sumi::protocol
