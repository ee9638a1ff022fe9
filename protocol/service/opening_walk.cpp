// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/game/symmetry.h"
#include "protocol/service/opening_walk.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace sumi::protocol {
namespace {

/// Keeps ASCII letters and digits, in lower case, and other characters except wide punctuation.
std::string bare_name(std::string_view text) {
  // Curly apostrophe, wide brackets, middle dot, wide colon, wide blank.
  constexpr std::string_view kIgnored[] = {"\u2019", "\uFF08", "\uFF09",
                                           "\u30FB", "\uFF1A", "\u3000"};
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

/// Removes suffixes such as "basic form" and "opening".
std::string_view without_suffix(std::string_view bare) {
  constexpr std::string_view kSuffixes[] = {"基本形", "基本", "定石"};
  for (const std::string_view suffix : kSuffixes) {
    if (bare.size() > suffix.size() && bare.ends_with(suffix)) bare.remove_suffix(suffix.size());
  }
  return bare;
}

/// Animals in opening names: the user's spelling, and the table's.
std::string_view in_words_of_table(std::string_view bare) {
  constexpr std::pair<std::string_view, std::string_view> kAnimals[] = {
      {"うさぎ", "兎"},     {"ウサギ", "兎"},       {"うし", "牛"},   {"ウシ", "牛"},
      {"とら", "虎"},       {"トラ", "虎"},         {"ねこ", "猫"},   {"ネコ", "猫"},
      {"ひつじ", "羊"},     {"ヒツジ", "羊"},       {"うま", "馬"},   {"ウマ", "馬"},
      {"へび", "蛇"},       {"ヘビ", "蛇"},         {"たぬき", "狸"}, {"タヌキ", "狸"},
      {"つる", "鶴"},       {"ツル", "鶴"},         {"つばめ", "燕"}, {"ツバメ", "燕"},
      {"えび", "海老"},     {"エビ", "海老"},       {"りゅう", "龍"}, {"竜", "龍"},
      {"きんぎょ", "金魚"}, {"とうぎゅう", "闘牛"}, {"鼠", "ネズミ"}, {"ねずみ", "ネズミ"}};
  const auto found =
      std::ranges::find(kAnimals, bare, &std::pair<std::string_view, std::string_view>::first);
  return found != std::end(kAnimals) ? found->second : bare;
}

/// Splits a name at brackets and slashes, and within brackets at commas.
std::vector<std::string_view> parts_of(std::string_view name) {
  constexpr std::string_view kEnds[] = {"(", ")", "\uFF08", "\uFF09", "/", ", "};
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  bool bracketed = false;
  const auto add = [&](std::size_t end) {
    const std::string_view part = trim(name.substr(begin, end - begin));
    if (!bare_name(part).empty()) parts.push_back(part);
  };
  for (std::size_t at = 0; at < name.size();) {
    const auto end = std::ranges::find_if(
        kEnds, [&](std::string_view sign) { return name.substr(at).starts_with(sign); });
    if (end == std::end(kEnds) || (*end == ", " && !bracketed)) {
      ++at;
      continue;
    }
    add(at);
    begin = at += end->size();
    if (*end != "/" && *end != ", ") bracketed = *end == kEnds[0] || *end == kEnds[2];
  }
  add(name.size());
  return parts;
}

/// Whether the name contains `wanted`, not starting inside an ASCII word.
bool has_inside(std::string_view name, std::string_view wanted) {
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool goes_on = at > 0 && is_alnum(name[at - 1]) && is_alnum(name[at]);
    if (!goes_on && bare_name(name.substr(at)).starts_with(wanted)) return true;
  }
  return false;
}

/// Among openings with the same name, removes those that another continues.
void keep_longest(std::vector<const book::OpeningName*>& found) {
  const auto all = found;
  std::erase_if(found, [&all](const book::OpeningName* name) {
    return std::ranges::any_of(all, [name](const book::OpeningName* other) {
      return other != name && other->english == name->english && other->plies > name->plies &&
             other->moves.starts_with(name->moves);
    });
  });
}

/// The symmetry that turns the first move into f5, the table's first move.
int to_first_f5(const GameRecord& game) {
  const Square f5 = parse_square("f5").value();
  const Board start = Position{}.board;
  for (int s = 0; s < kSymmetries && !game.moves.empty(); ++s) {
    if (symmetric(start, s) == start && symmetric(game.moves.front(), s) == f5) return s;
  }
  return 0;
}

std::string moves_under(std::span<const Square> moves, int symmetry) {
  std::string text;
  for (const Square move : moves) text += to_text(symmetric(move, symmetry));
  return text;
}

}  // namespace

