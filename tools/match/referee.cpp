// SPDX-License-Identifier: MIT
/// The referee keeps board and clocks; engines only send moves.
#include "engine/base/random.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "tools/match/referee.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <utility>

namespace sumi::match {
namespace {

constexpr int kSolverHashMib = 64;

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

/// Rounded down: no engine gets more time than it has.
Millis to_millis(double seconds) {
  return Millis(static_cast<std::int64_t>(std::floor(seconds * 1e3)));
}

struct Side {
  Player* player;
  TimeControl time;
  double remaining;  ///< May be negative within the margin.
  double thinking = 0;
  std::optional<double> cpu_before{};  ///< cpu_seconds() after the opening.
};

/// A fault or resignation that loses the game.
struct Forfeit {
  Color color;
  Fault fault;
};

/// Throws the forfeit of `color` if its player is at fault.
void require(Color color, const Outcome<void>& done) {
  if (!done) throw Forfeit{color, done.error()};
}

/// Functions that play throw a Forfeit.
class GameInProgress {
 public:
  GameInProgress(const MatchConfig& config, const Fixture& fixture, const GameRecord& opening,
                 Player& black, Player& white)
      : config_(config),
        opening_(opening),
        game_(opening.start),
        sides_{side_of(fixture.black, black), side_of(fixture.white, white)} {
    result_.fixture = fixture;
    result_.start = opening.start;
    result_.date = utc_now();
  }

  void begin();

  /// Plays the move or pass of the side to move. Requires: !over().
  void step();

  /// Throws the forfeit of the loser if the resign rule applies.
  void check_resign_rule() const;

  const Position& position() const { return game_.position(); }
  bool over() const { return game_.over(); }
  bool must_pass() const { return rules::must_pass(position().board, position().size); }
  LiveGame live() const;

  // Call one of these once, at the end of the game.
  GameResult end_by_score(Ending ending, DiscDiff score_of_mover);
  GameResult end_by_forfeit(Forfeit forfeit);

 private:
  Side side_of(int engine, Player& player) const {
    const TimeControl time = config_.time_of(engine);
    return {&player, time, to_seconds(time.main)};
  }
  Side& side(Color color) { return sides_[static_cast<std::size_t>(color)]; }

  void play_opening_move(Square square);
  void pass();
  void move();
  bool calls_lost(Color color, Color loser, const ResignRule& rule) const;
  void judge(const Side& mover, const Answer& answer) const;
  void make(const TimedMove& move);
  GameResult finish();

  const MatchConfig& config_;
  const GameRecord& opening_;
  const StopWatch watch_;
  Game game_;
  std::array<Side, 2> sides_;  ///< By Color.
  GameResult result_;
};

void GameInProgress::begin() {
  // The seed depends only on game and player, not on earlier games.
  SplitMix64 seeds(config_.seed ^ static_cast<std::uint64_t>(result_.fixture.id) << 32);
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const Side& s = side(color);
    require(color, s.player->new_game(opening_.start, color, s.time, seeds.next()));
  }
  for (const Square square : opening_.moves) play_opening_move(square);
  result_.opening_moves = static_cast<int>(result_.moves.size());
  for (Side& s : sides_) s.cpu_before = s.player->cpu_seconds();
}

/// Plays an opening move; inserts forced passes.
void GameInProgress::play_opening_move(Square square) {
  if (must_pass()) pass();
  if (square == Square::kPass) return;
  const Color mover = position().to_move;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    require(color, side(color).player->play(mover, square));
  }
  make({mover, square, 0, std::nullopt});
}

void GameInProgress::step() { must_pass() ? pass() : move(); }

void GameInProgress::pass() {
  const Color mover = position().to_move;
  for (const Color color : {mover, !mover}) require(color, side(color).player->pass(mover));
  make({mover, Square::kPass, 0, std::nullopt});
}

void GameInProgress::move() {
  const Color color = position().to_move;
  Side& mover = side(color);
  const auto left = [](const Side& s) { return std::max(to_millis(s.remaining), Millis(0)); };
  const Side& other = side(!color);
  const TurnClock clock{mover.time, left(mover), other.time, left(other)};
  const StopWatch watch;
  const auto answer = mover.player->genmove(position(), clock);
  mover.thinking += answer ? answer->seconds : watch.seconds();
  if (!answer) throw Forfeit{color, answer.error()};
  judge(mover, *answer);
  mover.remaining += to_seconds(mover.time.increment) - answer->seconds;
  make({color, answer->square, answer->seconds, answer->evaluation});
  require(!color, other.player->play(color, answer->square));
}

void GameInProgress::check_resign_rule() const {
  const auto& rule = config_.resign_rule;
  if (!rule) return;
  for (const Color loser : {Color::kBlack, Color::kWhite}) {
    if (!calls_lost(loser, loser, *rule) || !calls_lost(!loser, loser, *rule)) continue;
    throw Forfeit{loser,
                  {Ending::kResignRule,
                   fmt::format("both engines evaluated it as lost by {} discs or more in {} "
                               "moves each",
                               rule->discs, rule->moves)}};
  }
}

