// SPDX-License-Identifier: MIT
/// Results of the searches of an analysis.
#pragma once

#include "engine/limits.h"
#include "engine/search_core.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Results of searches by position and limits, which one analysis passes to another as texts,
/// because the Workers of wasm/ share no memory. For a position that takes long, an analysis with a
/// memo needs the result of each move: it stops with the number of unknown results in `missing`.
/// With a `share` it first searches one of these moves. One thread at a time.
class SearchMemo {
 public:
  SearchMemo() = default;
  /// Contains the results in `texts`, from texts() of other memos. Ignores damaged texts.
  explicit SearchMemo(const std::vector<std::string>& texts);

  std::optional<std::size_t> share;  ///< Index of the missing search to make.
  int missing = 0;                   ///< Number of results that the analysis needs to continue.

  /// A known result for these limits, possibly searched with another `alpha`; std::nullopt if none
  /// is valid for this `alpha`.
  std::optional<SearchReport> find(const Position& position, const SearchLimits& limits) const;

  void add(const Position& position, const SearchLimits& limits, const SearchReport& report);

  /// The results added.
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  void take(std::string_view text);

  std::vector<std::string> texts_;
  /// JSON of results, by key_of() position and limits.
  std::map<std::string, std::vector<std::string>, std::less<>> known_;
};

}  // namespace sumi::protocol
