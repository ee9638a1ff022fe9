// SPDX-License-Identifier: MIT
/// Reads and writes games and positions (format_table.h) one at a time, in constant memory.
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

/// In any case. Fails with kNotFound and a list of all names.
Result<FileFormat> parse_format(std::string_view name);

/// The format to write, by the extension.
std::optional<FileFormat> format_by_name(std::string_view path);

/// The format of a file by content or, if ambiguous, by name. `head`: the file, or at least its
/// first 4 KiB. Fails with kBadFile if no format matches; the error identifies opening books
/// (book_maker()).
Result<FileFormat> detect_format(std::string_view path, std::string_view head);

/// As detect_format(), as soon as possible, for pipes: moves at the end of their line, GGF and SGF
/// at GM[..].
std::optional<FileFormat> format_of_start(std::string_view head);

/// The position, or the position after the game's last move.
Position position_of(const FileEntry& entry);
/// A position becomes a game without moves.
GameRecord game_of(const FileEntry& entry);

struct FileItem {
  std::string where;                  ///< "games.ggf:12" (line), or "WTH_1977.wtb, game 12".
  Result<FileEntry> entry;            ///< An error concerns only this entry.
  std::vector<std::string> warnings;  ///< "result B+12, but the moves end in B+10".
  std::optional<double> share;        ///< Fraction of the file read so far; unknown for pipes.
  /// Before this entry; a warning reports them too.
  std::size_t skipped_lines = 0;
  /// If `entry` has an illegal move: the game before it.
  std::optional<GameRecord> legal_prefix = std::nullopt;
  bool is_rest = false;  ///< `entry` is an error about text after the last entry.
};

class ByteStream;

/// Not thread-safe.
class GameFileReader {
 public:
  /// "-" is standard input. Detects the format unless given. `stop` is polled before and while
  /// waiting for input; never for regular files. True ends the file, perhaps in mid-entry. An entry
  /// ends as early as possible: GGF and SGF at their bracket, unnumbered moves at the end of their
  /// line, others (numbered moves, score sheets, boards, PGN) at different text. Fails with
  /// kNotFound or kBadFile.
  static Result<GameFileReader> open(const std::string& path,
                                     std::optional<FileFormat> format = std::nullopt,
                                     std::function<bool()> stop = {},
                                     const TextOptions& options = {});
  /// For a stream of `path`, at which the caller may have peeked.
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

/// The file for one entry; a WTHOR file lacks its name files. Fails as GameFileWriter::write()
/// does, and with kNotFound for a read-only format.
Result<EntryFile> entry_file(const FileEntry& entry, FileFormat format);

/// Writes a file atomically: before finish() an existing file is unchanged (OutputFile). Writes
/// pipes and devices directly. Not thread-safe.
class GameFileWriter {
 public:
  /// "-" is standard output (not for kWthor, whose header needs the number of games). A .wtb gets a
  /// .jou and a .trn. Fails with kBadFile, or with kNotFound if the folder is missing or the format
  /// is read only.
  static Result<GameFileWriter> open(const std::string& path, FileFormat format);
  GameFileWriter(GameFileWriter&&) noexcept;
  GameFileWriter& operator=(GameFileWriter&&) noexcept;
  ~GameFileWriter();

  /// Writes an entry, converted if needed: a game's last position, or a position as a game without
  /// moves. Returns the data that the format cannot store, such as "date, ratings". Fails and
  /// writes nothing if it cannot store the entry at all (WTHOR: another start or board size). Also
  /// fails with kBadFile.
  Result<std::string> write(const FileEntry& entry);

  Result<void> finish();

 private:
  class Impl;
  explicit GameFileWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Opening books, recognized by their first bytes; book/ reads them.

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
