// SPDX-License-Identifier: MIT
/// One conversation with Cassio, or with one of the many scripts that drive Edax by its protocol;
/// README.md says what they need.
///
/// The session holds no game: each search names its position. A search is at work at a time; what
/// the protocol wants answered at once is, all other lines wait their turn.
#pragma once

#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/session/command_table.h"
#include "protocol/session/engine_session.h"
#include "protocol/text/cassio.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// One thread at a time.
class CassioSession final : public EngineSession {
 public:
  /// `engine` outlives the session, which alone uses it.
  CassioSession(Engine& engine, Peer& peer) : EngineSession(engine, peer) {}

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override { end_now(); }
  bool finished() const override { return said_bye_; }

 private:
  using Args = std::string_view;
  using Reply = std::optional<Result<void>>;  ///< Nothing: "ready." comes after the search.
  using Command = CommandRow<CassioSession, Args, Reply>;
  static std::span<const Command> commands();

  /// Which results of a search are told.
  enum class ResultLines {
    kAuto,   ///< kFinal until the client says something during a search, kAll from then on.
    kAll,    ///< Each improvement.
    kFinal,  ///< One line before "ready.".
  };

  void answer_waiting() override;
  Reply run(const TextLine& line);
  void write(std::string_view line);
  void write_ready(const Result<void>& done);
  void heartbeat();
  void end_now();
  void say_bye();

  // Commands that are served in turn.
  Reply init(Args);
  Reply get_version(Args);
  Reply new_position(Args);
  Reply midgame_search(Args);
  Reply endgame_search(Args);
  Reply empty_hash(Args);
  Reply feed_hash(Args);
  Reply set_option(Args);

  // Commands that are served at once.
  Reply stop(Args);
  Reply get_search_infos(Args);
  Reply quit(Args);

  Result<void> use_full_board();
  Reply search(const Result<CassioSearch>& wanted);
  Result<void> configure(std::string_view name, std::string_view value);
  void hear(const SearchUpdate& update);
  void finish(const SearchUpdate& result);
  void tell(const SearchUpdate& update);

  ResultLines result_lines_ = ResultLines::kAuto;
  bool reads_meanwhile_ = false;  ///< The client has asked for something during a search.

  // State of the search at work, or of the last one.
  CassioSearch wanted_;
  StopWatch watch_;
  std::optional<SearchUpdate> enough_;  ///< The result as sure as asked, for which the search was
                                        ///< stopped.
  std::string last_finding_;            ///< The finding that was told last.

  bool said_bye_ = false;
};

}  // namespace sumi::protocol
