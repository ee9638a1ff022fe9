// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/text/ugi.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace sumi::protocol {
namespace {

constexpr int kMaxPlies = 60;
constexpr std::int64_t kMaxNumber = 1'000'000'000'000;  // 31 years in ms; sums of more may overflow

std::string_view whole(UgiWords words) {
  if (words.empty()) return {};
  const char* const begin = words.front().data();
  const char* const end = words.back().data() + words.back().size();
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::size_t find_word(UgiWords words, std::string_view word) {
  const auto found = std::ranges::find_if(
      words, [word](std::string_view w) { return equal_ignoring_case(w, word); });
  return static_cast<std::size_t>(found - words.begin());
}

/// Translates FEN letters for parse_fen(): `*` and b are black, w is white.
std::string fen_letters(std::string_view text) {
  std::string fen(text);
  for (char& c : fen) {
    if (c == '*' || to_lower(c) == 'b') c = 'x';
    if (to_lower(c) == 'w') c = 'o';
  }
  return fen;
}

/// The squares and the side, for parse_position(). USI appends the side and the move number to the
/// squares; the number may be a separate word.
std::string squares_and_side(UgiWords words) {
  const std::string_view first = words[0];
  for (const std::size_t squares : {64, 36, 16}) {
    if (first.size() < squares) continue;
    if (first.size() == squares) return std::string(whole(words.first(words.size() > 1 ? 2 : 1)));
    const std::string_view number = first.substr(squares + 1);
    if (!number.empty() && !all_digits(number)) continue;
    return fmt::format("{} {}", first.substr(0, squares), first[squares]);
  }
  return std::string(whole(words));
}

Result<Position> parse_board(UgiWords words, int size) {
  const bool named = !words.empty() && (equal_ignoring_case(words[0], "fen") ||
                                        equal_ignoring_case(words[0], "sfen"));
  if (named) words = words.subspan(1);
  if (words.empty()) {
    return Error{ErrorCode::kBadSyntax,
                 "position: no board, need startpos, or fen and a board such as "
                 "8/8/8/3ox3/3xo3/8/8/8 x"};
  }
  if (words.size() == 1 && equal_ignoring_case(words[0], "startpos")) return start_position(size);
  const bool fen = words[0].find('/') != words[0].npos && words[0].find('-') == words[0].npos;
  if (!fen) return parse_position(squares_and_side(words), size);
  return parse_fen(fen_letters(words[0]) + ' ' + std::string(words.size() > 1 ? words[1] : ""));
}

struct NumberKey {
  std::string_view name;
  std::int64_t min, max;
  void (*set)(UgiGo&, std::int64_t);
};

void set_black_time(UgiGo& go, std::int64_t n) { go.time[0] = Millis(n); }
void set_white_time(UgiGo& go, std::int64_t n) { go.time[1] = Millis(n); }
void set_black_increment(UgiGo& go, std::int64_t n) { go.increment[0] = Millis(n); }
void set_white_increment(UgiGo& go, std::int64_t n) { go.increment[1] = Millis(n); }

constexpr NumberKey kNumberKeys[] = {
    {"p1time", 0, kMaxNumber, set_black_time},
    {"btime", 0, kMaxNumber, set_black_time},
    {"p2time", 0, kMaxNumber, set_white_time},
    {"wtime", 0, kMaxNumber, set_white_time},
    {"p1inc", 0, kMaxNumber, set_black_increment},
    {"binc", 0, kMaxNumber, set_black_increment},
    {"p2inc", 0, kMaxNumber, set_white_increment},
    {"winc", 0, kMaxNumber, set_white_increment},
    {"byoyomi", 0, kMaxNumber, [](UgiGo& go, std::int64_t n) { go.byoyomi = Millis(n); }},
    {"movestogo", 0, kMaxPlies,
     [](UgiGo& go, std::int64_t n) { go.moves_to_go = static_cast<int>(n); }},
    {"movetime", 0, kMaxNumber, [](UgiGo& go, std::int64_t n) { go.move_time = Millis(n); }},
    {"depth", 1, kMaxPlies, [](UgiGo& go, std::int64_t n) { go.depth = static_cast<int>(n); }},
    {"nodes", 1, kMaxNumber,
     [](UgiGo& go, std::int64_t n) { go.nodes = static_cast<std::uint64_t>(n); }},
    {"perft", 0, kMaxPlies, [](UgiGo& go, std::int64_t n) { go.perft = static_cast<int>(n); }},
    {"mate", 0, kMaxNumber, [](UgiGo&, std::int64_t) {}},
};

/// Reads and clamps a key's number: GUIs send negative times after a time-out, and huge numbers for
/// "no limit".
void read_number(const NumberKey& key, std::string_view text, UgiGo& go) {
  std::int64_t n = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, n);
  if (stop != end || (status != std::errc{} && status != std::errc::result_out_of_range)) {
    go.faults.push_back(
        fmt::format("go: {} is not a whole number for {}", sumi::quoted(text), key.name));
    return;
  }
  if (status == std::errc::result_out_of_range) n = text[0] == '-' ? key.min : key.max;
  key.set(go, std::clamp(n, key.min, key.max));
}

/// Reads moves from `at`; returns the index after them.
std::size_t read_moves(UgiWords words, std::size_t at, int size, UgiGo& go) {
  for (; at < words.size(); ++at) {
    const auto square = parse_square(words[at], size);
    if (!square) break;
    if (*square != Square::kPass) go.moves |= bit(*square);
  }
  return at;
}

/// Rounded to 1/100 disc.
int centidiscs(Value v) {
  const int half = v.units >= 0 ? Value::kPerDisc / 2 : -Value::kPerDisc / 2;
  return (v.units * 100 + half) / Value::kPerDisc;
}

std::string score_text(const Candidate& c) {
  const std::string_view bound = c.lower == c.upper     ? ""
                                 : c.lower == c.value() ? " lowerbound"
                                                        : " upperbound";
  return fmt::format("score cp {}{}", centidiscs(c.value()), bound);
}

bool is_known(const Candidate& c) { return c.lower > -kInfinity || c.upper < kInfinity; }

}  // namespace

