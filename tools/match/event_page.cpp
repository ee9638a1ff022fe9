// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/http/web_rules.h"
#include "protocol/text/json_lines.h"
#include "tools/match/event_page.h"
#include "tools/match/report_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cassert>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

// Embedded by page_files.S.
extern "C" const char sumi_event_js[], sumi_event_js_end[], sumi_event_words_js[],
    sumi_event_words_js_end[], sumi_event_css[], sumi_event_css_end[];

namespace sumi::match {
namespace {

using protocol::Json;

/// "a" of "function a(b) {", "class a {", "const a = 1;".
std::string_view declared_name(std::string_view declaration) {
  for (const std::string_view word : {"async ", "function ", "class ", "const "}) {
    if (declaration.starts_with(word)) declaration.remove_prefix(word.size());
  }
  const auto good = [](char c) { return is_alnum(c) || c == '_'; };
  std::size_t end = 0;
  while (end < declaration.size() && good(declaration[end])) ++end;
  return declaration.substr(0, end);
}

/// Appends the module to `script` after those that it imports, unless `added` has it.
void add_module(std::string_view name, const ReadModule& read,
                std::set<std::string, std::less<>>& added, std::string& script) {
  if (!added.emplace(name).second) return;
  constexpr std::string_view kImport = "import ", kExport = "export ";
  std::string_view source = read(name);
  assert(!source.empty());
  std::string body, exported;
  while (!source.empty()) {
    if (source.starts_with(kImport)) {
      std::string_view statement = take_until(source, ';');
      const std::size_t names = statement.find('{'), end = statement.find('}');
      const std::size_t slash = statement.rfind('/'), quote = statement.rfind('"');
      assert(end < slash && slash < quote && quote < statement.size());
      const std::string_view file = statement.substr(slash + 1, quote - slash - 1);
      add_module(file, read, added, script);
      body += fmt::format("const {} = modules[\"{}\"];", statement.substr(names, end + 1 - names),
                          file);
      continue;
    }
    std::string_view line = take_until(source, '\n');
    if (line.starts_with(kExport)) {
      line.remove_prefix(kExport.size());
      exported += fmt::format("{}, ", declared_name(line));
    }
    body.append(line) += '\n';
  }
  script +=
      fmt::format("modules[\"{}\"] = (() => {{\n{}return {{ {}}};\n}})();\n", name, body, exported);
}

std::string_view view(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// A module of page/ or of the board's page.
std::string_view module_source(std::string_view name) {
  if (name == "event.js") return view(sumi_event_js, sumi_event_js_end);
  if (name == "event_words.js") return view(sumi_event_words_js, sumi_event_words_js_end);
  return protocol::page_file(name);
}

/// Without '<', which could end the script element of a page.
std::string page_text(const Json& json) {
  std::string text = protocol::json_text(json);
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos;) text.replace(at, 1, "\\u003c");
  return text;
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

std::string bundle(std::string_view main, const ReadModule& read) {
  std::set<std::string, std::less<>> added;
  std::string script = "\"use strict\";\nconst modules = {};\n";
  add_module(main, read, added, script);
  return script;
}

const std::string& event_script() {
  static const std::string script = bundle("event.js", module_source);
  return script;
}

const std::string& event_style() {
  static const std::string style = std::string(protocol::page_file("board.css"))
                                       .append(view(sumi_event_css, sumi_event_css_end));
  return style;
}

std::string event_json(const GameResult& game) {
  Json object = game_object(game);
  object["result"] = result_text(game);
  object["ending"] = ending_text(game);
  if (!game.detail.empty()) object["detail"] = shown(game.detail);
  return page_text(object);
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
  return page_text(object);
}

std::string engines_json(const MatchConfig& config) {
  Json names = Json::array();
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    names.push_back(name_of(config, static_cast<int>(i)));
  }
  return page_text(names);
}

}  // namespace sumi::match