std::vector<const book::OpeningName*> find_openings(std::string_view text) {
  constexpr std::size_t kFewestLetters = 3;  // bytes; one wide character is enough
  const std::string wanted = bare_name(text);
  if (wanted.empty()) return {};
  const std::string_view core = in_words_of_table(without_suffix(wanted));
  const auto is_core = [core](std::string_view name) {
    return without_suffix(bare_name(name)) == core;
  };
  // For English and Japanese names.
  std::vector<std::function<bool(std::string_view)>> rules{
      [&](std::string_view name) { return bare_name(name) == wanted; }, is_core,
      [&](std::string_view name) { return std::ranges::any_of(parts_of(name), is_core); }};
  if (wanted.size() >= kFewestLetters) {
    rules.emplace_back([&](std::string_view name) { return bare_name(name).starts_with(wanted); });
    rules.emplace_back([&](std::string_view name) { return has_inside(name, wanted); });
  }
  std::vector<const book::OpeningName*> found;
  for (const auto& fits : rules) {
    const bool is_first = &fits == &rules.front();  // also takes moves
    for (const book::OpeningName& name : book::opening_names()) {
      const bool meant = fits(name.english) || fits(name.japanese);
      if (meant || (is_first && name.moves == wanted)) found.push_back(&name);
    }
    if (!found.empty()) break;
  }
  keep_longest(found);
  return found;
}

std::vector<std::string> similar_openings(std::string_view text, std::size_t most) {
  std::vector<std::string_view> names;
  for (const book::OpeningName& name : book::opening_names()) {
    for (const std::string_view known : {name.english, name.japanese}) {
      for (const std::string_view part : parts_of(known)) {
        if (std::ranges::find(names, part) == names.end()) names.push_back(part);
      }
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

std::optional<Result<GameRecord>> moves_meant(std::string_view text) {
  std::string plain, moves;
  for (const char c : with_ascii_width(text, plain)) {
    if (!is_space(c)) moves += to_lower(c);
  }
  if (moves.empty() || moves.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < moves.size(); i += 2) {
    const bool square =
        moves[i] >= 'a' && moves[i] <= 'h' && moves[i + 1] >= '1' && moves[i + 1] <= '8';
    if (!square) return std::nullopt;
  }
  return parse_game(moves);
}

const BookMove* WalkStep::known() const {
  const auto found = std::ranges::find(book, move, &BookMove::move);
  return found != book.end() ? &*found : nullptr;
}

OpeningWalk walk_moves(const GameRecord& game, const OpeningBook* book) {
  OpeningWalk walk;
  walk.opening = book::find_opening(game);
  walk.moves = moves_under(game.moves, 0);
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
  const int symmetry = to_first_f5(game);
  const std::string begun = moves_under(game.moves, symmetry);
  for (const book::OpeningName& other : book::opening_names()) {
    if (other.moves.size() <= begun.size() || !other.moves.starts_with(begun)) continue;
    // Skips openings after another continuation.
    const bool nearer =
        std::ranges::any_of(walk.continuations, [&other](const OpeningWalk::Continuation& c) {
          return other.moves.starts_with(c.name->moves);
        });
    if (nearer) continue;
    const GameRecord rest = parse_game(other.moves).value();
    walk.continuations.push_back(
        {&other, moves_under(std::span(rest.moves).subspan(game.moves.size()),
                             inverse_symmetry(symmetry))});
  }
  return walk;
}

}  // namespace sumi::protocol
