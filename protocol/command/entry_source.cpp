// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/command/entry_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace sumi::protocol {
namespace {

/// Most likely a name: games are moves and numbers, without slashes and endings.
bool names_file(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  return text.find('/') != text.npos || (dot != text.npos && dot + 1 < text.size() &&
                                         is_letter(text[dot + 1]) && text.find(' ') == text.npos);
}

bool has_digit(std::string_view text) { return std::ranges::any_of(text, is_digit); }

Error neither(const std::string& text, const Error& fault) {
  std::string message = fmt::format(
      "{} is neither a file nor a position (64 squares of X, O and - and the side to move, a FEN, "
      "or moves: f5d6c3)",
      sumi::quoted(text));
  if (has_digit(text) && !names_file(text)) message += "; " + fault.message;
  return {ErrorCode::kNotFound, message};
}

/// A whole game as files have it.
bool looks_like_file(std::string_view text) {
  text = trim(text);
  return text.find("(;") != text.npos || text.starts_with('{') ||
         (text.starts_with('[') && text.find('"') != text.npos);
}

Result<FileEntry> first_of_file(const std::string& text) {
  Result<GameFileReader> reader = GameFileReader::of_text(text);
  if (!reader) return reader.error();
  const std::optional<FileItem> first = reader->next();
  return first ? first->entry : Error{ErrorCode::kBadSyntax, "no game in it"};
}

Result<FileEntry> obf_entry(const std::string& text) {
  auto line = parse_obf_line(text);
  if (!line) return line.error();
  if (*line) return FileEntry(std::move(**line));
  return Error{ErrorCode::kBadSyntax, fmt::format("{} holds no position", sumi::quoted(text))};
}

Result<FileEntry> game_entry(const std::string& text, int size) {
  Result<GameRecord> game = parse_game(text, size);
  if (!game) return game.error();
  return FileEntry(std::move(*game));
}

}  // namespace

std::optional<double> input_bytes(const std::string& word) {
  if (word == kStandardInput) return 0.0;
  struct stat info {};
  if (word.find('\0') != word.npos || stat(word.c_str(), &info) != 0) return std::nullopt;
  return S_ISREG(info.st_mode) ? static_cast<double>(info.st_size) : 0.0;
}

Result<FileEntry> parse_entry_words(const std::string& text, int size) {
  if (trim(text).empty()) return neither(text, {});
  const bool obf = text.find(';') != text.npos;
  Result<FileEntry> entry = looks_like_file(text) ? first_of_file(text)
                            : obf                 ? obf_entry(text)
                                                  : game_entry(text, size);
  if (entry || entry.error().code != ErrorCode::kBadSyntax) return entry;
  // A longer text, or one that begins with a board, was meant to be one: its fault is told.
  constexpr std::size_t kHalfABoard = 32;
  const auto board = parse_leading_position(text, size);
  if (!board || *board || text.size() >= kHalfABoard) return entry;
  return neither(text, entry.error());
}

Result<EntrySource> EntrySource::open(const std::vector<std::string>& words, int size) {
  EntrySource source;
  std::string text;
  bool has_text = false;
  const auto end_text = [&]() -> Result<void> {
    if (!std::exchange(has_text, false)) return {};
    return source.add_text(std::exchange(text, {}), size);
  };
  for (const std::string& word : words) {
    const std::optional<double> bytes = input_bytes(word);
    if (!bytes) {
      text += (has_text ? " " : "") + word;
      has_text = true;
      continue;
    }
    if (const auto added = end_text(); !added) return added.error();
    source.parts_.push_back({word, {}, *bytes});
  }
  if (const auto added = end_text(); !added) return added.error();
  for (const Part& part : source.parts_) {
    source.known_ = source.known_ && part.weight > 0;
    source.total_ += part.weight;
  }
  return source;
}

Result<void> EntrySource::add_text(const std::string& text, int size) {
  Result<FileEntry> entry = parse_entry_words(text, size);
  if (!entry) return entry.error();
  parts_.push_back({"", std::move(*entry), static_cast<double>(text.size())});
  return {};
}

std::vector<FileEntry> EntrySource::on_command_line() const {
  std::vector<FileEntry> entries;
  for (const Part& part : parts_) {
    if (part.path.empty()) entries.push_back(part.entry);
  }
  return entries;
}

std::optional<double> EntrySource::share(double part) const {
  if (!known_ || parts_.empty()) return std::nullopt;
  return std::clamp((done_ + part * parts_.front().weight) / total_, 0.0, 1.0);
}

std::optional<SourceEntry> EntrySource::next(const std::function<bool()>& stop) {
  if (stop && stop()) return std::nullopt;
  auto entry = next_any(stop);
  if (stop && stop()) return std::nullopt;  // it may be cut off
  return entry;
}

std::optional<SourceEntry> EntrySource::next_any(const std::function<bool()>& stop) {
  while (!parts_.empty()) {
    const Part& part = parts_.front();
    std::optional<SourceEntry> found;
    if (part.path.empty()) {
      found = SourceEntry{"", part.entry, {}, share(1), false};
    } else if (!file_) {
      auto file = GameFileReader::open(part.path, std::nullopt, stop);
      if (file) {
        file_.emplace(std::move(*file));
        continue;
      }
      found = SourceEntry{"", file.error(), {}, share(1), false};
    } else if (auto item = file_->next()) {
      return entry_of(std::move(*item));
    }
    file_.reset();
    done_ += part.weight;
    parts_.pop_front();
    if (found) return found;
  }
  return std::nullopt;
}

SourceEntry EntrySource::entry_of(FileItem item) const {
  return {std::move(item.where), std::move(item.entry), std::move(item.warnings),
          item.share ? share(*item.share) : std::nullopt, item.is_rest};
}

}  // namespace sumi::protocol
