// SPDX-License-Identifier: MIT
#include "book/store/book_tree.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tests/support/engines.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/player.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::match;
using Catch::Matchers::Contains;

namespace {

using Kind = TimeControl::Kind;

const PlayerSetup kSmallest{4, Millis(1000), ""};

EngineSpec small_spec() {
  EngineSpec spec;
  spec.name = "sumi";
  spec.options = {{"hash-mib", "1"}};
  return spec;
}

std::unique_ptr<Player> make(const EngineSpec& spec = small_spec(),
                             const PlayerSetup& setup = {8, Millis(1000), ""}) {
  auto player = make_player(spec, setup);
  REQUIRE(player);
  return std::move(*player);
}

}  // namespace

TEST_CASE("Sumi moves and reports its evaluation", "[match]") {
  const auto player = make(small_spec(), kSmallest);
  REQUIRE(player->new_game(start_position(4), Color::kBlack, {}, 1));
  const auto answer = player->genmove(start_position(4), {});
  REQUIRE(answer);
  CHECK(answer->square != Square::kPass);
  CHECK(answer->seconds > 0);
  REQUIRE(answer->evaluation);
  // 4x4 is solved: 3 to 11 discs, and the winner gets the two empty squares.
  CHECK(answer->evaluation->exact);
  CHECK(answer->evaluation->discs == -10);
  CHECK(answer->evaluation->nodes > 0);
}

TEST_CASE("Sumi plays from a book on request", "[match]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("start.book");
  {
    book::BookEntry entry;
    entry.leaf = {.state = book::Leaf::State::kMove,
                  .move = parse_square("d6").value(),
                  .value = {2 * Value::kPerDisc},
                  .depth = 20};
    const Square f5 = parse_square("f5").value();
    const Board after = kStartBoard.played(f5, rules::flips(kStartBoard, f5));
    const auto store = book::BookStore::create(path).value();
    book::update(*store, kStartBoard, {.leaf = {.state = book::Leaf::State::kNoMove}});
    book::update(*store, after, entry);
  }
  const auto evaluation = [&path](const char* own_book) {
    EngineSpec spec = small_spec();
    spec.options.insert(spec.options.end(), {{"depth", "2"}, {"book", path}});
    if (*own_book != '\0') spec.options.emplace_back("own-book", own_book);
    const auto player = make(spec);
    REQUIRE(player->new_game({}, Color::kBlack, {}, 1));
    const auto answer = player->genmove({}, {});
    REQUIRE(answer);
    REQUIRE(answer->evaluation);
    return *answer->evaluation;
  };
  EngineSpec learner = small_spec();
  learner.options.insert(learner.options.end(), {{"book", path}, {"book-learn", "true"}});
  const auto refused = make_player(learner, {8, Millis(1000), ""});
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message,
             Contains("sumi: book-learn: only an engine with a command learns in a match"));

  CHECK(evaluation("").depth == 2);
  CHECK(evaluation("false").depth == 2);
  CHECK(evaluation("true") == Evaluation{-2, 21, false, 0});
}

TEST_CASE("Sumi respects each kind of time control", "[match]") {
  const auto player = make();
  REQUIRE(player->new_game({}, Color::kBlack, {}, 1));
  const auto seconds = [&](const TurnClock& clock) {
    const auto answer = player->genmove({}, clock);
    REQUIRE(answer);
    return answer->seconds;
  };
  CHECK(seconds({{Kind::kMove, Millis(60), {}}, {}}) < 0.5);
  // The remaining time limits it, even after a long clock.
  CHECK(seconds({{Kind::kGame, Millis(3'600'000), {}}, Millis(100)}) < 0.5);
  CHECK(seconds({{Kind::kGame, Millis(1000), {}}, Millis(-1)}) < 0.5);
}

TEST_CASE("Sumi without a clock is limited by its options", "[match]") {
  EngineSpec spec = small_spec();
  spec.options.emplace_back("move-time-ms", "60");
  const auto player = make(spec);
  REQUIRE(player->new_game({}, Color::kBlack, {}, 1));
  CHECK(player->genmove({}, {})->seconds < 0.5);
}

TEST_CASE("a player that Sumi runs plays by the game's seed and reports no value", "[match]") {
  EngineSpec spec = small_spec();
  spec.options.emplace_back("player", "random");
  const auto player = make(spec);
  const auto moves = [&](std::uint64_t seed) {
    REQUIRE(player->new_game({}, Color::kBlack, {}, seed));
    std::string text;
    Position now;
    for (int i = 0; i < 8; ++i) {
      const auto answer = player->genmove(now, {});
      REQUIRE(answer);
      CHECK_FALSE(answer->evaluation);
      text += to_text(answer->square);
      const Bitboard turned = rules::flips(now.board, answer->square);
      REQUIRE(turned != 0);  // no pass occurs so early in these games
      now = {now.board.played(answer->square, turned), !now.to_move, now.size};
    }
    return text;
  };
  CHECK(moves(1) == moves(1));
  CHECK(moves(1) != moves(2));
}

