// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/machine.h"
#include "tools/match/people.h"
#include "tools/match/player.h"
#include "tools/match/referee.h"
#include "tools/match/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace sumi::match {
namespace {

constexpr auto kTick = std::chrono::milliseconds(200);
/// Showing thousands of games slows the engines, so it may take only 1 / kShowPart of the time.
constexpr double kShowPart = 50;

/// Creates a worker's engine. Throws FatalError if its specification is invalid.
std::unique_ptr<Player> make(const MatchConfig& config, const RunSetup& setup, int engine,
                             int worker) {
  PlayerSetup own = player_setup(config, engine);
  if (!setup.log.empty()) own.log = fmt::format("{}/{}-{}.log", setup.log, engine, worker);
  return make_player(config.engine(engine), own).value();
}

}  // namespace

void try_engines(const MatchConfig& config, const RunSetup& setup, std::size_t first) {
  for (std::size_t i = first; i < config.engines.size(); ++i) {
    const EngineSpec& spec = config.engines[i];
    if (is_person(spec) || spec.withdrawn) continue;
    const auto player = make(config, setup, static_cast<int>(i), 0);
    const auto started = player->new_game(start_position(config.size), Color::kBlack,
                                          config.time_of(static_cast<int>(i)), 1);
    if (!started) {
      throw FatalError(fmt::format("engine {} cannot play: {}", spec.name, started.error().detail));
    }
  }
}

Tournament::Tournament(ResultStore& store, Openings openings, RunSetup setup)
    : store_(store),
      config_(store.config()),
      openings_(std::move(openings)),
      setup_(std::move(setup)),
      games_(store.games().value()) {
  faults_.assign(config_.engines.size(), 0);
  progress_.planned = planned_games(config_);
  for (const GameResult& game : games_) count(game);
  progress_.played = static_cast<int>(games_.size());
  progress_.pipe_ms.assign(config_.engines.size(), 0);
}

Tournament::End Tournament::run(const Show& show, bool (*interrupted)()) {
  for (int round = first_open_round(games_); round < rounds(config_); ++round) {
    if (decided()) return End::kDecided;
    if (!play_round(round, show, interrupted)) return End::kInterrupted;
    const std::vector<Fixture> waiting = games_of_people(config_, games_);
    if (!waiting.empty() && waiting.front().round == round) return End::kWaiting;
  }
  return decided() ? End::kDecided : End::kFinished;
}

/// False if interrupted.
bool Tournament::play_round(int round, const Show& show, bool (*interrupted)()) {
  fixtures_ = missing_games(config_, round, games_);
  std::erase_if(fixtures_, [&](const Fixture& f) {
    const bool out = is_out(f.black) || is_out(f.white);  // unplayed, even if people wait
    return !out && needs_people(config_, f);
  });
  next_ = 0;
  working_ = std::min(setup_.concurrency, static_cast<int>(fixtures_.size()));

  std::vector<std::jthread> workers;
  for (int i = 0; i < working_; ++i) {
    workers.emplace_back([this, i, count = working_] {
      if (setup_.pin) bind_to_processor(i, count);
      work_and_catch(i);
    });
  }
  bool stopped = false;
  std::unique_lock lock(mutex_);
  for (double next_show = 0; working_ > 0 && !failure_;) {
    changed_.wait_for(lock, kTick, [this] { return working_ == 0 || failure_; });
    stopped = stopped || (working_ > 0 && interrupted());
    if (stopped) stop_.request_stop();
    if (stop_.stop_requested()) {
      // Repeat: a player may start to think just after an interrupt.
      for (Player* const player : playing_) player->interrupt();
    }
    progress_.seconds = watch_.seconds();
    if (working_ > 0 && progress_.seconds < next_show) continue;
    const Progress progress = progress_;
    const std::vector<GameResult> games = games_;
    lock.unlock();  // show() is slow and must not block the workers
    show(games, progress);
    next_show = progress.seconds + kShowPart * (watch_.seconds() - progress.seconds);
    lock.lock();
  }
  lock.unlock();
  stop_.request_stop();
  workers.clear();
  stop_ = {};
  if (failure_) std::rethrow_exception(failure_);
  return !stopped;
}

