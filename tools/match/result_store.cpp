// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace sumi::match {
namespace {

using Json = nlohmann::json;

/// "f5d6pa". Fails if a side moves out of turn: such moves cannot be read back.
Result<std::string> moves_text(const GameResult& result) {
  Game game(result.start);
  std::string text;
  for (const TimedMove& move : result.moves) {
    if (move.color != game.position().to_move) {
      return Error{ErrorCode::kIllegalMove,
                   fmt::format("move {} is out of turn", game.moves().size() + 1)};
    }
    const auto played = game.play(move.color, move.square);
    if (!played) return played.error();
    text += move.square == Square::kPass ? "pa" : to_text(move.square, result.start.size);
  }
  return text;
}

Result<void> read_moves(std::string_view text, GameResult& result) {
  Game game(result.start);
  for (std::size_t at = 0; at < text.size(); at += 2) {
    const auto square = parse_square(text.substr(at, 2), result.start.size);
    if (!square) return square.error();
    const Color color = game.position().to_move;
    const auto played = game.play(color, *square);
    if (!played) return played.error();
    result.moves.push_back({color, *square, 0, std::nullopt});
  }
  return {};
}

/// JSON has no infinity, and an infinite time or evaluation is an error anyway.
double finite(double number) { return std::isfinite(number) ? number : 0; }

std::string times_text(const GameResult& result) {
  Json times = Json::array();
  for (const TimedMove& move : result.moves) times.push_back(finite(move.seconds));
  return times.dump();
}

std::string evaluations_text(const GameResult& result) {
  Json evaluations = Json::array();
  for (const TimedMove& move : result.moves) {
    if (const auto& e = move.evaluation) {
      evaluations.push_back({finite(e->discs), e->depth, e->exact ? 1 : 0, e->nodes});
    } else {
      evaluations.push_back(nullptr);
    }
  }
  return evaluations.dump();
}

/// One value per move, or null.
Json parse_array(std::string_view text, std::size_t size) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_array() && json.size() == size ? json : Json();
}

Error bad_column(std::string_view column, std::string_view text) {
  return {ErrorCode::kBadSyntax,
          fmt::format("{}: {} is not understood", column, sumi::quoted(text))};
}

Result<void> read_times(const std::string& text, std::vector<TimedMove>& moves) {
  const Json times = parse_array(text, moves.size());
  if (times.is_null()) return bad_column("times", text);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!times[i].is_number()) return bad_column("times", text);
    moves[i].seconds = times[i].get<double>();
  }
  return {};
}

Result<void> read_evaluations(const std::string& text, std::vector<TimedMove>& moves) {
  const Json evaluations = parse_array(text, moves.size());
  if (evaluations.is_null()) return bad_column("evaluations", text);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Json& e = evaluations[i];
    if (e.is_null()) continue;
    const auto whole = [](const Json& json) { return json.is_number_integer(); };
    if (!e.is_array() || e.size() != 4 || !e[0].is_number() ||
        !std::all_of(e.begin() + 1, e.end(), whole)) {
      return bad_column("evaluations", text);
    }
    moves[i].evaluation = Evaluation{e[0].get<double>(), e[1].get<int>(), e[2].get<int>() != 0,
                                     e[3].get<std::uint64_t>()};
  }
  return {};
}

/// An integer column in 0..max.
Result<int> read_index(Statement& row, std::string_view column, std::int64_t max) {
  const std::int64_t number = row.integer();
  if (number < 0 || number > max) return bad_column(column, std::to_string(number));
  return static_cast<int>(number);
}

Result<void> read_fixture(Statement& row, int engines, Fixture& fixture) {
  constexpr int kMax = 2'000'000'000;
  const std::tuple<const char*, int*, int> fields[] = {{"id", &fixture.id, kMax},
                                                       {"pair", &fixture.pair, kMax},
                                                       {"round", &fixture.round, kMax},
                                                       {"black", &fixture.black, engines - 1},
                                                       {"white", &fixture.white, engines - 1}};
  for (const auto& [name, field, max] : fields) {
    const Result<int> number = read_index(row, name, max);
    if (!number) return number.error();
    *field = *number;
  }
  if (fixture.black == fixture.white) return bad_column("white", std::to_string(fixture.white));
  fixture.opening = static_cast<std::uint64_t>(row.integer());
  return {};
}