TEST_CASE("Sumi with pondering plays on and starts afresh", "[match]") {
  EngineSpec spec = small_spec();
  spec.options.emplace_back("ponder", "true");
  const auto player = make(spec);
  const TurnClock clock{{Kind::kMove, Millis(5), {}}, {}};
  for (int game = 0; game < 2; ++game) {
    REQUIRE(player->new_game({}, Color::kBlack, clock.control, 1));
    Position now;
    while (!rules::game_over(now.board)) {
      Square move = Square::kPass;
      if (rules::must_pass(now.board)) {
        REQUIRE(player->pass(now.to_move));
        now = now.passed();
        continue;
      }
      if (now.to_move == Color::kBlack) {
        const auto answer = player->genmove(now, clock);
        REQUIRE(answer);
        CHECK(answer->seconds < 0.5);
        move = answer->square;
      } else {
        move = first_square(rules::legal_moves(now.board));
        REQUIRE(player->play(now.to_move, move));
      }
      const Bitboard flipped = rules::flips(now.board, move);
      REQUIRE(flipped != 0);
      now = {now.board.played(move, flipped), !now.to_move, now.size};
    }
  }
}

TEST_CASE("the game's seed determines Sumi's variety", "[match]") {
  EngineSpec spec = small_spec();
  spec.options.emplace_back("variety", "64");
  const auto lines = [&](std::uint64_t first_seed) {
    const auto player = make(spec);
    std::string text;
    for (std::uint64_t seed = first_seed; seed < first_seed + 8; ++seed) {
      REQUIRE(player->new_game({}, Color::kBlack, {}, seed));
      const auto answer = player->genmove({}, {{Kind::kMove, Millis(1), {}}, {}});
      text += to_text(answer->square);
    }
    return text;
  };
  const std::string some = lines(1);
  CHECK(some.substr(2) == lines(2).substr(0, 14));
  CHECK(some != "d3d3d3d3d3d3d3d3");
  CHECK(some.find_first_not_of(some.substr(0, 2)) != some.npos);
}

TEST_CASE("random numbers of a player that Sumi runs depend only on the game's seed", "[match]") {
  EngineSpec spec = small_spec();
  spec.options.emplace_back("player", "random");
  const auto moves = [&](std::uint64_t first_seed) {
    const auto player = make(spec);
    std::string text;
    for (std::uint64_t seed = first_seed; seed < first_seed + 8; ++seed) {
      REQUIRE(player->new_game({}, Color::kBlack, {}, seed));
      const auto answer = player->genmove({}, {{Kind::kMove, Millis(10), {}}, {}});
      CHECK_FALSE(answer->evaluation);
      text += to_text(answer->square);
    }
    return text;
  };
  const std::string some = moves(1);
  CHECK(some.substr(2) == moves(2).substr(0, 14));
  CHECK(some.find_first_not_of(some.substr(0, 2)) != some.npos);
}

TEST_CASE("a player that Sumi runs stops when its time is over", "[match]") {
  EngineSpec spec = small_spec();
  spec.options.emplace_back("player", "montecarlo:10000000");
  const auto player = make(spec);
  REQUIRE(player->new_game({}, Color::kBlack, {}, 1));
  CHECK(player->genmove({}, {{Kind::kMove, Millis(60), {}}, {}})->seconds < 0.5);
}

TEST_CASE("Sumi plays after a restart", "[match]") {
  const auto player = make(small_spec(), kSmallest);
  for (int i = 0; i < 2; ++i) {
    REQUIRE(player->new_game(start_position(4), Color::kBlack, {}, 1));
    CHECK(player->genmove(start_position(4), {})->evaluation->discs == -10);
    player->restart();
  }
}

TEST_CASE("players are created from specifications, or an error names the fault", "[match]") {
  const PlayerSetup setup{8, Millis(1000), ""};
  const auto refused = [&](const EngineSpec& spec, const PlayerSetup& in) {
    const auto player = make_player(spec, in);
    REQUIRE(!player);
    return player.error().message;
  };
  CHECK(make_player(small_spec(), setup));
  CHECK(make_player(test::fake_spec(), setup));

  EngineSpec spec = small_spec();
  spec.options.emplace_back("colour", "red");
  CHECK_THAT(refused(spec, setup), Contains("sumi: ") && Contains("colour"));
  spec = small_spec();
  spec.options.emplace_back("isa", "v9");
  CHECK_THAT(refused(spec, setup), Contains("isa: 'v9'"));
  spec = small_spec();
  spec.options.emplace_back("player", "oracle");
  CHECK_THAT(refused(spec, setup), Contains("player: 'oracle' is not one of bpfscn"));
  spec = small_spec();
  spec.options.emplace_back("player", "dp");
  CHECK_THAT(refused(spec, setup), Contains("plays on 4x4 only"));
  spec = small_spec();
  spec.setup = {"komi 1"};
  CHECK(refused(spec, setup) == "engine 'sumi': protocol sumi takes no setup commands");
  spec = small_spec();
  spec.protocol = Protocol::kGtp;
  CHECK(refused(spec, setup) == "engine 'sumi': protocol gtp needs a command");
  spec.protocol = Protocol::kSumi;
  spec.command = "sumi";
  CHECK(refused(spec, setup) == "engine 'sumi': protocol sumi takes no command");
  CHECK_THAT(refused(test::fake_spec(), {8, Millis(1000), "/no/log"}),
             Contains("file '/no/log': No such file"));
}
