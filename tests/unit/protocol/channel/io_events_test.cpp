// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "protocol/channel/io_events.h"

#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("mailbox: the work of each thread is done in its order", "[mailbox]") {
  constexpr int kThreads = 4, kLetters = 20'000;
  boost::asio::io_context io;
  Mailbox mailbox(io);
  std::vector<int> done(kThreads, 0);
  bool in_order = true;
  int all = 0;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kLetters; ++i) {
        mailbox.put([&, thread, i] {
          in_order = in_order && done[static_cast<std::size_t>(thread)]++ == i;
          ++all;
        });
      }
    });
  }
  const StopWatch watch;
  while (all < kThreads * kLetters && watch.seconds() < 20) {
    io.run_one_for(std::chrono::seconds(1));
  }
  CHECK(all == kThreads * kLetters);
  CHECK(in_order);
}

TEST_CASE("mailbox: work that posts more work does not delay other work", "[mailbox]") {
  boost::asio::io_context io;
  Mailbox mailbox(io);
  int rounds = 0;
  std::function<void()> again = [&] {
    ++rounds;
    mailbox.put(again);
  };
  mailbox.put(again);
  for (int turns = 1; turns <= 5; ++turns) {
    io.run_one();
    CHECK(rounds == turns);
  }
}

TEST_CASE("mailbox: destruction drops pending work", "[mailbox]") {
  boost::asio::io_context io;
  std::optional<Mailbox> mailbox(io);
  const auto known = std::make_shared<int>(1);
  mailbox->put([known] { FAIL("done"); });
  mailbox->put([known] { FAIL("done"); });
  CHECK(known.use_count() == 3);
  mailbox.reset();
  io.run();
  CHECK(known.use_count() == 1);
}
