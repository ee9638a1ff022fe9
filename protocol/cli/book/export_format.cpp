// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/cli/book/export_format.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <utility>

namespace sumi::protocol {

void add_format_option(boost::program_options::options_description& options,
                       const std::string& standard) {
  options.add_options()  //
      ("format", boost::program_options::value<std::string>()->value_name("FORMAT"),
       fmt::format("compact, edax, egaroucid or obf; {}", standard).c_str());
}

std::optional<BookFormat> format_option(const CommandLine& line) {
  constexpr std::pair<std::string_view, BookFormat> kNames[] = {
      {"compact", BookFormat::kCompact},
      {"edax", BookFormat::kEdax},
      {"egaroucid", BookFormat::kEgaroucid},
      {"obf", BookFormat::kObf}};
  if (!line.has("format")) return std::nullopt;
  const std::string text = text_value(line, "format");
  for (const auto& [name, format] : kNames) {
    if (equal_ignoring_case(text, name)) return format;
  }
  throw UsageError(
      fmt::format("--format: {} is not compact, edax, egaroucid or obf", sumi::quoted(text)));
}

}  // namespace sumi::protocol
