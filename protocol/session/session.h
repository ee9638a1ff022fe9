// SPDX-License-Identifier: MIT
/// What every protocol session is: lines in, lines out, on one thread that never waits for a
/// search. A session owns no socket, no thread and no stdin, so a test can feed it lines.
#pragma once

#include "engine/base/time.h"
#include "protocol/text/line_splitter.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace sumi::protocol {

enum class ProtocolKind { kGtp, kNBoard, kUgi, kUci, kUsi, kCassio, kXBoard, kJson };

/// Their names, in the order of ProtocolKind.
inline constexpr std::string_view kProtocolNames[] = {"gtp", "nboard", "ugi",    "uci",
                                                      "usi", "cassio", "xboard", "json"};

/// Where lines are written, from one thread at a time.
class ReplySink {
 public:
  virtual ~ReplySink() = default;

  /// One line, without its line feed.
  virtual void write(std::string_view line) = 0;

  /// The reply is complete, or worth reading so far: hand it over now.
  virtual void flush() {}
};

/// Each of the lines, without blanks at their ends; a last line feed begins no further one.
inline void write_lines(ReplySink& sink, std::string_view lines) {
  for (;;) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    while (line.ends_with(' ')) line.remove_suffix(1);
    sink.write(line);
    if (end == lines.npos || end + 1 == lines.size()) return;
    lines.remove_prefix(end + 1);
  }
}

/// The other side of a conversation, and the session's own thread: the one that calls it. write(),
/// flush() and note() are for that thread only.
class Peer : public ReplySink {
 public:
  /// One line beside the protocol, on standard error if there is one.
  virtual void note(std::string_view line) { static_cast<void>(line); }

  /// Whether the peer is somebody else than the user who started us; such a peer may not name files
  /// of this machine.
  virtual bool remote() const { return false; }

  /// Has the session's thread do `work` after what it does now, not before `delay` has passed. May
  /// be called from any thread, as long as the peer lives. Work that is due when the conversation
  /// is over is dropped.
  virtual void post(std::function<void()> work, Millis delay = {}) = 0;
};

/// One conversation with one peer, which outlives it. No call waits for a search: what it finds
/// comes back by Peer::post() (search_runner.h).
class Session {
 public:
  virtual ~Session() = default;

  virtual void on_line(const TextLine& line) = 0;

  /// As on_line(), but the session may move from the line.
  virtual void take_line(TextLine line) { on_line(line); }

  /// No more lines will come. What was read is still answered; a search without an end is stopped.
  virtual void on_end() = 0;

  /// The conversation is to end now: lines that wait are dropped, a search is stopped. Its answer
  /// is still written.
  virtual void close() = 0;

  /// All is said, and nothing is at work.
  virtual bool finished() const = 0;

  /// A search, or what takes as long, is at work for the peer.
  virtual bool at_work() const { return false; }

  /// Bytes of lines that wait until a search is over. Much more than that should not be read.
  virtual std::size_t backlog() const { return 0; }
};

/// A session over a connection that we make ourselves, and make again when it is lost.
class ClientSession : public Session {
 public:
  /// There is a (new) connection; nothing was said yet.
  virtual void on_connect() = 0;

  /// The connection is lost, or could not be made, for this reason. When to try again; nothing: the
  /// conversation is over, and on_end() follows.
  virtual std::optional<Millis> on_loss(std::string_view reason) = 0;
};

}  // namespace sumi::protocol
