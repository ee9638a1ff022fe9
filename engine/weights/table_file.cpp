// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/weights/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace sumi {
namespace {

constexpr std::size_t kMaxTableBytes = 1 << 16;
constexpr int kMaxPointsPerDisc = 100'000;
constexpr int kMaxCorners = 4, kMaxMoves = 60;

/// Text by key; includes continuation lines.
using Fields = std::map<std::string_view, std::string>;

constexpr std::string_view kKeys[] = {
    "note",         "size",          "points-per-disc", "mobility",        "squares",
    "classes",      "decided-from",  "decided-corners", "decided-squares", "decided-classes",
    "error-fading", "error-lasting", "error-end",       "error-fade"};

Error bad_table(std::string_view what) { return {ErrorCode::kBadFile, std::string(what)}; }

Result<Fields> split_fields(std::string_view text) {
  Fields fields;
  std::string* last = nullptr;
  text = without_bom(text);
  if (trim(take_until(text, '\n')) != kTableFirstLine) {
    return bad_table(
        fmt::format("no table of Sumi: the first line is to be '{}'", kTableFirstLine));
  }
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    line = trim(take_until(line, '#'));
    if (line.empty()) continue;
    if (line.find(':') != line.npos) {
      const std::string_view name = trim(take_until(line, ':'));
      const auto key = std::ranges::find(kKeys, name);
      if (key == std::end(kKeys)) {
        return bad_table(
            fmt::format("{} is not one of {}", sumi::quoted(name), fmt::join(kKeys, ", ")));
      }
      const auto [field, is_new] = fields.try_emplace(*key);
      if (!is_new) return bad_table(fmt::format("'{}' is there twice", *key));
      last = &field->second;
    } else if (last == nullptr) {
      return syntax_error("the line", line, "of the form 'key: values'");
    }
    *last += line;
    *last += ' ';
  }
  return fields;
}

/// Leaves `numbers` unchanged if the key is missing.
Result<void> take_numbers(const Fields& fields, std::string_view key, std::span<int> numbers,
                          int min, int max) {
  const auto field = fields.find(key);
  if (field == fields.end()) return {};
  const std::vector<std::string_view> words = split_words(field->second);
  if (words.size() != numbers.size()) {
    return bad_table(
        fmt::format("{}: {} numbers, but {} are wanted", key, words.size(), numbers.size()));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto number = parse_int(words[i]);
    if (!number || *number < min || *number > max) {
      return syntax_error(key, words[i], fmt::format("in {}..{}", min, max));
    }
    numbers[i] = *number;
  }
  return {};
}

Result<void> take_number(const Fields& fields, std::string_view key, int& number, int min,
                         int max) {
  return take_numbers(fields, key, {&number, 1}, min, max);
}

std::vector<std::size_t> board_squares(int size) {
  std::vector<std::size_t> squares;
  for (int rank = 0; rank < size; ++rank) {
    for (int file = 0; file < size; ++file) {
      squares.push_back(static_cast<std::size_t>(index(square_at(file, rank, size))));
    }
  }
  return squares;
}

/// Reads square values from either key; nothing if both are missing.
Result<std::optional<SquareValues>> take_squares(const Fields& fields, std::string_view squares_key,
                                                 std::string_view classes_key, int size) {
  const bool by_square = fields.contains(squares_key), by_class = fields.contains(classes_key);
  if (by_square && by_class) {
    return bad_table(fmt::format("'{}' and '{}' exclude each other", squares_key, classes_key));
  }
  if (by_class) {
    if (size != 8) return bad_table(fmt::format("'{}' is for 8x8 only", classes_key));
    std::array<int, 9> classes{};
    if (const auto got =
            take_numbers(fields, classes_key, classes, -kMaxSquareValue, kMaxSquareValue);
        !got) {
      return got.error();
    }
    return std::optional(class_squares(classes));
  }
  if (!by_square) return std::optional<SquareValues>();
  const std::vector<std::size_t> squares = board_squares(size);
  std::vector<int> numbers(squares.size());
  if (const auto got =
          take_numbers(fields, squares_key, numbers, -kMaxSquareValue, kMaxSquareValue);
      !got) {
    return got.error();
  }
  SquareValues values{};
  for (std::size_t i = 0; i < squares.size(); ++i) values[squares[i]] = numbers[i];
  return std::optional(values);
}

Result<std::optional<DecidedTable>> take_decided(const Fields& fields, int size) {
  DecidedTable decided;
  const auto squares = take_squares(fields, "decided-squares", "decided-classes", size);
  if (!squares) return squares.error();
  if (!*squares) {
    if (fields.contains("decided-from") || fields.contains("decided-corners")) {
      return bad_table(
          "'decided-from' and 'decided-corners' go with 'decided-squares' or "
          "'decided-classes'");
    }
    return std::optional<DecidedTable>();
  }
  decided.squares = **squares;
  if (const auto got = take_number(fields, "decided-from", decided.from, 0, kMaxMoves); !got) {
    return got.error();
  }
  if (const auto got = take_number(fields, "decided-corners", decided.corners, 1, kMaxCorners);
      !got) {
    return got.error();
  }
  return std::optional(decided);
}

