// SPDX-License-Identifier: MIT
#include "book/games/game_schema.h"
#include "book/games/game_spelling.h"
#include "book/games/game_store.h"
#include "book/games/game_walk.h"
#include "engine/base/checksum.h"
#include "engine/base/held_file.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <limits>
#include <set>
#include <system_error>
#include <unordered_map>

namespace sumi::book {
namespace {

struct NameTable {
  NameTable(const std::string& path, sqlite3* db, const char* table)
      : names(read_names(path, db, table)),
        insert(prepared(
            path, db, (std::string("INSERT INTO ") + table + "(id, name) VALUES(?, ?)").c_str())) {
    for (std::size_t i = 1; i < names.size(); ++i) numbers[names[i]] = i;
  }

  std::uint32_t number_of(const std::string& name) {
    if (name.empty()) return 0;
    const auto [at, fresh] = numbers.try_emplace(name, names.size());
    if (fresh) {
      insert.bind(static_cast<std::int64_t>(names.size()));
      insert.bind(name);
      insert.step().value();
      names.push_back(name);
    }
    return static_cast<std::uint32_t>(at->second);
  }

  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> numbers;
  Statement insert;
};

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

struct GameImporter::Impl {
  Impl(std::string path, HeldFile file, Database db, SimilarGames similar, std::size_t batch)
      : path(std::move(path)),
        file(std::move(file)),
        db(std::move(db)),
        similar(similar),
        batch(batch) {}

  struct Known {
    std::uint32_t id;
    Spelling spelling;
  };

  void prepare();
  std::vector<Known> same_moves(std::int64_t hash, const std::string& line);
  std::vector<Spelling> spellings(std::uint32_t id);
  std::uint32_t insert_game(const GameRecord& game, std::int64_t hash, const std::string& file_name,
                            const std::string& place);
  void merge(const Known& known, const GameRecord& game, const std::string& source);
  void keep_spelling(std::uint32_t id, const Spelling& spelling, const std::string& source);
  void write_positions();
  void write_facts();
  void begin();
  void commit();

  Statement statement(const char* sql) { return prepared(path, db.get(), sql); }

