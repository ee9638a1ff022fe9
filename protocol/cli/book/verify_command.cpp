// SPDX-License-Identifier: MIT
/// `sumi book verify`: is a book whole, do its scores follow from each other, and are they right?
#include "book/store/book_reader.h"
#include "book/store/book_store.h"
#include "book/store/book_tree.h"
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/limits.h"
#include "engine/options.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/book_work.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/report/progress_bar.h"
#include "protocol/service/ordered_pool.h"
#include "protocol/service/watched_search.h"
#include "protocol/text/json_lines.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::protocol {

namespace po = boost::program_options;

namespace {

struct SampleSetup {
  int positions = 100;  ///< Positions with a score to draw by chance; all if there are fewer.
  int plies = 60;       ///< Only positions of the game's first `plies` plies are drawn.
  int seed = 1;
  SearchLimits limits;
  EngineOptions engine{};
  int jobs = 1;
};

/// A position, what the book says of it and what the search does, for its side to move.
struct Sample {
  Board board;
  Value book{}, searched{};
};

/// Each position has the same chance, and the book is read once.
/// Source: J. Vitter, "Random sampling with a reservoir", ACM TOMS 11(1), 1985, algorithm R.
std::vector<Sample> draw_samples(const book::BookReader& book, const SampleSetup& setup) {
  const auto wanted = static_cast<std::size_t>(setup.positions);
  std::vector<Sample> drawn;
  SplitMix64 random(static_cast<std::uint64_t>(setup.seed));
  std::uint64_t seen = 0;
  book.for_each([&](const Board& board, const book::BookEntry& entry) {
    if (!entry.score || kStartBoard.empties() - board.empties() > setup.plies) return true;
    const Sample sample{board, *entry.score, {}};
    ++seen;
    if (drawn.size() < wanted) {
      drawn.push_back(sample);
    } else if (const std::uint64_t place = random.next() % seen; place < wanted) {
      drawn[place] = sample;
    }
    return true;
  });
  return drawn;
}

double difference(const Sample& sample) {
  return to_discs(Value{sample.searched.units - sample.book.units});
}

struct Spread {
  double mean = 0, deviation = 0;
  double within[3] = {};  ///< Shares within kWithin discs.
  const Sample* worst = nullptr;
};
constexpr int kWithin[3] = {1, 2, 4};

Spread spread_of(const std::vector<Sample>& samples) {
  Spread spread;
  const auto count = static_cast<double>(samples.size());
  double squares = 0;
  for (const Sample& sample : samples) {
    const double apart = difference(sample);
    spread.mean += apart / count;
    squares += apart * apart / count;
    for (int i = 0; i < 3; ++i) spread.within[i] += (std::abs(apart) <= kWithin[i]) / count;
  }
  spread.deviation = std::sqrt(std::max(0.0, squares - spread.mean * spread.mean));
  spread.worst = &*std::ranges::max_element(
      samples, {}, [](const Sample& sample) { return std::abs(difference(sample)); });
  return spread;
}

/// The samples that were searched, in the order in which they were drawn. `progress` is called on
/// this thread with the number searched so far, and may end the work by returning false.
std::vector<Sample> search_samples(const book::BookReader& book, const SampleSetup& setup,
                                   const std::function<bool(std::size_t done)>& progress) {
  const std::vector<Sample> samples = draw_samples(book, setup);
  std::vector<Sample> searched;
  std::size_t next = 0;
  OrderedWork<Sample, Sample> work;
  work.take = [&](const std::stop_token&) {
    return next < samples.size() ? std::optional(samples[next++]) : std::nullopt;
  };
  work.make_work = [&setup]() -> OrderedWork<Sample, Sample>::Work {
    const auto engine = std::make_shared<Engine>(setup.engine);
    return [&setup, engine](Sample sample, const std::stop_token& stop) -> std::optional<Sample> {
      engine->set_board(sample.board);
      const auto stopped = [&stop] { return stop.stop_requested(); };
      sample.searched = watched_search(*engine, setup.limits, {}, stopped).value();
      return stopped() ? std::nullopt : std::optional(sample);
    };
  };
  work.report = [&searched](const Sample& sample) { searched.push_back(sample); };
  work.tick = [] {};
  work.interrupted = [&] { return !progress(searched.size()); };
  run_in_order(setup.jobs, samples.size(), work);
  return searched;
}

/// How the search differs from the book: mean, spread, how many within 1, 2 and 4 discs, the worst.
/// Requires: there is one.
std::string samples_text(const std::vector<Sample>& samples) {
  const Spread spread = spread_of(samples);
  const Sample& worst = *spread.worst;
  return fmt::format(
      "{} positions searched: the search is {:+.2f} discs from the book in the mean, sd {:.2f}\n"
      "within 1 disc {:.1f}%, 2 discs {:.1f}%, 4 discs {:.1f}%\n"
      "worst {:+.2f}: the book {:+.2f}, the search {:+.2f}, {}\n",
      samples.size(), spread.mean, spread.deviation, 100 * spread.within[0], 100 * spread.within[1],
      100 * spread.within[2], difference(worst), to_discs(worst.book), to_discs(worst.searched),
      to_text(Position{worst.board}));
}

Json samples_json(const std::vector<Sample>& samples) {
  const Spread spread = spread_of(samples);
  const auto rounded = [](double x) { return std::round(1000 * x) / 1000; };
  return {{"positions", samples.size()},
          {"mean", rounded(spread.mean)},
          {"deviation", rounded(spread.deviation)},
          {"within_1", rounded(spread.within[0])},
          {"within_2", rounded(spread.within[1])},
          {"within_4", rounded(spread.within[2])},
          {"worst",
           {{"position", to_text(Position{spread.worst->board})},
            {"book", json_discs(spread.worst->book, false)},
            {"searched", json_discs(spread.worst->searched, false)}}}};
}

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
  const auto head = read_head(path, 128);
  if (path == kShippedBook || !head || !book::BookStore::is_store(*head)) return {};
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
    R"(BOOK [--sample N] [--plies N] [--depth D]
    [--selectivity P] [--json])",
    "whether a book is whole and its scores follow from each other",
    R"(Reads the whole file, and looks whether each score is the best of the moves
behind it, each move legal, each leaf rightly outside the book. Exit status 1 if
anything is wrong. Stale, unsearched and unreached positions are no faults:
`sumi book build` and `deepen` search what is missing. With --sample N positions
are searched to --depth, and how far off the book is from that is told, in
discs. JSON: {"positions", "scored", "stale", "unsearched", "unreached",
"file_faults": [TEXTS], "faults", "first_faults": [TEXTS], "sample":
{"positions", "mean", "deviation", "within_1", "within_2", "within_4", "worst":
{"position", "book", "searched"}}}.
)",
    R"(  sumi book verify my.book
  sumi book verify default --sample 200 --plies 9 --depth 26 --selectivity 87 \
      -j 2
)",
    run_book_verify,
    kSumiBookName};

}  // namespace sumi::protocol
