// SPDX-License-Identifier: MIT
/// The options of a command: a table whose rows bind options to fields. parse() (command.h) reads
/// them. A field's value before that is the option's default, which help shows; a std::optional
/// has none, and stays empty unless the option is given.
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace sumi::protocol {

/// What follows an option's name. The functions below make it.
struct OptionValue {
  std::string name{};                ///< What help calls it: "N"; empty: the option takes no value.
  std::string standard{};            ///< The default, for help; empty: none to show.
  std::string range{};               ///< Replaces {} in the help: "1..60".
  std::vector<std::string> words{};  ///< What a shell may complete it to.
  bool files = false;                ///< Names of files, too; those of a FILE always.
  bool repeats = false;              ///< It may be given more than once.
  /// Sets the field. Errors may or may not begin with the option's name and a colon.
  std::function<Result<void>(const std::string& text)> read{};
};

/// A row.
struct Option {
  std::string names;  ///< "level,l", or "level" without a letter.
  OptionValue value;
  std::string help;
  std::string title{};  ///< Begins a part of the table in help; empty: the row begins none.

  std::string name() const { return names.substr(0, names.find(',')); }
  std::string letter() const { return names.substr(std::min(name().size() + 1, names.size())); }
  /// The help with the range in it.
  std::string description() const;
};

/// The table, in the order help shows it.
struct Options {
  Options(std::initializer_list<Option> all = {}) : rows(all) {}
  Options& operator+=(Options more);

  std::vector<Option> rows;
};

namespace detail {

template <class Field>
struct Held {
  using Type = Field;
  static std::optional<Field> standard(const Field& field) { return field; }
};
template <class T>
struct Held<std::optional<T>> {
  using Type = T;
  static const std::optional<T>& standard(const std::optional<T>& field) { return field; }
};

template <class T>
std::optional<T> parse_number(std::string_view text) {
  if constexpr (std::floating_point<T>) {
    return parse_real(text);
  } else if constexpr (std::same_as<T, int>) {
    return parse_int(text);
  } else {
    T number{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return number;
  }
}

/// "game, exact or both"
std::string listed(const std::vector<std::string>& words);

}  // namespace detail

/// What a field holds, optional or not.
template <class Field>
using Held = typename detail::Held<Field>::Type;

/// The option takes no value and sets the field to `value`.
template <class Field>
OptionValue flag(Field& field, std::type_identity_t<Held<Field>> value) {
  OptionValue row;
  row.read = [&field, value](const std::string&) -> Result<void> {
    field = value;
    return {};
  };
  return row;
}
inline OptionValue flag(bool& field) { return flag(field, true); }

/// A number in min..max.
template <class Field>
OptionValue number(Field& field, std::type_identity_t<Held<Field>> min,
                   std::type_identity_t<Held<Field>> max, std::string name = "N") {
  using Number = Held<Field>;
  OptionValue row{.name = std::move(name), .range = fmt::format("{}..{}", min, max)};
  if (const auto& now = detail::Held<Field>::standard(field))
    row.standard = fmt::format("{}", *now);
  row.read = [&field, min, max](const std::string& text) -> Result<void> {
    const std::optional<Number> read = detail::parse_number<Number>(text);
    if (!read || *read < min || *read > max) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("{} is not {}in {}..{}", sumi::quoted(text),
                               std::floating_point<Number> ? "a number " : "", min, max)};
    }
    field = *read;
    return {};
  };
  return row;
}

/// The same for an int, or `auto`, the default, which leaves the field empty.
OptionValue number_or_auto(std::optional<int>& field, int min, int max);

/// A value whose default help does not show: the help says in words what applies.
OptionValue without_standard(OptionValue value);

/// A number of seconds above 0 and up to `max`, with or without decimals.
OptionValue seconds(std::optional<Millis>& field, int max);

/// Any text; an option of a std::vector may be given several times.
template <class Field>
OptionValue text(Field& field, std::string name) {
  OptionValue row{.name = std::move(name)};
  row.repeats = std::same_as<Field, std::vector<std::string>>;
  if constexpr (std::same_as<Field, std::string>) row.standard = field;
  row.read = [&field](const std::string& text) -> Result<void> {
    if constexpr (std::same_as<Field, std::vector<std::string>>) {
      field.push_back(text);
    } else {
      field = text;
    }
    return {};
  };
  return row;
}

/// Text that parse(text) reads, a Result. `standard` is the default for help, `words` are for
/// shells.
template <class Field, class Parse>
OptionValue parsed(Field& field, std::string name, Parse parse, std::string standard = {},
                   std::vector<std::string> words = {}) {
  OptionValue row{
      .name = std::move(name), .standard = std::move(standard), .words = std::move(words)};
  row.read = [&field, parse](const std::string& text) -> Result<void> {
    auto read = parse(text);
    if (!read) return read.error();
    field = std::move(*read);
    return {};
  };
  return row;
}

/// One of some words, in any case.
template <class Field>
OptionValue choice(Field& field,
                   std::initializer_list<std::pair<std::string_view, Held<Field>>> choices,
                   std::string name = {}) {
  const std::vector<std::pair<std::string_view, Held<Field>>> all = choices;
  OptionValue row{.name = std::move(name)};
  const auto& now = detail::Held<Field>::standard(field);
  for (const auto& [word, value] : all) {
    row.words.emplace_back(word);
    if (now && *now == value) row.standard = word;
  }
  if (row.name.empty()) row.name = fmt::format("{}", fmt::join(row.words, "|"));
  row.read = [&field, all, words = row.words](const std::string& text) -> Result<void> {
    for (const auto& [word, value] : all) {
      if (!equal_ignoring_case(word, text)) continue;
      field = value;
      return {};
    }
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("{} is not {}", sumi::quoted(text), detail::listed(words))};
  };
  return row;
}

// The engine's option table as command-line options: every row is `--name`, with the table's
// help, range and default.

/// Names of rows; none: the whole table. A command may have an option of its own with the name of
/// a row that it does not offer, such as --depth.
using OptionNames = std::span<const std::string_view>;

/// These rows of the engine's table, bound to `options`, whose values are the defaults. Requires:
/// the names are in the table.
Options engine_rows(EngineOptions& options, OptionNames names = {});

/// Throws FatalError as an engine with these options does: for commands that make theirs when they
/// have begun files or waited for input, so that weights or a book that cannot be read are told
/// first. Takes as long as reading a file of weights.
void check_engine(EngineOptions options, const BookOpener& open_book = {});

}  // namespace sumi::protocol
