// SPDX-License-Identifier: MIT
/// Files of games and positions in every format of the field, read and written one at a time, so
/// that a file of a million games takes no more memory than one of ten. The formats:
/// format_table.h.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/format_table.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

std::span<const FormatSpec> file_formats();
const FormatSpec& format_spec(FileFormat format);

/// The format of a name such as "ggf", in any case. Fails with kNotFound, and lists all names.
Result<FileFormat> parse_format(std::string_view name);

/// The format that the extension of a file's name stands for. Used to write files.
std::optional<FileFormat> format_by_name(std::string_view path);

/// The format of a file, judged by its beginning, and by its name where that leaves a choice.
/// `head` is the whole file or at least its first 4 KiB. Fails with kBadFile if no format fits; an
/// opening book is named (book_maker()).
Result<FileFormat> detect_format(std::string_view path, std::string_view head);

/// What detect_format() will say, if the first bytes of a file decide it whatever comes behind
/// them; the rest of a pipe may be long in coming. Moves decide it at the end of their line, GGF
/// and SGF by GM[..].
std::optional<FileFormat> format_of_start(std::string_view head);

/// The position to look at: the entry's, or that after the last move.
Position position_of(const FileEntry& entry);
/// The entry as a game; a position becomes a game without moves.
GameRecord game_of(const FileEntry& entry);

struct FileItem {
  std::string where;        ///< "games.ggf:12" (line) or "WTH_1977.wtb, game 12".
  Result<FileEntry> entry;  ///< An error costs this entry only.
  std::vector<std::string>
      warnings;  ///< What was mended or left out: "result B+12, but the moves end in B+10".
  std::optional<double> share;  ///< Share of the file read so far; unknown for pipes.
  /// How many lines without a meaning stand before this entry; a warning says it too.
  std::size_t lines_lost = 0;
  /// With an illegal move in `entry`: the game up to it.
  std::optional<GameRecord> before_fault = std::nullopt;
  bool is_rest = false;  ///< No entry: lines behind the last one, which `entry` tells as an error.
};

class ByteStream;

/// One thread at a time.
class GameFileReader {
 public:
  /// `path` "-": standard input. The format is detected unless it is given. `stop` is asked before
  /// and while input is waited for (regular files are there): true ends the file, perhaps inside an
  /// entry. No more is waited for than must: GGF and SGF end with their bracket, moves without
  /// numbers with their line; numbered ones, score sheets, boards and PGN where something else
  /// begins. Fails with kNotFound or kBadFile.
  static Result<GameFileReader> open(const std::string& path,
                                     std::optional<FileFormat> format = std::nullopt,
                                     std::function<bool()> stop = {},
                                     const TextOptions& options = {});
  /// Like open(), for a stream that was opened by that path and perhaps looked into.
  static Result<GameFileReader> of_stream(ByteStream stream, const std::string& path,
                                          std::optional<FileFormat> format = std::nullopt,
                                          const TextOptions& options = {});
  /// Reads `text` as if it were a file.
  static Result<GameFileReader> of_text(std::string text,
                                        std::optional<FileFormat> format = std::nullopt,
                                        const TextOptions& options = {});
  GameFileReader(GameFileReader&&) noexcept;
  GameFileReader& operator=(GameFileReader&&) noexcept;
  ~GameFileReader();

  FileFormat format() const;

  /// The next one; nothing at the end.
  std::optional<FileItem> next();

 private:
  class Impl;
  explicit GameFileReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// An entry as a file of its own.
struct EntryFile {
  std::string bytes;
  std::string lost;  ///< What the format has no place for, as GameFileWriter::write() tells.
};

/// Fails as GameFileWriter::write() does, and with kNotFound if the format is read only. WTHOR
/// keeps names in other files, so that they are lost here.
Result<EntryFile> entry_file(const FileEntry& entry, FileFormat format);

/// One thread at a time. The file takes its name in finish(); without that nothing of it stays, and
/// what was there is as it was (see OutputFile). What is no file (a pipe, a device) is written to
/// at once.
class GameFileWriter {
 public:
  /// `path` "-": standard output (not kWthor, whose header has the number of games). A file that is
  /// there is replaced when finish() succeeds, not before; so are the .jou and .trn beside a .wtb.
  /// Fails with kBadFile, or kNotFound if there is no such folder, or the format is read only.
  static Result<GameFileWriter> open(const std::string& path, FileFormat format);
  GameFileWriter(GameFileWriter&&) noexcept;
  GameFileWriter& operator=(GameFileWriter&&) noexcept;
  ~GameFileWriter();

  /// A game in a format of positions is its last position; a position in a format of games a game
  /// without moves. Tells what the format has no place for: "date, ratings"; empty if nothing is
  /// lost. Fails, and writes nothing, if the format cannot hold the entry at all (WTHOR: another
  /// start, a size but 8), or with kBadFile if the file cannot be written.
  Result<std::string> write(const FileEntry& entry);

  Result<void> finish();

 private:
  class Impl;
  explicit GameFileWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Opening books, told from games and positions by how their files begin. What is in them: book/.

// The first bytes of the books of other programs.
inline constexpr std::string_view kEdaxBookMagic = "XADEKOOB";
inline constexpr std::string_view kEgaroucidBookMagic = "DICUORAGE";

/// What book_maker() says of our own.
inline constexpr std::string_view kOwnBookMaker = "Sumi";

/// The program whose opening book begins with `head`: "Edax", "Egaroucid" or "Sumi"; empty if it is
/// no book, or one that does not show it. A hundred bytes tell. Any thread.
std::string_view book_maker(std::string_view head);

/// What errors say of such a file: "is an opening book of Edax (see `sumi book import`)". Requires:
/// `maker` is what book_maker() has said, and not empty.
std::string book_notice(std::string_view maker);

}  // namespace sumi
