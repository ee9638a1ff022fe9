// SPDX-License-Identifier: MIT
#include "protocol/cli/book/book_work.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/format.h"
#include "protocol/report/output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <utility>

namespace sumi::protocol {
namespace {

using book::BuildEnd;

constexpr std::string_view kEndNames[] = {"done", "interrupted", "time", "full"};

std::string hourly_rate(std::uint64_t count, double seconds) {
  constexpr int kHour = 3600;
  return short_rate(kHour * count, seconds);
}

}  // namespace

BookWork::BookWork(const WorkOptions& options, std::optional<Millis> time)
    : options_(options), jobs_(jobs_of(options)), bar_(true, "positions") {
  if (time) deadline_ = std::chrono::steady_clock::now() + *time;
  watch_interrupts();
}

book::BookWorker BookWork::worker(book::BookStore& book) {
  book::BookWorker::Setup setup;
  setup.engine = options_.engine;
  setup.threads = jobs_;
  setup.interrupted = interrupted;
  setup.progress = [this](const book::BuildProgress& progress) { draw(progress); };
  setup.deadline = deadline_;
  return book::BookWorker(book, std::move(setup));
}

void BookWork::run(book::BookStore& book, const book::BuildGoal& goal, Work work) {
  end_ = (worker(book).*work)(goal);
}

void BookWork::search(book::BookStore& book, const std::vector<Board>& boards, int level) {
  end_ = worker(book).search(boards, level);
}

bool BookWork::is_to_end() const {
  return interrupted() || (deadline_ && std::chrono::steady_clock::now() >= *deadline_);
}

void BookWork::end_before() { end_ = interrupted() ? BuildEnd::kInterrupted : BuildEnd::kTimeUp; }

void BookWork::draw(const book::BuildProgress& progress) {
  done_ = progress;
  const Language language = default_language();
  std::string words = tr_format(language, "positions, {} searched, {} waiting, deviation {:.2f}",
                                progress.searched, progress.waiting, progress.deviation);
  bar_.set_words(std::move(words));
  bar_.draw(std::nullopt, progress.positions);
}

std::string BookWork::work_text(int level, double seconds) const {
  const Language language = default_language();
  std::string text =
      tr_format(language, "{} positions added, {} searches at level {} in {}: ", done_.added,
                done_.searched, level, clock_time(seconds));
  if (done_.added > 0) {
    text += tr_format(language, "{} positions/h, ", hourly_rate(done_.added, seconds));
  }
  return text + tr_format(language, "{} searches/h\n", hourly_rate(done_.searched, seconds));
}

std::string_view BookWork::end_text() const {
  if (!end_) return "";
  const Language language = default_language();
  switch (*end_) {
    case BuildEnd::kDone:
      return tr(language, ", nothing is missing");
    case BuildEnd::kInterrupted:
      return "";
    case BuildEnd::kTimeUp:
      return tr(language, "; the time is up, the same command goes on from here");
    case BuildEnd::kFull:
      return tr(language, ", as many as --positions allows");
  }
  return "";
}

int BookWork::finish(const book::BookStore& book, int level, Output& out, Json more) {
  bar_.erase();
  const double seconds = watch_.seconds();
  if (options_.json) {
    more.update({{"added", done_.added},
                 {"searched", done_.searched},
                 {"level", level},
                 {"positions", book.size()},
                 {"nodes", done_.nodes},
                 {"seconds", json_seconds(seconds)},
                 {"end", end_ ? Json(kEndNames[static_cast<std::size_t>(*end_)]) : Json()}});
    out.write(json_line(more));
  } else {
    if (end_) out.write(work_text(level, seconds));
    out.write(tr_format(default_language(), "{}: {} positions{}\n", book.path(), book.size(),
                        end_text()));
  }
  out.flush();
  if (end_ != BuildEnd::kInterrupted) return kDone;
  tell_error("interrupted; the same command goes on from here");
  return kInterrupted;
}

}  // namespace sumi::protocol
