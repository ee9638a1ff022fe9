// SPDX-License-Identifier: MIT
/// `sumi book work`: searches leaves for a book that another process builds.
#include "book/build/leaf_worker.h"
#include "engine/base/text.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/leaf_jobs.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "protocol/report/output.h"
#include "protocol/report/progress_bar.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <system_error>

namespace sumi::protocol {

namespace po = boost::program_options;
using book::LeafWorkEnd;

namespace {

constexpr int kMaxIdleSeconds = 10'000'000;
constexpr std::string_view kWorkEndNames[] = {"over", "interrupted", "time", "idle"};

std::string_view work_end_text(Language language, LeafWorkEnd end) {
  switch (end) {
    case LeafWorkEnd::kOver:
      return tr(language, ": there is nothing more to do");
    case LeafWorkEnd::kInterrupted:
      return "";
    case LeafWorkEnd::kTimeUp:
      return tr(language, "; the time is up");
    case LeafWorkEnd::kIdle:
      return tr(language, "; there was nothing to do for as long as --idle allows");
  }
  return "";
}

void tell_end(const book::LeafWorkProgress& done, LeafWorkEnd end, double seconds, bool json,
              Output& out) {
  if (json) {
    out.write(json_line({{"searched", done.leaves},
                         {"jobs", done.jobs},
                         {"nodes", done.nodes},
                         {"seconds", json_seconds(seconds)},
                         {"end", kWorkEndNames[static_cast<std::size_t>(end)]}}));
  } else {
    const Language language = default_language();
    out.write(tr_format(language, "{} searches in {} jobs in {}{}\n", done.leaves, done.jobs,
                        clock_time(seconds), work_end_text(language, end)));
  }
  out.flush();
}

int run_work(const Command& self, const Args& args, Output& out) {
  po::options_description options("Options");
  add_time_option(options);
  options.add_options()  //
      ("idle", po::value<std::string>()->value_name("SECONDS"),
       "ends when there was nothing to do for so long; else it waits");
  add_work_options(options);
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("need one folder: FOLDER, as given to --workers");
  const std::string& folder = line->words.front();
  book::LeafWorkSetup setup;
  if (line->has("idle")) setup.idle = seconds_value(*line, "idle", kMaxIdleSeconds);
  if (const auto time = time_of(*line)) setup.deadline = std::chrono::steady_clock::now() + *time;
  const WorkOptions work = work_options_of(*line);
  setup.engine = work.engine;
  setup.threads = work.jobs;
  const std::string settings = leaf_settings(work.engine);
  watch_interrupts();
  std::error_code failure;
  if (!std::filesystem::exists(fmt::format("{}/{}", folder, book::kWorkFile), failure)) {
    tell_error(
        fmt::format("{}: no book is built by this folder yet; waiting for `sumi book build "
                    "--workers`",
                    sumi::quoted(folder)));
  }

  ProgressBar bar(true, "searches");
  const StopWatch watch;
  book::LeafWorkProgress done;
  setup.interrupted = interrupted;
  setup.progress = [&](const book::LeafWorkProgress& progress) {
    done = progress;
    bar.set_words(tr_format(default_language(), "searches, {} at work", progress.searching));
    bar.draw(std::nullopt, progress.leaves);
  };
  book::JobTaker taker(folder, {work.jobs, [&](std::string_view theirs) {
                                  check_leaf_settings(folder, theirs, settings);
                                }});
  const LeafWorkEnd end = book::work_on_leaves(taker, setup);
  bar.erase();
  tell_end(done, end, watch.seconds(), line->has("json"), out);
  if (end != LeafWorkEnd::kInterrupted) return kDone;
  tell_error("interrupted; what was not done is given back");
  return kInterrupted;
}

}  // namespace

const Command kBookWorkCommand{
    "work",
    "FOLDER [--time TIME] [--idle SECONDS] [OPTIONS]",
    "search for a book that another process builds",
    "Searches what a `sumi book build --workers FOLDER` (or deepen, or run) gives out, on the "
    "same\n"
    "machine or on another one that sees the folder, and waits where there is nothing at present.\n"
    "Any number may work, and come and go: what a killed one had begun is given to another. It\n"
    "ends when the book is done or its time is up, and not when its writer was interrupted or\n"
    "killed, as the same command goes on. Where the last book is done it waits a minute for "
    "another. It refuses to work for another version, evaluator or\n"
    "weights than its own. Exit status 130 after Ctrl-C. JSON: {\"searched\", \"jobs\", "
    "\"nodes\",\n"
    "\"seconds\", \"end\": \"over\", \"interrupted\", \"time\" or \"idle\"}.\n",
    "  sumi book work /shared/jobs -j 4\n"
    "  sumi book work /shared/jobs --hash-mib 256 --idle 600\n",
    run_work,
    kSumiBookName};

}  // namespace sumi::protocol
