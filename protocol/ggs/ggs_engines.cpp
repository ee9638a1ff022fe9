// SPDX-License-Identifier: MIT
#include "protocol/ggs/ggs_engines.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr int kBoards = 2;  // of a synchro match

EngineOptions idle_options(EngineOptions options) {
  options.hash_mib = 1;
  return options;
}

}  // namespace

GgsEngines::GgsEngines(const EngineOptions& whole, int matches, const BookOpener& open_book)
    : whole_(whole), matches_(matches) {
  for (int i = 0; i < matches * kBoards; ++i) {
    idle_.push_back(std::make_unique<Engine>(idle_options(whole), open_book));
    idle_.back()->prepare();
  }
}

std::unique_ptr<Engine> GgsEngines::take(bool synchro) {
  assert(!none_left());
  auto engine = std::move(idle_.back());
  idle_.pop_back();
  EngineOptions options = whole_;
  options.hash_mib = std::max(1, whole_.hash_mib / (matches_ * (synchro ? kBoards : 1)));
  engine->configure(options).value();  // they differ from what was met in sizes only
  engine->clear_table();
  return engine;
}

Engine& GgsEngines::put_back(std::unique_ptr<Engine> engine) {
  engine->configure(idle_options(whole_)).value();
  idle_.push_back(std::move(engine));
  return *idle_.back();
}

/// We are to move on one board of a synchro match at a time: nobody sees a move before both have
/// moved. On the other we can only ponder.
int GgsEngines::threads(int boards, int searching) const {
  const int at_work = whole_.ponder ? boards : searching + 1;
  return std::max(1, whole_.threads / std::max(1, at_work));
}

}  // namespace sumi::protocol
