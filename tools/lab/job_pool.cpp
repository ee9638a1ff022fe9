// SPDX-License-Identifier: MIT
#include "protocol/service/ordered_pool.h"
#include "tools/lab/job_pool.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace sumi::lab {

bool run_jobs(std::size_t count, int threads, const std::function<Work()>& make_work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick) {
  using Done = std::monostate;
  std::size_t next = 0;
  protocol::OrderedWork<std::size_t, Done> work;
  work.take = [&](const std::stop_token&) {
    return next < count ? std::optional(next++) : std::nullopt;
  };
  work.make_work = [&] {
    return [do_job = make_work()](std::size_t job, std::stop_token stop) -> std::optional<Done> {
      do_job(job, std::move(stop));
      return std::nullopt;
    };
  };
  work.tick = tick;
  work.interrupted = interrupted;
  return protocol::run_in_order(
      static_cast<int>(std::min(count, static_cast<std::size_t>(threads))), count, work);
}

}  // namespace sumi::lab
