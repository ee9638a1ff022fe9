// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/book/round_files.h"
#include "protocol/service/engine_settings.h"
#include "protocol/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <exception>
#include <utility>

namespace sumi::protocol {
namespace {

using book::Leaf;
using book::LeafAnswer;
using book::LeafTask;

constexpr double kMaxScore = 64;
constexpr std::string_view kLeaves = "LEAVES", kAnswers = "ANSWERS";  // as in help

Json json_leaf(const LeafTask& task) {
  Json moves = Json::array();
  for (Bitboard rest = task.moves; rest != 0; rest &= rest - 1) {
    moves.push_back(to_text(first_square(rest)));
  }
  return {{"position", to_text(Position{task.board, Color::kBlack})},
          {"moves", moves},
          {"level", task.level}};
}

/// A number in 0..100, otherwise -1. Throws nlohmann's exceptions without the key.
int small_number(const Json& json, const char* key) {
  const Json& number = json.at(key);
  const bool is_small = number.is_number_integer() && number >= 0 && number <= 100;
  return is_small ? number.get<int>() : -1;
}

/// Throws nlohmann's exceptions for missing keys and wrong types.
std::optional<LeafTask> leaf_of(const Json& json) {
  LeafTask task;
  const auto position = parse_position(json.at("position").get<std::string>());
  if (!position || position->size != 8 || position->to_move != Color::kBlack) return std::nullopt;
  task.board = position->board;
  if (!book::is_book_position(task.board)) return std::nullopt;
  if (!json.at("moves").is_array()) return std::nullopt;
  for (const Json& text : json["moves"]) {
    const auto move = parse_square(text.get<std::string>());
    if (!move || *move == Square::kPass) return std::nullopt;
    task.moves |= bit(*move);
  }
  task.level = small_number(json, "level");
  const bool is_sound = (task.moves & ~rules::legal_moves(task.board)) == 0 && task.level >= 0 &&
                        task.level <= book::kMaxBookLevel;
  return is_sound ? std::optional(task) : std::nullopt;
}

std::optional<LeafAnswer> answer_of(const Json& json) {
  const auto task = leaf_of(json);
  if (!task) return std::nullopt;
  LeafAnswer answer{*task, {}};
  Leaf& leaf = answer.leaf;
  leaf.state = Leaf::State::kNoMove;
  if (json.at("move").is_null()) return task->moves == 0 ? std::optional(answer) : std::nullopt;
  const auto move = parse_square(json["move"].get<std::string>());
  const double score = json.at("score").get<double>();
  if (!move || *move == Square::kPass || (bit(*move) & task->moves) == 0) return std::nullopt;
  if (std::abs(score) > kMaxScore) return std::nullopt;
  leaf.state = Leaf::State::kMove;
  leaf.move = *move;
  leaf.value = {static_cast<int>(std::lround(score * Value::kPerDisc))};
  leaf.depth = small_number(json, "depth");
  leaf.selectivity = small_number(json, "selectivity");
  leaf.exact = json.at("exact").get<bool>();
  book::BookEntry entry;
  entry.leaf = leaf;
  entry.level = task->level;
  return fault_of(task->board, entry).empty() ? std::optional(answer) : std::nullopt;
}

/// Nothing if `read` throws, or for more than a leaf needs.
template <class Read>
auto parse_with(Read&& read, std::string_view line) -> decltype(read(Json())) {
  constexpr std::size_t kMaxLine = 1 << 16;
  if (line.size() > kMaxLine) return std::nullopt;
  try {
    return read(Json::parse(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string answers_header(const std::string& round) {
  return json_line({{"sumi", "book search"}, {"version", 1}, {"round", round}});
}

Result<bool> check_answers_header(const std::string& path, std::string_view line,
                                  const std::string& round) {
  if (answers_header(round).starts_with(line)) return false;
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || json.value("sumi", Json()) != "book search") {
    return resume_error(path, "is not a file that `sumi book search` has made", kAnswers);
  }
  return resume_error(path,
                      fmt::format("answers round {}, not {}", json.value("round", Json()).dump(),
                                  Json(round).dump()),
                      kAnswers);
}

}  // namespace

Json leaf_settings(const EngineOptions& engine) {
  Json settings{{"program", kVersion}, {"commit", this_build().commit}};
  add_engine_settings(engine, settings).value();
  return settings;
}

std::string LeafRound::name() const {
  std::string all = settings.dump();
  for (const LeafTask& leaf : leaves) all += json_line(json_leaf(leaf));
  return fmt::format("{:016x}", checksum(all));
}

std::string LeafRound::header() const {
  return json_line({{"sumi", "book leaves"},
                    {"version", 1},
                    {"round", name()},
                    {"leaves", leaves.size()},
                    {"settings", settings}});
}

std::string LeafRound::text() const {
  std::string text = header();
  for (const LeafTask& leaf : leaves) text += json_line_with_sum(json_leaf(leaf));
  return text;
}

LeafRound read_round(const std::string& path) {
  LeafRound round;
  std::string header;
  const auto check_header = [&](std::string_view line) -> Result<bool> {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || json.value("sumi", Json()) != "book leaves") {
      return resume_error(path, "is not a file that `sumi book leaves` has made", kLeaves);
    }
    round.settings = json.value("settings", Json());
    header = line;
    return false;
  };
  const auto take = [&](std::string_view line, LineJournal::Place) {
    const auto leaf = parse_with(leaf_of, line);
    if (leaf) round.leaves.push_back(*leaf);
    return leaf.has_value();
  };
  LineJournal::open_to_read(path, check_header, take, kLeaves).value();
  if (header != round.header()) {
    throw FatalError(resume_error(path, "is cut off or damaged", kLeaves).message);
  }
  return round;
}

ShardWork round_work(const std::string& round) {
  return {"book search", "leaves", {{"round", round}}};
}

std::string answer_line(const LeafAnswer& answer) {
  const Leaf& leaf = answer.leaf;
  Json line = json_leaf(answer.task);
  if (leaf.state == Leaf::State::kNoMove) {
    line["move"] = nullptr;
  } else {
    line.update({{"move", to_text(leaf.move)},
                 {"score", to_discs(leaf.value)},
                 {"depth", leaf.depth},
                 {"selectivity", leaf.selectivity},
                 {"exact", leaf.exact}});
  }
  return json_line_with_sum(line);
}

std::optional<LeafAnswer> parse_answer(std::string_view line) {
  return parse_with(answer_of, line);
}

std::unique_ptr<LineJournal> open_answers(const std::string& path, const std::string& round,
                                          AnswersUse use, std::vector<LeafAnswer>& answers) {
  const auto check_header = [&](std::string_view line) {
    return check_answers_header(path, line, round);
  };
  const auto take = [&](std::string_view line, LineJournal::Place) {
    const auto answer = parse_answer(line);
    if (answer) answers.push_back(*answer);
    return answer.has_value();
  };
  auto file = use == AnswersUse::kAdd
                  ? LineJournal::open(path, answers_header(round), check_header, take, kAnswers)
                  : LineJournal::open_to_read(path, check_header, take, kAnswers);
  return std::move(file.value());
}

}  // namespace sumi::protocol
