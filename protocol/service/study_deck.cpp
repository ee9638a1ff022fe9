// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"
#include "protocol/service/analyze_games.h"
#include "protocol/service/data_file.h"
#include "protocol/service/line_journal.h"
#include "protocol/service/packed_line.h"
#include "protocol/service/study_deck.h"
#include "protocol/text/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::string_view kDeckKind = "sumi study 1", kDeckName = "study.jsonl";
/// Longer names are truncated to limit the length of lines.
constexpr int kMaxNameColumns = 200;

std::string deck_line(const StudyItem& item) {
  const int size = item.position.size;
  return json_line_with_sum({{"position", to_text(item.position)},
                             {"played", to_text(item.played, size)},
                             {"best_line", packed_line(item.best_line, size)},
                             {"best", score_to_json(item.best)},
                             {"after", score_to_json(item.after)},
                             {"player", item.player},
                             {"game", item.game},
                             {"number", item.number}});
}

/// Throws nlohmann's exceptions, FatalError or std::out_of_range on invalid contents.
StudyItem item_of(const Json& json) {
  StudyItem item;
  item.position = parse_position(json.at("position").get<std::string>()).value();
  const Position& position = item.position;
  item.played = parse_square(json.at("played").get<std::string>(), position.size).value();
  if (rules::flips(position.board, item.played, position.size) == 0) {
    throw std::out_of_range("played");
  }
  item.best_line = parse_packed_line(json.at("best_line").get<std::string>(), position);
  item.best = score_from_json(json.at("best"), position.size);
  item.after = score_from_json(json.at("after"), position.size);
  item.player = json.at("player").get<std::string>();
  item.game = json.at("game").get<std::string>();
  item.number = json.at("number").get<int>();
  return item;
}

/// Whether both moves lead to the same position, up to symmetry.
bool same_after(const Position& p, Square a, Square b) {
  return a == b || canonical_after(p, a) == canonical_after(p, b);
}

std::string named_game(const GameRecord& game, const std::string& where) {
  std::string text;
  if (!game.black.empty() || !game.white.empty()) {
    text =
        (game.black.empty() ? "?" : game.black) + " - " + (game.white.empty() ? "?" : game.white);
  }
  for (const std::string& part : {game.event, game.date, where}) {
    if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

std::string cut_name(std::string_view text) {
  return std::string(fitting(clean(text), kMaxNameColumns));
}

/// Time of each search that judges an answer (of all moves, and of the move played), and the loss
/// that needs no verification.
constexpr Millis kJudgeTime{1000};
constexpr double kClearlyWrong = 4;

/// Whether `known` is at least as reliable as a search with `limits`.
bool knows_as_much(const Score& known, const SearchLimits& limits) {
  return known.exact || known.book || known.depth >= limits.depth.value_or(0);
}

}  // namespace

std::vector<StudyItem> study_items(const GameAnalysis& analysis, const MistakesOf& of,
                                   const std::string& where) {
  std::vector<StudyItem> items;
  for (const AnalyzedMove& move : analysis.moves) {
    if (move.mark == Mark::kNone || move.best_line.empty()) continue;
    if (!of.includes(analysis.game, move.before.to_move)) continue;
    items.push_back({move.before, move.played, move.best_line, move.best, move.after,
                     cut_name(player_of(analysis.game, move.before.to_move)),
                     cut_name(named_game(analysis.game, where)), move.number});
  }
  return items;
}

std::vector<std::size_t> hardest_first(const std::vector<StudyItem>& items) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&items](std::size_t i) { return items[i].miss_rate(); });
  return order;
}

std::optional<std::string> StudyDeck::default_path() { return data_file(kDeckName); }

Result<std::unique_ptr<StudyDeck>> StudyDeck::open(const std::string& path) {
  make_data_folder(path, kDeckName);
  return load(path, false);
}

Result<std::unique_ptr<StudyDeck>> StudyDeck::open_to_read(const std::string& path) {
  return load(path, true);
}

