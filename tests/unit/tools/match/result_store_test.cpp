// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/child_process.h"
#include "tests/support/flips.h"
#include "tests/support/results.h"
#include "tests/support/sqlite.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/result_store.h"
#include "tools/match/schedule.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using Access = ResultStore::Access;
using test::ask_sqlite;
using test::in_child;
using test::wait_for;
namespace fs = std::filesystem;

namespace {

MatchConfig config_of(int engines = 2) {
  MatchConfig config;
  config.format = engines == 2 ? Format::kMatch : Format::kRoundRobin;
  config.games = 20;
  for (int i = 0; i < engines; ++i) {
    config.engines.push_back(parse_engine_spec("name=e" + std::to_string(i)).value());
  }
  REQUIRE(check(config));
  return config;
}

/// A random game to its end or to a fault, with extreme numbers in all fields.
GameResult game_of(const Fixture& fixture, std::uint64_t seed = 1) {
  SplitMix64 random(seed * 1'000'003 + static_cast<std::uint64_t>(fixture.id));
  const int size = 4 + 2 * random.below(3);
  GameResult result;
  result.fixture = fixture;
  result.start = start_position(size);
  result.opening_moves = 2;
  Game game(result.start);
  while (!game.over()) {
    Square square = Square::kPass;
    Bitboard moves = game.legal_moves();
    if (moves != 0) {
      for (int skip = random.below(std::popcount(moves)); skip > 0; --skip) moves &= moves - 1;
      square = first_square(moves);
    }
    TimedMove move{game.position().to_move, square, 1.0 / (1 + random.below(1000)), std::nullopt};
    if (random.below(2) == 0) {
      move.evaluation = Evaluation{random.below(999) / -7.0, random.below(99), random.below(2) == 0,
                                   random.next()};
    }
    REQUIRE(game.play(move.color, move.square));
    result.moves.push_back(move);
  }
  result.seconds = 0.1 + random.below(1000) / 3.0;
  result.overhead_seconds = 1e-9;
  result.date = "2026-11-21T12:40:00Z";
  if (random.below(3) != 0) {
    result.ending = random.below(2) == 0 ? Ending::kPlayedOut : Ending::kAdjudicated;
    result.black_score = game.black_score();
  } else {
    result.ending = static_cast<Ending>(2 + random.below(8));
    result.at_fault = random.below(2) == 0 ? Color::kBlack : Color::kWhite;
    result.detail = "answered '? \xFF" + std::string(1, '\0') + "\n' \"x\" ";
  }
  return result;
}

std::vector<GameResult> games_of(const MatchConfig& config) {
  std::vector<GameResult> games;
  for (const Fixture& f : schedule(config, 0, {})) games.push_back(game_of(f));
  return games;
}

void add_all(const std::string& path, const MatchConfig& config,
             const std::vector<GameResult>& games) {
  Result<ResultStore> store = ResultStore::create(path, config);
  REQUIRE(store);
  for (const GameResult& game : games) REQUIRE(store->add(game));
}

std::string open_error(const std::string& path, Access access = Access::kRead) {
  const Result<ResultStore> store = ResultStore::open(path, access);
  return store ? "none" : store.error().message;
}

std::vector<GameResult> games_in(const std::string& path) {
  const Result<ResultStore> store = ResultStore::open(path, Access::kRead);
  REQUIRE(store);
  const Result<std::vector<GameResult>> games = store->games();
  REQUIRE(games);
  return *games;
}

const test::TestedStore kTested{
    [](const std::string& path) { add_all(path, config_of(), games_of(config_of())); },
    [](const std::string& path, bool to_write) {
      return open_error(path, to_write ? Access::kAdd : Access::kRead);
    },
    "holds no results"};

}  // namespace

TEST_CASE("games are read back unchanged", "[result_store]") {
  const test::TemporaryFolder folder;
  MatchConfig config = config_of(4);
  config.seed = std::numeric_limits<std::uint64_t>::max();
  std::vector<GameResult> games = games_of(config);
  games[3].fixture.opening = std::numeric_limits<std::uint64_t>::max();
  games[4].fixture.round = 3;
  games[5].moves.clear();
  games[5].opening_moves = 0;
  {
    Result<ResultStore> store = ResultStore::create(folder.file("f"), config);
    REQUIRE(store);
    CHECK(store->config() == config);
    for (std::size_t i = games.size(); i-- > 0;) REQUIRE(store->add(games[i]));
    CHECK(store->games().value() == games);
  }
  CHECK(folder.files() == 1);
  const Result<ResultStore> again = ResultStore::open(folder.file("f"), Access::kRead);
  REQUIRE(again);
  CHECK(again->config() == config);
  CHECK(again->games().value() == games);
}

