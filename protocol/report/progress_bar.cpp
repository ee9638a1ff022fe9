// SPDX-License-Identifier: MIT
/// Carriage return and "erase to end of line" are all the terminal control used.
#include "engine/base/descriptor.h"
#include "protocol/report/format.h"
#include "protocol/report/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace sumi::protocol {

std::string progress_text(std::optional<double> share, std::uint64_t done, std::string_view what,
                          double seconds, ProgressPoint from, Language language) {
  if (!share) return fmt::format("{} {}  {}", done, what, clock_time(seconds));
  constexpr int kWidth = 30;
  const double s = std::clamp(*share, 0.0, 1.0);
  const std::string bar(static_cast<std::size_t>(std::lround(s * kWidth)), '#');
  const double rate = (s - from.share) / (seconds - from.seconds);
  const std::string left = s > from.share ? clock_time((1 - s) / rate) : "?";
  return fmt::format("[{:<{}}] {:.0f}%  {} {}  {}", bar, kWidth, std::floor(s * 100), done, what,
                     tr_format(language, "{} left", left));
}

ProgressBar::ProgressBar(bool wanted, std::string_view what, Language language)
    : enabled_(wanted && is_terminal(kStderr)), what_(tr(language, what)), language_(language) {}

void ProgressBar::draw(std::optional<double> share, std::uint64_t done) {
  if (!enabled_) return;
  const double seconds = watch_.seconds();
  if (seconds >= std::max(1.0, 2 * latest_.seconds)) {
    before_ = std::exchange(latest_, ProgressPoint{share.value_or(0), seconds});
  }
  show(progress_text(share, done, what_, seconds, before_, language_));
}

void ProgressBar::show(std::string_view text) {
  if (!enabled_) return;
  // Not by fmt::print(), which throws where the terminal has ended.
  std::fputs(fmt::format("\r{}\x1b[K", text).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::erase() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace sumi::protocol
