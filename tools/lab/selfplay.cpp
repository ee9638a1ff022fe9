// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/journal.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/long_work.h"
#include "tools/lab/selfplay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

namespace sumi::lab {

Board random_opening(SplitMix64& random, int min_plies, int max_plies) {
  constexpr int kFine = 1 << 20;
  while (true) {
    const double draw = random.below(kFine) / double{kFine};
    const int plies =
        min_plies + static_cast<int>((max_plies - min_plies + 1) * draw * draw * draw);
    Board b = kStartBoard;
    for (int ply = 0; ply < plies && !rules::game_over(b); ++ply) {
      Bitboard moves = rules::legal_moves(b);
      if (moves == 0) {
        b = b.passed();
        moves = rules::legal_moves(b);
      }
      const Square s = random_square(random, moves);
      b = b.played(s, rules::flips(b, s));
    }
    if (rules::must_pass(b)) b = b.passed();
    if (!rules::game_over(b)) return b;
  }
}

void GamePlayer::begin() {
  engine_.clear_table();
  solved_ = false;
  line_.clear();
  next_ = 0;
}

Square GamePlayer::choose(Record& record, const SearchLimits& limits, const std::stop_token& stop) {
  if (!solved_ || next_ == line_.size()) {
    engine_.set_board(record.board);
    const SearchUpdate update = search_until_stopped(engine_, limits, stop);
    solved_ = update.exact;
    line_ = update.line;
    next_ = 0;
    record.value = update.value();
    record.depth = static_cast<std::uint8_t>(update.depth);
  }
  record.source = solved_ ? ScoreSource::kExact : ScoreSource::kGame;
  return line_[next_];
}

void GamePlayer::note(Square move) {
  if (next_ < line_.size() && line_[next_] == move) {
    ++next_;
  } else if (next_ < line_.size()) {
    solved_ = false;  // the opponent left the solution
  }
}

std::optional<PlayedGame> play_game(const Board& opening, GamePlayer& first, GamePlayer& second,
                                    const SearchLimits& limits, const std::stop_token& stop,
                                    RandomMoves random_moves) {
  first.begin();
  if (&second != &first) second.begin();
  PlayedGame game;
  std::vector<bool> first_side;  // side to move of each record
  Board b = opening;
  bool firsts_turn = true;
  while (!rules::game_over(b)) {
    Square move = Square::kPass;
    if (rules::legal_moves(b) != 0) {
      Record record;
      record.board = b;
      move = (firsts_turn ? first : second).choose(record, limits, stop);
      if (stop.stop_requested()) return {};
      record.move = static_cast<std::uint8_t>(index(move));
      if (record.source == ScoreSource::kGame &&
          random_moves.random.below(100) < random_moves.percent) {
        move = random_square(random_moves.random, rules::legal_moves(b));
        record.move = kNoMove;
        record.source = ScoreSource::kNone;
      }
      game.records.push_back(record);
      first_side.push_back(firsts_turn);
    }
    first.note(move);
    if (&second != &first) second.note(move);
    b = move == Square::kPass ? b.passed() : b.played(move, rules::flips(b, move));
    firsts_turn = !firsts_turn;
  }
  const int score = firsts_turn ? final_score(b).discs : -final_score(b).discs;
  for (std::size_t i = 0; i < game.records.size(); ++i) {
    game.records[i].score = {first_side[i] ? score : -score};
  }
  game.score = {score};
  return game;
}

std::vector<Record> Selfplay::play(std::uint64_t number, std::stop_token stop) {
  // Hash the seed: consecutive seeds would give shifted copies of one stream.
  SplitMix64 random(SplitMix64(setup_.seed).next() + number);
  const Board opening = draw_opening(random, stop);
  auto game = play_game(opening, player_, player_, setup_.limits, stop,
                        {setup_.random_move_percent, SplitMix64(random.next())});
  if (!game) return {};
  for (Record& record : game->records) record.game = static_cast<std::uint16_t>(number);
  return std::move(game->records);
}

/// Gives up after kMaxRepeats draws in a row of rejected openings.
Board Selfplay::draw_opening(SplitMix64& random, const std::stop_token& stop) {
  constexpr int kMaxRepeats = 1000;
  std::set<std::pair<Bitboard, Bitboard>> unbalanced;
  for (int repeats = 0; repeats < kMaxRepeats;) {
    const Board opening = random_opening(random, setup_.min_random_plies, setup_.max_random_plies);
    const std::pair discs{opening.own, opening.opp};
    if (unbalanced.contains(discs)) {
      ++repeats;
    } else if (is_balanced(opening, stop)) {
      return opening;
    } else {
      unbalanced.insert(discs);
      repeats = 0;
    }
  }
  throw FatalError(fmt::format(
      "balanced: each of the {} openings of {}-{} random plies is worth more than {} discs for a "
      "side; allow more discs or more plies",
      unbalanced.size(), setup_.min_random_plies, setup_.max_random_plies, *setup_.max_imbalance));
}

/// Also true after a stop request.
bool Selfplay::is_balanced(const Board& opening, const std::stop_token& stop) {
  if (!setup_.max_imbalance) return true;
  Record record;
  record.board = opening;
  player_.begin();
  player_.choose(record, setup_.limits, stop);
  return stop.stop_requested() ||
         std::abs(record.value->units) <= to_value({*setup_.max_imbalance}).units;
}

namespace {

/// An entry is one game in the format of position files.
constexpr std::string_view kGamesKind = "games of self-play";

/// Numbers count this shard's games; Shard::unit() converts them to overall numbers.
struct Chunk {
  std::uint64_t number = 0, first_game = 0, games = 0;
};

std::vector<Chunk> chunks_of(std::uint64_t games) {
  std::vector<Chunk> chunks;
  for (std::uint64_t first = 0; first < games; first += kChunkGames) {
    chunks.push_back(
        {first / kChunkGames, first, std::min<std::uint64_t>(kChunkGames, games - first)});
  }
  return chunks;
}

/// Splits where the game number changes; consecutive games have different numbers.
std::vector<std::vector<Record>> games_of(const std::vector<Record>& records) {
  std::vector<std::vector<Record>> games;
  for (const Record& record : records) {
    if (games.empty() || games.back().front().game != record.game) games.emplace_back();
    games.back().push_back(record);
  }
  return games;
}

/// Whether the file has all games of the chunk. A shorter run leaves its last chunk incomplete.
bool complete(const std::string& path, const Chunk& chunk) {
  return std::filesystem::exists(path) &&
         games_of(read_records(path).value()).size() >= chunk.games;
}

class ShardGames {
 public:
  ShardGames(const std::string& folder, std::uint64_t seed, Shard shard)
      : folder_(folder), seed_(seed), shard_(shard) {}

