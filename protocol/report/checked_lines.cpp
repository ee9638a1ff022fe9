// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "protocol/report/checked_lines.h"
#include "protocol/report/output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {

std::string json_line_with_sum(const Json& object) {
  std::string line = json_line(object);
  line.pop_back();
  return with_sum(line) + '\n';
}

bool is_whole_line(std::string_view line, bool sums_may_lack) {
  const LineSum sum = line_sum(line);
  if (sum != LineSum::kNone) return sum == LineSum::kGood;
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("sum")) return sums_may_lack;
  const Json noted = json["sum"];
  json.erase("sum");
  if (json.empty() || !noted.is_string()) return false;
  const std::string again = json_line_with_sum(json);
  return again.ends_with(",\"sum\":" + noted.dump() + "}\n");
}

void tell_damaged_lines(const std::string& path, int lines, std::string_view lost) {
  if (lines == 0) return;
  const bool one = lines == 1;
  tell_error(fmt::format("{}: {} damaged or unfinished {} not used{}", path, lines,
                         one ? "line is" : "lines are",
                         fmt::format(fmt::runtime(lost), one ? "it" : "they")));
}

}  // namespace sumi::protocol