TEST_CASE("a game is added once and never replaced", "[result_store]") {
  const test::TemporaryFolder folder;
  const std::vector<GameResult> games = games_of(config_of());
  Result<ResultStore> store = ResultStore::create(folder.file("f"), config_of());
  REQUIRE(store);
  REQUIRE(store->add(games[0]));
  REQUIRE(store->add(games[0]));
  REQUIRE(store->add(game_of(games[0].fixture, 2)));
  CHECK(store->games().value() == std::vector<GameResult>{games[0]});
}

TEST_CASE("engine information is stored with the game", "[result_store]") {
  const test::TemporaryFolder folder;
  std::vector<GameResult> games = games_of(config_of());
  games.resize(3);
  games[0].engine_info[0] = {"Fake: evaluator 'x'", 12};
  games[1].engine_info[0].cpu_seconds = 1.25;
  games[2].engine_info[1] = {"", 1, 0.5};
  const std::string path = folder.file("f");
  add_all(path, config_of(), games);
  CHECK(ResultStore::open(path, ResultStore::Access::kRead)->games().value() == games);
  REQUIRE(merge({path}, folder.file("g")));
  CHECK(ResultStore::open(folder.file("g"), ResultStore::Access::kRead)->games().value() == games);

  Result<ResultStore> store = ResultStore::open(path, ResultStore::Access::kAdd);
  GameResult other = games[0];
  other.engine_info[0].noise = 99;
  REQUIRE(store->add(other));  // already stored
  CHECK(store->games().value() == games);
}

TEST_CASE("only games that can be read back are added", "[result_store]") {
  const test::TemporaryFolder folder;
  Result<ResultStore> store = ResultStore::create(folder.file("f"), config_of());
  REQUIRE(store);
  GameResult game = games_of(config_of())[7];
  game.moves[1].color = Color::kBlack;
  CHECK_THAT(store->add(game).error().message, Catch::Contains("game 7: move 2 is out of turn"));
  game.moves[1] = {Color::kWhite, game.moves[0].square, 0, std::nullopt};
  CHECK_THAT(store->add(game).error().message, Catch::Contains("game 7: illegal move"));

  game = games_of(config_of())[8];
  game.moves[2].seconds = std::numeric_limits<double>::quiet_NaN();
  game.moves[3].evaluation = Evaluation{std::numeric_limits<double>::infinity(), 1, false, 1};
  game.seconds = std::numeric_limits<double>::quiet_NaN();
  REQUIRE(store->add(game));
  game.moves[2].seconds = game.moves[3].evaluation->discs = game.seconds = 0;
  CHECK(store->games().value() == std::vector<GameResult>{game});
}

TEST_CASE("any user of SQLite can read the file", "[result_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  GameResult game;
  game.fixture = {5, 2, 0, 1, 0, 9};
  game.moves = {{Color::kBlack, Square{37}, 0, std::nullopt},
                {Color::kWhite, Square{43}, 0.5, Evaluation{-1.5, 7, true, 1000}}};
  game.opening_moves = 1;
  game.ending = Ending::kTimeLoss;
  game.at_fault = Color::kWhite;
  add_all(path, config_of(), {game});

  const std::string bytes = read_file(path).value();
  CHECK(bytes.substr(68, 4) == "SuMt");
  CHECK(bytes[18] == 1);  // no write-ahead log at rest, so read-only media work
  CHECK(ask_sqlite(path, "PRAGMA integrity_check") == "ok");
  CHECK(ask_sqlite(path, "SELECT start FROM games") ==
        "---------------------------OX------XO--------------------------- X");
  CHECK(ask_sqlite(path, "SELECT moves FROM games WHERE id = 5") == "f5d6");
  CHECK(ask_sqlite(path, "SELECT at_fault || ': ' || ending FROM games") == "white: time loss");
  CHECK(ask_sqlite(path, "SELECT black_score IS NULL FROM games") == "1");
  CHECK(ask_sqlite(path, "SELECT times FROM games") == "[0.0,0.5]");
  CHECK(ask_sqlite(path, "SELECT evaluations FROM games") == "[null,[-1.5,7,1,1000]]");
  CHECK(ask_sqlite(path,
                   "SELECT json_extract(value, '$.engines[' || black || '].name') FROM games, meta "
                   "WHERE key = 'config'") == "e1");
  CHECK_THAT(ask_sqlite(path, "SELECT sql FROM sqlite_schema WHERE name = 'games'"),
             Catch::Contains("-- of a fault"));
}