Result<std::unique_ptr<StudyDeck>> StudyDeck::load(const std::string& path, bool to_read) {
  constexpr std::string_view kOption = "--deck";
  const std::string header = json_line({{"kind", kDeckKind}});
  std::unique_ptr<StudyDeck> deck(new StudyDeck);
  const auto check_header = [&](std::string_view line) -> Result<bool> {
    if (header.starts_with(line)) return false;
    return resume_error(path, "is no deck of `sumi study`, or its first line is damaged", kOption);
  };
  const auto take = [&deck](std::string_view line, LineJournal::Place) { return deck->take(line); };
  auto file = to_read ? LineJournal::open_to_read(path, check_header, take, kOption)
                      : LineJournal::open(path, header, check_header, take, kOption,
                                          LineJournal::Unended::kKept);
  if (!file) return file.error();
  deck->file_ = std::move(*file);
  return deck;
}

/// Returns false for an unusable line.
bool StudyDeck::take(std::string_view line) {
  const Json json = Json::parse(line, nullptr, false);
  try {
    if (json.contains("answer")) {
      return note(parse_position(json.at("answer").get<std::string>()).value(),
                  json.at("right").get<bool>(), json.at("at").get<std::int64_t>());
    }
    if (json.contains("forget")) {
      return drop(parse_position(json.at("forget").get<std::string>()).value());
    }
    keep(item_of(json));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

StudyDeck::Key StudyDeck::key_of(const Position& position) {
  const Board key = canonical(position.board).board;
  return {static_cast<std::uint64_t>(position.size), key.own, key.opp};
}

StudyDeck::Added StudyDeck::what_becomes_of(const StudyItem& item) const {
  const auto found = places_.find(key_of(item.position));
  if (found == places_.end()) return Added::kNew;
  return better_answer(item, items_[found->second]) ? Added::kBetter : Added::kKnown;
}

void StudyDeck::keep(const StudyItem& item) {
  if (what_becomes_of(item) == Added::kKnown) return;
  const auto [place, is_new] = places_.try_emplace(key_of(item.position), items_.size());
  if (is_new) {
    items_.push_back(item);
    return;
  }
  StudyItem& known = items_[place->second];
  StudyItem better = item;
  better.asked = known.asked;
  better.missed = known.missed;
  better.rights_since = known.rights_since;
  better.last_asked = known.last_asked;
  known = std::move(better);
}

bool StudyDeck::drop(const Position& position) {
  const auto found = places_.find(key_of(position));
  if (found == places_.end()) return false;
  const std::size_t index = found->second;
  places_.erase(found);
  items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(index));
  for (auto& [key, place] : places_) place -= place > index;
  return true;
}

Result<StudyDeck::Added> StudyDeck::add(const StudyItem& item) {
  StudyItem fresh = item;
  fresh.asked = fresh.missed = fresh.rights_since = 0;
  fresh.last_asked = 0;
  const Added becomes = what_becomes_of(fresh);
  if (becomes == Added::kKnown) return becomes;
  if (const auto written = file_->append(deck_line(fresh)); !written) return written.error();
  keep(fresh);
  return becomes;
}

bool StudyDeck::note(const Position& position, bool right, std::int64_t now) {
  const auto found = places_.find(key_of(position));
  if (found == places_.end()) return false;
  StudyItem& item = items_[found->second];
  ++item.asked;
  item.missed += !right;
  item.rights_since = right ? item.rights_since + 1 : 0;
  item.last_asked = now;
  return true;
}

Result<void> StudyDeck::answered(std::size_t index, bool right, std::int64_t now) {
  const Position position = items_.at(index).position;
  const auto written = file_->append(
      json_line_with_sum({{"answer", to_text(position)}, {"right", right}, {"at", now}}));
  if (!written) return written.error();
  note(position, right, now);
  return {};
}

Result<void> StudyDeck::forget(std::size_t index) {
  const Position position = items_.at(index).position;
  const auto written = file_->append(json_line_with_sum({{"forget", to_text(position)}}));
  if (!written) return written.error();
  drop(position);
  return {};
}

bool better_answer(const StudyItem& a, const StudyItem& b) {
  const auto rank = [](const StudyItem& item) {
    return std::tuple(item.best.exact && item.after.exact, item.best.book, item.best.depth,
                      item.best.selectivity);
  };
  return rank(a) > rank(b);
}

int study_weight(const StudyItem& item) {
  constexpr int kMissedLast = 8;
  if (item.missed == 0 || item.rights_since >= kLearned) return 0;
  return kMissedLast >> item.rights_since;
}

std::optional<std::size_t> StudyDeck::choose(SplitMix64& random,
                                             const std::function<bool(std::size_t)>& may) const {
  // Draws from the first nonempty urn: missed, new, other.
  std::array<std::vector<std::size_t>, 3> urns;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!may(i)) continue;
    const int weight = study_weight(items_[i]);
    const std::size_t urn = weight > 0 ? 0 : items_[i].asked == 0 ? 1 : 2;
    urns[urn].insert(urns[urn].end(), static_cast<std::size_t>(std::max(weight, 1)), i);
  }
  for (const std::vector<std::size_t>& urn : urns) {
    if (!urn.empty()) return urn[random.next() % urn.size()];
  }
  return std::nullopt;
}

