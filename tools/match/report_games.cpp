// SPDX-License-Identifier: MIT
/// The games themselves, for other programs.
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/text/json_lines.h"
#include "tools/match/report_text.h"
#include "tools/match/report_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>

namespace sumi::match {
namespace {

using protocol::Json;

bool is_usual_start(const GameResult& game) { return game.start == Position{}; }

/// A name as one word of printable ASCII.
std::string word_of(const MatchConfig& config, int engine) {
  std::string name = name_of(config, engine);
  for (char& c : name) {
    if (c <= ' ' || c > '~' || c == '%') c = '_';
  }
  return name.empty() ? "_" : name;
}

std::string transcript(const MatchConfig& config, const GameResult& game) {
  std::string moves = moves_text(game);
  if (!is_usual_start(game)) moves = sumi::to_text(game.start) + " " + moves;
  return fmt::format("{} % {} {} {} {}\n", moves, word_of(config, game.fixture.black),
                     word_of(config, game.fixture.white), result_text(game), ending_text(game));
}

/// "2026-11-21T12:40:00Z" as NBoard writes it, "2026-11-21 12:40:00 GMT".
std::string ggf_date(std::string date) {
  if (date.size() != 20 || date[10] != 'T' || date[19] != 'Z') return date;
  date[10] = ' ';
  date.pop_back();
  return date + " GMT";
}

/// "1:00", "1:00/0:05"; empty for clocks that GGF cannot express.
std::string ggf_clock(const TimeControl& time) {
  const auto clock = [](Millis t) {
    const long seconds = t.count() / 1000;
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  };
  const bool whole = time.main.count() % 1000 == 0 && time.increment.count() % 1000 == 0;
  if (time.kind != TimeControl::Kind::kGame || !whole) return {};
  if (time.increment.count() == 0) return clock(time.main);
  return clock(time.main) + "/" + clock(time.increment);
}

/// "+12", and GGS's way to tell a fault: all squares are lost, by time (t), resigning (r) or
/// leaving (l).
std::string ggf_result(const GameResult& game) {
  if (game.black_score) return fmt::format("{:+}", game.black_score->discs);
  const char how = game.ending == Ending::kTimeLoss || game.ending == Ending::kHang ? 't'
                   : game.ending == Ending::kResigned                               ? 'r'
                                                                                    : 'l';
  const int squares = game.start.size * game.start.size;
  return fmt::format("{:+}:{}", game.black_points() == 2 ? squares : -squares, how);
}

GameRecord record_of(const MatchConfig& config, const GameResult& game) {
  const auto engine = [&](int number) -> const EngineSpec& {
    return config.engines[static_cast<std::size_t>(number)];
  };
  const EngineSpec& black = engine(game.fixture.black);
  const EngineSpec& white = engine(game.fixture.white);
  GameRecord record;
  record.start = game.start;
  record.black = black.name;
  record.white = white.name;
  record.result = ggf_result(game);
  record.place = "sumi-match";
  record.date = ggf_date(game.date);
  record.black_clock = ggf_clock(black.time.value_or(config.time));
  record.white_clock = ggf_clock(white.time.value_or(config.time));
  if (game.at_fault) record.comment = fmt::format("{}: {}", ending_text(game), game.detail);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const TimedMove& move = game.moves[i];
    record.moves.push_back(move.square);
    MoveNote note;
    if (move.evaluation) note.discs = move.evaluation->discs;
    const bool timed = i >= static_cast<std::size_t>(game.opening_moves);
    if (timed && move.square != Square::kPass) note.seconds = move.seconds;
    record.notes.push_back(note);
  }
  return record;
}

Json to_json(const TimedMove& move, int size) {
  Json object = {{"move", sumi::to_text(move.square, size)},
                 {"seconds", protocol::json_seconds(move.seconds)}};
  if (move.evaluation) {
    object["score"] = move.evaluation->discs;
    object["depth"] = move.evaluation->depth;
    object["nodes"] = move.evaluation->nodes;
    object["exact"] = move.evaluation->exact;
  }
  return object;
}

Json to_json(const MatchConfig& config, const GameResult& game) {
  const auto name = [&](int engine) {
    return config.engines[static_cast<std::size_t>(engine)].name;
  };
  const auto opening_moves = static_cast<std::size_t>(game.opening_moves);
  Json object = {{"id", game.fixture.id},
                 {"pair", game.fixture.pair},
                 {"round", game.fixture.round},
                 {"black", name(game.fixture.black)},
                 {"white", name(game.fixture.white)},
                 {"opening", moves_text(game, opening_moves)}};
  if (!is_usual_start(game)) object["start"] = sumi::to_text(game.start);
  object["result"] = result_text(game);
  object["score"] = nullptr;
  if (game.black_score) object["score"] = game.black_score->discs;
  object["ending"] = to_text(game.ending);
  object["at_fault"] = nullptr;
  if (game.at_fault) object["at_fault"] = sumi::to_text(*game.at_fault);
  object["detail"] = game.detail;
  object["moves"] = Json::array();
  for (const TimedMove& move : game.moves) {
    object["moves"].push_back(to_json(move, game.start.size));
  }
  object["seconds"] = protocol::json_seconds(game.seconds);
  object["overhead_seconds"] = protocol::json_seconds(game.overhead_seconds);
  object["date"] = game.date;
  return object;
}

}  // namespace

std::string transcripts(const MatchConfig& config, std::span<const GameResult> games) {
  std::string text;
  for (const GameResult& game : games) text += transcript(config, game);
  return text;
}

std::string ggf(const MatchConfig& config, std::span<const GameResult> games) {
  std::string text;
  for (const GameResult& game : games) text += to_ggf(record_of(config, game)) + '\n';
  return text;
}

std::string json_lines(const MatchConfig& config, std::span<const GameResult> games) {
  std::string text;
  for (const GameResult& game : games) text += protocol::json_line(to_json(config, game));
  return text;
}

}  // namespace sumi::match
