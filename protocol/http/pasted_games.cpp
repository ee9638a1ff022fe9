// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/entry_source.h"
#include "protocol/http/pasted_games.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMostGames = 1000, kMostWarnings = 20;

/// As a file of any format.
Result<PastedGames> read_as_file(const std::string& bytes, const std::string& name) {
  const auto format = detect_format(name, bytes);
  if (!format) return format.error();
  auto reader = GameFileReader::of_text(bytes, *format);
  if (!reader) return reader.error();
  PastedGames games;
  std::optional<Error> fault;
  const auto warn = [&](std::string text) {
    if (games.warnings.size() < kMostWarnings) games.warnings.push_back(std::move(text));
  };
  while (auto item = reader->next()) {
    if (!item->entry) {
      if (!fault) fault = item->entry.error();
      warn(item->entry.error().message);
      continue;
    }
    for (std::string& warning : item->warnings) warn(std::move(warning));
    if (games.entries.size() < kMostGames) {
      games.entries.push_back(std::move(*item->entry));
    } else {
      ++games.left_out;
    }
  }
  if (!games.entries.empty()) return games;
  return fault ? *fault : Error{ErrorCode::kNotFound, "no game and no position in this"};
}

}  // namespace

/// Words first, as on the command line: they may be a game that is no file of any format, such as
/// moves on a small board.
Result<PastedGames> read_pasted(const std::string& bytes, const std::string& name, int size) {
  const std::string_view text = trim(bytes);
  const bool one_line = text.find('\n') == text.npos;
  if (name.empty() && one_line && !text.empty()) {
    std::vector<std::string> warnings;
    if (auto entry = parse_entry_words(std::string(text), {size}, &warnings)) {
      return PastedGames{{std::move(*entry)}, 0, std::move(warnings)};
    }
  }
  auto games = read_as_file(bytes, name);
  if (games || !name.empty()) return games;
  std::vector<std::string> warnings;
  auto entry = parse_entry_words(std::string(text), {size}, &warnings);
  if (entry) return PastedGames{{std::move(*entry)}, 0, std::move(warnings)};
  if (entry.error().code != ErrorCode::kNotFound) return entry.error();
  return Error{ErrorCode::kNotFound,
               fmt::format("{} is no game and no position: moves (f5d6c3), a board and the side to "
                           "move, FEN, OBF, GGF, SGF, PGN or JSON of a game",
                           quoted(text))};
}

}  // namespace sumi::protocol
