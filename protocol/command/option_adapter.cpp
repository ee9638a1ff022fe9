// SPDX-License-Identifier: MIT
/// Values stay text until set_option() reads them, so each is checked in one place only.
#include "engine/engine.h"
#include "protocol/command/option_adapter.h"
#include "protocol/session/option_remarks.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>

namespace sumi::protocol {

namespace po = boost::program_options;

namespace {

bool offered(const OptionSpec& spec, OptionNames names) {
  return names.empty() || std::ranges::count(names, spec.name) > 0;
}

}  // namespace

void add_engine_options(po::options_description& description, OptionNames names) {
  [[maybe_unused]] std::size_t added = 0;
  for (const OptionSpec& spec : engine_options()) {
    if (!offered(spec, names)) continue;
    auto* const value = po::value<std::string>();
    value->default_value(get_option(EngineOptions{}, spec));
    value->value_name(std::holds_alternative<int EngineOptions::*>(spec.field)    ? "N"
                      : std::holds_alternative<bool EngineOptions::*>(spec.field) ? "BOOL"
                                                                                  : "NAME");
    description.add_options()(std::string(spec.name).c_str(), value, describe(spec).c_str());
    ++added;
  }
  assert(names.empty() || added == names.size());
}

Result<EngineOptions> read_engine_options(const po::variables_map& values, OptionNames names) {
  EngineOptions options;
  for (const OptionSpec& spec : engine_options()) {
    const auto found = values.find(std::string(spec.name));
    if (found == values.end() || !offered(spec, names)) continue;
    const auto set = set_option(options, spec.name, found->second.as<std::string>());
    if (!set) return set.error();
  }
  return options;
}

void check_engine(EngineOptions options, const BookOpener& open_book) {
  options.hash_mib = 1;  // the table is met later, in its own words
  const Engine engine(options, open_book);
}

}  // namespace sumi::protocol
