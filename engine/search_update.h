// SPDX-License-Identifier: MIT
/// What an engine tells of its searches.
#pragma once

#include "engine/search_core.h"

#include <functional>

namespace sumi {

/// Progress of a search, or its end.
struct SearchUpdate : SearchReport {
  double seconds = 0;    ///< Since go().
  bool book = false;     ///< Move, value and line are the book's, not searched.
  bool expired = false;  ///< In a result: the time of Engine::confine() ended it.
};

struct SearchListener {
  std::function<void(const SearchUpdate&)> on_update;  ///< After each iteration; may be empty.
  std::function<void(const SearchUpdate&)> on_done;    ///< Once, with the result; may be empty.
};

}  // namespace sumi
