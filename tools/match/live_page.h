// SPDX-License-Identifier: MIT
/// The page of a running tournament on a port of 127.0.0.1. It only shows: no request changes
/// anything, and none needs a token.
#pragma once

#include "tools/match/match_config.h"
#include "tools/match/referee.h"

#include <memory>
#include <span>
#include <string>

namespace sumi::match {

/// Serves on a thread of its own. All functions are thread-safe.
class LivePage {
 public:
  /// Port 0 picks a free port. Throws FatalError if it cannot listen.
  LivePage(const MatchConfig& config, int port);
  ~LivePage();

  /// "http://127.0.0.1:8080/"
  std::string address() const;

  /// For RunSetup::watch.
  void watch(int worker, const LiveGame* game);

  /// `games` are all finished ones, in the order in which they ended.
  void show(std::span<const GameResult> games);

  /// Call after the last game. If a browser shows the page, waits two seconds, in which it gets
  /// the last results.
  void end();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::match
