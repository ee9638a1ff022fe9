// SPDX-License-Identifier: MIT
/// A command's options: rows bound to fields, for parse() (command.h). A field's initial value is
/// the default in help; an std::optional has none and stays empty unless the option is given.
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
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace sumi::protocol {

/// Create it with the functions below.
struct OptionValue {
  std::string name{};                ///< Name in help: "N". Empty for a flag.
  std::string standard{};            ///< Default in help; empty: none.
  std::string range{};               ///< Replaces {} in the help text: "1..60".
  std::vector<std::string> words{};  ///< For shell completion.
  bool files = false;    ///< The shell also completes file names; implied by the name FILE.
  bool repeats = false;  ///< May be given several times.
  /// Sets the field. Errors need not begin with the option's name.
  std::function<Result<void>(const std::string& text)> read{};
};

struct Option {
  std::string names;  ///< "level,l", or "level" without a letter.
  OptionValue value;
  std::string help;
  std::string title{};  ///< Heading that starts a new group in help; empty: none.
  std::string former_name{};

  std::string name() const { return names.substr(0, names.find(',')); }
  std::string letter() const { return names.substr(std::min(name().size() + 1, names.size())); }
  /// The help text with the range filled in.
  std::string description() const;
};

/// An option that also accepts its former name, with a warning, until the next minor version. Help
/// omits that name.
Option renamed(std::string former_name, Option option);

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

/// Value type of a field, optional or not.
template <class Field>
using Held = typename detail::Held<Field>::Type;

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

/// A number in min..max, or `auto` (the default), which leaves the field empty.
OptionValue number_or_auto(std::optional<int>& field, int min, int max);

/// Hides the default, which the help text describes.
OptionValue without_standard(OptionValue value);

/// Seconds in (0, max], with or without decimals.
OptionValue seconds(std::optional<Millis>& field, int max);

/// Any text. An std::vector collects the values of repeated options.
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

/// Text for `parse`, which returns a Result. `standard`: default in help; `words`: for completion.
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

/// One of several words, in any case.
template <class Field>
OptionValue choice(Field& field, std::vector<std::pair<std::string_view, Held<Field>>> all,
                   std::string name = {}) {
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

// The engine's options as command-line options `--name`, with their help, ranges and defaults.

inline constexpr OptionTopics kAllTopics = ~0U;
inline constexpr OptionTopics kSearchTopics = kSearchTopic | kIsaTopic;
inline constexpr OptionTopics kBookTopics = kBookTopic | kBookPlayTopic | kBookLearnTopic;

/// The rows of these topics, without those named in `without`, bound to `options`, whose values are
/// the defaults. A command may reuse the names of rows that it does not offer, such as --depth.
Options engine_rows(EngineOptions& options, OptionTopics topics,
                    std::initializer_list<std::string_view> without = {});

/// Throws FatalError if an engine with these options cannot be constructed. Call before writing
/// files or reading input. Reads the weights.
void check_engine(EngineOptions options, const BookOpener& open_book = {});

}  // namespace sumi::protocol
