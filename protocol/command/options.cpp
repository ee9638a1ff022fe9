// SPDX-License-Identifier: MIT
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/isa_dispatch.h"
#include "engine/player.h"
#include "protocol/command/options.h"
#include "protocol/session/option_notes.h"

#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>

namespace sumi::protocol {

std::string Option::description() const {
  std::string text = help;
  const std::size_t at = value.range.empty() ? text.npos : text.find("{}");
  return at != text.npos ? text.replace(at, 2, value.range) : text;
}

Option renamed(std::string former_name, Option option) {
  option.former_name = std::move(former_name);
  return option;
}

Options& Options::operator+=(Options more) {
  rows.insert(rows.end(), std::make_move_iterator(more.rows.begin()),
              std::make_move_iterator(more.rows.end()));
  return *this;
}

std::string detail::listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return fmt::format("{}", fmt::join(words, ""));
  return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

OptionValue number_or_auto(std::optional<int>& field, int min, int max) {
  constexpr const char* kAutomatic = "auto";
  OptionValue row = number(field, min, max);
  row.standard = kAutomatic;
  row.words = {kAutomatic};
  row.read = [&field, read = row.read](const std::string& text) -> Result<void> {
    if (text != kAutomatic) return read(text);
    field.reset();
    return {};
  };
  return row;
}

OptionValue without_standard(OptionValue value) {
  value.standard.clear();
  return value;
}

OptionValue seconds(std::optional<Millis>& field, int max) {
  OptionValue row{.name = "S", .range = fmt::format("0.001..{}", max)};
  row.read = [&field, max](const std::string& text) -> Result<void> {
    const double seconds = parse_real(text).value_or(0);
    const Millis millis(seconds > 0 && seconds <= max ? std::lround(seconds * 1000) : 0);
    if (millis < Millis(1)) {
      return Error{ErrorCode::kOutOfRange, fmt::format("{} is not a number of seconds in 0.001..{}",
                                                       sumi::quoted(text), max)};
    }
    field = millis;
    return {};
  };
  return row;
}

namespace {

std::vector<std::string> words_of(const OptionSpec& spec) {
  std::vector<std::string> words(spec.choices.begin(), spec.choices.end());
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) words = {"true", "false"};
  if (spec.step > 1) {
    for (int n = spec.min; n <= spec.max; n += spec.step) words.push_back(std::to_string(n));
  }
  if (spec.name == "book") words.emplace_back(kShippedBook);
  if (spec.name == "isa") {
    words.emplace_back("auto");
    for (const std::string_view isa : built_isas()) words.emplace_back(isa);
  }
  if (spec.name == "player") {
    words.emplace_back(kSearchPlayer);
    for (const CatalogEntry& entry : catalog()) {
      if (entry.is_player()) words.emplace_back(entry.name);
    }
  }
  return words;
}

std::string value_name(const OptionSpec& spec) {
  if (std::holds_alternative<int EngineOptions::*>(spec.field)) return "N";
  return std::holds_alternative<bool EngineOptions::*>(spec.field) ? "BOOL" : "NAME";
}

}  // namespace

Options engine_rows(EngineOptions& options, OptionTopics topics,
                    std::initializer_list<std::string_view> without) {
  assert(std::ranges::all_of(without, [](std::string_view name) { return find_option(name); }));
  Options rows;
  for (const OptionSpec& spec : engine_options()) {
    if ((spec.topic & topics) == 0 || std::ranges::count(without, spec.name) > 0) continue;
    OptionValue value{.name = value_name(spec),
                      .standard = get_option(options, spec),
                      .words = words_of(spec),
                      .files = spec.name == "weights" || spec.name == "book" ||
                               spec.name == "evaluator" || spec.name == "player"};
    value.read = [&options, &spec](const std::string& text) {
      return set_option(options, spec.name, text);
    };
    rows += {{std::string(spec.name), std::move(value), describe(spec)}};
  }
  return rows;
}

void check_engine(EngineOptions options, const BookOpener& open_book) {
  options.hash_mib = 1;  // Small: the real engine reports if it cannot allocate its table.
  const Engine engine(options, open_book);
}

}  // namespace sumi::protocol
