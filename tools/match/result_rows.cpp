// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "tools/match/result_rows.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace sumi::match {
namespace {

using Json = nlohmann::json;

/// "f5d6pa". Fails if it is not the game's turn by turn: it could not be read back.
Result<std::string> moves_text(const GameResult& result) {
  Game game(result.start);
  std::string text;
  for (const TimedMove& move : result.moves) {
    if (move.color != game.position().to_move) {
      return Error{ErrorCode::kIllegalMove,
                   fmt::format("move {} is out of turn", game.moves().size() + 1)};
    }
    const auto played = game.play(move.color, move.square);
    if (!played) return played.error();
    text += move.square == Square::kPass ? "pa" : to_text(move.square, result.start.size);
  }
  return text;
}

Result<void> read_moves(std::string_view text, GameResult& result) {
  Game game(result.start);
  for (std::size_t at = 0; at < text.size(); at += 2) {
    const auto square = parse_square(text.substr(at, 2), result.start.size);
    if (!square) return square.error();
    const Color color = game.position().to_move;
    const auto played = game.play(color, *square);
    if (!played) return played.error();
    result.moves.push_back({color, *square, 0, std::nullopt});
  }
  return {};
}

/// JSON knows no infinity, and a clock or an engine that says so is wrong.
double finite(double number) { return std::isfinite(number) ? number : 0; }

std::string times_text(const GameResult& result) {
  Json times = Json::array();
  for (const TimedMove& move : result.moves) times.push_back(finite(move.seconds));
  return times.dump();
}

std::string evaluations_text(const GameResult& result) {
  Json evaluations = Json::array();
  for (const TimedMove& move : result.moves) {
    if (const auto& e = move.evaluation) {
      evaluations.push_back({finite(e->discs), e->depth, e->exact ? 1 : 0, e->nodes});
    } else {
      evaluations.push_back(nullptr);
    }
  }
  return evaluations.dump();
}

/// An array of one value for each move, or null.
Json parse_array(std::string_view text, std::size_t size) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_array() && json.size() == size ? json : Json();
}

Error bad_column(std::string_view column, std::string_view text) {
  return {ErrorCode::kBadSyntax,
          fmt::format("{}: {} is not understood", column, sumi::quoted(text))};
}

Result<void> read_times(const std::string& text, std::vector<TimedMove>& moves) {
  const Json times = parse_array(text, moves.size());
  if (times.is_null()) return bad_column("times", text);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!times[i].is_number()) return bad_column("times", text);
    moves[i].seconds = times[i].get<double>();
  }
  return {};
}

Result<void> read_evaluations(const std::string& text, std::vector<TimedMove>& moves) {
  const Json evaluations = parse_array(text, moves.size());
  if (evaluations.is_null()) return bad_column("evaluations", text);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Json& e = evaluations[i];
    if (e.is_null()) continue;
    const auto whole = [](const Json& json) { return json.is_number_integer(); };
    if (!e.is_array() || e.size() != 4 || !e[0].is_number() ||
        !std::all_of(e.begin() + 1, e.end(), whole)) {
      return bad_column("evaluations", text);
    }
    moves[i].evaluation = Evaluation{e[0].get<double>(), e[1].get<int>(), e[2].get<int>() != 0,
                                     e[3].get<std::uint64_t>()};
  }
  return {};
}

/// A number of the file that must be in 0..max.
Result<int> read_index(Statement& row, std::string_view column, std::int64_t max) {
  const std::int64_t number = row.integer();
  if (number < 0 || number > max) return bad_column(column, std::to_string(number));
  return static_cast<int>(number);
}

Result<void> read_fixture(Statement& row, int engines, Fixture& fixture) {
  constexpr int kMax = 2'000'000'000;
  const std::tuple<const char*, int*, int> fields[] = {{"id", &fixture.id, kMax},
                                                       {"pair", &fixture.pair, kMax},
                                                       {"round", &fixture.round, kMax},
                                                       {"black", &fixture.black, engines - 1},
                                                       {"white", &fixture.white, engines - 1}};
  for (const auto& [name, field, max] : fields) {
    const Result<int> number = read_index(row, name, max);
    if (!number) return number.error();
    *field = *number;
  }
  if (fixture.black == fixture.white) return bad_column("white", std::to_string(fixture.white));
  fixture.opening = static_cast<std::uint64_t>(row.integer());
  return {};
}

