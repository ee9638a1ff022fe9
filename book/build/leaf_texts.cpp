// SPDX-License-Identifier: MIT
#include "book/build/leaf_texts.h"
#include "engine/base/checksum.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <system_error>

namespace sumi::book {
namespace {

constexpr std::string_view kJobTitle = "sumi book job 1", kAnswerTitle = "sumi book answer 1";

Error bad_leaf_text(std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("{}", what)};
}

template <class Number>
std::optional<Number> number_of(std::string_view word, int base) {
  Number number{};
  const auto [end, failure] =
      std::from_chars(word.data(), word.data() + word.size(), number, base);
  if (word.empty() || failure != std::errc() || end != word.data() + word.size()) {
    return std::nullopt;
  }
  return number;
}

std::optional<std::uint64_t> hex_of(std::string_view word) {
  return word.size() == 16 ? number_of<std::uint64_t>(word, 16) : std::nullopt;
}

std::string with_leaf_sum(std::string text) {
  return text + fmt::format("sum {:016x}\n", checksum(text));
}

struct TitledLines {
  std::uint64_t settings = 0;
  std::vector<std::string_view> lines;
};

/// The lines between title and sum, if both are as they should be.
Result<TitledLines> lines_of(std::string_view text, std::string_view title) {
  if (text.size() > kMaxJobBytes) return bad_leaf_text("too long");
  constexpr std::size_t kSumLine = 4 + 16 + 1;
  const std::size_t end = text.size() < kSumLine ? 0 : text.size() - kSumLine;
  if (text.substr(end) != fmt::format("sum {:016x}\n", checksum(text.substr(0, end)))) {
    return bad_leaf_text("cut off or damaged: its checksum does not fit");
  }
  TitledLines found;
  text = text.substr(0, end);
  std::string_view first = take_until(text, '\n');
  const auto settings = first.starts_with(title) && first.size() == title.size() + 17 &&
                                first[title.size()] == ' '
                            ? hex_of(first.substr(title.size() + 1))
                            : std::nullopt;
  if (!settings) return bad_leaf_text(fmt::format("does not begin with '{}'", title));
  found.settings = *settings;
  while (!text.empty()) found.lines.push_back(take_until(text, '\n'));
  if (found.lines.empty() || found.lines.size() > kMaxJobLeaves) {
    return bad_leaf_text(fmt::format("has {} leaves, not 1..{}", found.lines.size(), kMaxJobLeaves));
  }
  return found;
}

/// Cuts a leaf off the words of its line.
std::optional<LeafTask> take_leaf(std::string_view& line) {
  LeafTask task;
  const auto own = hex_of(take_word(line)), opp = hex_of(take_word(line)),
             moves = hex_of(take_word(line));
  const auto level = parse_count(take_word(line));
  if (!own || !opp || !moves || !level) return std::nullopt;
  task = {Board{*own, *opp}, *moves, *level};
  const bool sound = is_book_position(task.board) && task.moves != 0 &&
                     (task.moves & ~rules::legal_moves(task.board)) == 0 &&
                     task.level <= kMaxBookLevel;
  return sound ? std::optional(task) : std::nullopt;
}

std::optional<LeafAnswer> leaf_answer_of(std::string_view line) {
  const auto task = take_leaf(line);
  if (!task) return std::nullopt;
  LeafAnswer answer{*task, {}};
  const auto move = parse_square(take_word(line));
  const auto value = parse_int(take_word(line)), depth = parse_count(take_word(line)),
             selectivity = parse_count(take_word(line)), exact = parse_count(take_word(line));
  const auto nodes = number_of<std::uint64_t>(take_word(line), 10),
             micros = number_of<std::uint64_t>(take_word(line), 10);
  if (!move || *move == Square::kPass || !value || !depth || !selectivity || !exact ||
      *exact > 1 || !nodes || !micros || !line.empty() || (bit(*move) & task->moves) == 0) {
    return std::nullopt;
  }
  answer.leaf = {Leaf::State::kMove, *move, {*value}, *depth, *selectivity, *exact == 1};
  answer.nodes = *nodes;
  answer.micros = *micros;
  BookEntry entry;
  entry.leaf = answer.leaf;
  entry.level = task->level;
  return fault_of(task->board, entry).empty() ? std::optional(answer) : std::nullopt;
}

}  // namespace

std::string leaf_line(const LeafTask& task) {
  return fmt::format("{:016x} {:016x} {:016x} {}", task.board.own, task.board.opp, task.moves,
                     task.level);
}

std::string job_text(std::uint64_t settings, std::span<const LeafTask> leaves) {
  std::string text = fmt::format("{} {:016x}\n", kJobTitle, settings);
  for (const LeafTask& leaf : leaves) text += leaf_line(leaf) + '\n';
  return with_leaf_sum(std::move(text));
}

Result<LeafJob> parse_job(std::string_view text) {
  const auto lines = lines_of(text, kJobTitle);
  if (!lines) return lines.error();
  LeafJob job{lines->settings, {}};
  for (std::string_view line : lines->lines) {
    const auto task = take_leaf(line);
    if (!task || !line.empty()) return bad_leaf_text("a line is no leaf");
    job.leaves.push_back(*task);
  }
  return job;
}

std::string answer_text(std::uint64_t settings, std::span<const LeafAnswer> leaves) {
  std::string text = fmt::format("{} {:016x}\n", kAnswerTitle, settings);
  for (const LeafAnswer& answer : leaves) {
    const Leaf& leaf = answer.leaf;
    text += fmt::format("{} {} {} {} {} {} {} {}\n", leaf_line(answer.task), to_text(leaf.move),
                        leaf.value.units, leaf.depth, leaf.selectivity, leaf.exact ? 1 : 0,
                        answer.nodes, answer.micros);
  }
  return with_leaf_sum(std::move(text));
}

Result<AnsweredJob> parse_answer(std::string_view text) {
  const auto lines = lines_of(text, kAnswerTitle);
  if (!lines) return lines.error();
  AnsweredJob job{lines->settings, {}};
  for (const std::string_view line : lines->lines) {
    const auto answer = leaf_answer_of(line);
    if (!answer) return bad_leaf_text("a line is no answer to a leaf");
    job.leaves.push_back(*answer);
  }
  return job;
}

}  // namespace sumi::book
