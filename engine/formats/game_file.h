// SPDX-License-Identifier: MIT
/// Reads and writes files of games and positions, one entry at a time, in constant memory.
/// format_table.h lists the formats.
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

/// Parses a format name in any case. Fails with kNotFound and a list of all names.
Result<FileFormat> parse_format(std::string_view name);

/// The format to write, by the extension of a file name.
std::optional<FileFormat> format_by_name(std::string_view path);

/// The format of a file by content or, if ambiguous, by name. `head` is the whole file or at least
/// its first 4 KiB. Fails with kBadFile if no format matches; the error identifies opening books
/// (book_maker()).
Result<FileFormat> detect_format(std::string_view path, std::string_view head);

/// The result of detect_format() if the first bytes determine it, so that pipes need not wait:
/// moves at the end of their line, GGF and SGF at GM[..].
std::optional<FileFormat> format_of_start(std::string_view head);

/// The entry's position, or the position after its last move.
Position position_of(const FileEntry& entry);
/// A position becomes a game without moves.
GameRecord game_of(const FileEntry& entry);

struct FileItem {
  std::string where;                  ///< "games.ggf:12" (line), or "WTH_1977.wtb, game 12".
  Result<FileEntry> entry;            ///< An error concerns only this entry.
  std::vector<std::string> warnings;  ///< "result B+12, but the moves end in B+10".
  std::optional<double> share;        ///< Fraction of the file read so far; unknown for pipes.
  /// Lines skipped before this entry; a warning reports them too.
  std::size_t skipped_lines = 0;
  /// With an illegal move in `entry`: the game up to it.
  std::optional<GameRecord> legal_prefix = std::nullopt;
  bool is_rest = false;  ///< Reports text after the last entry, as an error in `entry`.
};

class ByteStream;

/// Not thread-safe.
class GameFileReader {
 public:
  /// Opens a file; "-": standard input. Detects the format unless given. `stop` is polled before
  /// and while waiting for input (never for regular files); true ends the file, perhaps in
  /// mid-entry. An entry ends as early as possible: GGF and SGF at their bracket, unnumbered moves
  /// with their line; numbered moves, score sheets, boards and PGN at other text. Fails with
  /// kNotFound or kBadFile.
  static Result<GameFileReader> open(const std::string& path,
                                     std::optional<FileFormat> format = std::nullopt,
                                     std::function<bool()> stop = {},
                                     const TextOptions& options = {});
  /// open() for a stream of `path`, from which the caller may have peeked.
  static Result<GameFileReader> of_stream(ByteStream stream, const std::string& path,
                                          std::optional<FileFormat> format = std::nullopt,
                                          const TextOptions& options = {});
  static Result<GameFileReader> of_text(std::string text,
                                        std::optional<FileFormat> format = std::nullopt,
                                        const TextOptions& options = {});
  GameFileReader(GameFileReader&&) noexcept;
  GameFileReader& operator=(GameFileReader&&) noexcept;
  ~GameFileReader();

  FileFormat format() const;

  std::optional<FileItem> next();

 private:
  class Impl;
  explicit GameFileReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct EntryFile {
  std::string bytes;
  std::string lost;  ///< See GameFileWriter::write().
};

/// The file for one entry. Fails as GameFileWriter::write() does, and with kNotFound for a
/// read-only format. A WTHOR file comes without its files of names.
Result<EntryFile> entry_file(const FileEntry& entry, FileFormat format);

/// Writes a file atomically: without finish() an existing file stays unchanged (OutputFile). Writes
/// pipes and devices directly. Not thread-safe.
class GameFileWriter {
 public:
  /// Opens a file; "-": standard output (not for kWthor, whose header needs the number of games). A
  /// .wtb comes with .jou and .trn. Fails with kBadFile, or with kNotFound if the folder is missing
  /// or the format is read only.
  static Result<GameFileWriter> open(const std::string& path, FileFormat format);
  GameFileWriter(GameFileWriter&&) noexcept;
  GameFileWriter& operator=(GameFileWriter&&) noexcept;
  ~GameFileWriter();

  /// Writes an entry, converted if needed: of a game the last position, of a position a game
  /// without moves. Returns the data that the format cannot store, such as "date, ratings". If it
  /// cannot store the entry at all (WTHOR: another start or board size), fails and writes nothing.
  /// Also fails with kBadFile.
  Result<std::string> write(const FileEntry& entry);

  Result<void> finish();

 private:
  class Impl;
  explicit GameFileWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Opening books, recognized by their first bytes. book/ reads them.

inline constexpr std::string_view kEdaxBookMagic = "XADEKOOB";
inline constexpr std::string_view kEgaroucidBookMagic = "DICUORAGE";

inline constexpr std::string_view kOwnBookMaker = "Sumi";

/// The program whose opening book begins with `head`: "Edax", "Egaroucid" or "Sumi"; empty if
/// unknown. `head` needs 100 bytes. Thread-safe.
std::string_view book_maker(std::string_view head);

/// "is an opening book of Edax (see `sumi book import`)". Requires: `maker` is a non-empty result
/// of book_maker().
std::string book_notice(std::string_view maker);

}  // namespace sumi
