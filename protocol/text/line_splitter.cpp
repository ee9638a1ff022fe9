// SPDX-License-Identifier: MIT
#include "protocol/text/line_splitter.h"

#include <algorithm>
#include <utility>

namespace sumi::protocol {

void LineSplitter::feed(std::string_view bytes, const Emit& emit) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    append(bytes.substr(0, end));
    if (end == bytes.npos) return;
    end_line(emit);
    bytes.remove_prefix(end + 1);
  }
}

void LineSplitter::finish(const Emit& emit) {
  if (started_) end_line(emit);
}

void LineSplitter::append(std::string_view bytes) {
  started_ = started_ || !bytes.empty();
  const std::size_t room = max_bytes_ - line_.text.size();
  line_.cut = line_.cut || bytes.size() > room;
  line_.text += bytes.substr(0, std::min(room, bytes.size()));
}

void LineSplitter::end_line(const Emit& emit) {
  started_ = false;
  emit(std::exchange(line_, {}));
}

}  // namespace sumi::protocol
