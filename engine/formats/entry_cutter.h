// SPDX-License-Identifier: MIT
/// Cuts the text of a file into its entries, byte by byte, without parsing them: a broken entry
/// costs itself only, and no more than kMaxEntryBytes are in memory.
#pragma once

#include "engine/formats/game_file.h"

#include <memory>
#include <optional>
#include <string>

namespace sumi {

/// Lines that belong to no entry and are neither comments nor blank: something is lost with them.
struct SkippedLines {
  std::size_t count = 0;
  std::size_t first = 0;  ///< The number of the first of these lines in the file, from 1.
};

/// The text of a game or position, or what a cutter takes for one.
struct TextEntry {
  std::string text;
  std::size_t line = 1;   ///< The number of its first line in the file, from 1.
  bool too_long = false;  ///< More than kMaxEntryBytes; `text` is empty.
  SkippedLines skipped;   ///< Lost lines between the previous entry and this one.
};

inline constexpr std::size_t kMaxEntryBytes = 1 << 20;

/// What a CutRule says after each byte about the bytes that were read since the last cut. *Noise*
/// is text that belongs to no entry and is dropped.
struct CutStep {
  enum Kind {
    kGoesOn,  ///< Nothing new.
    kNoise,   ///< All bytes up to this one are noise.
    kStarts,  ///< An entry begins with this byte; the bytes before it are noise.
    kEnds,    ///< An entry has ended: the bytes without the first `front` and the last `next`.
  };
  Kind kind = kGoesOn;
  std::size_t next = 0;    ///< With kEnds: so many of the last bytes belong to the next entry.
  std::size_t front = 0;   ///< With kEnds: so many of the first bytes are noise.
  bool drop_next = false;  ///< The last `next` bytes are noise, not the start of the next entry.
  bool skipped = false;    ///< The noise counts among the SkippedLines.
};

/// Knows where the entries of a format begin and end. It is fed a file byte by byte, and keeps what
/// it must remember of earlier bytes.
class CutRule {
 public:
  virtual ~CutRule() = default;
  /// The next byte of the file.
  virtual CutStep step(char c) = 0;
  /// True if the bytes since the last cut are an entry when the file ends here.
  virtual bool open() const = 0;
};

std::unique_ptr<CutRule> bracket_rule(bool sgf);  ///< For SGF if `sgf`, else for GGF.
std::unique_ptr<CutRule> pgn_rule();
std::unique_ptr<CutRule> json_rule();
std::unique_ptr<CutRule> line_rule();   ///< Each line is an entry.
std::unique_ptr<CutRule> paste_rule();  ///< Boards, diagrams, moves, on a line or on several.
std::unique_ptr<CutRule> whole_rule();  ///< All is one entry.

/// Applies the rule of a format to a file. One thread at a time.
class EntryCutter {
 public:
  /// Requires: `format` is a text, not kWthor.
  explicit EntryCutter(FileFormat format);

  /// Takes the next byte of the file; returns the entry that is complete with it, if one is.
  std::optional<TextEntry> feed(char c);

  /// To be called once, at the end of the file: the last entry, if the file ends inside one.
  std::optional<TextEntry> finish();

  /// The lines skipped since the latest entry.
  const SkippedLines& skipped() const { return skipped_; }

 private:
  void start_at(std::size_t offset);
  void skip_line(std::size_t line);
  std::optional<TextEntry> cut(const CutStep& step);

  std::unique_ptr<CutRule> rule_;
  std::string text_;            ///< The bytes since the last cut.
  std::size_t line_ = 1;        ///< The line where text_ begins.
  std::size_t lines_done_ = 0;  ///< Line ends in all that was fed.
  char before_ = '\0';
  bool too_long_ = false;
  SkippedLines skipped_;
};

}  // namespace sumi
