// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/machine.h"
#include "engine/engine.h"
#include "engine/formats/game_file.h"
#include "engine/levels.h"
#include "engine/player.h"
#include "protocol/http/web_offers.h"
#include "protocol/http/web_server.h"
#include "protocol/version.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

namespace fs = std::filesystem;

constexpr int kOfferedSizes[] = {8, 6, 4};

/// A name on the page and its option. `file`, in the learned folder, completes `option` unless
/// empty.
struct Offer {
  std::string_view name, option, file, help;
};

constexpr Offer kEvaluatorOffers[] = {
    {"nnue", "nnue", "", "Sumi's neural net"},
    {"pattern", "pattern", "", "patterns"},
    {"table", "table", "", "values of squares"},
    {"mobility", "mobility", "", "mobility"},
    {"BP/FS/CN (S4)", "bpfscn", "", "values of squares, fixed discs and candidate moves"},
    {"table (S4)", "table", "tables/s4-bp.table",
     "values of squares that S4 took from the literature"},
    {"custom table (S5)", "table", "tables/s5-custom.table", "values of squares by S5"},
    {"hand-made table (S6)", "table", "tables/s6-general.table",
     "values of squares by the authors of S6"},
    {"evolved table (S6)", "table", "tables/s6-evolved.table",
     "the hand-made table, and an evolved one for nearly decided games"},
    {"network (S2)", "mlp", "networks/s2.sumi", "learned by TD"},
    {"network (S3)", "mlp", "networks/s3.sumi", "learned by Monte Carlo returns"},
};

constexpr Offer kPlayerOffers[] = {
    {"random", "random", "", "a random legal move"},
    {"perfect play (S1)", "dp", "", "4x4, the whole game solved"},
    {"network (S2)", "greedy:mlp:", "networks/s2.sumi", "learned by TD, one move ahead"},
    {"network (S3)", "greedy:mlp:", "networks/s3.sumi",
     "learned by Monte Carlo returns, one move ahead"},
    {"Monte Carlo", "montecarlo", "", "the best of random games from each move"},
    {"BP/FS/CN (S4)", "greedy:bpfscn", "", "the sum of three terms, one move ahead"},
    {"nhand (S5)", "nhand", "", "most discs on average"},
    {"nhandcustom (S5)", "nhandcustom", "", "best squares on average"},
    {"nleast (S5)", "nleast", "", "fewest moves for the opponent"},
    {"nmost (S5)", "nmost", "", "most moves for itself"},
    {"hand-made table (S6)", "s6", "", "five plies, the last 15 perfectly"},
    {"evolved table (S6)", "s6:", "tables/s6-evolved.table",
     "five plies, the last 15 perfectly; an evolved table for nearly decided games"},
};

/// The option with its file's path; empty if the file is missing.
std::string option_of(const Offer& offer, const std::string& folder) {
  if (offer.file.empty()) return std::string(offer.option);
  const fs::path file = fs::path(folder) / offer.file;
  std::error_code error;
  if (folder.empty() || !fs::is_regular_file(file, error)) return {};
  return std::string(offer.option) + file.string();
}

bool can_search(EngineOptions options, const NamedEvaluator& named, int size) {
  options.hash_mib = 1;
  options.evaluator = named.evaluator;
  options.weights = named.weights;
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

std::string learned_folder() {
  const fs::path program = program_path();
  if (program.empty()) return {};
  std::error_code error;
  const fs::path folders[] = {program.parent_path() / "../share/sumi",
                              program.parent_path() / "../../weights"};
  const auto found = std::ranges::find_if(
      folders, [&](const fs::path& folder) { return fs::is_directory(folder / "tables", error); });
  return found != std::end(folders) ? found->lexically_normal().string() : std::string();
}

WebOffers make_web_offers(const EngineOptions& options, BookOpener open_book,
                          const std::string& folder) {
  WebOffers offers{options, std::move(open_book), {}, {}, {}};
  for (const Offer& offer : kEvaluatorOffers) {
    const std::string option = option_of(offer, folder);
    if (option.empty()) continue;
    OfferedEvaluator made{
        {std::string(offer.name), std::string(offer.option), option.substr(offer.option.size())},
        offer.help,
        {}};
    for (const int size : kOfferedSizes) {
      if (can_search(options, made.named, size)) made.sizes.push_back(size);
    }
    if (!made.sizes.empty()) offers.evaluators.push_back(std::move(made));
  }
  for (const Offer& offer : kPlayerOffers) {
    const std::string option = option_of(offer, folder);
    if (option.empty()) continue;
    OfferedPlayer made{std::string(offer.name), option, offer.help, {}};
    for (const int size : kOfferedSizes) {
      if (make_move_player(option, size)) made.sizes.push_back(size);
    }
    if (!made.sizes.empty()) offers.players.push_back(std::move(made));
  }
  return offers;
}

const OfferedPlayer* find_player(const WebOffers& offers, std::string_view name) {
  const auto found = std::ranges::find(offers.players, name, &OfferedPlayer::name);
  return found != offers.players.end() ? &*found : nullptr;
}

const OfferedEvaluator* find_evaluator(const WebOffers& offers, std::string_view name) {
  const auto found = std::ranges::find_if(
      offers.evaluators, [&](const OfferedEvaluator& one) { return one.named.name == name; });
  return found != offers.evaluators.end() ? &*found : nullptr;
}

Json about_json(const WebOffers& offers, Language language) {
  Json evaluators = Json::array(), players = Json::array(), formats = Json::array();
  for (const OfferedEvaluator& one : offers.evaluators) {
    evaluators.push_back(
        {{"name", one.named.name}, {"sizes", one.sizes}, {"help", tr(language, one.help)}});
  }
  players.push_back({{"name", kSearchPlayer},
                     {"sizes", kOfferedSizes},
                     {"help", tr(language, "the engine's own search")},
                     {"limits", true}});
  for (const OfferedPlayer& one : offers.players) {
    players.push_back({{"name", one.name},
                       {"sizes", one.sizes},
                       {"help", tr(language, one.help)},
                       {"limits", false}});
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
          {"learns", offers.options.book_learn},
          {"games", offers.games != nullptr},
          {"max_message_bytes", WebLimits{}.max_message_bytes},
          {"evaluators", std::move(evaluators)},
          {"players", std::move(players)},
          {"formats", std::move(formats)}};
}

}  // namespace sumi::protocol
