// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "tools/lab/papers/systems/qtable_learner.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <utility>

namespace sumi::lab {
namespace {

using protocol::Json;

constexpr NamedFault kFaults[] = {{"identity-keys", kIdentityKeys},
                                  {"written-after", kWrittenAfter},
                                  {"no-loss-reward", kNoLossReward},
                                  {"nothing-on-passes", kNothingOnPasses},
                                  {"nothing-on-exploring", kNothingOnExploring},
                                  {"dead-replies", kDeadReplies},
                                  {"draws-against-black", kDrawsAgainstBlack},
                                  {"mean-of-replies", kMeanOfReplies},
                                  {"two-way-ties", kTwoWayTies}};

const std::atomic<bool> kNeverStopped = false;

int discs_of(const Board& board) { return std::popcount(board.own) - std::popcount(board.opp); }

Error bad_state() { return {ErrorCode::kBadFile, "the state is none of a table learner"}; }

}  // namespace

std::span<const NamedFault> q_faults() { return kFaults; }

std::vector<std::string> article_opponents(bool faults) {
  if (faults) {
    return {"random", "nhand:1:paper", "nhandcustom:1:paper", "nleast:1:paper", "nmost:2:paper"};
  }
  return {"random", "nhand:1", "nhandcustom:1", "nleast:1", "nmost:2"};
}

QSetup article_setup(int size) {
  QSetup setup;
  setup.size = size;
  setup.faults = kArticleFaults;
  setup.opponents = article_opponents(true);
  return setup;
}

QSetup repaired_setup(int size) {
  QSetup setup = article_setup(size);
  setup.faults = kNoQFault;
  setup.opponents = article_opponents(false);
  // The worst reply is deterministic, so targets need no averaging; late wins count fully.
  setup.eta = 1;
  setup.gamma = 1;
  setup.symmetric = true;
  return setup;
}

Result<std::unique_ptr<QTableLearner>> QTableLearner::make(const QSetup& setup) {
  if (setup.opponents.empty()) {
    return Error{ErrorCode::kNotFound, "opponents: '' is not a list of players"};
  }
  std::vector<std::unique_ptr<MovePlayer>> opponents;
  for (const std::string& name : setup.opponents) {
    auto opponent = make_move_player(name, setup.size);
    if (!opponent) return opponent.error();
    opponents.push_back(std::move(*opponent));
  }
  return std::make_unique<QTableLearner>(setup, std::move(opponents));
}

QTableLearner::QTableLearner(QSetup setup, std::vector<std::unique_ptr<MovePlayer>> opponents)
    : setup_(std::move(setup)),
      opponents_(std::move(opponents)),
      table_(std::make_shared<QTable>()),
      reads_(static_cast<std::size_t>(setup_.size * setup_.size / kReadEmpties)) {}

CanonicalBoard QTableLearner::key_of(const Board& board) const {
  return setup_.symmetric ? canonical(board) : CanonicalBoard{board, 0};
}

double QTableLearner::read(const CanonicalBoard& key, Square square) const {
  if (has(kIdentityKeys)) return setup_.unknown;
  const QEntry* const entry = table_->find(key.board, symmetric(square, key.symmetry));
  return entry ? entry->value : setup_.unknown;
}

double QTableLearner::best_value(const Board& board, Bitboard legal) const {
  const CanonicalBoard key = key_of(board);
  double best = read(key, first_square(legal));
  for (legal &= legal - 1; legal != 0; legal &= legal - 1) {
    best = std::max(best, read(key, first_square(legal)));
  }
  return best;
}

Square QTableLearner::best_move(const Board& board, Bitboard legal, SplitMix64& random) const {
  const CanonicalBoard key = key_of(board);
  Square best = Square::kPass, first = Square::kPass;
  double highest = 0;
  int equals = 0;
  for (; legal != 0; legal &= legal - 1) {
    const Square s = first_square(legal);
    const double value = read(key, s);
    if (equals == 0 || value > highest) {
      highest = value;
      equals = 0;
      first = s;
    } else if (value < highest) {
      continue;
    }
    // Reservoir sampling: each of n equally good moves is kept with probability 1/n.
    if (random.below(++equals) == 0) best = s;
  }
  return equals == 2 && has(kTwoWayTies) ? first : best;
}

double QTableLearner::reward(const Board& end, Color color) const {
  const int discs = discs_of(end);
  if (discs == 0 && has(kDrawsAgainstBlack)) return color == Color::kBlack ? -1 : 1;
  return (discs > 0) - (discs < 0);
}

std::optional<double> QTableLearner::after_replies(const Board& opponents_view, Bitboard legal,
                                                   Color color) const {
  const int size = setup_.size;
  double sum = 0, worst = 0;
  int count = 0;
  for (; legal != 0; legal &= legal - 1) {
    const Board ours = fast_rules::play(opponents_view, first_square(legal));
    const Bitboard own_legal = fast_rules::legal_moves(ours, size);
    std::optional<double> value;
    if (own_legal != 0) {
      value = best_value(ours, own_legal);
    } else if (const Bitboard more = fast_rules::legal_moves(ours.passed(), size); more == 0) {
      if (!has(kNoLossReward)) value = reward(ours, color);
    } else if (!has(kDeadReplies)) {
      value = after_replies(ours.passed(), more, color);
    }
    if (!value && has(kDeadReplies)) value = 0;
    if (!value) continue;
    worst = count == 0 ? *value : std::min(worst, *value);
    sum += *value;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return has(kMeanOfReplies) ? sum / count : worst;
}

std::optional<double> QTableLearner::target(const Board& opponents_view, Color color) const {
  const Bitboard replies = fast_rules::legal_moves(opponents_view, setup_.size);
  if (replies != 0) {
    const auto value = after_replies(opponents_view, replies, color);
    return value ? std::optional(setup_.gamma * *value) : std::nullopt;
  }
  const Board ours = opponents_view.passed();
  const Bitboard legal = fast_rules::legal_moves(ours, setup_.size);
  if (legal == 0) return reward(ours, color);
  if (has(kNothingOnPasses)) return std::nullopt;
  return setup_.gamma * best_value(ours, legal);
}

double QTableLearner::actual_target(const Board& next, Color color) const {
  const Bitboard legal = fast_rules::legal_moves(next, setup_.size);
  return legal == 0 ? reward(next, color) : setup_.gamma * best_value(next, legal);
}

void QTableLearner::learn(const Board& before, Square move, double wanted) {
  const double old = read(key_of(before), move);
  const CanonicalBoard key =
      key_of(has(kWrittenAfter) ? fast_rules::play(before, move).passed() : before);
  QEntry& entry = table_->entry(key.board, symmetric(move, key.symmetry), setup_.unknown);
  entry.value = old + setup_.eta * (wanted - old);
  ++entry.updates;
}

void QTableLearner::count_reads(const Board& board, Bitboard legal) {
  const CanonicalBoard key = key_of(board);
  QReads& reads = reads_[static_cast<std::size_t>(empties(board, setup_.size) / kReadEmpties)];
  for (; legal != 0; legal &= legal - 1) {
    ++reads.all;
    if (has(kIdentityKeys)) continue;
    reads.found += table_->find(key.board, symmetric(first_square(legal), key.symmetry)) != nullptr;
  }
}

int QTableLearner::play_game(std::size_t opponent, Color color) {
  const std::uint64_t seed =
      mixed_seed(setup_.seed, rounds_, 2 * opponent + static_cast<std::size_t>(color));
  SplitMix64 random(seed);
  const std::uint64_t opponents_seed = mixed_seed(seed, 1);
  struct Made {
    Board board;
    Square move;
    bool learned;
  };
  std::vector<Made> made;  // the learner's moves
  bool exploring = false;
  const GameEnd end = play_episode(
      start_position(setup_.size),
      [&](const Position& position, Bitboard legal) {
        if (position.to_move != color) {
          return opponents_[opponent]->choose(position, opponents_seed, kNeverStopped);
        }
        count_reads(position.board, legal);
        exploring = random.uniform() < setup_.epsilon;
        if (!exploring) return best_move(position.board, legal, random);
        return random_square(random, legal);
      },
      [&](const Position& position, Square move) {
        if (position.to_move != color) return;
        made.push_back({position.board, move, !exploring || !has(kNothingOnExploring)});
        if (setup_.learn_actual || !made.back().learned) return;
        const auto wanted = target(fast_rules::play(position.board, move), color);
        if (wanted) learn(position.board, move, *wanted);
      });
  if (setup_.learn_actual) {
    Board next = end.position.to_move == color ? end.position.board : end.position.board.passed();
    for (auto m = made.rbegin(); m != made.rend(); ++m) {
      if (m->learned) learn(m->board, m->move, actual_target(next, color));
      next = m->board;
    }
  }
  return end.discs(color);
}

void QTableLearner::play_round() {
  for (std::size_t opponent = 0; opponent < opponents_.size(); ++opponent) {
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      games_.push_back(static_cast<std::int8_t>(play_game(opponent, color)));
    }
  }
  ++rounds_;
}

void QTableLearner::advance(std::uint64_t steps, const std::stop_token& stop) {
  for (; steps > 0 && !stop.stop_requested(); --steps) play_round();
}

double QTableLearner::value(const Board& board) const {
  return best_value(board, fast_rules::legal_moves(board, setup_.size));
}

std::uint64_t QTableLearner::entries() const {
  if (!has(kIdentityKeys)) return table_->size();
  std::uint64_t updates = 0;
  for (const QEntry& entry : table_->sorted()) updates += entry.updates;
  return updates;
}

std::unique_ptr<MovePlayer> QTableLearner::player() const {
  const auto table = has(kIdentityKeys) ? std::make_shared<const QTable>() : table_;
  const Tie tie = has(kTwoWayTies) ? Tie::kRandomIfMoreThanTwo : Tie::kRandom;
  return make_qtable_player(table, {setup_.unknown, setup_.symmetric, tie});
}

std::string QTableLearner::rounds_csv() const {
  std::string text = "round";
  for (const std::string& name : setup_.opponents) {
    text += fmt::format(",{0}_black_discs,{0}_white_discs", name);
  }
  text += ",won,lost\n";
  const std::size_t games = 2 * opponents_.size();
  for (std::size_t at = 0; at < games_.size(); at += games) {
    text += fmt::format("{}", at / games + 1);
    int won = 0, lost = 0;
    for (std::size_t i = at; i < at + games; ++i) {
      text += fmt::format(",{}", games_[i]);
      won += games_[i] > 0;
      lost += games_[i] < 0;
    }
    text += fmt::format(",{},{}\n", won, lost);
  }
  return text;
}

Json QTableLearner::settings() const {
  Json faults = Json::array();
  for (const NamedFault& row : kFaults) {
    if (has(row.fault)) faults.push_back(row.name);
  }
  return {{"learner", "qlearn"},
          {"size", setup_.size},
          {"faults", faults},
          {"met", setup_.learn_actual},
          {"eta", setup_.eta},
          {"gamma", setup_.gamma},
          {"epsilon", setup_.epsilon},
          {"unknown", setup_.unknown},
          {"symmetric", setup_.symmetric},
          {"opponents", setup_.opponents},
          {"measured_games", setup_.measured_games},
          {"seed", setup_.seed}};
}

std::vector<Metric> QTableLearner::measure(const std::stop_token& stop) const {
  std::vector<Metric> metrics;
  const auto player = this->player();
  GamesSetup plan{.games = setup_.measured_games, .size = setup_.size, .threads = setup_.threads};
  for (std::size_t i = 0; i < opponents_.size(); ++i) {
    plan.seed = mixed_seed(setup_.seed, ~std::uint64_t{0}, i);
    const Tally tally =
        lab::measure(*player, *opponents_[i], plan, [&] { return stop.stop_requested(); }).all();
    metrics.push_back(percent_metric(setup_.opponents[i] + "_percent", tally.win_rate()));
  }
  QReads all;
  for (const QReads& reads : reads_) {
    all.all += reads.all;
    all.found += reads.found;
  }
  const double found =
      all.all == 0 ? 0 : 100 * static_cast<double>(all.found) / static_cast<double>(all.all);
  metrics.push_back(plain_metric("found_percent", found));
  metrics.push_back(plain_metric("start_value", value(kStartBoard)));
  metrics.push_back(plain_metric("table_entries", static_cast<double>(entries())));
  return metrics;
}

std::string QTableLearner::save() const {
  Json reads = Json::array();
  for (const QReads& r : reads_) reads.push_back(Json::array({r.all, r.found}));
  return protocol::json_line({{"rounds", rounds_}, {"games", games_}, {"reads", reads}}) + result();
}

Result<void> QTableLearner::load(std::string_view state) {
  const std::size_t end = state.find('\n');
  if (end == state.npos) return bad_state();
  const Json head = Json::parse(state.substr(0, end), nullptr, false);
  auto file = parse_qtable(state.substr(end + 1));
  if (!file) return file.error();
  if (file->size != 0 && file->size != setup_.size) return bad_state();
  try {
    auto games = head.at("games").get<std::vector<std::int8_t>>();
    const auto rounds = head.at("rounds").get<std::uint64_t>();
    const auto reads = head.at("reads").get<std::vector<std::array<std::uint64_t, 2>>>();
    if (games.size() != rounds * 2 * opponents_.size() || reads.size() != reads_.size()) {
      return bad_state();
    }
    for (std::size_t i = 0; i < reads.size(); ++i) reads_[i] = {reads[i][0], reads[i][1]};
    rounds_ = rounds;
    games_ = std::move(games);
  } catch (const Json::exception&) {
    return bad_state();
  }
  *table_ = std::move(file->table);
  return {};
}

std::string QTableLearner::result() const { return write_qtable(table_->sorted(), setup_.size); }

}  // namespace sumi::lab
