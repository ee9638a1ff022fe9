// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/output_file.h"
#include "engine/base/text.h"
#include "engine/formats/byte_stream.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/format_table.h"
#include "engine/formats/wthor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kHead = 4096;

/// A missing file gives no names and a warning; a broken file is an error.
Result<WthorNames> side_file_names(const std::string& path, const std::string& extension,
                                   std::string_view whose, std::vector<std::string>& warnings) {
  const std::string file = find_side_file(path, extension);
  if (file.empty()) {
    const std::string own = side_file(path, extension);
    warnings.push_back(
        fmt::format("{} have numbers, not names: the folder has no {}, wthor{} or single *{}",
                    whose, own.substr(own.find_last_of('/') + 1), extension, extension));
    return WthorNames();
  }
  const Result<std::string> bytes = read_file(file);
  if (!bytes) return bytes.error();
  auto names = parse_wthor_names(*bytes);
  if (!names) {
    return Error{names.error().code,
                 fmt::format("file {}: {}", sumi::quoted(file), names.error().message)};
  }
  return WthorNames(std::move(*names));
}

std::string skipped_text(std::size_t lines, std::string_view where) {
  return fmt::format("{} line{} {} without moves or a board", lines, lines == 1 ? "" : "s", where);
}

/// A warning about the result; empty if plausible. Clears an impossible score, such as GGF's -127,
/// but not one that contradicts the moves.
std::string check_result(GameRecord& record) {
  if (record.result.empty()) return {};
  const std::optional<double> told = result_score(record.result);
  const std::optional<Color> winner = result_winner(record.result);
  if (!told && !winner) return {};
  const double komi = komi_of(record);
  const int squares = record.start.size * record.start.size;
  if (told && std::abs(*told) > squares + std::abs(komi)) {
    return fmt::format("result {} ignored: the board has {} squares",
                       quoted(std::exchange(record.result, {})), squares);
  }
  const Game game = record.replay();
  // A finished game may have been resigned or lost on time.
  if (!game.over() || record.result.find(':') != record.result.npos) return {};
  const Position& last = game.position();
  const int score = game.black_score().discs;
  const int counted =
      std::popcount(last.discs(Color::kBlack)) - std::popcount(last.discs(Color::kWhite));
  const auto agrees_with = [&](double discs) { return std::abs(*told + komi - discs) < 0.5; };
  // Some programs do not give the empty squares to the winner.
  const bool agrees = told ? agrees_with(score) || agrees_with(counted)
                           : score != komi && (score > komi) == (*winner == Color::kBlack);
  if (agrees) return {};
  return fmt::format("result {}, but the moves end in {}{}{}", quoted(record.result),
                     score < 0 ? "W+" : "B+", std::abs(score),
                     komi == 0 ? "" : fmt::format(", less the komi of {}", komi));
}

}  // namespace

class GameFileReader::Impl {
 public:
  Impl(ByteStream stream, std::string name, const TextOptions& options)
      : stream_(std::move(stream)), name_(std::move(name)), options_(options) {}

  /// `path` is used to find name files; empty without a file.
  Result<void> start(std::optional<FileFormat> format, const std::string& path);

  FileFormat format() const { return format_; }
  std::optional<FileItem> next();

 private:
  Result<void> start_wthor(const std::string& path);
  std::optional<FileItem> next_text();
  std::optional<FileItem> next_wthor();
  std::optional<FileItem> end_of_wthor();
  std::optional<FileItem> end_of_text();
  FileItem too_long();
  void take_lost_lines(const TextEntry& entry, std::string_view bytes);
  void report_skipped_lines(FileItem& found);
  std::optional<FileItem> item_of(TextEntry entry, std::string_view bytes);
  void check_game(FileItem& found) const;
  std::size_t line_of(std::size_t offset, std::string_view bytes) const;
  void skip(std::size_t bytes);

  FileItem item(std::string where, Result<FileEntry> entry) const {
    return {std::move(where), std::move(entry), {}, stream_.share()};
  }
  std::string at_line(std::size_t line) const {
    return name_.empty() ? fmt::format("line {}", line) : fmt::format("{}:{}", name_, line);
  }
  std::string at_game(std::size_t number) const {
    return fmt::format("{}{}game {}", name_, name_.empty() ? "" : ", ", number);
  }

