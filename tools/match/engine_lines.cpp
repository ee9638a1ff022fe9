// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "tools/match/engine_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace sumi::match {
namespace {

constexpr std::string_view kNBoardAnswer = "===";
constexpr double kCentidiscs = 100;
constexpr std::size_t kMaxListed = 300;
constexpr double kMaxSquares = 64;

/// "1.5", in some locales "1,5", or "1.5,-2" from engines with separate draw values.
std::optional<double> read_discs(std::string_view text) {
  if (text.find('.') != text.npos) text = text.substr(0, text.find(','));
  return parse_real(text);
}

std::uint64_t read_count(std::string_view text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, count);
  return status == std::errc{} && stop == end ? count : 0;
}

/// The word after `key`, or empty.
std::string_view word_after(const std::vector<std::string_view>& words, std::string_view key) {
  const auto found = std::ranges::find(words, key);
  return found == words.end() || found + 1 == words.end() ? std::string_view() : found[1];
}

char plain(char c) { return c == '_' || c == '-' ? ' ' : to_lower(c); }

}  // namespace

std::optional<protocol::NBoardMove> parse_nboard_answer(std::string_view line, int size) {
  if (!line.starts_with(kNBoardAnswer)) return std::nullopt;
  std::string text(trim(line.substr(kNBoardAnswer.size())));
  if (text.find('/') == text.npos) text = fmt::format("{}", fmt::join(split_words(text), "/"));
  const auto move = protocol::parse_nboard_move(text, size);
  return move ? std::optional(*move) : std::nullopt;
}

std::optional<Evaluation> parse_nboard_search(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() < 5 || (words[0] != "search" && words[0] != "book")) return std::nullopt;
  const auto discs = read_discs(words[2]);
  if (!discs) return std::nullopt;
  Evaluation evaluation;
  evaluation.discs = *discs;
  evaluation.exact = words[4] == "100%";
  const std::string_view depth = words[4].substr(0, words[4].find('@'));
  if (!depth.ends_with('%') && !depth.ends_with('W')) {
    const std::size_t digits = std::min(depth.find_first_not_of("0123456789"), depth.size());
    evaluation.depth = parse_int(depth.substr(0, digits)).value_or(0);
  }
  return evaluation;
}

std::optional<std::uint64_t> parse_nboard_nodes(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() < 2 || words[0] != "nodestats") return std::nullopt;
  return read_count(words[1]);
}

std::optional<UgiOption> parse_ugi_option(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() < 3 || words[0] != "option" || words[1] != "name") return std::nullopt;
  UgiOption option;
  std::string standard, min, max;
  const std::pair<std::string_view, std::string*> keys[] = {
      {"type", &option.type}, {"default", &standard}, {"min", &min}, {"max", &max}};
  std::string* field = &option.name;  // receives the next word
  for (auto word = words.begin() + 2; word != words.end(); ++word) {
    const auto key = std::ranges::find_if(keys, [&](const auto& k) { return k.first == *word; });
    // A name may contain any word except "type".
    const bool in_name = field == &option.name && *word != "type";
    if (!in_name && *word == "var") {
      field = &option.choices.emplace_back();
    } else if (!in_name && key != std::end(keys)) {
      field = key->second;
    } else {
      *field += (field->empty() ? "" : " ") + std::string(*word);
    }
  }
  option.min = parse_int(min);
  option.max = parse_int(max);
  return option;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ", ";
    if (text.size() > kMaxListed) return text + "...";
    text += sumi::quoted(name);
  }
  return text.empty() ? "none" : text;
}

std::string fault_of(const UgiOption& option, std::string_view value) {
  const auto same = [&](std::string_view other) { return equal_ignoring_case(value, other); };
  if (option.type == "spin") {
    const auto number = parse_int(value);
    const int min = option.min.value_or(std::numeric_limits<int>::min());
    const int max = option.max.value_or(std::numeric_limits<int>::max());
    if (number && *number >= min && *number <= max) return "";
    return fmt::format("takes {}..{}, not {}", min, max, sumi::quoted(value));
  }
  if (option.type == "check" && !same("true") && !same("false")) {
    return fmt::format("takes true or false, not {}", sumi::quoted(value));
  }
  if (option.type == "combo" && std::ranges::none_of(option.choices, same)) {
    return fmt::format("takes {}, not {}", listed(option.choices), sumi::quoted(value));
  }
  return "";
}

