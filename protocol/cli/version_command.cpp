// SPDX-License-Identifier: MIT
/// `sumi version`: what is running, for bug reports and scripts.
#include "engine/isa_dispatch.h"
#include "protocol/cli/commands.h"
#include "protocol/text/json_lines.h"
#include "protocol/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

int run_version(const Command& self, const Args& args, Output& out) {
  bool json = false;
  const auto line =
      parse(self, Options{{"json", flag(json), "one JSON object instead of text"}}, args, out);
  if (!line) return kDone;
  forbid_words(*line);

  const auto isas = runnable_isas();
  const std::string_view commit = this_build().commit;
  const std::string_view isa = isas.empty() ? "none" : isas.front();
  if (json) {
    out.write(json_line({{"name", kName},
                         {"version", kVersion},
                         {"commit", commit.empty() ? Json() : Json(commit)},
                         {"compiler", kCompiler},
                         {"isa", isa},
                         {"isas", isas},
                         {"built_isas", built_isas()}}));
  } else {
    out.write(fmt::format("{} {}\ncommit {}\ncompiler {}\nisa {}\nisas {}\n", kName, kVersion,
                          commit.empty() ? "unknown" : commit, kCompiler, isa,
                          fmt::join(isas, " ")));
  }
  return kDone;
}

}  // namespace

const Command kVersionCommand{
    "version",
    "[--json]",
    "name, version, commit, compiler and instruction sets",
    R"(`commit` is the one that the program was built from, with -dirty behind it if
the sources were changed since; unknown (null in JSON) where they came without
git. `isa` is the instruction-set level used here, `isas` are all that this
processor can run, best first; --isa of other commands takes any of them. JSON:
{"name", "version", "commit", "compiler", "isa", "isas", "built_isas"}.
)",
    R"(  sumi version
  sumi version --json | jq -r .isa
)",
    run_version};

}  // namespace sumi::protocol
