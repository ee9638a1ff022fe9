// SPDX-License-Identifier: MIT
/// One game or position at the front of a text, and where the rest of the text begins.
#pragma once

#include <cstddef>
#include <string_view>

namespace sumi {

inline constexpr std::size_t kMaxEntryBytes = 1 << 20;

/// Where the first entry of a text stands. What is before it is noise.
struct EntrySpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool whole = false;  ///< False: the text ends before the entry does, or holds none.
};

// Finders of entries, which know of quotes, escapes and nesting, and find the next game after one
// that lost its end. An incomplete text is never cut inside an entry.
EntrySpan find_ggf(std::string_view text, bool complete);
EntrySpan find_sgf(std::string_view text, bool complete);
EntrySpan find_pgn(std::string_view text, bool complete);
EntrySpan find_json(std::string_view text, bool complete);
EntrySpan find_line(std::string_view text, bool complete);   ///< The first line that is not blank.
EntrySpan find_whole(std::string_view text, bool complete);  ///< All of the text.

}  // namespace sumi