  ByteStream stream_;
  std::string name_;
  FileFormat format_ = FileFormat::kTranscript;
  const TextOptions options_;
  std::size_t line_ = 1;  ///< Of the last byte read.
  char before_ = '\0';
  std::size_t skipped_lines_ = 0;  ///< Since the last entry.
  std::size_t first_skipped_ = 0;  ///< Line number of the first skipped line.
  std::size_t entries_ = 0;        ///< Including bad entries.
  bool ended_ = false;

  WthorHeader header_;
  WthorTables tables_;
  std::vector<std::string> missing_names_;  ///< For the first game.
};

Result<void> GameFileReader::Impl::start(std::optional<FileFormat> format,
                                         const std::string& path) {
  std::string_view head = stream_.peek(1);
  for (std::size_t seen = 0; !format && seen < head.size() && head.size() < kHead;) {
    format = format_of_start(head);
    seen = head.size();
    if (!format) head = stream_.peek(seen + 1);
  }
  if (stream_.failed()) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("file {}: {}", sumi::quoted(name_), stream_.failure())};
  }
  if (!format) {
    // Always the same number of bytes: how input arrives must not matter.
    const Result<FileFormat> detected = detect_format(name_, head.substr(0, kHead));
    if (!detected) return detected.error();
    format = *detected;
  }
  format_ = *format;
  if (format_spec(format_).binary) return start_wthor(path);
  stream_.read_as_text();
  return {};
}

Result<void> GameFileReader::Impl::start_wthor(const std::string& path) {
  const Result<WthorHeader> header =
      parse_wthor_header(stream_.peek(kWthorHeaderBytes).substr(0, kWthorHeaderBytes));
  if (!header) {
    return Error{header.error().code,
                 fmt::format("file {}: {}", sumi::quoted(name_), header.error().message)};
  }
  header_ = *header;
  stream_.skip(kWthorHeaderBytes);
  if (path.empty()) return {};
  Result<WthorNames> players = side_file_names(path, ".jou", "players", missing_names_);
  if (!players) return players.error();
  Result<WthorNames> tournaments = side_file_names(path, ".trn", "tournaments", missing_names_);
  if (!tournaments) return tournaments.error();
  tables_ = {std::move(*players), std::move(*tournaments)};
  return {};
}

std::optional<FileItem> GameFileReader::Impl::next() {
  if (ended_) return std::nullopt;
  return format_spec(format_).binary ? next_wthor() : next_text();
}

std::optional<FileItem> GameFileReader::Impl::next_wthor() {
  const std::string_view bytes = stream_.peek(kWthorGameBytes);
  if (bytes.size() < kWthorGameBytes) return end_of_wthor();
  const Result<WthorGame> game = parse_wthor_game(bytes.substr(0, kWthorGameBytes));
  stream_.skip(kWthorGameBytes);
  const std::string where = at_game(++entries_);
  if (!game) return item(where, game.error());
  std::optional<GameRecord> legal_prefix;
  Result<GameRecord> record = to_record(header_.file, *game, tables_, &legal_prefix);
  FileItem found =
      record ? item(where, FileEntry(std::move(*record))) : item(where, record.error());
  found.legal_prefix = std::move(legal_prefix);
  found.warnings = std::exchange(missing_names_, {});
  check_game(found);
  return found;
}

/// An error if reading failed or the length contradicts the header.
std::optional<FileItem> GameFileReader::Impl::end_of_wthor() {
  ended_ = true;
  const std::size_t rest = stream_.peek(kWthorGameBytes).size();
  std::string fault = stream_.failure();
  if (fault.empty() && rest != 0) {
    fault = fmt::format("WTHOR: the file ends inside a game, after {} of {} bytes", rest,
                        kWthorGameBytes);
  } else if (fault.empty() && entries_ != header_.games) {
    fault =
        fmt::format("WTHOR: the header says {} games, the file has {}", header_.games, entries_);
  }
  if (fault.empty()) return std::nullopt;
  return item(at_game(entries_ + 1), Error{ErrorCode::kBadFile, fault});
}

