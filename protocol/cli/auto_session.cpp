// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/cassio/cassio_session.h"
#include "protocol/cli/auto_session.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/json/json_session.h"
#include "protocol/nboard/nboard_session.h"
#include "protocol/text/gtp.h"
#include "protocol/ugi/ugi_session.h"
#include "protocol/xboard/xboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace sumi::protocol {
namespace {

/// First words that no other protocol knows. GTP's own are not listed: it is what is left.
struct Opening {
  std::string_view word;
  ProtocolKind kind;
};
constexpr Opening kOpenings[] = {
    {"nboard", ProtocolKind::kNBoard},
    {"ugi", ProtocolKind::kUgi},
    {"uci", ProtocolKind::kUci},
    {"usi", ProtocolKind::kUsi},
    {"engine-protocol", ProtocolKind::kCassio},
    {"xboard", ProtocolKind::kXBoard},
    {"protover", ProtocolKind::kXBoard},
};

}  // namespace

Result<ProtocolKind> parse_protocol(std::string_view name) {
  const auto found = std::ranges::find(kProtocolNames, name);
  if (found != std::end(kProtocolNames)) {
    return static_cast<ProtocolKind>(found - std::begin(kProtocolNames));
  }
  return Error{ErrorCode::kNotFound,
               fmt::format("protocol: {} is not one of {}", sumi::quoted(name),
                           fmt::join(kProtocolNames, ", "))};
}

std::optional<ProtocolKind> detect_protocol(std::string_view line) {
  const auto gtp = parse_gtp_line(line);
  if (gtp && !*gtp) return std::nullopt;
  const std::string_view words = trim(line);
  if (words.starts_with('{')) return ProtocolKind::kJson;
  const std::string_view first = words.substr(0, words.find_first_of(" \t"));
  for (const auto& [word, kind] : kOpenings) {
    if (equal_ignoring_case(first, word)) return kind;
  }
  return ProtocolKind::kGtp;
}

AutoSession::AutoSession(Engine& engine, Peer& peer, std::optional<ProtocolKind> forced)
    : engine_(engine), peer_(peer) {
  if (forced) become(*forced);
}

void AutoSession::become(ProtocolKind kind) {
  switch (kind) {
    case ProtocolKind::kGtp:
      session_ = std::make_unique<GtpSession>(engine_, peer_);
      break;
    case ProtocolKind::kNBoard:
      session_ = std::make_unique<NBoardSession>(engine_, peer_);
      break;
    case ProtocolKind::kUgi:
      session_ = std::make_unique<UgiSession>(engine_, peer_, UgiDialect::kUgi);
      break;
    case ProtocolKind::kUci:
      session_ = std::make_unique<UgiSession>(engine_, peer_, UgiDialect::kUci);
      break;
    case ProtocolKind::kUsi:
      session_ = std::make_unique<UgiSession>(engine_, peer_, UgiDialect::kUsi);
      break;
    case ProtocolKind::kCassio:
      session_ = std::make_unique<CassioSession>(engine_, peer_);
      break;
    case ProtocolKind::kXBoard:
      session_ = std::make_unique<XBoardSession>(engine_, peer_);
      break;
    case ProtocolKind::kJson:
      session_ = std::make_unique<JsonSession>(std::vector{&engine_}, peer_);
      break;
  }
}

void AutoSession::on_line(const TextLine& line) {
  if (!session_) {
    const auto kind = detect_protocol(line.text);
    if (!kind) return;
    become(*kind);
  }
  session_->on_line(line);
}

void AutoSession::on_end() {
  ended_ = true;
  if (session_) session_->on_end();
}

void AutoSession::close() {
  ended_ = true;
  if (session_) session_->close();
}

bool AutoSession::finished() const { return session_ ? session_->finished() : ended_; }

}  // namespace sumi::protocol
