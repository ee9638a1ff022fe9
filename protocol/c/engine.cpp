// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/text.h"
#include "protocol/c/handles.h"
#include "protocol/session/option_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

using namespace sumi;
using namespace sumi::c_api;

namespace {

/// Options of protocol sessions; a game sets its own size.
constexpr std::array<std::string_view, 4> kNotOurs{"size", "name", "ponder", "book-learn"};

bool is_ours(const OptionSpec& spec) { return std::ranges::count(kNotOurs, spec.name) == 0; }

/// The i-th option, or null after the last.
const OptionSpec* option_at(int i) {
  int ours = 0;
  for (const OptionSpec& spec : engine_options()) {
    if (is_ours(spec) && ours++ == i) return &spec;
  }
  return nullptr;
}

}  // namespace

namespace sumi::c_api {

sumi_status begin_call(sumi_engine& engine) noexcept {
  if (engine.searched) {
    return fail(SUMI_BUSY, "a search was started: sumi_search_next() has not given its end yet");
  }
  engine.stopped = false;
  return SUMI_OK;
}

}  // namespace sumi::c_api

sumi_status sumi_engine_new(sumi_engine** engine) {
  if (!engine) return missing("engine");
  *engine = nullptr;
  return guarded([&] {
    *engine = new sumi_engine{.engine = Engine({}, book::book_opener([](std::string_view) {}))};
    return SUMI_OK;
  });
}

void sumi_engine_free(sumi_engine* engine) { delete engine; }

sumi_status sumi_engine_set(sumi_engine* engine, const char* option, const char* value) {
  if (!engine) return missing("engine");
  if (!option) return missing("option");
  if (!value) return missing("value");
  return guarded([&] {
    if (const sumi_status status = begin_call(*engine); status != SUMI_OK) return status;
    const OptionSpec* const spec = find_option(option);
    if (spec && !is_ours(*spec)) {
      return fail(SUMI_NOT_FOUND, fmt::format("{} is an option of protocols only", quoted(option)));
    }
    const EngineOptions before = engine->engine.options();
    EngineOptions options = before;
    if (const auto set = set_option(options, option, value); !set) return fail(set.error());
    if (const auto met = engine->engine.configure_step(options); !met) return fail(met.error());
    // Only learning accepts a missing book file, and this library does not learn.
    if (engine->engine.book_note().empty()) return SUMI_OK;
    engine->engine.configure_step(before).value();
    return fail(SUMI_NOT_FOUND, fmt::format("book: there is no file {}", quoted(value)));
  });
}

const char* sumi_engine_get(sumi_engine* engine, const char* option) {
  const OptionSpec* const spec = engine && option ? find_option(option) : nullptr;
  if (!spec || !is_ours(*spec)) return nullptr;
  const sumi_status status = guarded([&] {
    engine->value = get_option(engine->engine.options(), *spec);
    return SUMI_OK;
  });
  return status == SUMI_OK ? engine->value.c_str() : nullptr;
}

const char* sumi_option_name(int i) {
  const OptionSpec* const spec = option_at(i);
  return spec ? spec->name.data() : nullptr;
}

const char* sumi_option_help(int i) {
  thread_local std::string help;
  const OptionSpec* const spec = option_at(i);
  if (!spec) return nullptr;
  const sumi_status status = guarded([&] {
    help = protocol::describe(*spec);
    return SUMI_OK;
  });
  return status == SUMI_OK ? help.c_str() : nullptr;
}

sumi_status sumi_engine_clear(sumi_engine* engine) {
  if (!engine) return missing("engine");
  return guarded([&] {
    if (const sumi_status status = begin_call(*engine); status != SUMI_OK) return status;
    engine->engine.clear_table();
    return SUMI_OK;
  });
}

void sumi_engine_stop(sumi_engine* engine) {
  if (!engine) return;
  engine->stopped = true;
  engine->engine.stop();
}