bool same_option_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return plain(x) == plain(y); });
}

std::optional<Evaluation> parse_ugi_info(std::string_view line) {
  auto words = split_words(line);
  if (words.empty() || words[0] != "info") return std::nullopt;
  // Keywords after "pv" or "string" are plain text.
  words.erase(std::ranges::find_if(words, [](auto w) { return w == "pv" || w == "string"; }),
              words.end());
  const auto has = [&](std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  const std::string_view rank = word_after(words, "multipv");
  if (word_after(words, "score") != "cp" || (!rank.empty() && rank != "1")) return std::nullopt;
  if (has("lowerbound") || has("upperbound")) return std::nullopt;
  const auto centidiscs = parse_int(word_after(words, "cp"));
  if (!centidiscs) return std::nullopt;
  return Evaluation{.discs = *centidiscs / kCentidiscs,
                    .depth = parse_int(word_after(words, "depth")).value_or(0),
                    .nodes = read_count(word_after(words, "nodes"))};
}

bool parse_xboard_features(std::string_view line, XBoardFeatures& features) {
  if (take_word(line) != "feature") return false;
  while (!line.empty()) {
    const std::string_view name = trim(take_until(line, '='));
    const bool quoted = line.starts_with('"');
    if (quoted) line.remove_prefix(1);
    const std::string_view value = take_until(line, quoted ? '"' : ' ');
    line = trim(line);
    const std::pair<std::string_view, bool*> flags[] = {
        {"ping", &features.ping},         {"setboard", &features.setboard},
        {"usermove", &features.usermove}, {"time", &features.time},
        {"memory", &features.memory},     {"smp", &features.smp},
        {"done", &features.done}};
    const auto flag = std::ranges::find_if(flags, [&](const auto& f) { return f.first == name; });
    if (flag != std::end(flags)) *flag->second = value == "1";
    if (name == "myname") features.name = value;
    if (name == "option") features.options.emplace_back(value);
    if (name != "variants") continue;
    for (std::string_view rest = value; !rest.empty();) {
      features.variants.emplace_back(trim(take_until(rest, ',')));
    }
  }
  return true;
}

std::optional<Evaluation> parse_xboard_thinking(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() < 4) return std::nullopt;
  const auto depth = parse_count(words[0]), centidiscs = parse_int(words[1]);
  if (!depth || !centidiscs || !all_digits(words[2]) || !all_digits(words[3])) return std::nullopt;
  return Evaluation{
      .discs = *centidiscs / kCentidiscs, .depth = *depth, .nodes = read_count(words[3])};
}

std::optional<CassioResult> parse_cassio_result(std::string_view line, const Position& position) {
  std::string board = to_text(position);
  board.erase(static_cast<std::size_t>(position.size * position.size), 1);
  if (trim(take_until(line, ',')) != board) return std::nullopt;
  const auto next = [&line] { return split_words(take_until(line, ',')); };
  const auto move = next(), depth = next(), precision = next(), bounds = next();
  if (move.size() != 2 || move[0] != "move" || depth.size() != 2 || bounds.size() != 5) {
    return std::nullopt;
  }
  const auto square = parse_square(move[1], position.size);
  if (!square || *square == Square::kPass) return std::nullopt;
  // "B+2.00": the letter is the side to move.
  const auto discs = [](std::string_view word) { return parse_real(word.substr(1)); };
  const auto lower = discs(bounds[0]), upper = discs(bounds[4]);
  if (!lower || !upper) return std::nullopt;
  CassioResult result{*square, {}};
  // Of a bound that nothing is known of, the other one.
  const bool open_below = *lower <= -kMaxSquares, open_above = *upper >= kMaxSquares;
  result.evaluation.discs = open_below == open_above ? (*lower + *upper) / 2
                            : open_below             ? *upper
                                                     : *lower;
  result.evaluation.depth = parse_count(depth[1]).value_or(0);
  const bool full = result.evaluation.depth >= empties(position.board, position.size);
  result.evaluation.exact =
      full && *lower == *upper && !precision.empty() && precision[0] == "@100%";
  const auto nodes = split_words(line.substr(std::min(line.find(',') + 1, line.size())));
  result.evaluation.nodes = nodes.size() > 1 && nodes[0] == "node"
                                ? read_count(nodes[1].substr(0, nodes[1].find(',')))
                                : 0;
  return result;
}

}  // namespace sumi::match
