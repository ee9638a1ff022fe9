// SPDX-License-Identifier: MIT
/// Cuts the text of a file into its entries, byte by byte, without parsing them: a broken entry
/// costs itself only, and no entry needs the whole file in memory.
#pragma once

#include "engine/game/file/game_file.h"

#include <memory>
#include <optional>
#include <string>

namespace sumi {

/// The text of a game or position, or what a cutter takes for one.
struct TextEntry {
  std::string text;
  std::size_t line = 1;     ///< Where it begins in the file, counted from 1.
  bool too_long = false;    ///< More than kMaxEntryBytes; `text` is empty.
  std::size_t skipped = 0;  ///< Lines before it that are neither entries, comments nor blank.
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

 private:
  void start_at(std::size_t offset);
  std::optional<TextEntry> cut(const CutStep& step);

  std::unique_ptr<CutRule> rule_;
  std::string text_;            ///< Since the last cut.
  std::size_t line_ = 1;        ///< Where text_ begins.
  std::size_t lines_done_ = 0;  ///< Line ends in all that was fed.
  char before_ = '\0';
  bool too_long_ = false;
  std::size_t skipped_ = 0;
};

}  // namespace sumi
