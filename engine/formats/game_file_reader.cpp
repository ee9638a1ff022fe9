// SPDX-License-Identifier: MIT
/// Bytes into entries, entries into games: texts by EntryCutter, WTHOR by its records.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/formats/byte_stream.h"
#include "engine/formats/entry_cutter.h"
#include "engine/formats/format_table.h"
#include "engine/formats/side_files.h"
#include "engine/formats/wthor.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kHead = 4096;

/// The names that belong to a .wtb; none if they are not there. Fails if they are, but broken.
Result<WthorNames> names_beside(const std::string& path, const std::string& extension) {
  const std::string file = find_side_file(path, extension);
  if (file.empty()) return WthorNames();
  const Result<std::string> bytes = read_file(file);
  if (!bytes) return bytes.error();
  auto names = parse_wthor_names(*bytes);
  if (!names) {
    return Error{names.error().code,
                 fmt::format("file {}: {}", sumi::quoted(file), names.error().message)};
  }
  return WthorNames(std::move(*names));
}

std::string skipped_text(const SkippedLines& lines, std::string_view where) {
  return fmt::format("{} line{} {} without moves or a board", lines.count,
                     lines.count == 1 ? "" : "s", where);
}

/// Says in words how the record's result contradicts its moves; empty if they agree.
std::string contradiction(const GameRecord& record) {
  if (record.result.empty()) return {};
  const std::optional<double> told = result_score(record.result);
  const std::optional<Color> winner = result_winner(record.result);
  if (!told && !winner) return {};
  const Game game = record.replay();
  // An ended game may have been resigned or lost on time, whatever the board says.
  if (!game.over() || record.result.find(':') != record.result.npos) return {};
  const Position& last = game.position();
  const int score = game.black_score().discs;
  const int counted =
      std::popcount(last.discs(Color::kBlack)) - std::popcount(last.discs(Color::kWhite));
  // Some count the discs only and give nobody the empty squares.
  const bool agrees = told ? std::abs(*told - score) < 0.5 || std::abs(*told - counted) < 0.5
                           : score != 0 && (score > 0) == (*winner == Color::kBlack);
  if (agrees) return {};
  return fmt::format("result {}, but the moves end in {}{}", quoted(record.result),
                     score < 0 ? "W+" : "B+", std::abs(score));
}

}  // namespace

class GameFileReader::Impl {
 public:
  Impl(ByteStream stream, std::string name) : stream_(std::move(stream)), name_(std::move(name)) {}

  /// `path`: where names may lie beside; empty if the input is no file.
  Result<void> start(std::optional<FileFormat> format, const std::string& path);

  FileFormat format() const { return format_; }
  std::optional<FileItem> next();

 private:
  Result<void> start_wthor(const std::string& path);
  std::optional<FileItem> next_text();
  std::optional<FileItem> next_wthor();
  std::optional<FileItem> end_of_wthor();
  std::optional<FileItem> end_of_text();
  std::optional<TextEntry> next_entry();
  std::optional<FileItem> item_of(const TextEntry& entry);

  FileItem item(std::string where, Result<FileEntry> entry) const {
    return {std::move(where), std::move(entry), {}, stream_.share(), 0, false};
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
  std::optional<EntryCutter> cutter_;
  std::size_t entries_ = 0;  ///< Handed out, good or bad.
  bool ended_ = false;       ///< Nothing more to hand out.
  bool input_ended_ = false, last_line_ended_ = false;

  WthorHeader header_;
  WthorTables tables_;
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
    const Result<FileFormat> detected = detect_format(name_, head);
    if (!detected) return detected.error();
    format = *detected;
  }
  format_ = *format;
  if (format_ == FileFormat::kWthor) return start_wthor(path);
  cutter_.emplace(format_);
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
  Result<WthorNames> players = names_beside(path, ".jou");
  if (!players) return players.error();
  Result<WthorNames> tournaments = names_beside(path, ".trn");
  if (!tournaments) return tournaments.error();
  tables_ = {std::move(*players), std::move(*tournaments)};
  return {};
}

std::optional<FileItem> GameFileReader::Impl::next() {
  if (ended_) return std::nullopt;
  return format_ == FileFormat::kWthor ? next_wthor() : next_text();
}

