// SPDX-License-Identifier: MIT
/// A session in JSON lines (README.md). Answers arrive in order of completion. Each engine answers
/// one query at a time, by default with an empty transposition table, so that answers do not depend
/// on other queries.
#pragma once

#include "engine/engine.h"
#include "protocol/session/search_runner.h"
#include "protocol/session/session.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/json_query.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct JsonSetup {
  /// Each query gets one thread and an empty table, for reproducible answers. Otherwise queries use
  /// the engine's threads and keep its table.
  bool alone = true;
  std::vector<std::string> evaluators{};  ///< That queries may name, of catalog().
};

class JsonSession final : public Session {
 public:
  /// The engines must outlive the session; nothing else may use them. Requires: !engines.empty().
  JsonSession(const std::vector<Engine*>& engines, Peer& peer, JsonSetup setup = {});

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;
  bool finished() const override { return ended_ && !working() && waiting_.empty(); }
  bool working() const override;
  std::size_t backlog() const override { return waiting_bytes_; }

 private:
  struct Waiting {
    Json id;
    JsonQuery query;
    std::uint64_t number = 0;  ///< Order of arrival.
    std::size_t bytes = 0;     ///< Of its line.
  };
  struct Worker {
    Worker(Engine& own, Peer& peer) : engine(own), search(own, peer) {}
    Engine& engine;
    SearchRunner search;
    const EngineOptions usual = engine.options();  ///< Before any query.
    std::optional<Waiting> current;
    bool terminated = false;
  };

  void write(const Json& object);
  void run(const Json& id, const JsonCommand& command);
  void terminate(const Json& id, const std::optional<Json>& target);
  void end(Worker& worker);
  void start_waiting();
  void start(Worker& worker, Waiting taken);
  void finish(Worker& worker, const SearchUpdate& result);
  Result<void> prepare(Worker& worker, const JsonQuery& query);

  Peer& peer_;
  const JsonSetup setup_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Waiting> waiting_;  ///< A heap with the next query on top.
  std::size_t waiting_bytes_ = 0;
  std::uint64_t received_ = 0;
  bool ended_ = false;
};

inline void write_json(Peer& peer, const Json& object) {
  peer.write(json_text(object));
  peer.flush();
}

}  // namespace sumi::protocol
