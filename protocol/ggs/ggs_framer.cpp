// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/ggs/ggs_framer.h"
#include "protocol/text/ggs.h"

#include <utility>

namespace sumi::protocol {
namespace {

/// A prompt is a whole message: the server waits for us, and no line follows.
bool is_prompt(std::string_view line) { return line.starts_with(": Enter "); }

}  // namespace

void GgsFramer::feed(std::string_view raw, const Emit& emit) {
  std::string line = clean_ggs_line(raw);
  if (line.starts_with('|')) {
    if (!lines_.empty() && lines_.size() < kMaxLines) lines_.push_back(std::move(line));
    return;
  }
  end_message(emit);
  const std::string_view word = trim(line);
  if (word.empty() || word == "ALERT") return;
  const bool alone = word == "READY" || is_prompt(line);
  lines_.push_back(std::move(line));
  if (alone) end_message(emit);
}

void GgsFramer::end_message(const Emit& emit) {
  const auto message = std::exchange(lines_, {});
  if (!message.empty()) emit(message);
}

}  // namespace sumi::protocol
