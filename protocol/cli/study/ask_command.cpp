// SPDX-License-Identifier: MIT
/// `sumi study ask`, and `sumi study` alone: positions of the deck are asked.
#include "book/book.h"
#include "protocol/cli/study/asking.h"
#include "protocol/cli/study/study_commands.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMostQuestions = 10'000;

std::int64_t unix_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

std::string title_of(const StudyItem& item, Language language) {
  std::string title = item.game.empty()
                          ? tr_format(language, "Move {}", item.number)
                          : tr_format(language, "{}, move {}", item.game, item.number);
  if (item.asked > 0) {
    title += tr_format(language, " (asked: {}, missed: {})", item.asked, item.missed);
  }
  return title;
}

int run_study_ask(const Command& self, const Args& args, Output& out) {
  int most = 20;
  std::optional<std::uint64_t> seed;
  AskingOptions asking;
  std::optional<std::string> deck_file;
  Options rows{
      {"count,n", number(most, 1, kMostQuestions), "ask at most N positions"},
      {"seed", number(seed, 0, kMostSeed), "the same order for the same deck and answers, {}"}};
  rows += asking_rows(asking);
  rows += {deck_row(deck_file)};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const Language language = default_language();
  SplitMix64 random(seed.value_or(
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())));
  const auto deck = open_deck(deck_file, DeckUse::kChange);
  if (!deck) return kFailed;
  const std::vector<StudyItem>& items = deck->items();
  if (items.empty()) {
    tell_error("the deck is empty; `sumi study add GAMES` puts the mistakes of games in it");
    return kFailed;
  }
  std::vector<bool> done(items.size());
  std::size_t now = 0;
  int count = 0;
  QuestionSource source;
  source.next = [&]() -> std::optional<StudyQuestion> {
    if (count >= most) return std::nullopt;
    const auto chosen = deck->choose(random, [&done](std::size_t i) { return !done[i]; });
    if (!chosen) return std::nullopt;
    now = *chosen;
    done[now] = true;
    ++count;
    return StudyQuestion{items[now], title_of(items[now], language)};
  };
  source.answered = [&](bool right) { return deck->answered(now, right, unix_now()); };
  source.corrected = [&](const StudyItem& item) -> Result<void> {
    const auto added = deck->add(item);
    return added ? Result<void>() : added.error();
  };
  const auto missed =
      std::ranges::count_if(items, [](const StudyItem& i) { return study_weight(i) > 0; });
  const auto fresh = std::ranges::count(items, 0, &StudyItem::asked);
  return ask(asking, std::move(source),
             tr_format(language, "Positions in the deck: {}; to ask again: {}, new: {}.",
                       items.size(), missed, fresh),
             language, out);
}

}  // namespace

const Command kStudyAskCommand{
    "ask",
    "[--count N] [--deck FILE] [--seed N]",
    "ask positions of the deck, those missed before first",
    R"(Shows positions of the deck in which discs were lost, and waits for the better
move: one that is worth less than half a disc less than the best is right. What
the deck does not tell is searched, for three seconds at most; a better move
that is found there goes into the deck. hint names a few moves, skip goes on,
answer shows the best move, quit leaves; Ctrl-C too, and the end of the input.
Positions that were missed before come first, then new ones, then all others, in
an order by chance. One that was missed the last time comes twice as often as
one with a right answer since, and so on; after four right answers it is one of
the others. What was answered is kept at once; a right answer after a hint is
not. `sumi study` alone does the same.
)",
    R"(  sumi study
  sumi study ask --count 5
  printf 'd3\nquit\n' | sumi study ask --deck my.jsonl --seed 1
)",
    run_study_ask,
    kSumiStudyName};

}  // namespace sumi::protocol