TEST_CASE("files of earlier versions keep their openings", "[result_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  add_all(path, config_of(), {});
  ask_sqlite(path,
             "UPDATE meta SET value = json_remove(json_set(value, '$.openings', '', "
             "'$.\"random-plies\"', 6), '$.\"same-openings\"') WHERE key = 'config'");
  const Result<ResultStore> store = ResultStore::open(path, Access::kRead);
  REQUIRE(store);
  CHECK(store->config().openings == "random:6");
  CHECK(store->config().same_openings);
}

TEST_CASE("invalid rows give readable errors", "[result_store]") {
  const test::TemporaryFolder folder;
  const std::string good = folder.file("good"), path = folder.file("f");
  const GameResult game = games_of(config_of())[0];
  add_all(good, config_of(), {game});
  struct Case {
    std::string set, part;
  };
  for (const Case& c : {
           Case{"white = 2", "game 0: white: '2'"},
           Case{"white = black", "game 0: white: "},
           Case{"black = -1", "black: '-1'"},
           Case{"round = 5000000000", "round: '5000000000'"},
           Case{"start = 'x'", "position: 'x'"},
           Case{"moves = 'd'", "square: 'd'"},
           Case{"moves = 'a1'", "illegal move: 'a1'"},
           Case{"opening_moves = 99", "opening_moves: '99'"},
           Case{"ending = 'sleep'", "ending: 'sleep'"},
           Case{"at_fault = 'green'", "color: 'green'"},
           Case{"at_fault = NULL, black_score = NULL", "black_score"},
           Case{"times = '[1]'", "times: '[1]'"},
           Case{"times = replace(times, '0.', '\"x\"+')", "times: "},
           Case{"evaluations = '{'", "evaluations: '{'"},
           Case{"evaluations = replace(evaluations, 'null', '[1,2,3]')", "evaluations: "},
           Case{"evaluations = replace(evaluations, 'null', '[1,2.5,1,3]')", "evaluations: "},
       }) {
    CAPTURE(c.set);
    folder.write("f", read_file(good).value());
    REQUIRE(ask_sqlite(path, "UPDATE games SET " + c.set).empty());
    const Result<ResultStore> store = ResultStore::open(path, Access::kRead);
    REQUIRE(store);
    const auto games = store->games();
    REQUIRE_FALSE(games);
    CHECK_THAT(games.error().message, Catch::Contains(c.part));
  }
  folder.write("f", read_file(good).value());
  ask_sqlite(path, "UPDATE meta SET value = '{]'");
  CHECK_THAT(open_error(path), Catch::Contains("configuration: line 1, column 2"));
  ask_sqlite(path, "DELETE FROM meta");
  CHECK_THAT(open_error(path), Catch::Contains("holds no configuration"));
  ask_sqlite(path, "DROP TABLE meta");
  CHECK_THAT(open_error(path), Catch::Contains("no such table"));
}

TEST_CASE("creating a file never replaces one", "[result_store]") {
  const test::TemporaryFolder folder;
  folder.write("f", "mine");
  const auto store = ResultStore::create(folder.file("f"), config_of());
  REQUIRE_FALSE(store);
  CHECK_THAT(store.error().message, Catch::Contains("File exists"));
  CHECK(read_file(folder.file("f")).value() == "mine");

  CHECK_FALSE(ResultStore::create(folder.file("no/such/folder"), config_of()));
  CHECK_FALSE(ResultStore::create("", config_of()));
  CHECK_FALSE(ResultStore::create(std::string("a\0b", 3), config_of()));
  CHECK(folder.files() == 1);
}

