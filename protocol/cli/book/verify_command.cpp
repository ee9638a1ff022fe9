// SPDX-License-Identifier: MIT
#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "book/store/book_tree.h"
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/limits.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"
#include "protocol/service/ordered_pool.h"
#include "protocol/service/watched_search.h"
#include "protocol/text/json_lines.h"

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

namespace {

struct SampleSetup {
  std::optional<int> positions{};  ///< Number of scored positions to draw.
  int plies = 60;                  ///< Draw from the first `plies` plies.
  int seed = 1;
  SearchLimits limits{.depth = 24, .selectivity = 87};
  WorkOptions work{};
};

/// Values are for the side to move.
struct Sample {
  Board board;
  Value book{}, searched{};
};

/// Draws uniformly in one pass. Source: J. Vitter, "Random sampling with a reservoir", ACM TOMS
/// 11(1), 1985, algorithm R.
std::vector<Sample> draw_samples(const book::BookReader& book, const SampleSetup& setup) {
  const auto wanted = static_cast<std::size_t>(*setup.positions);
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

/// In the order of drawing. `progress` is called on this thread and returns false to stop.
std::vector<Sample> search_samples(const book::BookReader& book, const SampleSetup& setup, int jobs,
                                   const std::function<bool(std::size_t done)>& progress) {
  const std::vector<Sample> samples = draw_samples(book, setup);
  std::vector<Sample> searched;
  std::size_t next = 0;
  OrderedWork<Sample, Sample> work;
  work.take = [&](const std::stop_token&) {
    return next < samples.size() ? std::optional(samples[next++]) : std::nullopt;
  };
  work.make_work = [&setup]() -> OrderedWork<Sample, Sample>::Work {
    const auto engine = std::make_shared<Engine>(setup.work.engine);
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
  run_in_order(jobs, samples.size(), work);
  return searched;
}

/// Mean, standard deviation, shares within 1, 2 and 4 discs, and worst difference. Requires:
/// `samples` is not empty.
std::string samples_text(const std::vector<Sample>& samples) {
  const Spread spread = spread_of(samples);
  const Sample& worst = *spread.worst;
  return fmt::format(
      "{} positions searched: the search is {:+.2f} discs from the book on average, sd {:.2f}\n"
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

Result<int> parse_selectivity(const std::string& text) {
  int percent = 0;
  const auto set = number(percent, 0, 100).read(text);
  if (!set) return set.error();
  if (std::ranges::count(kSelectivities, percent) > 0) return percent;
  return Error{ErrorCode::kOutOfRange,
               fmt::format("'{}' is not one of {}", percent, fmt::join(kSelectivities, ", "))};
}

Options rows_of(SampleSetup& setup) {
  Options rows{
      {"sample", number(setup.positions, 1, kMaxSample),
       "search N random positions and compare their scores, {}"},
      {"plies", number(setup.plies, 0, kMaxDepth), "sample from the first N plies of the game, {}"},
      {"depth,d", number(setup.limits.depth, 1, kMaxDepth, "D"),
       "depth of the sample searches in plies, {}"},
      {"selectivity",
       parsed(setup.limits.selectivity, "P", parse_selectivity,
              std::to_string(setup.limits.selectivity)),
       fmt::format("confidence of pruning in percent: {} (100: no pruning)",
                   fmt::join(kSelectivities, ", "))},
      {"seed", number(setup.seed, 0, std::numeric_limits<int>::max()),
       "random seed of the sample"}};
  return rows += work_rows(setup.work);
}

/// Empty for formats that are checked on opening.
std::vector<std::string> file_faults(const std::string& path) {
  const auto head = read_head(path, 128);
  if (path == kShippedBook || !head || !book::BookStore::is_store(*head)) return {};
  return book::BookStore::open(path, book::BookStore::Access::kRead).value()->check_file();
}

struct Findings {
  std::vector<std::string> file;
  book::TreeFaults tree;
  std::vector<Sample> samples;
  bool none_to_sample = false;  ///< Samples were requested.

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
  SampleSetup setup;
  auto line = parse(self, rows_of(setup), args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  const int jobs = jobs_of(setup.work);
  const auto book = open_to_read(path);
  watch_interrupts();
  Findings found;
  found.file = file_faults(path);
  if (found.file.empty()) {  // invalid rows cannot be read
    found.tree = book::check_tree(*book, drawn_progress(book->size()));
  }
  if (setup.positions && found.file.empty() && !interrupted()) {
    ProgressBar bar(true, "searches");
    found.samples = search_samples(*book, setup, jobs, [&](std::size_t done) {
      bar.draw(static_cast<double>(done) / *setup.positions, done);
      return !interrupted();
    });
    found.none_to_sample = found.samples.empty() && !interrupted();
  }
  out.write(setup.work.json ? json_line(findings_json(found)) : findings_text(found));
  out.flush();
  if (interrupted()) {
    return end_with(kInterrupted, "interrupted; this covers what was checked until then");
  }
  return found.good() ? kDone : kFailed;
}

}  // namespace

const Command kBookVerifyCommand{
    .name = "verify",
    .arguments = R"(BOOK [--sample N] [--plies N] [--depth D]
    [--selectivity P] [--json])",
    .summary = "check that a book is intact and consistent",
    .details = R"(Reads the whole file and checks that each score is that of the best move, that
each move is legal, and that each leaf is outside the book. Exit status 1 if
anything is wrong. Stale, unsearched and unreached positions are not faults:
`sumi book build` and `deepen` search what is missing.

--sample N also searches N random positions to --depth and reports how far the
scores of the book are off, in discs.
)",
    .examples = R"(  sumi book verify my.book
  sumi book verify default --sample 200 --plies 9 --depth 26 --selectivity 87 \
      -j 2
)",
    .run = run_book_verify,
    .program = kSumiBookName,
    .json = R"(  positions                 integer: positions in the book
  scored                    integer: those that have a score
  stale                     integer: those whose leaf has entered the book and
                            must be searched again
  unsearched                integer: those that came with a game and have no
                            search yet
  unreached                 integer: those that no move in book reaches
  file_faults               array of strings: faults of the file, as text
  faults                    integer: number of inconsistent positions
  first_faults              array of strings: the first of them, as text
  sample                    object: with --sample, else null
  sample.positions          integer: positions searched
  sample.mean               number: mean of searched minus book score
  sample.deviation          number: its standard deviation
  sample.within_1, within_2, within_4
                            number: share that is off by at most 1, 2, 4 discs,
                            0 to 1
  sample.worst              object: the largest difference: {position, book,
                            searched}
)"};

}  // namespace sumi::protocol
