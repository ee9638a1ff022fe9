// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/text.h"
#include "protocol/c/handles.h"
#include "protocol/session/option_notes.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

using namespace sumi;
using namespace sumi::c_api;

namespace {

thread_local std::string error_text;

/// By ErrorCode.
constexpr std::array kStatuses{SUMI_BAD_SYNTAX, SUMI_ILLEGAL_MOVE, SUMI_OUT_OF_RANGE,
                               SUMI_NOT_FOUND,  SUMI_BAD_FILE,     SUMI_DISK_FULL};
static_assert(kStatuses[static_cast<std::size_t>(ErrorCode::kDiskFull)] == SUMI_DISK_FULL);

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

sumi_status store_error(sumi_status status, std::string_view message) noexcept {
  try {
    error_text = message;
  } catch (...) {
    error_text.clear();
  }
  return status;
}

Failure failure(const Error& error) {
  return {kStatuses[static_cast<std::size_t>(error.code)], error.message};
}

void check_options(const Engine& engine) {
  if (engine.pending()) throw failure(*engine.pending());
}

void begin_call(sumi_engine& engine) {
  if (engine.searched) {
    throw Failure{SUMI_BUSY, "a search was started: sumi_search_next() has not given its end yet"};
  }
  engine.stopped = false;
}

}  // namespace sumi::c_api

const char* sumi_error() { return error_text.c_str(); }

const char* sumi_version() { return protocol::kVersion.data(); }

void sumi_text_free(char* text) { std::free(text); }

sumi_status sumi_engine_new(sumi_engine** engine) {
  return guarded([&] {
    clear(engine, "engine");
    *engine = new sumi_engine{.engine = Engine({}, book::book_opener([](std::string_view) {}))};
  });
}

void sumi_engine_free(sumi_engine* engine) { delete engine; }

sumi_status sumi_engine_set(sumi_engine* engine, const char* option, const char* value) {
  return guarded([&] {
    require({{engine, "engine"}, {option, "option"}, {value, "value"}});
    begin_call(*engine);
    const OptionSpec* const spec = find_option(option);
    if (spec && !is_ours(*spec)) {
      throw Failure{SUMI_NOT_FOUND,
                    fmt::format("{} is an option of protocols only", quoted(option))};
    }
    const EngineOptions before = engine->engine.options();
    EngineOptions options = before;
    value_of(set_option(options, option, value));
    value_of(engine->engine.configure_step(options));
    // Only learning accepts a missing book file, and this library does not learn.
    if (engine->engine.book_note().empty()) return;
    engine->engine.configure_step(before).value();
    throw Failure{SUMI_NOT_FOUND, fmt::format("book: there is no file {}", quoted(value))};
  });
}

const char* sumi_engine_get(sumi_engine* engine, const char* option) {
  const OptionSpec* const spec = engine && option ? find_option(option) : nullptr;
  if (!spec || !is_ours(*spec)) return nullptr;
  const sumi_status status =
      guarded([&] { engine->value = get_option(engine->engine.options(), *spec); });
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
  const sumi_status status = guarded([&] { help = protocol::describe(*spec); });
  return status == SUMI_OK ? help.c_str() : nullptr;
}

sumi_status sumi_engine_clear(sumi_engine* engine) {
  return guarded([&] {
    require({{engine, "engine"}});
    begin_call(*engine);
    engine->engine.clear_table();
  });
}

void sumi_engine_stop(sumi_engine* engine) {
  if (!engine) return;
  engine->stopped = true;
  engine->engine.stop();
}
