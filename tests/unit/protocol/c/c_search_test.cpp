// SPDX-License-Identifier: MIT
#include "tests/unit/protocol/c/c_handles.h"

#include <cmath>
#include <csignal>
#include <dirent.h>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace sumi::c_tests;

namespace {

/// The signal masks of this process's other threads, from /proc.
std::vector<std::string> masks_of_other_threads() {
  std::vector<std::string> masks;
  DIR* const tasks = opendir("/proc/self/task");
  REQUIRE(tasks);
  const std::string own = std::to_string(gettid());
  while (const dirent* const entry = readdir(tasks)) {
    const std::string name = entry->d_name;
    if (name[0] == '.' || name == own) continue;
    std::ifstream status("/proc/self/task/" + name + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("SigBlk:")) masks.push_back(line.substr(8));
    }
  }
  closedir(tasks);
  return masks;
}

}  // namespace

TEST_CASE("c: a position is solved", "[c]") {
  const EngineHandle engine = new_engine();
  const GameHandle game = new_game(kLateBoard);
  sumi_limits limits = SUMI_LIMITS_INIT;
  limits.exact = 1;
  limits.candidates = 3;
  const ResultHandle found = search(engine, game, limits);
  REQUIRE(sumi_result_count(found.get()) == 3);
  CHECK(sumi_result_final(found.get()) == 1);
  CHECK(std::string(sumi_result_move(found.get(), 0)) == "g8");
  CHECK(sumi_result_square(found.get(), 0) == 62);
  CHECK(sumi_result_score(found.get(), 0) == 18);
  CHECK(sumi_result_exact(found.get(), 0) == 1);
  CHECK(sumi_result_selectivity(found.get(), 0) == 100);
  CHECK(sumi_result_score(found.get(), 1) == 12);
  CHECK(std::string(sumi_result_line(found.get(), 0)).starts_with("g8h7"));
  CHECK(sumi_result_nodes(found.get()) > 0);
  CHECK(std::string(sumi_result_json(found.get())).find("\"score\":18,") != std::string::npos);

  limits.exact = 0;
  limits.win_loss_draw = 1;
  limits.candidates = 1;
  const ResultHandle won = search(engine, game, limits);
  CHECK(sumi_result_score(won.get(), 0) == 1);
  CHECK(sumi_result_exact(won.get(), 0) == 1);
}

TEST_CASE("c: an index outside a result is an error", "[c]") {
  const EngineHandle engine = new_engine();
  const ResultHandle found = search(engine, new_game("f5"), limits_at_level(1));
  for (const int i : {-1, 1, 1000}) {
    CHECK(std::string(sumi_result_move(found.get(), i)).empty());
    CHECK(std::string(sumi_result_line(found.get(), i)).empty());
    CHECK(sumi_result_square(found.get(), i) == SUMI_PASS);
    CHECK(sumi_result_score(found.get(), i) != sumi_result_score(found.get(), i));
    CHECK(sumi_result_depth(found.get(), i) == 0);
  }
  CHECK(sumi_result_games(found.get(), 0, 3) == 0);
}

TEST_CASE("c: a finished game has no candidates, and a forced pass is one", "[c]") {
  const EngineHandle engine = new_engine();
  sumi_game* over = nullptr;
  REQUIRE(sumi_game_of_board(1, 0, 1, 8, &over) == SUMI_OK);
  const ResultHandle none = search(engine, GameHandle(over), limits_at_level(5));
  CHECK(sumi_result_count(none.get()) == 0);
  CHECK(sumi_result_final(none.get()) == 1);
  sumi_game* pass = nullptr;
  REQUIRE(sumi_game_of_board(2, 4, 0, 8, &pass) == SUMI_OK);
  const GameHandle can(pass);
  REQUIRE(sumi_game_legal(can.get()) != 0);
}

