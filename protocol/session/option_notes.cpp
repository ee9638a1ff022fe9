// SPDX-License-Identifier: MIT
#include "protocol/session/option_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

/// Options that change Engine::description().
bool decides_play(std::string_view option) {
  constexpr std::string_view kOptions[] = {"evaluator", "weights", "player", "isa"};
  return std::ranges::count(kOptions, option) > 0;
}

}  // namespace

std::string describe(const OptionSpec& spec) {
  if (std::holds_alternative<int EngineOptions::*>(spec.field) && spec.step == 1) {
    return fmt::format("{}, {}..{}", spec.help, spec.min, spec.max);
  }
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) {
    return fmt::format("{}, true or false", spec.help);
  }
  return std::string(spec.help);  // lists the choices itself
}

std::vector<std::string> option_notes(const Engine& engine, std::string_view name,
                                      bool was_pending) {
  std::vector<std::string> notes;
  if (engine.pending()) {
    notes.push_back(fmt::format("not usable yet: {}", engine.pending()->message));
  } else if (was_pending || decides_play(name)) {
    notes.push_back("plays: " + engine.description());
  }
  std::string note = name == "book" ? engine.book_note() : "";
  if (!note.empty()) notes.push_back(std::move(note));
  return notes;
}

}  // namespace sumi::protocol
