// SPDX-License-Identifier: MIT
/// One game or position at the front of a text, and where the rest of the text begins.
#pragma once

#include "engine/formats/game_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

inline constexpr std::size_t kMaxEntryBytes = 1 << 20;

/// What a codec found at the front of a text.
struct TextEntry {
  std::size_t used = 0;   ///< Bytes of the text that are done with; 0: more text is needed.
  std::size_t begin = 0;  ///< Where the entry begins.
  std::optional<Result<FileEntry>> entry;  ///< Nothing: a comment, or lines without a meaning.
  std::optional<GameRecord> before_fault;  ///< With an illegal move: the game up to it.
  std::vector<std::string> warnings;       ///< What was assumed, mended or left out.
  std::size_t lines_lost = 0;              ///< Lines without a meaning before the entry.
  std::size_t first_lost = 0;              ///< Where the first of them begins.
};

/// Reads the first entry of `text`. If the text is not `complete`, more of it may follow, and no
/// more is asked for than is needed.
using EntryCodec = TextEntry (*)(std::string_view text, bool complete, const TextOptions& options);

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