Result<void> read_outcome(Statement& row, GameResult& game) {
  const std::string ending = row.text();
  int code = 0;
  while (to_text(static_cast<Ending>(code)) != ending) {
    if (++code > static_cast<int>(Ending::kRefusedOption)) return bad_column("ending", ending);
  }
  game.ending = static_cast<Ending>(code);
  if (row.is_null()) {
    row.skip();
  } else {
    const Result<Color> color = parse_color(row.text());
    if (!color) return color.error();
    game.at_fault = *color;
  }
  game.detail = row.text();
  if (row.is_null()) {
    row.skip();
  } else {
    const std::int64_t discs = row.integer(), most = game.start.size * game.start.size;
    if (discs < -most || discs > most) return bad_column("black_score", std::to_string(discs));
    game.black_score = DiscDiff{static_cast<int>(discs)};
  }
  const bool decided = game.at_fault || game.black_score || game.ending == Ending::kUnplayed;
  if (!decided) return bad_column("black_score", "");
  return {};
}

}  // namespace

Result<void> bind_game(Statement& insert, const GameResult& game) {
  const Result<std::string> moves = moves_text(game);
  if (!moves) {
    return Error{moves.error().code,
                 fmt::format("game {}: {}", game.fixture.id, moves.error().message)};
  }
  const Fixture& f = game.fixture;
  for (const int number : {f.id, f.pair, f.round, f.black, f.white}) {
    insert.bind(std::int64_t{number});
  }
  insert.bind(static_cast<std::int64_t>(f.opening));
  insert.bind(to_text(game.start));
  insert.bind(*moves);
  insert.bind(std::int64_t{game.opening_moves});
  insert.bind(to_text(game.ending));
  if (game.at_fault) {
    insert.bind(to_text(*game.at_fault));
  } else {
    insert.bind_null();
  }
  insert.bind(game.detail);
  if (game.black_score) {
    insert.bind(std::int64_t{game.black_score->discs});
  } else {
    insert.bind_null();
  }
  insert.bind(finite(game.seconds));
  insert.bind(finite(game.overhead_seconds));
  insert.bind(game.date);
  insert.bind(times_text(game));
  insert.bind(evaluations_text(game));
  return {};
}

Result<void> read_game(Statement& row, int engines, GameResult& game) {
  if (const auto read = read_fixture(row, engines, game.fixture); !read) return read.error();
  const Result<Position> start = parse_position(row.text());
  if (!start) return start.error();
  game.start = *start;
  if (const auto read = read_moves(row.text(), game); !read) return read.error();
  const Result<int> given =
      read_index(row, "opening_moves", static_cast<std::int64_t>(game.moves.size()));
  if (!given) return given.error();
  game.opening_moves = *given;
  if (const auto read = read_outcome(row, game); !read) return read.error();
  game.seconds = finite(row.real());
  game.overhead_seconds = finite(row.real());
  game.date = row.text();
  if (const auto read = read_times(row.text(), game.moves); !read) return read.error();
  return read_evaluations(row.text(), game.moves);
}

