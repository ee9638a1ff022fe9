// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/text_options.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <string>

namespace sumi::protocol {

void add_text_options(boost::program_options::options_description& options) {
  namespace po = boost::program_options;
  options.add_options()  //
      ("black", po::value<std::string>()->value_name("SIGN"),
       "the sign of black discs where boards leave it open: 1, 2, -1, X or O; 1 or 2: the first or "
       "the second of two bitboards")  //
      ("keep-going", "use a game with an illegal move up to that move, and report it");
}

TextOptions text_options(const CommandLine& line, int size) {
  TextOptions options;
  options.size = size;
  options.keep_going = line.has("keep-going");
  if (!line.has("black")) return options;
  const std::string sign = to_lower(text_value(line, "black"));
  if (sign != "1" && sign != "2" && sign != "-1" && sign != "x" && sign != "o") {
    throw UsageError(fmt::format("--black: {} is not 1, 2, -1, X or O", sumi::quoted(sign)));
  }
  options.black = sign[0];
  return options;
}

}  // namespace sumi::protocol