Result<void> read_outcome(Statement& row, GameResult& game) {
  const std::string ending = row.text();
  int code = 0;
  while (to_text(static_cast<Ending>(code)) != ending) {
    if (++code > static_cast<int>(Ending::kRefusedOption)) return bad_column("ending", ending);
  }
  game.ending = static_cast<Ending>(code);
  if (row.is_null()) {
    row.skip();
  } else {
    const Result<Color> color = parse_color(row.text());
    if (!color) return color.error();
    game.at_fault = *color;
  }
  game.detail = row.text();
  if (row.is_null()) {
    row.skip();
  } else {
    const std::int64_t discs = row.integer(), most = game.start.size * game.start.size;
    if (discs < -most || discs > most) return bad_column("black_score", std::to_string(discs));
    game.black_score = DiscDiff{static_cast<int>(discs)};
  }
  if (!game.at_fault && !game.black_score) return bad_column("black_score", "");
  return {};
}

}  // namespace

Result<void> bind_game(Statement& insert, const GameResult& game) {
  const Result<std::string> moves = moves_text(game);
  if (!moves) {
    return Error{moves.error().code,
                 fmt::format("game {}: {}", game.fixture.id, moves.error().message)};
  }
  const Fixture& f = game.fixture;
  for (const int number : {f.id, f.pair, f.round, f.black, f.white}) {
    insert.bind(std::int64_t{number});
  }
  insert.bind(static_cast<std::int64_t>(f.opening));
  insert.bind(to_text(game.start));
  insert.bind(*moves);
  insert.bind(std::int64_t{game.opening_moves});
  insert.bind(to_text(game.ending));
  if (game.at_fault) {
    insert.bind(to_text(*game.at_fault));
  } else {
    insert.bind_null();
  }
  insert.bind(game.detail);
  if (game.black_score) {
    insert.bind(std::int64_t{game.black_score->discs});
  } else {
    insert.bind_null();
  }
  insert.bind(finite(game.seconds));
  insert.bind(finite(game.overhead_seconds));
  insert.bind(game.date);
  insert.bind(times_text(game));
  insert.bind(evaluations_text(game));
  return {};
}

Result<void> read_game(Statement& row, int engines, GameResult& game) {
  if (const auto read = read_fixture(row, engines, game.fixture); !read) return read.error();
  const Result<Position> start = parse_position(row.text());
  if (!start) return start.error();
  game.start = *start;
  if (const auto read = read_moves(row.text(), game); !read) return read.error();
  const Result<int> given =
      read_index(row, "opening_moves", static_cast<std::int64_t>(game.moves.size()));
  if (!given) return given.error();
  game.opening_moves = *given;
  if (const auto read = read_outcome(row, game); !read) return read.error();
  game.seconds = finite(row.real());
  game.overhead_seconds = finite(row.real());
  game.date = row.text();
  if (const auto read = read_times(row.text(), game.moves); !read) return read.error();
  return read_evaluations(row.text(), game.moves);
}

void bind_remarks(Statement& insert, const std::array<EngineRemarks, 2>& remarks) {
  for (const EngineRemarks& of_engine : remarks) insert.bind(of_engine.plays);
  for (const EngineRemarks& of_engine : remarks) insert.bind(std::int64_t{of_engine.noise});
}

Result<void> read_remarks(Statement& row, std::array<EngineRemarks, 2>& remarks) {
  for (EngineRemarks& of_engine : remarks) of_engine.plays = row.text();
  for (EngineRemarks& of_engine : remarks) {
    const Result<int> noise = read_index(row, "noise", 2'000'000'000);
    if (!noise) return noise.error();
    of_engine.noise = *noise;
  }
  return {};
}

void bind_cpu(Statement& insert, const std::array<EngineRemarks, 2>& remarks) {
  for (const EngineRemarks& of_engine : remarks) insert.bind(finite(of_engine.cpu_seconds));
}

Result<void> read_cpu(Statement& row, std::array<EngineRemarks, 2>& remarks) {
  for (EngineRemarks& of_engine : remarks) of_engine.cpu_seconds = finite(row.real());
  return {};
}

}  // namespace sumi::match
