// SPDX-License-Identifier: MIT
/// Argument by argument; what a file is, problem_file.cpp finds out.
#include "engine/base/text.h"
#include "engine/game/game_record.h"
#include "protocol/cli/problem_file.h"
#include "protocol/cli/problem_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sys/stat.h>
#include <utility>

namespace sumi::protocol {
namespace {

/// Its size if `path` is a regular file; 0 if it is something else; nothing if it is not there.
std::optional<double> size_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return S_ISREG(status.st_mode) ? static_cast<double>(status.st_size) : 0.0;
}

bool is_file(const std::string& argument) { return argument == "-" || size_of(argument); }

/// A position on the command line may also be a sequence of moves.
Result<ObfLine> parse_argument(const std::string& text, std::optional<int> at_empties) {
  const auto line = parse_problem_line(text, at_empties);
  if (line && *line) return **line;
  constexpr std::size_t kHalfABoard = 32;  // shorter text was meant as a name
  const bool too_short = !line && line.error().code == ErrorCode::kNotFound;
  if (!line && (text.size() >= kHalfABoard || too_short)) return line.error();
  return Error{ErrorCode::kNotFound,
               fmt::format("{} is neither a file nor a position (64 squares of X, O and - and the "
                           "side to move, or moves: f5d6c3)",
                           sumi::quoted(text))};
}

}  // namespace

ProblemSource::ProblemSource(std::vector<std::string> arguments, std::optional<int> at_empties)
    : arguments_(std::move_iterator(arguments.begin()), std::move_iterator(arguments.end())),
      at_empties_(at_empties) {
  bool known = true;
  for (const std::string& argument : arguments_) {
    const auto size = argument == "-" ? std::optional(0.0) : size_of(argument);
    known = known && size != 0.0;
    total_ += size.value_or(static_cast<double>(argument.size()));
  }
  if (!known) total_ = 0;
}

ProblemSource::~ProblemSource() = default;

bool ProblemSource::single() const { return arguments_.size() == 1 && !is_file(arguments_[0]); }

std::optional<double> ProblemSource::share() const {
  if (total_ == 0) return std::nullopt;
  return std::min((done_ + (file_ ? file_->done() : 0)) / total_, 1.0);
}

std::optional<Problem> ProblemSource::next(std::stop_token stop) {
  auto problem = next_unnumbered(stop);
  if (problem && problem->line) problem->index = ++problems_;
  return problem;
}

std::optional<Problem> ProblemSource::next_unnumbered(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (file_) {
      if (auto problem = from_file(stop)) return problem;
    } else if (arguments_.empty()) {
      return std::nullopt;
    } else if (is_file(arguments_.front())) {
      file_ = open_problem_file(arguments_.front(), at_empties_, stop);
      if (!file_) return std::nullopt;
      file_bytes_ = arguments_.front() == "-" ? 0 : size_of(arguments_.front()).value_or(0);
      arguments_.pop_front();
    } else {
      return from_argument();
    }
  }
  return std::nullopt;
}

Problem ProblemSource::from_argument() {
  const std::string text = std::move(arguments_.front());
  arguments_.pop_front();
  done_ += static_cast<double>(text.size());
  return {"", parse_argument(text, at_empties_), share()};
}

/// The next one of the open file; nothing, and no file, at its end.
std::optional<Problem> ProblemSource::from_file(const std::stop_token& stop) {
  auto problem = file_->next(stop);
  if (problem) {
    problem->share = share();
  } else if (!stop.stop_requested()) {
    file_.reset();
    done_ += file_bytes_;
  }
  return problem;
}

}  // namespace sumi::protocol