TEST_CASE("other files are refused and unchanged", "[result_store]") {
  test::check_refuses_other_files(kTested);
  const test::TemporaryFolder folder;
  CHECK(ResultStore::open(folder.file("none"), Access::kRead).error().code == ErrorCode::kNotFound);
}

TEST_CASE("a truncated file is refused and unchanged", "[result_store]") {
  test::check_refuses_cut_files(kTested);
}

TEST_CASE("damage inside a file is an error, not a crash", "[result_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  add_all(path, config_of(), games_of(config_of()));
  const std::string whole = read_file(path).value();
  SplitMix64 random(1);
  for (int i = 0; i < 100; ++i) {
    std::string changed = whole;
    for (int n = 0; n < 20; ++n) {
      changed[static_cast<std::size_t>(random.below(static_cast<int>(whole.size())))] =
          static_cast<char>(random.next());
    }
    folder.write("f", changed);
    const Result<ResultStore> store = ResultStore::open(path, Access::kRead);
    if (store) (void)store->games();
  }
}

TEST_CASE("only one process writes at a time", "[result_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  const std::vector<GameResult> games = games_of(config_of());
  {
    Result<ResultStore> store = ResultStore::create(path, config_of());
    REQUIRE(store);
    CHECK_THAT(open_error(path, Access::kAdd),
               Catch::Contains(path.substr(0, 20)) && Catch::Contains("another sumi-match adds"));
    // Also refused in another process: opening and closing here did not release the lock.
    const pid_t child = in_child([&] { _exit(ResultStore::open(path, Access::kAdd) ? 1 : 0); });
    CHECK(wait_for(child) == 0);
    REQUIRE(store->add(games[0]));
  }
  {
    Result<ResultStore> store = ResultStore::open(path, Access::kAdd);
    REQUIRE(store);
    REQUIRE(store->add(games[1]));
    CHECK(store->games().value() == std::vector<GameResult>{games[0], games[1]});
    Result<ResultStore> reader = ResultStore::open(path, Access::kRead);
    REQUIRE(reader);
    CHECK_THAT(reader->add(games[2]).error().message, Catch::Contains("for reading only"));
  }
  CHECK(ResultStore::open(path, Access::kAdd));
}

TEST_CASE("one process reads while another writes", "[result_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  const std::vector<GameResult> games = games_of(config_of());
  add_all(path, config_of(), {});
  Result<ResultStore> early = ResultStore::open(path, Access::kRead);
  REQUIRE(early);
  {
    Result<ResultStore> adder = ResultStore::open(path, Access::kAdd);
    REQUIRE(adder);
    for (std::size_t i = 0; i < 5; ++i) {
      REQUIRE(adder->add(games[i]));
      CHECK(early->games().value().size() == i + 1);
      CHECK(games_in(path).size() == i + 1);
    }
  }
  CHECK(early->games().value().size() == 5);
  // Two processes at full speed.
  const pid_t child = in_child([&] {
    Result<ResultStore> adder = ResultStore::open(path, Access::kAdd);
    for (const GameResult& game : games) {
      if (!adder || !adder->add(game)) _exit(1);
    }
    adder = Error{};  // closes it
    _exit(0);
  });
  int status = -1;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const std::vector<GameResult> now = games_in(path);
    CHECK(std::equal(now.begin(), now.end(), games.begin()));
  }
  CHECK(status == 0);
  CHECK(games_in(path) == games);
}