Result<Game> parse_ugi_position(UgiWords words, int size) {
  const std::size_t moves = find_word(words, "moves");
  const auto start = parse_board(words.first(moves), size);
  if (!start) return start.error();
  Game game(*start);
  for (std::size_t i = moves + 1; i < words.size(); ++i) {
    const auto square = parse_square(words[i], start->size);
    if (!square) return square.error();
    if (const auto played = game.play(*square); !played) return played.error();
  }
  return game;
}

std::optional<Clock> UgiGo::clock(Color color) const {
  const auto side = static_cast<std::size_t>(color);
  if (!time[side] && byoyomi == Millis{}) return std::nullopt;
  Clock clock{time[side].value_or(Millis{}), increment[side], moves_to_go};
  if (byoyomi > Millis{} && clock.remaining > Millis{}) {
    clock.period = byoyomi;
    clock.periods = 1;
    clock.moves_to_go = 0;
  } else if (byoyomi > Millis{}) {
    clock.remaining = byoyomi;
    clock.moves_to_go = 1;
  }
  return clock;
}

UgiGo parse_ugi_go(UgiWords words, int size) {
  UgiGo go;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const auto key = std::ranges::find_if(
        kNumberKeys, [word](const NumberKey& k) { return equal_ignoring_case(k.name, word); });
    if (equal_ignoring_case(word, "infinite")) {
      go.infinite = true;
    } else if (equal_ignoring_case(word, "ponder")) {
      go.ponder = true;
    } else if (equal_ignoring_case(word, "searchmoves")) {
      i = read_moves(words, i + 1, size, go) - 1;
    } else if (key == std::end(kNumberKeys)) {
      go.faults.push_back(fmt::format("go: {} is not a key", sumi::quoted(word)));
    } else if (i + 1 == words.size()) {
      go.faults.push_back(fmt::format("go: no number for {}", key->name));
    } else {
      read_number(*key, words[++i], go);
    }
  }
  return go;
}

