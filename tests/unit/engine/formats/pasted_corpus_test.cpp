// SPDX-License-Identifier: MIT
/// Pasted texts (tests/pasted/) with their positions or games: alone, in pairs, and with noise.
#include "engine/base/encoding.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;

namespace {

/// A game, or a position as a game without moves.
struct Meaning {
  Position start;
  std::vector<Square> moves;  ///< Without passes.

  Position last(std::size_t count) const {
    Game game(start);
    for (std::size_t i = 0; i < count; ++i) game.play(moves[i]).value();
    return game.position();
  }
  Position last() const { return last(moves.size()); }
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

struct PastedText {
  std::string name, text;
  std::vector<Meaning> meanings;
  std::vector<std::string> errors;  ///< Substrings that the errors must contain.
  std::vector<std::string> notes;   ///< Substrings that the warnings must contain.
  bool may_fail = false;            ///< An error is also accepted.
  std::vector<Position> perhaps;    ///< Other readings, accepted if another text is pasted with it.

  bool side_is_assumed() const { return !notes.empty() || !errors.empty(); }
};

struct Theme {
  std::string name;
  std::vector<PastedText> texts;
};

/// Decodes `\t`, `\r`, `\\` and `\xNN`.
std::string unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] != '\\' || text.size() < 2) {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    const char kind = text[1];
    text.remove_prefix(2);
    if (kind == 'x' && text.size() >= 2) {
      out += static_cast<char>(std::stoi(std::string(text.substr(0, 2)), nullptr, 16));
      text.remove_prefix(2);
    } else {
      out += kind == 't' ? '\t' : kind == 'r' ? '\r' : kind;
    }
  }
  return out;
}

/// Parses "<squares> <side>".
Position squares_of(std::string_view text) {
  Result<Position> position = parse_position(trim(text));
  REQUIRE(position);
  return *position;
}

/// Parses "f5d6c3" or "f5d6c3 from <squares> <side>".
Meaning game_of_line(std::string_view line) {
  Meaning meaning;
  std::string_view moves = take_word(line);
  if (moves == "from") {
    moves = {};
  } else if (!line.empty()) {
    REQUIRE(take_word(line) == "from");
  }
  if (!line.empty()) meaning.start = squares_of(line);
  Game game(meaning.start);
  for (; !moves.empty(); moves.remove_prefix(2)) {
    const Result<Square> square = parse_square(moves.substr(0, 2), meaning.start.size);
    REQUIRE(square);
    REQUIRE(game.play(*square));
    meaning.moves.push_back(*square);
  }
  return meaning;
}

void read_expectation(std::string_view line, PastedText& text) {
  const std::string_view kind = take_word(line);
  if (kind == "position") {
    text.meanings.push_back({squares_of(line), {}});
  } else if (kind == "game") {
    text.meanings.push_back(game_of_line(line));
  } else if (kind == "error") {
    text.errors.emplace_back(line);
  } else if (kind == "note") {
    text.notes.emplace_back(line);
  } else if (kind == "perhaps") {
    text.perhaps.push_back(squares_of(line));
  } else {
    text.may_fail = true;
  }
}

bool is_expectation(std::string_view line) {
  constexpr std::array kKinds{"--- position ", "--- game ",    "--- error",
                              "--- note ",     "--- or error", "--- perhaps "};
  return std::ranges::any_of(kKinds, [&](const char* kind) { return line.starts_with(kind); });
}

