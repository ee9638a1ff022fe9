// SPDX-License-Identifier: MIT
/// What the page can choose from: evaluators and players by name, so that no message needs to name
/// a file.
#pragma once

#include "engine/opening_book.h"
#include "engine/options.h"
#include "protocol/json/json_session.h"
#include "protocol/report/language.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct OfferedPlayer {
  std::string name;       ///< "S2: network"
  std::string option;     ///< The engine's option `player`.
  std::string_view help;  ///< English; tr() knows it.
  std::vector<int> sizes;
};

struct OfferedEvaluator {
  NamedEvaluator named;
  std::string_view help;
  std::vector<int> sizes;
};

struct WebOffers {
  EngineOptions options;  ///< Of every engine: book, table, threads.
  BookOpener open_book;
  std::vector<OfferedEvaluator> evaluators;
  std::vector<OfferedPlayer> players;
};

/// Those of a player of games, which needs a smaller table than an analysis that goes on and on.
EngineOptions seat_options(EngineOptions options);

/// Looks which evaluators and players there are, with the learned tables and networks in `folder`
/// (weights/ of the repository or share/sumi/ where Sumi is installed) if that is not empty. Takes
/// about 0.1 s.
WebOffers make_web_offers(const EngineOptions& options, BookOpener open_book,
                          const std::string& folder);

/// The folder of learned tables and networks that belongs to this program; empty if there is none.
std::string learned_folder();

const OfferedPlayer* find_player(const WebOffers& offers, std::string_view name);
const OfferedEvaluator* find_evaluator(const WebOffers& offers, std::string_view name);

/// The fields of the answer to `about`.
Json about_json(const WebOffers& offers, Language language);

}  // namespace sumi::protocol
