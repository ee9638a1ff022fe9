// SPDX-License-Identifier: MIT
/// `sumi-match verify`: are results as they were written?
#include "tools/match/cli/commands.h"
#include "tools/match/result_store.h"

#include <fmt/format.h>

namespace sumi::match {
namespace {

using namespace protocol;

int run_verify(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, boost::program_options::options_description("Options"), args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("one file of results is wanted");
  const ResultStore store = ResultStore::open(line->words[0], ResultStore::Access::kRead).value();
  const std::vector<std::string> faults = store.check_file();
  for (const std::string& fault : faults) out.write(fmt::format("file: {}\n", fault));
  out.write(faults.empty() ? "no faults\n" : fmt::format("{} faults\n", faults.size()));
  return faults.empty() ? kDone : kFailed;
}

}  // namespace

const Command kVerifyCommand{
    "verify",
    "FILE",
    "whether results are as they were written",
    "Reads the whole file and its checksums, and each game. Exit status 1 if anything is wrong;\n"
    "`sumi-match merge NEW FILE` takes out the games that can be read. Files that an older\n"
    "program has made have no checksums until `sumi-match run` goes on with them.\n",
    "  sumi-match verify first.db\n",
    run_verify,
    "sumi-match"};

}  // namespace sumi::match