Theme read_theme(const std::filesystem::path& path) {
  Theme theme{path.stem().string(), {}};
  std::ifstream file(path, std::ios::binary);
  bool escaped = false, first = true;
  std::string body;
  const auto finish = [&] {
    if (theme.texts.empty()) return;
    theme.texts.back().text = escaped ? unescaped(body) : body;
    INFO(theme.name << ": " << theme.texts.back().name);
    const PastedText& text = theme.texts.back();
    REQUIRE((!text.meanings.empty() || !text.errors.empty()));
  };
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("=== ")) {
      finish();
      body.clear();
      first = true;
      std::string name = line.substr(4);
      constexpr std::string_view kEscaped = " (escaped)";
      escaped = name.ends_with(kEscaped);
      if (escaped) name.resize(name.size() - kEscaped.size());
      theme.texts.push_back({name, {}, {}, {}, {}, false, {}});
    } else if (theme.texts.empty()) {
      continue;  // the file's description
    } else if (is_expectation(line)) {
      INFO(theme.name << ": " << theme.texts.back().name << ": " << line);
      read_expectation(std::string_view(line).substr(4), theme.texts.back());
    } else {
      if (!first) body += '\n';
      body += line;
      first = false;
    }
  }
  finish();
  return theme;
}

const std::vector<Theme>& corpus() {
  static const std::vector<Theme> themes = [] {
    std::vector<std::filesystem::path> paths;
    for (const auto& file :
         std::filesystem::directory_iterator(SUMI_SOURCE_FOLDER "/tests/pasted")) {
      if (file.path().extension() == ".txt") paths.push_back(file.path());
    }
    std::ranges::sort(paths);
    std::vector<Theme> read;
    for (const auto& path : paths) read.push_back(read_theme(path));
    return read;
  }();
  return themes;
}

struct Read {
  std::vector<Meaning> meanings;
  std::vector<std::string> errors, warnings;
  bool has_rest = false;  ///< Unread lines remain at the end; nothing else is wrong.
};

Meaning meaning_of(const FileEntry& entry) {
  const GameRecord game = game_of(entry);
  Meaning meaning{game.start, {}};
  std::ranges::copy_if(game.moves, std::back_inserter(meaning.moves),
                       [](Square s) { return s != Square::kPass; });
  return meaning;
}

Read read_text(const std::string& text) {
  Read read;
  Result<GameFileReader> reader = GameFileReader::of_text(text);
  if (!reader) {
    read.errors.push_back(reader.error().message);
    return read;
  }
  while (const std::optional<FileItem> item = reader->next()) {
    read.warnings.insert(read.warnings.end(), item->warnings.begin(), item->warnings.end());
    if (item->entry) {
      read.meanings.push_back(meaning_of(*item->entry));
    } else if (item->is_rest) {
      read.has_rest = true;
    } else {
      read.errors.push_back(item->entry.error().message);
    }
  }
  return read;
}

bool any_holds(const std::vector<std::string>& texts, std::string_view part) {
  return std::ranges::any_of(texts, [lower = to_lower(part)](const std::string& text) {
    return to_lower(text).find(lower) != std::string::npos;
  });
}

std::string shown(const Meaning& meaning) {
  std::string text = "position " + to_text(meaning.start);
  if (!meaning.moves.empty()) text += ", moves ";
  for (const Square s : meaning.moves) text += to_text(s, meaning.start.size);
  return text;
}

std::string shown(const Read& read) {
  std::string text;
  for (const Meaning& meaning : read.meanings) text += "\n  read: " + shown(meaning);
  for (const std::string& error : read.errors) text += "\n  error: " + error;
  if (read.has_rest) text += "\n  error: lines at the end";
  for (const std::string& warning : read.warnings) text += "\n  warning: " + warning;
  return text;
}

/// What is wrong with the result; empty if nothing.
std::string fault(const PastedText& text, const Read& read) {
  const bool failed = !read.errors.empty();
  if (text.may_fail && failed && read.meanings.empty()) return {};
  if (text.errors.empty() && failed) return "an error";
  if (!text.errors.empty() && !failed && !read.has_rest) return "no error";
  for (const std::string& part : text.errors) {
    if (!part.empty() && !any_holds(read.errors, part)) return "no error holds " + part;
  }
  if (read.meanings != text.meanings) return "another meaning";
  const bool position = std::ranges::any_of(
      text.meanings, [](const Meaning& meaning) { return meaning.moves.empty(); });
  if (position && read.has_rest) return "lines left at the end";
  for (const std::string& part : text.notes) {
    if (!any_holds(read.warnings, part)) return "no warning holds " + part;
  }
  if (text.notes.empty() && any_holds(read.warnings, "assumed")) return "a side assumed";
  return {};
}

