// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/solve/solve_store.h"
#include "protocol/service/line_journal.h"

#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

constexpr std::string_view kHeader = "{\"sumi\":\"solve --resume\",\"version\":2}\n";
// Version 1 may lack checksums; both versions can be resumed.
constexpr std::string_view kOldHeader = "{\"sumi\":\"solve --resume\",\"version\":1}\n";
/// Reads the moves of a "pv"; nothing if illegal.
std::optional<Line> parse_moves(const Json& moves, Board board, int size) {
  Line line;
  if (!moves.is_array() || moves.size() > static_cast<std::size_t>(kMaxPly)) return std::nullopt;
  for (const Json& move : moves) {
    if (!move.is_string()) return std::nullopt;
    const Result<Square> square = parse_square(move.get<std::string>(), size);
    if (!square) return std::nullopt;
    if (*square == Square::kPass) {
      if (!rules::must_pass(board, size)) return std::nullopt;
      board = board.passed();
    } else {
      if ((rules::legal_moves(board, size) & bit(*square)) == 0) return std::nullopt;
      board = board.played(*square, rules::flips(board, *square, size));
    }
    line.push_back(*square);
  }
  return line;
}

std::optional<DiscDiff> parse_score(const Json& score, int size) {
  if (!score.is_number_integer()) return std::nullopt;
  const auto discs = score.get<std::int64_t>();
  if (discs < -size * size || discs > size * size) return std::nullopt;
  return DiscDiff{static_cast<int>(discs)};
}

std::optional<SolveMode> parse_mode(const std::string& text) {
  for (const bool wld : {false, true}) {
    for (const bool all_moves : {false, true}) {
      const SolveMode mode{wld, all_moves};
      if (to_text(mode) == text) return mode;
    }
  }
  return std::nullopt;
}

/// LineJournal::CheckHeader.
Result<bool> check_header(const std::string& path, std::string_view line) {
  const bool old = kOldHeader.starts_with(line);
  if (old || kHeader.starts_with(line)) return old;
  return resume_error(
      path, "is not a file that `sumi solve --resume` has made, or its first line is damaged");
}

}  // namespace

std::size_t SolveStore::KeyHash::operator()(const Key& key) const {
  const std::uint64_t board = mix_word(key.position.board.own, key.position.board.opp);
  const auto side = static_cast<std::uint64_t>(key.position.to_move);
  return mix_word(mix_word(board, side), key.mode.wld + 2U * key.mode.all_moves);
}

std::string SolveStore::line_of(const Key& key, const Solution& solution) {
  const int size = key.position.size;
  Json line{{"position", to_text(key.position)},
            {"mode", to_text(key.mode)},
            {"score", solution.score.discs},
            {"nodes", solution.nodes},
            {"seconds", json_seconds(solution.seconds)},
            {"pv", json_moves(solution.line, size)}};
  if (key.mode.all_moves) {
    line["moves"] = Json::array();
    for (const SolvedMove& move : solution.moves) {
      line["moves"].push_back({{"score", move.score.discs}, {"pv", json_moves(move.line, size)}});
    }
  }
  return json_line_with_sum(line);
}

std::optional<SolveStore::Entry> SolveStore::parse(std::string_view text) {
  const Json line = Json::parse(text, nullptr, false);
  if (!line.is_object()) return std::nullopt;
  for (const char* key : {"position", "mode", "score", "nodes", "seconds", "pv"}) {
    if (!line.contains(key)) return std::nullopt;
  }
  if (!line["position"].is_string() || !line["mode"].is_string()) return std::nullopt;
  if (!line["nodes"].is_number_unsigned() || !line["seconds"].is_number()) return std::nullopt;
  const auto position = parse_position(line["position"].get<std::string>());
  const auto mode = parse_mode(line["mode"].get<std::string>());
  if (!position || !mode) return std::nullopt;
  const auto score = parse_score(line["score"], position->size);
  const auto moves = parse_moves(line["pv"], position->board, position->size);
  if (!score || !moves) return std::nullopt;

  Entry entry{{*position, *mode}, {*score, *moves, 0, line["seconds"].get<double>(), {}}};
  entry.solution.nodes = line["nodes"].get<std::uint64_t>();
  if (!mode->all_moves) return entry;
  if (!line.contains("moves") || !line["moves"].is_array()) return std::nullopt;
  for (const Json& move : line["moves"]) {
    if (!move.is_object() || !move.contains("score") || !move.contains("pv")) return std::nullopt;
    const auto discs = parse_score(move["score"], position->size);
    const auto after = parse_moves(move["pv"], position->board, position->size);
    if (!discs || !after || after->empty()) return std::nullopt;
    entry.solution.moves.push_back({*discs, *after});
  }
  return entry;
}

Result<std::unique_ptr<SolveStore>> SolveStore::open(const std::string& path) {
  std::unique_ptr<SolveStore> store(new SolveStore);
  const auto take = [&store](std::string_view line, LineJournal::Place place) {
    const auto entry = parse(line);
    if (entry) store->places_.insert_or_assign(entry->key, place);
    return entry.has_value();
  };
  auto file = LineJournal::open(
      path, kHeader, [&path](std::string_view line) { return check_header(path, line); }, take);
  if (!file) return file.error();
  store->file_ = std::move(*file);
  return store;
}

Result<void> SolveStore::merge(const std::vector<std::string>& from, const std::string& to) {
  return merge_line_journals(from, to, kHeader, check_header);
}

std::optional<Solution> SolveStore::find(const Position& position, SolveMode mode) {
  const std::lock_guard lock(mutex_);
  const Key key{position, mode};
  const auto found = places_.find(key);
  if (found == places_.end()) return std::nullopt;
  const auto line = file_->read(found->second);
  auto entry = line ? parse(*line) : std::nullopt;
  if (entry && entry->key == key) return std::move(entry->solution);
  // Damaged since opening: solve and append it again.
  places_.erase(found);
  return std::nullopt;
}

void SolveStore::add(const Position& position, SolveMode mode, const Solution& solution) {
  const Key key{position, mode};
  const std::string line = line_of(key, solution);
  const std::lock_guard lock(mutex_);
  if (!places_.contains(key)) places_.emplace(key, file_->append(line).value());
}

std::size_t SolveStore::size() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

}  // namespace sumi::protocol
