// SPDX-License-Identifier: MIT
#include "book/formats/obf_book.h"
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"
#include "engine/base/text.h"
#include "engine/formats/obf.h"
#include "engine/game/notation.h"
#include "engine/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace sumi::book {
namespace {

constexpr std::string_view kMark = "book:";
constexpr std::string_view kExactWord = "exact";
constexpr std::string_view kNoMoveWord = "none";

/// "-1.25,21,73" or "...,exact": value, depth, selectivity.
std::string judgement(const std::optional<Value>& value, int depth, int selectivity, bool exact) {
  return fmt::format("{},{},{}{}{}", value ? fmt::format("{}", to_discs(*value)) : kNoMoveWord,
                     depth, selectivity, exact ? "," : "", exact ? kExactWord : "");
}

struct Judgement {
  std::optional<Value> value{};
  int depth = 0, selectivity = 100;
  bool exact = false;
};

std::optional<Value> parse_value(std::string_view text) {
  const std::optional<double> discs = parse_real(text);
  if (!discs || std::abs(*discs) > 64) return std::nullopt;
  return Value{static_cast<int>(std::lround(*discs * Value::kPerDisc))};
}

std::optional<Judgement> parse_judgement(std::string_view text) {
  Judgement judgement;
  const std::string_view value = take_until(text, ',');
  if (value != kNoMoveWord) {
    judgement.value = parse_value(value);
    if (!judgement.value) return std::nullopt;
  }
  const auto depth = parse_count(take_until(text, ','));
  const auto selectivity = parse_count(take_until(text, ','));
  if (!depth || !selectivity || !(text.empty() || text == kExactWord)) return std::nullopt;
  judgement.depth = *depth;
  judgement.selectivity = *selectivity;
  judgement.exact = !text.empty();
  return judgement;
}

std::string entry_text(const BookEntry& entry) {
  const Leaf& leaf = entry.leaf;
  std::string text(kMark);
  text += " score=" + judgement(entry.score, entry.depth, entry.selectivity, entry.exact);
  if (leaf.state == Leaf::State::kMove) {
    text += fmt::format(" leaf={}:{}", to_text(leaf.move),
                        judgement(leaf.value, leaf.depth, leaf.selectivity, leaf.exact));
  } else if (leaf.state == Leaf::State::kNoMove) {
    text += fmt::format(" leaf={}", kNoMoveWord);
  }
  if (entry.level >= 0) text += fmt::format(" level={}", entry.level);
  if (entry.games.games() > 0) {
    text += fmt::format(" games={},{},{}", entry.games.wins, entry.games.draws, entry.games.losses);
  }
  return text;
}

bool parse_score(std::string_view text, BookEntry& entry) {
  const std::optional<Judgement> judgement = parse_judgement(text);
  if (!judgement) return false;
  entry.score = judgement->value;
  entry.depth = judgement->depth;
  entry.selectivity = judgement->selectivity;
  entry.exact = judgement->exact;
  return true;
}

bool parse_leaf(std::string_view text, BookEntry& entry) {
  if (text == kNoMoveWord) {
    entry.leaf = {Leaf::State::kNoMove};
    return true;
  }
  const Result<Square> move = parse_square(take_until(text, ':'));
  const std::optional<Judgement> judgement = parse_judgement(text);
  if (!move || !judgement || !judgement->value) return false;
  entry.leaf = {Leaf::State::kMove,     *move,           *judgement->value, judgement->depth,
                judgement->selectivity, judgement->exact};
  return true;
}

bool parse_level(std::string_view text, BookEntry& entry) {
  const std::optional<int> level = parse_count(text);
  if (!level) return false;
  entry.level = *level;
  return true;
}

bool parse_games(std::string_view text, BookEntry& entry) {
  for (std::uint32_t* const count : {&entry.games.wins, &entry.games.draws, &entry.games.losses}) {
    const std::string_view digits = take_until(text, ',');
    const auto number = parse_real(digits);  // too long for an int
    if (digits.empty() || !std::ranges::all_of(digits, is_digit) || !number ||
        *number > std::numeric_limits<std::uint32_t>::max()) {
      return false;
    }
    *count = static_cast<std::uint32_t>(*number);
  }
  return text.empty();
}

/// `text` follows kMark.
Result<BookEntry> parse_entry(std::string_view text, const Board& board) {
  BookEntry entry;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    std::string_view value = word, accepted = "one of score, leaf, level, games";
    const std::string_view key = take_until(value, '=');
    bool parsed = false;
    if (key == "score") {
      parsed = parse_score(value, entry);
      accepted = "'score=DISCS,DEPTH,SELECTIVITY' or with ',exact' behind it";
    } else if (key == "leaf") {
      parsed = parse_leaf(value, entry);
      accepted = "'leaf=MOVE:DISCS,DEPTH,SELECTIVITY' or with ',exact' behind it, or 'leaf=none'";
    } else if (key == "level") {
      parsed = parse_level(value, entry);
      accepted = "'level=0' to 'level=60'";
    } else if (key == "games") {
      parsed = parse_games(value, entry);
      accepted = "'games=WINS,DRAWS,LOSSES'";
    }
    if (!parsed) return syntax_error("OBF: book", word, accepted);
    if (const std::string fault = fault_of(board, entry); !fault.empty()) {
      return Error{ErrorCode::kOutOfRange, fmt::format("OBF: book {}: {}", quoted(word), fault)};
    }
  }
  return entry;
}

BookEntry foreign_entry(const ObfLine& line) {
  BookEntry entry;
  if (line.moves.empty()) return entry;
  const ObfMove& best = *std::ranges::max_element(line.moves, {}, &ObfMove::score);
  entry.leaf = {Leaf::State::kMove, best.square, to_value(best.score), 0, kSelectivities[0], false};
  return entry;
}

}  // namespace

std::string to_obf_line(const Board& board, const BookEntry& entry, const BookReader& book) {
  const std::vector<Child> after = children(book, board);
  std::vector<std::pair<Square, Value>> moves;
  for (const Child& child : after) {
    if (const std::optional<Value> value = child.value()) moves.emplace_back(child.move, *value);
  }
  if (entry.leaf.state == Leaf::State::kMove && !is_stale(entry.leaf, after)) {
    moves.emplace_back(entry.leaf.move, entry.leaf.value);
  }
  std::ranges::stable_sort(moves, std::greater{}, &std::pair<Square, Value>::second);
  ObfLine line{.position = {board, Color::kBlack}, .moves = {}, .score = {}};
  for (const auto& [move, value] : moves) line.moves.push_back({move, whole_discs(value)});
  line.comment = entry_text(entry);
  return to_obf(line);
}

Result<std::optional<std::pair<Board, BookEntry>>> from_obf_line(std::string_view text) {
  const auto line = parse_obf_line(text);
  if (!line) return line.error();
  if (!*line) return std::nullopt;
  const Position& position = (*line)->position;
  if (position.size != 8 || !is_book_position(position.board)) return std::nullopt;
  std::string_view comment = (*line)->comment;
  if (take_word(comment) != kMark) return std::pair(position.board, foreign_entry(**line));
  const Result<BookEntry> entry = parse_entry(comment, position.board);
  if (!entry) return entry.error();
  return std::pair(position.board, *entry);
}

}  // namespace sumi::book
