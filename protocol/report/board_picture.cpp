// SPDX-License-Identifier: MIT
/// The grid is one path. Text is centred by calculation, because some viewers ignore
/// dominant-baseline.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/svg_chart.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace sumi::protocol {
namespace {

constexpr int kSquare = 10;                    ///< units of the picture
constexpr int kFrameWide = 6, kFrameThin = 2;  ///< with and without coordinates
constexpr std::string_view kFelt = "#2a7f50", kLines = "#1d5c38", kFrame = "#17301f",
                           kFrameText = "#e6efe8", kBlack = "#141414", kWhite = "#f6f6f2",
                           kLast = "#e0503c", kGood = "#ffe27a", kBad = "#b3261e";

class Drawing {
 public:
  explicit Drawing(const BoardPicture& picture)
      : picture_(picture),
        position_(picture.position),
        board_(kSquare * position_.size),
        origin_(picture.coordinates ? kFrameWide : 0) {
    if (picture.coordinates) frame();
    ground();
    discs(Color::kBlack);
    discs(Color::kWhite);
    if (picture.legal_moves) legal_moves();
    if (picture.last) last_move(*picture.last);
    for (const SquareLabel& mark : picture.marks) {
      const bool both = has(picture.scores, mark.square);
      label(mark, both ? -1.9 : 0, both ? 4.2 : 5.6);
    }
    for (const SquareLabel& score : picture.scores) {
      const bool both = has(picture.marks, score.square);
      label(score, both ? 2.5 : 0, both ? 3.2 : 4.2);
    }
  }

  std::string svg() const {
    const int side = board_ + (picture_.coordinates ? kFrameWide + kFrameThin : 0);
    const std::string size =
        picture_.pixels > 0 ? fmt::format(R"( width="{0}" height="{0}")", picture_.pixels) : "";
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {0} {0}"{1})"
        R"( role="img"><title>{2}</title>{3}</svg>)",
        side, size, picture_.title.empty() ? to_text(position_) : escaped(picture_.title), body_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> form, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), form, std::forward<Args>(args)...);
  }

  /// Of a file from the left, or of a rank from the top.
  int middle_of(int number) const {
    const int place = picture_.flip ? position_.size - 1 - number : number;
    return origin_ + place * kSquare + kSquare / 2;
  }
  int x_of(Square s) const { return middle_of(file_of(s, position_.size)); }
  int y_of(Square s) const { return middle_of(rank_of(s, position_.size)); }
  bool on_board(Square s) const {
    return s != Square::kPass && (bit(s) & squares_of(position_.size)) != 0;
  }
  static bool has(const std::vector<SquareLabel>& labels, Square s) {
    return std::ranges::any_of(labels, [s](const SquareLabel& label) { return label.square == s; });
  }
  bool has_label(Square s) const { return has(picture_.marks, s) || has(picture_.scores, s); }

  void frame() {
    const int side = board_ + kFrameWide + kFrameThin;
    add(R"(<rect width="{0}" height="{0}" rx="1.5" fill="{1}"/>)", side, kFrame);
    add(R"(<g fill="{}" font-family="system-ui,sans-serif" font-size="4" text-anchor="middle">)",
        kFrameText);
    for (int i = 0; i < position_.size; ++i) {
      const int middle = middle_of(i);
      add(R"(<text x="{}" y="4.4">{}</text>)", middle, static_cast<char>('a' + i));
      add(R"(<text x="3" y="{:.1f}">{}</text>)", middle + 1.4, i + 1);
    }
    body_ += "</g>";
  }

  void ground() {
    const std::string corner = origin_ > 0 ? fmt::format(R"( x="{0}" y="{0}")", origin_) : "";
    add(R"(<rect{0} width="{1}" height="{1}" fill="{2}"/>)", corner, board_, kFelt);
    body_ += R"(<path d=")";
    const int end = origin_ + board_;
    for (int i = 1; i < position_.size; ++i) {
      add("M{0} {1}V{2}M{1} {0}H{2}", origin_ + i * kSquare, origin_, end);
    }
    add(R"(" stroke="{}" stroke-width=".5"/>)", kLines);
  }

  void discs(Color color) {
    add(R"(<g fill="{}">)", color == Color::kBlack ? kBlack : kWhite);
    for (Bitboard left = position_.discs(color); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      add(R"(<circle cx="{}" cy="{}" r="4.1"/>)", x_of(s), y_of(s));
    }
    body_ += "</g>";
  }

  void legal_moves() {
    add(R"(<g fill="none" stroke="{}" stroke-width=".5">)",
        position_.to_move == Color::kBlack ? kBlack : kWhite);
    for (Bitboard left = rules::legal_moves(position_.board, position_.size); left != 0;
         left &= left - 1) {
      const Square s = first_square(left);
      add(R"(<circle cx="{}" cy="{}" r="{}"/>)", x_of(s), y_of(s), has_label(s) ? "4.1" : "1.3");
    }
    body_ += "</g>";
  }

  void last_move(Square s) {
    if (!on_board(s)) return;
    if (has_label(s)) {
      add(R"(<circle cx="{}" cy="{}" r="4.3" fill="none" stroke="{}" stroke-width=".8"/>)", x_of(s),
          y_of(s), kLast);
    } else {
      add(R"(<circle cx="{}" cy="{}" r="1.2" fill="{}"/>)", x_of(s), y_of(s), kLast);
    }
  }

  /// `height`: line height in units. `down`: distance below the square's centre.
  void label(const SquareLabel& label, double down, double height) {
    if (!on_board(label.square) || label.text.empty()) return;
    // Bold sans-serif characters are at most about 0.62 of the line height wide.
    const double letters = static_cast<double>(count_characters(label.text)) * 0.62;
    const double size = std::min(height, 9.0 / letters);
    const double x = x_of(label.square), y = y_of(label.square) + down;
    std::string_view ink = position_.discs(Color::kWhite) & bit(label.square) ? kBlack : "#fff";
    if (label.tone != LabelTone::kPlain) {
      const double width = std::min(letters * size + 1.6, 9.6), tall = size * 1.05;
      add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="1.2" fill="{}"/>)",
          x - width / 2, y - tall / 2, width, tall, label.tone == LabelTone::kGood ? kGood : kBad);
      ink = label.tone == LabelTone::kGood ? kBlack : "#fff";
    }
    add(R"(<text x="{:.0f}" y="{:.2f}" fill="{}" font-family="system-ui,sans-serif")"
        R"( font-size="{:.1f}" font-weight="700" text-anchor="middle">{}</text>)",
        x, y + size * 0.355, ink, size, escaped(label.text));
  }

  const BoardPicture& picture_;
  const Position& position_;
  const int board_;
  const int origin_;
  std::string body_;
};

}  // namespace

