// SPDX-License-Identifier: MIT
/// Collects bytes until the rule of the format says that an entry ends. Line ends are LF, CR LF or
/// CR alone.
#include "engine/base/text.h"
#include "engine/formats/entry_cutter.h"
#include "engine/formats/format_table.h"

#include <algorithm>
#include <utility>

namespace sumi {
namespace {

/// Line ends in `text`; `before` is the byte in front of it.
std::size_t line_ends(std::string_view text, char before = '\0') {
  std::size_t count = 0;
  for (const char c : text) {
    if (c == '\r' || (c == '\n' && before != '\r')) ++count;
    before = c;
  }
  return count;
}

}  // namespace

EntryCutter::EntryCutter(FileFormat format) : rule_(format_row(format).cut()) {}

/// Drops the first `offset` bytes.
void EntryCutter::start_at(std::size_t offset) {
  line_ = lines_done_ + 1 - line_ends(std::string_view(text_).substr(offset));
  text_.erase(0, offset);
}

void EntryCutter::skip_line(std::size_t line) {
  if (skipped_.count++ == 0) skipped_.first = line;
}

std::optional<TextEntry> EntryCutter::feed(char c) {
  if (c == '\r' || (c == '\n' && before_ != '\r')) ++lines_done_;
  before_ = c;
  text_ += c;
  if (text_.size() > kMaxEntryBytes) {
    too_long_ = true;
    text_.clear();
  }
  const CutStep step = rule_->step(c);
  switch (step.kind) {
    case CutStep::kGoesOn:
      return std::nullopt;
    case CutStep::kNoise:
      if (step.skipped) skip_line(line_);
      too_long_ = false;
      start_at(text_.size());
      return std::nullopt;
    case CutStep::kStarts:
      too_long_ = false;
      start_at(text_.empty() ? 0 : text_.size() - 1);
      return std::nullopt;
    case CutStep::kEnds:
      break;
  }
  return cut(step);
}

std::optional<TextEntry> EntryCutter::cut(const CutStep& step) {
  const std::size_t end = text_.size() - std::min(step.next, text_.size());
  const std::size_t front = std::min(step.front, end);
  TextEntry entry;
  entry.too_long = std::exchange(too_long_, false);
  if (!entry.too_long) entry.text = text_.substr(front, end - front);
  // The line of the first character that is not blank.
  const auto first = std::find_if_not(entry.text.begin(), entry.text.end(), is_space);
  entry.line = line_ + line_ends({text_.data(), front}) +
               line_ends({entry.text.data(), static_cast<std::size_t>(first - entry.text.begin())});
  entry.skipped = std::exchange(skipped_, {});
  if (step.skipped) skip_line(line_ + line_ends({text_.data(), end}));
  start_at(step.drop_next ? text_.size() : end);
  return entry;
}

std::optional<TextEntry> EntryCutter::finish() {
  if (!rule_->open() && !too_long_) return std::nullopt;
  return cut({.kind = CutStep::kEnds});
}

}  // namespace sumi
