// SPDX-License-Identifier: MIT
/// The codec of each format, the other way round.
#include "engine/game/file/entry_writer.h"
#include "engine/game/notation.h"
#include "engine/game/script.h"

#include <algorithm>
#include <cassert>

namespace sumi {
namespace {

/// The last position of a game as a line without scores.
ObfLine line_of(const FileEntry& entry) {
  if (const auto* line = std::get_if<ObfLine>(&entry)) return *line;
  const GameRecord& game = std::get<GameRecord>(entry);
  ObfLine line;
  line.position = game.replay().position();
  line.comment = game.comment;
  return line;
}

/// The moves; another start than the usual one in front of them.
std::string transcript_of(const GameRecord& game) {
  const std::string moves = to_transcript(game);
  if (game.start == Position{} && !moves.empty()) return moves;
  return moves.empty() ? to_text(game.start) : to_text(game.start) + " " + moves;
}

}  // namespace

std::string entry_text(const FileEntry& entry, FileFormat format) {
  switch (format) {
    case FileFormat::kTranscript:
      return transcript_of(game_of(entry)) + "\n";
    case FileFormat::kGgf:
      return to_ggf(game_of(entry)) + "\n";
    case FileFormat::kSgf:
      return to_sgf(game_of(entry)) + "\n";
    case FileFormat::kPgn:
      return to_pgn(game_of(entry)) + "\n";
    case FileFormat::kObf:
      return to_obf(line_of(entry)) + "\n";
    case FileFormat::kScript:
      return to_script_line(line_of(entry)) + "\n";
    case FileFormat::kBoard:
      return to_text(position_of(entry)) + "\n";
    case FileFormat::kFen:
      return to_fen(position_of(entry)) + "\n";
    case FileFormat::kWthor:
    case FileFormat::kQuest:
    case FileFormat::kPos:
      break;
  }
  assert(false);
  return {};
}

}  // namespace sumi
