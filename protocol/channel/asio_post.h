// SPDX-License-Identifier: MIT
/// Peer::post() on Asio.
#pragma once

#include "engine/base/time.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>

namespace sumi::protocol {

/// May be called from any thread. Work without a delay is done in the order of the calls.
inline void post_to(boost::asio::io_context& io, std::function<void()> work, Millis delay) {
  if (delay <= Millis{}) {
    boost::asio::post(io, std::move(work));
    return;
  }
  const auto timer = std::make_shared<boost::asio::steady_timer>(io, delay);
  timer->async_wait([timer, work = std::move(work)](const boost::system::error_code&) { work(); });
}

}  // namespace sumi::protocol
