// SPDX-License-Identifier: MIT
/// Games and boards as people paste them: each line is looked at, and either goes on with what is
/// there or begins something new.
#include "engine/base/text.h"
#include "engine/game/codec_text.h"
#include "engine/game/file/entry_cutter.h"
#include "engine/game/notation.h"

#include <algorithm>
#include <string_view>

namespace sumi {
namespace {

bool is_square_letter(char c) {
  return std::string_view("Xx*@BbOo0Ww-._").find(c) != std::string_view::npos;
}

/// A file letter and a rank digit, at the beginning of `text`.
bool begins_with_square(std::string_view text) {
  return text.size() >= 2 && to_lower(text[0]) >= 'a' && to_lower(text[0]) <= 'h' &&
         text[1] >= '1' && text[1] <= '8';
}

/// A word of it begins like a move.
bool has_moves(std::string_view line) {
  bool in_word = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    // A number and a point may be glued to the move: "1.f5".
    if (!in_word && begins_with_square(line.substr(at))) return true;
    in_word = is_letter(line[at]) || (in_word && is_digit(line[at]));
  }
  return false;
}

/// "A B C D ..." or "abcd...".
bool is_file_labels(std::string_view line) {
  char wanted = 'a';
  for (const char c : line) {
    if (is_space(c) || c == '|' || c == '+') continue;
    if (to_lower(c) != wanted) break;
    ++wanted;
  }
  return wanted >= 'e';
}

/// The squares of a rank of a diagram, 8, 6 or 4, with its labels or without; else 0.
int squares_of_rank(std::string_view line) {
  constexpr std::string_view kFrames = " \t|[](){},\"'/";
  line = trim(line);
  if (line.size() > 1 && line[0] >= '1' && line[0] <= '8' && !is_digit(line[1])) {
    line.remove_prefix(1);
  }
  int squares = 0;
  bool apart = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (kFrames.find(c) != kFrames.npos) {
      apart = true;
      continue;
    }
    const bool whole = squares == 4 || squares == 6 || squares == 8;
    if (!is_square_letter(c)) {
      // A label at the end, or words such as "Black to move".
      return whole && (apart || (is_digit(c) && at + 1 == line.size())) ? squares : 0;
    }
    // The side, or a word that begins like a disc.
    if (whole && apart && at + 1 < line.size() && is_letter(line[at + 1])) return squares;
    ++squares;
    apart = false;
  }
  return squares == 4 || squares == 6 || squares == 8 ? squares : 0;
}

/// "X", "* to move", "Black", "White to play".
bool is_side(std::string_view line) {
  const std::string_view word = take_word(line);
  return parse_color(word).has_value() && (line.empty() || to_lower(line).starts_with("to "));
}

/// The move number that a line begins with, "12." or "12)"; else 0. It is cut off.
int take_number(std::string_view& line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits > 3 || digits == line.size()) return 0;
  if (line[digits] != '.' && line[digits] != ')') return 0;
  const int number = parse_int(line.substr(0, digits)).value_or(0);
  line = trim(line.substr(digits + 1));
  return number;
}

/// What numbered moves say of themselves.
struct Numbers {
  int first = 0, last = 0;  ///< 0: none.
  int moves_behind = 0;     ///< The last one.
};

Numbers numbers_of(std::string_view line) {
  Numbers found;
  for (line = trim(line); !line.empty();) {
    if (const int number = take_number(line); number > 0) {
      if (found.first == 0) found.first = number;
      found.last = number;
      found.moves_behind = 0;
      continue;
    }
    std::string_view word = take_word(line);
    for (; begins_with_square(word); word.remove_prefix(2)) ++found.moves_behind;
  }
  return found;
}