TEST_CASE("c: the book returns its moves with their counts of games", "[c]") {
  const EngineHandle engine = new_engine();
  const GameHandle game = new_game("f5d6");
  sumi_result* told = nullptr;
  REQUIRE(sumi_book(engine.get(), game.get(), &told) == SUMI_OK);
  const ResultHandle known(told);
  REQUIRE(sumi_result_count(known.get()) > 0);
  CHECK(sumi_result_book(known.get(), 0) == 1);
  CHECK(sumi_result_nodes(known.get()) == 0);
  CHECK(sumi_result_book_plies(known.get(), 0) > 0);
  CHECK(sumi_result_book_plies(known.get(), 0) <= sumi_result_depth(known.get(), 0));
  CHECK(sumi_result_book_plies(known.get(), -1) == 0);
  CHECK(sumi_result_error(known.get(), 0) > 0);
  CHECK(std::isnan(sumi_result_error(known.get(), -1)));

  sumi_limits limits = limits_at_level(3);
  const ResultHandle by_book = search(engine, game, limits);
  CHECK(sumi_result_book(by_book.get(), 0) == 1);
  limits.book = 0;
  const ResultHandle searched = search(engine, game, limits);
  CHECK(sumi_result_book(searched.get(), 0) == 0);
  CHECK(sumi_result_depth(searched.get(), 0) == 3);

  REQUIRE(sumi_engine_set(engine.get(), "own-book", "false") == SUMI_OK);
  REQUIRE(sumi_book(engine.get(), game.get(), &told) == SUMI_OK);
  CHECK(sumi_result_count(ResultHandle(told).get()) == 0);
}

TEST_CASE("c: solving ignores the book, and is not exact if a limit ends it early", "[c]") {
  const EngineHandle engine = new_engine();
  const GameHandle game = new_game("f5d6");
  sumi_limits limits = limits_at_level(60);
  limits.nodes = 1000;
  const auto check = [&] {
    const ResultHandle found = search(engine, game, limits);
    CHECK(sumi_result_book(found.get(), 0) == 0);
    CHECK(sumi_result_exact(found.get(), 0) == 0);
    CHECK(sumi_result_nodes(found.get()) > 0);
  };
  check();
  limits.level = -1;
  limits.exact = 1;
  check();
  limits.exact = 0;
  limits.play = 1;
  REQUIRE(sumi_engine_set(engine.get(), "level", "60") == SUMI_OK);
  limits.level = 60;
  check();
  for (int sumi_limits::*wish : {&sumi_limits::exact, &sumi_limits::win_loss_draw}) {
    sumi_limits wrong = limits;
    wrong.*wish = 1;
    sumi_result* result = nullptr;
    CHECK(sumi_search(engine.get(), game.get(), &wrong, nullptr, nullptr, &result) ==
          SUMI_OUT_OF_RANGE);
    CHECK(std::string(sumi_error()).find("not for play") != std::string::npos);
  }
}

TEST_CASE("c: options are read, set in any order, and refused with a message", "[c]") {
  const EngineHandle engine = new_engine();
  CHECK(std::string(sumi_engine_get(engine.get(), "hash-mib")) == "8");
  CHECK(std::string(sumi_engine_get(engine.get(), "Hash")) == "8");
  CHECK(sumi_engine_get(engine.get(), "no such") == nullptr);
  int options = 0;
  for (; const char* const name = sumi_option_name(options); ++options) {
    INFO(name);
    CHECK(sumi_engine_get(engine.get(), name) != nullptr);
    CHECK(std::string(sumi_option_help(options)).size() > 10);
  }
  CHECK(options > 10);
  CHECK(sumi_engine_set(engine.get(), "ponder", "true") == SUMI_NOT_FOUND);
  CHECK(sumi_engine_set(engine.get(), "thread", "2") == SUMI_NOT_FOUND);
  CHECK(std::string(sumi_error()).find("threads") != std::string::npos);
  CHECK(sumi_engine_set(engine.get(), "hash-mib", "much") == SUMI_OUT_OF_RANGE);
  CHECK(sumi_engine_set(engine.get(), "weights", "/no/such/file") == SUMI_NOT_FOUND);

  // An evaluator without weights is refused by the first search.
  REQUIRE(sumi_engine_set(engine.get(), "evaluator", "mlp") == SUMI_OK);
  const GameHandle game = new_game("f5");
  const sumi_limits limits = limits_at_level(1);
  sumi_result* result = nullptr;
  CHECK(sumi_search(engine.get(), game.get(), &limits, nullptr, nullptr, &result) != SUMI_OK);
  CHECK(std::string(sumi_error()).find("weights") != std::string::npos);
  REQUIRE(sumi_engine_set(engine.get(), "evaluator", "auto") == SUMI_OK);
  CHECK(sumi_result_count(search(engine, game, limits).get()) == 1);
}

