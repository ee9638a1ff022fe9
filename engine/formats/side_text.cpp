// SPDX-License-Identifier: MIT
/// Finds colours around turn words.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/side_text.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

namespace sumi {
namespace {

std::string_view in_english(std::string_view word) {
  static const std::unordered_map<std::string_view, std::string_view> kWords = [] {
    std::unordered_map<std::string_view, std::string_view> words;
    const auto add = [&](std::string_view english, std::string_view list) {
      for (const std::string_view w : split_words(list)) words.emplace(w, english);
    };
    add("black",
        "schwarz noir noirs nero neri neri negro negros negras preto pretas zwart svart sort "
        "чёрные чёрных черные черных černý czarny czarne czarnych 흑");
    add("white",
        "weiß weiss blanc blancs bianco bianchi blanco blancos blancas branco brancas wit vit hvit "
        "hvid белые белых bílý biały białe białych 백");
    add("turn",
        "zug trait jouer tocca turno vez zet draget trekket ход Ход очередь Очередь tahu ruch "
        "차례 轮到 輪到 先");
    add("moves",
        "zieht joue jouent muove muovono juega juegan mueve mueven joga jogam ходят Ходят");
    add("the", "der die le la les il al aux au el los las");
    return words;
  }();
  // The first two bytes reject most words without a look-up.
  const auto front = [](std::string_view w) {
    return static_cast<std::size_t>(static_cast<unsigned char>(w[0])) << 8 |
           static_cast<unsigned char>(w[1]);
  };
  static const auto kFronts = [&] {
    std::bitset<1 << 16> fronts;
    for (const auto& [foreign, english] : kWords) fronts.set(front(foreign));
    return fronts;
  }();
  if (word.size() < 2 || !kFronts[front(word)]) return word;
  const auto found = kWords.find(word);
  return found == kWords.end() ? word : found->second;
}

/// Words in English, numbers, runs of other characters, and single signs. `line` is in lower case.
std::vector<std::string_view> tokens_of(std::string_view line) {
  enum Kind { kBlank, kLetters, kDigits, kOther, kSign };
  static constexpr auto kKinds = [] {
    std::array<Kind, 256> kinds{};
    for (int i = 0; i < 256; ++i) {
      const char c = static_cast<char>(i);
      kinds[static_cast<std::size_t>(i)] = is_space(c)    ? kBlank
                                           : is_letter(c) ? kLetters
                                           : is_digit(c)  ? kDigits
                                           : i >= 0x80    ? kOther
                                                          : kSign;
    }
    return kinds;
  }();
  const auto kind_of = [](char c) { return kKinds[static_cast<unsigned char>(c)]; };
  std::vector<std::string_view> tokens;
  // Two-byte letters, as in "weiß" and "ход", are part of words.
  const auto next = [&](std::size_t at, Kind& kind) {
    kind = kind_of(line[at]);
    const std::size_t length = kind == kOther ? utf8_length(line.substr(at)) : 1;
    if (length == 2) kind = kLetters;
    return at + std::max<std::size_t>(length, 1);
  };
  for (std::size_t at = 0; at < line.size();) {
    Kind kind = kBlank, here = kBlank;
    std::size_t end = next(at, kind);
    while (kind != kSign && end < line.size()) {
      const std::size_t behind = next(end, here);
      if (here != kind) break;
      end = behind;
    }
    if (kind != kBlank) tokens.push_back(in_english(line.substr(at, end - at)));
    at = end;
  }
  return tokens;
}

std::optional<Color> word_color(std::string_view token) {
  if (token == "black" || token == "blacks" || token == "dark") return Color::kBlack;
  if (token == "white" || token == "whites" || token == "light") return Color::kWhite;
  return std::nullopt;
}

std::optional<Color> sign_color(std::string_view token) {
  if (token == "x" || token == "b" || token == "*" || token == "@") return Color::kBlack;
  if (token == "o" || token == "w" || token == "0") return Color::kWhite;
  return std::nullopt;
}

bool is_punctuation(std::string_view token) {
  return token.size() == 1 &&
         std::string_view(".,:;()[]{}'\"!?=-|/<>#+~").find(token[0]) != std::string_view::npos;
}

/// Japanese particles, counters and captions beside 番 and 次.
bool is_filler(std::string_view token) {
  constexpr std::string_view kFillers[] = {"の", "です", "は",   "が", "手", "目",
                                           "だ", "側",   "局面", "図", "第", "問題",
                                           "問", "さん", "現在", "今"};
  while (!token.empty()) {
    const auto filler =
        std::ranges::find_if(kFillers, [&](std::string_view f) { return token.starts_with(f); });
    if (filler == std::end(kFillers)) return false;
    token.remove_prefix(filler->size());
  }
  return true;
}

struct Turn {
  std::size_t begin, end;  ///< Its tokens.
  bool color_first;        ///< As in "black to move".
  bool ban = false;        ///< 番 may also follow a player's name.
};

std::optional<Turn> find_turn(const std::vector<std::string_view>& tokens) {
  const auto at = [&](std::size_t i) { return i < tokens.size() ? tokens[i] : ""; };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (at(i) == "to" && (at(i + 1) == "move" || at(i + 1) == "play" || at(i + 1) == "go")) {
      if (i > 0 && at(i - 1) == "last") continue;
      // "Side to move: white", "player to play is white".
      const bool named =
          i > 0 && (word_color(at(i - 1)) || sign_color(at(i - 1)) || at(i - 1) == ")");
      const bool follows = at(i + 2) == ":" || at(i + 2) == "=" || at(i + 2) == "is" ||
                           (!named && i > 0 && (at(i - 1) == "player" || at(i - 1) == "side"));
      return Turn{i, i + 2, named || !follows};
    }
    if (at(i) == "on" && at(i + 1) == "move") return Turn{i, i + 2, at(i + 2) != ":"};
    if (at(i) == "side" && (at(i + 1) == ":" || at(i + 1) == "=")) return Turn{i, i + 1, false};
    if (at(i) == "turn" || at(i) == "next") {
      // "Letzter Zug: Schwarz": many languages use one word for turn and move.
      constexpr std::string_view kPast[] = {"last",      "letzter",   "letzten", "laatste", "nach",
                                            "последний", "Последний", "после",   "ostatni", "siste",
                                            "senaste",   "último",    "ultimo",  "dernier"};
      const auto is_past = [&](std::string_view token) {
        return std::ranges::find(kPast, token) != std::end(kPast);
      };
      if (at(i) == "turn" && (i == 0 || at(i - 1) != "am") &&
          std::ranges::any_of(tokens, is_past)) {
        continue;
      }
      const bool before = i > 0 && (at(i - 1) == "s" || at(i - 1) == "'" || word_color(at(i - 1)) ||
                                    at(i - 1) == ")");
      return Turn{i, i + 1, before && at(i + 1) != ":" && at(i + 1) != "="};
    }
    if (at(i) == "ban") return Turn{i, i + 1, i > 0 && at(i - 1) != "手", true};
  }
  return std::nullopt;
}

struct Found {
  std::size_t at;
  Color color;
};

template <class ColorOf>
std::vector<Found> find_colors(const std::vector<std::string_view>& tokens, ColorOf color_of) {
  std::vector<Found> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (const auto color = color_of(tokens[i])) found.push_back({i, *color});
  }
  return found;
}

