// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "protocol/report/language.h"
#include "protocol/session/session.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// Reads one of kProtocolNames; the error lists them.
Result<ProtocolKind> parse_protocol(std::string_view name);

/// Detects a conversation's protocol from its first line; GTP if in doubt. Nothing for a blank line
/// or comment: try the next line.
std::optional<ProtocolKind> detect_protocol(std::string_view line);

/// Becomes a session of the detected protocol.
class AutoSession final : public Session {
 public:
  /// `forced` overrides detection. `typed`: answers lines that have a note_for_person(). Requires:
  /// exclusive use of `engine`, which outlives the session.
  AutoSession(Engine& engine, Peer& peer, std::optional<ProtocolKind> forced = {},
              bool typed = false);

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;
  bool finished() const override;
  bool working() const override { return session_ && session_->working(); }
  std::size_t backlog() const override { return session_ ? session_->backlog() : 0; }

 private:
  Engine& engine_;
  Peer& peer_;
  const bool typed_;
  std::unique_ptr<Session> session_;  ///< Null before the first line.
  bool ended_ = false;
};

// Help for people who type where Sumi expects a program.

/// `kind` is the protocol, if fixed. No final line feed.
std::string greeting_for_person(std::optional<ProtocolKind> kind, Language language);

/// Answers a shell command or request for help ("help", "hint", "play white", "sumi solve x");
/// empty if the line may belong to a protocol.
std::string note_for_person(std::string_view line, Language language);

}  // namespace sumi::protocol
