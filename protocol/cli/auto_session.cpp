// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
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

std::unique_ptr<Session> session_of(ProtocolKind kind, Engine& engine, Peer& peer) {
  switch (kind) {
    case ProtocolKind::kGtp:
      return std::make_unique<GtpSession>(engine, peer);
    case ProtocolKind::kNBoard:
      return std::make_unique<NBoardSession>(engine, peer);
    case ProtocolKind::kUgi:
      return std::make_unique<UgiSession>(engine, peer, UgiDialect::kUgi);
    case ProtocolKind::kUci:
      return std::make_unique<UgiSession>(engine, peer, UgiDialect::kUci);
    case ProtocolKind::kUsi:
      return std::make_unique<UgiSession>(engine, peer, UgiDialect::kUsi);
    case ProtocolKind::kCassio:
      return std::make_unique<CassioSession>(engine, peer);
    case ProtocolKind::kXBoard:
      return std::make_unique<XBoardSession>(engine, peer);
    case ProtocolKind::kJson:
      break;
  }
  return std::make_unique<JsonSession>(std::vector{&engine}, peer);
}

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

AutoSession::AutoSession(Engine& engine, Peer& peer, std::optional<ProtocolKind> forced, bool typed)
    : engine_(engine), peer_(peer), typed_(typed) {
  if (forced) session_ = session_of(*forced, engine_, peer_);
}

void AutoSession::on_line(const TextLine& line) {
  if (typed_) {
    const std::string note = note_for_person(line.text, default_language());
    if (!note.empty()) return peer_.note(note);
  }
  if (!session_) {
    const auto kind = detect_protocol(line.text);
    if (!kind) return;
    session_ = session_of(*kind, engine_, peer_);
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
  std::vector<std::string_view> names;
  for (const ListedCommand& row : kSumi.commands) names.push_back(row.name());
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Protocols have commands named like ours: `play black f5`, `hint 3`, `version`.
bool is_of_a_protocol(const std::vector<std::string_view>& words) {
  if (words[0] == "play") {
    constexpr std::string_view kColors[] = {"black", "white", "b", "w"};
    return words.size() == 3 && std::ranges::count(kColors, to_lower(words[1])) > 0;
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