namespace {

void bind_remarks(Statement& insert, const std::array<EngineInfo, 2>& info) {
  for (const EngineInfo& of_engine : info) insert.bind(of_engine.plays);
  for (const EngineInfo& of_engine : info) insert.bind(std::int64_t{of_engine.noise});
}

Result<void> read_remarks(Statement& row, std::array<EngineInfo, 2>& info) {
  for (EngineInfo& of_engine : info) of_engine.plays = row.text();
  for (EngineInfo& of_engine : info) {
    const Result<int> noise = read_index(row, "noise", 2'000'000'000);
    if (!noise) return noise.error();
    of_engine.noise = *noise;
  }
  return {};
}

void bind_cpu(Statement& insert, const std::array<EngineInfo, 2>& info) {
  for (const EngineInfo& of_engine : info) insert.bind(finite(of_engine.cpu_seconds));
}

Result<void> read_cpu(Statement& row, std::array<EngineInfo, 2>& info) {
  for (EngineInfo& of_engine : info) of_engine.cpu_seconds = finite(row.real());
  return {};
}

constexpr DatabaseKind kResults{0x53754D74, 2, "results of sumi-match"};  // "SuMt"

// SQLite stores this text with its comments; `.schema` in its shell prints it.
constexpr const char* kSchema = R"sql(
CREATE TABLE meta(
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL        -- of 'config': engines and settings as JSON; of 'openings': the
                             -- text of the file of openings
);
CREATE TABLE games(
  id INTEGER PRIMARY KEY,    -- in the schedule, from 0
  pair INTEGER NOT NULL,     -- two games of one opening with colours swapped
  round INTEGER NOT NULL,    -- of a Swiss tournament, from 0
  black INTEGER NOT NULL,    -- engine, by its index in the configuration, from 0
  white INTEGER NOT NULL,
  opening INTEGER NOT NULL,  -- number of the opening (64 bits without a sign)
  start TEXT NOT NULL,       -- squares from a1 row by row, X black, O white, and the side to move
  moves TEXT NOT NULL,       -- 'f5d6..', two letters each, 'pa' for a pass
  opening_moves INTEGER NOT NULL,   -- the number of moves given
  ending TEXT NOT NULL,      -- 'played out', 'resigned', ..., or a fault: 'time loss', ...
  at_fault TEXT,             -- 'black' or 'white': who lost by it; null if the board decided
  detail TEXT NOT NULL,      -- of a fault
  black_score INTEGER,       -- discs, empty squares to the winner; null for a fault
  seconds REAL NOT NULL,     -- of the whole game
  overhead_seconds REAL NOT NULL,   -- of these, when neither engine was thinking
  date TEXT NOT NULL,        -- UTC
  times TEXT NOT NULL,       -- JSON: seconds of each move; 0 for moves of the opening and passes
  evaluations TEXT NOT NULL  -- JSON: for each move null, or [discs, depth, exact, nodes]
);
)sql";

// Created on demand: older files lack them.
constexpr const char* kRemarksSchema = R"sql(
CREATE TABLE IF NOT EXISTS remarks(  -- what engines wrote beside their moves; not of every game
  id INTEGER PRIMARY KEY,    -- of the game
  black_plays TEXT NOT NULL, -- name and what it plays with, as it says
  white_plays TEXT NOT NULL,
  black_noise INTEGER NOT NULL,  -- lines that were no answers
  white_noise INTEGER NOT NULL
);
)sql";
constexpr const char* kCpuSchema = R"sql(
CREATE TABLE IF NOT EXISTS cpu(  -- processor seconds after the opening; not of every game
  id INTEGER PRIMARY KEY,    -- of the game
  black REAL NOT NULL,       -- 0: not known
  white REAL NOT NULL
);
)sql";

struct InfoTable {
  const char *name, *schema, *select, *insert;
  void (*bind)(Statement&, const std::array<EngineInfo, 2>&);
  Result<void> (*read)(Statement&, std::array<EngineInfo, 2>&);
};
constexpr InfoTable kInfoTables[] = {
    {"remarks", kRemarksSchema, "SELECT * FROM remarks ORDER BY id",
     "INSERT OR REPLACE INTO remarks VALUES(?,?,?,?,?)", bind_remarks, read_remarks},
    {"cpu", kCpuSchema, "SELECT * FROM cpu ORDER BY id", "INSERT OR REPLACE INTO cpu VALUES(?,?,?)",
     bind_cpu, read_cpu},
};

constexpr const char* kInsert =
    "INSERT INTO games VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO NOTHING";

bool has_engine_info(const GameResult& game) {
  return game.engine_info != std::array<EngineInfo, 2>{};
}

/// Executes a statement without rows.
Result<void> run(Statement& statement) {
  const Result<bool> done = statement.step();
  return done ? Result<void>() : done.error();
}

}  // namespace

struct ResultStore::Impl {
  Impl(std::string path, HeldFile file, Database db)
      : path(std::move(path)), file(std::move(file)), db(std::move(db)) {}
  ~Impl();

