// SPDX-License-Identifier: MIT
/// Evaluators and players by name: messages never name files.
#pragma once

#include "engine/opening_book.h"
#include "engine/options.h"
#include "protocol/report/language.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

class GameLibrary;

/// An entry of catalog().
struct Offer {
  std::string name;
  std::string_view help;  ///< English; a key of tr().
  std::vector<int> sizes;
};

struct WebOffers {
  EngineOptions options;  ///< Of every engine: book, table, threads.
  BookOpener open_book;
  std::vector<Offer> evaluators;
  std::vector<Offer> players;
  std::shared_ptr<GameLibrary> games{};  ///< Null: no database of games.
  std::string public_url{};  ///< Of the published page that links lead to; may be empty.
};

/// A player's hash table may be smaller than that of an endless analysis.
EngineOptions seat_options(EngineOptions options);

/// Collects the evaluators and players of catalog() that need no argument and whose files are
/// there. Takes about 0.1 s.
WebOffers make_web_offers(const EngineOptions& options, BookOpener open_book);

/// Null for a name that is not offered.
const Offer* find_offer(const std::vector<Offer>& offers, std::string_view name);

/// The answer to `about`.
Json about_json(const WebOffers& offers, Language language);

}  // namespace sumi::protocol
