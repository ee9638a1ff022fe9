// SPDX-License-Identifier: MIT
#include "protocol/report/format.h"
#include "protocol/report/progress_bar.h"
#include "tools/lab/cli/rate_bar.h"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace sumi::lab {

RateBar::RateBar(std::string what) : enabled_(isatty(STDERR_FILENO) != 0), what_(std::move(what)) {}

void RateBar::draw(std::uint64_t before, std::uint64_t done, std::uint64_t wanted) {
  if (!enabled_) return;
  const std::uint64_t left = wanted - before;
  const double share = left == 0 ? 1 : static_cast<double>(done) / static_cast<double>(left);
  const std::string what = fmt::format("{}  {}/s", what_, protocol::short_rate(done, seconds()));
  // Not by fmt::print(), which throws where the terminal has ended.
  std::fputs(
      fmt::format("\r{}\x1b[K", protocol::progress_text(share, before + done, what, seconds()))
          .c_str(),
      stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void RateBar::erase() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace sumi::lab
