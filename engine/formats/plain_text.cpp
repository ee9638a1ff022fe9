// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/plain_text.h"
#include "engine/game/notation.h"

#include <algorithm>
#include <optional>

namespace sumi {
namespace {

constexpr bool is_in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

/// Box drawing, U+2500 to U+256C: horizontal and vertical lines, corners and crossings.
std::string_view frame_sign(char32_t c) {
  constexpr std::u32string_view kHorizontal = U"─━┄┅┈┉╌╍═", kVertical = U"│┃┆┇┊┋╎╏║";
  return kHorizontal.find(c) != kHorizontal.npos ? "="
         : kVertical.find(c) != kVertical.npos   ? "|"
                                                 : "+";
}

/// What `c` stands for; nothing if it stands for itself.
std::optional<std::string_view> ascii_of(char32_t c) {
  constexpr std::string_view kAscii =
      "!\"#$%&'()*+,-./"
      "0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
  constexpr std::u32string_view kBlack = U"●⚫⬤🖤🌑⛂",
                                kWhite = U"○⚪◯〇🤍🌕⛀",
                                kEmpty = U"・･·∙⋅•□◻⬜▫▢◽🟩🟢",
                                kDropped = U"\uFEFF\uFE0E\uFE0F\u200B\u200C\u200D\u20E3";
  const auto among = [c](std::u32string_view set) { return set.find(c) != set.npos; };
  if (is_in(c, U'！', U'～')) return kAscii.substr(c - U'！', 1);
  if (is_in(c, 0x2500, 0x256C)) return frame_sign(c);
  if (among(kBlack)) return "X";
  if (among(kWhite)) return "O";
  if (among(kEmpty)) return ".";
  if (c == 0x3000 || c == 0xA0 || c == 0x202F || is_in(c, 0x2000, 0x200A)) return " ";
  if (is_in(c, 0x2010, 0x2015) || c == 0x2212) return "-";
  if (among(kDropped)) return "";
  if (is_in(c, U'①', U'⑳')) return " ";
  switch (c) {
    case U'、':
      return ",";
    case U'。':
      return ".";
    case U'‘':
    case U'’':
      return "'";
    case U'“':
    case U'”':
    case U'「':
    case U'」':
      return "\"";
    case U'黒':
    case U'黑':
      return " black ";
    case U'白':
      return " white ";
    case U'番':
      return " ban ";
    case U'次':
      return " next ";
    default:
      return std::nullopt;
  }
}

/// A word of several characters at the front of `text`, and what it stands for.
struct Word {
  std::string_view word, ascii;
};
constexpr Word kWords[] = {{"パス", " pass "}, {"先手", " black "}, {"後手", " white "}};

/// The length of what a text has for the eye only, at the front of `text`: a tag of HTML ("<td>"),
/// or a colour of a terminal. 0: no such thing is there.
std::size_t markup_length(std::string_view text) {
  if (text.starts_with("\x1B[")) {
    const std::size_t end = text.find_first_not_of("0123456789;", 2);
    return end != text.npos && is_letter(text[end]) ? end + 1 : 0;
  }
  if (text[0] != '<') return 0;
  std::size_t at = text.substr(1).starts_with('/') ? 2 : 1;
  const std::size_t name = at;
  while (at < text.size() && is_alnum(text[at])) ++at;
  const std::string_view word = text.substr(name, at - name);
  const bool heading = word.size() == 2 && to_lower(word[0]) == 'h' && word[1] <= '6';
  if (word.size() == 2 && !heading && find_square(word)) return 0;  // "<d6>" is a move
  const bool named = !word.empty() && is_letter(word[0]) && at < text.size() &&
                     (is_space(text[at]) || text[at] == '/' || text[at] == '>');
  const std::size_t end = text.find_first_of("<>", at);
  return named && end != text.npos && text[end] == '>' ? end + 1 : 0;
}

}  // namespace

PlainText::PlainText(std::string_view raw) : raw_(raw) {
  static constexpr CharSet kMarks("<\x1B");
  const auto is_mapped = [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || kMarks.has(c);
  };
  if (std::ranges::none_of(raw, is_mapped)) return;
  mapped_ = true;
  const auto put = [&](std::string_view ascii, std::size_t from) {
    plain_ += ascii;
    origin_.resize(plain_.size(), static_cast<std::uint32_t>(from));
  };
  for (std::size_t at = 0; at < raw.size();) {
    const std::string_view here = raw.substr(at);
    if (const std::size_t markup = markup_length(here); markup > 0) {
      if (here[0] == '<') put(" ", at);
      at += markup;
      continue;
    }
    const auto word =
        std::ranges::find_if(kWords, [&](const Word& w) { return here.starts_with(w.word); });
    const std::size_t length = std::max<std::size_t>(utf8_length(here), 1);
    if (word != std::end(kWords)) {
      put(word->ascii, at);
      at += word->word.size();
      continue;
    }
    const auto ascii = length > 1 ? ascii_of(utf8_character(here)) : std::nullopt;
    put(ascii.value_or(here.substr(0, length)), at);
    at += length;
  }
  origin_.push_back(static_cast<std::uint32_t>(raw.size()));
}

std::string_view PlainText::raw(std::size_t begin, std::size_t end) const {
  if (!mapped_) return raw_.substr(begin, end - begin);
  return raw_.substr(origin_[begin], origin_[end] - origin_[begin]);
}

}  // namespace sumi
