// SPDX-License-Identifier: MIT
#include "engine/levels.h"
#include "protocol/cli/limit_options.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

namespace sumi::protocol {
namespace {

constexpr int kMaxLimitSeconds = 1'000'000, kMaxDepth = 60;

}  // namespace

void add_limit_options(boost::program_options::options_description& options,
                       const std::string& standard) {
  namespace po = boost::program_options;
  const auto number = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                                         //
      ("level,l", number("L"), fmt::format("as `sumi levels` says, 0..{}", kMaxLevel).c_str())  //
      ("time,t", number("S"), fmt::format("seconds{}", standard).c_str())                       //
      ("depth,d", number("D"), fmt::format("plies, 1..{}", kMaxDepth).c_str());
}

SearchLimits limits_of(const CommandLine& line, const SearchLimits& standard) {
  if (line.has("level") + line.has("time") + line.has("depth") > 1) {
    throw UsageError("only one of --level, --time and --depth");
  }
  if (line.has("level")) return level_limits(int_value(line, "level", 0, kMaxLevel));
  if (line.has("time")) return time_limits(seconds_value(line, "time", kMaxLimitSeconds));
  if (!line.has("depth")) return standard;
  SearchLimits limits;
  limits.depth = int_value(line, "depth", 1, kMaxDepth);
  return limits;
}

}  // namespace sumi::protocol
