// SPDX-License-Identifier: MIT
#include "protocol/command/man_page.h"

#include <catch2/catch.hpp>

using namespace sumi::protocol;

namespace {

const Command kOdd{
    "odd",
    "FILE [--way a|b]",
    "what roff would take for its own",
    ".hidden files and 'quotes' stand first here; a \\ and ~/x^2 within. See `odd even`.\n"
    "\n"
    "  .rc    .a list with -1 and --way\n",
    "  odd odd .rc --way a\n"
    "  .profile\n",
    [](const Command& self, const Args& args, Output& out) {
      std::string way = "a";
      const Options options{{"way,w", text(way, "WAY"), ".one of a and b"}};
      parse(self, options, args, out);
      return 0;
    },
    "odd"};
const Command kEven{"even", "", "nothing odd", "", "", kOdd.run, "odd"};
constexpr ListedCommand kOddCommands[]{&kOdd, &kEven};
const Program kOddProgram{"odd", "Odd", "a test", kOddCommands, "", "", nullptr};

std::string page(std::size_t node) {
  const auto tree = command_tree(kOddProgram);
  return man_page(tree, tree[node]);
}

}  // namespace

TEST_CASE("texts of a command are escaped for roff", "[man]") {
  const std::string text = page(1);
  using Catch::Matchers::Contains;
  CHECK_THAT(text, Contains("\\&.hidden files and \\(aqquotes\\(aq stand first here; a \\e and "
                            "\\(ti/x\\(ha2 within. See \\fBodd even\\fR.\n"));
  CHECK_THAT(text, Contains(".TP\n\\&.\\fBrc\\fR\n\\&.a list with \\-1 and \\fB\\-\\-way\\fR\n"));
  CHECK_THAT(text, Contains(".TP\n\\fB\\-w\\fR, \\fB\\-\\-way\\fR \\fIWAY\\fR\n\\&.one of a and b\n"
                            "(default: \\fBa\\fR)\n"));
  CHECK_THAT(text, Contains("\n.EX\nodd odd .rc \\-\\-way a\n\\&.profile\n.EE\n"));
  CHECK_THAT(text,
             Contains("\n\\fBodd odd\\fR \\fIFILE\\fR [\\fB\\-\\-way\\fR \\fBa\\fR|\\fBb\\fR]\n"));
  CHECK_THAT(text, Contains("\n\\fBodd\\fR(1),\n\\fBodd\\-even\\fR(1),\n"));
}

TEST_CASE("a program's page lists its commands", "[man]") {
  CHECK_THAT(page(0), Catch::Matchers::Contains(
                          ".TP\n\\fBodd\\-odd\\fR(1)\nwhat roff would take for its own\n"));
}
