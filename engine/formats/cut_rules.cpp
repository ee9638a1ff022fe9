// SPDX-License-Identifier: MIT
/// Where entries begin and end, format by format: small automata that know of quotes, escapes and
/// nesting, and find the next game after one that lost its end.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/entry_cutter.h"

#include <array>
#include <string>
#include <string_view>

namespace sumi {
namespace {

/// Finds a text at the beginning of a line, in whatever state of nesting a lost bracket has left.
class LineStart {
 public:
  explicit LineStart(std::string_view wanted) : wanted_(wanted) {}

  /// True if the text just ended. `number`: "1 " may stand before it.
  bool step(char c, bool number = false) {
    if (is_line_end(c)) {
      matched_ = 0;
      possible_ = true;
    } else if (possible_ && c == wanted_[matched_]) {
      if (++matched_ == wanted_.size()) {
        possible_ = false;
        matched_ = 0;
        return true;
      }
    } else {
      possible_ = possible_ && matched_ == 0 && (is_space(c) || (number && is_digit(c)));
    }
    return false;
  }

 private:
  std::string_view wanted_;
  std::size_t matched_ = 0;
  bool possible_ = true;
};

/// "(; ... )": values in brackets, in SGF with escapes, and nested variations. A line that begins
/// with "(;GM[" begins a game even inside a value: a bracket was lost more likely than a comment
/// quotes a game.
class BracketRule : public CutRule {
 public:
  explicit BracketRule(bool sgf) : sgf_(sgf) {}

  CutStep step(char c) override {
    const bool new_game = next_game_.step(c, !sgf_);
    if (state_ != State::kInside) return outside(c);
    if (new_game && ++length_ > kNextGame.size()) {
      length_ = kNextGame.size();
      depth_ = 1;
      in_value_ = true;
      escaped_ = false;
      return {.kind = CutStep::kEnds, .next = kNextGame.size()};
    }
    length_ += !new_game;
    return inside(c);
  }
  bool open() const override { return state_ == State::kInside; }

 private:
  enum class State { kOutside, kParenthesis, kInside };
  static constexpr std::string_view kNextGame = "(;GM[";

  CutStep outside(char c) {
    if (c == '(') {
      state_ = State::kParenthesis;
      return {.kind = CutStep::kStarts};
    }
    if (state_ == State::kParenthesis && c == ';') {
      state_ = State::kInside;
      depth_ = 1;
      in_value_ = escaped_ = false;
      length_ = 2;
      return {};
    }
    if (state_ == State::kParenthesis && is_space(c)) return {};
    state_ = State::kOutside;
    return {.kind = CutStep::kNoise};
  }

  CutStep inside(char c) {
    if (in_value_) {
      const bool was_escaped = escaped_;
      escaped_ = sgf_ && c == '\\' && !was_escaped;
      if (c == ']' && !was_escaped) in_value_ = false;
      return {};
    }
    if (c == '[') in_value_ = true;
    if (c == '(' && sgf_) ++depth_;
    if (c != ')' || (sgf_ && --depth_ > 0)) return {};
    state_ = State::kOutside;
    return {.kind = CutStep::kEnds};
  }