std::optional<FileItem> GameFileReader::Impl::next_wthor() {
  const std::string_view bytes = stream_.peek(kWthorGameBytes);
  if (bytes.size() < kWthorGameBytes) return end_of_wthor();
  const Result<WthorGame> game = parse_wthor_game(bytes.substr(0, kWthorGameBytes));
  stream_.skip(kWthorGameBytes);
  const std::string where = at_game(++entries_);
  if (!game) return item(where, game.error());
  Result<GameRecord> record = to_record(header_.file, *game, tables_);
  if (!record) return item(where, record.error());
  const std::string warning = contradiction(*record);
  FileItem found = item(where, FileEntry(std::move(*record)));
  if (!warning.empty()) found.warnings.push_back(warning);
  return found;
}

/// An error if the file could not be read or its length does not fit its header; else nothing.
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

std::optional<TextEntry> GameFileReader::Impl::next_entry() {
  for (std::string_view bytes = stream_.peek(1); !bytes.empty(); bytes = stream_.peek(1)) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::optional<TextEntry> entry = cutter_->feed(bytes[i]);
      if (!entry) continue;
      stream_.skip(i + 1);
      return entry;
    }
    stream_.skip(bytes.size());
  }
  if (!last_line_ended_) {
    // A line counts without its end too.
    last_line_ended_ = true;
    if (std::optional<TextEntry> entry = cutter_->feed('\n')) return entry;
  }
  input_ended_ = true;
  return cutter_->finish();
}

std::optional<FileItem> GameFileReader::Impl::next_text() {
  while (!input_ended_) {
    const std::optional<TextEntry> entry = next_entry();
    if (!entry) continue;
    if (auto found = item_of(*entry)) return found;
  }
  ended_ = true;
  return end_of_text();
}

/// Nothing for an entry that turns out to be a comment.
std::optional<FileItem> GameFileReader::Impl::item_of(const TextEntry& entry) {
  const std::string where = at_line(entry.line);
  std::vector<std::string> warnings;
  if (entry.skipped.count > 0) {
    warnings.push_back(skipped_text(entry.skipped, "before it"));
  }
  const auto told = [&](Result<FileEntry> read) {
    ++entries_;
    FileItem found = item(where, std::move(read));
    found.warnings = std::move(warnings);
    found.lines_lost = entry.skipped.count;
    return found;
  };
  if (entry.too_long) {
    return told(Error{ErrorCode::kBadSyntax,
                      fmt::format("an entry of more than {} bytes", kMaxEntryBytes)});
  }
  auto parsed = format_row(format_).read(entry.text, warnings);
  if (parsed && !*parsed) return std::nullopt;
  if (!parsed) return told(parsed.error());
  if (const auto* game = std::get_if<GameRecord>(&**parsed)) {
    if (std::string warning = contradiction(*game); !warning.empty()) {
      warnings.push_back(std::move(warning));
    }
  }
  return told(std::move(**parsed));
}

/// A file that cannot be read further, in which nothing was found, or that does not end with its
/// last entry, says so once.
std::optional<FileItem> GameFileReader::Impl::end_of_text() {
  const std::string where = name_.empty() ? "text" : name_;
  if (stream_.failed()) return item(where, Error{ErrorCode::kBadFile, stream_.failure()});
  if (const SkippedLines& rest = cutter_->skipped(); entries_ > 0 && rest.count > 0) {
    FileItem end =
        item(at_line(rest.first), Error{ErrorCode::kBadSyntax, skipped_text(rest, "at the end")});
    end.is_rest = true;
    end.lines_lost = rest.count;
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
                                            std::function<bool()> stop) {
  Result<ByteStream> stream = ByteStream::open(path, std::move(stop));
  if (!stream) return stream.error();
  return of_stream(std::move(*stream), path, format);
}

Result<GameFileReader> GameFileReader::of_stream(ByteStream stream, const std::string& path,
                                                 std::optional<FileFormat> format) {
  const bool pipe = path == "-";
  auto impl = std::make_unique<Impl>(std::move(stream), pipe ? "standard input" : path);
  if (const Result<void> started = impl->start(format, pipe ? "" : path); !started) {
    return started.error();
  }
  return GameFileReader(std::move(impl));
}

Result<GameFileReader> GameFileReader::of_text(std::string text, std::optional<FileFormat> format) {
  auto impl = std::make_unique<Impl>(ByteStream::of_text(std::move(text)), "");
  if (const Result<void> started = impl->start(format, ""); !started) return started.error();
  return GameFileReader(std::move(impl));
}

FileFormat GameFileReader::format() const { return impl_->format(); }
std::optional<FileItem> GameFileReader::next() { return impl_->next(); }

}  // namespace sumi
