// SPDX-License-Identifier: MIT
#include "protocol/cli/games/games_options.h"
#include "protocol/report/output.h"
#include "protocol/service/game_library.h"
#include "protocol/service/opening_walk.h"
#include "protocol/text/entry_words.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

namespace sumi::protocol {
namespace {

Position parse_position_option(const std::string& text) {
  const auto entry = parse_entry_words(text);
  if (!entry) throw UsageError("--position: " + entry.error().message);
  const Position position = position_of(*entry);
  if (position.size != 8) throw UsageError("--position: databases are for games on boards of 8x8");
  return position;
}

std::vector<const book::OpeningName*> openings_of(const std::string& text) {
  auto found = find_openings(text);
  if (!found.empty()) return found;
  std::string names;
  for (const std::string& name : similar_openings(text))
    names += (names.empty() ? "" : ", ") + name;
  throw UsageError(fmt::format("--opening: no opening is named {}{}{}", clean(text),
                               names.empty() ? "" : "; similar names: ", names));
}

void set_result(const std::string& word, book::GameFilter& filter) {
  using enum book::GameFilter::PlayerResult;
  if (word == "black") filter.outcome = book::Outcome::kBlack;
  if (word == "white") filter.outcome = book::Outcome::kWhite;
  if (word == "draw") filter.outcome = book::Outcome::kDraw;
  if (word == "won" || word == "lost") {
    if (filter.player.empty()) throw UsageError("--result " + word + ": needs --player");
    filter.player_result = word == "won" ? kWon : kLost;
  }
}

}  // namespace

Options filter_rows(FilterOptions& options, bool position) {
  book::GameFilter& filter = options.filter;
  Options rows{{"player,p", text(filter.player, "NAME"), "games of this player", "Which games"},
               {"opponent", text(filter.opponent, "NAME"), "games against this player"},
               {"black", text(filter.black, "NAME"), "games in which this player was Black"},
               {"white", text(filter.white, "NAME"), "games in which this player was White"},
               {"tournament,t", text(filter.event, "NAME"), "games of this tournament"},
               {"since", number(filter.from, book::kFirstYear, book::kLastYear, "YEAR"),
                "games of this year or later"},
               {"until", number(filter.to, book::kFirstYear, book::kLastYear, "YEAR"),
                "games of this year or earlier"},
               {"result",
                choice(options.result, {{"black", "black"},
                                        {"white", "white"},
                                        {"draw", "draw"},
                                        {"won", "won"},
                                        {"lost", "lost"}}),
                "games that this side won, that --player won or lost, or that were drawn"},
               {"opening", text(options.opening, "NAME"), "games with this opening"}};
  if (position) {
    rows += {{"position", text(options.position, "POSITION"),
              "games that reached this position (moves or a board) or a symmetric one"}};
  }
  return rows;
}

std::optional<book::GameFilter> filter_of(const FilterOptions& options,
                                          const book::GameStore& store) {
  book::GameFilter filter = options.filter;
  set_result(options.result, filter);
  if (!options.position.empty()) filter.position = parse_position_option(options.position).board;
  if (!options.opening.empty()) filter.openings = openings_of(options.opening);
  if (const auto known = check_names(store, filter); !known) {
    print_error(known.error().message);
    return std::nullopt;
  }
  return filter;
}

}  // namespace sumi::protocol
