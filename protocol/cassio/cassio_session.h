// SPDX-License-Identifier: MIT
/// A session with Cassio, or a script that uses Edax through Cassio's protocol (README.md).
#pragma once

#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/session/command_table.h"
#include "protocol/session/engine_session.h"
#include "protocol/text/cassio.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

class CassioSession final : public EngineSession {
 public:
  CassioSession(Engine& engine, Peer& peer) : EngineSession(engine, peer) {}

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override { end_now(); }
  bool finished() const override { return bye_sent_; }

 private:
  using Args = std::string_view;
  using Reply = std::optional<Result<void>>;  ///< Nothing: "ready." follows the search.
  using Command = CommandRow<CassioSession, Args, Reply>;
  static std::span<const Command> commands();

  enum class ResultLines {
    kAuto,  ///< kAll for interactive clients, otherwise kFinal.
    kAll,
    kFinal,  ///< One line before "ready.".
  };

  void answer_waiting() override;
  Reply run(const TextLine& line);
  void write_ready(const Result<void>& done);
  void heartbeat();
  void end_now();

  // Commands that wait for the search.
  Reply init(Args);
  Reply get_version(Args);
  Reply new_position(Args) { return Result<void>(); }  ///< The table is valid for any game.
  Reply midgame_search(Args args) { return search(parse_cassio_midgame(args)); }
  Reply endgame_search(Args args) { return search(parse_cassio_endgame(args)); }
  Reply empty_hash(Args);
  Reply feed_hash(Args);
  Reply set_option(Args);

  // Commands served at once.
  Reply stop(Args);
  Reply get_search_infos(Args);
  Reply quit(Args);

  Reply search(const Result<CassioSearch>& wanted);
  Result<void> configure(std::string_view name, std::string_view value);
  void on_update(const SearchUpdate& update);
  void finish(const SearchUpdate& result);
  void report(const SearchUpdate& update);

  ResultLines result_lines_ = ResultLines::kAuto;
  bool interactive_ = false;  ///< Sent an empty line or get-search-infos during a search.

  // Of the current or last search.
  CassioSearch wanted_;
  StopWatch watch_;
  std::optional<SearchUpdate> sufficient_;  ///< The result with the requested certainty, which
                                            ///< stopped the search.
  std::string last_result_text_;            ///< The last report.

  bool bye_sent_ = false;
};

}  // namespace sumi::protocol
