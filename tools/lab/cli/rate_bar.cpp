// SPDX-License-Identifier: MIT
#include "protocol/report/format.h"
#include "tools/lab/cli/rate_bar.h"

#include <fmt/format.h>

namespace sumi::lab {

void RateBar::draw(std::uint64_t before, std::uint64_t done, std::uint64_t wanted) {
  const std::uint64_t left = wanted - before;
  const double share = left == 0 ? 1 : static_cast<double>(done) / static_cast<double>(left);
  const std::string what = fmt::format("{}  {}/s", what_, protocol::short_rate(done, seconds()));
  bar_.show(protocol::progress_text(share, before + done, what, seconds()));
}

}  // namespace sumi::lab