/// Whether the engine of `color` evaluated its last moves as lost for `loser`.
bool GameInProgress::calls_lost(Color color, Color loser, const ResignRule& rule) const {
  int moves = 0;
  for (std::size_t i = result_.moves.size();
       i-- > static_cast<std::size_t>(result_.opening_moves);) {
    const TimedMove& move = result_.moves[i];
    if (move.color != color || move.square == Square::kPass) continue;
    if (!move.evaluation) return false;
    const double discs = color == loser ? -move.evaluation->discs : move.evaluation->discs;
    if (!(discs >= rule.discs)) return false;
    if (++moves == rule.moves) return true;
  }
  return false;
}

/// Checks the time first: a late move does not count.
void GameInProgress::judge(const Side& mover, const Answer& answer) const {
  const Color color = position().to_move;
  const auto refuse = [color](Ending ending, std::string what) {
    throw Forfeit{color, {ending, std::move(what)}};
  };
  const double limit =
      mover.time.kind == TimeControl::Kind::kGame ? mover.remaining : to_seconds(mover.time.main);
  if (mover.time.kind != TimeControl::Kind::kNone &&
      answer.seconds > limit + to_seconds(config_.time_margin)) {
    refuse(Ending::kTimeLoss, fmt::format("took {:.3f} s for a move of {} with {:.3f} s left",
                                          answer.seconds, to_text(color), limit));
  }
  if (answer.resigned) refuse(Ending::kResigned, fmt::format("resigned as {}", to_text(color)));
  if (rules::flips(position().board, answer.square, position().size) != 0) return;
  if (answer.square == Square::kPass) {
    refuse(Ending::kWrongPass,
           fmt::format("passed as {}, in {}", to_text(color), to_text(position())));
  }
  refuse(Ending::kIllegalMove,
         fmt::format("played {} as {}, in {}", to_text(answer.square, position().size),
                     to_text(color), to_text(position())));
}

/// Requires: the move is legal or a forced pass.
void GameInProgress::make(const TimedMove& move) {
  [[maybe_unused]] const auto played = game_.play(move.color, move.square);
  assert(played);
  result_.moves.push_back(move);
}

LiveGame GameInProgress::live() const {
  LiveGame game{result_, {}, std::chrono::steady_clock::now()};
  for (std::size_t i = 0; i < 2; ++i) {
    if (sides_[i].time.kind == TimeControl::Kind::kGame) game.left[i] = sides_[i].remaining;
  }
  return game;
}

GameResult GameInProgress::end_by_score(Ending ending, DiscDiff score_of_mover) {
  const bool black = position().to_move == Color::kBlack;
  result_.ending = ending;
  result_.black_score = DiscDiff{black ? score_of_mover.discs : -score_of_mover.discs};
  return finish();
}

GameResult GameInProgress::end_by_forfeit(Forfeit forfeit) {
  result_.ending = forfeit.fault.ending;
  result_.at_fault = forfeit.color;
  result_.detail = std::move(forfeit.fault.detail);
  GameResult result = finish();
  if (is_fault(result.ending)) side(forfeit.color).player->restart();
  return result;
}

GameResult GameInProgress::finish() {
  for (std::size_t i = 0; i < 2; ++i) {
    const Side& s = sides_[i];
    result_.engine_info[i] = s.player->take_info();
    const auto cpu = s.player->cpu_seconds();
    if (cpu && s.cpu_before) result_.engine_info[i].cpu_seconds = *cpu - *s.cpu_before;
  }
  result_.seconds = watch_.seconds();
  const double thinking = sides_[0].thinking + sides_[1].thinking;
  result_.overhead_seconds = std::max(result_.seconds - thinking, 0.0);
  return std::move(result_);
}

/// The score of best play for the side to move.
DiscDiff solve(std::unique_ptr<Engine>& solver, const Position& position) {
  EngineOptions options;
  options.hash_mib = kSolverHashMib;
  options.size = position.size;
  if (!solver) solver = std::make_unique<Engine>(options);
  solver->configure(options).value();
  solver->set_board(position.board);
  SearchLimits limits;
  limits.exact_at_empties = empties(position.board, position.size);
  const SearchUpdate solved = solver->think(limits);
  assert(solved.exact);
  return to_disc_diff(solved.value());
}

}  // namespace

GameResult unplayed(const Fixture& fixture, const GameRecord& opening, std::optional<Color> loser) {
  GameResult result;
  result.fixture = fixture;
  result.start = opening.start;
  result.date = utc_now();
  result.ending = Ending::kUnplayed;
  result.at_fault = loser;
  return result;
}

std::optional<GameResult> Referee::play(const Fixture& fixture, const GameRecord& opening,
                                        Player& black, Player& white,
                                        const std::function<bool()>& cancelled,
                                        const Watch& watch) {
  GameInProgress game(config_, fixture, opening, black, white);
  const auto stopped = [&] { return cancelled && cancelled(); };
  try {
    game.begin();
    while (!game.over()) {
      if (stopped()) return std::nullopt;
      const Position& now = game.position();
      if (!game.must_pass() && empties(now.board, now.size) <= config_.adjudicate_empties) {
        return game.end_by_score(Ending::kAdjudicated, solve(solver_, now));
      }
      if (watch) watch(game.live());
      game.step();
      if (!game.over()) game.check_resign_rule();
    }
  } catch (const Forfeit& forfeit) {
    if (stopped()) return std::nullopt;  // stopping may have caused the fault
    return game.end_by_forfeit(forfeit);
  }
  if (stopped()) return std::nullopt;
  const Position& last = game.position();
  return game.end_by_score(Ending::kPlayedOut, final_score(last.board, last.size));
}

}  // namespace sumi::match
