// SPDX-License-Identifier: MIT
#include "book/games/game_store_impl.h"
#include "book/games/game_walk.h"
#include "engine/base/checksum.h"
#include "engine/game/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace sumi::book {
namespace {

constexpr std::size_t kMaxFaults = 100;

class Faults {
 public:
  explicit Faults(std::vector<std::string> found) : found_(std::move(found)) {}

  void add(std::string fault) {
    if (found_.size() < kMaxFaults) found_.push_back(std::move(fault));
  }
  bool any() const { return !found_.empty(); }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

/// Nothing if a move is illegal.
std::optional<GameRecord> by_the_rules(const GameRecord& row) {
  Game game(row.start);
  for (const Square move : row.moves) {
    if (!game.play(move)) return std::nullopt;
  }
  GameRecord record = row;
  record.moves.clear();
  for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
  return record;
}

/// Appends the visits, unsorted.
void add_visits(std::uint32_t id, const GameRecord& game, std::vector<Visit>& visits) {
  walk_game(game.start, game.moves,
            [&](const Board& board, Color side, std::optional<Square> next) {
              const CanonicalPosition position(board);
              if (next) next = position.canonical(*next);
              visits.push_back(make_visit(position_hash(position.board()), {id, next, side}));
            });
}

void check_facts(const GameStore& store, const StoredGame& game, const GameRecord& record,
                 Faults& faults) {
  if (game.id > store.facts().size()) {
    return faults.add(fmt::format("game {}: has no facts", game.id));
  }
  const GameFacts& facts = store.facts()[game.id - 1];
  const Ending ending = ending_of(record);
  const bool fits = facts.year == game.year && store.players()[facts.black] == record.black &&
                    store.players()[facts.white] == record.white &&
                    store.events()[facts.event] == record.event &&
                    facts.outcome == ending.outcome && facts.score == ending.score;
  if (!fits) faults.add(fmt::format("game {}: its facts are not those of the game", game.id));
}

/// `line` is the stored hash of canonical_line().
void check_game(const GameStore& store, const StoredGame& game, std::int64_t line,
                std::vector<Visit>& visits, Faults& faults) {
  const auto record = by_the_rules(game.record);
  if (!record) return faults.add(fmt::format("game {}: a move is illegal", game.id));
  const std::uint64_t hash = checksum(canonical_line(record->start, record->moves));
  if (static_cast<std::int64_t>(hash) != line) {
    faults.add(fmt::format("game {}: the hash of its moves is wrong", game.id));
  }
  check_facts(store, game, *record, faults);
  add_visits(game.id, *record, visits);
}

}  // namespace

std::vector<std::string> GameStore::check_file() const {
  Faults faults(check_whole_file(path(), impl_->db.get(), kMaxFaults));
  // Rows of damaged files are meaningless.
  if (faults.any()) return faults.take();
  try {
    facts();
    players();
    events();
    std::vector<Visit> visits;
    Statement row = impl_->statement((std::string(kGameColumns) + " ORDER BY games.id").c_str());
    std::uint32_t last = 0;
    while (row.step().value()) {
      const StoredGame game = impl_->read_game(row);
      if (game.id != ++last) faults.add(fmt::format("game {} is missing", last));
      last = game.id;
      check_game(*this, game, row.integer(), visits, faults);
    }
    if (last != facts().size()) {
      faults.add(fmt::format("it has {} games, and facts of {}", last, facts().size()));
    }
    std::ranges::sort(visits);
    auto next = visits.begin();
    for (int number = 0; number < kBuckets; ++number) {
      const auto found = visits_in(impl_->bucket(number), number);
      const auto end =
          std::find_if(next, visits.end(), [&](auto& v) { return bucket_of(v.hash) != number; });
      const bool same = found && std::equal(found->begin(), found->end(), next, end);
      if (!same) faults.add(fmt::format("positions: bucket {} is not what the games say", number));
      next = end;
    }
  } catch (const FatalError& error) {
    faults.add(error.what());
  }
  return faults.take();
}

}  // namespace sumi::book
