// SPDX-License-Identifier: MIT
/// What every protocol session is: text in, text out. A session owns no socket, no thread and no
/// stdin, so a test can feed it lines.
#pragma once

#include "protocol/line_splitter.h"

#include <stop_token>
#include <string_view>

namespace sumi::protocol {

/// Where a session writes, from one thread at a time.
class ReplySink {
 public:
  virtual ~ReplySink() = default;

  /// One line, without its line feed.
  virtual void write(std::string_view line) = 0;

  /// The reply is complete, or worth reading so far: hand it over now.
  virtual void flush() {}
};

/// A line for a session, and the way to interrupt what it started.
struct InputLine : TextLine {
  /// Requested when the peer wants the work on this line to end early (LineChannel says when). A
  /// token per line, because it can be requested before the work begins and must not outlive it.
  std::stop_token interrupt;
};

/// One conversation. One thread at a time.
class Session {
 public:
  virtual ~Session() = default;

  /// Answers one line. `sink` outlives the session.
  virtual void on_line(const InputLine& line, ReplySink& sink) = 0;

  /// The session wants no more lines.
  virtual bool finished() const = 0;
};

class LineChannel;

/// Feeds the session from the channel until either ends.
void run_session(Session& session, LineChannel& channel);

}  // namespace sumi::protocol
