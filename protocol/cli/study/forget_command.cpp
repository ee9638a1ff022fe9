// SPDX-License-Identifier: MIT
/// `sumi study forget`: positions are taken out of the deck.
#include "engine/base/text.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/report/language.h"

#include <fmt/format.h>

#include <functional>
#include <set>

namespace sumi::protocol {
namespace {

int run_study_forget(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> deck_file;
  const auto line = parse(self, Options{deck_row(deck_file)}, args, out);
  if (!line) return kDone;
  if (line->words.empty()) throw UsageError("no number given: those that `sumi study list` shows");
  const Language language = default_language();
  const auto deck = open_deck(deck_file, DeckUse::kChange);
  if (!deck) return kFailed;
  const int most = static_cast<int>(deck->items().size());
  if (most == 0) throw FatalError("the deck is empty");
  std::set<int, std::greater<>> numbers;  // from the last on, so that the others stay in place
  for (const std::string& word : line->words) {
    const int number = parse_count(word).value_or(0);
    if (number < 1 || number > most) {
      throw UsageError(fmt::format("{} is no number of a position in the deck, 1..{}",
                                   sumi::quoted(word), most));
    }
    numbers.insert(number);
  }
  for (const int number : numbers) {
    const auto forgotten = deck->forget(static_cast<std::size_t>(number - 1));
    if (!forgotten) throw FatalError(forgotten.error().message);
  }
  out.write(tr_format(language, "Positions forgotten: {}; in the deck: {}.", numbers.size(),
                      deck->items().size()) +
            '\n');
  return kDone;
}

}  // namespace

const Command kStudyForgetCommand{
    "forget",
    "NUMBER... [--deck FILE]",
    "take positions out of the deck",
    R"(NUMBER is the number of a position in `sumi study list`; the numbers of those
behind it are one less afterwards. What was answered to it is forgotten, too.
Nothing is taken out if one of the numbers is wrong.
)",
    R"(  sumi study forget 3
  sumi study forget 3 5 6 --deck my.jsonl
)",
    run_study_forget,
    kSumiStudyName};

}  // namespace sumi::protocol
