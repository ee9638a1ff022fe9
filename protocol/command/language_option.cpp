// SPDX-License-Identifier: MIT
#include "protocol/command/language_option.h"

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/value_semantic.hpp>

namespace sumi::protocol {

void add_language_option(boost::program_options::options_description& options) {
  options.add_options()("lang", boost::program_options::value<std::string>()->value_name("en|ja"),
                        "language of text for people; the locale's if not given");
}

Language language_of(const CommandLine& line) {
  if (!line.has("lang")) return default_language();
  const auto language = parse_language(text_value(line, "lang"));
  if (!language) throw UsageError("--" + language.error().message);
  return *language;
}

}  // namespace sumi::protocol