  const bool sgf_;
  State state_ = State::kOutside;
  bool in_value_ = false, escaped_ = false;
  std::size_t length_ = 0;  ///< Bytes of the game so far.
  std::size_t depth_ = 0;
  LineStart next_game_{kNextGame};
};

/// Tags, then moves; a tag after moves begins the next game, and so does a move after the result.
class PgnRule : public CutRule {
 public:
  CutStep step(char c) override {
    const bool new_game = next_game_.step(c);
    if (new_game && part_ == Part::kComment) {
      part_ = Part::kTag;
      moves_ = line_begins_ = result_ = false;
      quotes_ = 1;
      return {.kind = CutStep::kEnds, .next = kNextGame.size()};
    }
    const bool first = line_begins_ && !is_space(c);
    if (const std::size_t next = part_ == Part::kText ? read_word(c) : 0; next > 0) {
      line_begins_ = false;
      return {.kind = CutStep::kEnds, .next = next};
    }
    if (is_line_end(c)) {
      line_begins_ = true;
      if (part_ != Part::kComment) part_ = Part::kText;
    } else if (!is_space(c)) {
      line_begins_ = false;
    }
    if (is_space(c)) return filled_ ? CutStep{} : CutStep{.kind = CutStep::kNoise};
    filled_ = true;
    switch (part_) {
      case Part::kText:
        return in_text(c, first);
      case Part::kTag:
        in_tag(c);
        break;
      case Part::kComment:
        if (c == '}') part_ = Part::kText;
        break;
      case Part::kRestOfLine:
        break;
    }
    return {};
  }
  bool open() const override { return filled_; }

 private:
  /// What the latest byte belongs to. Moves, results and variations are text.
  enum class Part { kText, kTag, kComment, kRestOfLine };
  static constexpr std::string_view kNextGame = "[Event \"";

  /// Takes a byte that is no blank; `first`: the first such byte of its line.
  CutStep in_text(char c, bool first) {
    if (first && c == '[') {
      part_ = Part::kTag;
      quotes_ = 0;
      result_ = false;
      variations_ = 0;
      if (!moves_) return {};
      moves_ = false;
      return {.kind = CutStep::kEnds, .next = 1};
    }
    if (c == ';' || (first && c == '%')) {
      part_ = Part::kRestOfLine;
    } else if (c == '{') {
      part_ = Part::kComment;
    } else {
      moves_ = true;
    }
    return {};
  }

  void in_tag(char c) {
    // Another tag or the moves may stand on its line.
    if (c == ']' && last_ == '"' && quotes_ > 1) {
      part_ = Part::kText;
      line_begins_ = true;
    }
    quotes_ += c == '"';
    last_ = c;
  }

  /// Takes a byte of the text of moves. Returns how many of the latest bytes begin the next game,
  /// one without tags: they are a move, or a move number, behind a result. Else 0.
  std::size_t read_word(char c) {
    constexpr std::string_view kEnds = "{}()[];%";
    if (is_space(c) || kEnds.find(c) != kEnds.npos) {
      result_ = result_ || (variations_ == 0 && (word_ == "*" || is_pgn_result(word_)));
      word_.clear();
      if (c == '(') ++variations_;
      if (c == ')' && variations_ > 0) --variations_;
      return 0;
    }
    if (word_.size() < kLongestWord) word_ += c;
    const char letter = to_lower(word_.front());
    const bool square = word_.size() == 1 && letter >= 'a' && letter <= 'h';
    const bool number = c == '.' && parse_count(word_.substr(0, word_.size() - 1));
    if (!result_ || variations_ > 0 || !(square || number)) return 0;
    result_ = false;
    return word_.size();
  }
  static constexpr std::size_t kLongestWord = 16;

  Part part_ = Part::kText;
  bool filled_ = false;      ///< Something of this game was read,
  bool moves_ = false;       ///< moves or what may be some,
  bool result_ = false;      ///< its result.
  bool line_begins_ = true;  ///< A tag may begin here.
  std::string word_;         ///< The latest word of the text, as far as it was read.
  int variations_ = 0;       ///< Variations that are open.
  char last_ = ' ';          ///< The last character of a tag that is no blank.
  std::size_t quotes_ = 0;   ///< Quotes in a tag so far.
  LineStart next_game_{kNextGame};
};

/// JSON values one after the other, or a list of games, which are told from a list of moves by the
/// first element.
class JsonRule : public CutRule {
 public:
  CutStep step(char c) override {
    ++seen_;
    if (in_string_) return string(c);
    if (c == '"') {
      in_string_ = true;
      length_ = 0;
      squares_ = true;
      return depth_ > 0 ? CutStep{} : CutStep{.kind = CutStep::kNoise};
    }
    if (c == '{' || c == '[') return opened(c);
    if (c == '}' || c == ']') return closed();
    if (depth_ == 0 || (depth_ == 1 && list_ == List::kGames)) {
      return {.kind = CutStep::kNoise};
    }
    if (depth_ == 1 && list_ == List::kUnknown && !is_space(c)) list_ = List::kMoves;
    return {};
  }
  bool open() const override { return depth_ > (list_ == List::kGames ? 1 : 0); }

