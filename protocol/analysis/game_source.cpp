// SPDX-License-Identifier: MIT
#include "protocol/analysis/game_source.h"

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

bool has_moves(const GameRecord& game) {
  return std::ranges::any_of(game.moves, [](Square s) { return s != Square::kPass; });
}

Result<GameRecord> with_moves(const Result<FileEntry>& entry) {
  if (!entry) return entry.error();
  GameRecord game = game_of(*entry);
  if (!has_moves(game)) return Error{ErrorCode::kBadSyntax, kNoMoves};
  return game;
}

}  // namespace

Result<GameSource> GameSource::open(const std::vector<std::string>& words,
                                    const TextOptions& options, Shard shard) {
  auto entries = EntrySource::open(words, options);
  if (!entries) return entries.error();
  for (const FileEntry& entry : entries->on_command_line()) {
    if (const auto game = with_moves(entry); !game) return game.error();
  }
  return GameSource(std::move(*entries), shard);
}

std::optional<SourceGame> GameSource::next(const std::stop_token& stop) {
  while (auto found = entries_.next([stop] { return stop.stop_requested(); })) {
    auto game = with_moves(found->entry);
    if (game ? !shard_.has(games_++) : shard_.index != 1) continue;
    return SourceGame{std::move(found->where), std::move(game), std::move(found->warnings),
                      found->share, found->is_rest};
  }
  return std::nullopt;
}

}  // namespace sumi::protocol