std::string to_svg(const BoardPicture& picture) { return Drawing(picture).svg(); }

std::string to_svg(const Position& position, std::optional<Square> last) {
  BoardPicture picture;
  picture.position = position;
  picture.last = last;
  return to_svg(picture);
}

// Computes all cells first to find the widest.

namespace {

std::string label_of(const std::vector<SquareLabel>& labels, Square s) {
  const auto found = std::ranges::find(labels, s, &SquareLabel::square);
  return found == labels.end() ? "" : found->text;
}

std::string cell(const BoardPicture& picture, Square s) {
  const Position& p = picture.position;
  const bool taken = (p.board.empty() & bit(s)) == 0;
  std::string text = label_of(picture.marks, s) + label_of(picture.scores, s);
  if (taken) {
    text.insert(0, p.discs(Color::kBlack) & bit(s) ? "X" : "O");
  } else if (text.empty()) {
    text = picture.legal_moves && rules::flips(p.board, s, p.size) != 0 ? "*" : ".";
  }
  return picture.last == s ? fmt::format("[{}]", text) : fmt::format(" {} ", text);
}

}  // namespace

std::string text_board(const BoardPicture& picture) {
  const int size = picture.position.size;
  const auto at = [&](int file, int rank) {
    return picture.flip ? square_at(size - 1 - file, size - 1 - rank, size)
                        : square_at(file, rank, size);
  };
  std::array<std::string, 64> cells;
  int width = 0;
  for (int i = 0; i < size * size; ++i) {
    std::string& text = cells[static_cast<std::size_t>(i)];
    text = cell(picture, at(i % size, i / size));
    width = std::max(width, display_width(text));
  }
  // Adjacent cells share a column, as in `X O`.
  const int column = width - 1;
  std::string files = "  ";
  for (int i = 0; i < size; ++i) {
    const int file = picture.flip ? size - 1 - i : i;
    files += fmt::format("{:<{}}", static_cast<char>('A' + file), column);
  }
  files.erase(files.find_last_not_of(' ') + 1);
  std::string text = files + "\n";
  for (int row = 0; row < size; ++row) {
    const int rank = picture.flip ? size - row : row + 1;
    // Each cell has its own left and right column; where two meet, a bracket wins.
    std::string line;
    for (int i = 0; i < size; ++i) {
      const std::string& next = cells[static_cast<std::size_t>(row * size + i)];
      if (!line.empty() && next[0] == ' ') {
        line += next.substr(1);
      } else {
        if (!line.empty()) line.pop_back();
        line += next;
      }
      const int missing = width - display_width(next);
      line.append(static_cast<std::size_t>(missing), ' ');
    }
    text += fmt::format("{}{}{}\n", rank, line, rank);
  }
  return text + files + "\n";
}

}  // namespace sumi::protocol
