// SPDX-License-Identifier: MIT
#include "book/games/game_store_impl.h"
#include "book/games/game_walk.h"
#include "engine/base/checksum.h"
#include "engine/base/held_file.h"
#include "engine/base/text.h"

#include <algorithm>

namespace sumi::book {

namespace {

template <class T, class Read>
const T& read_once(std::optional<T>& value, Read read) {
  if (!value) value.emplace(read());
  return *value;
}

}  // namespace

const std::string& GameStore::Impl::name(const std::vector<std::string>& names,
                                         std::int64_t number) const {
  if (number < 0 || number >= static_cast<std::int64_t>(names.size())) {
    throw FatalError(corruption_error(path, "a name is missing").message);
  }
  return names[static_cast<std::size_t>(number)];
}

std::string GameStore::Impl::bucket(int number) const {
  Statement row = statement("SELECT lists FROM positions WHERE bucket = ?");
  row.bind(std::int64_t{number});
  return row.step().value() ? std::string(row.blob()) : "";
}

Result<std::unique_ptr<GameStore>> GameStore::open(const std::string& path) {
  Result<HeldFile> file = HeldFile::open(path, HeldFile::Access::kRead);
  if (!file) return file.error();
  if (const auto ours = check_database(path, *file, kGames); !ours) return ours.error();
  Result<Database> db = open_to_read(path);
  if (!db) return db.error();
  // One transaction: all reads see the same state.
  const auto begun = execute(path, db->get(), "BEGIN; SELECT count(*) FROM sqlite_schema");
  if (!begun) return begun.error();
  auto impl = std::make_unique<Impl>(path, std::move(*file), std::move(*db));
  return std::unique_ptr<GameStore>(new GameStore(std::move(impl)));
}

GameStore::GameStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GameStore::~GameStore() = default;

bool GameStore::is_store(std::string_view head) { return is_database(head, kGames); }

const std::string& GameStore::path() const { return impl_->path; }

std::span<const GameFacts> GameStore::facts() const {
  return read_once(impl_->facts, [this] {
    std::vector<GameFacts> all = read_facts(path(), impl_->db.get());
    Statement row =
        impl_->statement("SELECT (SELECT count(*) FROM players), (SELECT count(*) FROM events)");
    row.step().value();
    const std::int64_t players = row.integer(), events = row.integer();
    const bool named = std::ranges::all_of(all, [&](const GameFacts& game) {
      return std::max(game.black, game.white) <= players && game.event <= events;
    });
    if (!named) throw FatalError(corruption_error(path(), "a name is missing").message);
    return all;
  });
}

const std::vector<std::string>& GameStore::players() const {
  return read_once(impl_->players,
                   [this] { return read_names(path(), impl_->db.get(), "players"); });
}

const std::vector<std::string>& GameStore::events() const {
  return read_once(impl_->events, [this] { return read_names(path(), impl_->db.get(), "events"); });
}

const NameIndex& GameStore::player_index() const {
  return read_once(impl_->player_index, [this] { return NameIndex(players()); });
}

const NameIndex& GameStore::event_index() const {
  return read_once(impl_->event_index, [this] { return NameIndex(events()); });
}

std::vector<Occurrence> GameStore::occurrences(const Board& board) const {
  const std::uint64_t hash = position_hash(CanonicalPosition(board).board());
  auto found = occurrences_in(impl_->bucket(bucket_of(hash)), hash);
  const bool whole = found && (found->empty() || found->back().game <= facts().size());
  if (!whole) {
    throw FatalError(corruption_error(path(), "its index of positions is damaged").message);
  }
  return std::move(*found);
}

StoredGame GameStore::Impl::read_game(Statement& row) const {
  StoredGame game;
  game.id = static_cast<std::uint32_t>(row.integer());
  GameRecord& record = game.record;
  record.black = name(*players, row.integer());
  record.white = name(*players, row.integer());
  record.event = name(*events, row.integer());
  record.date = row.text();
  record.round = row.text();
  record.result = row.text();
  if (row.is_null()) {
    row.skip();
    row.skip();
  } else {
    const auto discs = static_cast<int>(row.integer());
    record.theoretical = TheoreticalScore{{discs}, static_cast<int>(row.integer())};
  }
  const std::string start = row.text();
  parse_moves(path, start, row.text(), record).value();
  game.source = row.text();
  game.year = year_of(record.date);
  return game;
}

StoredGame GameStore::game(std::uint32_t id) const {
  players();
  events();
  Statement row = impl_->statement((std::string(kGameColumns) + " WHERE games.id = ?").c_str());
  row.bind(std::int64_t{id});
  if (!row.step().value()) throw FatalError(corruption_error(path(), "a game is missing").message);
  StoredGame game = impl_->read_game(row);
  const GameFacts& known = facts()[id - 1];
  game.ending = {known.outcome, known.score};
  Statement other = impl_->statement(
      "SELECT black, white, event, date, round, source FROM spellings WHERE game = ?"
      " ORDER BY rowid");
  other.bind(std::int64_t{id});
  while (other.step().value()) {
    OtherSpelling& spelling = game.others.emplace_back();
    for (std::string* const text : {&spelling.black, &spelling.white, &spelling.event,
                                    &spelling.date, &spelling.round, &spelling.source}) {
      *text = other.text();
    }
  }
  return game;
}

std::vector<std::uint32_t> GameStore::same_games(const GameRecord& game) const {
  const std::string line = canonical_line(game.start, game.moves);
  std::vector<std::uint32_t> found;
  Statement row = impl_->statement("SELECT id, start, moves FROM games WHERE line = ? ORDER BY id");
  row.bind(static_cast<std::int64_t>(checksum(line)));
  while (row.step().value()) {
    const auto id = static_cast<std::uint32_t>(row.integer());
    GameRecord other;
    const std::string start = row.text();
    parse_moves(path(), start, row.text(), other).value();
    if (canonical_line(other.start, other.moves) == line) found.push_back(id);
  }
  return found;
}

std::vector<GameStore::Source> GameStore::sources() const {
  std::vector<Source> sources;
  Statement row = impl_->statement(
      "SELECT name, count(*) FROM games JOIN sources ON sources.id = source"
      " GROUP BY source ORDER BY source");
  while (row.step().value()) {
    Source& source = sources.emplace_back();
    source.name = row.text();
    source.games = static_cast<std::uint64_t>(row.integer());
  }
  return sources;
}

std::uint64_t GameStore::spellings() const {
  Statement row = impl_->statement("SELECT count(*) FROM spellings");
  return row.step().value() ? static_cast<std::uint64_t>(row.integer()) : 0;
}

}  // namespace sumi::book
