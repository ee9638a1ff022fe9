// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "protocol/service/analyze_games.h"
#include "protocol/service/ordered_pool.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::uint64_t kMaxAhead = 256;

/// How much of the input is done, games at work in part. Any thread.
class ShareDone {
 public:
  /// A game is taken, the input up to its end being `share`; a number for it.
  int begin(const std::optional<double>& share) {
    const std::lock_guard lock(mutex_);
    if (!share) share_.reset();
    const double from = std::exchange(taken_, share.value_or(0));
    at_work_[++games_] = {taken_ - from, 0};
    return games_;
  }
  void add_move(int game, double done) {
    const std::lock_guard lock(mutex_);
    double& before = at_work_[game].done;
    if (done > before) ++moves_;  // else a move was revised
    before = done;
  }
  void end(int game) {
    const std::lock_guard lock(mutex_);
    if (share_) *share_ += at_work_[game].share;
    at_work_.erase(game);
  }

  std::pair<std::optional<double>, std::uint64_t> share_and_moves() {
    const std::lock_guard lock(mutex_);
    std::optional<double> share = share_;
    for (const auto& [game, work] : at_work_) {
      if (share) *share += work.share * work.done;
    }
    return {share, moves_};
  }

 private:
  struct Work {
    double share = 0;  ///< The game's share of the whole input.
    double done = 0;   ///< The share of the game that is done.
  };

  std::mutex mutex_;  ///< Guards what follows.
  std::map<int, Work> at_work_;
  int games_ = 0;
  std::uint64_t moves_ = 0;
  double taken_ = 0;
  std::optional<double> share_ = 0.0;  ///< Share of the input that finished games make up.
};

struct TakenGame {
  SourceGame source;
  int number;
};

/// Requires: the engine has the game's board size.
Result<GameAnalysis> analyze(Engine& engine, const AnalysisRun& run, const GameRecord& game,
                             int number, ShareDone& progress, const std::stop_token& stop) {
  std::vector<AnalyzedMove> known;
  if (run.journal) known = run.journal->known(game);
  const bool whole = known.size() == list_moves(game).size();
  if (run.known_only && !whole) {
    return Error{ErrorCode::kNotFound, "no shard has analysed the whole game"};
  }
  if (run.whole_games && !whole) known.clear();
  engine.clear_table();
  const auto hear = [&](const AnalyzedMove* latest, int done, int all) {
    if (latest && run.journal) run.journal->add(game, *latest);
    progress.add_move(number, static_cast<double>(done) / all);
  };
  return analyze_game(
      engine, game, run.setup, hear, [&stop] { return stop.stop_requested(); }, known);
}

}  // namespace

bool analyze_games(const AnalysisRun& run, int jobs, const std::function<bool()>& interrupted,
                   const std::function<void(const AnalyzedGame&)>& report) {
  ShareDone progress;
  OrderedWork<TakenGame, AnalyzedGame> work;
  work.take = [&](std::stop_token stop) -> std::optional<TakenGame> {
    auto game = run.source.next(stop);
    if (!game) return std::nullopt;
    const int number = progress.begin(game->share);
    return TakenGame{std::move(*game), number};
  };
  work.make_work = [&] {
    return [&, engine = std::make_shared<Engine>(run.options, run.open_book)](
               TakenGame taken, std::stop_token stop) -> std::optional<AnalyzedGame> {
      AnalyzedGame game{std::move(taken.source), std::nullopt};
      if (game.source.game && (!run.wants || run.wants(*game.source.game))) {
        EngineOptions options = run.options;
        options.size = game.source.game->start.size;
        if (const auto fits = engine->configure(options); fits) {
          auto analysis = analyze(*engine, run, *game.source.game, taken.number, progress, stop);
          if (analysis) {
            game.analysis = std::move(*analysis);
          } else {
            game.source.game = analysis.error();
          }
        } else {
          game.source.game = fits.error();  // an evaluator that does not know the size
        }
      }
      progress.end(taken.number);
      return game;
    };
  };
  work.report = report;
  work.tick = [&] {
    if (!run.progress) return;
    const auto [share, moves] = progress.share_and_moves();
    run.progress(share, moves);
  };
  work.interrupted = interrupted;
  return run_in_order(jobs, kMaxAhead, work);
}

}  // namespace sumi::protocol
