// SPDX-License-Identifier: MIT
/// The page of a running tournament on a port of 127.0.0.1. It only shows: no request changes
/// anything, and none needs a token.
#pragma once

#include "protocol/http/web_server.h"
#include "tools/match/match_config.h"
#include "tools/match/referee.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sumi::match {

/// Serves on a thread of its own. All public functions are thread-safe.
class LivePage {
 public:
  /// Port 0 picks a free port. Throws FatalError if it cannot listen.
  LivePage(const MatchConfig& config, int port);
  ~LivePage() { server_.close(); }

  /// "http://127.0.0.1:8080/"
  std::string address() const { return server_.address(); }

  /// For RunSetup::watch.
  void watch(int worker, const LiveGame* game);

  /// `games` are all finished ones, in the order in which they ended.
  void show(std::span<const GameResult> games);

  /// Call after the last game. If a browser shows the page, waits two seconds, in which it gets
  /// the last results.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  protocol::WebAnswer answer(const protocol::WebRequest& request);
  protocol::WebAnswer page(std::string_view type, std::string body);
  std::string news();
  std::string games_from(std::size_t first);
  const std::string& tables();

  const MatchConfig config_;
  const std::string run_;

  std::mutex mutex_;                 ///< Guards the following members.
  std::map<int, LiveGame> playing_;  ///< By worker.
  std::vector<GameResult> games_;
  bool over_ = false;
  std::optional<Clock::time_point> last_poll_;

  // Of the server's thread.
  std::string body_;  ///< Of the last answer.
  std::string tables_;
  std::optional<std::size_t> tables_of_;  ///< Number of games.
  Clock::time_point next_tables_{};

  protocol::WebServer server_;
  std::jthread thread_;
};

}  // namespace sumi::match