  // Destroy statements first, then the database, then the file.
  const std::string path;
  const HeldFile file;
  Database db;
  const SimilarGames similar;
  const std::size_t batch;
  std::optional<NameTable> players, events, sources;
  std::optional<Statement> find, find_spellings, insert, update, insert_spelling, read_bucket,
      write_bucket, write_chunk, source_of;
  std::vector<GameFacts> facts;
  std::set<std::size_t> changed_chunks;
  std::vector<Visit> visits;  ///< Since the last commit.
  std::size_t pending = 0;    ///< Since the last commit.
  bool changing = false;
};

void GameImporter::Impl::prepare() {
  facts = read_facts(path, db.get());
  players.emplace(path, db.get(), "players");
  events.emplace(path, db.get(), "events");
  sources.emplace(path, db.get(), "sources");
  find = statement(
      "SELECT id, black, white, event, date, round, start, moves FROM games"
      " WHERE line = ? ORDER BY id");
  find_spellings = statement(
      "SELECT black, white, event, date, round FROM spellings"
      " WHERE game = ?");
  insert = statement("INSERT INTO games VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  update = statement(
      "UPDATE games SET black = ?, white = ?, event = ?, date = ?, round = ?,"
      " result = coalesce(?, result),"
      " theoretical = coalesce(theoretical, ?),"
      " theoretical_empties = coalesce(theoretical_empties, ?) WHERE id = ?");
  insert_spelling = statement("INSERT INTO spellings VALUES(?,?,?,?,?,?,?)");
  read_bucket = statement("SELECT lists FROM positions WHERE bucket = ?");
  write_bucket = statement("INSERT OR REPLACE INTO positions VALUES(?, ?)");
  write_chunk = statement("INSERT OR REPLACE INTO facts VALUES(?, ?)");
  source_of = statement(
      "SELECT sources.name || place FROM games JOIN sources"
      " ON sources.id = source WHERE games.id = ?");
}

void GameImporter::Impl::begin() {
  if (changing) return;
  execute(path, db.get(), "BEGIN IMMEDIATE").value();
  changing = true;
}

/// The games with these moves, oldest first.
std::vector<GameImporter::Impl::Known> GameImporter::Impl::same_moves(std::int64_t hash,
                                                                      const std::string& line) {
  std::vector<Known> found;
  find->bind(hash);
  while (find->step().value()) {
    Known known{static_cast<std::uint32_t>(find->integer()), {}};
    const auto name = [this](const NameTable& table) {
      const auto number = static_cast<std::size_t>(find->integer());
      if (number >= table.names.size()) {
        throw FatalError(corruption_error(path, "a name is missing").message);
      }
      return table.names[number];
    };
    known.spelling.black = name(*players);
    known.spelling.white = name(*players);
    known.spelling.event = name(*events);
    known.spelling.date = find->text();
    known.spelling.round = find->text();
    GameRecord moves;
    const std::string start = find->text();
    parse_moves(path, start, find->text(), moves).value();
    if (canonical_line(moves.start, moves.moves) == line) found.push_back(std::move(known));
  }
  return found;
}

std::vector<Spelling> GameImporter::Impl::spellings(std::uint32_t id) {
  std::vector<Spelling> found;
  find_spellings->bind(std::int64_t{id});
  while (find_spellings->step().value()) {
    Spelling& spelling = found.emplace_back();
    for (std::string* const text :
         {&spelling.black, &spelling.white, &spelling.event, &spelling.date, &spelling.round}) {
      *text = find_spellings->text();
    }
  }
  return found;
}

std::uint32_t GameImporter::Impl::insert_game(const GameRecord& game, std::int64_t hash,
                                              const std::string& file, const std::string& place) {
  if (facts.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
    throw FatalError(file_error(path, "holds as many games as it can").message);
  }
  const auto id = static_cast<std::uint32_t>(facts.size() + 1);
  const Ending ending = ending_of(game);
  GameFacts row;
  row.black = players->number_of(game.black);
  row.white = players->number_of(game.white);
  row.event = events->number_of(game.event);
  row.year = static_cast<std::uint16_t>(year_of(game.date));
  row.outcome = ending.outcome;
  row.score = ending.score;
  insert->bind(std::int64_t{id});
  insert->bind(hash);
  insert->bind(std::int64_t{row.black});
  insert->bind(std::int64_t{row.white});
  insert->bind(std::int64_t{row.event});
  insert->bind(game.date);
  insert->bind(game.round);
  insert->bind(game.result);
  if (game.theoretical) {
    insert->bind(std::int64_t{game.theoretical->black.discs});
    insert->bind(std::int64_t{game.theoretical->empties});
  } else {
    insert->bind_null();
    insert->bind_null();
  }
  insert->bind(start_text(game));
  insert->bind(moves_text(game));
  insert->bind(std::int64_t{sources->number_of(file)});
  insert->bind(place);
  insert->step().value();
  changed_chunks.insert(facts.size() / kFactsInChunk);
  facts.push_back(row);
  walk_game(game.start, game.moves,
            [&](const Board& board, Color side, std::optional<Square> next) {
              const CanonicalPosition position(board);
              if (next) next = position.canonical(*next);
              visits.push_back(make_visit(position_hash(position.board()), {id, next, side}));
            });
  return id;
}

void GameImporter::Impl::keep_spelling(std::uint32_t id, const Spelling& spelling,
                                       const std::string& source) {
  insert_spelling->bind(std::int64_t{id});
  for (const std::string* const text : {&spelling.black, &spelling.white, &spelling.event,
                                        &spelling.date, &spelling.round, &source}) {
    insert_spelling->bind(*text);
  }
  insert_spelling->step().value();
}

void GameImporter::Impl::merge(const Known& known, const GameRecord& game,
                               const std::string& source) {
  const Spelling better = completed(known.spelling, spelling_of(game));
  keep_spelling(known.id, spelling_of(game), source);
  if (!better.same_game(known.spelling)) {
    source_of->bind(std::int64_t{known.id});
    const bool found = source_of->step().value();
    const std::string first = found ? source_of->text() : "";
    source_of->reset();
    keep_spelling(known.id, known.spelling, first);
  }
  GameFacts& row = facts.at(known.id - 1);
  row.black = players->number_of(better.black);
  row.white = players->number_of(better.white);
  row.event = events->number_of(better.event);
  row.year = static_cast<std::uint16_t>(year_of(better.date));
  const bool ended = row.outcome != Outcome::kUnknown;
  const Ending ending = ending_of(game);
  if (!ended) {
    row.outcome = ending.outcome;
    row.score = ending.score;
  }
  changed_chunks.insert((known.id - 1) / kFactsInChunk);
  update->bind(std::int64_t{row.black});
  update->bind(std::int64_t{row.white});
  update->bind(std::int64_t{row.event});
  update->bind(better.date);
  update->bind(better.round);
  if (ended || ending.outcome == Outcome::kUnknown) {
    update->bind_null();
  } else {
    update->bind(game.result);
  }
  if (game.theoretical) {
    update->bind(std::int64_t{game.theoretical->black.discs});
    update->bind(std::int64_t{game.theoretical->empties});
  } else {
    update->bind_null();
    update->bind_null();
  }
  update->bind(std::int64_t{known.id});
  update->step().value();
}

void GameImporter::Impl::write_positions() {
  std::ranges::sort(visits);
  for (auto first = visits.begin(); first != visits.end();) {
    const int bucket = bucket_of(first->hash);
    const auto end =
        std::find_if(first, visits.end(), [&](auto& v) { return bucket_of(v.hash) != bucket; });
    read_bucket->bind(std::int64_t{bucket});
    const bool found = read_bucket->step().value();
    const std::string_view old = found ? read_bucket->blob() : std::string_view();
    const auto lists = with_visits(old, {first, end});
    read_bucket->reset();
    if (!lists) throw FatalError(corruption_error(path, lists.error().message).message);
    write_bucket->bind(std::int64_t{bucket});
    write_bucket->bind_blob(*lists);
    write_bucket->step().value();
    first = end;
  }
  visits.clear();
}

void GameImporter::Impl::write_facts() {
  for (const std::size_t chunk : changed_chunks) {
    std::string rows;
    const std::size_t end = std::min((chunk + 1) * kFactsInChunk, facts.size());
    for (std::size_t i = chunk * kFactsInChunk; i < end; ++i) put_facts(rows, facts[i]);
    write_chunk->bind(static_cast<std::int64_t>(chunk));
    write_chunk->bind_blob(rows);
    write_chunk->step().value();
  }
  changed_chunks.clear();
}

void GameImporter::Impl::commit() {
  if (!changing) return;
  write_positions();
  write_facts();
  execute(path, db.get(), "COMMIT").value();
  changing = false;
  pending = 0;
}

Result<std::unique_ptr<GameImporter>> GameImporter::open(const std::string& path,
                                                         SimilarGames similar, std::size_t batch) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) {
    if (const auto made = create_games(path); !made) return made.error();
  }
  Result<HeldFile> file = open_for_writing(path, kGames, "another sumi is writing to it");
  if (!file) return file.error();
  Result<Database> db = open_database(path, SQLITE_OPEN_READWRITE);
  if (!db) return db.error();
  const auto set =
      execute(path, db->get(), "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (!set) return set.error();
  auto impl = std::make_unique<Impl>(path, std::move(*file), std::move(*db), similar, batch);
  try {
    impl->prepare();
  } catch (const FatalError& error) {
    return Error{ErrorCode::kBadFile, error.what()};
  }
  return std::unique_ptr<GameImporter>(new GameImporter(std::move(impl)));
}

GameImporter::GameImporter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

GameImporter::~GameImporter() {
  if (impl_->changing) sqlite3_exec(impl_->db.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

GameImporter::Place GameImporter::add(const GameRecord& game, const std::string& file,
                                      const std::string& place) {
  assert(game.start.size == 8 && !game.moves.empty());
  impl_->begin();
  const std::string line = canonical_line(game.start, game.moves);
  const auto hash = static_cast<std::int64_t>(checksum(line));
  const Spelling spelling = spelling_of(game);
  const auto known = impl_->same_moves(hash, line);
  for (const Impl::Known& other : known) {
    if (spelling.same_game(other.spelling)) return {Added::kKnown, other.id};
  }
  const std::string source = file_name(file);
  std::optional<std::uint32_t> similar_to;
  constexpr std::size_t kLineHead = 17;  // bytes of canonical_line() before its moves
  for (const Impl::Known& other : known) {
    if (line.size() < kLineHead + kSimilarMoves || !are_similar(spelling, other.spelling)) continue;
    for (const Spelling& kept : impl_->spellings(other.id)) {
      if (spelling.same_game(kept)) return {Added::kKnown, other.id};
    }
    if (impl_->similar == SimilarGames::kMerge) {
      impl_->merge(other, game, source + place);
      return {Added::kMerged, other.id};
    }
    similar_to = other.id;
  }
  const std::uint32_t id = impl_->insert_game(game, hash, source, place);
  if (++impl_->pending >= impl_->batch) impl_->commit();
  return similar_to ? Place{Added::kSimilar, *similar_to} : Place{Added::kNew, id};
}

void GameImporter::commit() { impl_->commit(); }

std::uint64_t GameImporter::games() const { return impl_->facts.size(); }

}  // namespace sumi::book
