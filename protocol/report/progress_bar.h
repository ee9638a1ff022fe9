// SPDX-License-Identifier: MIT
/// How far a long command is, on the terminal's last line.
#pragma once

#include "engine/base/time.h"
#include "protocol/report/language.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::protocol {

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