std::size_t GameFileReader::Impl::line_of(std::size_t offset, std::string_view bytes) const {
  std::size_t line = line_;
  char before = before_;
  for (const char c : bytes.substr(0, offset)) {
    if (before == '\r' || before == '\n') line += before == '\r' ? c != '\n' : 1;
    before = c;
  }
  if (offset < bytes.size() && (before == '\n' || (before == '\r' && bytes[offset] != '\n')))
    ++line;
  return line;
}

void GameFileReader::Impl::skip(std::size_t bytes) {
  const std::string_view text = stream_.peek(bytes).substr(0, bytes);
  if (text.empty()) return;
  line_ = line_of(bytes - 1, text);
  before_ = text.back();
  stream_.skip(bytes);
}

std::optional<FileItem> GameFileReader::Impl::next_text() {
  const EntryCodec codec = format_row(format_).next;
  for (std::string_view bytes = stream_.peek(1); !bytes.empty(); bytes = stream_.peek(1)) {
    TextEntry entry = codec(bytes, stream_.ended(), options_);
    while (entry.used == 0 && !stream_.ended() && bytes.size() <= kMaxEntryBytes) {
      bytes = stream_.peek(bytes.size() + 1);
      entry = codec(bytes, stream_.ended(), options_);
    }
    const std::size_t length = entry.used > 0 ? entry.used - entry.begin : bytes.size();
    const bool whole = entry.used > 0 ? !entry.entry : stream_.ended();
    if (length > kMaxEntryBytes && !whole) {
      take_lost_lines(entry, bytes);
      skip(entry.begin);
      return too_long();
    }
    if (entry.used == 0) entry.used = bytes.size();
    if (auto found = item_of(std::move(entry), bytes)) return found;
  }
  ended_ = true;
  return end_of_text();
}

FileItem GameFileReader::Impl::too_long() {
  std::string_view bytes = stream_.peek(kMaxEntryBytes + 1);
  const std::size_t begin = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size() - 1);
  const std::size_t line = line_of(begin, bytes);
  skip(kMaxEntryBytes);
  std::size_t end = std::string_view::npos;
  for (bytes = stream_.peek(1); !bytes.empty() && end == bytes.npos; bytes = stream_.peek(1)) {
    end = bytes.find_first_of("\r\n");
    skip(std::min(end, bytes.size()));
  }
  ++entries_;
  FileItem found = item(
      at_line(line),
      Error{ErrorCode::kBadSyntax, fmt::format("an entry of more than {} bytes", kMaxEntryBytes)});
  report_skipped_lines(found);
  return found;
}

void GameFileReader::Impl::take_lost_lines(const TextEntry& entry, std::string_view bytes) {
  if (entry.skipped_lines > 0 && skipped_lines_ == 0)
    first_skipped_ = line_of(entry.first_skipped, bytes);
  skipped_lines_ += entry.skipped_lines;
}

void GameFileReader::Impl::report_skipped_lines(FileItem& found) {
  found.skipped_lines = std::exchange(skipped_lines_, 0);
  if (found.skipped_lines > 0)
    found.warnings.push_back(skipped_text(found.skipped_lines, "before it"));
}

std::optional<FileItem> GameFileReader::Impl::item_of(TextEntry entry, std::string_view bytes) {
  take_lost_lines(entry, bytes);
  const std::size_t line = line_of(entry.begin, bytes);
  skip(entry.used);
  if (!entry.entry) return std::nullopt;
  ++entries_;
  FileItem found = item(at_line(line), std::move(*entry.entry));
  report_skipped_lines(found);
  found.legal_prefix = std::move(entry.legal_prefix);
  std::ranges::move(entry.warnings, std::back_inserter(found.warnings));
  check_game(found);
  return found;
}

