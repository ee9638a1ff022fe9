// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/page/page_files.h"
#include "protocol/report/html_page.h"
#include "tools/match/event_page.h"
#include "tools/match/report_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <utility>

// Embedded by page_files.S.
extern "C" const char sumi_event_js[], sumi_event_js_end[], sumi_event_words_js[],
    sumi_event_words_js_end[], sumi_event_css[], sumi_event_css_end[];

namespace sumi::match {
namespace {

using protocol::html_json, protocol::Json;

std::string_view view(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// A module of page/ or of the board's page.
std::string_view module_source(std::string_view name) {
  if (name == "event.js") return view(sumi_event_js, sumi_event_js_end);
  if (name == "event_words.js") return view(sumi_event_words_js, sumi_event_words_js_end);
  return protocol::page_file(name);
}

double rounded(double number, double parts) { return std::round(number * parts) / parts; }

Json game_object(const GameResult& game) {
  constexpr double kPartsOfDisc = 100;
  Json scores = Json::array(), times = Json::array();
  int opening = 0;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const TimedMove& move = game.moves[i];
    if (move.square == Square::kPass) continue;
    if (i < static_cast<std::size_t>(game.opening_moves)) {
      ++opening;
      continue;
    }
    times.push_back(std::lround(1000 * move.seconds));
    if (!move.evaluation) {
      scores.push_back(nullptr);
      continue;
    }
    const double discs = move.evaluation->discs;
    scores.push_back(rounded(move.color == Color::kBlack ? discs : -discs, kPartsOfDisc));
  }
  Json object{{"id", game.fixture.id},       {"round", game.fixture.round},
              {"black", game.fixture.black}, {"white", game.fixture.white},
              {"opening", opening},          {"moves", moves_text(game)},
              {"scores", std::move(scores)}, {"ms", std::move(times)}};
  if (game.start.size != 8) object["size"] = game.start.size;
  if (game.start != start_position(game.start.size)) object["start"] = sumi::to_text(game.start);
  return object;
}

}  // namespace

const std::string& event_script() {
  static const std::string script = protocol::bundle("event.js", module_source);
  return script;
}

const std::string& event_style() {
  static const std::string style =
      fmt::format("{}{}{}", protocol::page_file("board.css"), protocol::page_file("report.css"),
                  view(sumi_event_css, sumi_event_css_end));
  return style;
}

std::string event_json(const GameResult& game) {
  Json object = game_object(game);
  object["result"] = result_text(game);
  object["ending"] = ending_text(game);
  if (!game.detail.empty()) object["detail"] = shown(game.detail);
  return html_json(object);
}

std::string event_json(const LiveGame& game) {
  Json object = game_object(game.so_far);
  Json left = Json::array();
  for (const auto& seconds : game.left) {
    left.push_back(seconds ? Json(rounded(*seconds, 1000)) : Json());
  }
  const std::chrono::duration<double> thinking = std::chrono::steady_clock::now() - game.since;
  object["left"] = std::move(left);
  object["thinking"] = rounded(thinking.count(), 1000);
  return html_json(object);
}

std::string engines_json(const MatchConfig& config) {
  Json names = Json::array();
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    names.push_back(name_of(config, static_cast<int>(i)));
  }
  return html_json(names);
}

}  // namespace sumi::match
