// SPDX-License-Identifier: MIT
#include "protocol/cli/study/deck_option.h"
#include "protocol/report/checked_lines.h"
#include "protocol/report/format.h"
#include "protocol/report/output.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace sumi::protocol {

void add_deck_option(boost::program_options::options_description& options) {
  options.add_options()  //
      ("deck", boost::program_options::value<std::string>()->value_name("FILE"),
       "the deck; without it study.jsonl in $XDG_DATA_HOME/sumi or ~/.local/share/sumi");
}

std::unique_ptr<StudyDeck> open_deck(const CommandLine& line, DeckUse use) {
  std::string path = text_value(line, "deck");
  if (line.has("deck") && path.empty()) throw UsageError("--deck: needs the name of a file");
  if (path.empty()) {
    const auto standard = StudyDeck::default_path();
    if (!standard) throw UsageError("no home folder for the deck: name a file with --deck");
    path = *standard;
  }
  std::error_code unknown;
  if (use != DeckUse::kBegin && !std::filesystem::exists(path, unknown)) {
    tell_error(fmt::format("there is no deck {}; `sumi study add GAMES` makes it", clean(path)));
    return nullptr;
  }
  auto deck = use == DeckUse::kRead ? StudyDeck::open_to_read(path) : StudyDeck::open(path);
  if (!deck) throw FatalError(deck.error().message);
  tell_damaged_lines(path, (*deck)->damaged(), "");
  return std::move(*deck);
}

}  // namespace sumi::protocol
