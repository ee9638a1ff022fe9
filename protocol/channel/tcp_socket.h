// SPDX-License-Identifier: MIT
/// What all our TCP connections ask of the system.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace sumi::protocol {

/// Lines leave at once, and the system tells us within two minutes of a peer whose machine is gone:
/// by probes when nothing is said, by missing acknowledgements when something is. Where it cannot,
/// all works a little worse.
inline void tune_socket(boost::asio::ip::tcp::socket& socket) {
  const auto set = [fd = socket.native_handle()](int level, int name, int value) {
    setsockopt(fd, level, name, &value, sizeof value);
  };
  set(IPPROTO_TCP, TCP_NODELAY, 1);
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 60);  // seconds
  set(IPPROTO_TCP, TCP_KEEPINTVL, 10);
  set(IPPROTO_TCP, TCP_KEEPCNT, 5);
  set(IPPROTO_TCP, TCP_USER_TIMEOUT, 110'000);  // ms
}

}  // namespace sumi::protocol
