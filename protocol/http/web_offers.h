// SPDX-License-Identifier: MIT
/// Evaluators and players by name: messages never name files.
#pragma once

#include "engine/opening_book.h"
#include "engine/options.h"
#include "protocol/json/json_session.h"
#include "protocol/report/language.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

class GameLibrary;

struct OfferedPlayer {
  std::string name;       ///< "S2: network"
  std::string option;     ///< The engine option `player`.
  std::string_view help;  ///< English; a key of tr().
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
  std::shared_ptr<GameLibrary> games{};  ///< Null: no database of games.
  std::string public_url{};  ///< Of the published page that links lead to; may be empty.
};

/// A player's hash table may be smaller than that of an endless analysis.
EngineOptions seat_options(EngineOptions options);

/// Collects available evaluators and players, including learned ones in `folder` unless empty.
/// Takes about 0.1 s.
WebOffers make_web_offers(const EngineOptions& options, BookOpener open_book,
                          const std::string& folder);

/// The folder of learned tables and networks (weights/ in the repository, share/sumi/ if
/// installed); may be empty.
std::string learned_folder();

const OfferedPlayer* find_player(const WebOffers& offers, std::string_view name);
const OfferedEvaluator* find_evaluator(const WebOffers& offers, std::string_view name);

/// The answer to `about`.
Json about_json(const WebOffers& offers, Language language);

}  // namespace sumi::protocol