bool all_equal(const std::vector<Found>& found) {
  return std::ranges::all_of(found, [&](const Found& f) { return f.color == found[0].color; });
}

std::optional<Color> lone_color(const std::vector<std::string_view>& tokens) {
  const auto color_of = [](std::string_view token) {
    const auto color = word_color(token);
    return color ? color : sign_color(token);
  };
  const std::vector<Found> found = find_colors(tokens, color_of);
  if (found.empty() || found.size() > 2 || !all_equal(found)) return std::nullopt;
  for (const std::string_view token : tokens) {
    if (!color_of(token) && !is_punctuation(token) && !is_filler(token)) return std::nullopt;
  }
  // "Black:" is a label without a value.
  if (tokens.back() == ":" || tokens.back() == "=" || tokens.back() == "?") return std::nullopt;
  return found[0].color;
}

/// From a line that says only "white moves"; the opposite colour for "black moved last".
std::optional<Color> mover(const std::vector<std::string_view>& tokens) {
  const auto at = [&](std::size_t i) { return i < tokens.size() ? tokens[i] : ""; };
  const std::vector<Found> colors = find_colors(tokens, word_color);
  if (colors.empty()) return std::nullopt;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto before = i > 0 ? word_color(at(i - 1)) : std::nullopt;
    const std::string_view behind = at(i + 1);
    const bool ends = behind.empty() || behind == "." || behind == "!" || behind == "now";
    if (before && at(i) == "moved" && behind == "last") return !*before;
    if (at(i) != "moves" && at(i) != "plays") continue;
    if (before && ends) return before;
    const bool alone = colors.size() == 1 && std::ranges::all_of(tokens, [&](std::string_view t) {
                         return t == at(i) || t == "the" || word_color(t) || is_punctuation(t);
                       });
    // "Black moves:" is the heading of a list.
    if (alone && behind != ":") return colors[0].color;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Color> side_of_line(std::string_view line) {
  constexpr std::size_t kLongest = 200;  // a longer line is prose
  if (line.size() > kLongest) return std::nullopt;
  const std::string lower = to_lower(line);
  std::vector<std::string_view> tokens = tokens_of(lower);
  std::erase_if(tokens, [](std::string_view token) { return token == "-" || token == "_"; });
  if (tokens.empty()) return std::nullopt;
  const std::optional<Turn> turn = find_turn(tokens);
  if (!turn) {
    const auto color = lone_color(tokens);
    return color ? color : mover(tokens);
  }
  if (turn->ban) {
    // Nothing else may be in its sentence; with a name it denotes a player.
    const auto end = std::find_if(tokens.begin() + static_cast<std::ptrdiff_t>(turn->end),
                                  tokens.end(), [](auto t) { return t == "." || t == ","; });
    for (auto it = tokens.begin(); it != end; ++it) {
      const std::string_view token = *it;
      const bool known = token == "ban" || token == "next" || token == "turn" ||
                         word_color(token) || sign_color(token) || is_punctuation(token) ||
                         is_filler(token) || all_digits(token);
      if (!known) return std::nullopt;
    }
  }
  const auto nearest = [&](const std::vector<Found>& found) -> std::optional<Color> {
    std::optional<Color> color;
    for (const Found& f : found) {
      if (turn->color_first && f.at < turn->begin) color = f.color;
      if (!turn->color_first && f.at >= turn->end) return f.color;
    }
    return color;
  };
  const std::vector<Found> words = find_colors(tokens, word_color);
  if (!words.empty() && all_equal(words)) return words[0].color;
  if (!words.empty()) return nearest(words);
  // A sign counts only beside the turn word; brackets and colons may be between.
  const auto beside = [&](std::size_t from, std::ptrdiff_t step) -> std::optional<Color> {
    for (auto i = static_cast<std::ptrdiff_t>(from); i >= 0 && i < std::ssize(tokens); i += step) {
      const std::string_view token = tokens[static_cast<std::size_t>(i)];
      if (const auto color = sign_color(token)) return color;
      if (!is_punctuation(token) && !is_filler(token) && token != "is" && token != "s" &&
          token != "player") {
        break;
      }
    }
    return std::nullopt;
  };
  std::optional<Color> color;
  if (turn->begin > 0) color = beside(turn->begin - 1, -1);
  return color ? color : beside(turn->end, 1);
}

void read_hints(std::string_view line, BoardHints& hints) {
  auto& [side, sign, turn, counts] = hints;
  const std::string lower = to_lower(line);
  std::vector<std::string_view> tokens = tokens_of(lower);
  std::erase_if(tokens, [](std::string_view token) { return token == "\"" || token == "'"; });
  const auto at = [&](std::size_t i) { return i < tokens.size() ? tokens[i] : ""; };
  const auto is_sign = [](std::string_view token) {
    return token.size() == 1 && std::string_view("xo@*012#").find(token[0]) != token.npos;
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool assigned = at(i + 1) == "=" || at(i + 1) == ":";
    if (assigned && (at(i) == "turn" || at(i) == "next" || at(i) == "player" || at(i) == "move")) {
      const bool negative = at(i + 2) == "-" && at(i + 3) == "1";
      if (negative || at(i + 2) == "1" || at(i + 2) == "2") turn = at(i + 2)[0];
    }
    const auto color = word_color(tokens[i]);
    if (!color) continue;
    // "1 = black", "-1: white", "1 black, 2 white"
    const bool joint = i >= 2 && (at(i - 1) == "=" || at(i - 1) == ":" || at(i - 1) == "is");
    const std::size_t before = joint ? i - 2 : i - 1;
    const bool digit = i >= 1 && (at(before) == "1" || at(before) == "2");
    if ((joint && is_sign(at(before))) || (!joint && digit && (i < 2 || at(i - 2) != ":"))) {
      const bool negative = before >= 1 && at(before - 1) == "-";
      if (!sign) sign = SignOfColor{negative ? '-' : at(before)[0], *color};
      continue;
    }
    // "black = 1", "Black: X"
    const bool equals = at(i + 1) == "=" || at(i + 1) == "is", colon = at(i + 1) == ":";
    const bool negative = at(i + 2) == "-" && at(i + 3) == "1";
    if (!sign && (equals || colon) && negative) sign = SignOfColor{'-', *color};
    const bool letter = is_sign(at(i + 2)) && !all_digits(at(i + 2));
    if (!sign && (equals || colon) && (letter || (equals && is_sign(at(i + 2))))) {
      sign = SignOfColor{at(i + 2)[0], *color};
    }
    // "Black: 12", "White (O) 20"
    std::size_t next = i + 1;
    while (next < tokens.size() && (is_punctuation(at(next)) || sign_color(at(next)))) ++next;
    if (all_digits(at(next)) && at(next + 1) != ":") {
      (*color == Color::kBlack ? counts.black : counts.white) = parse_count(at(next));
    }
  }
}

}  // namespace sumi