  Result<std::vector<Record>> next() {
    const std::uint64_t chunk = next_ / kChunkGames, place = next_ % kChunkGames;
    if (place == 0) {
      const std::string path = chunk_path(folder_, seed_, chunk, shard_);
      games_.clear();
      if (std::filesystem::exists(path)) {
        const auto records = read_records(path);
        if (!records) return records.error();
        games_ = games_of(*records);
      }
    }
    if (place >= games_.size()) {
      return Error{ErrorCode::kBadFile,
                   fmt::format("folder {}: shard {}/{} has played {} of its games only; the same "
                               "command without `merge` plays the others",
                               sumi::quoted(folder_), shard_.index, shard_.count, next_)};
    }
    ++next_;
    return std::move(games_[place]);
  }

 private:
  const std::string& folder_;
  const std::uint64_t seed_;
  const Shard shard_;
  std::uint64_t next_ = 0;
  std::vector<std::vector<Record>> games_;
};

}  // namespace

Result<protocol::Json> selfplay_settings(const SelfplaySetup& setup) {
  protocol::Json settings;
  if (const auto added = add_search_settings(setup.engine, setup.limits, settings); !added) {
    return added.error();
  }
  settings["exact-at"] = setup.limits.exact_at_empties.value_or(0);
  settings["random-plies"] = fmt::format("{}-{}", setup.min_random_plies, setup.max_random_plies);
  // Only if set: older folders lack them.
  if (setup.max_imbalance) settings["balanced"] = *setup.max_imbalance;
  if (setup.random_move_percent != 0) settings["stray"] = setup.random_move_percent;
  settings["chunk-games"] = kChunkGames;
  // Explicit, because Json converts implicitly from anything, including a Result.
  return Result<protocol::Json>(boost::system::in_place_value, settings);
}

std::string chunk_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                       Shard shard) {
  return fmt::format("{}/{}{}-{:06}{}", folder, protocol::shard_prefix(shard), seed, chunk,
                     kRecordSuffix);
}