TEST_CASE("c: a callback runs on the caller's thread and can end the search", "[c]") {
  const EngineHandle engine = new_engine();
  struct Heard {
    std::thread::id thread = std::this_thread::get_id();
    int calls = 0, found = 0;
    bool elsewhere = false;
  } heard;
  const sumi_limits endless = SUMI_LIMITS_INIT;
  const auto callback = [](const sumi_result* found, void* user) {
    Heard& own = *static_cast<Heard*>(user);
    ++own.calls;
    own.found += found && sumi_result_count(found) == 1 && !sumi_result_final(found);
    own.elsewhere = own.elsewhere || own.thread != std::this_thread::get_id();
    return static_cast<int>(own.calls >= 8 && own.found > 0);
  };
  const ResultHandle result =
      search(engine, new_game("f5d6c3d3c4b3b2f4"), endless, callback, &heard);
  CHECK(sumi_result_count(result.get()) == 1);
  CHECK(sumi_result_final(result.get()) == 1);
  CHECK(heard.calls >= 8);
  CHECK(heard.found > 0);
  CHECK_FALSE(heard.elsewhere);
}

TEST_CASE("c: a search can be started, polled and stopped", "[c]") {
  const EngineHandle engine = new_engine();
  sumi_result* part = nullptr;
  CHECK(sumi_search_next(engine.get(), 0, &part) == SUMI_NOT_FOUND);
  const GameHandle game = new_game("f5d6c3d3c4b3b2f4");
  const sumi_limits endless = SUMI_LIMITS_INIT;
  REQUIRE(sumi_search_start(engine.get(), game.get(), &endless) == SUMI_OK);
  CHECK(sumi_search_start(engine.get(), game.get(), &endless) == SUMI_BUSY);
  CHECK(sumi_engine_set(engine.get(), "threads", "1") == SUMI_BUSY);
  CHECK(sumi_engine_clear(engine.get()) == SUMI_BUSY);
  int parts = 0;
  bool over = false;
  while (!over) {
    REQUIRE(sumi_search_next(engine.get(), 0.2, &part) == SUMI_OK);
    const ResultHandle own(part);
    parts += own != nullptr;
    over = sumi_result_final(own.get()) != 0;
    if (parts == 5) sumi_engine_stop(engine.get());
  }
  CHECK(parts > 5);
  CHECK(sumi_search_next(engine.get(), 0, &part) == SUMI_NOT_FOUND);
  CHECK(sumi_engine_clear(engine.get()) == SUMI_OK);
  REQUIRE(sumi_search_start(engine.get(), game.get(), &endless) == SUMI_OK);
}

TEST_CASE("c: a stop does not affect later calls", "[c]") {
  const EngineHandle engine = new_engine();
  const GameHandle game = new_game("f5d6c3d3c4f4");
  sumi_limits limits = limits_at_level(5);
  limits.book = 0;
  sumi_engine_stop(engine.get());
  CHECK(sumi_result_depth(search(engine, game, limits).get(), 0) == 5);
  sumi_engine_stop(engine.get());
  sumi_analysis* made = nullptr;
  REQUIRE(sumi_analyze(engine.get(), game.get(), &limits, nullptr, nullptr, &made) == SUMI_OK);
  CHECK(sumi_analysis_partial(AnalysisHandle(made).get()) == 0);
  sumi_engine_stop(engine.get());
  const std::uint64_t own = 1, opponent = 2;
  std::int8_t score = 0;
  CHECK(sumi_solve(engine.get(), 8, &own, &opponent, 1, 1, &score, nullptr, nullptr) == SUMI_OK);
}