/// The positions that a text may give, with either side to move where the side may be lost.
class Allowed {
 public:
  void add(const PastedText& text, bool prefixes, bool any_side) {
    for (const Meaning& meaning : text.meanings) {
      const std::size_t first = prefixes ? 0 : meaning.moves.size();
      for (std::size_t i = first; i <= meaning.moves.size(); ++i) {
        add(meaning.last(i), any_side || text.side_is_assumed());
      }
      add(meaning.start, any_side || text.side_is_assumed());
    }
    for (const Position& position : text.perhaps) add(position, true);
  }
  void add(const Position& position, bool any_side) {
    positions_.insert(to_text(position));
    if (any_side) positions_.insert(to_text(position.passed()));
  }
  bool has(const Meaning& meaning) const { return positions_.contains(to_text(meaning.last())); }

 private:
  std::set<std::string> positions_;
};

/// Accepts readings in which moves of `second` continue the last entry of `first`.
void add_continuations(const PastedText& first, const PastedText& second, Allowed& allowed) {
  if (first.meanings.empty()) return;
  const Position last = first.meanings.back().last();
  for (const Position& from : {last, last.passed()}) {
    if (from != last && !first.side_is_assumed()) continue;
    for (const Meaning& meaning : second.meanings) {
      if (meaning.start != start_position(from.size)) continue;
      Game game(from);
      const bool legal =
          std::ranges::all_of(meaning.moves, [&](Square s) { return game.play(s).has_value(); });
      if (legal) allowed.add(game.position(), false);
    }
  }
}

constexpr int kMostShown = 10;  ///< Faults printed per test case.

constexpr std::array kBetween{"\n\n", "\n\nand then this one\n\n", "\n----------\n",
                              "\n\n* * *\n\n", "\n\nGreetings, Carl (1802)\n\n"};

/// Reads two texts joined by `between`. Prints and counts readings that fit neither text.
void check_pair(const PastedText& first, const PastedText& second, std::string_view between,
                int& wrong) {
  const std::string text = first.text + std::string(between) + second.text;
  const Read read = read_text(text);
  Allowed allowed;
  allowed.add(first, false, false);
  // A line between two boards may belong to either.
  allowed.add(second, false, first.side_is_assumed());
  add_continuations(first, second, allowed);
  for (const Meaning& meaning : read.meanings) {
    if (allowed.has(meaning)) continue;
    if (++wrong > kMostShown) return;
    UNSCOPED_INFO("[" << first.name << "] + [" << second.name << "]: read " << shown(meaning)
                      << " from\n"
                      << text);
    return;
  }
}

std::vector<const PastedText*> all_texts() {
  std::vector<const PastedText*> texts;
  for (const Theme& theme : corpus()) {
    for (const PastedText& text : theme.texts) texts.push_back(&text);
  }
  return texts;
}

}  // namespace

TEST_CASE("pasted texts are read as a person would read them", "[pasted]") {
  for (const Theme& theme : corpus()) {
    int right = 0;
    for (const PastedText& text : theme.texts) {
      const Read read = read_text(text.text);
      const std::string wrong = fault(text, read);
      right += wrong.empty();
      // Unsupported texts are marked "(not yet)"; remove the mark once they are read.
      if (text.name.ends_with("(not yet)")) {
        INFO(text.name);
        CHECK(wrong != "");
        continue;
      }
      INFO(theme.name << ": " << text.name << "\n" << text.text << shown(read));
      CHECK(wrong == "");
    }
    std::cout << fmt::format("{}: {} of {} read right\n", theme.name, right, theme.texts.size());
  }
}

