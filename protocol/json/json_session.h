// SPDX-License-Identifier: MIT
/// One conversation in JSON lines (README.md): many queries in, answers with their ids out, in the
/// order in which they are done.
///
/// Each engine answers a query at a time. A query gets an engine whose table is cleared, so that
/// its answer does not depend on what was asked before it or beside it.
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

/// An evaluator that a query may name.
struct NamedEvaluator {
  std::string name;
  std::string evaluator, weights;  ///< The engine's options.
};

/// How a session searches.
struct JsonSetup {
  /// Every query is alone: one thread, an empty table. Else it has the threads that the engine's
  /// options say, and what the table still knows.
  bool alone = true;
  std::vector<NamedEvaluator> evaluators{};
};

/// One thread at a time.
class JsonSession final : public Session {
 public:
  /// The engines outlive the session, which alone uses them. Requires: there is one.
  JsonSession(const std::vector<Engine*>& engines, Peer& peer, JsonSetup setup = {});

  void on_line(const TextLine& line) override;
  void on_end() override;
  void close() override;
  bool finished() const override { return ended_ && !at_work() && waiting_.empty(); }
  bool at_work() const override;
  std::size_t backlog() const override { return waiting_bytes_; }

 private:
  /// A query that waits.
  struct Waiting {
    Json id;
    JsonQuery query;
    std::uint64_t number = 0;  ///< In the order in which they came.
    std::size_t bytes = 0;     ///< Of its line.
  };
  /// An engine, and the query that it answers.
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
  std::vector<std::string> names_;  ///< Of the evaluators.
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Waiting> waiting_;  ///< A heap, the next one first.
  std::size_t waiting_bytes_ = 0;
  std::uint64_t received_ = 0;
  bool ended_ = false;
};

/// Writes the object as a line and hands it over.
inline void write_json(Peer& peer, const Json& object) {
  peer.write(json_text(object));
  peer.flush();
}

}  // namespace sumi::protocol
