// SPDX-License-Identifier: MIT
/// The engines of the boards at play: threads and memory are shared out among them.
#pragma once

#include "engine/engine.h"

#include <memory>
#include <vector>

namespace sumi::protocol {

/// One thread at a time.
class GgsEngines {
 public:
  /// For so many matches at once, each of one board or two, with the threads and the memory of
  /// `whole`. Throws FatalError as Engine does.
  GgsEngines(const EngineOptions& whole, int matches, const BookOpener& open_book = {});

  /// Lends an engine that knows nothing yet, with its part of the memory. Requires: not all engines
  /// are lent.
  std::unique_ptr<Engine> take(bool synchro);

  /// Takes back an engine and frees its memory. Returns the engine: it may learn until it is lent
  /// again.
  Engine& put_back(std::unique_ptr<Engine> engine);

  bool none_left() const { return idle_.empty(); }

  /// The threads of a search on one of `boards` at play, with `searching` searches on others.
  int threads(int boards, int searching) const;

 private:
  const EngineOptions whole_;
  const int matches_;
  std::vector<std::unique_ptr<Engine>> idle_;
};

}  // namespace sumi::protocol
