// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/match/nboard_player.h"
#include "tools/match/player.h"
#include "tools/match/process_player.h"
#include "tools/match/sumi_player.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace sumi::match {
namespace {

Protocol protocol_of(const EngineSpec& spec) {
  if (spec.protocol != Protocol::kAuto) return spec.protocol;
  return spec.command.empty() ? Protocol::kSumi : Protocol::kGtp;
}

Error bad_spec(const EngineSpec& spec, std::string_view what) {
  return {ErrorCode::kBadSyntax, fmt::format("engine {}: {}", sumi::quoted(spec.name), what)};
}

/// Here and not when the engine starts: a missing log is nobody's lost game.
Result<void> check_log(const std::string& path) {
  if (path.empty()) return {};
  std::FILE* const file = std::fopen(path.c_str(), "ae");
  if (!file) {
    return Error{ErrorCode::kBadFile, fmt::format("log {}: {}", sumi::quoted(path),
                                                  std::generic_category().message(errno))};
  }
  std::fclose(file);
  return {};
}

std::unique_ptr<Player> make_process_player(Protocol spoken, const EngineSpec& spec,
                                            const PlayerSetup& setup) {
  using protocol::UgiDialect;
  switch (spoken) {
    case Protocol::kNBoard:
      return std::make_unique<NBoardPlayer>(spec, setup);
    case Protocol::kUgi:
      return make_ugi_player(spec, setup, UgiDialect::kUgi);
    case Protocol::kUci:
      return make_ugi_player(spec, setup, UgiDialect::kUci);
    case Protocol::kUsi:
      return make_ugi_player(spec, setup, UgiDialect::kUsi);
    case Protocol::kAuto:
    case Protocol::kGtp:
    case Protocol::kSumi:
      break;
  }
  return make_gtp_player(spec, setup);
}

}  // namespace

Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec, const PlayerSetup& setup) {
  if (protocol_of(spec) == Protocol::kSumi) {
    if (!spec.command.empty()) return bad_spec(spec, "protocol sumi takes no command");
    if (!spec.setup.empty()) return bad_spec(spec, "protocol sumi takes no setup commands");
    auto player = SumiPlayer::make(spec, setup);
    if (!player) return player.error();
    return std::unique_ptr<Player>(std::move(*player));
  }
  if (spec.command.empty()) {
    return bad_spec(spec, fmt::format("protocol {} needs a command", to_text(protocol_of(spec))));
  }
  if (const auto usable = check_log(setup.log); !usable) return usable.error();
  return make_process_player(protocol_of(spec), spec, setup);
}

}  // namespace sumi::match
