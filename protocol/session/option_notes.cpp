// SPDX-License-Identifier: MIT
#include "protocol/session/option_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {

std::string describe(const OptionSpec& spec) {
  if (std::holds_alternative<int EngineOptions::*>(spec.field) && spec.step == 1) {
    return fmt::format("{}, {}..{}", spec.help, spec.min, spec.max);
  }
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) {
    return fmt::format("{}, true or false", spec.help);
  }
  return std::string(spec.help);  // lists the choices itself
}

Result<void> configure_with_notes(Engine& engine, const EngineOptions& options,
                                  std::string_view name,
                                  const std::function<void(const std::string&)>& note) {
  constexpr std::string_view kDescribed[] = {"evaluator", "weights", "player", "isa"};
  const bool was_pending = engine.pending().has_value();
  if (const auto met = engine.configure_step(options); !met) return met;
  if (engine.pending()) {
    note(fmt::format("not usable yet: {}", engine.pending()->message));
  } else if (was_pending || std::ranges::count(kDescribed, name) > 0) {
    note("plays: " + engine.description());
  }
  const std::string of_book = name == "book" ? engine.book_note() : "";
  if (!of_book.empty()) note(of_book);
  return {};
}

}  // namespace sumi::protocol