void Tournament::work_and_catch(int worker) {
  std::exception_ptr failure;
  try {
    work(worker);
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  --working_;
  if (failure && !failure_) failure_ = failure;
  changed_.notify_all();
}

void Tournament::work(int worker) {
  Referee referee(config_);
  // The last game's players by engine index, for the next game.
  std::vector<std::pair<int, std::unique_ptr<Player>>> players;
  const auto player_of = [&](int engine) -> Player& {
    const auto found = std::ranges::find(players, engine, [](const auto& p) { return p.first; });
    if (found != players.end()) return *found->second;
    return *players.emplace_back(engine, make(config_, setup_, engine, worker)).second;
  };
  const auto cancelled = [token = stop_.get_token()] { return token.stop_requested(); };
  Watch watch;
  if (setup_.watch) watch = [&](const LiveGame& game) { setup_.watch(worker, &game); };

  while (const Fixture* const fixture = next_fixture()) {
    std::erase_if(players, [&](const auto& p) {
      return !fixture->has(p.first) || config_.engine(p.first).restart;
    });
    Player& black = player_of(fixture->black);
    Player& white = player_of(fixture->white);
    set_playing(black, white, true);
    auto game = referee.play(*fixture, openings_[fixture->opening], black, white, cancelled, watch);
    set_playing(black, white, false);
    if (watch) setup_.watch(worker, nullptr);
    if (!game) return;
    add(std::move(*game), black, white);
  }
}

void Tournament::set_playing(Player& black, Player& white, bool playing) {
  const std::lock_guard lock(mutex_);
  for (Player* const player : {&black, &white}) {
    if (playing) {
      playing_.insert(player);
    } else {
      playing_.erase(player);
    }
  }
}

/// Stores the results of games that need not be played. Null if no games are left.
const Fixture* Tournament::next_fixture() {
  const std::lock_guard lock(mutex_);
  while (!stop_.stop_requested() && next_ < fixtures_.size()) {
    const Fixture& fixture = fixtures_[next_++];
    if (!is_out(fixture.black) && !is_out(fixture.white)) return &fixture;
    add_unplayed(fixture);
  }
  return nullptr;
}

bool Tournament::is_out(int engine) const {
  return config_.engine(engine).withdrawn ||
         (config_.max_faults > 0 && faults_[at(engine)] >= config_.max_faults);
}

/// Requires: mutex_ is locked, and so for store().
void Tournament::add_unplayed(const Fixture& fixture) {
  std::optional<Color> loser = is_out(fixture.black) ? Color::kBlack : Color::kWhite;
  if (is_out(fixture.black) && is_out(fixture.white)) loser.reset();
  store(unplayed(fixture, openings_[fixture.opening], loser));
}

void Tournament::store(GameResult game) {
  store_.add(game).value();
  count(game);
  games_.push_back(std::move(game));
  ++progress_.played;
}

void Tournament::add(GameResult game, const Player& black, const Player& white) {
  const std::lock_guard lock(mutex_);
  const auto note_pipe = [this](int engine, const Player& player) {
    // Skip a player just killed for a fault.
    const double ms = player.pipe_seconds() * 1000;
    if (ms > 0) progress_.pipe_ms[at(engine)] = ms;
  };
  note_pipe(game.fixture.black, black);
  note_pipe(game.fixture.white, white);
  store(std::move(game));
  ++progress_.played_this_run;
  if (decided()) stop_.request_stop();
  changed_.notify_all();
}

void Tournament::count(const GameResult& game) {
  if (is_fault(game.ending)) ++faults_[at(game.fixture.engine(*game.at_fault))];
  if (config_.sprt && game.ending != Ending::kUnplayed) {
    pairs_.add(game.fixture.pair, game.points_of(0));
  }
}

bool Tournament::decided() const {
  return config_.sprt && sprt(*config_.sprt, pairs_.complete()).verdict != SprtVerdict::kUndecided;
}

}  // namespace sumi::match
