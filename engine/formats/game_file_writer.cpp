// SPDX-License-Identifier: MIT
/// Texts one after the other; WTHOR as records behind a header that is written again in the end.
#include "engine/base/file.h"
#include "engine/base/output_file.h"
#include "engine/formats/format_table.h"
#include "engine/formats/side_files.h"
#include "engine/formats/wthor.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace sumi {
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
  return Error{ErrorCode::kNotFound, fmt::format("format: {} can be read only", spec.name)};
}

}  // namespace

Result<EntryFile> entry_file(const FileEntry& entry, FileFormat format) {
  if (const auto written = check_written(format); !written) return written.error();
  if (!format_spec(format).binary) {
    return EntryFile{format_row(format).write(entry), losses(entry, format)};
  }
  const GameRecord record = game_of(entry);
  const bool tells = record.theoretical && wthor_keeps(*record.theoretical);
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

/// The first game that tells a year or a theoretical score tells those of the file.
Result<std::string> GameFileWriter::Impl::write_wthor(const FileEntry& entry) {
  const GameRecord record = game_of(entry);
  WthorFile& file = header_.file;
  const bool tells = record.theoretical && wthor_keeps(*record.theoretical);
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