TEST_CASE("c: a game move follows the engine's options", "[c]") {
  const EngineHandle engine = new_engine();
  const GameHandle game = new_game("f5d6c3d3c4b3b2f4");
  sumi_limits limits = SUMI_LIMITS_INIT;
  limits.play = 1;
  REQUIRE(sumi_engine_set(engine.get(), "own-book", "false") == SUMI_OK);
  REQUIRE(sumi_engine_set(engine.get(), "depth", "4") == SUMI_OK);
  CHECK(sumi_result_depth(search(engine, game, limits).get(), 0) == 4);
  limits.depth = 2;
  CHECK(sumi_result_depth(search(engine, game, limits).get(), 0) == 2);
  REQUIRE(sumi_engine_set(engine.get(), "player", "random") == SUMI_OK);
  CHECK(sumi_result_depth(search(engine, game, limits).get(), 0) == 0);

  REQUIRE(sumi_engine_set(engine.get(), "player", "search") == SUMI_OK);
  limits.depth = 0;
  limits.increment = 0.1;  // the clock has run out
  CHECK(sumi_result_seconds(search(engine, game, limits).get()) < 0.8);
  limits.remaining = 0.1;  // without a clock it would take a second
  REQUIRE(sumi_engine_set(engine.get(), "depth", "0") == SUMI_OK);
  CHECK(sumi_result_seconds(search(engine, game, limits).get()) < 0.8);
}

TEST_CASE("c: fields that an older header lacks are ignored", "[c]") {
  const EngineHandle engine = new_engine();
  sumi_limits limits = limits_at_level(1);
  limits.struct_size = offsetof(sumi_limits, candidates);
  limits.candidates = -5;
  const GameHandle game = new_game("f5");
  CHECK(sumi_result_count(search(engine, game, limits).get()) == 1);
  sumi_analysis* made = nullptr;
  REQUIRE(sumi_analyze(engine.get(), game.get(), &limits, nullptr, nullptr, &made) == SUMI_OK);
  CHECK(sumi_analysis_count(AnalysisHandle(made).get()) == 1);
}

TEST_CASE("c: a whole game or only its end is analysed", "[c]") {
  const EngineHandle engine = new_engine();
  const GameHandle game = new_game("f5d6c3d3c4f4e6b4b3");
  sumi_limits limits = limits_at_level(3);
  limits.book = 0;
  sumi_analysis* made = nullptr;
  REQUIRE(sumi_analyze(engine.get(), game.get(), &limits, nullptr, nullptr, &made) == SUMI_OK);
  const AnalysisHandle analysis(made);
  REQUIRE(sumi_analysis_count(analysis.get()) == 9);
  CHECK(sumi_analysis_partial(analysis.get()) == 0);
  CHECK(sumi_analysis_number(analysis.get(), 8) == 9);
  CHECK(sumi_analysis_black(analysis.get(), 8) == 1);
  CHECK(std::string(sumi_analysis_move(analysis.get(), 8)) == "b3");
  CHECK_FALSE(std::string(sumi_analysis_best(analysis.get(), 8)).empty());
  CHECK(sumi_analysis_best_score(analysis.get(), 8) >= sumi_analysis_score(analysis.get(), 8));
  CHECK(sumi_analysis_lost(analysis.get(), 8) >= 0);
  CHECK(std::string(sumi_analysis_json(analysis.get())).find("\"transcript\":\"f5d6c3d3c4f4") !=
        std::string::npos);

  limits.level = 10;
  const auto stop_soon = [](std::size_t done, std::size_t all, void*) {
    CHECK(all == 9);
    return static_cast<int>(done >= 2);
  };
  REQUIRE(sumi_analyze(engine.get(), game.get(), &limits, stop_soon, nullptr, &made) == SUMI_OK);
  const AnalysisHandle part(made);
  CHECK(sumi_analysis_partial(part.get()) == 1);
  CHECK(sumi_analysis_count(part.get()) == 2);
  CHECK(sumi_analysis_number(part.get(), 0) == 8);
}

