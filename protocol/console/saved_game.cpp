// SPDX-License-Identifier: MIT
/// `% NAME VALUE` lines, then what codecs.h reads.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/console/saved_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::string_view kMark = "% A game of sumi play:";  // the rest is for people
constexpr int kMovesPerLine = 20;
constexpr std::size_t kMaxFileBytes = 1 << 20;

struct HumansName {
  std::string_view name;
  Humans humans;
};
constexpr HumansName kHumansNames[] = {{"black", {true, false}},
                                       {"white", {false, true}},
                                       {"both", {true, true}},
                                       {"none", {false, false}}};

/// The value of "% NAME VALUE", or an empty text.
std::string_view setting(std::string_view line, std::string_view name) {
  line = trim(line.substr(1));
  if (!line.starts_with(name) || line.size() == name.size() || !is_space(line[name.size()])) {
    return {};
  }
  return trim(line.substr(name.size()));
}

Result<void> read_setting(std::string_view line, SavedGame& saved) {
  if (const std::string_view color = setting(line, "color"); !color.empty()) {
    const auto humans = parse_humans(color);
    if (!humans) return humans.error();
    saved.humans = *humans;
  }
  if (const std::string_view text = setting(line, "level"); !text.empty()) {
    const auto level = parse_level(text);
    if (!level) return level.error();
    saved.level = *level;
  }
  if (const std::string_view text = setting(line, "strength"); !text.empty()) {
    const auto strength = parse_strength(text);
    if (!strength) return strength.error();
    saved.strength = *strength;
  }
  return {};
}

/// Reads the first game of a file in another format.
Result<LoadedGame> first_game(const std::string& path) {
  auto reader = GameFileReader::open(path);
  if (!reader) return reader.error();
  const std::optional<FileItem> first = reader->next();
  if (!first) return Error{ErrorCode::kBadFile, "no game in it"};
  const auto bad = [&first](std::string_view what) {
    return Error{ErrorCode::kBadFile, fmt::format("{}: {}", first->where, what)};
  };
  if (!first->entry) return bad(first->entry.error().message);
  LoadedGame loaded{{game_of(*first->entry).replay(), {}, {}, {}}, {}};
  const std::optional<FileItem> second = reader->next();
  if (second && !second->is_rest) loaded.where = first->where;
  return loaded;
}

}  // namespace

std::string_view to_text(Humans humans) {
  return std::ranges::find(kHumansNames, humans, &HumansName::humans)->name;
}

Result<Humans> parse_humans(std::string_view text) {
  for (const HumansName& row : kHumansNames) {
    if (equal_ignoring_case(text, row.name)) return row.humans;
  }
  return Error{ErrorCode::kBadSyntax,
               fmt::format("color: {} is not one of black, white, both, none", sumi::quoted(text))};
}

namespace {

Result<int> parse_in_range(std::string_view name, std::string_view text, int max) {
  const std::optional<int> number = parse_int(text);
  if (number && *number >= 0 && *number <= max) return *number;
  return Error{ErrorCode::kOutOfRange,
               fmt::format("{}: {} is not in 0..{}", name, sumi::quoted(text), max)};
}

}  // namespace

Result<int> parse_level(std::string_view text) { return parse_in_range("level", text, kMaxLevel); }

Result<int> parse_strength(std::string_view text) {
  return parse_in_range("strength", text, kMaxStrength);
}

std::string to_text(const SavedGame& saved) {
  const Position& start = saved.game.start();
  std::string text = fmt::format(
      "{} continue it with sumi play --resume FILE\n% color {}\n% level {}\n% strength {}\n{}\n",
      kMark, to_text(*saved.humans), *saved.level, *saved.strength, to_text(start));
  int count = 0;
  for (const PlayedMove& move : saved.game.moves()) {
    text += to_text(move.square, start.size);
    text += ++count % kMovesPerLine == 0 ? '\n' : ' ';
  }
  if (text.back() == ' ') text.back() = '\n';
  return text;
}

bool is_saved_game(std::string_view text) { return text.starts_with(kMark); }

Result<SavedGame> parse_saved_game(std::string_view text, int size) {
  SavedGame saved;
  // Percent signs have no meaning in other files.
  for (std::string_view left = is_saved_game(text) ? text : ""; !left.empty();) {
    const std::string_view line = take_until(left, '\n');
    if (!line.starts_with('%')) continue;
    if (const auto read = read_setting(line, saved); !read) return read.error();
  }
  const auto game = parse_game(text, size);
  if (!game) return game.error();
  saved.game = game->replay();
  return saved;
}

Result<LoadedGame> load_game(const std::string& path, int size) {
  std::error_code status;
  if (std::filesystem::exists(path, status) && !std::filesystem::is_regular_file(path, status)) {
    return Error{ErrorCode::kBadFile, fmt::format("{} is not a regular file", sumi::quoted(path))};
  }
  const auto text = read_file(path, kMaxFileBytes);
  // Bare moves are for the current board size and may span lines.
  const auto format = text ? detect_format(path, *text) : Result<FileFormat>(text.error());
  if (text && (is_saved_game(*text) || (format && *format == FileFormat::kTranscript))) {
    auto saved = parse_saved_game(*text, size);
    if (saved) return LoadedGame{std::move(*saved), {}};
    if (is_saved_game(*text)) return Error{ErrorCode::kBadFile, saved.error().message};
  }
  return first_game(path);
}

}  // namespace sumi::protocol