SearchLimits ugi_limits(const EngineOptions& options, const UgiGo& go, Color to_move,
                        int multi_pv) {
  const std::optional<Clock> clock = go.clock(to_move);
  SearchLimits limits;
  if (go.infinite) {
    limits.selectivity = kFastSelectivity;
    limits.consults_book = true;
  } else {
    limits = move_limits(options, clock);
    if (go.depth || go.nodes || go.move_time) limits.move_time = go.move_time;
  }
  const bool full_width = go.depth && !limits.depth;  // like the option depth
  if (full_width) limits.selectivity = 100;
  if (go.depth) limits.depth = std::min(*go.depth, limits.depth.value_or(kMaxPlies));
  if (go.nodes) limits.nodes = std::min(*go.nodes, limits.nodes.value_or(*go.nodes));
  if (go.moves != 0) limits.moves = go.moves;
  limits.candidates = multi_pv;
  return limits;
}

Result<UgiSetting> parse_ugi_setting(UgiWords words) {
  const std::size_t end = find_word(words, "value");
  if (end < 2 || !equal_ignoring_case(words[0], "name")) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("setoption: {} is not of the form name NAME [value VALUE]",
                             sumi::quoted(whole(words)))};
  }
  UgiSetting setting{fmt::format("{}", fmt::join(words.subspan(1, end - 1), " ")), {}};
  if (equal_ignoring_case(std::string_view(setting.name).substr(0, 4), "USI_")) {
    setting.name.erase(0, 4);
  }
  if (end < words.size()) setting.value = whole(words.subspan(end + 1));
  if (setting.value == "<empty>") setting.value.clear();
  return setting;
}

std::string ugi_option(const OptionSpec& spec, std::string_view value) {
  const auto line = [&spec](std::string_view type, std::string_view rest) {
    return fmt::format("option name {} type {} default {}", spec.title, type, rest);
  };
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) return line("check", value);
  if (std::holds_alternative<int EngineOptions::*>(spec.field)) {
    if (spec.step == 1) {
      return line("spin", fmt::format("{} min {} max {}", value, spec.min, spec.max));
    }
    std::string rest(value);
    for (int n = spec.min; n <= spec.max; n += spec.step) rest += fmt::format(" var {}", n);
    return line("combo", rest);
  }
  if (spec.choices.empty()) return line("string", value.empty() ? "<empty>" : value);
  return line("combo", fmt::format("{} var {}", value, fmt::join(spec.choices, " var ")));
}

std::string ugi_move(Square move, UgiDialect dialect, int size) {
  if (move == Square::kPass && dialect != UgiDialect::kUsi) return "0000";
  return to_text(move, size);
}

std::string ugi_best_move(const Line& line, bool with_reply, UgiDialect dialect, int size) {
  const Square move = line.empty() ? Square::kPass : line[0];
  std::string text = "bestmove " + ugi_move(move, dialect, size);
  if (with_reply && line.size() > 1) text += " ponder " + ugi_move(line[1], dialect, size);
  return text;
}

std::vector<std::string> ugi_info(const SearchUpdate& update, int multi_pv, UgiDialect dialect,
                                  const Position& position) {
  std::vector<std::string> lines;
  const auto tell = [&](const Candidate& candidate, std::size_t rank) {
    if (!is_known(candidate)) return;
    const std::string number = multi_pv > 1 ? fmt::format(" multipv {}", rank) : "";
    const double rate = static_cast<double>(update.nodes) / std::max(update.seconds, 1e-3);
    std::string text = fmt::format("info depth {}{} {} nodes {} nps {:.0f} time {:.0f} pv",
                                   update.basis(candidate).depth, number, score_text(candidate),
                                   update.nodes, rate, std::floor(update.seconds * 1000));
    for (const Square s : candidate.line) text += ' ' + ugi_move(s, dialect, position.size);
    lines.push_back(std::move(text));
  };
  tell(update, 1);
  const std::size_t others =
      std::min(update.others.size(), static_cast<std::size_t>(std::max(multi_pv, 1) - 1));
  for (std::size_t i = 0; i < others; ++i) tell(update.others[i], i + 2);
  if (lines.empty()) return lines;
  if (update.exact) {
    lines.insert(lines.begin(), "info string exact");
  } else if (update.depth >= empties(position.board, position.size)) {
    lines.insert(lines.begin(), fmt::format("info string selectivity {}", update.selectivity));
  }
  if (update.book) lines.insert(lines.begin(), "info string book");
  return lines;
}

}  // namespace sumi::protocol
