// SPDX-License-Identifier: MIT
/// Protocol sessions: lines in, lines out. They own no sockets or threads, so that tests can drive
/// them.
#pragma once

#include "engine/base/time.h"
#include "protocol/text/line_splitter.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace sumi::protocol {

enum class ProtocolKind { kGtp, kNBoard, kUgi, kUci, kUsi, kCassio, kXBoard, kJson };

/// In the order of ProtocolKind.
inline constexpr std::string_view kProtocolNames[] = {"gtp", "nboard", "ugi",    "uci",
                                                      "usi", "cassio", "xboard", "json"};

class ReplySink {
 public:
  virtual ~ReplySink() = default;

  /// Writes one line, given without its line feed.
  virtual void write(std::string_view line) = 0;

  virtual void flush() {}
};

/// Writes each line without trailing blanks. A final line feed adds no empty line.
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

/// The other side of a conversation, and access to the session's thread. Only that thread may call
/// write(), flush() and note().
class Peer : public ReplySink {
 public:
  /// Writes one line outside the protocol, to standard error if available.
  virtual void note(std::string_view line) { static_cast<void>(line); }

  /// The peer may be another user, so it must not name local files.
  virtual bool remote() const { return false; }

  /// Runs `work` on the session's thread, after the current work and `delay`. Thread-safe. Pending
  /// work is dropped when the conversation ends.
  virtual void post(std::function<void()> work, Millis delay = {}) = 0;
};

/// A conversation with one peer, which must outlive it. No call blocks on a search; results arrive
/// through Peer::post(). Not thread-safe.
class Session {
 public:
  virtual ~Session() = default;

  virtual void on_line(const TextLine& line) = 0;

  /// Like on_line(), but may move from the line.
  virtual void take_line(TextLine line) { on_line(line); }

  /// End of input: answers all lines and stops unlimited searches.
  virtual void on_end() = 0;

  /// Ends the conversation: drops queued lines and stops the search, which still answers.
  virtual void close() = 0;

  /// Everything is answered and no work is running.
  virtual bool finished() const = 0;

  /// A search or other long work for the peer is running.
  virtual bool working() const { return false; }

  /// Bytes of queued lines. If they grow large, the caller stops reading.
  virtual std::size_t backlog() const { return 0; }
};

/// A session over an outgoing connection, which is re-established when lost.
class ClientSession : public Session {
 public:
  /// A connection is open; nothing was sent on it.
  virtual void on_connect() = 0;

  /// The connection failed or was lost. Returns the delay before the next attempt, or std::nullopt
  /// to end the conversation; on_end() follows.
  virtual std::optional<Millis> on_loss(std::string_view reason) = 0;
};

}  // namespace sumi::protocol
