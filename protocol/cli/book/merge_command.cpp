// SPDX-License-Identifier: MIT
/// `sumi book merge`: several books in one.
#include "book/build/book_builder.h"
#include "engine/base/time.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/book_work.h"
#include "protocol/report/format.h"
#include "protocol/report/output.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sumi::protocol {
namespace {

int run_book_merge(const Command& self, const Args& args, Output& out) {
  bool json = false;
  auto line =
      parse(self, Options{{"json", flag(json), "one JSON object instead of text"}}, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  if (line->words.empty()) throw UsageError("no book to merge given, OUT IN...");
  std::vector<std::shared_ptr<const book::BookReader>> sources;
  for (const std::string& source : line->words) {
    if (same_file(source, path)) {
      throw UsageError(fmt::format("OUT and IN are the same file, {}", path));
    }
    sources.push_back(open_to_read(source));
  }
  watch_interrupts();
  const StopWatch watch;
  const auto book = open_or_create(path);
  const std::uint64_t before = book->size();
  ProgressBar bar(true, "positions");
  std::size_t merged = 0;
  for (; merged < sources.size() && !interrupted(); ++merged) {
    const book::BookReader& from = *sources[merged];
    if (!book::merge(*book, from, drawn_progress(bar, from.size()))) break;
  }
  bar.erase();
  if (json) {
    out.write(json_line({{"merged", merged},
                         {"added", book->size() - before},
                         {"positions", book->size()},
                         {"seconds", json_seconds(watch.seconds())}}));
  } else {
    out.write(tr_format(default_language(),
                        "{} of {} books merged, {} positions added in {}\n{}: {} positions\n",
                        merged, sources.size(), book->size() - before, clock_time(watch.seconds()),
                        path, book->size()));
  }
  out.flush();
  if (merged == sources.size()) return kDone;
  tell_error(fmt::format("interrupted; missing is all from {} on", line->words[merged]));
  return kInterrupted;
}

}  // namespace

const Command kBookMergeCommand{
    "merge",
    "OUT IN...",
    "put books into another",
    R"(OUT is made if it is not there, else added to. Of what several books know of a
position the search at the higher level counts, then the deeper one; games are
added up. INs are files of any kind, or `default`. Ctrl-C and a kill leave OUT
with the books that were merged before. JSON: {"merged", "added", "positions",
"seconds"}.
)",
    R"(  sumi book merge all.book mine.book yours.book
  sumi book merge mine.book default      (a copy of the shipped book, to go on \
      with)
)",
    run_book_merge,
    kSumiBookName};

}  // namespace sumi::protocol