 private:
  enum class List { kNone, kUnknown, kGames, kMoves };

  CutStep string(char c) {
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
      squares_ = false;
    } else if (c == '"') {
      in_string_ = false;
      // A text of three moves or more is a game by itself.
      if (squares_ && length_ >= 6) nested_ = true;
      if (depth_ == 1 && list_ == List::kUnknown) list_ = List::kMoves;
    } else {
      const char lower = to_lower(c);
      squares_ = squares_ && (length_ % 2 == 0 ? lower >= 'a' && lower <= 'h' : is_digit(c));
      ++length_;
    }
    return {};
  }

  CutStep opened(char c) {
    ++depth_;
    if (depth_ == 1) {
      list_ = c == '[' ? List::kUnknown : List::kNone;
      seen_ = 1;
      return {.kind = CutStep::kStarts};
    }
    if (depth_ == 2 && list_ == List::kUnknown) {
      nested_ = c == '[';
      element_ = seen_ - 1;
    } else {
      nested_ = true;
    }
    if (depth_ == 2 && list_ == List::kGames) return {.kind = CutStep::kStarts};
    return {};
  }

  CutStep closed() {
    if (depth_ == 0) return {.kind = CutStep::kNoise};
    --depth_;
    if (depth_ == 1 && list_ == List::kUnknown) {
      list_ = nested_ ? List::kGames : List::kMoves;
      if (nested_) return {.kind = CutStep::kEnds, .front = element_};
    }
    if (depth_ == 1 && list_ == List::kGames) return {.kind = CutStep::kEnds};
    if (depth_ > 0) return {};
    const bool games = list_ == List::kGames;
    list_ = List::kNone;
    return games ? CutStep{.kind = CutStep::kNoise} : CutStep{.kind = CutStep::kEnds};
  }

  List list_ = List::kNone;
  bool in_string_ = false, escaped_ = false;
  bool nested_ = false;     ///< The first element holds a list or an object, or moves as one text.
  bool squares_ = false;    ///< The string so far is squares: "f5d6".
  std::size_t length_ = 0;  ///< Length of the string so far.
  std::size_t depth_ = 0;
  std::size_t seen_ = 0;     ///< Bytes since the value began.
  std::size_t element_ = 0;  ///< Bytes from there to its first element.
};

class LineRule : public CutRule {
 public:
  CutStep step(char c) override {
    if (!is_line_end(c)) {
      filled_ = filled_ || !is_space(c);
      return {};
    }
    const bool ends = filled_;
    filled_ = false;
    return {.kind = ends ? CutStep::kEnds : CutStep::kNoise};
  }
  bool open() const override { return filled_; }

 private:
  bool filled_ = false;
};

class WholeRule : public CutRule {
 public:
  CutStep step(char c) override {
    filled_ = filled_ || !is_space(c);
    return {};
  }
  bool open() const override { return filled_; }

 private:
  bool filled_ = false;
};

}  // namespace

std::unique_ptr<CutRule> bracket_rule(bool sgf) { return std::make_unique<BracketRule>(sgf); }
std::unique_ptr<CutRule> pgn_rule() { return std::make_unique<PgnRule>(); }
std::unique_ptr<CutRule> json_rule() { return std::make_unique<JsonRule>(); }
std::unique_ptr<CutRule> line_rule() { return std::make_unique<LineRule>(); }
std::unique_ptr<CutRule> whole_rule() { return std::make_unique<WholeRule>(); }

}  // namespace sumi
