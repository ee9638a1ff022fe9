// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/text/entry_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace sumi::protocol {
namespace {

/// Probably a file name: games contain no slashes or extensions.
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

bool looks_like_file(std::string_view text) {
  text = trim(text);
  return text.find("(;") != text.npos || text.starts_with('{') ||
         (text.starts_with('[') && text.find('"') != text.npos);
}

/// The only entry of a text. `strict`: fails if the text contains anything else.
Result<FileEntry> only_entry(const std::string& text, std::optional<FileFormat> format, bool strict,
                             const TextOptions& options, std::vector<std::string>& warnings) {
  Result<GameFileReader> reader = GameFileReader::of_text(text, format, options);
  if (!reader) return reader.error();
  std::optional<FileItem> first = reader->next();
  if (!first || !first->entry) {
    return first ? first->entry : Error{ErrorCode::kBadSyntax, "no game in it"};
  }
  if (strict && (first->skipped_lines > 0 || !game_of(*first->entry).comment.empty())) {
    return Error{ErrorCode::kBadSyntax, first->warnings.empty() ? "" : first->warnings.front()};
  }
  warnings = std::move(first->warnings);
  if (const auto second = reader->next(); second && !second->is_rest) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("{} holds more than one game or position: put them into a file, or "
                             "choose one",
                             sumi::quoted(text))};
  }
  return std::move(first->entry);
}

Result<FileEntry> obf_entry(const std::string& text) {
  auto game = parse_obf_game(text);
  if (game && *game) return FileEntry(std::move(**game));
  auto line = parse_obf_line(text);
  if (!line) return line.error();
  if (*line) return FileEntry(std::move(**line));
  return Error{ErrorCode::kBadSyntax, fmt::format("{} holds no position", sumi::quoted(text))};
}

Result<FileEntry> plain_entry(const std::string& text, const TextOptions& options) {
  if (text.find(';') != text.npos) return obf_entry(text);
  Result<GameRecord> game = parse_game(text, options.size);
  if (!game) return game.error();
  const auto board = parse_leading_position(text, options.size);
  if (game->moves.empty() && !(board && *board) && !equal_ignoring_case(trim(text), "start") &&
      !equal_ignoring_case(trim(text), "startpos")) {
    return Error{ErrorCode::kBadSyntax, fmt::format("game: {} has no move", sumi::quoted(text))};
  }
  return FileEntry(std::move(*game));
}

}  // namespace

Result<FileEntry> parse_entry_words(const std::string& text, const TextOptions& options,
                                    std::vector<std::string>* warnings) {
  if (trim(text).empty()) return neither(text, {});
  std::vector<std::string> told;
  Result<FileEntry> entry = looks_like_file(text)
                                ? only_entry(text, std::nullopt, false, options, told)
                                : plain_entry(text, options);
  const auto* const game = entry ? std::get_if<GameRecord>(&*entry) : nullptr;
  if (entry && (!game || game->moves.empty()) && side_is_assumed(text)) {
    told.emplace_back(kAssumedSide);
  }
  const bool read_again = !entry && (entry.error().code == ErrorCode::kBadSyntax ||
                                     entry.error().code == ErrorCode::kIllegalMove);
  if (read_again) {
    const bool one_line = trim(text).find_first_of("\r\n") == std::string_view::npos;
    auto pasted = only_entry(text, FileFormat::kBoard, one_line, options, told);
    // The reader of the whole text gives the better error.
    if (pasted || !one_line ||
        (pasted.error().code == ErrorCode::kIllegalMove &&
         entry.error().code == ErrorCode::kBadSyntax)) {
      entry = std::move(pasted);
    }
  }
  if (entry && warnings) *warnings = std::move(told);
  if (entry || entry.error().code != ErrorCode::kBadSyntax) return entry;
  // A longer text, or one that starts with a board, was meant as an entry.
  constexpr std::size_t kHalfABoard = 32;
  const auto board = parse_leading_position(text, options.size);
  if (!board || *board || text.size() >= kHalfABoard) return entry;
  return neither(text, entry.error());
}

}  // namespace sumi::protocol
