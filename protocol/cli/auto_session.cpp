// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/cassio/cassio_session.h"
#include "protocol/cli/auto_session.h"
#include "protocol/cli/commands.h"
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

/// First words of all protocols but GTP, the default.
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

namespace {

std::string command_names() {
  std::string names;
  for (const ListedCommand& row : kSumi.commands) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name());
  }
  return names;
}

/// Protocols have commands named like ours: `play black f5`, `hint 3`, `version`.
bool is_of_a_protocol(const std::vector<std::string_view>& words) {
  if (words[0] == "play") {
    return words.size() == 3 &&
           (equal_ignoring_case(words[1], "black") || equal_ignoring_case(words[1], "white") ||
            equal_ignoring_case(words[1], "b") || equal_ignoring_case(words[1], "w"));
  }
  if (words[0] == "hint") return words.size() == 2 && parse_int(words[1]);
  if (words[0] == "board") return words.size() == 1;    // XBoard and others
  if (words[0] == "perft") return words.size() == 2;    // UGI
  if (words[0] == "level") return true;                 // XBoard
  return words[0] == "version" || words[0] == "bench";  // GTP, UGI
}

}  // namespace

std::string greeting_for_person(std::optional<ProtocolKind> kind, Language language) {
  const std::string_view where =
      kind ? "Here Sumi speaks {} to other programs. To leave: quit"
           : "Here Sumi speaks to other programs, in {} unless your first line is of another "
             "protocol:\ntry list_commands, genmove black, showboard, quit.";
  const std::string_view name =
      kind ? kProtocolNames[static_cast<std::size_t>(*kind)] : std::string_view("GTP");
  return tr_format(language, where, name) + '\n' +
         std::string(tr(language,
                        "For people there are sumi play, sumi hint, sumi analyze and "
                        "more: sumi --help lists them."));
}

std::string note_for_person(std::string_view line, Language language) {
  std::vector<std::string_view> words = split_words(line);
  const bool named = !words.empty() && words[0] == kSumi.name;
  if (named) words.erase(words.begin());
  if (words.empty()) {
    return named ? std::string(tr(language, "sumi is running already. To leave: quit")) : "";
  }
  const bool question = words[0] == "?" || words[0] == "--help" || words[0] == "-h";
  const Command* const command = find_command(kSumi, question ? "help" : words[0]);
  if (!command || (!named && !question && is_of_a_protocol(words))) return "";
  if (command == &kHelpCommand) {
    return tr_format(language,
                     "This prompt is for programs: list_commands lists its commands, quit "
                     "leaves.\nType quit, then in the shell: sumi {}",
                     command_names());
  }
  return tr_format(language, "{0} is a command of the shell: quit, then sumi {0}. All: sumi --help",
                   command->name);
}

}  // namespace sumi::protocol
