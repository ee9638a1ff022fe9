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

/// Results of searches by position and limits, which an analysis passes to another as texts: the
/// Workers of wasm/ share no memory. An analysis with a memo searches the moves of positions that
/// take long one by one: it stops with their number in `missing`, and one with a `share` searches
/// one of them. One thread at a time.
class SearchMemo {
 public:
  SearchMemo() = default;
  /// Contains what texts() of other memos has. Damaged texts are ignored.
  explicit SearchMemo(const std::vector<std::string>& texts);

  std::optional<std::size_t> share;  ///< The one of the missing searches to make.
  int missing = 0;                   ///< Searches without which the analysis cannot continue.

  /// The result of a search of an analysis with these limits, except that its `alpha` may have been
  /// another; nothing if none is known that is valid for this `alpha`.
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
