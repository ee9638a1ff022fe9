// SPDX-License-Identifier: MIT
/// The table of formats: a row says all that differs between them. A new format is a value of
/// FileFormat, a row declared and listed here, and the file of its codec, which defines the row.
/// All lists of formats (help, completion, errors, the page, libsumi) come from this table.
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
  kTranscript,  ///< A game a line: f5d6c3...; also opening lists, numbered lists in free text, and
                ///< score sheets, a move or two a line.
  kGgf,
  kSgf,
  kPgn,
  kWthor,  ///< .wtb, with the .jou and .trn beside it if they are there.
  kQuest,  ///< JSON of Othello Quest; read only.
  kObf,
  kScript,  ///< ScrZebra's .scr.
  kPos,     ///< endNN.pos of the FFO suite: one position a file.
  kBoard,   ///< 64 squares and a side a line, or a diagram.
  kFen,     ///< A FEN a line (cutegames).
};

/// How a text is read that does not say it itself.
struct TextOptions {
  int size = 8;       ///< Of the board that moves begin on, and that "start" means.
  char black = '\0';  ///< The sign of black discs: X, O, 1, 2, '-' for -1; of bitboards 1 or 2.
  /// A game with an illegal move is the game up to that move, with a warning; else an error.
  bool keep_going = false;
};

/// A game, or a position with scores perhaps.
using FileEntry = std::variant<GameRecord, ObfLine>;

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

/// The entry as text with its line ends, and a blank line after it where the format wants one
/// between entries.
using EntryWriter = std::string (*)(const FileEntry& entry);

/// What a format has a place for, as bits.
enum Kept : unsigned {
  kKeepsNothing = 0,
  kKeepsMoves = 1,
  kKeepsNames = 2,
  kKeepsEvent = 4,
  kKeepsResult = 8,
  kKeepsComment = 16,
  kKeepsScores = 32,
  kKeepsAll = 64,     ///< All that a game can have.
  kInTables = 128,    ///< Names, year and theoretical score, as WTHOR's tables have them.
  kInTagLines = 256,  ///< Tags of one line and comments in braces, as PGN has them.
};

/// What others need to know of a format.
struct FormatSpec {
  FileFormat format;
  std::string_view name;        ///< "ggf", for options.
  std::string_view extensions;  ///< "ggf ggs", the first one is for writing; may be empty.
  std::string_view summary;     ///< One line for help texts.
  std::string_view summary_ja;  ///< The same in Japanese, for the page.
  bool games;                   ///< It holds games; else positions.
  bool written;                 ///< We write it too; else read only.
  bool lines = false;           ///< A position a line.
  bool binary = false;          ///< Records, not text.
};

/// How a file shows its format, where its name does not decide.
struct FormatSigns {
  /// The first bytes of a file can be of this format only.
  bool (*head)(std::string_view head) = nullptr;
  /// The first line that is neither blank nor a comment, trimmed, can be of this format only.
  bool (*line)(std::string_view line) = nullptr;
  /// Files that begin with a bare board may be this, too: the name tells.
  bool named_boards = false;
};

struct FormatRow {
  FormatSpec spec;
  EntryCodec next = nullptr;    ///< Null, as `write`, in a binary format.
  EntryWriter write = nullptr;  ///< Null too if it is read only.
  unsigned kept = kKeepsNothing;
  FormatSigns signs = {};
};

extern const FormatRow kTranscriptRow, kGgfRow, kSgfRow, kPgnRow, kWthorRow, kQuestRow, kObfRow,
    kScriptRow, kPosRow, kBoardRow, kFenRow;

/// In the order of help texts and of FileFormat.
inline constexpr const FormatRow* kFormatRows[] = {
    &kTranscriptRow, &kGgfRow,    &kSgfRow, &kPgnRow,   &kWthorRow, &kQuestRow,
    &kObfRow,        &kScriptRow, &kPosRow, &kBoardRow, &kFenRow};

const FormatRow& format_row(FileFormat format);

/// The parts of `entry` that the format has no place for: "date, ratings", in a fixed order; empty
/// if it keeps all. For WTHOR, `year` is the file's year and `depth` the number of empties at which
/// its theoretical scores hold.
std::string losses(const FileEntry& entry, FileFormat format, int year = 0, int depth = 0);

}  // namespace sumi