  Result<void> read_config();
  Result<void> begin_adding();
  Result<std::vector<GameResult>> select();
  Result<void> take(Statement& row, GameResult& game);
  Result<void> read_info(const InfoTable& table, std::vector<GameResult>& games);
  Result<void> read_info(std::vector<GameResult>& games);
  Result<void> add_info(const GameResult& game);
  template <class Work>
  Result<void> in_transaction(const Work& work);

  // Destroy statements before the database, and the database before the file.
  std::string path;
  HeldFile file;
  Database db;
  std::optional<Statement> insert;  ///< Only with Access::kAdd.
  MatchConfig config;
  std::string openings;
};

ResultStore::Impl::~Impl() {
  if (!insert) return;
  insert.reset();
  // Merges the write-ahead log, so that a closed store is a single file. Fails, harmlessly, while
  // another process reads.
  sqlite3_busy_timeout(db.get(), 0);
  sqlite3_exec(db.get(), "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr);
}

Result<void> ResultStore::Impl::read_config() {
  auto row = Statement::prepare(path, db.get(),
                                "SELECT (SELECT value FROM meta WHERE key = 'config'),"
                                " (SELECT value FROM meta WHERE key = 'openings')");
  if (!row) return row.error();
  const Result<bool> found = row->step();
  if (!found) return found.error();
  if (row->is_null()) return file_error(path, "holds no configuration");
  Result<MatchConfig> read = parse_stored_config(row->text());
  openings = row->text();
  if (!read) return file_error(path, read.error().message);
  config = std::move(*read);
  return {};
}

/// With a write-ahead log, readers and the writer do not block each other, and commits do not wait
/// for the disk. A kill loses nothing; a machine crash may lose the latest games.
Result<void> ResultStore::Impl::begin_adding() {
  const auto set =
      execute(path, db.get(), "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (!set) return set.error();
  auto prepared = Statement::prepare(path, db.get(), kInsert);
  if (!prepared) return prepared.error();
  insert.emplace(std::move(*prepared));
  return {};
}

Result<std::vector<GameResult>> ResultStore::Impl::select() {
  auto row = Statement::prepare(path, db.get(), "SELECT * FROM games ORDER BY id");
  if (!row) return row.error();
  std::vector<GameResult> games;
  while (true) {
    const Result<bool> more = row->step();
    if (!more) return more.error();
    if (!*more) return games;
    if (const auto read = take(*row, games.emplace_back()); !read) return read.error();
  }
}

Result<void> ResultStore::Impl::take(Statement& row, GameResult& game) {
  const auto read = read_game(row, static_cast<int>(config.engines.size()), game);
  if (read) return {};
  return file_error(path, fmt::format("game {}: {}", game.fixture.id, read.error().message));
}

Result<void> ResultStore::Impl::read_info(std::vector<GameResult>& games) {
  for (const InfoTable& table : kInfoTables) {
    if (const auto read = read_info(table, games); !read) return read;
  }
  return {};
}

Result<void> ResultStore::Impl::read_info(const InfoTable& table, std::vector<GameResult>& games) {
  auto listed = Statement::prepare(path, db.get(),
                                   "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  if (!listed) return listed.error();
  listed->bind(std::string_view(table.name));
  const Result<bool> there = listed->step();
  if (!there) return there.error();
  if (!*there) return {};
  auto row = Statement::prepare(path, db.get(), table.select);
  if (!row) return row.error();
  auto game = games.begin();
  while (true) {
    const Result<bool> more = row->step();
    if (!more) return more.error();
    if (!*more) return {};
    const std::int64_t id = row->integer();
    while (game != games.end() && game->fixture.id < id) ++game;
    if (game == games.end()) return {};
    if (game->fixture.id != id) continue;
    if (const auto read = table.read(*row, game->engine_info); !read) {
      return file_error(path, fmt::format("game {}: {}", id, read.error().message));
    }
  }
}

/// Changes nothing if `work` fails.
template <class Work>
Result<void> ResultStore::Impl::in_transaction(const Work& work) {
  Result<void> done = execute(path, db.get(), "BEGIN IMMEDIATE");
  if (done) done = work();
  if (done) done = execute(path, db.get(), "COMMIT");
  if (!done) sqlite3_exec(db.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  return done;
}

/// In the transaction of its game.
Result<void> ResultStore::Impl::add_info(const GameResult& game) {
  for (const InfoTable& table : kInfoTables) {
    if (const auto made = execute(path, db.get(), table.schema); !made) return made.error();
    auto row = Statement::prepare(path, db.get(), table.insert);
    if (!row) return row.error();
    row->bind(std::int64_t{game.fixture.id});
    table.bind(*row, game.engine_info);
    if (const auto done = run(*row); !done) return done;
  }
  return {};
}

ResultStore::ResultStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ResultStore::ResultStore(ResultStore&&) noexcept = default;
ResultStore& ResultStore::operator=(ResultStore&&) noexcept = default;
ResultStore::~ResultStore() = default;

const MatchConfig& ResultStore::config() const { return impl_->config; }
const std::string& ResultStore::openings() const { return impl_->openings; }

namespace {

constexpr std::string_view kOthers = "another sumi-match adds games to it; only one at a time can";

/// A literal of SQL. In hexadecimal, because the text may contain any bytes.
std::string sql_text(std::string_view text) {
  const std::vector<unsigned char> bytes(text.begin(), text.end());
  return fmt::format("CAST(x'{:02x}' AS TEXT)", fmt::join(bytes, ""));
}

}  // namespace

Result<ResultStore> ResultStore::create(const std::string& path, const MatchConfig& config,
                                        const std::string& openings) {
  // With the tables, because a killed process must not leave a store without them.
  const std::string contents =
      fmt::format("{} INSERT INTO meta VALUES('config', {}), ('openings', {});", kSchema,
                  sql_text(to_json(config)), sql_text(openings));
  if (const auto made = create_database(path, kResults, contents.c_str()); !made) {
    return made.error();
  }
  return open(path, Access::kAdd);
}

Result<ResultStore> ResultStore::open(const std::string& path, Access access) {
  const bool add = access == Access::kAdd;
  Result<HeldFile> file = add ? open_for_writing(path, kResults, kOthers)
                              : HeldFile::open(path, HeldFile::Access::kRead);
  if (!file) return file.error();
  if (const auto ours = check_database(path, *file, kResults); !ours) return ours.error();
  Result<Database> db = open_database(path, add ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
  if (!db) return db.error();
  auto impl = std::make_unique<Impl>(path, std::move(*file), std::move(*db));
  if (const auto read = impl->read_config(); !read) return read.error();
  if (add) {
    if (const auto ready = impl->begin_adding(); !ready) return ready.error();
  }
  return ResultStore(std::move(impl));
}

Result<std::vector<GameResult>> ResultStore::games() const {
  Result<std::vector<GameResult>> games = impl_->select();
  if (games) {
    const auto read = impl_->read_info(*games);
    if (read) return games;
    games = read.error();
  }
  return Error{
      games.error().code,
      games.error().message + "; `sumi-match merge NEW FILE` takes out the games that can be read"};
}

Result<ReadableGames> ResultStore::readable_games() const {
  ReadableGames readable;
  if (auto all = games()) {
    readable.games = std::move(*all);
    return readable;
  }
  // One by one: damaged pages must affect only their own games.
  auto row = Statement::prepare(impl_->path, impl_->db.get(), "SELECT * FROM games WHERE id = ?");
  if (!row) return row.error();
  MatchConfig whole = impl_->config;
  whole.shard = Shard{};
  for (const int id : possible_ids(whole)) {
    row->bind(std::int64_t{id});
    const Result<bool> found = row->step();
    if (found && !*found) continue;
    GameResult game;
    if (found && impl_->take(*row, game)) {
      readable.games.push_back(std::move(game));
    } else {
      readable.damaged.push_back(id);
    }
    row->reset();
  }
  // If engine information is damaged, returns games without it.
  [[maybe_unused]] const Result<void> info_read = impl_->read_info(readable.games);
  return readable;
}

std::vector<std::string> ResultStore::check_file() const {
  constexpr std::size_t kMaxFaults = 100;
  std::vector<std::string> faults = check_whole_file(impl_->path, impl_->db.get(), kMaxFaults);
  if (!faults.empty()) return faults;
  if (const auto readable = games(); !readable) faults.push_back(readable.error().message);
  return faults;
}

Result<void> ResultStore::change(const MatchConfig& config) {
  if (!impl_->insert) return file_error(impl_->path, "was opened for reading only");
  auto update = Statement::prepare(impl_->path, impl_->db.get(),
                                   "UPDATE meta SET value = ? WHERE key = 'config'");
  if (!update) return update.error();
  update->bind(to_json(config));
  const Result<void> done = run(*update);
  if (done) impl_->config = config;
  return done;
}

Result<void> ResultStore::add(const GameResult& game) {
  if (!impl_->insert) return file_error(impl_->path, "was opened for reading only");
  if (const auto bound = bind_game(*impl_->insert, game); !bound) return bound.error();
  if (!has_engine_info(game)) return run(*impl_->insert);
  return impl_->in_transaction([&] {
    const Result<void> done = run(*impl_->insert);
    const bool added = done && sqlite3_changes(impl_->db.get()) > 0;
    return added ? impl_->add_info(game) : done;
  });
}

Result<void> ResultStore::replace(const GameResult& game) {
  return impl_->in_transaction([&] {
    const Result<void> removed =
        execute(impl_->path, impl_->db.get(),
                fmt::format("DELETE FROM games WHERE id = {}", game.fixture.id));
    return removed ? add(game) : removed;
  });
}

namespace {

struct Gathered {
  MatchConfig config;  ///< Of the whole tournament.
  std::string openings;
  std::map<int, GameResult> all;  ///< Readable ones by number.
  std::set<int> damaged;
};

/// Adds a file's games. Fails if the file belongs to another tournament.
Result<void> gather(const std::string& path, const std::string& first, Gathered& gathered) {
  const Result<ResultStore> store = ResultStore::open(path, ResultStore::Access::kRead);
  if (!store) return store.error();
  MatchConfig config = store->config();
  config.shard = Shard{};
  if (path == first) {
    gathered.config = config;
    gathered.openings = store->openings();
  } else if (config != gathered.config || store->openings() != gathered.openings) {
    return file_error(path, fmt::format("is of another tournament than {}", sumi::quoted(first)));
  }
  Result<ReadableGames> read = store->readable_games();
  if (!read) return read.error();
  gathered.damaged.insert(read->damaged.begin(), read->damaged.end());
  for (GameResult& game : read->games) {
    const int id = game.fixture.id;
    GameResult& known = gathered.all.try_emplace(id, game).first->second;
    // Damage may have removed the information from one file.
    if (!has_engine_info(known)) known.engine_info = game.engine_info;
    if (!has_engine_info(game)) game.engine_info = known.engine_info;
    if (known != game) {
      return file_error(path, fmt::format("its game {} is not that of an earlier file", id));
    }
  }
  return {};
}

Result<void> write_merged(const std::string& path, const Gathered& gathered) {
  Result<ResultStore> store = ResultStore::create(path, gathered.config, gathered.openings);
  if (!store) return store.error();
  for (const auto& [id, game] : gathered.all) {
    if (const auto added = store->add(game); !added) return added;
  }
  return {};
}

}  // namespace

Result<int> merge(const std::vector<std::string>& from, const std::string& to) {
  if (from.empty()) return Error{ErrorCode::kNotFound, "merge: no files to put together"};
  // One at a time: the number of open files is limited.
  Gathered gathered;
  for (const std::string& path : from) {
    if (const auto added = gather(path, from[0], gathered); !added) return added.error();
  }
  std::erase_if(gathered.damaged, [&](int id) { return gathered.all.contains(id); });
  // Temporary name until complete.
  if (const auto fits = check_new_file(to); !fits) return fits.error();
  const std::string part = temporary_name(to, "part");
  Result<void> written = write_merged(part, gathered);
  if (written && std::rename(part.c_str(), to.c_str()) != 0) written = system_error(to, errno);
  if (!written) {
    remove_database(part);
    return creation_error(to, written.error());
  }
  return static_cast<int>(gathered.damaged.size());
}

}  // namespace sumi::match