std::string chunk_journal_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                               Shard shard) {
  return fmt::format("{}/{}{}-{:06}.part", folder, protocol::shard_prefix(shard), seed, chunk);
}

bool run_selfplay(const std::string& folder, const SelfplaySetup& setup, std::uint64_t games,
                  Shard shard, int threads, const std::function<bool()>& interrupted,
                  const std::function<void(const SelfplayProgress&)>& tick) {
  const std::uint64_t wanted = shard.share(games);
  const std::vector<Chunk> chunks = chunks_of(wanted);
  std::atomic<std::uint64_t> found = 0, played = 0, positions = 0;

  const auto play_chunk = [&](Selfplay& selfplay, const Chunk& chunk, const std::stop_token& stop) {
    const std::string path = chunk_path(folder, setup.seed, chunk.number, shard);
    const std::string journal_path = chunk_journal_path(folder, setup.seed, chunk.number, shard);
    if (complete(path, chunk)) {
      found += chunk.games;
      // Left over after a kill.
      if (chunk.games == kChunkGames) std::filesystem::remove(journal_path);
      return;
    }
    auto [journal, entries, dropped] = Journal::open(journal_path, kGamesKind).value();
    std::vector<Record> all;
    const std::size_t had = entries.size();
    entries.resize(std::min<std::size_t>(had, chunk.games));
    for (const std::string& entry : entries) {
      const auto game = parse_records(entry).value();
      all.insert(all.end(), game.begin(), game.end());
    }
    found += entries.size();
    for (std::uint64_t g = entries.size(); g < chunk.games; ++g) {
      const std::vector<Record> game = selfplay.play(shard.unit(chunk.first_game + g), stop);
      if (stop.stop_requested()) return;
      journal.append(write_records(game)).value();
      all.insert(all.end(), game.begin(), game.end());
      ++played;
    }
    write_file(path, pack_records(all)).value();
    // Keep it if a longer run has played more games of the chunk.
    if (had <= chunk.games) std::filesystem::remove(journal_path);
    positions += all.size();
  };
  const auto make_work = [&]() -> Work {
    const auto selfplay = std::make_shared<Selfplay>(setup);
    return [&, selfplay](std::size_t job, const std::stop_token& stop) {
      play_chunk(*selfplay, chunks[job], stop);
    };
  };
  const auto progress = [&] {
    return SelfplayProgress{wanted, found.load(), played.load(), positions.load()};
  };
  const bool done =
      run_jobs(chunks.size(), threads, make_work, interrupted, [&] { tick(progress()); });
  tick(progress());
  return done;
}

Result<std::uint64_t> merge_selfplay(const std::string& folder, const std::string& shards_folder,
                                     std::uint64_t seed, std::uint64_t games, int shards) {
  std::vector<ShardGames> sources;
  for (int i = 1; i <= shards; ++i) sources.emplace_back(shards_folder, seed, Shard{i, shards});
  std::uint64_t positions = 0;
  for (const Chunk& chunk : chunks_of(games)) {
    std::vector<Record> all;
    for (std::uint64_t g = chunk.first_game; g < chunk.first_game + chunk.games; ++g) {
      const auto game = sources[g % sources.size()].next();
      if (!game) return game.error();
      all.insert(all.end(), game->begin(), game->end());
    }
    const std::string path = chunk_path(folder, seed, chunk.number);
    if (const auto written = write_file(path, pack_records(all)); !written) return written.error();
    positions += all.size();
  }
  return positions;
}

}  // namespace sumi::lab
