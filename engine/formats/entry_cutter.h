// SPDX-License-Identifier: MIT
/// Cuts the text of a file into its entries, byte by byte, without parsing them: a broken entry
/// costs itself only, and no entry needs the whole file in memory.
#pragma once

#include "engine/formats/game_file.h"

#include <memory>
#include <optional>
#include <string>

namespace sumi {

/// Lines that are neither of an entry, nor comments, nor blank.
struct SkippedLines {
  std::size_t count = 0;
  std::size_t first = 0;  ///< Where the first one is, counted from 1.
};

/// The text of a game or position, or what a cutter takes for one.
struct TextEntry {
  std::string text;
  std::size_t line = 1;   ///< Where it begins in the file, counted from 1.
  bool too_long = false;  ///< More than kMaxEntryBytes; `text` is empty.
  SkippedLines skipped;   ///< Between the entry before and this one.
};

inline constexpr std::size_t kMaxEntryBytes = 1 << 20;

/// What the byte just seen means for the entry that ends with it.
struct CutStep {
  enum Kind {
    kGoesOn,
    kNoise,   ///< All up to here is none of an entry.
    kStarts,  ///< An entry begins here, at this byte; what was before is noise.
    kEnds,    ///< The last `next` bytes belong to the next entry,
  };
  Kind kind = kGoesOn;
  std::size_t next = 0;
  std::size_t front = 0;   ///< and so many at the front to none.
  bool drop_next = false;  ///< The last `next` bytes are noise.
  bool skipped = false;    ///< The noise is a line that should have been an entry.
};

/// Knows where the entries of a format begin and end.
class CutRule {
 public:
  virtual ~CutRule() = default;
  virtual CutStep step(char c) = 0;
  /// What remains at the end of the file is an entry.
  virtual bool open() const = 0;
};

std::unique_ptr<CutRule> bracket_rule(bool sgf);  ///< GGF, SGF.
std::unique_ptr<CutRule> pgn_rule();
std::unique_ptr<CutRule> json_rule();
std::unique_ptr<CutRule> line_rule();   ///< A line each.
std::unique_ptr<CutRule> paste_rule();  ///< Boards, diagrams, moves, on a line or on several.
std::unique_ptr<CutRule> whole_rule();  ///< All is one entry.

/// One thread at a time.
class EntryCutter {
 public:
  explicit EntryCutter(FileFormat format);

  /// The entry that is complete with this byte, if one is.
  std::optional<TextEntry> feed(char c);

  /// Once, at the end of the file.
  std::optional<TextEntry> finish();

  /// Behind the latest entry.
  const SkippedLines& skipped() const { return skipped_; }

 private:
  void start_at(std::size_t offset);
  void skip_line(std::size_t line);
  std::optional<TextEntry> cut(const CutStep& step);

  std::unique_ptr<CutRule> rule_;
  std::string text_;            ///< Since the last cut.
  std::size_t line_ = 1;        ///< Where text_ begins.
  std::size_t lines_done_ = 0;  ///< Line ends in all that was fed.
  char before_ = '\0';
  bool too_long_ = false;
  SkippedLines skipped_;
};

}  // namespace sumi