TEST_CASE("a kill does not lose, duplicate or truncate a game", "[result_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  MatchConfig config = config_of();
  config.games = 1'000'000;
  add_all(path, config, {});
  const auto game = [](int id) {
    Fixture fixture{id, id / 2, 0, id % 2, 1 - id % 2, static_cast<std::uint64_t>(id / 2)};
    return game_of(fixture);
  };

  SplitMix64 random(3);
  std::size_t had = 0;
  for (int kill_number = 0; kill_number < 20; ++kill_number) {
    int said[2];
    REQUIRE(pipe(said) == 0);
    const pid_t child = in_child([&] {
      Result<ResultStore> store = ResultStore::open(path, Access::kAdd);
      if (!store) _exit(1);
      for (int id = static_cast<int>(had);; ++id) {
        if (!store->add(game(id)) || write(said[1], &id, sizeof id) < 0) _exit(1);
      }
    });
    close(said[1]);
    // Every other kill comes after the first add(); the others may come earlier.
    int last = static_cast<int>(had) - 1;
    if (kill_number % 2 == 0) CHECK(read(said[0], &last, sizeof last) == sizeof last);
    usleep(static_cast<useconds_t>(random.below(6'000)));
    REQUIRE(kill(child, SIGKILL) == 0);
    const int status = wait_for(child);
    REQUIRE(WIFSIGNALED(status));
    for (int id = 0; read(said[0], &id, sizeof id) == sizeof id;) last = id;
    close(said[0]);

    const std::vector<GameResult> games = games_in(path);
    CHECK(static_cast<int>(games.size()) > last);  // add() had acknowledged these
    CHECK(games.size() >= had);
    for (std::size_t i = had; i < games.size(); ++i) CHECK(games[i] == game(static_cast<int>(i)));
    had = games.size();
  }
  CHECK(had > 0);
  CHECK(ask_sqlite(path, "PRAGMA integrity_check") == "ok");
}

TEST_CASE("merged shards equal the whole tournament", "[result_store]") {
  const test::TemporaryFolder folder;
  MatchConfig config = config_of(3);
  const std::vector<GameResult> whole = games_of(config);
  std::vector<std::string> paths;
  for (int i = 1; i <= 3; ++i) {
    config.shard = {i, 3};
    paths.push_back(folder.file("shard" + std::to_string(i)));
    add_all(paths.back(), config, games_of(config));
  }
  config.shard = {};
  REQUIRE(merge({paths[2], paths[0], paths[1], paths[0]}, folder.file("all")));
  CHECK(games_in(folder.file("all")) == whole);
  CHECK(ResultStore::open(folder.file("all"), Access::kRead)->config() == config);
  CHECK(folder.files() == 4);

  // A shard may be incomplete; the result is an ordinary tournament.
  Result<ResultStore> under_way = ResultStore::open(paths[1], Access::kAdd);
  REQUIRE(under_way);
  REQUIRE(merge({paths[1]}, folder.file("one")));
  Result<ResultStore> go_on = ResultStore::open(folder.file("one"), Access::kAdd);
  REQUIRE(go_on);
  for (const GameResult& game : whole) REQUIRE(go_on->add(game));
  CHECK(go_on->games().value() == whole);
}

TEST_CASE("shards of different tournaments are not merged", "[result_store]") {
  const test::TemporaryFolder folder;
  const std::string a = folder.file("a"), b = folder.file("b"), to = folder.file("to");
  MatchConfig config = config_of();
  config.shard = {1, 2};
  const std::vector<GameResult> games = games_of(config);
  add_all(a, config, games);
  const auto refused = [&](const std::vector<std::string>& from) {
    const Result<int> merged = merge(from, to);
    CHECK_FALSE(fs::exists(to));
    return merged ? "none" : merged.error().message;
  };
  CHECK_THAT(refused({}), Catch::Contains("no files"));
  CHECK_THAT(refused({a, b}), Catch::Contains("No such file"));
  folder.write("b", "hello");
  CHECK_THAT(refused({a, b}), Catch::Contains("holds no results"));

  fs::remove(b);
  MatchConfig other = config;
  other.seed = 77;
  other.shard = {2, 2};
  add_all(b, other, {});
  CHECK_THAT(refused({a, b}), Catch::Contains("is of another tournament than"));

  fs::remove(b);
  add_all(b, config, {game_of(games[2].fixture, 2)});
  CHECK_THAT(refused({a, b}), Catch::Contains("its game " + std::to_string(games[2].fixture.id) +
                                              " is not that of an earlier file"));
  CHECK(folder.files() == 2);

  folder.write("to", "mine");
  CHECK_THAT(merge({a}, to).error().message, Catch::Contains("File exists"));
  CHECK(read_file(to).value() == "mine");
  CHECK_FALSE(merge({a}, folder.file("no/such/folder")));
  CHECK(folder.files() == 3);
}

namespace {

std::optional<std::string> content_of(const std::string& path) {
  const auto store = ResultStore::open(path, Access::kRead);
  if (!store) return std::nullopt;
  const auto games = store->games();
  if (!games) return std::nullopt;
  std::string text = to_json(store->config()) + store->openings();
  for (const GameResult& game : *games) {
    text += std::to_string(game.fixture.id) + game.date + game.detail +
            std::to_string(game.fixture.opening) + std::string(to_text(game.ending));
    if (game.black_score) text += std::to_string(game.black_score->discs);
    for (const TimedMove& move : game.moves) {
      text += to_text(move.square) + std::to_string(move.seconds);
      if (const auto& e = move.evaluation) text += std::to_string(e->discs + e->depth);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a flipped bit in results is harmless or detected", "[result_store][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  add_all(path, config_of(), games_of(config_of()));
  test::check_flips({"results", content_of,
                     [](const std::string& file) {
                       const auto store = ResultStore::open(file, Access::kRead);
                       return !store || !store->check_file().empty();
                     }},
                    folder, path);
}

TEST_CASE("results without checksums can be read, and get checksums when games are added",
          "[result_store][damage][posix]") {
  const test::TemporaryFolder folder;
  const std::string checked = folder.file("checked"), path = folder.file("old");
  std::vector<GameResult> games = games_of(config_of());
  const GameResult last = games.back();
  games.pop_back();
  add_all(checked, config_of(), games);
  ask_sqlite(path,
             "PRAGMA application_id = 0x53754D74; PRAGMA user_version = 1; ATTACH '" + checked +
                 "' AS new; CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL); "
                 "CREATE TABLE games(id INTEGER PRIMARY KEY, pair, round, black, white, opening, "
                 "start, moves, opening_moves, ending, at_fault, detail, black_score, seconds, "
                 "overhead_seconds, date, times, evaluations); INSERT INTO meta SELECT * FROM "
                 "new.meta; INSERT INTO games SELECT * FROM new.games",
             nullptr);
  CHECK(games_in(path) == games);
  CHECK_FALSE(has_page_sums(read_file(path).value()));
  REQUIRE(ResultStore::open(path, Access::kAdd).value().add(last));
  CHECK(has_page_sums(read_file(path).value()));
  games.push_back(last);
  CHECK(games_in(path) == games);
  CHECK(ResultStore::open(path, Access::kRead).value().check_file().empty());
  CHECK(folder.files() == 2);
}

TEST_CASE("damaged results are refused, and merging recovers the rest", "[result_store][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f"), saved = folder.file("saved");
  MatchConfig config = config_of();
  config.games = 200;
  const std::vector<GameResult> games = games_of(config);
  add_all(path, config, games);
  std::string bytes = read_file(path).value();
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  folder.write("f", bytes);

  const ResultStore store = ResultStore::open(path, Access::kRead).value();
  const auto refused = store.games();
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Catch::Contains("'" + path + "': is damaged"));
  CHECK_THAT(refused.error().message, Catch::Contains("sumi-match merge"));
  CHECK_THAT(store.check_file().at(0), Catch::Contains("its checksum is wrong"));

  const Result<int> damaged = merge({path}, saved);
  REQUIRE(damaged);
  CHECK(*damaged > 0);
  CHECK(*damaged < 20);
  std::vector<GameResult> left = games_in(saved);
  CHECK(left.size() == games.size() - static_cast<std::size_t>(*damaged));

  // An older copy has the missing games.
  const std::string backup = folder.file("backup");
  add_all(backup, config, games);
  CHECK(merge({path, backup}, folder.file("all")).value() == 0);
  CHECK(games_in(folder.file("all")) == games);

  std::erase_if(left, [&](const GameResult& game) {
    return game == games[static_cast<std::size_t>(game.fixture.id)];
  });
  CHECK(left.empty());
}

TEST_CASE("impossible numbers are refused", "[result_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  add_all(path, config_of(), games_of(config_of()));
  for (const char* score : {"65", "-65", "9223372036854775807"}) {
    ask_sqlite(path, std::string("UPDATE games SET black_score = ") + score + ", start = '" +
                         to_text(start_position(8)) +
                         "', moves = '', times = '[]', "
                         "evaluations = '[]', opening_moves = 0 WHERE id = 3");
    const auto games = ResultStore::open(path, Access::kRead).value().games();
    REQUIRE_FALSE(games);
    CHECK_THAT(games.error().message, Catch::Contains(std::string("black_score: '") + score));
  }
  ask_sqlite(path, "UPDATE games SET black_score = 2, seconds = 9e999 WHERE id = 3");
  CHECK(games_in(path).at(3).seconds == 0);
}