std::optional<StudyAnswer> judge_answer(Engine& engine, const StudyItem& item, Square move,
                                        const std::function<bool()>& interrupted) {
  StudyAnswer answer;
  answer.best = item.best;
  answer.best_line = item.best_line;
  answer.line.push_back(move);
  AnalysisSetup setup;
  setup.limits = level_limits(kJudgeLevel);
  const bool best = same_after(item.position, move, item.best_move());
  const bool known = best || (move == item.played && knows_as_much(item.after, setup.limits));
  if (known && knows_as_much(item.best, setup.limits)) {
    answer.after = best ? item.best : item.after;
    answer.lost = best ? 0 : item.lost();
    if (move == item.best_move()) answer.line = item.best_line;
    answer.right = answer.lost < kRightDiscs;
    return answer;
  }
  setup.limits.consults_book = true;
  setup.limits.move_time = kJudgeTime;
  setup.settings = {"level {}", std::to_string(kJudgeLevel)};
  setup.verifications = 0;
  GameRecord game;
  game.start = item.position;
  game.moves = {move};
  const StopWatch watch;
  engine.clear_table();
  GameAnalysis found = analyze_game(engine, game, setup, {}, interrupted);
  if (found.partial || found.moves.empty()) return std::nullopt;
  if (found.moves.front().lost >= kSuspiciousDiscs && found.moves.front().lost < kClearlyWrong) {
    setup.verifications = AnalysisSetup{}.verifications;
    const auto stopped = [&] {
      return watch.seconds() >= kJudgeSeconds || (interrupted && interrupted());
    };
    GameAnalysis verified = analyze_game(engine, game, setup, {}, stopped);
    if (interrupted && interrupted()) return std::nullopt;
    if (!verified.partial) found = std::move(verified);
  }
  const AnalyzedMove& analyzed = found.moves.front();
  answer.searched = true;
  answer.best = analyzed.best;
  answer.after = analyzed.after;
  answer.lost = analyzed.lost;
  if (!analyzed.best_line.empty()) answer.best_line = analyzed.best_line;
  if (!analyzed.played_line.empty()) answer.line = analyzed.played_line;
  answer.right = answer.lost < kRightDiscs;
  return answer;
}

std::optional<StudyItem> corrected_item(const StudyItem& item, const StudyAnswer& answer) {
  if (!answer.searched) return std::nullopt;
  StudyItem corrected = item;
  corrected.best_line = answer.best_line;
  corrected.best = answer.best;
  // The move played was searched less; it cannot be better than the best.
  corrected.after.discs = std::min(item.after.discs, answer.best.discs);
  if (answer.line[0] == item.played) corrected.after = answer.after;
  const bool same = same_after(item.position, corrected.best_move(), item.best_move());
  if (same || !better_answer(corrected, item)) return std::nullopt;
  return corrected;
}

}  // namespace sumi::protocol
