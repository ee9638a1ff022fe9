// SPDX-License-Identifier: MIT
/// Searching for a book as people see it: a bar while it works, at the end what was done.
#pragma once

#include "book/build/book_builder.h"
#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/base/time.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/progress_bar.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sumi::protocol {

/// One thread at a time.
class BookWork {
 public:
  /// Throws what jobs_of() throws. `time` begins now; nothing: without end. From now on Ctrl-C is
  /// noted (interrupt.h).
  BookWork(const WorkOptions& options, std::optional<Millis> time);

  using Work = book::BuildEnd (book::BookWorker::*)(const book::BuildGoal&);
  /// Does `work` until it is done, interrupted, full or out of time.
  void run(book::BookStore& book, const book::BuildGoal& goal, Work work);
  void search(book::BookStore& book, const std::vector<Board>& boards, int level);

  /// Ctrl-C, or the time is up.
  bool is_to_end() const;

  /// Notes that is_to_end() ended the work before there was anything to search.
  void end_before();

  /// How the work ended; nothing if no search was wanted.
  std::optional<book::BuildEnd> end() const { return end_; }

  /// What was done, in two lines or as JSON with `more` in front; the exit status.
  int finish(const book::BookStore& book, int level, Output& out, Json more);

 private:
  book::BookWorker worker(book::BookStore& book);
  void draw(const book::BuildProgress& progress);
  std::string work_text(int level, double seconds) const;
  std::string_view end_text() const;

  const WorkOptions options_;
  const int jobs_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  ProgressBar bar_;
  StopWatch watch_;
  book::BuildProgress done_;
  std::optional<book::BuildEnd> end_;
};

/// Draws how many of so many positions are done, and ends the work at Ctrl-C. `bar` outlives it.
inline book::Progress drawn_progress(ProgressBar& bar, std::uint64_t positions) {
  return [&bar, positions](double share) {
    bar.draw(share, static_cast<std::uint64_t>(share * static_cast<double>(positions)));
    return !interrupted();
  };
}

}  // namespace sumi::protocol