/// With keep_going, accepts the game before an illegal move. Warns if the result contradicts the
/// moves.
void GameFileReader::Impl::check_game(FileItem& found) const {
  if (!found.entry && found.legal_prefix && options_.keep_going) {
    found.warnings.push_back(
        fmt::format("{}: only the game up to it is used", found.entry.error().message));
    append_comment(found.legal_prefix->comment, found.warnings.back());
    found.entry = FileEntry(*found.legal_prefix);
  }
  auto* const game = found.entry ? std::get_if<GameRecord>(&*found.entry) : nullptr;
  if (game == nullptr) return;
  if (std::string warning = check_result(*game); !warning.empty()) {
    found.warnings.push_back(std::move(warning));
  }
}

/// Reports, once, a read failure, input without entries, or text after the last entry.
std::optional<FileItem> GameFileReader::Impl::end_of_text() {
  const std::string where = name_.empty() ? "text" : name_;
  if (stream_.failed()) return item(where, Error{ErrorCode::kBadFile, stream_.failure()});
  if (entries_ > 0 && skipped_lines_ > 0) {
    FileItem end = item(at_line(first_skipped_),
                        Error{ErrorCode::kBadSyntax, skipped_text(skipped_lines_, "at the end")});
    end.is_rest = true;
    end.skipped_lines = skipped_lines_;
    return end;
  }
  if (entries_ > 0) return std::nullopt;
  const FormatSpec& spec = format_spec(format_);
  return item(where, Error{ErrorCode::kBadSyntax,
                           fmt::format("holds no {} of the format {}",
                                       spec.games ? "game" : "position", spec.name)});
}

GameFileReader::GameFileReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GameFileReader::GameFileReader(GameFileReader&&) noexcept = default;
GameFileReader& GameFileReader::operator=(GameFileReader&&) noexcept = default;
GameFileReader::~GameFileReader() = default;

Result<GameFileReader> GameFileReader::open(const std::string& path,
                                            std::optional<FileFormat> format,
                                            std::function<bool()> stop,
                                            const TextOptions& options) {
  Result<ByteStream> stream = ByteStream::open(path, std::move(stop));
  if (!stream) return stream.error();
  return of_stream(std::move(*stream), path, format, options);
}

Result<GameFileReader> GameFileReader::of_stream(ByteStream stream, const std::string& path,
                                                 std::optional<FileFormat> format,
                                                 const TextOptions& options) {
  const bool pipe = path == "-";
  auto impl = std::make_unique<Impl>(std::move(stream), pipe ? "standard input" : path, options);
  if (const Result<void> started = impl->start(format, pipe ? "" : path); !started) {
    return started.error();
  }
  return GameFileReader(std::move(impl));
}

Result<GameFileReader> GameFileReader::of_text(std::string text, std::optional<FileFormat> format,
                                               const TextOptions& options) {
  auto impl = std::make_unique<Impl>(ByteStream::of_text(std::move(text)), "", options);
  if (const Result<void> started = impl->start(format, ""); !started) return started.error();
  return GameFileReader(std::move(impl));
}

FileFormat GameFileReader::format() const { return impl_->format(); }
std::optional<FileItem> GameFileReader::next() { return impl_->next(); }

namespace {

WthorFile file_of_today() {
  const std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  WthorFile file;
  file.created_year = static_cast<int>(today.year());
  file.created_month = static_cast<int>(static_cast<unsigned>(today.month()));
  file.created_day = static_cast<int>(static_cast<unsigned>(today.day()));
  return file;
}

Result<void> check_written(FileFormat format) {
  const FormatSpec& spec = format_spec(format);
  if (spec.written) return {};
  return Error{ErrorCode::kNotFound, fmt::format("format: {} is read-only", spec.name)};
}

}  // namespace

Result<EntryFile> entry_file(const FileEntry& entry, FileFormat format) {
  if (const auto written = check_written(format); !written) return written.error();
  if (!format_spec(format).binary) {
    return EntryFile{format_row(format).write(entry), losses(entry, format)};
  }
  const GameRecord record = game_of(entry);
  const bool tells = record.theoretical && fits_wthor_score(*record.theoretical);
  WthorFile file = file_of_today();
  if (tells) file.depth = record.theoretical->empties;
  WthorTables names;
  const Result<WthorGame> game = to_wthor_game(record, file.depth, names);
  if (!game) return game.error();
  file.year = wthor_year(record);
  file.games = {*game};
  std::string lost = losses(entry, format, file.year, file.depth);
  const bool named = !record.black.empty() || !record.white.empty() || !record.event.empty();
  if (named) lost = lost.empty() ? "names" : "names, " + lost;
  return EntryFile{write_wthor(file), lost};
}

