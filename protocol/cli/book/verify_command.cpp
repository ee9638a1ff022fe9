// SPDX-License-Identifier: MIT
/// `sumi book verify`: is a book whole, do its scores follow from each other, and are they right?
#include "book/store/book_store.h"
#include "book/store/book_tree.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/drawn_progress.h"
#include "protocol/cli/book/sample_search.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/report/progress_bar.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>

namespace sumi::protocol {

namespace po = boost::program_options;

namespace {

constexpr int kMaxSample = 1'000'000, kMaxDepth = 60;

po::options_description options_of_book_verify() {
  po::options_description options("Options");
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()  //
      ("sample", text("N"),
       fmt::format("search N positions with a score, 1..{}, and tell how far off it is",
                   kMaxSample)
           .c_str())  //
      ("plies", text("N")->default_value("60"),
       "of these, from the first so many plies of the game, 0..60")                  //
      ("depth,d", text("D")->default_value("24"), "plies of these searches, 1..60")  //
      ("selectivity", text("P")->default_value("87"),
       fmt::format("confidence of cuts in per cent, one of {}; 100: none are made",
                   fmt::join(kSelectivities, ", "))
           .c_str())  //
      ("seed", text("N")->default_value("1"), "which positions are drawn");
  add_work_options(options);
  return options;
}

std::optional<SampleSetup> sample_of(const CommandLine& line) {
  const WorkOptions work = work_options_of(line);
  SampleSetup setup;
  setup.limits.depth = int_value(line, "depth", 1, kMaxDepth);
  setup.limits.selectivity = int_value(line, "selectivity", 0, 100);
  if (std::ranges::find(kSelectivities, setup.limits.selectivity) == std::end(kSelectivities)) {
    throw UsageError(fmt::format("--selectivity: '{}' is not one of {}", setup.limits.selectivity,
                                 fmt::join(kSelectivities, ", ")));
  }
  setup.plies = int_value(line, "plies", 0, kMaxDepth);
  setup.seed = int_value(line, "seed", 0, std::numeric_limits<int>::max());
  setup.engine = work.engine;
  setup.jobs = work.jobs;
  if (!line.has("sample")) return std::nullopt;
  setup.positions = int_value(line, "sample", 1, kMaxSample);
  return setup;
}

/// What is wrong with the file; nothing for those that are checked when they are opened.
std::vector<std::string> file_faults(const std::string& path) {
  std::string head(128, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (path == kShippedBook || !book::BookStore::is_store(head)) return {};
  const auto store = book::BookStore::open(path, book::BookStore::Access::kRead);
  if (!store) throw FatalError(store.error().message);
  return (*store)->check_file();
}

struct Findings {
  std::vector<std::string> file;
  book::TreeFaults tree;
  std::vector<Sample> samples;
  bool none_to_sample = false;  ///< Samples were asked for.

  bool good() const { return file.empty() && tree.faulty == 0; }
};

std::string findings_text(const Findings& found) {
  const Language language = default_language();
  const book::TreeFaults& tree = found.tree;
  std::string text;
  for (const std::string& fault : found.file) text += tr_format(language, "file: {}\n", fault);
  for (const std::string& fault : tree.faults) text += fmt::format("{}\n", fault);
  if (tree.faulty > tree.faults.size()) {
    text += tr_format(language, "and {} more", tree.faulty - tree.faults.size()) + '\n';
  }
  text += tr_format(language, "{} positions, {} scored, {} stale, {} unsearched, {} not reached\n",
                    tree.positions, tree.scored, tree.stale, tree.unsearched, tree.unreached);
  text += found.good() ? std::string(tr(language, "no faults\n"))
                       : tr_format(language, "{} faults\n", found.file.size() + tree.faulty);
  if (found.none_to_sample) {
    text += tr(language, "0 positions searched: none within --plies has a score\n");
  }
  return found.samples.empty() ? text : text + samples_text(found.samples);
}

Json findings_json(const Findings& found) {
  const book::TreeFaults& tree = found.tree;
  return {{"positions", tree.positions},
          {"scored", tree.scored},
          {"stale", tree.stale},
          {"unsearched", tree.unsearched},
          {"unreached", tree.unreached},
          {"file_faults", found.file},
          {"faults", tree.faulty},
          {"first_faults", tree.faults},
          {"sample", found.samples.empty() ? Json() : samples_json(found.samples)}};
}

int run_book_verify(const Command& self, const Args& args, Output& out) {
  auto line = parse(self, options_of_book_verify(), args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  const auto sample = sample_of(*line);
  const auto book = open_to_read(path);
  watch_interrupts();
  Findings found;
  found.file = file_faults(path);
  if (found.file.empty()) {  // rows that are none cannot be read
    ProgressBar bar(true, "positions");
    found.tree = book::check_tree(*book, drawn_progress(bar, book->size()));
  }
  if (sample && found.file.empty() && !interrupted()) {
    ProgressBar bar(true, "searches");
    found.samples = search_samples(*book, *sample, [&](std::size_t done) {
      bar.draw(static_cast<double>(done) / sample->positions, done);
      return !interrupted();
    });
    found.none_to_sample = found.samples.empty() && !interrupted();
  }
  out.write(line->has("json") ? json_line(findings_json(found)) : findings_text(found));
  out.flush();
  if (interrupted()) {
    tell_error("interrupted; this is what was looked at");
    return kInterrupted;
  }
  return found.good() ? kDone : kFailed;
}

}  // namespace

const Command kBookVerifyCommand{
    "verify",
    "BOOK [--sample N] [--plies N] [--depth D] [--selectivity P] [--json]",
    "whether a book is whole and its scores follow from each other",
    "Reads the whole file, and looks whether each score is the best of the moves behind it, each\n"
    "move legal, each leaf rightly outside the book. Exit status 1 if anything is wrong. Stale,\n"
    "unsearched and unreached positions are no faults: `sumi book build` and `deepen` search what\n"
    "is missing. With --sample N positions are searched to --depth, and how far off the book is\n"
    "from that is told, in discs. JSON: {\"positions\", \"scored\", \"stale\", \"unsearched\", "
    "\"unreached\",\n"
    "\"file_faults\": [TEXTS], \"faults\", \"first_faults\": [TEXTS], \"sample\": {\"positions\", "
    "\"mean\",\n"
    "\"deviation\", \"within_1\", \"within_2\", \"within_4\", \"worst\": {\"position\", \"book\", "
    "\"searched\"}}}.\n",
    "  sumi book verify my.book\n"
    "  sumi book verify default --sample 200 --plies 9 --depth 26 --selectivity 87 -j 2\n",
    run_book_verify,
    kSumiBookName};

}  // namespace sumi::protocol
