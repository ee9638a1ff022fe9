// SPDX-License-Identifier: MIT
/// Argument by argument; what a file is, problem_file.cpp finds out.
#include "protocol/cli/solve/problem_file.h"
#include "protocol/cli/solve/problem_source.h"
#include "protocol/service/entry_source.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sumi::protocol {
namespace {

bool is_file(const std::string& argument) { return input_bytes(argument).has_value(); }

/// A position on the command line may also be a sequence of moves.
Result<ObfLine> parse_argument(const std::string& text, std::optional<int> at_empties,
                               const TextOptions& options, std::vector<std::string>& warnings) {
  const Result<FileEntry> entry = parse_entry_words(text, options, &warnings);
  if (!entry) return entry.error();
  if (const auto* line = std::get_if<ObfLine>(&*entry)) return *line;
  const GameRecord& game = std::get<GameRecord>(*entry);
  return problem_of(game, game.moves.empty() ? std::nullopt : at_empties);
}

}  // namespace

int empties_of(const Problem& problem) {
  return empties(problem.line->position.board, problem.line->position.size);
}

ProblemSource::ProblemSource(std::vector<std::string> arguments, std::optional<int> at_empties,
                             Shard shard, const TextOptions& options)
    : arguments_(std::move_iterator(arguments.begin()), std::move_iterator(arguments.end())),
      at_empties_(at_empties),
      shard_(shard),
      options_(options) {
  bool known = true;
  for (const std::string& argument : arguments_) {
    const auto size = input_bytes(argument);
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
  while (auto problem = next_unnumbered(stop)) {
    if (problem->line) problem->index = ++problems_;
    if (problem->line ? shard_.has(problems_ - 1) : shard_.index == 1) return problem;
  }
  return std::nullopt;
}

std::optional<Problem> ProblemSource::next_unnumbered(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (file_) {
      if (auto problem = from_file(stop)) return problem;
    } else if (arguments_.empty()) {
      return std::nullopt;
    } else if (is_file(arguments_.front())) {
      file_ = open_problem_file(arguments_.front(), at_empties_, options_, stop);
      if (!file_) return std::nullopt;
      file_bytes_ = input_bytes(arguments_.front()).value_or(0);
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
  std::vector<std::string> warnings;
  auto line = parse_argument(text, at_empties_, options_, warnings);
  return {"", std::move(line), share(), std::move(warnings)};
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