class GameFileWriter::Impl {
 public:
  Impl(OutputFile file, FileFormat format, std::string path)
      : file_(std::move(file)), format_(format), path_(std::move(path)) {
    header_.file = file_of_today();
  }

  Result<void> start();
  Result<std::string> write(const FileEntry& entry);
  Result<void> finish();

 private:
  Result<std::string> write_wthor(const FileEntry& entry);
  Result<void> finish_wthor();

  OutputFile file_;
  FileFormat format_;
  const bool binary_ = format_spec(format_).binary;
  std::string path_;
  WthorHeader header_;
  WthorTables tables_;
  bool depth_known_ = false;
};

Result<void> GameFileWriter::Impl::start() {
  if (!binary_) return {};
  if (!file_.plain()) {
    return Error{ErrorCode::kBadFile,
                 "WTHOR: needs a file, not a pipe: its header has the number of games"};
  }
  return {};
}

Result<std::string> GameFileWriter::Impl::write(const FileEntry& entry) {
  if (binary_) return write_wthor(entry);
  if (const Result<void> done = file_.write(format_row(format_).write(entry)); !done)
    return done.error();
  return losses(entry, format_);
}

/// The first game with a year sets the file's year; the first theoretical score sets its depth.
Result<std::string> GameFileWriter::Impl::write_wthor(const FileEntry& entry) {
  const GameRecord record = game_of(entry);
  WthorFile& file = header_.file;
  const bool tells = record.theoretical && fits_wthor_score(*record.theoretical);
  const int depth = tells && !depth_known_ ? record.theoretical->empties : file.depth;
  const Result<WthorGame> game = to_wthor_game(record, depth, tables_);
  if (!game) return game.error();
  depth_known_ = depth_known_ || tells;
  file.depth = depth;
  if (file.year == 0) file.year = wthor_year(record);
  if (header_.games == 0) {
    if (const Result<void> done = file_.write(write_wthor_header(header_)); !done) {
      return done.error();
    }
  }
  ++header_.games;
  if (const Result<void> done = file_.write(write_wthor_game(*game)); !done) return done.error();
  return losses(entry, format_, file.year, file.depth);
}

Result<void> GameFileWriter::Impl::finish_wthor() {
  const struct {
    WthorNameKind kind;
    const WthorNames& names;
    std::string_view extension;
  } tables[] = {{WthorNameKind::kPlayers, tables_.players, ".jou"},
                {WthorNameKind::kTournaments, tables_.tournaments, ".trn"}};
  for (const auto& table : tables) {
    const std::string bytes = write_wthor_names(table.kind, table.names.names(), header_.file);
    if (const auto done = write_file(side_file(path_, table.extension), bytes); !done) return done;
  }
  const std::string header = write_wthor_header(header_);
  return header_.games == 0 ? file_.write(header) : file_.write_front(header);
}

Result<void> GameFileWriter::Impl::finish() {
  if (binary_) {
    if (const Result<void> done = finish_wthor(); !done) return done;
  }
  return file_.finish();
}

GameFileWriter::GameFileWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GameFileWriter::GameFileWriter(GameFileWriter&&) noexcept = default;
GameFileWriter& GameFileWriter::operator=(GameFileWriter&&) noexcept = default;
GameFileWriter::~GameFileWriter() = default;

Result<GameFileWriter> GameFileWriter::open(const std::string& path, FileFormat format) {
  if (const auto written = check_written(format); !written) return written.error();
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  auto impl = std::make_unique<Impl>(std::move(*file), format, path);
  if (const Result<void> started = impl->start(); !started) return started.error();
  return GameFileWriter(std::move(impl));
}

Result<std::string> GameFileWriter::write(const FileEntry& entry) { return impl_->write(entry); }
Result<void> GameFileWriter::finish() { return impl_->finish(); }

}  // namespace sumi
