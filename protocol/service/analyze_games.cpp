// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "protocol/service/analyze_games.h"
#include "protocol/service/line_journal.h"
#include "protocol/service/ordered_pool.h"
#include "protocol/service/packed_line.h"
#include "protocol/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::uint64_t kMaxAhead = 256;

/// Progress through the input, including parts of games. Thread-safe.
class ShareDone {
 public:
  /// Starts a game that ends at `share` of the input; returns its number.
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
    if (done > before) ++moves_;  // otherwise a move was revised
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
    double share = 0;
    double done = 0;  ///< Analysed share of the game.
  };

  std::mutex mutex_;  ///< Guards the following members.
  std::map<int, Work> at_work_;
  int games_ = 0;
  std::uint64_t moves_ = 0;
  double taken_ = 0;
  std::optional<double> share_ = 0.0;  ///< Share of the input in finished games.
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
  const bool whole = known.size() == moves_to_analyze(game).size();
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
          game.source.game = fits.error();  // the evaluator does not support the size
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

Json score_to_json(const Score& j) {
  return Json::array({j.discs, j.exact, j.depth, j.selectivity, j.book, j.book_plies});
}

Score score_from_json(const Json& json, int size) {
  Score j{json.at(0).get<double>(), json.at(1).get<bool>(), json.at(2).get<int>(),
          json.at(3).get<int>()};
  if (json.size() > 4) {  // older lines end here
    j.book = json.at(4).get<bool>();
    j.book_plies = json.at(5).get<int>();
  }
  if (!(std::abs(j.discs) <= size * size)) throw std::out_of_range("discs");
  return j;
}

namespace {

constexpr std::string_view kKind = "sumi analysis 2";
constexpr std::string_view kOldKind = "sumi analysis 1";  // lines may lack a checksum

std::uint64_t hash_of(const GameRecord& game) {
  Fnv1a hash;
  hash.add(to_text(game.start));
  for (const Square s : game.moves) hash.add(static_cast<unsigned char>(s));
  return hash.hash();
}

std::string line_of(const GameRecord& game, const AnalyzedMove& move) {
  const int size = move.before.size;
  return json_line_with_sum({{"game", fmt::format("{:016x}", hash_of(game))},
                             {"index", move.index},
                             {"best", score_to_json(move.best)},
                             {"after", score_to_json(move.after)},
                             {"best_line", packed_line(move.best_line, size)},
                             {"played_line", packed_line(move.played_line, size)},
                             {"seconds", json_seconds(move.seconds)}});
}

void fill(AnalyzedMove& move, const Json& json) {
  move.best = score_from_json(json.at("best"), move.before.size);
  move.after = score_from_json(json.at("after"), move.before.size);
  move.best_line = parse_packed_line(json.at("best_line").get<std::string>(), move.before);
  move.played_line = parse_packed_line(json.at("played_line").get<std::string>(), move.before);
  if (move.played_line[0] != move.played) throw std::out_of_range("played");
  move.seconds = json.at("seconds").get<double>();
  derive_loss(move);
}

/// Moves by their index in the game.
using MovesByIndex = std::map<std::size_t, AnalyzedMove>;

/// Copies a line's scores into its move of `listed` and that move to `found`. Ignores invalid
/// lines.
void take_analyzed(std::string_view line, std::vector<AnalyzedMove>& listed, MovesByIndex& found) {
  const Json json = Json::parse(line, nullptr, false);
  try {
    const auto index = json.at("index").get<std::size_t>();
    const auto move = std::ranges::find(listed, index, &AnalyzedMove::index);
    if (move == listed.end()) return;
    fill(*move, json);
    found.insert_or_assign(index, *move);
  } catch (const std::exception&) {
    // Damaged or foreign line: search again.
  }
}

/// The hash of the line's game. Avoids JSON for lines of line_of(), because files may have
/// gigabytes.
std::optional<std::uint64_t> game_of(std::string_view line) {
  constexpr std::string_view kBegin = "{\"game\":\"";
  constexpr std::size_t kDigits = 16;
  std::string key;
  if (line.starts_with(kBegin) && line.substr(kBegin.size()).find('"') == kDigits) {
    key = line.substr(kBegin.size(), kDigits);
  } else {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("game") || !json["game"].is_string()) return {};
    key = json["game"].get<std::string>();
  }
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), hash, 16);
  if (error != std::errc() || end != key.data() + key.size()) return {};
  return hash;
}

/// Whether the line is an unfinished header.
bool begins_like_ours(std::string_view line) {
  return std::ranges::any_of(std::array{kKind, kOldKind}, [line](std::string_view kind) {
    std::string ours = Json{{"kind", kind}}.dump();
    ours.pop_back();
    return ours.starts_with(line.substr(0, ours.size()));
  });
}

/// LineJournal::CheckHeader.
Result<bool> check_header(const std::string& path, const std::string& setup,
                          std::string_view line) {
  if (!line.ends_with('\n') && begins_like_ours(line)) return false;
  const Json json = Json::parse(line, nullptr, false);
  const Json kind = json.is_object() ? json.value("kind", Json()) : Json();
  if (kind != kKind && kind != kOldKind) {
    return resume_error(path, "is not a file of `sumi analyze`");
  }
  const Json was = json.value("setup", Json()), version = json.value("version", Json());
  if (was != setup) {
    return resume_error(path, fmt::format("was made with {}, this is {}: name another file",
                                          was.dump(), Json(setup).dump()));
  }
  if (version != kVersion) {
    return resume_error(path, fmt::format("was made by {} {}, this is {}: name another file", kName,
                                          version.dump(), Json(kVersion).dump()));
  }
  return kind == kOldKind;
}

std::string header_of(const std::string& setup) {
  return json_line({{"kind", kKind}, {"setup", setup}, {"version", kVersion}});
}

}  // namespace

Result<void> AnalysisJournal::merge(const std::vector<std::string>& from, const std::string& to,
                                    const std::string& setup) {
  return merge_line_journals(from, to, header_of(setup),
                             [&setup](const std::string& path, std::string_view line) {
                               return check_header(path, setup, line);
                             });
}

Result<std::unique_ptr<AnalysisJournal>> AnalysisJournal::open(const std::string& path,
                                                               const std::string& setup) {
  std::unique_ptr<AnalysisJournal> journal(new AnalysisJournal);
  const auto take = [&journal](std::string_view line, LineJournal::Place place) {
    const auto game = game_of(line);
    if (game) journal->lines_[*game].push_back(place);
    return game.has_value();
  };
  auto file = LineJournal::open(
      path, header_of(setup),
      [&](std::string_view line) { return check_header(path, setup, line); }, take);
  if (!file) return file.error();
  journal->file_ = std::move(*file);
  return journal;
}

std::vector<AnalyzedMove> AnalysisJournal::known(const GameRecord& game) const {
  const auto lines = lines_.find(hash_of(game));
  if (lines == lines_.end()) return {};
  std::vector<AnalyzedMove> listed = moves_to_analyze(game);
  MovesByIndex found;  // revised or repeated moves have several lines; the last counts
  for (const LineJournal::Place place : lines->second) {
    if (const auto line = file_->read(place)) take_analyzed(*line, listed, found);
  }
  std::vector<AnalyzedMove> moves;
  for (const auto& [index, move] : found) moves.push_back(move);
  return moves;
}

void AnalysisJournal::add(const GameRecord& game, const AnalyzedMove& move) {
  file_->append(line_of(game, move)).value();
}

}  // namespace sumi::protocol
