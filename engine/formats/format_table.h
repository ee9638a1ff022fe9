// SPDX-License-Identifier: MIT
/// The table of formats, from which all lists of formats derive. To add one: README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/obf.h"
#include "engine/game/game.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sumi {

enum class FileFormat {
  kTranscript,  ///< A game per line, f5d6c3...; also opening lists, numbered moves in free text,
                ///< and score sheets.
  kGgf,
  kSgf,
  kPgn,
  kWthor,  ///< .wtb, with .jou and .trn if present.
  kQuest,  ///< Othello Quest's JSON; read only.
  kObf,
  kScript,  ///< ScrZebra's .scr.
  kPos,     ///< endNN.pos of the FFO suite: one position.
  kBoard,   ///< 64 squares and a side per line, or a diagram.
  kFen,     ///< A FEN per line (cutegames).
};

struct TextOptions {
  int size = 8;       ///< For moves and for "start".
  char black = '\0';  ///< Black's sign: X, O, 1, 2, or '-' for -1. For bitboards, 1 or 2.
  /// Accept a game up to its first illegal move, with a warning.
  bool keep_going = false;
};

/// A game, or a position with optional scores.
using FileEntry = std::variant<GameRecord, ObfLine>;

struct TextEntry {
  std::size_t used = 0;  ///< Bytes; 0: more text is needed.
  std::size_t begin = 0;
  std::optional<Result<FileEntry>> entry;  ///< Nothing for comments and skipped lines.
  std::optional<GameRecord> legal_prefix;  ///< After an illegal move: the game before it.
  std::vector<std::string> warnings;       ///< About assumed, repaired or omitted data.
  std::size_t skipped_lines = 0;           ///< Before the entry.
  std::size_t first_skipped = 0;           ///< Offset of the first skipped line.
};

/// Reads the first entry of `text`. If `text` is not `complete`, asks for more only if needed.
using EntryCodec = TextEntry (*)(std::string_view text, bool complete, const TextOptions& options);

/// The entry with its line end, and a blank line if one must separate entries.
using EntryWriter = std::string (*)(const FileEntry& entry);

enum Capability : unsigned {
  kHoldsNothing = 0,
  kHoldsMoves = 1,
  kHoldsNames = 2,
  kHoldsEvent = 4,
  kHoldsResult = 8,
  kHoldsComment = 16,
  kHoldsScores = 32,
  kHoldsAll = 64,     ///< All of a GameRecord.
  kInTables = 128,    ///< Names, year and theoretical score, as in WTHOR's tables.
  kInTagLines = 256,  ///< One-line tags and comments in braces, as in PGN.
};

struct FormatSpec {
  FileFormat format;
  std::string_view name;        ///< "ggf", for options.
  std::string_view extensions;  ///< Space-separated, "ggf ggs"; the first is for writing. May be
                                ///< empty.
  std::string_view summary;
  std::string_view summary_ja;
  bool games;           ///< Else positions.
  bool written;         ///< Else read only.
  bool lines = false;   ///< One position per line.
  bool binary = false;  ///< Records, not text.
};

/// For files whose name does not show their format.
struct FormatSigns {
  /// True for first bytes that occur only in this format.
  bool (*head)(std::string_view head) = nullptr;
  /// As head, for the first line (trimmed, neither blank nor a comment).
  bool (*line)(std::string_view line) = nullptr;
  /// The file name decides for files that begin with a bare board.
  bool named_boards = false;
};

struct FormatRow {
  FormatSpec spec;
  EntryCodec next = nullptr;    ///< Null for a binary format.
  EntryWriter write = nullptr;  ///< Null for a binary or read-only format.
  unsigned capabilities = kHoldsNothing;
  FormatSigns signs = {};
};

extern const FormatRow kTranscriptRow, kGgfRow, kSgfRow, kPgnRow, kWthorRow, kQuestRow, kObfRow,
    kScriptRow, kPosRow, kBoardRow, kFenRow;

/// In the order of help and of FileFormat.
inline constexpr const FormatRow* kFormatRows[] = {
    &kTranscriptRow, &kGgfRow,    &kSgfRow, &kPgnRow,   &kWthorRow, &kQuestRow,
    &kObfRow,        &kScriptRow, &kPosRow, &kBoardRow, &kFenRow};

const FormatRow& format_row(FileFormat format);

/// The parts of `entry` that the format cannot store, in a fixed order: "date, ratings". For WTHOR,
/// `year` is the file's; `depth` is the empties of its theoretical scores.
std::string losses(const FileEntry& entry, FileFormat format, int year = 0, int depth = 0);

}  // namespace sumi
