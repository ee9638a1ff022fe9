// SPDX-License-Identifier: MIT
#include "engine/base/suggestion.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "protocol/study/opening_walk.h"

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

/// A name as it is compared, without what is hard to type or to remember: only the letters and
/// digits of ASCII, and all else that is not ASCII but for the curly apostrophe and wide brackets.
std::string bare_name(std::string_view text) {
  constexpr std::string_view kIgnored[] = {"\u2019", "\uFF08", "\uFF09"};
  std::string bare;
  while (!text.empty()) {
    const auto ignored = std::ranges::find_if(
        kIgnored, [text](std::string_view sign) { return text.starts_with(sign); });
    if (ignored != std::end(kIgnored)) {
      text.remove_prefix(ignored->size());
      continue;
    }
    const char c = text.front();
    text.remove_prefix(1);
    if (is_alnum(c) || (c & 0x80) != 0) bare += to_lower(c);
  }
  return bare;
}

/// What a name with brackets is called for short: what stands before them, and what is inside.
/// Nothing for one without.
std::vector<std::string> short_names(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kBrackets[] = {{"(", ")"},
                                                                         {"\uFF08", "\uFF09"}};
  for (const auto& [open, close] : kBrackets) {
    const std::size_t begin = name.find(open), end = name.find(close);
    if (begin == name.npos || end == name.npos || end < begin) continue;
    const std::size_t inside = begin + open.size();
    return {bare_name(name.substr(0, begin)), bare_name(name.substr(inside, end - inside))};
  }
  return {};
}

/// Of openings of one name those that another one of them goes on from are left out.
void keep_longest(std::vector<const book::OpeningName*>& found) {
  const auto all = found;
  std::erase_if(found, [&all](const book::OpeningName* name) {
    return std::ranges::any_of(all, [name](const book::OpeningName* other) {
      return other != name && other->english == name->english && other->plies > name->plies &&
             other->moves.starts_with(name->moves);
    });
  });
}

}  // namespace

std::vector<const book::OpeningName*> find_openings(std::string_view text) {
  const std::string wanted = bare_name(text);
  std::vector<const book::OpeningName*> whole, shorter, begun, inside;
  if (wanted.empty()) return whole;
  const auto is_short = [&wanted](std::string_view name) {
    const std::vector<std::string> names = short_names(name);
    return std::ranges::find(names, wanted) != names.end();
  };
  for (const book::OpeningName& name : book::opening_names()) {
    const std::string english = bare_name(name.english), japanese = bare_name(name.japanese);
    const auto either = [&](auto fits) { return fits(english) || fits(japanese); };
    if (name.moves == wanted || either([&](const std::string& n) { return n == wanted; })) {
      whole.push_back(&name);
    } else if (is_short(name.english) || is_short(name.japanese)) {
      shorter.push_back(&name);
    } else if (either([&](const std::string& n) { return n.starts_with(wanted); })) {
      begun.push_back(&name);
    } else if (either([&](const std::string& n) { return n.find(wanted) != n.npos; })) {
      inside.push_back(&name);
    }
  }
  auto& found = !whole.empty()     ? whole
                : !shorter.empty() ? shorter
                : !begun.empty()   ? begun
                                   : inside;
  keep_longest(found);
  return found;
}

std::vector<std::string> similar_openings(std::string_view text, std::size_t most) {
  std::vector<std::string_view> names;
  for (const book::OpeningName& name : book::opening_names()) {
    for (const std::string_view known : {name.english, name.japanese}) {
      if (std::ranges::find(names, known) == names.end()) names.push_back(known);
    }
  }
  std::vector<std::string> similar;
  while (similar.size() < most) {
    const std::string_view nearest = nearest_name(trim(text), names);
    if (nearest.empty()) break;
    similar.emplace_back(nearest);
    std::erase(names, nearest);
  }
  return similar;
}

const BookMove* WalkStep::known() const {
  const auto found = std::ranges::find(book, move, &BookMove::move);
  return found != book.end() ? &*found : nullptr;
}

OpeningWalk walk_opening(const book::OpeningName& opening, const OpeningBook* book) {
  OpeningWalk walk;
  walk.opening = &opening;
  const GameRecord game = parse_game(opening.moves).value();  // a test replays every name
  const book::OpeningName* name = nullptr;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    WalkStep step;
    step.number = static_cast<int>(i) + 1;
    step.before = game.replay(i).position();
    step.move = game.moves[i];
    step.after = game.replay(i + 1).position();
    const auto* const now = book::find_opening(game, step.number);
    step.reached = now != name ? now : nullptr;
    name = now;
    if (book) step.book = book->moves(step.before.board);
    walk.steps.push_back(std::move(step));
  }
  if (book) walk.next = book->moves(game.replay().position().board);
  for (const book::OpeningName& other : book::opening_names()) {
    if (other.plies <= opening.plies || !other.moves.starts_with(opening.moves)) continue;
    // Of those behind another continuation the walk through that one tells.
    const bool nearer = std::ranges::any_of(
        walk.continuations, [&other](const auto* c) { return other.moves.starts_with(c->moves); });
    if (!nearer) walk.continuations.push_back(&other);
  }
  return walk;
}

}  // namespace sumi::protocol