TEST_CASE("c: our threads block all signals, and the caller's mask is unchanged", "[c]") {
  sigset_t before{}, after{};
  sigemptyset(&before);
  sigaddset(&before, SIGUSR1);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  const std::size_t others = masks_of_other_threads().size();
  const EngineHandle engine = new_engine();
  REQUIRE(sumi_engine_set(engine.get(), "threads", "3") == SUMI_OK);
  sumi_limits endless = SUMI_LIMITS_INIT;
  endless.book = 0;
  REQUIRE(sumi_search_start(engine.get(), new_game("f5").get(), &endless) == SUMI_OK);
  sumi_result* part = nullptr;
  while (!part) REQUIRE(sumi_search_next(engine.get(), 1, &part) == SUMI_OK);
  sumi_result_free(part);
  const std::vector<std::string> masks = masks_of_other_threads();
  CHECK(masks.size() >= others + 3);
#ifndef SUMI_SANITIZED  // sanitizers start threads of their own
  for (const std::string& mask : masks) {
    // Signals 9 and 19 cannot be blocked; only glibc can block 32 and 33, and sometimes does.
    CHECK((std::stoull(mask, nullptr, 16) | 0x180000000) == 0xfffffffffffbfeff);
  }
#endif
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (int signal = 1; signal < NSIG; ++signal) {
    CHECK(sigismember(&before, signal) == sigismember(&after, signal));
  }
}

TEST_CASE("c: a result says why its search ended", "[c]") {
  const EngineHandle engine = new_engine();
  const GameHandle game = new_game("f5d6c3d3c4b3b2f4");
  const auto end_of = [&](const sumi_limits& limits, const GameHandle& searched) {
    return sumi_result_ended_by(search(engine, searched, limits).get());
  };
  sumi_limits limits = limits_at_level(5);
  CHECK(end_of(limits, new_game("f5d6")) == SUMI_END_BOOK);
  limits.book = 0;
  CHECK(end_of(limits, game) == SUMI_END_LEVEL);
  limits.depth = 3;
  CHECK(end_of(limits, game) == SUMI_END_DEPTH);
  limits = limits_at_level(40);
  limits.book = 0;
  limits.nodes = 5000;
  CHECK(end_of(limits, game) == SUMI_END_NODES);
  limits.nodes = 0;
  limits.seconds = 0.1;
  CHECK(end_of(limits, game) == SUMI_END_TIME);
  CHECK(end_of(limits_at_level(20), new_game(kLateBoard)) == SUMI_END_SOLVED);
  sumi_game* over = nullptr;
  REQUIRE(sumi_game_of_board(1, 0, 1, 8, &over) == SUMI_OK);
  CHECK(end_of(limits, GameHandle(over)) == SUMI_END_NONE);
  const auto stop = [](const sumi_result* found, void*) {
    CHECK(sumi_result_ended_by(found) == SUMI_END_NONE);
    return 1;
  };
  limits.seconds = 0;
  limits.level = 60;
  CHECK(sumi_result_ended_by(search(engine, game, limits, stop).get()) == SUMI_END_STOPPED);
  CHECK(std::string(sumi_end_name(SUMI_END_LEVEL)) == "level");
  CHECK(std::string(sumi_end_name(SUMI_END_BOOK)) == "book");
  CHECK(std::string(sumi_end_name(SUMI_END_BOOK + 1)).empty());
}