Result<std::optional<ErrorModel>> take_error(const Fields& fields) {
  ErrorModel error{};
  const std::pair<std::string_view, std::span<int>> parts[] = {{"error-fading", error.decaying},
                                                               {"error-lasting", error.random_walk},
                                                               {"error-end", error.end},
                                                               {"error-fade", {&error.fade, 1}}};
  const auto given =
      std::ranges::count_if(parts, [&](const auto& part) { return fields.contains(part.first); });
  if (given == 0) return std::optional<ErrorModel>();
  if (given != std::ssize(parts)) {
    return bad_table(
        "of the lines 'error-fading', 'error-lasting', 'error-end' and 'error-fade' "
        "all are wanted, or none");
  }
  for (const auto& [key, numbers] : parts) {
    const int most = numbers.size() == 1 ? ErrorModel::kFadeScale : ErrorModel::kMaxUnits;
    if (const auto got = take_numbers(fields, key, numbers, 0, most); !got) return got.error();
  }
  return std::optional(error);
}

std::string squares_text(std::string_view key, const SquareValues& values, int size) {
  std::string text = fmt::format("{}:\n", key);
  const std::vector<std::size_t> squares = board_squares(size);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const bool ends = (i + 1) % static_cast<std::size_t>(size) == 0;
    text += fmt::format("{:6}{}", values[squares[i]], ends ? "\n" : "");
  }
  return text;
}

/// A note must not look like a comment or a new line of the file.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return is_control(c) || c == '#'; }, ' ');
  return std::string(trim(text));
}

}  // namespace

SquareValues class_squares(const std::array<int, 9>& classes) {
  // By distances to the nearer edges, in either order.
  constexpr int kClassAt[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, -1}};
  SquareValues values{};
  for (std::size_t s = 0; s < values.size(); ++s) {
    const std::size_t file = s % 8, rank = s / 8;
    const int found = kClassAt[std::min(rank, 7 - rank)][std::min(file, 7 - file)];
    if (found >= 0) values[s] = classes[static_cast<std::size_t>(found)];
  }
  return values;
}

Result<TableFile> parse_table(std::string_view text) {
  const auto fields = split_fields(text);
  if (!fields) return fields.error();
  TableFile table;
  if (const auto note = fields->find("note"); note != fields->end()) {
    table.note = one_line(std::string(note->second));
  }
  if (const auto got = take_number(*fields, "size", table.size, 4, 8); !got) return got.error();
  if (!is_board_size(table.size)) {
    return syntax_error("size", std::to_string(table.size), "4, 6 or 8");
  }
  if (const auto got =
          take_number(*fields, "points-per-disc", table.points_per_disc, 1, kMaxPointsPerDisc);
      !got) {
    return got.error();
  }
  if (const auto got =
          take_number(*fields, "mobility", table.mobility, -kMaxSquareValue, kMaxSquareValue);
      !got) {
    return got.error();
  }
  const auto squares = take_squares(*fields, "squares", "classes", table.size);
  if (!squares) return squares.error();
  if (!*squares) return bad_table("neither 'squares' nor 'classes' is there");
  table.squares = **squares;
  auto decided = take_decided(*fields, table.size);
  if (!decided) return decided.error();
  table.decided = *decided;
  auto error = take_error(*fields);
  if (!error) return error.error();
  table.error = *error;
  return table;
}

std::string write_table(const TableFile& table) {
  std::string text = fmt::format("{}\n", kTableFirstLine);
  if (const std::string note = one_line(table.note); !note.empty()) {
    text += fmt::format("note: {}\n", note);
  }
  text += fmt::format("size: {}\npoints-per-disc: {}\nmobility: {}\n", table.size,
                      table.points_per_disc, table.mobility);
  text += squares_text("squares", table.squares, table.size);
  if (table.decided) {
    text += fmt::format("decided-from: {}\ndecided-corners: {}\n", table.decided->from,
                        table.decided->corners);
    text += squares_text("decided-squares", table.decided->squares, table.size);
  }
  if (table.error) {
    text +=
        fmt::format("error-fading: {}\nerror-lasting: {}\nerror-end: {}\nerror-fade: {}\n",
                    fmt::join(table.error->decaying, " "), fmt::join(table.error->random_walk, " "),
                    fmt::join(table.error->end, " "), table.error->fade);
  }
  return text;
}

Result<TableFile> read_table(const std::string& path) {
  const auto text = read_file(path, kMaxTableBytes);
  if (!text) return text.error();
  auto table = parse_table(*text);
  if (table) return table;
  return Error{table.error().code,
               fmt::format("file {}: {}", sumi::quoted(path), table.error().message)};
}

TableWeights table_weights(const TableFile& table) {
  TableWeights weights;
  weights.general = make_square_table(table.squares);
  if (table.decided) {
    weights.decided = make_square_table(table.decided->squares);
    weights.decided_from = table.decided->from;
    weights.decided_corners = table.decided->corners;
  }
  weights.mobility = table.mobility;
  weights.points_per_disc = table.points_per_disc;
  if (table.error) weights.error = *table.error;
  return weights;
}

}  // namespace sumi
