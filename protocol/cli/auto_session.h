// SPDX-License-Identifier: MIT
/// Which protocol a peer speaks, told by its first line.
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

/// One of kProtocolNames; fails with a message that lists them.
Result<ProtocolKind> parse_protocol(std::string_view name);

/// The protocol of a conversation that begins with this line: GTP when in doubt. Nothing for a line
/// that says nothing, blank or a comment: the next one will tell.
std::optional<ProtocolKind> detect_protocol(std::string_view line);

/// Becomes a session of the protocol that the first line speaks.
class AutoSession final : public Session {
 public:
  /// With `forced`, the session speaks that protocol, whatever the first line is. `engine` outlives
  /// the session, which alone uses it.
  AutoSession(Engine& engine, Peer& peer, std::optional<ProtocolKind> forced = {});

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;
  bool finished() const override;
  bool at_work() const override { return session_ && session_->at_work(); }
  std::size_t backlog() const override { return session_ ? session_->backlog() : 0; }

 private:
  void become(ProtocolKind kind);

  Engine& engine_;
  Peer& peer_;
  std::unique_ptr<Session> session_;  ///< None before the first line.
  bool ended_ = false;
};

// What `sumi` says to people where programs are expected: on a terminal.

/// What is spoken here, and what there is for people. `kind`: the protocol if it is fixed. Lines
/// without a line feed at the end.
std::string greeting_for_person(std::optional<ProtocolKind> kind, Language language);

/// The answer to a line that is meant for the shell or asks for help ("help", "hint", "play white",
/// "sumi solve x"); empty if the line can be of a protocol.
std::string note_for_person(std::string_view line, Language language);

}  // namespace sumi::protocol