class PasteRule : public CutRule {
 public:
  CutStep step(char c) override {
    ++length_;
    const bool ends = is_line_end(c);
    if (!ends && !looked_) line_ += c;
    CutStep step;
    // The beginning tells what a line is: a longer one is no row of a diagram.
    constexpr std::size_t kMaxLook = 4096;
    if (!looked_ && (ends || line_.size() == kMaxLook)) {
      step = look(trim(without_bom(line_)));
      looked_ = true;
    } else if (has_ == Has::kNothing && looked_) {
      step.kind = CutStep::kNoise;  // the rest of a long line that was dropped
    }
    if (ends) {
      line_.clear();
      length_ = 0;
      looked_ = false;
      // Without numbers no line goes on with them; so one typed into a pipe need not wait for it.
      if (has_ == Has::kMoves && numbers_.last == 0 && step.kind == CutStep::kGoesOn) {
        has_ = Has::kNothing;
        step.kind = CutStep::kEnds;
      }
    }
    return step;
  }

  bool open() const override { return has_ != Has::kNothing; }

 private:
  enum class Has { kNothing, kRanks, kBoard, kMoves };

  CutStep look(std::string_view line);
  CutStep rank(int squares);
  CutStep moves(std::string_view line);

  /// The line begins something of a kind.
  CutStep begin(Has has) {
    const bool before = has_ != Has::kNothing;
    has_ = has;
    ranks_ = wanted_ = 0;
    files_ = false;
    side_ = false;
    numbers_ = {};
    return before ? CutStep{CutStep::kEnds, length_, 0, false, false} : CutStep{};
  }
  /// It is part of nothing.
  CutStep drop(bool skipped) {
    const bool before = has_ != Has::kNothing;
    has_ = Has::kNothing;
    if (!before) return {CutStep::kNoise, 0, 0, false, skipped};
    return {CutStep::kEnds, length_, 0, true, skipped};
  }

  std::string line_;
  bool looked_ = false;     ///< At the line; the rest of it says nothing new.
  std::size_t length_ = 0;  ///< Bytes of the line.
  Has has_ = Has::kNothing;
  int ranks_ = 0, wanted_ = 0;  ///< Of a diagram.
  bool files_ = false, side_ = false;
  Numbers numbers_;
};

CutStep PasteRule::look(std::string_view line) {
  if (line.empty()) return has_ == Has::kNothing ? drop(false) : CutStep{};
  if (line[0] == '%' || line[0] == '#') return drop(false);
  if (is_file_labels(line) && !begins_with_square(line)) {
    const bool below = files_ && (has_ == Has::kRanks || has_ == Has::kBoard) && ranks_ > 0;
    if (below) {
      files_ = false;
      return {};
    }
    const CutStep step = begin(Has::kRanks);
    files_ = true;
    return step;
  }
  if (const int squares = squares_of_rank(line); squares > 0) return rank(squares);
  if (is_side(line) && !side_ && (has_ == Has::kBoard || has_ == Has::kRanks)) {
    side_ = true;
    return {};
  }
  const auto board = parse_leading_position(line);
  if (!board || *board) {
    const std::string_view behind = board ? line.substr((*board)->end) : std::string_view();
    const CutStep step = begin(has_moves(behind) ? Has::kMoves : Has::kBoard);
    numbers_ = numbers_of(behind);
    return step;
  }
  if (has_moves(line)) return moves(line);
  return drop(true);
}

CutStep PasteRule::rank(int squares) {
  const bool goes_on = has_ == Has::kRanks && (wanted_ == 0 || wanted_ == squares);
  const CutStep step = goes_on ? CutStep{} : begin(Has::kRanks);
  wanted_ = squares;
  if (++ranks_ == wanted_) has_ = Has::kBoard;
  return step;
}

/// Moves go on after a board, and after numbered moves where the numbers do.
CutStep PasteRule::moves(std::string_view line) {
  const Numbers now = numbers_of(line);
  const bool numbered = has_ == Has::kMoves && numbers_.last > 0 && numbers_.moves_behind <= 2;
  const bool goes_on = has_ == Has::kBoard || (numbered && now.first == numbers_.last + 1) ||
                       (numbered && numbers_.moves_behind == 1 && now.first == 0 && now.last == 0);
  const CutStep step = goes_on ? CutStep{} : begin(Has::kMoves);
  has_ = Has::kMoves;
  if (now.last > 0) {
    numbers_ = now;
  } else {
    numbers_.moves_behind += now.moves_behind;
  }
  return step;
}

}  // namespace

std::unique_ptr<CutRule> paste_rule() { return std::make_unique<PasteRule>(); }

}  // namespace sumi
