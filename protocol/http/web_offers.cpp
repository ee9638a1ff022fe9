// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/formats/game_file.h"
#include "engine/levels.h"
#include "engine/player.h"
#include "protocol/http/web_offers.h"
#include "protocol/http/web_server.h"
#include "protocol/version.h"

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr int kOfferedSizes[] = {8, 6, 4};

bool can_search(EngineOptions options, std::string_view evaluator, int size) {
  options.hash_mib = 1;
  options.evaluator = evaluator;
  options.weights.clear();
  options.size = size;
  try {
    const Engine engine(options);
    return true;
  } catch (const FatalError&) {
    return false;
  }
}

}  // namespace

EngineOptions seat_options(EngineOptions options) {
  constexpr int kShare = 4;
  options.hash_mib = std::max(1, options.hash_mib / kShare);
  return options;
}

WebOffers make_web_offers(const EngineOptions& options, BookOpener open_book) {
  WebOffers offers{options, std::move(open_book), {}, {}, {}};
  for (const CatalogEntry& entry : catalog()) {
    if (entry.name == "s6") continue;  // plays as s6-general
    Offer evaluator{std::string(entry.name), entry.summary, {}};
    Offer player = evaluator;
    for (const int size : kOfferedSizes) {
      if (entry.evaluator && can_search(options, entry.name, size)) {
        evaluator.sizes.push_back(size);
      }
      if (entry.is_player() && make_move_player(entry.name, size)) player.sizes.push_back(size);
    }
    if (!evaluator.sizes.empty()) offers.evaluators.push_back(std::move(evaluator));
    if (!player.sizes.empty()) offers.players.push_back(std::move(player));
  }
  return offers;
}

const Offer* find_offer(const std::vector<Offer>& offers, std::string_view name) {
  const auto found = std::ranges::find(offers, name, &Offer::name);
  return found != offers.end() ? &*found : nullptr;
}

Json about_json(const WebOffers& offers, Language language) {
  Json evaluators = Json::array(), players = Json::array(), formats = Json::array();
  for (const Offer& one : offers.evaluators) {
    evaluators.push_back(
        {{"name", one.name}, {"sizes", one.sizes}, {"help", tr(language, one.help)}});
  }
  players.push_back({{"name", kSearchPlayer},
                     {"sizes", kOfferedSizes},
                     {"help", tr(language, "the engine's own search")},
                     {"limits", true}});
  for (const Offer& one : offers.players) {
    players.push_back({{"name", one.name},
                       {"sizes", one.sizes},
                       {"help", tr(language, one.help)},
                       {"limits", false}});
  }
  Json ratings = Json::array();
  for (int strength = 1; strength <= kMaxStrength; ++strength) {
    ratings.push_back(strength_row(strength).rating);
  }
  for (const FormatSpec& spec : file_formats()) {
    formats.push_back(
        {{"name", spec.name},
         {"extension", spec.extensions.substr(0, spec.extensions.find(' '))},
         {"summary", language == Language::kJapanese ? spec.summary_ja : spec.summary},
         {"games", spec.games},
         {"written", spec.written},
         {"binary", spec.binary}});
  }
  return {{"version", kVersion},
          {"public_url", offers.public_url},
          {"threads", offers.options.threads},
          {"max_level", kMaxLevel},
          {"strengths", std::move(ratings)},
          {"learns", offers.options.book_learn},
          {"games", offers.games != nullptr},
          {"max_message_bytes", WebLimits{}.max_message_bytes},
          {"evaluators", std::move(evaluators)},
          {"players", std::move(players)},
          {"formats", std::move(formats)}};
}

}  // namespace sumi::protocol