TEST_CASE("4000 random pairs of pasted texts give at most 4 positions of neither text",
          "[pasted]") {
  constexpr int kPairs = 4000;
  const auto texts = all_texts();
  SplitMix64 random(52);
  int wrong = 0;
  const auto drawn = [&] {
    return texts[static_cast<std::size_t>(random.below(static_cast<int>(texts.size())))];
  };
  for (int i = 0; i < kPairs; ++i) {
    const PastedText *first = drawn(), *second = drawn();
    check_pair(*first, *second, kBetween[static_cast<std::size_t>(random.below(kBetween.size()))],
               wrong);
  }
  // In these, a board without a side takes the side from a line between it and the next board.
  constexpr int kKnown = 4;
  CHECK(wrong <= kKnown);
}

TEST_CASE("at most 0.1% of all pairs of pasted texts give a position of neither text",
          "[.][long][pasted]") {
  const auto texts = all_texts();
  int wrong = 0;
  for (const PastedText* first : texts) {
    for (const PastedText* second : texts) {
      for (const char* between : kBetween) check_pair(*first, *second, between, wrong);
    }
  }
  const auto pairs = texts.size() * texts.size() * kBetween.size();
  // The rest: moves that are legal on the board above them, OBF lines without a side.
  CHECK(wrong <= static_cast<int>(pairs / 1000));
}

TEST_CASE("a truncated pasted text is read as a part of the whole text", "[pasted]") {
  constexpr int kCuts = 12;
  SplitMix64 random(7);
  int wrong = 0;
  for (const PastedText* text : all_texts()) {
    if (!text->errors.empty()) continue;  // the fault may be cut off
    Allowed allowed;
    allowed.add(*text, true, true);
    for (int i = 0; i < kCuts && !text->text.empty(); ++i) {
      const std::string cut = text->text.substr(
          0, static_cast<std::size_t>(random.below(static_cast<int>(text->text.size()))));
      for (const Meaning& meaning : read_text(cut).meanings) {
        // 36 of 64 squares may be a 6x6 board if its centre is full.
        constexpr Bitboard kCentre = kStartBoard.own | kStartBoard.opp;
        const Position last = meaning.last();
        const bool small =
            last.size < 8 && ((last.board.own | last.board.opp) & kCentre) == kCentre;
        const bool tags_only = cut.starts_with("[Event") && meaning == Meaning{};
        if (allowed.has(meaning) || small || tags_only) continue;
        if (++wrong > kMostShown) break;
        UNSCOPED_INFO("[" << text->name << "] cut: read " << shown(meaning) << " from\n" << cut);
        break;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("noise in pasted texts never crashes the reader or gives illegal games", "[pasted]") {
  constexpr int kTimes = 20;
  constexpr std::array kWords{" white ",      " f5 ", " 12 ", "\n", " to move ", "XO", "--",
                              "\xE7\x95\xAA", "[",    "{\"",  "(;", "\xFF",      "|",  ": "};
  SplitMix64 random(11);
  for (const PastedText* text : all_texts()) {
    for (int i = 0; i < kTimes; ++i) {
      std::string noisy = text->text;
      for (int changes = 1 + random.below(3); changes > 0 && !noisy.empty(); --changes) {
        const std::size_t at =
            static_cast<std::size_t>(random.below(static_cast<int>(noisy.size())));
        switch (random.below(4)) {
          case 0:
            noisy.erase(at, 1);
            break;
          case 1:
            noisy.insert(at, 1, noisy[at]);
            break;
          case 2:
            noisy[at] = static_cast<char>(random.below(256));
            break;
          default:
            noisy.insert(at, kWords[static_cast<std::size_t>(random.below(kWords.size()))]);
        }
      }
      for (const Meaning& meaning : read_text(noisy).meanings) {
        const Position last = meaning.last();
        CHECK((last.board.own & last.board.opp) == 0);
      }
    }
  }
}
